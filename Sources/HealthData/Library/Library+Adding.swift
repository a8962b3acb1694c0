import ChartCore
import Foundation
import GRDB
import Localization
import Platform

extension Library {
    package typealias Addition = LibraryAddition

    /// Reads a file and keeps its records.
    ///
    /// Records that the library already has are not kept twice; an unchanged file adds nothing. A
    /// cancelled reading keeps what it had read, marked as partial.
    ///
    /// - Throws: if the file gives nothing (the library is then unchanged), or nothing can be
    ///   written.
    package func add(
        _ file: String, options: ImportOptions,
        progress: @escaping (ImportProgress) -> Void = { _ in },
        cancellation: Cancellation = Cancellation()
    ) throws(LibraryError) -> Addition {
        var options = options
        // The stored records do not depend on the current order of sources.
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

    /// Keeps the result of an import in one transaction, a dataset for each file that gave
    /// something.
    ///
    /// If the import was stopped, the file that was being read then is marked as partial. The
    /// import should use the default order of sources: a file of which nothing counts adds nothing.
    ///
    /// - Throws: if it cannot be written; nothing is kept then.
    package func add(_ result: ImportResult) throws(LibraryError) -> [Addition] {
        let path = path
        let keep: (Database) throws -> [Addition] = { database in
            let additions = try DatasetWriter.add(result, path, database)
            let added = additions.compactMap(\.dataset)
            for dataset in added { try StoredCopies.add(dataset.id, database) }
            // Files that are already known may have repaired their datasets, and others with them.
            if added.count < additions.count { try StoredCopies.update(database) }
            return additions
        }
        let additions = try write(keep)
        // Adding a file again repairs what can be repaired, including the pages.
        guard additions.contains(where: { $0.dataset == nil }), try isDamaged(),
            try LibraryError.catching(path, { try rebuild() })
        else { return additions }
        return try write(keep)
    }
}

/// The result of one file of an import, with the file's own numbers of sources.
struct FileParts {
    private(set) var sources: [StoredSource] = []
    private(set) var samples: [MetricSamples] = []
    /// The other data of its workouts, in addition to their samples, as read.
    private(set) var workouts: [Workout] = []
    /// Its waypoints and planned routes.
    private(set) var places = Places()

    init(_ records: HealthRecords, file: Int) {
        var table = [UInt16](repeating: 0, count: records.sources.count)
        for (number, source) in records.sources.enumerated() where source.file == file {
            table[number] = UInt16(sources.count)
            sources.append(StoredSource(source))
        }
        for var workout in records.readWorkouts
        where records.sources[Int(workout.source)].file == file
            // A workout whose sample was refused is left out.
            && SoundTime.contains(from: workout.start, to: workout.end)
        {
            workout.source = table[Int(workout.source)]
            workouts.append(workout)
        }
        places = records.places.renumbered { source in
            records.sources[Int(source)].file == file ? table[Int(source)] : nil
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

    /// The times of the first and the last sample that has one.
    var span: (first: Double, last: Double)? {
        let timed = samples.filter { $0.metric.aggregation != .named }
        let first = timed.compactMap { $0.columns.starts.first }.min()
        let last = timed.compactMap { $0.columns.starts.last }.max()
        return first.flatMap { first in last.map { (first, $0) } }
    }

    /// A number that is equal for equal samples, and almost never for others.
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
    /// The starts of the first and the last of the sorted samples; nil if they have no times.
    var span: ClosedRange<Double>? {
        guard metric.aggregation != .named, let first = columns.starts.first,
            let last = columns.starts.last, first <= last
        else { return nil }
        return first...last
    }
}
