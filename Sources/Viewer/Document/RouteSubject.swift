import HealthData
import Localization

/// A way that a page shows on a map: that of a workout, or one that was planned.
struct RouteSubject {
    let track: Track
    let kind: WorkoutKind
    /// What a device has counted.
    var figures = Workout.Figures()
    /// What of it is hidden; nil if nothing is.
    var cut: HomeCut?
    /// What was measured along it.
    var measured: [MetricData] = []
    /// Whether it was planned, and not recorded.
    var isPlanned = false
}

extension WorkoutPage {
    /// The way of the workout; nil if it has none.
    var way: RouteSubject? {
        entry.workout.track.map {
            RouteSubject(
                track: $0, kind: WorkoutKind(entry.workout.sport), figures: entry.workout.figures,
                cut: entry.cut, measured: measured)
        }
    }
}

/// The page of a planned route.
@MainActor
final class PlanPage {
    /// Its number among the planned routes.
    let number: Int
    let route: PlannedRoute

    init(_ number: Int, _ route: PlannedRoute) { (self.number, self.route) = (number, route) }

    /// What it is called.
    var title: String { route.name.isEmpty ? tr("Planned route") : route.name }

    var way: RouteSubject {
        // Nobody knows how it will be travelled: as most routes are, on foot.
        RouteSubject(track: route.track, kind: WorkoutKind("Hiking"), isPlanned: true)
    }
}
