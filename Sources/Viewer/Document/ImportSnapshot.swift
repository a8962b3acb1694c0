import HealthData

/// What an import has brought so far.
struct ImportSnapshot: Sendable {
    /// The metrics in the order of the list; empty if only the progress is new.
    var metrics: [MetricData] = []
    var progress: ImportProgress?
    /// The report; nil until the import has ended.
    var report: ImportReport?
    /// Whether the files had been read before, and this snapshot adds what is new in them.
    var isUpdate = false
    /// The datasets of the library; nil if the records are not from the library.
    var datasets: [Library.Dataset]?
    /// The notes of that library, earliest first; nil if the records are not from a library.
    var notes: [Library.Note]?
    /// The places that maps show; nil while they are not known.
    var places: MapPlaces?
    /// The drawings of that library; nil if the records are not from a library, or if they were not
    /// read.
    var drawings: StoredDrawings?
    /// The spans of time in which samples of a metric are damaged or missing in the library.
    var damagedSpans: [MetricID: [ClosedRange<Double>]] = [:]
    /// A sentence for each name in the order of sources that matches nothing.
    var remarks: [String] = []
    /// The workouts, newest first; nil while they are not known.
    var workouts: WorkoutList?
}
