import ChartCore
import Foundation
import GRDB
import Localization

/// Removes datasets from the tables of a library, within a transaction; samples shared with others
/// stay.
enum DatasetRemoval {
    /// Ensures that a dataset is still the one that was shown: after a backup was restored another
    /// one may have its number.
    static func expect(
        _ dataset: LibraryDataset, _ path: String, _ database: Database
    ) throws {
        let row = try DatabaseRow.fetchOne(
            database, sql: "SELECT * FROM dataset WHERE id = ?", arguments: [dataset.id])
        guard let row, let there = try? LibraryDataset(row), there == dataset else {
            throw LibraryError(
                place: path,
                problem: tr(
                    "has changed; {1} is not dataset {2} any more", dataset.name,
                    "\(dataset.id)"),
                remedy: tr("look at what it holds once more"), isRefusal: true)
        }
    }

    /// Replaces datasets by the results of new readings.
    static func replace(
        _ readings: [(dataset: LibraryDataset, result: ImportResult)], _ path: String,
        _ database: Database
    ) throws -> [LibraryAddition] {
        for (dataset, result) in readings {
            try expect(dataset, path, database)
            guard try DatasetTimes(of: dataset, database).are(in: result) else {
                throw LibraryError.otherFile(result.report.files.first?.path ?? "")
            }
        }
        // The latest is removed first, so that as few samples as possible have to be handed on.
        var lost: [Damage] = []
        for (dataset, _) in readings.sorted(by: { $0.dataset.id > $1.dataset.id }) {
            lost += try takeOut(dataset.id, path, database)
        }
        let replaced = Set(readings.map(\.dataset.id))
        lost.removeAll { $0.dataset.map(replaced.contains) ?? false }
        var additions: [LibraryAddition] = []
        for (dataset, result) in readings.sorted(by: { $0.dataset.id < $1.dataset.id }) {
            guard result.report.files.first?.used ?? 0 > 0 else {
                throw LibraryError.otherFile(result.report.files.first?.path ?? "")
            }
            additions.append(
                try DatasetWriter.add(result, 0, path, database, inPlaceOf: dataset))
        }
        if let first = additions.indices.first {
            additions[first].report.damages += lost.map(\.text)
        }
        try StoredCopies.update(database)
        return additions
    }

    /// Removes a dataset, within a transaction; returns what others lost by damage.
    @discardableResult
    static func takeOut(
        _ dataset: Int64, _ path: String, _ database: Database
    ) throws -> [Damage] {
        let row = try DatabaseRow.fetchOne(
            database, sql: "SELECT * FROM dataset WHERE id = ?", arguments: [dataset])
        guard let row else {
            throw LibraryError(
                place: path, problem: tr("holds no dataset {1}", "\(dataset)"),
                remedy: tr("see oresen library list"), isRefusal: true)
        }
        let formerOwner = (try? LibraryDataset(row))?.name ?? "\(dataset)"
        let own = try StoredSeries.all(of: dataset, database)
        var lost: [Damage] = []
        for series in own.series { lost += try transferSamples(series, of: formerOwner, database) }
        for series in own.unclear {
            for claim in try StoredClaim.all(series: series, database) {
                lost.append(Damage.shared(by: claim.dataset, with: formerOwner, database))
            }
        }
        try database.execute(sql: "DELETE FROM dataset WHERE id = ?", arguments: [dataset])
        return lost
    }

    /// A dataset that inherits samples of a series.
    private struct Inheritor {
        let dataset: Int64
        /// The samples that it claims.
        let claimed: ClaimRuns
        /// The samples that are written to it, and not to an heir before it.
        let own: ClaimRuns
        /// The numbers that the giver's sources have in it.
        let sources: [UInt16]
        var writer: SeriesWriter
    }

