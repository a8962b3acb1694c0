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
            inverse = try library.addTargets(targets).map { .remove($0) }
        case .change(let target):
            let before = try library.targets().all.first { $0.id == target.id }
            try library.changeTarget(target)
            inverse = before.map { [.change($0)] } ?? []
        case .remove(let target):
            try library.removeTarget(target.id)
            inverse = [.restore(target)]
        case .restore(let target):
            try library.restoreTarget(target)
            inverse = [.remove(target)]
        }
        return Outcome(targets: try library.targets().all, inverse: inverse)
    }
}
