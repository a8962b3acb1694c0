import ChartCore
import Foundation
import GRDB
import Localization

/// A row of the database; the importers read tables with rows of their own.
typealias DatabaseRow = GRDB.Row

extension DatabaseRow {
    /// The value of a column; throws if it has another type, which only damage can cause.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        try decode(Value.self, forColumn: column)
    }

    /// Removes the damaged rows of a table that has row numbers.
    ///
    /// - Parameters:
    ///   - dataset: the dataset whose rows are looked at; nil for all rows.
    ///   - read: throws if a row is damaged.
    static func deleteDamaged(
        _ table: String, of dataset: Int64? = nil, _ database: Database,
        _ read: (DatabaseRow) throws -> Void
    ) throws {
        let rows = try fetchAll(
            database,
            sql: "SELECT rowid AS place, * FROM \(table)"
                + (dataset == nil ? "" : " WHERE dataset = ?"),
            arguments: dataset.map { [$0] } ?? [])
        for row in rows where (try? read(row)) == nil {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE rowid = ?", arguments: [row["place"] as Int64])
        }
    }
}

/// The description of a series of samples of one dataset and metric; the samples are in chunks.
struct StoredSeries {
    let id: Int64
    let dataset: Int64
    let metric: Metric
    let labels: [String]
    let samples: Int
    /// The starts of its first and last sample; NaN if they were not stored.
    private let first: Double
    private let last: Double

    /// A damaged part of the library.
    struct Damage {
        /// The number of the chunk; nil if the chunk itself is missing.
        var chunk: Int?
        var samples: Int
        /// The starts of its first and last sample, or of those around it if it is missing; NaN if
        /// they are unknown.
        var span: (first: Double, last: Double)
    }

    /// The samples of a chunk, or its damage.
    enum Part {
        /// Samples, and the number of the first of them in the series.
        case samples(SampleColumns, first: Int)
        case damage(Damage)
    }

