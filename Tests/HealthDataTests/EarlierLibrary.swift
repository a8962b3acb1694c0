import GRDB

/// Turns a library or a backup into one that an earlier version would have written.
enum EarlierLibrary {
    /// What takes each version back to the one before it, the latest first.
    private static let steps: [(version: Int, sql: String)] = [
        (
            9,
            "DROP TABLE place; DROP TABLE target; ALTER TABLE dataset DROP COLUMN places"
        ),
        (8, "DROP TABLE mark; DROP TABLE markChange"),
        (7, "DROP TABLE track; ALTER TABLE dataset DROP COLUMN tracks"),
        (6, "ALTER TABLE dataset DROP COLUMN lost; DROP TABLE copy"),
        (5, "DROP TABLE note"),
        (
            4,
            """
            ALTER TABLE series DROP COLUMN first;
            ALTER TABLE series DROP COLUMN last;
            ALTER TABLE claim DROP COLUMN checksum
            """
        ),
        (3, "ALTER TABLE source DROP COLUMN program"),
        (2, "DROP TABLE workout; ALTER TABLE dataset DROP COLUMN workouts"),
    ]

    /// Takes a database of the current version back to an earlier one.
    static func make(_ version: Int, _ database: any DatabaseWriter) throws {
        try database.write { database in
            for step in steps where step.version > version {
                try database.execute(sql: step.sql)
                try database.execute(
                    sql: "DELETE FROM grdb_migrations WHERE identifier = ?",
                    arguments: ["\(step.version)"])
            }
        }
    }
}
