import ChartCore
import Platform
import Streams

/// The records of the files and what became of each.
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
/// `run` blocks; call it from a thread of your own. The result is complete and merged; what is shown
/// on the way is for a picture that grows, and its samples are neither sorted nor merged.
package struct Importer: Sendable {
    package let files: [String]
    package let options: ImportOptions

    /// `-` among the files is standard input.
    package init(files: [String], options: ImportOptions) {
        self.files = files
        self.options = options
    }

    /// Reads all files, one after the other.
    ///
    /// The closures are called on the calling thread, about every megabyte. `grown` hears that
    /// there are samples it has not asked for, once more where a pipe brings nothing, and may ask
    /// for all so far (see `HealthRecords.settled()`), which share their memory with the import.
    /// ReportableError with a file stands in its report and does not keep the others from being read. Once
    /// it is cancelled it returns what it has.
    ///
    /// - Parameter settled: hears, once the files are read, of each metric as soon as its samples are
    ///   merged: records of that metric alone, as the result has them, but for what belongs to workouts.
    ///   On whichever thread did it, several at once.
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
