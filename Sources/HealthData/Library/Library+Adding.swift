import ChartCore
import Foundation
import GRDB
import Localization
import Platform

extension Library {
    /// What adding a file came to.
    package struct Addition: Sendable {
        /// What the file brought; nil where the library had all of it from one dataset already.
        package let dataset: Dataset?
        /// Samples that the library did not have.
        package let new: Int
        /// Samples that it had.
        package let known: Int
        /// Workouts whose figures were added to what the library had of them: where it lost them, or
        /// had the file before it kept any.
        package let figures: Int
        /// Samples that the library had of this very file and that were damaged or missing, and are
        /// there again.
        package let mended: Int
        /// What became of the file's records.
        package internal(set) var report: FileReport
    }

    /// Reads a file and keeps what it holds.
    ///
    /// What the library has already is not kept twice; of an unchanged file nothing is. A reading
    /// that is cancelled keeps what it had, marked as partial.
    ///
    /// - Throws: where the file gives nothing (the library is as it was then), or nothing can be
    ///   written.
    package func add(
        _ file: String, options: ImportOptions,
        progress: @escaping (ImportProgress) -> Void = { _ in },
        cancellation: Cancellation = Cancellation()
    ) throws(LibraryError) -> Addition {
        var options = options
        // What is kept does not depend on who counts now.
        options.order = SourceOrder()
        let result = Importer(files: [file], options: options).run(
            progress: progress, cancellation: cancellation)
        if let failure = result.report.files.compactMap(\.failure).first {
            throw LibraryError(failure)
        }
        guard let addition = try add(result).first else {
            throw LibraryError(
                place: result.report.emptyFiles.first == nil ? file : "",
                problem: result.report.emptyFiles.first ?? tr("was not read"), isRefusal: true)
        }
        return addition
    }

    /// Keeps what an import brought, a dataset for each of its files that gave something, all in one
    /// transaction.
    ///
    /// Where the import was stopped, the file that was being read then is marked as partial. It should
    /// be one in the default order of sources: a file of which nothing counts brings nothing.
    ///
    /// - Throws: where it cannot be written; nothing is kept then.
    package func add(_ result: ImportResult) throws(LibraryError) -> [Addition] {
        let path = path
        let keep: (Database) throws -> [Addition] = { database in
            let additions = try Library.add(result, path, database)
            let added = additions.compactMap(\.dataset)
            for dataset in added { try StoredCopies.add(dataset.id, database) }
            // Files that are known already may have mended their datasets, and others with them.
            if added.count < additions.count { try StoredCopies.update(database) }
            return additions
        }
        let additions = try write(keep)
        // Adding a file again mends what can be mended, including the pages.
        guard additions.contains(where: { $0.dataset == nil }), try isDamaged(),
            try LibraryError.catching(path, { try rebuild() })
        else { return additions }
        return try write(keep)
    }

    /// The datasets of an import, within a transaction.
    static func add(
        _ result: ImportResult, _ path: String, _ database: Database
    ) throws -> [Addition] {
        try result.report.files.indices
            .filter { result.report.files[$0].used > 0 }
            .map { try add(result, $0, path, database) }
    }

    /// - Parameter old: the dataset in whose place, and under whose number, this one comes; it is not
    ///   there any more.
    static func add(
        _ result: ImportResult, _ index: Int, _ path: String, _ database: Database,
        inPlaceOf old: Dataset? = nil
    ) throws -> Addition {
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
        ).compactMap { try? Dataset($0) }
        if let (dataset, figures) = try complete(same, with: parts.workouts, database) {
            let (mended, lost) = try mend(
                dataset, with: parts, report, path, database)
            report.notes.append(
                ImportNote(place: "", text: tr("the library had all of it already")))
            if figures > 0 {
                report.notes.append(
                    ImportNote(
                        place: "",
                        text: trn(
                            "the figures of {n} workout were added",
                            "the figures of {n} workouts were added", count: figures)))
            }
            if mended > 0 {
                report.notes.append(
                    ImportNote(
                        place: "",
                        text: trn(
                            "{n} sample that was damaged is there again",
                            "{n} samples that were damaged are there again", count: mended)))
            }
            report.damages += lost.map(\.text)
            return Addition(
                dataset: nil, new: 0, known: count, figures: figures, mended: mended,
                report: report)
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
        return Addition(
            dataset: try row.map { try Dataset($0) }, new: new, known: count - new, figures: 0,
            mended: 0, report: report)
    }

