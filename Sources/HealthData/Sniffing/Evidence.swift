/// Why a document is taken to be of a format.
package struct Evidence: Sendable, Hashable {
    /// How much is known.
    package enum Strength: Int, Sendable, Hashable, Comparable {
        /// Nothing speaks against it.
        case possible
        /// It has what files of the format have, and other files may have as well.
        case likely
        /// Only files of the format have it.
        case certain

        package static func < (a: Strength, b: Strength) -> Bool { a.rawValue < b.rawValue }

        /// The word in a report.
        package var word: String { String(describing: self) }
    }

    /// The format's name.
    package let format: String
    package let strength: Strength
    /// What was seen, in one clause.
    package let reason: String
}
