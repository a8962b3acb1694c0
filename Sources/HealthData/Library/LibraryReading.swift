import ChartCore
import Foundation
import GRDB
import Localization
import Platform

/// Reads the whole content of a library.
struct LibraryReading {
    let library: Library

    /// See `Library.contents`.
    func contents(
        order: SourceOrder, memory gauge: MemoryGauge,
        grown: ((_ soFar: () -> HealthRecords) -> Void)?,
        cancellation: Cancellation
    ) throws(LibraryError) -> LibraryContents {
        let path = library.path
        var memory = ReadingMemory(gauge, showsPictures: grown != nil)
        var contents = try library.readBest { database in
            let listing = try DatasetListing(database)
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
            let described = try SeriesListing(database)
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
                                text: Damage.sentence(
                                    damaged: count, first, last, dataset.name)))
                    case .torn(let count, let first, let last):
                        damages.append(
                            Damage(
                                dataset: dataset.id,
                                text: Damage.sentence(torn: count, first, last, dataset.name)))
                    }
                }
            }
            for dataset in datasets where !cancellation.isCancelled {
                let stored = try StoredPlaces(of: dataset, database)
                store.append(stored.places, sources: tables[dataset.id] ?? [])
                if stored.damaged > 0 {
                    damages.append(
                        Damage(
                            dataset: dataset.id,
                            text: Damage.sentence(places: stored.damaged, dataset.name)))
                }
            }
            let targets = try StoredTargets.read(database)
            damages += targets.damages.map { Damage(dataset: nil, text: $0) }
            let notes = try StoredNotes.read(database)
            damages += notes.damages.map { Damage(dataset: nil, text: $0) }
            if !cancellation.isCancelled {
                damages += try described.missing(from: datasets, database)
            }
            for damage in damages {
                guard let place = damage.dataset.flatMap({ places[$0] }) else { continue }
                tallies[place].damaged += min(max(0, damage.samples), Int(UInt32.max))
            }
            let records = store.finish { file, dropped in
                tallies[file].merged += dropped.merged
                tallies[file].switchedOff += dropped.switchedOff
            }
            return LibraryContents(
                records: records, datasets: datasets, notes: notes.all, targets: targets.all,
                wasCancelled: cancellation.isCancelled,
                path: path, parts: damages, tallies: tallies)
        } isWhole: { contents in
            // Salvaged data cannot be read any better.
            let salvaged = Set(contents.datasets.filter { $0.lost != nil }.map(\.id))
            return contents.parts.allSatisfy { part in
                guard let dataset = part.dataset else { return false }
                return part.isAbsence && salvaged.contains(dataset)
            }
        }
        contents.parts += library.salvagedDamages
        contents.parts += library.structureDamages(without: contents.parts)
        contents.parts += library.notices.map { Damage(dataset: nil, text: $0) }
        return contents
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
                file, "\(damage.samples)", Damage.day(first), Damage.day(last))
            return
        }
        text = tr(
            "{1} of {2}: {3} samples from {4} to {5} are damaged", series.metric.name, file,
            "\(damage.samples)", Damage.day(damage.span.first), Damage.day(damage.span.last))
    }
}

extension SampleColumns {
    /// How many records of a file the samples represent.
    fileprivate var records: Int {
        marks.isEmpty ? count : marks.reduce(0) { $0 + $1.records }
    }
}
