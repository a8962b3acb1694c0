import ChartCore
import Platform

/// How the day and the month of a date stand, where a file does not prove it.
public enum DateOrder: String, Sendable, Hashable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
}

/// What to take for granted where a file does not say.
public struct Assumptions: Sendable, Hashable {
    /// The order of day and month; nil lets the rule decide (day first) and notes it in the report.
    public var dateOrder: DateOrder?

    public init(dateOrder: DateOrder? = nil) { self.dateOrder = dateOrder }
}

/// How files are read.
public struct ImportOptions: Sendable {
    /// The zone of times that are written without one.
    public var zone: ZoneRules
    public var assumptions: Assumptions
    public var merge: MergeMode
    /// How many samples a batch holds at least, but for the last one of a file.
    public var batchSize: Int

    public init(
        zone: ZoneRules, assumptions: Assumptions = Assumptions(), merge: MergeMode = .overlap,
        batchSize: Int = 50_000
    ) {
        precondition(batchSize > 0, "a batch holds at least one sample, not \(batchSize)")
        self.zone = zone
        self.assumptions = assumptions
        self.merge = merge
        self.batchSize = batchSize
    }
}

/// The records of the files and what became of each.
public struct ImportResult: Sendable {
    public let records: HealthRecords
    public let report: ImportReport
}

/// Reads files of health records.
///
/// `run` blocks; call it from a thread of your own. The result is complete and merged; the batches
/// on the way are for a picture that grows, and their samples are neither sorted nor merged.
public struct Importer: Sendable {
    public let files: [String]
    public let options: ImportOptions

    /// `-` among the files is standard input.
    public init(files: [String], options: ImportOptions) {
        self.files = files
        self.options = options
    }

    /// Reads all files, one after the other.
    ///
    /// The closures are called on the calling thread: `progress` about every megabyte, `batch`
    /// whenever enough samples have come together, `isCancelled` as often as `progress`. Trouble
    /// with a file stands in its report and does not keep the others from being read.
    public func run(
        progress: @escaping (ImportProgress) -> Void = { _ in },
        batch: ((SampleBatch) -> Void)? = nil,
        isCancelled: @escaping () -> Bool = { false }
    ) -> ImportResult {
        let session = ImportSession(
            files: files, options: options, progress: progress, batch: batch,
            isCancelled: isCancelled)
        for file in files.indices where !session.isCancelled { session.read(file) }
        return session.finish()
    }
}
