// Marks as they are stored in the library, and the journal of their changes.
//
// Layout: a row for each mark. What it looks like is in a blob; when and at which values it is, what
// it is and on which chart, are columns that any tool can read. A removed mark stays for 30 days, and
// so do the changes that can be taken back. Each row has a checksum over all of its content, so that
// damage is detected and costs one mark; each mark has a copy on another page (`StoredCopies`). A
// damaged change ends what can be taken back before it, and costs no mark.

import Foundation
import GRDB
import Localization

enum StoredMarks {
    /// How long removed marks and changes are kept, in seconds.
    static let keeping = 30 * 86_400.0

    /// Whether a database is of a version that keeps marks.
    static func areKept(_ database: Database) throws -> Bool { try database.tableExists("mark") }

    // MARK: Reading

    /// All intact marks and changes, and the damage of the others.
    static func read(_ database: Database) throws -> LibraryMarkList {
        var list = LibraryMarkList()
        guard try areKept(database) else { return list }
        let rows = try DatabaseRow.fetchCursor(database, sql: "SELECT * FROM mark ORDER BY id")
        while let row = try rows.next() {
            guard let mark = try? mark(row) else {
                list.damages.append(damage(row))
                continue
            }
            if mark.deleted == nil { list.marks.append(mark) } else { list.removed.append(mark) }
        }
        guard try database.tableExists("markChange") else { return list }
        let changes = try DatabaseRow.fetchCursor(
            database, sql: "SELECT * FROM markChange ORDER BY id")
        while let row = try changes.next() {
            guard let metric: String = try? row.value("metric"),
                let isUndone: Bool = try? row.value("isUndone")
            else { continue }
            let id = MetricID(metric)
            guard let change = try? change(row, id) else {
                if isUndone { list.undone[id] = [] } else { list.done[id] = [] }
                continue
            }
            if isUndone {
                list.undone[id, default: []].append(change)
            } else {
                list.done[id, default: []].append(change)
            }
        }
        // The change that was taken back last is made again first.
        list.undone = list.undone.mapValues { $0.reversed() }
        list.version = try version(database)
        return list
    }

    /// What identifies the marks of a database.
    static func version(_ database: Database) throws -> LibraryMarkList.Version {
        guard try areKept(database),
            let row = try DatabaseRow.fetchOne(
                database,
                sql: """
                    SELECT count(*) AS marks, coalesce(max(changed), 0.0) AS changed,
                    coalesce(max(deleted), 0.0) AS deleted,
                    (SELECT coalesce(max(id * 2 + isUndone), 0) + coalesce(sum(isUndone), 0)
                    FROM markChange) AS changes FROM mark
                    """)
        else { return LibraryMarkList().version }
        return LibraryMarkList.Version(
            count: try row.value("marks"), changed: try row.value("changed"),
            deleted: try row.value("deleted"), lastChange: try row.value("changes"))
    }

    /// The number of marks, removed ones too.
    static func count(_ database: Database) throws -> Int {
        guard try areKept(database) else { return 0 }
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM mark") ?? 0
    }

    /// The problems with the marks of a database, a sentence each.
    static func faults(_ database: Database) throws -> [String] {
        if try !areKept(database),
            try LibrarySchema.migrator.appliedIdentifiers(database).contains(LibrarySchema.marks)
        {
            return [tr("the drawings are missing")]
        }
        return try read(database).damages
    }

    // MARK: Writing

    /// Performs edits in order.
    static func perform(_ edits: [LibraryMarkEdit], _ database: Database) throws {
        let now = Date().timeIntervalSince1970
        for edit in edits {
            let kept = Set(edit.change.after.map(\.id))
            for mark in edit.change.before where !kept.contains(mark.id) {
                var removed = mark
                removed.deleted = now
                try put(removed, database)
            }
            for mark in edit.change.after {
                var mark = mark
                (mark.changed, mark.deleted) = (max(now, mark.created), nil)
                try put(mark, database)
            }
            try note(edit, at: now, database)
        }
        try prune(before: now - keeping, database)
    }

