import ChartCore
import Platform
import Streams

/// The records of the files, and the result for each file.
package struct ImportResult: Sendable {
    package let records: HealthRecords
    package let report: ImportReport

    package init(records: HealthRecords, report: ImportReport) {
        self.records = records
        self.report = report
    }
}

/// Reads files of health records.
///
/// `run` blocks; call it from a thread of your own. The result is complete and merged; the
/// intermediate records are for a growing picture, and their samples are neither sorted nor merged.
package struct Importer: Sendable {
    package let files: [String]
    package let options: ImportOptions

    /// Makes an importer; `-` among the files is standard input.
    package init(files: [String], options: ImportOptions) {
        self.files = files
        self.options = options
    }

    /// Reads all files, one after the other.
    ///
    /// The closures are called on the calling thread, about every megabyte. `grown` is called if
    /// there are samples that it has not requested yet, and once more if a pipe brings nothing; it
    /// may request all samples so far (see `HealthRecords.settled()`), which share their memory
    /// with the import. An error with a file is part of its report and does not keep the others
    /// from being read. After a cancellation it returns the records so far.
    ///
    /// - Parameter settled: called for each metric after the files are read, as soon as its samples
    ///   are merged, with the records of only that metric. They equal those of the result, except
    ///   for samples that belong to workouts. It is called on the thread that merged them, several
    ///   at once.
    package func run(
        progress: @escaping (ImportProgress) -> Void = { _ in },
        grown: ((_ soFar: () -> HealthRecords) -> Void)? = nil,
        settled: (@Sendable (HealthRecords) -> Void)? = nil,
        cancellation: Cancellation = Cancellation()
    ) -> ImportResult {
        let session = ImportSession(
            files: files, options: options, progress: progress, grown: grown,
            cancellation: cancellation)
        for file in files.indices where !session.wasCancelled { session.read(file) }
        return session.finish(settled: settled)
    }
}
