import ChartCore
import Foundation
import GRDB
import Localization
import Platform

/// Writes the results of imports into the tables of a library, within a transaction.
enum DatasetWriter {
    /// Adds the datasets of an import, within a transaction.
    static func add(
        _ result: ImportResult, _ path: String, _ database: Database
    ) throws -> [LibraryAddition] {
        try result.report.files.indices
            .filter { result.report.files[$0].used > 0 }
            .map { try add(result, $0, path, database) }
    }

    /// - Parameter old: the dataset that this one replaces, under its number; it is already
    ///   removed.
    static func add(
        _ result: ImportResult, _ index: Int, _ path: String, _ database: Database,
        inPlaceOf old: LibraryDataset? = nil
    ) throws -> LibraryAddition {
        var report = result.report.files[index]
        let isPartial =
            result.report.wasCancelled && index == result.report.files.count - 1
            || report.cutShort != nil
        let parts = FileParts(result.records, file: index)
        let count = parts.count
        let same = try DatabaseRow.fetchAll(
            database,
            sql: "SELECT * FROM dataset WHERE digest = ? AND samples = ? AND isPartial = ?",
            arguments: [Int64(bitPattern: parts.digest), count, isPartial]
        ).compactMap { try? LibraryDataset($0) }
        if let completion = try complete(same, with: parts, report, database) {
            let (mended, lost) = try DatasetRepair.mend(
                completion.dataset, with: parts, report, path, database)
            return known(
                parts, report, figures: completion.figures, tracks: completion.tracks,
                places: completion.places,
                mended: mended, lost: lost)
        }
        // Earlier versions computed other lengths from positions, so the samples are not the same.
        if old == nil,
            let earlier = try EarlierReading.same(
                as: parts, report, isPartial: isPartial, database)
        {
            let lost = try DatasetRemoval.takeOut(earlier.id, path, database)
            _ = try insert(parts, report, isPartial: isPartial, database, inPlaceOf: earlier)
            return known(
                parts, report, figures: 0, tracks: parts.workouts.count { $0.track != nil },
                places: parts.places.count, mended: 0, lost: lost)
        }

        let (dataset, new) = try insert(
            parts, report, isPartial: isPartial, database, inPlaceOf: old)
        if new < count {
            report.notes.append(
                ImportNote(
                    place: "",
                    text: tr("{1} of the samples were in the library already", "\(count - new)")))
        }
        let row = try DatabaseRow.fetchOne(
            database, sql: "SELECT * FROM dataset WHERE id = ?", arguments: [dataset])
        return LibraryAddition(
            dataset: try row.map { try LibraryDataset($0) }, new: new, known: count - new,
            figures: 0, tracks: 0, places: parts.places.count, mended: 0, report: report)
    }

    /// The result of adding a file whose samples the library had, with notes on what it lacked.
    private static func known(
        _ parts: FileParts, _ report: FileReport, figures: Int, tracks: Int, places: Int,
        mended: Int, lost: [Damage]
    ) -> LibraryAddition {
        var report = report
        var texts = [tr("the library had all of it already")]
        if figures > 0 {
            texts.append(
                trn(
                    "the figures of {n} workout were added",
                    "the figures of {n} workouts were added", count: figures))
        }
        if tracks > 0 {
            texts.append(
                trn(
                    "the positions of {n} workout were added",
                    "the positions of {n} workouts were added", count: tracks))
        }
        if places > 0 {
            texts.append(
                trn(
                    "{n} waypoint or planned route was added",
                    "{n} waypoints and planned routes were added", count: places))
        }
        if mended > 0 {
            texts.append(
                trn(
                    "{n} sample that was damaged is there again",
                    "{n} samples that were damaged are there again", count: mended))
        }
        report.notes += texts.map { ImportNote(place: "", text: $0) }
        report.damages += lost.map(\.text)
        return LibraryAddition(
            dataset: nil, new: 0, known: parts.count, figures: figures, tracks: tracks,
            places: places,
            mended: mended, report: report)
    }

