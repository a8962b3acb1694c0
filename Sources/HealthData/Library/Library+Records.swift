import ChartCore
import Foundation
import GRDB
import Localization
import Platform

extension Library {
    /// What the library holds.
    public struct Contents: Sendable {
        /// Sorted, without copies, overlapping devices merged.
        public let records: HealthRecords
        /// The datasets; a source's `file` is an index into them.
        public let datasets: [Dataset]
        /// The parts that are damaged and are not among the records, a sentence each.
        public let damages: [String]
        /// Whether the reading was stopped before its end.
        public let wasCancelled: Bool

        /// What became of the records of all datasets, the damage with the last of them.
        public var report: ImportReport {
            var report = ImportReport()
            report.wasCancelled = wasCancelled
            report.files = datasets.map { dataset in
                var file = FileReport(
                    path: dataset.path, format: dataset.format, bytes: dataset.bytes)
                file.read = dataset.report.read
                file.merged = dataset.report.merged
                file.refused = dataset.report.refused
                file.used = file.read - file.merged - file.refused
                file.refusals = dataset.report.refusals.map {
                    Refusal(place: $0.place, reason: $0.reason, count: $0.count, type: $0.type)
                }
                file.notes = dataset.report.notes.map { ImportNote(place: "", text: $0) }
                file.questions = dataset.report.questions ?? []
                return file
            }
            if let last = report.files.indices.last {
                report.files[last].notes += damages.map { ImportNote(place: "", text: $0) }
            }
            return report
        }
    }

    /// Reads everything.
    ///
    /// `grown` hears after every chunk that there are more samples, and may ask for all so far, which
    /// are not merged yet. Once it is cancelled, what was read until then comes back.
    ///
    /// - Parameter order: which source goes before which where they overlap.
    public func contents(
        order: SourceOrder = SourceOrder(),
        grown: ((_ soFar: () -> HealthRecords) -> Void)? = nil,
        cancellation: Cancellation = Cancellation()
    ) throws(LibraryTrouble) -> Contents {
        try LibraryTrouble.catching(path) {
            try pool.read { database in
                let datasets = try DatabaseRow.fetchAll(
                    database, sql: "SELECT * FROM dataset ORDER BY id"
                )
                .map { try Dataset($0) }
                var store = RecordStore(files: datasets.count, order: order)
                var tables: [Int64: [UInt16]] = [:]
                for (index, dataset) in datasets.enumerated() {
                    tables[dataset.id] = try StoredSource.all(of: dataset.id, database).map {
                        store.add($0.source(file: index))
                    }
                }
                var damages: [String] = []
                for series in try Library.series(database) {
                    guard !cancellation.isCancelled else { break }
                    let name = datasets.first { $0.id == series.dataset }?.name ?? ""
                    let slot = store.slot(series.metric, labels: series.labels)
                    try series.forEachChunk(
                        database, sources: tables[series.dataset] ?? [], labels: slot.labels
                    ) { part in
                        switch part {
                        case .samples(let columns):
                            store.append(columns, to: slot)
                            grown? { store.records }
                        case .damage(let damage):
                            damages.append(Library.sentence(damage, series, name))
                        }
                        return !cancellation.isCancelled
                    }
                }
                for dataset in datasets where !cancellation.isCancelled {
                    try StoredWorkouts.forEach(
                        dataset, database, sources: tables[dataset.id] ?? []
                    ) { part in
                        switch part {
                        case .workout(let workout): store.append(workout)
                        case .damage(let count, let first, let last):
                            damages.append(
                                Library.sentence(damaged: count, first, last, dataset.name))
                        }
                    }
                }
                return Contents(
                    records: store.finish(), datasets: datasets, damages: damages,
                    wasCancelled: cancellation.isCancelled)
            }
        }
    }

    /// All series, the metrics in the order of a list.
    static func series(_ database: Database) throws -> [StoredSeries] {
        try DatabaseRow.fetchAll(database, sql: "SELECT * FROM series ORDER BY dataset, id")
            .compactMap { try? StoredSeries($0) }
            .enumerated()
            .sorted { a, b in
                a.element.metric.id == b.element.metric.id
                    ? a.offset < b.offset
                    : Metric.listed(a.element.metric, before: b.element.metric)
            }
            .map(\.element)
    }

    static func sentence(
        _ damage: StoredSeries.Damage, _ series: StoredSeries, _ file: String
    )
        -> String
    {
        guard damage.chunk >= 0, damage.span.first.isFinite else {
            return tr(
                "{1} of {2}: {3} samples are missing", series.metric.name, file,
                "\(damage.samples)")
        }
        return tr(
            "{1} of {2}: {3} samples from {4} to {5} are damaged", series.metric.name, file,
            "\(damage.samples)", day(damage.span.first), day(damage.span.last))
    }
}