    /// Keeps the journal of an edit.
    private static func note(
        _ edit: LibraryMarkEdit, at now: Double, _ database: Database
    ) throws {
        let metric = edit.change.metric.rawValue
        switch edit.way {
        case .draft: break
        case .made:
            // What was taken back before cannot be made again.
            try database.execute(
                sql: "DELETE FROM markChange WHERE metric = ? AND isUndone = 1",
                arguments: [metric])
            let bytes = PackedMarks.bytes(edit.change)
            try database.execute(
                sql: """
                    INSERT INTO markChange (metric, made, isUndone, bytes, checksum)
                    VALUES (?, ?, 0, ?, ?)
                    """,
                arguments: [metric, now, Data(bytes), Int64(bitPattern: Checksum.of(bytes))])
        case .undone:
            try database.execute(
                sql: """
                    UPDATE markChange SET isUndone = 1 WHERE id =
                    (SELECT max(id) FROM markChange WHERE metric = ? AND isUndone = 0)
                    """, arguments: [metric])
        case .redone:
            try database.execute(
                sql: """
                    UPDATE markChange SET isUndone = 0 WHERE id =
                    (SELECT min(id) FROM markChange WHERE metric = ? AND isUndone = 1)
                    """, arguments: [metric])
        }
    }

    private static func prune(before time: Double, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM markChange WHERE made < ?", arguments: [time])
        try database.execute(sql: "DELETE FROM mark WHERE deleted < ?", arguments: [time])
        if database.changesCount > 0 { try StoredCopies.deleteOtherMarks(database) }
    }

    /// Writes a mark under its number, with its copy.
    static func put(_ mark: LibraryMark, _ database: Database) throws {
        let bytes = PackedMarks.bytes(mark)
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO mark
                (id, metric, kind, basis, start, "end", low, high, created, changed, deleted,
                bytes, checksum)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                mark.id, mark.metric.rawValue, mark.kind, mark.basis, mark.times?.lowerBound,
                mark.times?.upperBound, mark.values?.lowerBound, mark.values?.upperBound,
                mark.created, mark.changed, mark.deleted, Data(mark.bytes),
                Int64(bitPattern: Checksum.of(bytes)),
            ])
        try StoredCopies.write(mark, database)
    }

    /// Removes damaged marks and changes.
    static func deleteDamaged(_ database: Database) throws {
        try DatabaseRow.deleteDamaged("mark", database) { _ = try mark($0) }
        // Changes before a damaged one cannot be taken back any more.
        for row in try DatabaseRow.fetchAll(
            database, sql: "SELECT rowid AS place, * FROM markChange ORDER BY id")
        where (try? change(row, MetricID((try? row.value("metric")) ?? ""))) == nil {
            try database.execute(
                sql: "DELETE FROM markChange WHERE rowid <= ?",
                arguments: [row["place"] as Int64])
        }
    }

    /// The given copies whose marks are missing or damaged.
    static func lost(_ database: Database, copies: [LibraryMark]) throws -> [LibraryMark] {
        let list = try read(database)
        let there = Set((list.marks + list.removed).map(\.id))
        return copies.filter { !there.contains($0.id) }
    }

    // MARK: Rows

    /// The mark of a row; throws if it is damaged.
    private static func mark(_ row: DatabaseRow) throws -> LibraryMark {
        let bytes: Data = try row.value("bytes")
        let metric: String = try row.value("metric")
        let mark = LibraryMark(
            id: try row.value("id"), metric: MetricID(metric), kind: try row.value("kind"),
            basis: try row.value("basis"),
            times: try PackedMarks.range(try row.value("start"), try row.value("end")),
            values: try PackedMarks.range(try row.value("low"), try row.value("high")),
            created: try row.value("created"), changed: try row.value("changed"),
            deleted: try row.value("deleted"), bytes: [UInt8](bytes))
        let kept: Int64 = try row.value("checksum")
        guard kept == Int64(bitPattern: Checksum.of(PackedMarks.bytes(mark))) else {
            throw PackedReader.Malformed()
        }
        return mark
    }

    private static func change(
        _ row: DatabaseRow, _ metric: MetricID
    ) throws -> LibraryMarkChange {
        let bytes = [UInt8](try row.value("bytes") as Data)
        let kept: Int64 = try row.value("checksum")
        guard kept == Int64(bitPattern: Checksum.of(bytes)) else { throw PackedReader.Malformed() }
        return try PackedMarks.change(bytes, metric: metric)
    }

    private static func damage(_ row: DatabaseRow) -> String {
        let id: Int64 = (try? row.value("id")) ?? 0
        guard let created: Double = try? row.value("created"), SoundTime.contains(created) else {
            return tr("drawing {1} is damaged", "\(id)")
        }
        return tr("drawing {1} of {2} is damaged", "\(id)", Damage.day(created))
    }
}
