/// Limits on the resources that a foreign database may use.
///
/// A file determines how long its texts are, how many columns its tables have, and how often its
/// pages refer to one another. The limits are far above those of any real file.
package struct DatabaseLimits: Sendable {
    /// The bytes that a text, a blob or a row may have.
    package var length = 1 << 20
    /// The bytes that a statement, or the definition of a table, may have.
    package var statementLength = 100_000
    /// The number of columns that a table may have.
    package var columns = 1_000
    /// The depth that an expression in a definition may have.
    package var expressionDepth = 100
    /// The bytes of memory that SQLite may use in addition to what all databases use already.
    package var memory = 24 << 20
    /// The number of instructions that its virtual machine may run to read the definitions.
    ///
    /// A definition takes about nine. SQLite keeps definitions in a table of 64 lists on some
    /// systems, so the time grows with the square of their number.
    package var schemaInstructions = 100_000
    /// The total number of instructions that it may run after that.
    package var instructions: Int
    /// The total number of pages that it may visit; a page visited again counts again.
    package var pages: Int
    /// The total number of bytes that it may read from the file; bytes read again count again.
    package var bytes = Int.max
    /// The seconds that one statement may take, where statements are counted one by one.
    package var seconds = Double.infinity

    /// The limits of a foreign file: the cost allowed for its rows follows from its size.
    ///
    /// A row takes at least six bytes, and a table may be read twice.
    ///
    /// - Parameters:
    ///   - bytes: the size of the file.
    ///   - pageSize: the size of its pages in bytes.
    package static func foreign(bytes: Int, pageSize: Int) -> DatabaseLimits {
        var limits = DatabaseLimits(
            instructions: 1_000_000 + 10 * bytes, pages: 20_000 + 32 * (bytes / max(512, pageSize)))
        limits.bytes = 4 << 20 + 8 * bytes
        return limits
    }

    /// The limits of a file that claims to be a library or a backup of one.
    ///
    /// They allow for all checks and copies, and for a library's larger blobs.
    ///
    /// - Parameter bytes: the size of the file.
    package static func library(bytes: Int) -> DatabaseLimits {
        var limits = DatabaseLimits(
            instructions: 10_000_000 + 100 * bytes, pages: 1_000_000 + 4 * bytes)
        limits.length = 256 << 20
        limits.memory = 512 << 20
        return limits
    }

    /// The limits of a map, for each statement: finding one tile, with its bytes.
    ///
    /// A table without an index is read through for a tile, so small ones can do without.
    package static var map: DatabaseLimits {
        var limits = DatabaseLimits(instructions: 20_000_000, pages: .max)
        limits.length = 32 << 20
        // Several connections have a tile at a time.
        limits.memory = 256 << 20
        limits.seconds = 2
        return limits
    }
}
