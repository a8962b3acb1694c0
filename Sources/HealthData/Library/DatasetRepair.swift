// Repairs damage when its file is added once more.
//
// Method: a file is recognised by the digest of all its samples, so the missing samples of its
// dataset are those that neither its good chunks nor its claims have. If these are exactly the
// content of the damaged chunks, which their checksums show, the chunks are rewritten in place, and
// all claims of others to them stay valid. Otherwise the dataset is removed and inserted again
// under the same number: the damaged samples that others shared with it are lost to them, which is
// reported, until their own files are added again as well. Rejected: always the latter (one bad
// sector would cost all later exports their claims).

import ChartCore
import Foundation
import GRDB
import Localization

/// Restores the damaged samples of a dataset.
enum DatasetRepair {
    /// Ensures that a dataset has all samples of its file, which was read once more.
    ///
    /// - Returns: how many samples were damaged or missing, and what other datasets lost.
    static func mend(
        _ dataset: LibraryDataset, with parts: FileParts, _ report: FileReport, _ path: String,
        _ database: Database
    ) throws -> (samples: Int, lost: [Damage]) {
        if !dataset.report.isWhole {
            try database.execute(
                sql: "UPDATE dataset SET report = ? WHERE id = ?",
                arguments: [try DatasetReport(report).json(), dataset.id])
        }
        let before = try ReadableSamples(of: dataset, database)
        if before.isWhole(for: parts) {
            if dataset.lost != nil {
                try database.execute(
                    sql: "UPDATE dataset SET lost = NULL WHERE id = ?", arguments: [dataset.id])
            }
            return (0, [])
        }
        let missing = max(0, parts.count - before.count)
        if before.sources.map(\.identity) == parts.sources.map(\.identity) {
            try before.rewrite(from: parts, database)
            if try ReadableSamples(of: dataset, database).isWhole(for: parts) {
                return (missing, [])
            }
        }
        let lost = try DatasetRemoval.takeOut(dataset.id, path, database)
        _ = try DatasetWriter.insert(
            parts, report, isPartial: dataset.isPartial, database, inPlaceOf: dataset)
        return (missing, lost)
    }
}

/// The readable samples of a dataset.
struct ReadableSamples {
    /// A chunk that cannot be read, of a series that can be identified.
    private struct DamagedChunk {
        let series: StoredSeries
        let number: Int
        let samples: Int
        let span: (first: Double, last: Double)
    }

    let sources: [StoredSource]
    /// The readable samples of series with a damaged chunk of this dataset's own: its own samples
    /// and those it claims.
    private var readable: [MetricID: [KnownSamples.Stored]] = [:]
    private var damaged: [DamagedChunk] = []
    private var isDamaged = false
    /// How many samples can be read.
    private(set) var count = 0

    init(of dataset: Library.Dataset, _ database: Database) throws {
        sources = try StoredSource.all(of: dataset.id, database)
        let own = try StoredSeries.all(of: dataset.id, database)
        isDamaged = !own.unclear.isEmpty
        for series in own.series { try take(series, database) }
        let torn = Set(damaged.map(\.series.metric.id))
        for series in own.series where torn.contains(series.metric.id) {
            let (columns, numbers) = try series.readable(database, sources: sources.count)
            keep(series, columns, numbers, sources)
        }
        for claim in try StoredClaim.all(dataset: dataset.id, database) {
            guard let series = try StoredSeries.one(claim.series, database),
                let runs = try? claim.runs(of: series.samples)
            else {
                isDamaged = true
                continue
            }
            let givers = try StoredSource.all(of: series.dataset, database)
            let isWanted = torn.contains(series.metric.id)
            let (columns, numbers) = try series.readable(
                runs, database, sources: givers.count, keeping: isWanted)
            count += numbers.count
            if numbers != runs { isDamaged = true }
            if isWanted { keep(series, columns, numbers, givers) }
        }
    }

    private mutating func take(_ series: StoredSeries, _ database: Database) throws {
        try series.forEachChunk(
            database, sources: StoredSource.numbers(sources.count),
            labels: Array(series.labels.indices)
        ) { part in
            switch part {
            case .samples(let columns, _): count += columns.count
            case .damage(let damage):
                isDamaged = true
                guard let number = damage.chunk else { break }
                damaged.append(
                    DamagedChunk(
                        series: series, number: number, samples: damage.samples, span: damage.span))
            }
            return true
        }
    }

