/// A hostile file's definitions of its tables, and the number of its good records.
struct HostileStatements: Sendable, CustomStringConvertible {
    private typealias Hostile = HostileDatabase

    /// The kind of attack.
    let description: String
    /// The statements that make the database.
    let sql: String
    /// The statements that change its definitions afterwards.
    let schema: [String]
    /// The number of good records.
    let read: Int

    private init(_ description: String, _ sql: String, _ schema: [String], _ read: Int) {
        self.description = description
        self.sql = sql
        self.schema = schema
        self.read = read
    }

    /// A table with a query as its name.
    private static func named(_ name: String) -> String {
        let quoted = name.replacing("\"", with: "\"\"")
        return Hostile.minutes
            + "CREATE TABLE \"\(quoted)\" (timestamp, steps, heart_rate, device_id);"
    }

    private static func query(_ condition: String) -> String {
        "(with recursive c(timestamp) as (select 1 union all select timestamp + 60 from c) select "
            + "timestamp, 5 as steps, 60 as heart_rate, 1 as device_id from c \(condition)) "
            + "x_activity_sample"
    }

    /// Names and definitions that would run as part of a statement, with the number of good records
    /// in the file.
    static let all: [HostileStatements] = [
        HostileStatements("a query without end", named(query("")), [], 1),
        HostileStatements("a query that gives nothing", named(query("where timestamp < 0")), [], 1),
        HostileStatements(
            "much memory",
            named(
                "(select 1 as timestamp, 1 as steps, length(hex(zeroblob(700000000))) as heart_rate, "
                    + "1 as device_id) x_activity_sample"), [], 1
        ),
        HostileStatements("a quote", named("a\"; drop table device; -- _activity_sample"), [], 1),
        HostileStatements(
            "a second table",
            named("x\" union all select 1, 2, 3, 4 from \"device_activity_sample"), [], 1
        ),
        HostileStatements("all quotes", named("[x]'`\"_activity_sample"), [], 1),
        HostileStatements(
            "a column",
            Hostile.minutes
                + "CREATE TABLE X_WEIGHT_SAMPLE (\"timestamp, hex(zeroblob(9e8))\", timestamp, weight_kg);",
            [], 1
        ),
        HostileStatements(
            "a view", Hostile.weight + "CREATE VIEW steps_record_table \(Hostile.endless)", [], 1),
        HostileStatements(
            "full text over a view",
            Hostile.weight + "CREATE VIEW v \(Hostile.endless)"
                + "CREATE VIRTUAL TABLE steps_record_table USING fts5(start_time, end_time, count, content='v', content_rowid='id');",
            [], 1
        ),
        HostileStatements(
            "older full text over a view",
            Hostile.weight + "CREATE VIEW v \(Hostile.endless)"
                + "CREATE VIRTUAL TABLE steps_record_table USING fts4(start_time, end_time, count, content='v');",
            [], 1
        ),
        HostileStatements(
            "an r-tree",
            Hostile.weight
                + "CREATE VIRTUAL TABLE steps_record_table USING rtree(row_id, start_time, end_time, +count);"
                + "INSERT INTO steps_record_table VALUES (1, 1, 2, 3);", [], 1
        ),
        HostileStatements(
            "what a virtual table keeps its rows in",
            Hostile.weight + "CREATE VIRTUAL TABLE steps USING fts5(a);"
                + "CREATE TABLE steps_record_table (start_time, end_time, count);"
                + "INSERT INTO steps_record_table VALUES (1, 2, 3);", [], 1
        ),
        HostileStatements(
            "computed columns, checks and defaults", Hostile.minutes,
            [
                Hostile.redefined(
                    "MI_BAND_ACTIVITY_SAMPLE",
                    "CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, "
                        + "STEPS INTEGER GENERATED ALWAYS AS (length(hex(zeroblob(400000000)))) VIRTUAL, "
                        + "q INTEGER, HEART_RATE INTEGER, x CHECK(length(randomblob(1000000000)) > 0), "
                        + "y DEFAULT (hex(zeroblob(900000000))))")
            ], 1
        ),
        HostileStatements(
            "a default for rows from before", Hostile.minutes,
            [
                Hostile.redefined(
                    "MI_BAND_ACTIVITY_SAMPLE",
                    "CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, "
                        + "HEART_RATE INTEGER, x, STEPS INTEGER DEFAULT (hex(zeroblob(900000000))))"
                )
            ], 1
        ),
        HostileStatements(
            "a trigger and an index on an expression",
            Hostile.minutes
                + "CREATE TRIGGER t AFTER INSERT ON MI_BAND_ACTIVITY_SAMPLE BEGIN SELECT hex(zeroblob(900000000)); END;"
                + "CREATE INDEX i ON MI_BAND_ACTIVITY_SAMPLE (abs(steps)) WHERE steps > 0;", [], 1
        ),
        HostileStatements(
            "statistics that are a view",
            Hostile.minutes + "CREATE INDEX i ON MI_BAND_ACTIVITY_SAMPLE (steps); ANALYZE;",
            [
                "UPDATE sqlite_master SET type = 'view', rootpage = 0, sql = "
                    + "'CREATE VIEW sqlite_stat1(tbl, idx, stat) AS WITH RECURSIVE c(a) AS "
                    + "(SELECT 1 UNION ALL SELECT a + 1 FROM c) SELECT a, a, a FROM c' "
                    + "WHERE name = 'sqlite_stat1'"
            ], 1
        ),
        HostileStatements(
            "a view that says it is a table",
            Hostile.weight + "CREATE VIEW steps_record_table \(Hostile.endless)",
            ["UPDATE sqlite_master SET type = 'table' WHERE type = 'view'"], 0
        ),
        HostileStatements(
            "a virtual table with another beginning",
            Hostile.weight
                + "CREATE VIRTUAL TABLE steps_record_table USING fts5(start_time, end_time, count);",
            [
                "UPDATE sqlite_master SET sql = ' CREATE  VIRTUAL TABLE' || substr(sql, 21) "
                    + "WHERE name = 'steps_record_table'"
            ], 0
        ),
        HostileStatements(
            "a table that is made of a query", Hostile.minutes,
            [
                "INSERT INTO sqlite_master VALUES ('table', 's', 's', 2, "
                    + "'CREATE TABLE s AS SELECT hex(zeroblob(900000000)) AS a')"
            ], 0
        ),
        HostileStatements(
            "a deep expression", Hostile.minutes,
            [
                Hostile.redefined(
                    "MI_BAND_ACTIVITY_SAMPLE",
                    "CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP, STEPS, CHECK("
                        + Array(repeating: "1", count: 900).joined(separator: "+") + "))")
            ], 0
        ),
        HostileStatements(
            "a definition that is too long", Hostile.minutes,
            [
                Hostile.redefined(
                    "MI_BAND_ACTIVITY_SAMPLE",
                    "CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP, STEPS, CHECK(STEPS IN (1"
                        + String(repeating: ",1", count: 100_000) + ")))")
            ], 0
        ),
    ]
}
