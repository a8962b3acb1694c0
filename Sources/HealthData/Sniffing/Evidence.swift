/// Why a document is taken to be of a format.
public struct Evidence: Sendable, Hashable {
    /// How much is known.
    public enum Strength: Int, Sendable, Hashable, Comparable {
        /// Nothing speaks against it.
        case possible
        /// It has what files of the format have, and other files may have as well.
        case likely
        /// Only files of the format have it.
        case certain

        public static func < (a: Strength, b: Strength) -> Bool { a.rawValue < b.rawValue }

        /// The word in a report.
        public var word: String { String(describing: self) }
    }

    /// The format's name.
    public let format: String
    public let strength: Strength
    /// What was seen, in one clause.
    public let reason: String
}