    init(_ row: DatabaseRow) throws {
        id = try row.value("id")
        dataset = try row.value("dataset")
        samples = try row.value("samples")
        guard 0...Int(UInt32.max) ~= samples else { throw PackedReader.Malformed() }
        // A backup of an earlier version is read unchanged.
        first = row.hasColumn("first") ? (try? row.value("first")) ?? .nan : .nan
        last = row.hasColumn("last") ? (try? row.value("last")) ?? .nan : .nan
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

    /// Writes the samples as a series of a dataset; writes nothing if there are none.
    static func insert(
        _ samples: MetricSamples, dataset: Int64, _ database: Database
    ) throws {
        var writer = SeriesWriter(samples.metric, labels: samples.labels, dataset: dataset)
        try writer.append(samples.columns, database)
        try writer.finish(database)
    }

    /// Reads the good chunks one after the other, and reports the damage of the others.
    ///
    /// `sources` maps the dataset's numbers of sources, `labels` its numbers of labels; `span`
    /// leaves out the chunks whose starts cannot be in it. `body` returns whether to go on.
    func forEachChunk(
        _ database: Database, sources: [UInt16], labels: [Int], in span: ClosedRange<Double>? = nil,
        _ body: (Part) throws -> Bool
    ) throws {
        var known = 0
        var before = -1
        var last = first
        let rows = try DatabaseRow.fetchCursor(
            database,
            sql: "SELECT * FROM chunk WHERE series = ?"
                + (span == nil ? "" : " AND first <= ? AND last >= ?") + " ORDER BY number",
            arguments: span.map { [id, $0.upperBound, $0.lowerBound] } ?? [id])
        while let row = try rows.next() {
            let count: Int = (try? row.value("samples")) ?? 0
            let number: Int = (try? row.value("number")) ?? -1
            let times: (first: Double, last: Double) = (
                (try? row.value("first")) ?? .nan, (try? row.value("last")) ?? .nan
            )
            // All chunks except the last are full, so a chunk's number determines the numbers of
            // its samples.
            let isInOrder = number > before && number <= samples / SampleChunk.most
            known &+= count
            if isInOrder, span == nil, number > before + 1 {
                let gap = (number - before - 1) * SampleChunk.most
                known &+= gap
                guard
                    try body(
                        .damage(Damage(chunk: nil, samples: gap, span: (last, times.first))))
                else { return }
            }
            before = max(before, number)
            last = times.last
            let columns =
                isInOrder ? try? columns(row, count, sources: sources, labels: labels) : nil
            let part: Part =
                columns.map { .samples($0, first: number * SampleChunk.most) }
                ?? .damage(Damage(chunk: number, samples: count, span: times))
            guard try body(part) else { return }
        }
        if span == nil, known != samples {
            _ = try body(
                .damage(Damage(chunk: nil, samples: samples &- known, span: (last, self.last))))
        }
    }

    /// The samples of a chunk; throws if they are damaged.
    private func columns(
        _ row: DatabaseRow, _ count: Int, sources: [UInt16], labels: [Int]
    ) throws -> SampleColumns {
        let data: Data = try row.value("bytes")
        let checksum: Int64 = try row.value("checksum")
        let bytes = [UInt8](data)
        guard Checksum.of(bytes) == UInt64(bitPattern: checksum) else {
            throw PackedReader.Malformed()
        }
        let columns = try SampleChunk.columns(
            bytes, sources: sources, labels: metric.aggregation == .category ? labels : nil,
            names: metric.aggregation == .named ? labels : nil)
        guard columns.count == count, isSound(columns) else { throw PackedReader.Malformed() }
        return columns
    }

    /// Whether the samples can come from a reader: somebody else's file may contain anything with
    /// the right checksum.
    private func isSound(_ columns: SampleColumns) -> Bool {
        let isPair = metric.aggregation == .pair || metric.aggregation == .named
        return columns.secondaryValues.isEmpty != isPair
            && columns.values.allSatisfy(\.isFinite)
            && columns.secondaryValues.allSatisfy(\.isFinite)
            && (0..<columns.count).allSatisfy {
                SoundTime.contains(from: columns.starts[$0], to: columns.end(at: $0))
            }
    }

    /// The good samples in chunks that may have starts in a span, and their numbers in the series;
    /// the dataset's own numbers of sources and labels are kept.
    func readable(
        _ database: Database, sources: Int, in span: ClosedRange<Double>? = nil
    ) throws -> (columns: SampleColumns, numbers: ClaimRuns) {
        var (columns, numbers) = (SampleColumns(), ClaimRuns())
        try forEachChunk(
            database, sources: StoredSource.numbers(sources), labels: Array(labels.indices),
            in: span
        ) { part in
            if case .samples(let more, let first) = part {
                numbers.append(first..<first + more.count)
                columns.append(contentsOf: more)
            }
            return true
        }
        return (columns, numbers)
    }

    /// The series of a metric that may have starts in a span, except a dataset's own; those that
    /// cannot be identified are left out.
    static func all(
        of metric: Metric, in span: ClosedRange<Double>?, without dataset: Int64,
        _ database: Database
    ) throws -> [StoredSeries] {
        // If the span of a series was not stored, those of its chunks are used.
        let isInSpan = """
            AND CASE WHEN first IS NULL THEN EXISTS (
                SELECT 1 FROM chunk
                WHERE chunk.series = series.id AND chunk.first <= ? AND chunk.last >= ?)
            ELSE first <= ? AND last >= ? END
            """
        let bounds =
            span.map { [$0.upperBound, $0.lowerBound, $0.upperBound, $0.lowerBound] } ?? []
        return try DatabaseRow.fetchAll(
            database,
            sql: """
                SELECT * FROM series WHERE metric = ? AND aggregation = ? AND dataset <> ?
                \(span == nil ? "" : isInSpan) ORDER BY id
                """,
            arguments: [metric.id.rawValue, metric.aggregation.rawValue, dataset]
                + StatementArguments(bounds)
        ).compactMap { try? StoredSeries($0) }
    }

    /// The series of a dataset that can be identified, and the numbers of the others.
    static func all(
        of dataset: Int64, _ database: Database
    ) throws -> (series: [StoredSeries], unclear: [Int64]) {
        let rows = try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM series WHERE dataset = ? ORDER BY id",
            arguments: [dataset])
        var result: (series: [StoredSeries], unclear: [Int64]) = ([], [])
        for row in rows {
            if let series = try? StoredSeries(row) {
                result.series.append(series)
            } else {
                result.unclear.append(try row.value("id"))
            }
        }
        return result
    }

    /// The series with a number; nil if there is none that can be identified.
    static func one(_ id: Int64, _ database: Database) throws -> StoredSeries? {
        try DatabaseRow.fetchOne(
            database, sql: "SELECT * FROM series WHERE id = ?", arguments: [id]
        ).flatMap { try? StoredSeries($0) }
    }
}

extension SourceKind: Codable {}

/// A source of a dataset.
struct StoredSource: Codable {
    var name: String
    var kind: SourceKind
    var isFile: Bool
    /// The program whose export contains it; nil if it may be any.
    var program: String?

    /// A source of which only the number is known.
    init(number: Int) {
        name = tr("source {1}", "\(number)")
        kind = .other
        isFile = false
    }

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
        // A backup of an earlier version is read unchanged.
        program = row.hasColumn("program") ? try row.value("program") : nil
    }

    /// The same source in an import, in which the dataset is one of the files.
    func source(file: Int) -> Source {
        Source(name: name, kind: kind, file: file, isFile: isFile, program: program)
    }

    /// The key that other datasets compare: records without a source are copies of one another,
    /// whatever file contains them.
    var identity: String { isFile ? "" : name }

    static func all(of dataset: Int64, _ database: Database) throws -> [StoredSource] {
        try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM source WHERE dataset = ? ORDER BY number",
            arguments: [dataset]
        ).enumerated().prefix { number, row in
            // If one is lost, samples of it and of later ones have no source.
            (try? row.value("number")) == number
        }.map { try StoredSource($0.element) }
    }

    /// The numbers of `count` sources.
    static func numbers(_ count: Int) -> [UInt16] {
        (0..<count).map { UInt16(truncatingIfNeeded: $0) }
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
