// A second copy of data that nothing else in the library can restore.
//
// Samples do not describe themselves: the row of their series says what they measure, and the row
// of their dataset says where they are from. Such rows are small and close together, so one damaged
// page could cost all datasets. Copies of them are kept in a separate table, and so on other pages:
// a row for each dataset with its sources and series, and one for each note, drawing and target, which
// are nowhere else. Each has a checksum. At the end of every transaction the copies are compared with
// the rows that they copy, and written where they differ.
//
// Rejected: a description in each chunk (labels of categories are long), copies of claims (samples
// that a file shares with others are stored with those).

import Foundation
import GRDB
import Geodesy

/// The description of a dataset, its sources and its series.
struct DatasetCopy: Codable {
    struct Series: Codable {
        var id: Int64
        var metric: String
        var family: String
        var unit: String
        var aggregation: String
        var title: String
        var labels: String
        var samples: Int
        var first: Double?
        var last: Double?
    }

    var path: String
    var format: String
    var bytes: Int
    var added: Double
    var isPartial: Bool
    var digest: Int64
    var samples: Int
    var first: Double?
    var last: Double?
    var report: String
    var workouts: Int?
    var lost: String?
    var tracks: Int?
    var places: Int?
    var sources: [StoredSource]
    var series: [Series]

    /// Nil if a row is damaged, so that an earlier copy may be better.
    init?(_ row: DatabaseRow, _ database: Database) throws {
        guard let dataset = try? Library.Dataset(row), dataset.report.isWhole else { return nil }
        path = dataset.path
        format = dataset.format
        bytes = dataset.bytes
        added = dataset.added
        isPartial = dataset.isPartial
        digest = dataset.digest
        samples = dataset.samples
        (first, last) = (dataset.span?.first, dataset.span?.last)
        report = try row.value("report")
        workouts = dataset.workouts
        lost = try row.value("lost")
        tracks = dataset.tracks
        places = dataset.places
        sources = try StoredSource.all(of: dataset.id, database)
        series = try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM series WHERE dataset = ? ORDER BY id",
            arguments: [dataset.id]
        ).map { row in
            // A row that cannot be read is not worth a copy.
            _ = try StoredSeries(row)
            return Series(
                id: try row.value("id"), metric: try row.value("metric"),
                family: try row.value("family"), unit: try row.value("unit"),
                aggregation: try row.value("aggregation"), title: try row.value("title"),
                labels: try row.value("labels"), samples: try row.value("samples"),
                first: try row.value("first"), last: try row.value("last"))
        }
    }

    /// Writes the row of the dataset.
    func writeDataset(_ id: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO dataset
                (id, path, format, bytes, added, isPartial, digest, samples, first, last, report,
                workouts, lost, tracks, places)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, path, format, bytes, added, isPartial, digest, samples, first, last, report,
                workouts, lost, tracks, places,
            ])
    }
}

/// The content of a note.
private struct NoteCopy: Codable {
    var start: Double
    var end: Double
    var metric: String?
    var text: String
    var created: Double
    var changed: Double

    init(_ note: Library.Note) {
        (start, end, metric) = (note.start, note.end, note.metric?.rawValue)
        (text, created, changed) = (note.text, note.created, note.changed)
    }

    func note(_ id: Int64) -> Library.Note {
        Library.Note(
            id: id, start: start, end: end, metric: metric.map { MetricID($0) }, text: text,
            created: created, changed: changed)
    }
}

/// The content of a target.
private struct TargetCopy: Codable {
    var name: String
    var latitude: Double
    var longitude: Double
    var height: Double?
    var created: Double
    var changed: Double

    init(_ target: LibraryTarget) {
        (name, height) = (target.name, target.height)
        (latitude, longitude) = (target.place.latitude, target.place.longitude)
        (created, changed) = (target.created, target.changed)
    }

    func target(_ id: Int64) -> LibraryTarget {
        LibraryTarget(
            id: id, name: name, place: Coordinate(latitude: latitude, longitude: longitude),
            height: height, created: created, changed: changed)
    }
}

/// The table of copies.
enum StoredCopies {
    private enum Kind {
        static let dataset = "dataset"
        static let note = "note"
        static let mark = "mark"
        static let target = "target"
    }

    // MARK: Writing

    /// Updates the copies at the end of a transaction.
    static func update(_ database: Database) throws {
        try updateNotes(database)
        try updateMarks(database)
        try updateTargets(database)
        for row in try DatabaseRow.fetchAll(database, sql: "SELECT * FROM dataset") {
            try write(row, database)
        }
        try deleteOthers(Kind.dataset, "dataset", database)
    }

    /// Writes the copy for an added dataset, if no other has changed.
    static func add(_ dataset: Int64, _ database: Database) throws {
        let row = try DatabaseRow.fetchOne(
            database, sql: "SELECT * FROM dataset WHERE id = ?", arguments: [dataset])
        if let row { try write(row, database) }
    }

    private static func write(_ row: DatabaseRow, _ database: Database) throws {
        guard let copy = try? DatasetCopy(row, database) else { return }
        try write(Kind.dataset, try row.value("id"), copy, database)
    }

