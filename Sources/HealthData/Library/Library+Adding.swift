import ChartCore
import Foundation
import GRDB
import Localization
import Platform

extension Library {
    package typealias Addition = LibraryAddition

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
            let additions = try DatasetWriter.add(result, path, database)
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
    var span: ClosedRange<Double>? {
        guard metric.aggregation != .named, let first = columns.starts.first,
            let last = columns.starts.last, first <= last
        else { return nil }
        return first...last
    }
}
