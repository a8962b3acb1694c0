import ChartCore
import HealthData

/// One workout, as a list and its page show it.
struct WorkoutEntry: Sendable, Equatable, Identifiable {
    /// The second of its start; if several share it, from the second one on with a number.
    ///
    /// It is the same in every reading of the same files.
    let id: String
    let workout: Workout
    /// The name of the source that recorded it.
    let source: String
    /// What of it was hidden; nil if nothing was.
    var cut: HomeCut?

    /// From its start to its end, with pauses.
    var span: Extent { Extent(min: workout.start, max: workout.end) }
    /// The time spent in it, without pauses if they are known, in seconds.
    var duration: Double { workout.figures.activeDuration ?? span.length }

    /// Whether part of it is in a half-open range.
    func lies(in range: Extent) -> Bool {
        workout.start < range.max && (workout.end > range.min || workout.start >= range.min)
    }
}

/// The workouts of a document, newest first.
struct WorkoutList: Sendable {
    let entries: [WorkoutEntry]
    /// The indices of those that have a track.
    let tracked: [Int]
    private let places: [WorkoutEntry.ID: Int]
    /// The longest of them, in seconds.
    private let longest: Double

    init(_ entries: [WorkoutEntry] = []) {
        self.entries = entries
        tracked = entries.indices.filter { entries[$0].workout.track?.box != nil }
        places = Dictionary(
            entries.indices.map { (entries[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        longest = entries.map(\.span.length).max() ?? 0
    }

    /// The workouts of settled records.
    init(_ records: HealthRecords) {
        var seconds: [Int: Int] = [:]
        let entries = records.workouts.map { workout -> WorkoutEntry in
            let second = Int(workout.start.rounded(.down))
            let count = seconds[second, default: 0] + 1
            seconds[second] = count
            let source = Int(workout.source)
            return WorkoutEntry(
                id: count == 1 ? "\(second)" : "\(second)-\(count)", workout: workout,
                source: records.sources.indices.contains(source)
                    ? records.sources[source].name : "")
        }
        self.init(entries.reversed())
    }

    subscript(id: WorkoutEntry.ID) -> WorkoutEntry? { places[id].map { entries[$0] } }

    /// The index of a workout; nil if it is not in the list.
    func place(of id: WorkoutEntry.ID) -> Int? { places[id] }

    /// The indices of the workouts that are partly in a half-open range, newest first.
    ///
    /// The cost is a binary search plus the workouts found.
    func places(over range: Extent) -> [Int] {
        guard range.isProper else { return [] }
        let first = entries.indices.partitioningIndex {
            entries[$0].workout.start < range.max
        }
        let last = entries.indices.partitioningIndex {
            entries[$0].workout.start < range.min - longest
        }
        return (first..<max(first, last)).filter { entries[$0].lies(in: range) }
    }

    /// The workout that a person means by an instant.
    ///
    /// It is the one that begins then or is the first to begin after it on the same day, else the
    /// one in progress.
    func workout(at instant: Double, in calendar: CivilCalendar) -> WorkoutEntry? {
        let day = calendar.start(of: .day, containing: instant)
        let end = calendar.next(.day, after: day)
        return entries.last { $0.workout.start >= instant && $0.workout.start < end }
            ?? entries.first { $0.workout.start <= instant && instant < $0.workout.end }
    }
}
