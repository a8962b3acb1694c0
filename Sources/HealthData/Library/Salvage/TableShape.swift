import GRDB

/// The form of the rows of a library's table in its file; no other table has the same form.
struct TableShape {
    enum Value {
        /// The row's own number, which is stored outside the record.
        case number
        case integer
        /// SQLite stores a real number that is whole as an integer.
        case real
        case text
        case blob
    }

    struct Column {
        let name: String
        let value: Value
        var isOptional = false

        init(_ name: String, _ value: Value, isOptional: Bool = false) {
            (self.name, self.value, self.isOptional) = (name, value, isOptional)
        }
    }

    let table: String
    /// Whether rows have numbers, and are in a tree of tables and not of indexes.
    let hasNumbers: Bool
    let columns: [Column]
    /// How many columns the rows of the first version have.
    let least: Int

    static let all = [
        TableShape(
            table: "dataset", hasNumbers: true,
            columns: [
                Column("id", .number), Column("path", .text), Column("format", .text),
                Column("bytes", .integer), Column("added", .real), Column("isPartial", .integer),
                Column("digest", .integer), Column("samples", .integer),
                Column("first", .real, isOptional: true), Column("last", .real, isOptional: true),
                Column("report", .text), Column("workouts", .integer, isOptional: true),
                Column("lost", .text, isOptional: true),
                Column("tracks", .integer, isOptional: true),
                Column("places", .integer, isOptional: true),
            ], least: 11),
        TableShape(
            table: "series", hasNumbers: true,
            columns: [
                Column("id", .number), Column("dataset", .integer), Column("metric", .text),
                Column("family", .text), Column("unit", .text), Column("aggregation", .text),
                Column("title", .text), Column("labels", .text), Column("samples", .integer),
                Column("first", .real, isOptional: true), Column("last", .real, isOptional: true),
            ], least: 9),
        TableShape(
            table: "chunk", hasNumbers: true,
            columns: [
                Column("series", .integer), Column("number", .integer),
                Column("samples", .integer), Column("first", .real), Column("last", .real),
                Column("checksum", .integer), Column("bytes", .blob),
            ], least: 7),
        TableShape(
            table: "track", hasNumbers: true,
            columns: [
                Column("dataset", .integer), Column("workout", .integer),
                Column("block", .integer), Column("blocks", .integer), Column("points", .integer),
                Column("bytes", .blob), Column("checksum", .integer),
            ], least: 7),
        TableShape(
            table: "place", hasNumbers: true,
            columns: [
                Column("dataset", .integer), Column("number", .integer), Column("bytes", .blob),
                Column("checksum", .integer),
            ], least: 4),
        TableShape(
            table: "target", hasNumbers: true,
            columns: [
                Column("id", .number), Column("name", .text), Column("latitude", .real),
                Column("longitude", .real), Column("height", .real, isOptional: true),
                Column("created", .real), Column("changed", .real), Column("checksum", .integer),
            ], least: 8),
        TableShape(
            table: "note", hasNumbers: true,
            columns: [
                Column("id", .number), Column("start", .real), Column("end", .real),
                Column("metric", .text, isOptional: true), Column("text", .text),
                Column("created", .real), Column("changed", .real), Column("checksum", .integer),
            ], least: 8),
        TableShape(
            table: "mark", hasNumbers: true,
            columns: [
                Column("id", .number), Column("metric", .text), Column("kind", .text),
                Column("basis", .text, isOptional: true),
                Column("start", .real, isOptional: true), Column("end", .real, isOptional: true),
                Column("low", .real, isOptional: true), Column("high", .real, isOptional: true),
                Column("created", .real), Column("changed", .real),
                Column("deleted", .real, isOptional: true), Column("bytes", .blob),
                Column("checksum", .integer),
            ], least: 13),
        TableShape(
            table: "markChange", hasNumbers: true,
            columns: [
                Column("id", .number), Column("metric", .text), Column("made", .real),
                Column("isUndone", .integer), Column("bytes", .blob),
                Column("checksum", .integer),
            ], least: 6),
        TableShape(
            table: "copy", hasNumbers: true,
            columns: [
                Column("kind", .text), Column("number", .integer), Column("checksum", .integer),
                Column("bytes", .blob),
            ], least: 4),
        TableShape(
            table: "source", hasNumbers: false,
            columns: [
                Column("dataset", .integer), Column("number", .integer), Column("name", .text),
                Column("kind", .integer), Column("isFile", .integer),
                Column("program", .text, isOptional: true),
            ], least: 5),
        TableShape(
            table: "claim", hasNumbers: false,
            columns: [
                Column("dataset", .integer), Column("series", .integer), Column("runs", .blob),
                Column("checksum", .integer, isOptional: true),
            ], least: 3),
        TableShape(
            table: "workout", hasNumbers: false,
            columns: [
                Column("dataset", .integer), Column("number", .integer), Column("start", .real),
                Column("checksum", .integer), Column("bytes", .blob),
            ], least: 5),
        TableShape(
            table: "setting", hasNumbers: false,
            columns: [Column("key", .text), Column("value", .text)], least: 2),
    ]

    /// The table that a row belongs to; nil if its values fit none.
    static func of(_ row: PageWalk.Row) -> TableShape? {
        if let tree = row.tree {
            return all.first { $0.table == tree && $0.fits(row) }
        }
        return all.first { $0.fits(row) }
    }

    private func fits(_ row: PageWalk.Row) -> Bool {
        guard (row.number != nil) == hasNumbers,
            (least...columns.count).contains(row.values.count)
        else { return false }
        return zip(columns, row.values).allSatisfy { column, value in
            if value.isNull {
                // Values that were cut off are missing too.
                return column.value == .number || column.isOptional || !row.isWhole
            }
            return switch (column.value, value.storage) {
            case (.integer, .int64), (.real, .int64), (.real, .double), (.text, .string),
                (.blob, .blob):
                true
            default: false
            }
        }
    }
}
