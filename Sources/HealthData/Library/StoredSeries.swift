import ChartCore
import Foundation
import GRDB
import Localization

/// A row of the database; tables that are read have rows too.
typealias DatabaseRow = GRDB.Row

extension DatabaseRow {
    /// What stands in a column; throws where it is not of the type, as only damage makes it.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        try decode(Value.self, forColumn: column)
    }
}

/// The description of a series of samples of one dataset and metric; the samples stand in chunks.
struct StoredSeries {
    let id: Int64
    let dataset: Int64
    let metric: Metric
    let labels: [String]
    let samples: Int

    /// A part of the library that is not what was written.
    struct Damage {
        var chunk: Int
        var samples: Int
        var span: (first: Double, last: Double)
    }

    /// A chunk, or what is the matter with it.
    enum Part {
        case samples(SampleColumns)
        case damage(Damage)
    }

    init(_ row: DatabaseRow) throws {
        id = try row.value("id")
        dataset = try row.value("dataset")
        samples = try row.value("samples")
        guard 0...Int(UInt32.max) ~= samples else { throw PackedReader.Malformed() }
        let metricID: String = try row.value("metric")
        let family: String = try row.value("family")
        let aggregation: String = try row.value("aggregation")
        guard let family = MetricFamily(rawValue: family),
            let aggregation = Aggregation(rawValue: aggregation)
        else { throw PackedReader.Malformed() }
        metric = Metric(
            id: MetricID(metricID), family: family, unit: try row.value("unit"),
            aggregation: aggregation,
            title: try row.value("title"))
        let text: String = try row.value("labels")
        guard let labels = try? JSONDecoder().decode([String].self, from: Data(text.utf8)) else {
            throw PackedReader.Malformed()
        }
        // Earlier versions kept every program's own names.
        self.labels = metric.id == .workouts ? labels.map(Sport.label) : labels
    }