    /// Writes the result of a file as a dataset; returns its number, and how many of its samples
    /// are new to the library.
    static func insert(
        _ parts: FileParts, _ report: FileReport, isPartial: Bool, _ database: Database,
        inPlaceOf old: LibraryDataset? = nil
    ) throws -> (dataset: Int64, new: Int) {
        try database.execute(
            sql: """
                INSERT INTO dataset
                (id, path, format, bytes, added, isPartial, digest, samples, first, last, report)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                old?.id,
                report.format == LibraryDataset.ownFormat
                    ? report.path : absolute(report.path), report.format, report.bytes,
                old?.added ?? Date().timeIntervalSince1970,
                isPartial, Int64(bitPattern: parts.digest), parts.count, parts.span?.first,
                parts.span?.last, try DatasetReport(report).json(),
            ])
        let dataset = database.lastInsertedRowID
        for (number, source) in parts.sources.enumerated() {
            try source.insert(number, dataset: dataset, database)
        }
        try StoredWorkouts.write(parts.workouts, dataset: dataset, database)
        try StoredPlaces.write(parts.places, dataset: dataset, database)
        var tables = SourceTables()
        var new = 0
        for samples in parts.samples {
            new += try insert(samples, parts.sources, dataset, database, &tables)
        }
        return (dataset, new)
    }

    /// A dataset that has exactly the other data of the workouts of a file.
    private struct Completion {
        var dataset: LibraryDataset
        /// The number of workouts that got their figures by it.
        var figures = 0
        /// The number of workouts that got their positions by it.
        var tracks = 0
        /// The number of waypoints and planned routes that were missing.
        var places = 0
    }

    /// Ensures that one of the datasets with exactly these samples has exactly these figures,
    /// positions and places.
    ///
    /// Returns nil if each of them has others, so that the file is a different one.
    private static func complete(
        _ same: [LibraryDataset], with parts: FileParts, _ report: FileReport,
        _ database: Database
    ) throws -> Completion? {
        let workouts = parts.workouts
        var incomplete: Completion?
        for dataset in same {
            let kept = try StoredWorkouts.whole(of: dataset, database)
            let stored = try StoredPlaces(of: dataset, database)
            let hasPlaces = dataset.places != nil && stored.damaged == 0
            if hasPlaces, stored.places != parts.places { continue }
            if kept.hasFigures, kept.hasTracks {
                guard kept.workouts == workouts else { continue }
                if hasPlaces { return Completion(dataset: dataset) }
            }
            if incomplete != nil { continue }
            if kept.hasFigures {
                // Names came with the positions.
                let areNamed = dataset.tracks != nil
                guard
                    kept.workouts.map({ $0.withoutPlaces(areNamed) })
                        == workouts.map({ $0.withoutPlaces(areNamed) })
                else { continue }
            }
            incomplete = Completion(
                dataset: dataset, figures: kept.hasFigures ? 0 : workouts.count,
                tracks: kept.hasTracks ? 0 : workouts.count { $0.track != nil },
                places: hasPlaces ? 0 : parts.places.count)
        }
        guard let incomplete else { return nil }
        try StoredWorkouts.write(workouts, dataset: incomplete.dataset.id, database)
        try StoredPlaces.write(parts.places, dataset: incomplete.dataset.id, database)
        if incomplete.places > 0 {
            // They were refused when they were not kept yet.
            try database.execute(
                sql: "UPDATE dataset SET report = ? WHERE id = ?",
                arguments: [try DatasetReport(report).json(), incomplete.dataset.id])
        }
        return incomplete
    }

    /// The sources of datasets, each read once.
    private struct SourceTables {
        private var known: [Int64: [StoredSource]] = [:]

        mutating func sources(of dataset: Int64, _ database: Database) throws -> [StoredSource] {
            if let sources = known[dataset] { return sources }
            let sources = try StoredSource.all(of: dataset, database)
            known[dataset] = sources
            return sources
        }
    }

    /// Writes the new samples of a metric and claims the rest; returns how many are new.
    ///
    /// Damaged stored samples count as missing.
    private static func insert(
        _ samples: MetricSamples, _ sources: [StoredSource], _ dataset: Int64,
        _ database: Database, _ tables: inout SourceTables
    ) throws -> Int {
        let span = samples.span
        let series = try StoredSeries.all(
            of: samples.metric, in: span, without: dataset, database)
        var stored: [KnownSamples.Stored] = []
        for series in series {
            let givers = try tables.sources(of: series.dataset, database)
            try EarlierReading.renew(series, of: givers, from: samples, sources, database)
            let (columns, numbers) = try series.readable(
                database, sources: givers.count, in: span)
            guard !columns.isEmpty else { continue }
            stored.append(
                KnownSamples.Stored(
                    series: series, columns: columns, numbers: numbers, sources: givers))
        }
        let (fresh, claimed) = KnownSamples.split(samples, sources, stored)
        for (old, runs) in zip(stored, claimed) {
            try StoredClaim.insert(runs, dataset: dataset, series: old.series.id, database)
        }
        var own = samples
        if fresh.count < samples.columns.count { own.columns = samples.columns.gathered(fresh) }
        try StoredSeries.insert(own, dataset: dataset, database)
        return fresh.count
    }

    private static func absolute(_ path: String) -> String {
        path == "-" ? path : URL(filePath: path).standardizedFileURL.path
    }
}
