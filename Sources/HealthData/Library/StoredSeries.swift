import ChartCore
import Foundation
import GRDB
import Localization

/// A row of the database; tables that are read have rows too.
typealias DatabaseRow = GRDB.Row

/// The description of a series of samples of one dataset and metric; the samples stand in chunks.
struct StoredSeries {
    let id: Int64
    let dataset: Int64
    let metric: Metric
    let labels: [String]
    let samples: Int

    /// A part of the library that is not what was written.
    struct Damage {
        var series: Int64
        var chunk: Int
        var samples: Int
        var span: (first: Double, last: Double)
    }

    /// A chunk, or what is the matter with it.
    enum Part {
        case samples(SampleColumns)
        case damage(Damage)
    }

    init(_ row: DatabaseRow) throws(PackedReader.Malformed) {
        id = row["id"]
        dataset = row["dataset"]
        samples = row["samples"]
        let metricID: String = row["metric"]
        let family: String = row["family"]
        let aggregation: String = row["aggregation"]
        guard let family = MetricFamily(rawValue: family),
            let aggregation = Aggregation(rawValue: aggregation)
        else { throw PackedReader.Malformed() }
        metric = Metric(
            id: MetricID(metricID), family: family, unit: row["unit"], aggregation: aggregation,
            title: row["title"])
        let text: String = row["labels"]
        guard let labels = try? JSONDecoder().decode([String].self, from: Data(text.utf8)) else {
            throw PackedReader.Malformed()
        }
        self.labels = labels
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
        while let row = try rows.next() {
            let number: Int = row["number"]
            let data: Data = row["bytes"]
            let checksum: Int64 = row["checksum"]
            let count: Int = row["samples"]
            let bytes = [UInt8](data)
            known += count
            if Checksum.of(bytes) == UInt64(bitPattern: checksum),
                let columns = try? SampleChunk.columns(
                    bytes, sources: sources, values: isCategory ? labels : nil,
                    seconds: isNamed ? labels : nil), columns.count == count
            {
                guard try body(.samples(columns)) else { return }
            } else {
                let damage = Damage(
                    series: id, chunk: number, samples: count, span: (row["first"], row["last"]))
                guard try body(.damage(damage)) else { return }
            }
        }
        if known != samples {
            _ = try body(
                .damage(
                    Damage(
                        series: id, chunk: -1, samples: samples - known, span: (.nan, .nan))))
        }
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

    /// What it is known by to other datasets: records without a source are copies of one another
    /// whatever file they stand in.
    var identity: String { isFile ? "" : name }

    static func all(of dataset: Int64, _ database: Database) throws -> [StoredSource] {
        try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM source WHERE dataset = ? ORDER BY number",
            arguments: [dataset]
        ).map { row in
            StoredSource(
                name: row["name"], kind: SourceKind(rawValue: row["kind"]) ?? .other,
                isFile: row["isFile"])
        }
    }

    func insert(_ number: Int, dataset: Int64, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO source (dataset, number, name, kind, isFile) VALUES (?, ?, ?, ?, ?)",
            arguments: [dataset, number, name, kind.rawValue, isFile])
    }
}