    private mutating func keep(
        _ series: StoredSeries, _ columns: SampleColumns, _ numbers: ClaimRuns,
        _ sources: [StoredSource]
    ) {
        guard !columns.isEmpty else { return }
        readable[series.metric.id, default: []].append(
            KnownSamples.Stored(
                series: series, columns: columns, numbers: numbers, sources: sources))
    }

    /// Whether everything that the file has is present.
    func isWhole(for parts: FileParts) -> Bool {
        !isDamaged && count == parts.count
            && sources.map(\.identity) == parts.sources.map(\.identity)
    }

    // MARK: Rewriting

    /// Rewrites the damaged chunks that the file's samples reproduce exactly.
    func rewrite(from parts: FileParts, _ database: Database) throws {
        for (id, chunks) in Dictionary(grouping: damaged, by: \.series.metric.id) {
            guard let new = parts.samples.first(where: { $0.metric.id == id }),
                new.metric.aggregation != .named
            else { continue }
            var missing = KnownSamples.split(new, parts.sources, readable[id] ?? []).fresh
            for chunk in chunks where chunk.series.metric.aggregation == new.metric.aggregation {
                let found = missing.filter {
                    !(new.columns.starts[$0] < chunk.span.first)
                        && !(new.columns.starts[$0] > chunk.span.last)
                }.prefix(chunk.samples)
                guard !found.isEmpty, found.count <= SampleChunk.most,
                    try write(new, Array(found), in: chunk, database)
                else { continue }
                let written = Set(found)
                missing.removeAll { written.contains($0) }
            }
        }
    }

    /// Replaces a damaged chunk by samples of a file, if they are exactly its former content.
    private func write(
        _ new: MetricSamples, _ numbers: [Int], in chunk: DamagedChunk, _ database: Database
    ) throws -> Bool {
        var columns = new.columns.gathered(numbers)
        if new.metric.aggregation == .category {
            // Texts use the numbers that the series gave them.
            let table = new.labels.map { chunk.series.labels.firstIndex(of: $0) }
            guard columns.values.allSatisfy({ table[Int($0)] != nil }) else { return false }
            columns.renumberLabels(table.map { $0 ?? 0 })
        }
        let row = try DatabaseRow.fetchOne(
            database, sql: "SELECT checksum, bytes FROM chunk WHERE series = ? AND number = ?",
            arguments: [chunk.series.id, chunk.number])
        guard let row else { return false }
        let checksum: Int64? = try? row.value("checksum")
        let stored: Data? = try? row.value("bytes")
        for bytes in [columns, columns.compact].map({ SampleChunk.bytes($0, 0..<$0.count) }) {
            let own = Int64(bitPattern: Checksum.of(bytes))
            // Either may be damaged, but damage cannot make both agree.
            guard own == checksum || Data(bytes) == stored else { continue }
            try database.execute(
                sql: """
                    UPDATE chunk SET samples = ?, first = ?, last = ?, checksum = ?, bytes = ?
                    WHERE series = ? AND number = ?
                    """,
                arguments: [
                    columns.count, columns.starts.first, columns.starts.last, own, Data(bytes),
                    chunk.series.id, chunk.number,
                ])
            return true
        }
        return false
    }
}

extension StoredSeries {
    /// The good ones among some of its samples, and their numbers; without the samples themselves
    /// unless they are kept.
    fileprivate func readable(
        _ runs: ClaimRuns, _ database: Database, sources: Int, keeping: Bool
    ) throws -> (columns: SampleColumns, numbers: ClaimRuns) {
        var (columns, numbers) = (SampleColumns(), ClaimRuns())
        try forEachChunk(
            database, sources: StoredSource.numbers(sources), labels: Array(labels.indices)
        ) { part in
            if case .samples(let more, let first) = part {
                for piece in runs.pieces(in: first..<first + more.count) {
                    numbers.append(piece)
                    guard keeping else { continue }
                    columns.append(
                        contentsOf: more.gathered(
                            Array(piece.lowerBound - first..<piece.upperBound - first)))
                }
            }
            return true
        }
        return (columns, numbers)
    }
}

extension SampleColumns {
    /// The same samples, with no more columns than they need.
    fileprivate var compact: SampleColumns {
        var result = SampleColumns()
        for index in 0..<count {
            result.append(
                start: starts[index], end: end(at: index), value: values[index],
                second: secondaryValues.isEmpty ? nil : secondaryValues[index],
                source: sources[index],
                marks: marks(at: index))
        }
        return result
    }
}
