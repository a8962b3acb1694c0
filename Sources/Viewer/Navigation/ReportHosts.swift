import HealthData

/// The records that the window shows, read once more: charts keep only what they draw.
@MainActor
protocol RecordHost: AnyObject {
    /// Reads all records, in the background; `done` is called later or at once.
    func readRecords(
        _ done: @escaping @MainActor @Sendable (Result<HealthRecords, ExportFailure>) -> Void)
    /// The version of the program.
    var version: String { get }
}
