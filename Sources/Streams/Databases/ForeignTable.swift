/// An ordinary table of a foreign database.
package struct ForeignTable: Hashable, Sendable {
    /// Its name as in the file.
    package let name: String
    /// Its columns as in the file; computed ones are left out.
    package let columns: [String]

    /// The column with a name, in any case; nil if there is none.
    package func column(_ name: String) -> String? {
        let name = name.lowercased()
        return columns.first { $0.lowercased() == name }
    }
}

/// A definition in a row of `sqlite_master`.
struct ForeignDefinition {
    /// No known table has a longer name.
    static let longestName = 128

    /// The name of the row.
    var name: String
    /// Its statement.
    var sql: String

    /// Whether its own statement defines an ordinary table, which may be read.
    ///
    /// SQLite writes every such statement in one form: `CREATE TABLE`, a blank, and the name. A
    /// statement in another form was not written by SQLite.
    var isOrdinaryTable: Bool {
        guard name.utf8.count <= ForeignDefinition.longestName,
            !name.lowercased().hasPrefix("sqlite_")
        else { return false }
        return ForeignDefinition.name(in: sql, behind: "CREATE TABLE ") == name
    }

    /// The name of the virtual table that it defines; nil if it defines none.
    var virtualTable: String? {
        ForeignDefinition.name(in: sql, behind: "CREATE VIRTUAL TABLE ")
    }

    /// The name after a prefix, without its quotes; nil if the statement has another prefix.
    private static func name(in sql: String, behind beginning: String) -> String? {
        guard sql.utf8.starts(with: beginning.utf8) else { return nil }
        let rest = Array(sql.utf8.dropFirst(beginning.utf8.count))
        let quotes = Array("\"'`".utf8)
        guard let first = rest.first else { return nil }
        guard quotes.contains(first) || first == UInt8(ascii: "[") else {
            return String(decoding: rest.prefix(while: isOfName), as: UTF8.self)
        }
        let closing = first == UInt8(ascii: "[") ? UInt8(ascii: "]") : first
        var name: [UInt8] = []
        var place = 1
        while place < rest.count {
            if rest[place] == closing {
                // A quote in the name is doubled.
                guard first == closing, place + 1 < rest.count, rest[place + 1] == closing else {
                    return String(decoding: name, as: UTF8.self)
                }
                place += 1
            }
            name.append(rest[place])
            place += 1
        }
        return nil
    }

    /// Whether a byte may be in a name without quotes.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
