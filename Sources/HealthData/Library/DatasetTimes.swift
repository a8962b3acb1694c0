// Checks whether a file is still the one that a dataset came from.
//
// Method: the kept and the new samples are compared by what the answer to a question does not
// change: a unit changes no times, and the order of day and month changes no values. Every kept
// value has to be in the new reading, equally often; a later version may read more. Rejected: sizes
// alone (an export of rows of one width has the same size every week, a database whole pages), a
// digest of the file (an archive is not read as a whole, and one that was only repacked is not a
// different one).

import ChartCore
import GRDB

/// The times and values of the samples of a dataset.
struct DatasetTimes {
    private struct Metrics {
        var starts: [Double] = []
        var values: [Double] = []
    }

    private let dataset: Library.Dataset
    private var metrics: [MetricID: Metrics] = [:]

    /// The samples that can be read.
    init(of dataset: Library.Dataset, _ database: Database) throws {
        self.dataset = dataset
        for series in try StoredSeries.all(of: dataset.id, database).series {
            try take(nil, of: series, database)
        }
        for claim in try StoredClaim.all(dataset: dataset.id, database) {
            guard let series = try StoredSeries.one(claim.series, database),
                let runs = try? claim.runs(of: series.samples)
            else { continue }
            try take(runs, of: series, database)
        }
    }

    private mutating func take(
        _ runs: ClaimRuns?, of series: StoredSeries, _ database: Database
    ) throws {
        let count = try StoredSource.all(of: series.dataset, database).count
        var taken = metrics.removeValue(forKey: series.metric.id) ?? Metrics()
        try series.forEachChunk(
            database, sources: StoredSource.numbers(count), labels: Array(series.labels.indices)
        ) { part in
            guard case .samples(let columns, let first) = part else { return true }
            let range = first..<first + columns.count
            for piece in runs.map({ $0.pieces(in: range) }) ?? [range] {
                for index in piece.lowerBound - first..<piece.upperBound - first {
                    taken.starts.append(columns.starts[index])
                    taken.values.append(columns.values[index])
                }
            }
            return true
        }
        metrics[series.metric.id] = taken
    }

    /// Whether the first file of an import has them too, as far as the assumptions about it are the
    /// same.
    func are(in result: ImportResult) -> Bool {
        guard let file = result.report.files.first, file.bytes == dataset.bytes else {
            return false
        }
        let changed = Set(
            (dataset.report.questions ?? []).filter { old in
                !file.questions.contains { $0.isSame(as: old) && $0.assumed == old.assumed }
            }.map(\.id))
        // Values that cannot be used in another unit were refused.
        let refused = max(0, file.refused - dataset.report.refused)
        return metrics.allSatisfy { id, kept in
            let now = result.records[id]
            let starts = now.map { Array($0.columns.starts) } ?? []
            let values = now.map { Array($0.columns.values) } ?? []
            guard changed.contains("date") else {
                return DatasetTimes.missing(kept.starts, in: starts) <= refused
            }
            return changed.contains("unit.\(id)") || changed.contains("decimal")
                || now?.metric.aggregation == .category
                ? kept.values.count - values.count <= refused
                : DatasetTimes.missing(kept.values, in: values) <= refused
        }
    }

    /// Whether the samples of a file have the same times, and the same values except those of one
    /// metric.
    func are(in parts: FileParts, except: MetricID) -> Bool {
        let samples = parts.samples.filter { !$0.columns.isEmpty }
        return samples.count == metrics.count
            && samples.allSatisfy { new in
                guard let kept = metrics[new.metric.id] else { return false }
                // Labels have other numbers in the series of other datasets.
                let hasValues = new.metric.id != except && new.metric.aggregation != .category
                return kept.starts.sorted() == new.columns.starts.sorted()
                    && (!hasValues
                        || kept.values.sorted() == new.columns.values.sorted())
            }
    }

    /// How many of some numbers are not in others, or not as often.
    private static func missing(_ numbers: [Double], in others: [Double]) -> Int {
        let (numbers, others) = (numbers.sorted(), others.sorted())
        var missing = 0
        var next = 0
        for number in numbers {
            while next < others.count, others[next] < number { next += 1 }
            if next < others.count, others[next] == number { next += 1 } else { missing += 1 }
        }
        return missing
    }
}
