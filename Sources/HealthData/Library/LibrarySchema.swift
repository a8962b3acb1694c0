// The library's tables.
//
// A dataset is the data of one file (or folder, or archive). Its samples are stored in series, one
// or more for each metric, and these in chunks. A sample that several files have is stored once,
// with the dataset that brought it first; the others have claims: runs of its series that are
// theirs as well. So a later export of the same phone adds only what is new. When a dataset is
// removed, the samples that others claim are handed on to them, and the library is as if it had
// never been there. The other data of its workouts, and their tracks, are stored with each dataset
// that brought them, as are waypoints and planned routes. Notes, drawings and targets are the person's
// own, and belong to no dataset.
//
// Rejected: a row for each sample (forty times the room, a hundred times the time), the original
// files (a gigabyte for each weekly export, and not ours to keep), every dataset whole (the same),
// one table of samples for all without claims (nothing could be removed again).

import GRDB

enum LibrarySchema {
    /// The application id in SQLite's header: "ORES".
    static let applicationID = 0x4F52_4553
    /// The first version with notes.
    static let notes = "5"
    /// The first version with drawings.
    static let marks = "8"
    /// The first version with targets.
    static let targets = "9"

    /// The migrations from any earlier version to this one.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(
                sql: """
                    CREATE TABLE dataset (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        path TEXT NOT NULL,
                        format TEXT NOT NULL,
                        bytes INTEGER NOT NULL,
                        added REAL NOT NULL,
                        isPartial INTEGER NOT NULL,
                        -- Of all its samples, whoever brought them first.
                        digest INTEGER NOT NULL,
                        samples INTEGER NOT NULL,
                        first REAL,
                        last REAL,
                        -- What became of its records, as JSON.
                        report TEXT NOT NULL
                    );
                    CREATE TABLE source (
                        dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
                        number INTEGER NOT NULL,
                        name TEXT NOT NULL,
                        kind INTEGER NOT NULL,
                        isFile INTEGER NOT NULL,
                        PRIMARY KEY (dataset, number)
                    ) WITHOUT ROWID;
                    CREATE TABLE series (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
                        metric TEXT NOT NULL,
                        family TEXT NOT NULL,
                        unit TEXT NOT NULL,
                        aggregation TEXT NOT NULL,
                        title TEXT NOT NULL,
                        labels TEXT NOT NULL,
                        samples INTEGER NOT NULL
                    );
                    CREATE INDEX seriesByMetric ON series (metric);
                    CREATE INDEX seriesByDataset ON series (dataset);
                    CREATE TABLE chunk (
                        series INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
                        number INTEGER NOT NULL,
                        samples INTEGER NOT NULL,
                        first REAL NOT NULL,
                        last REAL NOT NULL,
                        checksum INTEGER NOT NULL,
                        bytes BLOB NOT NULL,
                        PRIMARY KEY (series, number)
                    );
                    CREATE TABLE claim (
                        dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
                        series INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
                        runs BLOB NOT NULL,
                        PRIMARY KEY (dataset, series)
                    ) WITHOUT ROWID;
                    CREATE INDEX claimBySeries ON claim (series);
                    CREATE TABLE setting (
                        key TEXT PRIMARY KEY,
                        value TEXT NOT NULL
                    ) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("2", foreignKeyChecks: .immediate) { database in
            try database.execute(
                sql: """
                    -- How many workouts have figures; null where these were not kept yet.
                    ALTER TABLE dataset ADD COLUMN workouts INTEGER;
                    CREATE TABLE workout (
                        dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
                        number INTEGER NOT NULL,
                        start REAL NOT NULL,
                        checksum INTEGER NOT NULL,
                        bytes BLOB NOT NULL,
                        PRIMARY KEY (dataset, number)
                    ) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("3", foreignKeyChecks: .immediate) { database in
            try database.execute(
                sql: """
                    -- The program whose export it belongs to; null if that may be any, or was not
                    -- kept yet.
                    ALTER TABLE source ADD COLUMN program TEXT;
                    """)
        }
        migrator.registerMigration("4", foreignKeyChecks: .immediate) { database in
            try database.execute(
                sql: """
                    -- The starts of its first and its last sample; null if they were not kept yet.
                    ALTER TABLE series ADD COLUMN first REAL;
                    ALTER TABLE series ADD COLUMN last REAL;
                    -- Of whose claim it is, to what and to which samples; null where it was not kept
                    -- yet.
                    ALTER TABLE claim ADD COLUMN checksum INTEGER;
                    """)
        }
        registerNotes(&migrator)
        registerCopies(&migrator)
        registerTracks(&migrator)
        registerMarks(&migrator)
        registerPlaces(&migrator)
        return migrator
    }

    private static func registerPlaces(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration(targets, foreignKeyChecks: .immediate) { database in
            try database.execute(
                sql: """
                    -- How many waypoints and planned routes it has; null where these were not kept
                    -- yet.
                    ALTER TABLE dataset ADD COLUMN places INTEGER;
                    CREATE TABLE place (
                        dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
                        number INTEGER NOT NULL,
                        bytes BLOB NOT NULL,
                        checksum INTEGER NOT NULL,
                        PRIMARY KEY (dataset, number)
                    );
                    CREATE TABLE target (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        name TEXT NOT NULL,
                        latitude REAL NOT NULL,
                        longitude REAL NOT NULL,
                        -- Null where it is not known.
                        height REAL,
                        created REAL NOT NULL,
                        changed REAL NOT NULL,
                        checksum INTEGER NOT NULL
                    );
                    """)
        }
    }

    private static func registerMarks(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration(marks, foreignKeyChecks: .immediate) { database in
            try database.execute(
                sql: """
                    CREATE TABLE mark (
                        id INTEGER PRIMARY KEY,
                        metric TEXT NOT NULL,
                        kind TEXT NOT NULL,
                        -- What the values of the chart were sums over; null if they were none.
                        basis TEXT,
                        -- Null where it is at no time, or at no value.
                        start REAL,
                        "end" REAL,
                        low REAL,
                        high REAL,
                        created REAL NOT NULL,
                        changed REAL NOT NULL,
                        -- Null for one that is there.
                        deleted REAL,
                        bytes BLOB NOT NULL,
                        checksum INTEGER NOT NULL
                    );
                    CREATE INDEX markByTime ON mark (metric, start, "end");
                    CREATE TABLE markChange (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        metric TEXT NOT NULL,
                        made REAL NOT NULL,
                        isUndone INTEGER NOT NULL,
                        bytes BLOB NOT NULL,
                        checksum INTEGER NOT NULL
                    );
                    """)
        }
    }

    private static func registerTracks(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("7", foreignKeyChecks: .immediate) { database in
            try database.execute(
                sql: """
                    -- How many workouts have a track; null where tracks were not kept yet.
                    ALTER TABLE dataset ADD COLUMN tracks INTEGER;
                    CREATE TABLE track (
                        dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
                        -- The number of its workout among those of the dataset.
                        workout INTEGER NOT NULL,
                        block INTEGER NOT NULL,
                        -- How many blocks the track has.
                        blocks INTEGER NOT NULL,
                        points INTEGER NOT NULL,
                        bytes BLOB NOT NULL,
                        checksum INTEGER NOT NULL,
                        PRIMARY KEY (dataset, workout, block)
                    );
                    """)
        }
    }

    private static func registerCopies(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("6", foreignKeyChecks: .immediate) { database in
            try database.execute(
                sql: """
                    -- What damage took of it, as JSON; null where nothing is known to be lost.
                    ALTER TABLE dataset ADD COLUMN lost TEXT;
                    CREATE TABLE copy (
                        kind TEXT NOT NULL,
                        number INTEGER NOT NULL,
                        checksum INTEGER NOT NULL,
                        bytes BLOB NOT NULL,
                        PRIMARY KEY (kind, number)
                    );
                    """)
            try StoredCopies.update(database)
        }
    }

    private static func registerNotes(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration(notes, foreignKeyChecks: .immediate) { database in
            try database.execute(
                sql: """
                    CREATE TABLE note (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        start REAL NOT NULL,
                        -- The same as its start for a moment.
                        "end" REAL NOT NULL,
                        -- The metric whose chart it is for; null for the charts of all.
                        metric TEXT,
                        text TEXT NOT NULL,
                        created REAL NOT NULL,
                        changed REAL NOT NULL,
                        checksum INTEGER NOT NULL
                    );
                    CREATE INDEX noteByTime ON note (start, "end");
                    """)
        }
    }
}
