import Geodesy
import HealthData
import Maps

/// The places that maps show: the person's own targets, and the waypoints and plans of files.
struct MapPlaces: Sendable, Equatable {
    /// In the order in which they were made; empty without a library.
    var targets: [LibraryTarget] = []
    var waypoints: [Waypoint] = []
    var routes: [PlannedRoute] = []

    init(targets: [LibraryTarget] = [], _ places: Places = Places()) {
        (self.targets, waypoints, routes) = (targets, places.waypoints, places.routes)
    }

    var isEmpty: Bool { targets.isEmpty && waypoints.isEmpty && routes.isEmpty }
}

extension MapPlaces {
    /// The places without what is inside of zones; routes without the parts that are.
    func hiding(_ zones: [PrivacyZone]) -> MapPlaces {
        guard !zones.isEmpty else { return self }
        func isVisible(_ place: Coordinate) -> Bool { !zones.contains { $0.contains(place) } }
        var result = self
        result.targets = targets.filter { isVisible($0.place) }
        result.waypoints = waypoints.filter { isVisible($0.place) }
        result.routes = routes.compactMap { route in
            let points = route.track.points
            let parts = PrivacyZone.visible(points.map(\.place), outside: zones)
            let kept = parts.flatMap { part in
                points[part].enumerated().map { number, point in
                    var point = point
                    if number == 0 { point.beginsSegment = true }
                    return point
                }
            }
            return Track(kept).map {
                PlannedRoute(name: route.name, track: $0, source: route.source)
            }
        }
        return result
    }
}

/// A place that can be found on a map and with the compass.
struct ShownTarget: Sendable, Hashable, Identifiable {
    enum ID: Hashable, Sendable {
        /// One of the person's own, by its number in the library.
        case own(Int64)
        /// A waypoint of a file, by its number among them.
        case waypoint(Int)
        /// An end of the way that is shown.
        case start, end
    }

    let id: ID
    var name: String
    var place: Coordinate
    /// Metres above the sea; nil if it is not known.
    var height: Double?
}

/// An edit of the targets of a library.
enum TargetEdit: Sendable, Equatable {
    case add([LibraryTarget])
    case change(LibraryTarget)
    case remove(LibraryTarget)
    /// Puts a removed one back.
    case restore(LibraryTarget)

    /// The targets after an edit, and what takes it back.
    struct Outcome: Sendable {
        var targets: [LibraryTarget]
        var inverse: [TargetEdit]
    }

    /// Performs the edit.
    func perform(in directory: String) throws(LibraryError) -> Outcome {
        let library = try Library(directory: directory)
        defer { library.close() }
        var inverse: [TargetEdit] = []
        switch self {
        case .add(let targets):
            inverse = try library.targets.add(targets).map { .remove($0) }
        case .change(let target):
            let before = try library.targets.list().all.first { $0.id == target.id }
            try library.targets.change(target)
            inverse = before.map { [.change($0)] } ?? []
        case .remove(let target):
            try library.targets.remove(target.id)
            inverse = [.restore(target)]
        case .restore(let target):
            try library.targets.restore(target)
            inverse = [.remove(target)]
        }
        return Outcome(targets: try library.targets.list().all, inverse: inverse)
    }
}