    /// Writes the samples as a series of a dataset; nothing where there are none.
    static func insert(
        _ samples: MetricSamples, dataset: Int64, _ database: Database
    ) throws -> Int64? {
        guard !samples.columns.isEmpty else { return nil }
        let labels = String(decoding: try JSONEncoder().encode(samples.labels), as: UTF8.self)
        let metric = samples.metric
        try database.execute(
            sql: """
                INSERT INTO series
                (dataset, metric, family, unit, aggregation, title, labels, samples)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                dataset, metric.id.rawValue, metric.family.rawValue, metric.unit,
                metric.aggregation.rawValue, metric.title, labels, samples.columns.count,
            ])
        let series = database.lastInsertedRowID
        let statement = try database.makeStatement(
            sql: """
                INSERT INTO chunk (series, number, samples, first, last, checksum, bytes)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        var from = 0
        var number = 0
        while from < samples.columns.count {
            let range = from..<min(from + SampleChunk.most, samples.columns.count)
            let bytes = SampleChunk.bytes(samples.columns, range)
            try statement.execute(
                arguments: [
                    series, number, range.count, samples.columns.starts[range.lowerBound],
                    samples.columns.starts[range.upperBound - 1],
                    Int64(bitPattern: Checksum.of(bytes)), Data(bytes),
                ])
            from = range.upperBound
            number += 1
        }
        return series
    }

    /// Reads the chunks, one after the other, as far as they are good.
    ///
    /// `sources` says what becomes of the dataset's numbers of sources, `labels` of its numbers of
    /// labels. `body` returns whether to go on.
    func forEachChunk(
        _ database: Database, sources: [UInt16], labels: [Int],
        _ body: (Part) throws -> Bool
    ) throws {
        let isCategory = metric.aggregation == .category && !self.labels.isEmpty
        let isNamed = metric.aggregation == .named
        var known = 0
        let rows = try DatabaseRow.fetchCursor(
            database, sql: "SELECT * FROM chunk WHERE series = ? ORDER BY number", arguments: [id])
        do {
            while let row = try rows.next() {
                let count: Int = (try? row.value("samples")) ?? 0
                known &+= count
                let columns = try? StoredSeries.columns(
                    row, count, sources: sources, values: isCategory ? labels : nil,
                    seconds: isNamed ? labels : nil)
                let part: Part =
                    columns.map { .samples($0) }
                    ?? .damage(
                        Damage(
                            chunk: (try? row.value("number")) ?? 0, samples: count,
                            span: (
                                (try? row.value("first")) ?? .nan, (try? row.value("last")) ?? .nan
                            )))
                guard try body(part) else { return }
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            // What comes behind is out of reach, and counted as missing.
        }
        if known != samples {
            _ = try body(
                .damage(
                    Damage(chunk: -1, samples: samples &- known, span: (.nan, .nan))))
        }
    }

    /// The samples of a chunk; throws where they are not what was written.
    private static func columns(
        _ row: DatabaseRow, _ count: Int, sources: [UInt16], values: [Int]?, seconds: [Int]?
    ) throws -> SampleColumns {
        let data: Data = try row.value("bytes")
        let checksum: Int64 = try row.value("checksum")
        let bytes = [UInt8](data)
        guard Checksum.of(bytes) == UInt64(bitPattern: checksum) else {
            throw PackedReader.Malformed()
        }
        let columns = try SampleChunk.columns(
            bytes, sources: sources, values: values, seconds: seconds)
        guard columns.count == count else { throw PackedReader.Malformed() }
        return columns
    }

    /// All samples; the dataset's own numbers of sources and labels stay.
    ///
    /// - Throws: where a part is damaged: what moves samples about must not lose any.
    func columns(_ database: Database, path: String) throws -> SampleColumns {
        var result = SampleColumns()
        let count = try StoredSource.all(of: dataset, database).count
        try forEachChunk(
            database, sources: (0..<max(count, 1)).map { UInt16(truncatingIfNeeded: $0) },
            labels: Array(labels.indices)
        ) { part in
            guard case .samples(let columns) = part else {
                throw LibraryTrouble(
                    place: path, problem: tr("parts of {1} are damaged", metric.name),
                    remedy: tr("see oresen library verify, or restore a backup"))
            }
            result.append(contentsOf: columns)
            return true
        }
        return result
    }

    static func all(_ database: Database, metric: MetricID) throws -> [StoredSeries] {
        try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM series WHERE metric = ? ORDER BY id",
            arguments: [metric.rawValue]
        ).map { try StoredSeries($0) }
    }

    static func all(_ database: Database, dataset: Int64) throws -> [StoredSeries] {
        try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM series WHERE dataset = ? ORDER BY id",
            arguments: [dataset]
        ).map { try StoredSeries($0) }
    }
}

/// A source of a dataset.
struct StoredSource {
    var name: String
    var kind: SourceKind
    var isFile: Bool
    /// The program in whose export it stands; nil where that may be any.
    var program: String?

    init(_ source: Source) {
        name = source.name
        kind = source.kind
        isFile = source.isFile
        program = source.program
    }

    private init(_ row: DatabaseRow) throws {
        name = try row.value("name")
        kind = SourceKind(rawValue: try row.value("kind")) ?? .other
        isFile = try row.value("isFile")
        // A backup of an earlier version is read as it is.
        program = row.hasColumn("program") ? try row.value("program") : nil
    }

    /// The same in an import, where the dataset is one of its files.
    func source(file: Int) -> Source {
        Source(name: name, kind: kind, file: file, isFile: isFile, program: program)
    }

    /// What it is known by to other datasets: records without a source are copies of one another
    /// whatever file they stand in.
    var identity: String { isFile ? "" : name }

    static func all(of dataset: Int64, _ database: Database) throws -> [StoredSource] {
        try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM source WHERE dataset = ? ORDER BY number",
            arguments: [dataset]
        ).map { try StoredSource($0) }
    }

    func insert(_ number: Int, dataset: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO source (dataset, number, name, kind, isFile, program)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [dataset, number, name, kind.rawValue, isFile, program])
    }
}
