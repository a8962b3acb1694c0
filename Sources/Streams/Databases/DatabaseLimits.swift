/// How much a database that somebody else wrote may ask of this program.
///
/// A file decides how long its texts are, how many columns its tables have, and how often its pages
/// refer to one another. The limits are far above those of any real file.
package struct DatabaseLimits: Sendable {
    /// How many bytes a text, a blob or a row may have.
    package var length = 1 << 20
    /// How many bytes a statement may have, and the definition of a table.
    package var statementLength = 100_000
    /// How many columns a table may have.
    package var columns = 1_000
    /// How deep an expression in a definition may be.
    package var expressionDepth = 100
    /// How many bytes of memory SQLite may take in addition to what all databases use already.
    package var memory = 24 << 20
    /// How many instructions its virtual machine may run to read the definitions.
    ///
    /// A definition takes about nine. SQLite keeps definitions in a table of 64 lists on some
    /// systems, so the time grows with the square of their number.
    package var schemaInstructions = 100_000
    /// How many instructions it may run after that in total.
    package var instructions: Int
    /// How many pages it may look at in total; a page that it looks at again counts again.
    package var pages: Int
    /// How many bytes it may read from the file in total; bytes that are read again count again.
    package var bytes = Int.max

    /// The limits of a foreign file: what its rows may cost follows from its size.
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

    /// The limits of a file that says it is a library or a backup of one.
    ///
    /// They leave room for all checks and copies, and for a library's larger blobs.
    ///
    /// - Parameter bytes: the size of the file.
    package static func library(bytes: Int) -> DatabaseLimits {
        var limits = DatabaseLimits(
            instructions: 10_000_000 + 100 * bytes, pages: 1_000_000 + 4 * bytes)
        limits.length = 256 << 20
        limits.memory = 512 << 20
        return limits
    }
}
