// Notes as they are stored in the library.
//
// Layout: a row for each note, with its text as plain text, so that any tool that opens the
// database can read it: these words exist nowhere else. Each row has a checksum over all of its
// content, so that damage is detected and costs one note. Notes belong to no dataset, and stay when
// one is removed.

import Foundation
import GRDB
import Localization

enum StoredNotes {
    /// The metric in the checksum of a note for all charts.
    private static let allMetrics = ""

    /// All intact notes, the earliest first, and the damage of the others.
    ///
    /// Empty for a database that was written before notes were kept.
    static func read(_ database: Database) throws -> Library.Notes {
        guard try database.tableExists("note") else {
            return Library.Notes(all: [], damages: [])
        }
        var notes: [Library.Note] = []
        var damages: [String] = []
        let rows = try DatabaseRow.fetchCursor(
            database, sql: "SELECT * FROM note ORDER BY start, \"end\", id")
        while let row = try rows.next() {
            if let note = try? note(row) { notes.append(note) } else { damages.append(damage(row)) }
        }
        return Library.Notes(all: notes, damages: damages)
    }

    /// The number of notes.
    static func count(_ database: Database) throws -> Int {
        guard try database.tableExists("note") else { return 0 }
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM note") ?? 0
    }

    /// The problems with the notes of a database, a sentence each.
    static func faults(_ database: Database) throws -> [String] {
        if try !database.tableExists("note"),
            try LibrarySchema.migrator.appliedIdentifiers(database).contains(LibrarySchema.notes)
        {
            return [tr("the notes are missing")]
        }
        return try read(database).damages
    }

    /// Writes a new note, and returns it with its number.
    static func insert(_ note: Library.Note, _ database: Database) throws -> Library.Note {
        try database.execute(
            sql: """
                INSERT INTO note (start, "end", metric, text, created, changed, checksum)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                note.start, note.end, note.metric?.rawValue, note.text, note.created, note.changed,
                checksum(note),
            ])
        return Library.Note(
            id: database.lastInsertedRowID, start: note.start, end: note.end, metric: note.metric,
            text: note.text, created: note.created, changed: note.changed)
    }

    /// Replaces a note's text, times and metric; nil if there is no such note.
    static func replace(_ note: Library.Note, _ database: Database) throws -> Library.Note? {
        guard
            let created = try Double.fetchOne(
                database, sql: "SELECT created FROM note WHERE id = ?", arguments: [note.id])
        else { return nil }
        let changed = Library.Note(
            id: note.id, start: note.start, end: note.end, metric: note.metric, text: note.text,
            created: created, changed: max(created, Date().timeIntervalSince1970))
        try database.execute(
            sql: """
                UPDATE note SET start = ?, "end" = ?, metric = ?, text = ?, changed = ?,
                checksum = ? WHERE id = ?
                """,
            arguments: [
                changed.start, changed.end, changed.metric?.rawValue, changed.text,
                changed.changed, checksum(changed), changed.id,
            ])
        return changed
    }

    /// Removes a note; returns whether there was one.
    static func delete(_ id: Int64, _ database: Database) throws -> Bool {
        try database.execute(sql: "DELETE FROM note WHERE id = ?", arguments: [id])
        return database.changesCount > 0
    }

    /// Removes damaged notes.
    static func deleteDamaged(_ database: Database) throws {
        try DatabaseRow.deleteDamaged("note", database) { _ = try note($0) }
    }

    // MARK: Copies

    /// The given copies whose notes are missing or damaged.
    static func lost(
        _ database: Database, copies: [Library.Note]
    ) throws -> [Library.Note] {
        let there = Set(try read(database).all.map(\.id))
        return copies.filter { !there.contains($0.id) }
    }

    /// Writes a note under its own number.
    static func put(_ note: Library.Note, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO note
                (id, start, "end", metric, text, created, changed, checksum)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                note.id, note.start, note.end, note.metric?.rawValue, note.text, note.created,
                note.changed, checksum(note),
            ])
    }

    // MARK: Rows

    /// The note of a row; throws if it is damaged.
    private static func note(_ row: DatabaseRow) throws -> Library.Note {
        let metric: String? = try row.value("metric")
        let note = Library.Note(
            id: try row.value("id"), start: try row.value("start"), end: try row.value("end"),
            metric: metric.map { MetricID($0) }, text: try row.value("text"),
            created: try row.value("created"), changed: try row.value("changed"))
        let kept: Int64 = try row.value("checksum")
        guard kept == checksum(note), SoundTime.contains(from: note.start, to: note.end) else {
            throw PackedReader.Malformed()
        }
        return note
    }

    private static func damage(_ row: DatabaseRow) -> String {
        let id: Int64 = (try? row.value("id")) ?? 0
        guard let start: Double = try? row.value("start"), SoundTime.contains(start) else {
            return tr("note {1} is damaged", "\(id)")
        }
        return tr("note {1} of {2} is damaged", "\(id)", Damage.day(start))
    }

    /// The checksum of all of a note's content.
    private static func checksum(_ note: Library.Note) -> Int64 {
        var bytes = PackedWriter()
        for time in [note.start, note.end, note.created, note.changed] { bytes.append(whole: time) }
        for text in [note.metric?.rawValue ?? allMetrics, note.text] {
            let letters = Array(text.utf8)
            bytes.append(letters.count)
            for letter in letters { bytes.append(byte: letter) }
        }
        return Int64(bitPattern: Checksum.of(bytes.bytes))
    }
}
