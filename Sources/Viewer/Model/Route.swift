import HealthData

/// A place in the viewer that a person can go to and come back to.
enum Route: Hashable, Codable, Sendable {
    /// What is new and what has changed in all metrics.
    case summary
    /// The chart of a metric.
    case metric(MetricID)
    /// The list of workouts, as a page if there is no room for it next to their chart.
    case workoutList
    /// The map of all workouts that have a track.
    case trackMap
    /// The page of a workout.
    case workout(WorkoutEntry.ID)
    /// The page of a planned route, by its number.
    case plan(Int)

    /// The metric that it belongs to; nil for the summary, which is about all.
    var metric: MetricID? {
        switch self {
        case .summary: nil
        case .metric(let metric): metric
        case .workoutList, .trackMap, .workout, .plan: .workouts
        }
    }

    /// The workout whose page it is; nil for other places.
    var workout: WorkoutEntry.ID? {
        if case .workout(let workout) = self { workout } else { nil }
    }

    /// Whether a person comes back to it as to a view.
    var isView: Bool {
        switch self {
        case .summary, .metric, .workout: true
        case .workoutList, .trackMap, .plan: false
        }
    }

    /// The screen that shows it.
    var screen: ScreenID {
        switch self {
        case .summary: .summary
        case .metric(.workouts), .workoutList: .workouts
        case .metric: .metric
        case .trackMap: .trackMap
        case .workout: .workout
        case .plan: .plan
        }
    }
}
