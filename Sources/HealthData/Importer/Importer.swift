import ChartCore
import Platform
import Streams

/// How files are read.
package struct ImportOptions: Sendable {
    /// The zone of times that are written without one.
    package var zone: ZoneRules
    package var assumptions: Assumptions
    /// What the person has answered before, where nothing is assumed.
    package var answers = Answers()
    package var merge: MergeMode
    /// Which source goes before which where they overlap, and which do not count.
    package var order = SourceOrder()
    /// How many threads scan a table beside the one that reads; with 1 it scans itself.
    package var workers: Int
    /// How many bytes of a table one thread scans at a time.
    var blockSize = 1 << 19
    /// How many bytes of a table the calling thread looks at at a time.
    var windowSize = 1 << 18
    /// How many bytes of any other document it looks at at a time.
    var documentWindowSize = 1 << 20
    /// How many bytes a line, a record or a tag may have at most; longer ones are refused.
    var longestItem = ImportOptions.longestItem
    static let longestItem = 4 << 20
    /// How many bytes of an Apple Health export one thread scans at a time; nil for as many as do best.
    var exportBlockSize: Int?
    /// How much may come out of archives, regardless of their size.
    var freeExpansion = ExpansionLimit.Free()
    /// Measures how much memory there is.
    var memory = MemoryGauge.system
    /// Whether plain rows of tables, and records that are written like others, are read in short ways.
    var takesShortWays = true

    package init(
        zone: ZoneRules, assumptions: Assumptions = Assumptions(), merge: MergeMode = .overlap,
        workers: Int = ProcessorCount.usable
    ) {
        precondition(workers > 0, "at least one thread reads, not \(workers)")
        self.zone = zone
        self.assumptions = assumptions
        self.merge = merge
        self.workers = workers
    }
}

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
