// The readable content of a damaged library, as a library.
//
// Method: every row that the pages hold goes into a new database of this version. Then what is
// missing is filled in from copies and indexes: descriptions of datasets and series, sources,
// notes, drawings. What is still unknown gets a name that says so, so that its samples are shown. The
// database is SQLite's own temporary one, which has no name and grows in memory before it grows on
// the disk.
//
// Other code reads it like any library, and reports what is missing as usual. Only damage that no
// remaining row shows is reported here.

import ChartCore
import Foundation
import GRDB
import Localization

/// The readable content of a damaged library.
struct SalvagedDatabase {
    private let owned: OwnedQueue
    /// Damage that the remaining rows do not show.
    let damages: [Damage]
    /// Whether it represents a library in which nothing has been written yet.
    let isBlank: Bool

    /// An empty library, for a file in which nothing has been written yet.
    init() throws {
        (owned, damages, isBlank) = (try SalvagedDatabase.made(), [], true)
    }

    var queue: DatabaseQueue { owned.queue }

    private static func made() throws -> OwnedQueue {
        var configuration = Configuration()
        configuration.label = "salvaged"
        configuration.foreignKeysEnabled = false
        let owned = OwnedQueue(try DatabaseQueue(path: "", configuration: configuration))
        try LibrarySchema.migrator.migrate(owned.queue)
        return owned
    }

