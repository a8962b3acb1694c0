import Foundation
import GRDB
import Localization
import Synchronization

/// Checks whether the schema of a database is the one that Oresen creates.
///
/// A file from somebody else may hold triggers and views, which would run on reading and writing.
extension LibrarySchema {
    /// An object of a schema: a table, an index, a view or a trigger.
    private struct Object: Hashable, Sendable {
        var type: String
        var name: String
        /// The statement that creates it, without comments and blanks.
        var statement: String
    }

    /// A part of a schema that differs from what this or an earlier version creates.
    struct UnexpectedObject {
        /// What is wrong, as a sentence.
        let text: String
        /// Whether the object is not Oresen's, and would run when something is written.
        let isForeign: Bool
    }

    /// Ensures that everything that is read is a table.
    ///
    /// - Throws: the error of a damaged database, if a view or a virtual table has the name of one.
    static func expectTables(_ database: Database) throws {
        let names = TableShape.all.map { "'\($0.table)'" }.joined(separator: ", ")
        let wrong = try String.fetchOne(
            database,
            sql: """
                SELECT name FROM sqlite_master WHERE lower(name) IN (\(names))
                AND NOT (type = 'table' AND sql LIKE 'CREATE TABLE%')
                """)
        if let wrong {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: tr("{1} is not a table", wrong))
        }
    }

    /// Ensures that nothing foreign runs when something is written.
    ///
    /// - Throws: a refusal if there is a foreign trigger or view; the error of a damaged database
    ///   if a table or index is missing or different.
    static func expectOwn(_ database: Database, _ path: String) throws {
        let unexpectedObjects = try unexpectedObjects(database)
        if let foreign = unexpectedObjects.first(where: \.isForeign) {
            throw LibraryError(
                place: path, problem: tr("{1}; nothing is written to it", foreign.text),
                remedy: tr(
                    "oresen library salvage writes its good part into a new library"),
                isRefusal: true)
        }
        if let other = unexpectedObjects.first {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: other.text)
        }
    }

    /// The parts of the schema that differ from what this or an earlier version creates.
    static func unexpectedObjects(_ database: Database) throws -> [UnexpectedObject] {
        let versions = try migrator.appliedIdentifiers(database)
        // Versions follow one another.
        let wanted = try objects(of: migrator.migrations.last(where: versions.contains))
        let found = try objects(database)
        let extra = found.subtracting(wanted)
        let missing = wanted.subtracting(found)
        return extra.map { object in
            let isOurs = missing.contains { $0.name == object.name && $0.type == object.type }
            return UnexpectedObject(
                text: isOurs
                    ? tr(
                        "its {1} {2} differs from the one that Oresen makes", word(object.type),
                        object.name)
                    : tr(
                        "it holds the {1} {2}, which no version of Oresen makes",
                        word(object.type), object.name),
                isForeign: !isOurs && ["trigger", "view"].contains(object.type))
        }.sorted { ($0.isForeign ? 0 : 1, $0.text) < ($1.isForeign ? 0 : 1, $1.text) }
            + missing.filter { object in
                !extra.contains { $0.name == object.name && $0.type == object.type }
            }.map { object in
                UnexpectedObject(
                    text: tr("its {1} {2} is missing", word(object.type), object.name),
                    isForeign: false)
            }.sorted { $0.text < $1.text }
    }

    /// The objects that this program creates for a version; empty if there is no such version.
    private static func objects(of version: String?) throws -> Set<Object> {
        guard let version else { return [] }
        if let known = models.withLock({ $0[version] }) { return known }
        let model = OwnedQueue(try DatabaseQueue())
        try migrator.migrate(model.queue, upTo: version)
        let made = try model.queue.read(objects)
        models.withLock { $0[version] = made }
        return made
    }

    private static let models = Mutex<[String: Set<Object>]>([:])

    private static func objects(_ database: Database) throws -> Set<Object> {
        let rows = try DatabaseRow.fetchAll(
            database,
            sql: """
                SELECT type, name, sql FROM sqlite_master
                WHERE name <> 'grdb_migrations' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                    OR type NOT IN ('table', 'index')
                """)
        return Set(
            try rows.map { row in
                let statement: String? = try row.value("sql")
                return Object(
                    type: try row.value("type"), name: try row.value("name"),
                    statement: plain(statement ?? ""))
            })
    }

    /// A statement without comments and blanks.
    private static func plain(_ statement: String) -> String {
        statement.split(whereSeparator: \.isNewline)
            .map { line in
                let end = line.range(of: "--")?.lowerBound ?? line.endIndex
                return line[..<end].filter { !$0.isWhitespace }
            }.joined()
    }

    private static func word(_ type: String) -> String {
        switch type {
        case "trigger": tr("trigger")
        case "view": tr("view")
        case "index": tr("index")
        default: tr("table")
        }
    }
}
