import ChartCore
import Foundation
import GRDB

/// Writes the samples of a series as they come, chunk by chunk; at most one chunk is buffered.
struct SeriesWriter {
    private let metric: Metric
    private let labels: [String]
    private let dataset: Int64
    /// The series; nil while it has no samples.
    private var series: Int64?
    private var waiting = SampleColumns()
    private var chunks = 0
    private var samples = 0
    private var span: (first: Double, last: Double)?

    init(_ metric: Metric, labels: [String], dataset: Int64) {
        self.metric = metric
        self.labels = labels
        self.dataset = dataset
    }

    mutating func append(_ columns: SampleColumns, _ database: Database) throws {
        var from = 0
        while from < columns.count {
            let next = from..<min(from + SampleChunk.most - waiting.count, columns.count)
            from = next.upperBound
            if waiting.isEmpty, next.count == SampleChunk.most {
                try write(columns, next, database)
            } else {
                waiting.append(contentsOf: columns.gathered(Array(next)))
                if waiting.count == SampleChunk.most { try flush(database) }
            }
        }
    }

    /// Writes the buffered samples, and returns the series; nil if there were none.
    @discardableResult
    mutating func finish(_ database: Database) throws -> Int64? {
        if !waiting.isEmpty { try flush(database) }
        guard let series else { return nil }
        try database.execute(
            sql: "UPDATE series SET samples = ?, first = ?, last = ? WHERE id = ?",
            arguments: [samples, span?.first, span?.last, series])
        return series
    }

    private mutating func flush(_ database: Database) throws {
        let columns = waiting
        waiting = SampleColumns()
        try write(columns, 0..<columns.count, database)
    }

    private mutating func write(
        _ columns: SampleColumns, _ range: Range<Int>, _ database: Database
    ) throws {
        let series = try series ?? begin(database)
        self.series = series
        let bytes = SampleChunk.bytes(columns, range)
        let (first, last) = (columns.starts[range.lowerBound], columns.starts[range.upperBound - 1])
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO chunk (series, number, samples, first, last, checksum, bytes)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(
            arguments: [
                series, chunks, range.count, first, last,
                Int64(bitPattern: Checksum.of(bytes)), Data(bytes),
            ])
        chunks += 1
        samples += range.count
        span = (span?.first ?? first, last)
    }

    private func begin(_ database: Database) throws -> Int64 {
        try database.execute(
            sql: """
                INSERT INTO series
                (dataset, metric, family, unit, aggregation, title, labels, samples)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0)
                """,
            arguments: [
                dataset, metric.id.rawValue, metric.family.rawValue, metric.unit,
                metric.aggregation.rawValue, metric.title,
                String(decoding: try JSONEncoder().encode(labels), as: UTF8.self),
            ])
        return database.lastInsertedRowID
    }
}