    /// Writes what a file brought as a dataset; returns its number, and how many of its samples the
    /// library did not have.
    static func insert(
        _ parts: FileParts, _ report: FileReport, isPartial: Bool, _ database: Database,
        inPlaceOf old: Dataset? = nil
    ) throws -> (dataset: Int64, new: Int) {
        try database.execute(
            sql: """
                INSERT INTO dataset
                (id, path, format, bytes, added, isPartial, digest, samples, first, last, report)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                old?.id, absolute(report.path), report.format, report.bytes,
                old?.added ?? Date().timeIntervalSince1970,
                isPartial, Int64(bitPattern: parts.digest), parts.count, parts.span?.first,
                parts.span?.last, try DatasetReport(report).json(),
            ])
        let dataset = database.lastInsertedRowID
        for (number, source) in parts.sources.enumerated() {
            try source.insert(number, dataset: dataset, database)
        }
        try StoredWorkouts.write(parts.workouts, dataset: dataset, database)
        var tables = SourceTables()
        var new = 0
        for samples in parts.samples {
            new += try insert(samples, parts.sources, dataset, database, &tables)
        }
        return (dataset, new)
    }

    /// Sees to it that one of the datasets with just these samples has just these figures, and
    /// returns it with how many workouts got theirs by it; nil where each of them has others, so that
    /// the file is another one.
    private static func complete(
        _ same: [Dataset], with workouts: [Workout], _ database: Database
    ) throws -> (dataset: Dataset, figures: Int)? {
        var incomplete: Dataset?
        for dataset in same {
            guard let kept = try StoredWorkouts.whole(of: dataset, database) else {
                incomplete = incomplete ?? dataset
                continue
            }
            if kept == workouts { return (dataset, 0) }
        }
        guard let incomplete else { return nil }
        try StoredWorkouts.write(workouts, dataset: incomplete.id, database)
        return (incomplete, workouts.count)
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

    /// Writes what is new of a metric's samples and claims the rest; returns how many are new.
    ///
    /// What is damaged of what is there is as good as not there.
    private static func insert(
        _ samples: MetricSamples, _ sources: [StoredSource], _ dataset: Int64,
        _ database: Database, _ tables: inout SourceTables
    ) throws -> Int {
        let span = samples.span
        let series = try StoredSeries.all(
            of: samples.metric, in: span, without: dataset, database)
        var stored: [KnownSamples.Stored] = []
        for series in series {
            let sources = try tables.sources(of: series.dataset, database)
            let (columns, numbers) = try series.readable(
                database, sources: sources.count, in: span)
            guard !columns.isEmpty else { continue }
            stored.append(
                KnownSamples.Stored(
                    series: series, columns: columns, numbers: numbers, sources: sources))
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

/// What one file of an import brought, with the file's own numbers of sources.
struct FileParts {
    private(set) var sources: [StoredSource] = []
    private(set) var samples: [MetricSamples] = []
    /// What belongs to its workouts beside their samples, as it was read.
    private(set) var workouts: [Workout] = []

    init(_ records: HealthRecords, file: Int) {
        var table = [UInt16](repeating: 0, count: records.sources.count)
        for (number, source) in records.sources.enumerated() where source.file == file {
            table[number] = UInt16(sources.count)
            sources.append(StoredSource(source))
        }
        for var workout in records.readWorkouts
        where records.sources[Int(workout.source)].file == file
            // One whose sample was refused belongs to none.
            && SoundTime.contains(from: workout.start, to: workout.end)
        {
            workout.source = table[Int(workout.source)]
            workouts.append(workout)
        }
        for metric in records.samples {
            var own = metric
            let isAll = records.sources.allSatisfy { $0.file == file }
            if !isAll {
                own.columns = metric.columns.gathered(
                    (0..<metric.columns.count).filter {
                        records.sources[Int(metric.columns.sources[$0])].file == file
                    })
                guard !own.columns.isEmpty else { continue }
                own.columns.renumberSources(table)
            }
            samples.append(own)
        }
    }

    /// How many samples there are.
    var count: Int { samples.reduce(0) { $0 + $1.columns.count } }

    /// From the first to the last sample that has a time.
    var span: (first: Double, last: Double)? {
        let timed = samples.filter { $0.metric.aggregation != .named }
        let first = timed.compactMap { $0.columns.starts.first }.min()
        let last = timed.compactMap { $0.columns.starts.last }.max()
        return first.flatMap { first in last.map { (first, $0) } }
    }

    /// A number that is the same for the same samples, and hardly for others.
    var digest: UInt64 {
        var bytes = PackedWriter()
        for source in sources { bytes.append(Checksum.of(Array(source.identity.utf8))) }
        for metric in samples {
            bytes.append(Checksum.of(Array(metric.metric.id.rawValue.utf8)))
            for label in metric.labels { bytes.append(Checksum.of(Array(label.utf8))) }
            var from = 0
            while from < metric.columns.count {
                let range = from..<min(from + SampleChunk.most, metric.columns.count)
                bytes.append(Checksum.of(SampleChunk.bytes(metric.columns, range)))
                from = range.upperBound
            }
        }
        return Checksum.of(bytes.bytes)
    }
}

extension MetricSamples {
    /// From the start of the first to that of the last, which stand in their order; nil where they have
    /// no times.
    fileprivate var span: ClosedRange<Double>? {
        guard metric.aggregation != .named, let first = columns.starts.first,
            let last = columns.starts.last, first <= last
        else { return nil }
        return first...last
    }
}
