import ChartCore
import Foundation
import GRDB
import Localization
import Platform

extension Library {
    /// What the library holds.
    package struct Contents: Sendable {
        /// Sorted, without copies, overlapping devices merged.
        package let records: HealthRecords
        /// The datasets; a source's `file` is an index into them.
        package let datasets: [Dataset]
        /// The notes, the earliest first.
        package let notes: [Note]
        /// The parts that are damaged and are not among the records, a sentence each.
        package var damages: [String] { parts.map(\.text) }

        /// From when to when samples of a metric are damaged or missing, in the order of time; spans of
        /// several files may overlap.
        package func damagedSpans(of metric: MetricID) -> [ClosedRange<Double>] {
            parts.filter { $0.metric == metric }.compactMap(\.span)
                .sorted { $0.lowerBound < $1.lowerBound }
        }

        /// Whether the reading was stopped before its end.
        package let wasCancelled: Bool
        /// The library's own file.
        fileprivate let path: String
        fileprivate var parts: [Damage]
        fileprivate let tallies: [DatasetTally]

        /// What became of the records of all datasets, among one another, and what is damaged of them;
        /// what is of none of them stands with the library itself.
        package var report: ImportReport {
            var report = ImportReport()
            report.wasCancelled = wasCancelled
            report.files = zip(datasets, tallies).map { dataset, tally in
                var file = FileReport(
                    path: dataset.path, format: dataset.format, bytes: dataset.bytes)
                file.read = dataset.report.read
                file.merged = dataset.report.merged
                file.refused = dataset.report.refused
                file.refusals = dataset.report.refusals.map {
                    Refusal(place: $0.place, reason: $0.reason, count: $0.count, type: $0.type)
                }
                file.notes = dataset.report.notes.map { ImportNote(place: "", text: $0) }
                file.questions = dataset.report.questions ?? []
                file.damages = parts.filter { $0.dataset == dataset.id }.map(\.text)
                if wasCancelled {
                    // Of a part of the records nobody knows what of the rest would count.
                    file.used = max(0, file.read - file.merged - file.refused)
                } else {
                    tally.settle(&file)
                }
                return file
            }
            let known = Set(datasets.map(\.id))
            let others = parts.filter { part in part.dataset.map { !known.contains($0) } ?? true }
            if !others.isEmpty {
                var file = FileReport(path: path, format: "library", bytes: 0)
                file.damages = others.map(\.text)
                report.files.append(file)
            }
            return report
        }
    }