    /// Nil if the file has no content of a library.
    init?(of path: String) throws {
        guard let pages = DatabasePages(path) else { return nil }
        owned = try SalvagedDatabase.made()
        let queue = owned.queue
        var walk = PageWalk(pages)
        var salvaging = Salvaging()
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF")
        }
        let holdsAnything = try queue.write { database in
            try walk.forEachRow { try salvaging.take($0, database) }
            try salvaging.complete(torn: walk.torn, database)
            return try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM dataset) OR EXISTS (SELECT 1 FROM note)
                    OR EXISTS (SELECT 1 FROM mark) OR EXISTS (SELECT 1 FROM target)
                    """)
                ?? false
        }
        guard holdsAnything || salvaging.isLibrary else { return nil }
        damages = salvaging.damages
        isBlank = false
    }
}

/// Fills a new database with the rows of a damaged one.
private struct Salvaging {
    private(set) var damages: [Damage] = []
    /// Whether the schema shows that this is a library, although no row of it is left.
    private(set) var isLibrary = false
    /// The metrics of series, from indexes.
    private var metrics: [Int64: String] = [:]
    private var owners: [Int64: Int64] = [:]
    /// The start of each note that an index lists.
    private var notes: [Int64: Double] = [:]
    /// The drawings that an index lists.
    private var marks: Set<Int64> = []

    mutating func take(_ row: PageWalk.Row, _ database: Database) throws {
        switch row.tree {
        case "seriesByMetric":
            if let (metric, id) = pair(row, String.self) { metrics[id] = metric }
        case "seriesByDataset":
            if let (dataset, id) = pair(row, Int64.self) { owners[id] = dataset }
        case "noteByTime":
            if row.values.count == 3, let id = Int64.fromDatabaseValue(row.values[2]) {
                notes[id] = Double.fromDatabaseValue(row.values[0]) ?? .nan
            }
        case "markByTime":
            if row.values.count == 4, let id = Int64.fromDatabaseValue(row.values[3]) {
                marks.insert(id)
            }
        case "grdb_migrations": isLibrary = true
        default: try insert(row, database)
        }
    }

    private func pair<Value: DatabaseValueConvertible>(
        _ row: PageWalk.Row, _ type: Value.Type
    ) -> (Value, Int64)? {
        guard row.values.count == 2, let value = Value.fromDatabaseValue(row.values[0]),
            let id = Int64.fromDatabaseValue(row.values[1])
        else { return nil }
        return (value, id)
    }

    private func insert(_ row: PageWalk.Row, _ database: Database) throws {
        guard let shape = TableShape.of(row) else { return }
        var values = row.values
        if let number = row.number, shape.columns.first?.value == .number {
            values[0] = number.databaseValue
        }
        let names = shape.columns.prefix(values.count).map { "\"\($0.name)\"" }
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        // An earlier row came from a better place and stays; a row that lacks values is left out.
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO \(shape.table) (\(names.joined(separator: ", ")))
                VALUES (\(marks))
                """)
        try statement.execute(arguments: StatementArguments(values))
    }

    // MARK: With copies

    /// Fills in what is missing.
    mutating func complete(torn: [String: Int], _ database: Database) throws {
        let copies = try StoredCopies.datasets(database)
        for (id, copy) in copies { try complete(id, copy, database) }
        for note in try StoredNotes.lost(database, copies: StoredCopies.notes(database)) {
            try StoredNotes.put(note, database)
            damages.append(
                Damage(
                    dataset: nil,
                    text: tr(
                        "note {1} of {2} is damaged, and a copy of it is used", "\(note.id)",
                        Damage.day(note.start))))
        }
        try completeMarks(torn: torn["mark"] ?? 0, database)
        try completeTargets(torn: torn["target"] ?? 0, database)
        try describeSeries(database)
        try describeDatasets(database, without: Set(copies.map(\.id)))
        try reportNotes(torn["note"] ?? 0, database)
        try database.execute(
            sql: """
                DELETE FROM chunk WHERE series NOT IN (SELECT id FROM series);
                DELETE FROM claim WHERE series NOT IN (SELECT id FROM series)
                    OR dataset NOT IN (SELECT id FROM dataset);
                DELETE FROM source WHERE dataset NOT IN (SELECT id FROM dataset);
                DELETE FROM workout WHERE dataset NOT IN (SELECT id FROM dataset);
                DELETE FROM track WHERE dataset NOT IN (SELECT id FROM dataset);
                DELETE FROM place WHERE dataset NOT IN (SELECT id FROM dataset);
                """)
    }

    private mutating func complete(
        _ id: Int64, _ copy: DatasetCopy, _ database: Database
    ) throws {
        var isMended = false
        let row = try DatabaseRow.fetchOne(
            database, sql: "SELECT * FROM dataset WHERE id = ?", arguments: [id])
        if row.flatMap({ try? Library.Dataset($0) })?.report.isWhole != true {
            try copy.writeDataset(id, database)
            isMended = true
        }
        if ((try? StoredSource.all(of: id, database))?.count ?? 0) < copy.sources.count {
            try database.execute(sql: "DELETE FROM source WHERE dataset = ?", arguments: [id])
            for (number, source) in copy.sources.enumerated() {
                try source.insert(number, dataset: id, database)
            }
            isMended = true
        }
        for series in copy.series where try StoredSeries.one(series.id, database) == nil {
            try series.insert(dataset: id, database)
            isMended = true
        }
        guard isMended else { return }
        let name = copy.path.split(separator: "/").last.map(String.init) ?? copy.path
        damages.append(
            Damage(
                dataset: id,
                text: tr("{1}: its description is damaged, and a copy of it is used", name)))
    }

    // MARK: Without copies

    /// Describes series whose description is lost, as far as the indexes allow.
    private mutating func describeSeries(_ database: Database) throws {
        let lost = try DatabaseRow.fetchAll(
            database,
            sql: """
                SELECT series, max(number) AS most, sum(samples) AS samples, min(first) AS first,
                max(last) AS last FROM chunk WHERE series NOT IN (SELECT id FROM series)
                GROUP BY series
                """)
        for row in lost {
            let id: Int64 = try row.value("series")
            let count: Int = (try? row.value("samples")) ?? 0
            guard let owner = owners[id],
                let metric = metrics[id].flatMap({ Metric(MetricID($0)) })
            else {
                damages.append(
                    Damage(
                        dataset: owners[id],
                        text: tr(
                            "series {1} cannot be read, nor can its {2} samples", "\(id)",
                            "\(count)"),
                        samples: count))
                continue
            }
            let most: Int = (try? row.value("most")) ?? 0
            let last =
                try Int.fetchOne(
                    database, sql: "SELECT samples FROM chunk WHERE series = ? AND number = ?",
                    arguments: [id, most]) ?? 0
            let labels =
                [.category, .named].contains(metric.aggregation)
                ? try (0...labels(of: id, database)).map { tr("label {1}", "\($0)") } : []
            let series = DatasetCopy.Series(
                id: id, metric: metric.id.rawValue, family: metric.family.rawValue,
                unit: metric.unit, aggregation: metric.aggregation.rawValue,
                title: metric.title,
                labels: String(decoding: try JSONEncoder().encode(labels), as: UTF8.self),
                samples: most * SampleChunk.most + last, first: try? row.value("first"),
                last: try? row.value("last"))
            try series.insert(dataset: owner, database)
        }
    }

    /// The highest number of a label in the chunks of a series.
    private func labels(of series: Int64, _ database: Database) throws -> Int {
        let all = Array(0..<1 << 16)
        var highest = 0
        try forEachChunk(of: series, database) { bytes in
            for (labels, names) in [(all, nil), (nil, all)] as [([Int]?, [Int]?)] {
                guard
                    let columns = try? SampleChunk.columns(
                        bytes, sources: StoredSource.numbers(1 << 16), labels: labels,
                        names: names)
                else { continue }
                let numbers = labels == nil ? Array(columns.secondaryValues) : Array(columns.values)
                highest = max(highest, Int(numbers.max() ?? 0))
            }
        }
        return highest
    }

    /// Names datasets and sources about which nothing is known.
    private mutating func describeDatasets(
        _ database: Database, without known: Set<Int64>
    ) throws {
        let there = Set(
            try DatabaseRow.fetchAll(database, sql: "SELECT * FROM dataset").compactMap {
                try? Library.Dataset($0).id
            })
        let wanted = try Int64.fetchSet(database, sql: "SELECT dataset FROM series")
        for id in wanted.subtracting(there).sorted() {
            let copy = try DatasetCopy(lost: id, database)
            try copy.writeDataset(id, database)
            damages.append(
                Damage(
                    dataset: id,
                    text: tr("dataset {1}: its origin is not known", "\(id)")))
        }
        for id in wanted.subtracting(known).sorted() {
            let count = (try? StoredSource.all(of: id, database))?.count ?? 0
            var needed = count
            let series = try Int64.fetchAll(
                database, sql: "SELECT id FROM series WHERE dataset = ?", arguments: [id])
            for series in series {
                try forEachChunk(of: series, database) { bytes in
                    let columns = try? SampleChunk.columns(
                        bytes, sources: StoredSource.numbers(1 << 16))
                    needed = max(needed, Int(columns?.sources.max() ?? 0) + 1)
                }
            }
            guard needed > count else { continue }
            try database.execute(
                sql: "DELETE FROM source WHERE dataset = ? AND number >= ?",
                arguments: [id, count])
            for number in count..<needed {
                try StoredSource(number: number).insert(number, dataset: id, database)
            }
            damages.append(
                Damage(
                    dataset: id,
                    text: tr(
                        "{1}: {2} of its sources cannot be made out", try name(of: id, database),
                        "\(needed - count)")))
        }
    }

    private func name(of dataset: Int64, _ database: Database) throws -> String {
        let row = try DatabaseRow.fetchOne(
            database, sql: "SELECT * FROM dataset WHERE id = ?", arguments: [dataset])
        return row.flatMap { try? Library.Dataset($0) }?.name ?? "\(dataset)"
    }

    private func forEachChunk(
        of series: Int64, _ database: Database, _ body: ([UInt8]) -> Void
    ) throws {
        let rows = try DatabaseRow.fetchCursor(
            database, sql: "SELECT bytes, checksum FROM chunk WHERE series = ?",
            arguments: [series])
        while let row = try rows.next() {
            guard let data: Data = try? row.value("bytes"),
                let checksum: Int64 = try? row.value("checksum")
            else { continue }
            let bytes = [UInt8](data)
            if Checksum.of(bytes) == UInt64(bitPattern: checksum) { body(bytes) }
        }
    }

    /// Fills in drawings that have a copy, and reports those that are lost.
    private mutating func completeMarks(torn: Int, _ database: Database) throws {
        let copies = try StoredCopies.marks(database)
        for mark in try StoredMarks.lost(database, copies: copies) {
            try StoredMarks.put(mark, database)
            damages.append(
                Damage(
                    dataset: nil,
                    text: tr(
                        "drawing {1} of {2} is damaged, and a copy of it is used", "\(mark.id)",
                        Damage.day(mark.created)), subject: .drawing))
        }
        let there = try Int64.fetchSet(database, sql: "SELECT id FROM mark")
        let lost = marks.subtracting(there)
        for id in lost.sorted() {
            damages.append(
                Damage(dataset: nil, text: tr("drawing {1} is lost", "\(id)"), subject: .drawing))
        }
        // If all drawings have copies, a torn page of them loses none.
        if torn > 0, lost.isEmpty, copies.count < there.count || there.isEmpty {
            damages.append(
                Damage(
                    dataset: nil, text: tr("an unknown number of drawings is lost"),
                    subject: .drawing))
        }
    }

    /// Fills in targets that have a copy, and reports that some may be lost.
    private mutating func completeTargets(torn: Int, _ database: Database) throws {
        let copies = try StoredCopies.targets(database)
        for target in try StoredTargets.lost(database, copies: copies) {
            try StoredTargets.put(target, database)
            damages.append(
                Damage(
                    dataset: nil,
                    text: tr("target {1} is damaged, and a copy of it is used", target.name),
                    subject: .target))
        }
        let there = try StoredTargets.count(database)
        // If all targets have copies, a torn page of them loses none.
        if torn > 0, copies.count < there || there == 0 {
            damages.append(
                Damage(
                    dataset: nil, text: tr("an unknown number of targets is lost"),
                    subject: .target))
        }
    }

    /// Reports notes that are lost.
    private mutating func reportNotes(_ torn: Int, _ database: Database) throws {
        let there = try Int64.fetchSet(database, sql: "SELECT id FROM note")
        let lost = notes.filter { !there.contains($0.key) }.sorted { $0.key < $1.key }
        for (id, start) in lost {
            damages.append(
                Damage(
                    dataset: nil,
                    text: tr("note {1} of {2} is lost", "\(id)", Damage.day(start))))
        }
        // If all notes have copies, a torn page of notes loses none.
        let copies = try StoredCopies.notes(database).count
        if torn > 0, lost.isEmpty, copies < there.count || there.isEmpty {
            damages.append(
                Damage(dataset: nil, text: tr("an unknown number of notes is lost")))
        }
    }
}

extension DatasetCopy.Series {
    /// Writes it as a series of a dataset.
    fileprivate func insert(dataset: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO series
                (id, dataset, metric, family, unit, aggregation, title, labels, samples, first,
                last)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, dataset, metric, family, unit, aggregation, title, labels, samples, first,
                last,
            ])
    }
}

extension DatasetCopy {
    /// A dataset of which nothing is left but its series.
    fileprivate init(lost id: Int64, _ database: Database) throws {
        let row = try DatabaseRow.fetchOne(
            database,
            sql: """
                SELECT coalesce(sum(samples), 0) AS samples, min(first) AS first,
                max(last) AS last FROM series WHERE dataset = ?
                """, arguments: [id])
        path = tr("dataset {1}", "\(id)")
        format = "unknown"
        (bytes, added, isPartial, digest) = (0, 0, true, 0)
        samples = (try? row?.value("samples")) ?? 0
        first = try? row?.value("first")
        last = try? row?.value("last")
        report = try DatasetReport().json()
        (sources, series) = ([], [])
    }
}
