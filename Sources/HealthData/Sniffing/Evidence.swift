/// The reason why a document is taken to be of a format.
package struct Evidence: Sendable, Hashable {
    /// How strong the evidence is.
    package enum Strength: Int, Sendable, Hashable, Comparable {
        /// Nothing contradicts the format.
        case possible
        /// It has features of the format that other files may have as well.
        case likely
        /// It has features that only files of the format have.
        case certain

        package static func < (a: Strength, b: Strength) -> Bool { a.rawValue < b.rawValue }

        /// The word in a report.
        package var word: String { String(describing: self) }
    }

    /// The format's name.
    package let format: String
    package let strength: Strength
    /// The features found, in one clause.
    package let reason: String
}