    /// Reads everything.
    ///
    /// `grown` hears after every chunk that there are more samples, and may ask for all so far, which
    /// are not merged yet. Once it is cancelled, what was read until then comes back.
    ///
    /// - Parameters:
    ///   - order: which source goes before which where they overlap.
    ///   - memory: how much memory there is; where it does not suffice, nothing is read.
    package func contents(
        order: SourceOrder = SourceOrder(), memory gauge: MemoryGauge = .system,
        grown: ((_ soFar: () -> HealthRecords) -> Void)? = nil,
        cancellation: Cancellation = Cancellation()
    ) throws(LibraryError) -> Contents {
        let path = path
        var memory = ReadingMemory(gauge, showsPictures: grown != nil)
        var contents = try readBest { database in
            let listing = try Listing(database)
            let datasets = listing.datasets
            var damages = listing.damages
            var tallies = [DatasetTally](repeating: DatasetTally(), count: datasets.count)
            let places = Dictionary(
                datasets.enumerated().map { ($1.id, $0) },
                uniquingKeysWith: { first, _ in first })
            var store = RecordStore(files: datasets.count, order: order)
            var tables: [Int64: [UInt16]] = [:]
            for (index, dataset) in datasets.enumerated() {
                tables[dataset.id] = try StoredSource.all(of: dataset.id, database).map {
                    store.add($0.source(file: index))
                }
            }
            let described = try Library.series(database)
            damages += described.damages
            for series in described.series {
                guard !cancellation.isCancelled else { break }
                guard let place = places[series.dataset] else { continue }
                let name = datasets[place].name
                let slot = store.slot(series.metric, labels: series.labels)
                try series.forEachChunk(
                    database, sources: tables[series.dataset] ?? [], labels: slot.labels
                ) { part in
                    switch part {
                    case .samples(let columns, _):
                        tallies[place].own += columns.records
                        store.append(columns, to: slot)
                        if memory.isShort { throw ReadingMemory.failure(library: path) }
                        grown? { store.records }
                    case .damage(let damage):
                        damages.append(Damage(damage, series, name))
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
                            Damage(
                                dataset: dataset.id,
                                text: Library.sentence(
                                    damaged: count, first, last, dataset.name)))
                    }
                }
            }
            let notes = try StoredNotes.read(database)
            damages += notes.damages.map { Damage(dataset: nil, text: $0) }
            if !cancellation.isCancelled {
                damages += try Library.missing(datasets, described, database)
            }
            for damage in damages {
                guard let place = damage.dataset.flatMap({ places[$0] }) else { continue }
                tallies[place].damaged += min(max(0, damage.samples), Int(UInt32.max))
            }
            let records = store.finish { file, fallen in
                tallies[file].merged += fallen.merged
                tallies[file].switchedOff += fallen.switchedOff
            }
            return Contents(
                records: records, datasets: datasets, notes: notes.all,
                wasCancelled: cancellation.isCancelled,
                path: path, parts: damages, tallies: tallies)
        } isWhole: { contents in
            // What was salvaged before is as good as it gets.
            let salvaged = Set(contents.datasets.filter { $0.lost != nil }.map(\.id))
            return contents.parts.allSatisfy { part in
                guard let dataset = part.dataset else { return false }
                return part.isAbsence && salvaged.contains(dataset)
            }
        }
        contents.parts += salvagedDamages
        contents.parts += structureDamages(without: contents.parts)
        contents.parts += notices.map { Damage(dataset: nil, text: $0) }
        return contents
    }

    /// All series that can be made out, and what is the matter with the others.
    struct SeriesListing {
        /// The metrics in the order of a list.
        var series: [StoredSeries] = []
        var damages: [Damage] = []
    }

    /// All series.
    static func series(_ database: Database) throws -> SeriesListing {
        var listing = SeriesListing()
        var known: Set<Int64> = []
        for row in try DatabaseRow.fetchAll(
            database, sql: "SELECT * FROM series ORDER BY dataset, id")
        {
            if let series = try? StoredSeries(row) {
                if known.insert(series.id).inserted { listing.series.append(series) }
                continue
            }
            let id: Int64? = try? row.value("id")
            let metric: String? = try? row.value("metric")
            let name = metric.flatMap { Metric(MetricID($0))?.name ?? $0 }
            listing.damages.append(
                Damage(
                    dataset: try? row.value("dataset"),
                    text: name.map { tr("series {1} cannot be made out: {2}", id.text, $0) }
                        ?? tr("series {1} cannot be made out", id.text)))
        }
        listing.series = listing.series.enumerated()
            .sorted { a, b in
                a.element.metric.id == b.element.metric.id
                    ? a.offset < b.offset
                    : Metric.listed(a.element.metric, before: b.element.metric)
            }
            .map(\.element)
        return listing
    }

    /// What datasets lack although no part of them says that it is damaged: what they shared with one
    /// that was taken out, or claims that are not what was written.
    static func missing(
        _ datasets: [Dataset], _ described: SeriesListing, _ database: Database
    ) throws -> [Damage] {
        var counted: [Int64: Int] = [:]
        var lengths: [Int64: Int] = [:]
        var unclear = Set(described.damages.compactMap(\.dataset))
        for series in described.series {
            counted[series.dataset, default: 0] += series.samples
            lengths[series.id] = series.samples
        }
        return try datasets.flatMap { dataset -> [Damage] in
            var count = counted[dataset.id, default: 0]
            var damages: [Damage] = []
            for claim in try StoredClaim.all(dataset: dataset.id, database) {
                if let runs = try? claim.runs(of: lengths[claim.series] ?? 0) {
                    count += runs.count
                } else {
                    unclear.insert(dataset.id)
                    damages.append(
                        Damage(
                            dataset: dataset.id,
                            text: tr(
                                "what {1} shares with others cannot be made out", dataset.name)))
                }
            }
            guard count < dataset.samples, !unclear.contains(dataset.id) else { return damages }
            let lost = dataset.samples - count
            return damages + [
                Damage(
                    dataset: dataset.id,
                    text: tr("{1}: {2} samples are missing", dataset.name, "\(lost)"),
                    samples: lost, isAbsence: true)
            ]
        }
    }
}

/// What became of the records of a dataset when all of them came together.
private struct DatasetTally: Sendable {
    /// Records that stand with it.
    var own = 0
    /// Of these, those that repeat or are covered by others.
    var merged = 0
    /// Of these, those whose source was switched off.
    var switchedOff = 0
    /// Its samples that cannot be read.
    var damaged = 0

    /// Takes the counts over.
    ///
    /// What the file had and does not stand with it repeats what does, with it or with another, but for
    /// what is damaged.
    func settle(_ file: inout FileReport) {
        let refused = min(file.refused, file.read)
        file.used = min(max(0, own - merged - switchedOff), file.read - refused)
        let lost = min(damaged, file.read - refused - file.used)
        if lost > 0 {
            file.refusals.append(
                Refusal(
                    place: "", reason: tr("what the library kept of it is damaged"), count: lost))
        }
        file.refused = refused + lost
        file.merged = file.read - file.used - file.refused
        file.switchedOff = min(switchedOff, file.merged)
    }
}

extension Damage {
    /// The damage of a part of a series.
    init(_ damage: StoredSeries.Damage, _ series: StoredSeries, _ file: String) {
        dataset = series.dataset
        samples = damage.samples
        metric = series.metric.id
        isAbsence = damage.chunk == nil
        let (first, last) = damage.span
        guard first.isFinite, last.isFinite, first <= last else {
            text = tr(
                "{1} of {2}: {3} samples are missing", series.metric.name, file,
                "\(damage.samples)")
            return
        }
        span = first...last
        if isAbsence {
            text = tr(
                "{1} of {2}: {3} samples between {4} and {5} are missing", series.metric.name,
                file, "\(damage.samples)", Library.day(first), Library.day(last))
            return
        }
        text = tr(
            "{1} of {2}: {3} samples from {4} to {5} are damaged", series.metric.name, file,
            "\(damage.samples)", Library.day(damage.span.first), Library.day(damage.span.last))
    }
}

extension SampleColumns {
    /// How many records of a file the samples stand for.
    fileprivate var records: Int {
        marks.isEmpty ? count : marks.reduce(0) { $0 + $1.records }
    }
}

extension Int64? {
    /// The number, for a sentence.
    fileprivate var text: String { map { "\($0)" } ?? "?" }
}