    /// Gives the samples of a series that others claim to the first of them, with their claims to
    /// it.
    ///
    /// Returns what is lost by damage. It goes along runs and through one chunk after the other, so
    /// its memory does not grow with the number of samples.
    private static func transferSamples(
        _ series: StoredSeries, of formerOwner: String, _ database: Database
    ) throws -> [Damage] {
        var lost: [Damage] = []
        var inheritors: [Inheritor] = []
        var taken = ClaimRuns()
        let givers = try StoredSource.all(of: series.dataset, database)
        for claim in try StoredClaim.all(series: series.id, database) {
            guard let claimed = try? claim.runs(of: series.samples) else {
                lost.append(Damage.shared(by: claim.dataset, with: formerOwner, database))
                continue
            }
            let takers = try StoredSource.all(of: claim.dataset, database)
            inheritors.append(
                Inheritor(
                    dataset: claim.dataset, claimed: claimed, own: claimed.subtracting(taken),
                    sources: givers.map { number(of: $0, among: takers) },
                    writer: SeriesWriter(
                        series.metric, labels: series.labels, dataset: claim.dataset)))
            taken = taken.union(claimed)
        }
        guard !inheritors.isEmpty else { return lost }
        var good = ClaimRuns()
        try series.forEachChunk(
            database, sources: StoredSource.numbers(givers.count),
            labels: Array(series.labels.indices)
        ) { part in
            guard case .samples(let columns, let first) = part else { return true }
            let range = first..<first + columns.count
            good.append(range)
            for index in inheritors.indices {
                let pieces = inheritors[index].own.pieces(in: range)
                guard !pieces.isEmpty else { continue }
                var moved = columns.gathered(
                    pieces.flatMap { $0.lowerBound - first..<$0.upperBound - first })
                moved.renumberSources(inheritors[index].sources)
                try inheritors[index].writer.append(moved, database)
            }
            return true
        }
        for index in inheritors.indices {
            let missing = inheritors[index].claimed.subtracting(good).count
            if missing > 0 {
                lost.append(
                    Damage.shared(
                        missing, of: series.metric, by: inheritors[index].dataset,
                        with: formerOwner, database)
                )
            }
            // Samples that have moved are no longer available here.
            guard let new = try inheritors[index].writer.finish(database) else { continue }
            let moved = inheritors[index].own.intersection(good)
            for other in inheritors[(index + 1)...] {
                try StoredClaim.insert(
                    other.claimed.places(in: moved), dataset: other.dataset, series: new, database)
            }
        }
        return lost
    }

    /// The number that a source of one dataset has in another.
    private static func number(of formerOwner: StoredSource, among takers: [StoredSource]) -> UInt16
    {
        let number =
            takers.firstIndex {
                $0.name == formerOwner.name && $0.kind == formerOwner.kind
                    && $0.isFile == formerOwner.isFile && $0.program == formerOwner.program
            } ?? takers.firstIndex {
                $0.name == formerOwner.name && $0.kind == formerOwner.kind
                    && $0.isFile == formerOwner.isFile
            } ?? takers.firstIndex {
                $0.name == formerOwner.name && $0.isFile == formerOwner.isFile
            }
            ?? takers.firstIndex { $0.identity == formerOwner.identity } ?? 0
        return UInt16(number)
    }
}

extension Damage {
    /// The loss of what a dataset shared with one that was removed.
    fileprivate static func shared(
        _ samples: Int? = nil, of metric: Metric? = nil, by dataset: Int64,
        with formerOwner: String,
        _ database: Database
    ) -> Damage {
        let row = try? DatabaseRow.fetchOne(
            database, sql: "SELECT * FROM dataset WHERE id = ?", arguments: [dataset])
        let name = row.flatMap { try? LibraryDataset($0) }?.name ?? "\(dataset)"
        guard let samples, let metric else {
            return Damage(
                dataset: dataset,
                text: tr(
                    "what {1} shared with {2} cannot be made out and is lost", name, formerOwner))
        }
        return Damage(
            dataset: dataset,
            text: tr(
                "{1} of {2}: {3} samples stored with {4} were damaged and are lost",
                metric.name,
                name, "\(samples)", formerOwner), samples: samples)
    }
}