    /// Updates the copies of the notes only.
    static func updateNotes(_ database: Database) throws {
        for note in try StoredNotes.read(database).all {
            try write(Kind.note, note.id, NoteCopy(note), database)
        }
        try deleteOthers(Kind.note, "note", database)
    }

    /// Updates the copies of the targets only.
    static func updateTargets(_ database: Database) throws {
        guard try StoredTargets.areKept(database) else { return }
        for target in try StoredTargets.read(database).all {
            try write(Kind.target, target.id, TargetCopy(target), database)
        }
        try deleteOthers(Kind.target, "target", database)
    }

    /// Updates the copies of all drawings.
    private static func updateMarks(_ database: Database) throws {
        guard try StoredMarks.areKept(database) else { return }
        let list = try StoredMarks.read(database)
        for mark in list.marks + list.removed { try write(mark, database) }
        try deleteOtherMarks(database)
    }

    /// Writes the copy of a drawing.
    static func write(_ mark: LibraryMark, _ database: Database) throws {
        try write(Kind.mark, mark.id, Data(PackedMarks.bytes(mark)), database)
    }

    /// Removes the copies of drawings that are not there any more.
    static func deleteOtherMarks(_ database: Database) throws {
        try deleteOthers(Kind.mark, "mark", database)
    }

    private static func deleteOthers(
        _ kind: String, _ table: String, _ database: Database
    ) throws {
        try database.execute(
            sql: "DELETE FROM copy WHERE kind = ? AND number NOT IN (SELECT id FROM \(table))",
            arguments: [kind])
    }

    private static func write(
        _ kind: String, _ number: Int64, _ value: some Encodable, _ database: Database
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try write(kind, number, try encoder.encode(value), database)
    }

    private static func write(
        _ kind: String, _ number: Int64, _ bytes: Data, _ database: Database
    ) throws {
        let checksum = Self.checksum(kind, number, bytes)
        let there = try? Int64.fetchOne(
            database, sql: "SELECT checksum FROM copy WHERE kind = ? AND number = ?",
            arguments: [kind, number])
        if there == checksum { return }
        try database.execute(
            sql: "INSERT OR REPLACE INTO copy (kind, number, checksum, bytes) VALUES (?, ?, ?, ?)",
            arguments: [kind, number, checksum, bytes])
    }

    private static func checksum(_ kind: String, _ number: Int64, _ bytes: Data) -> Int64 {
        var whole = PackedWriter()
        for byte in kind.utf8 { whole.append(byte: byte) }
        whole.append(signed: number)
        return Int64(bitPattern: Checksum.of(whole.bytes + bytes))
    }

    // MARK: Reading

    /// The intact copies of datasets.
    static func datasets(_ database: Database) throws -> [(id: Int64, copy: DatasetCopy)] {
        try all(Kind.dataset, database)
    }

    /// The intact copies of notes.
    static func notes(_ database: Database) throws -> [Library.Note] {
        let copies: [(id: Int64, copy: NoteCopy)] = try all(Kind.note, database)
        return copies.map { $0.copy.note($0.id) }
    }

    /// The intact copies of targets.
    static func targets(_ database: Database) throws -> [LibraryTarget] {
        let copies: [(id: Int64, copy: TargetCopy)] = try all(Kind.target, database)
        return copies.map { $0.copy.target($0.id) }
    }

    /// The intact copies of drawings.
    static func marks(_ database: Database) throws -> [LibraryMark] {
        try bytes(Kind.mark, database).compactMap { number, bytes in
            guard let mark = try? PackedMarks.mark([UInt8](bytes)), mark.id == number else {
                return nil
            }
            return mark
        }
    }

    private static func all<Value: Decodable>(
        _ kind: String, _ database: Database
    ) throws -> [(id: Int64, copy: Value)] {
        try bytes(kind, database).compactMap { number, bytes in
            guard let value = try? JSONDecoder().decode(Value.self, from: bytes) else {
                return nil
            }
            return (number, value)
        }
    }

    /// The bytes of intact copies.
    private static func bytes(
        _ kind: String, _ database: Database
    ) throws -> [(id: Int64, bytes: Data)] {
        try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM copy WHERE kind = ? ORDER BY number", arguments: [kind]
        ).compactMap { row in
            guard let number: Int64 = try? row.value("number"),
                let bytes: Data = try? row.value("bytes"),
                let sum: Int64 = try? row.value("checksum"),
                sum == checksum(kind, number, bytes)
            else { return nil }
            return (number, bytes)
        }
    }

    /// How many datasets, notes, drawings and targets have no good copy; 0 for a database from before
    /// there were copies.
    static func missing(_ database: Database) throws -> Int {
        guard try database.tableExists("copy") else { return 0 }
        let wanted = try DatasetListing(database).datasets.map(\.id)
        let missing = Set(wanted).subtracting(try datasets(database).map(\.id))
        let notes = Set(try StoredNotes.read(database).all.map(\.id))
            .subtracting(try notes(database).map(\.id))
        let list = try StoredMarks.read(database)
        let marks = Set((list.marks + list.removed).map(\.id))
            .subtracting(try marks(database).map(\.id))
        let targets = Set(try StoredTargets.read(database).all.map(\.id))
            .subtracting(try targets(database).map(\.id))
        return missing.count + notes.count + marks.count + targets.count
    }
}
