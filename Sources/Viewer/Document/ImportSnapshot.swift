import HealthData

/// What an import has brought so far.
struct ImportSnapshot: Sendable {
    /// The metrics in the order of the list; none where only the progress is new.
    var metrics: [MetricData] = []
    var progress: ImportProgress?
    /// There once the import has ended.
    var report: ImportReport?
    /// Whether the files had been read before, and this is what came to them since.
    var isUpdate = false
    /// What the library consists of; nil where the records are not the library's.
    var datasets: [Library.Dataset]?
    /// The notes of that library, the earliest first; nil where the records are not a library's.
    var notes: [Library.Note]?
    /// The spans of time in which samples of a metric are damaged or missing in the library.
    var damagedSpans: [MetricID: [ClosedRange<Double>]] = [:]
    /// What the order of sources names in vain, a sentence each.
    var remarks: [String] = []
    /// The workouts, the newest first; nil while they are not known.
    var workouts: WorkoutList?
}
