import Geodesy
import HealthData
import Localization

/// The places that maps show, and the edits of the person's own targets.
@MainActor
final class TargetShelf {
    private unowned let model: ViewerModel
    private(set) var places = MapPlaces() { didSet { known = nil } }
    private var known: [ShownTarget]?
    private var shownPlan: PlanPage?
    /// How places are written.
    var coordinates: CoordinateFormat { model.appearance.pins.coordinates ?? .degrees }
    /// What takes the last edits back, the latest last; each edit is made of one or more.
    private var undoable: [[TargetEdit]] = []
    /// What makes the edits again that were taken back, the latest last.
    private var redoable: [[TargetEdit]] = []

    /// What an edit is to the steps that can be taken back.
    enum Step {
        case new, undo, redo
    }

    init(_ model: ViewerModel) { self.model = model }

    /// Whether a library is shown, in which targets are kept.
    var areKept: Bool { model.datasets != nil }

    /// Takes the places of another document, without those near a hidden home.
    func take(_ all: MapPlaces) {
        let places = all.hiding(model.hiddenHomes)
        guard places != self.places else { return }
        if places.targets != self.places.targets { (undoable, redoable) = ([], []) }
        self.places = places
    }

    /// Takes the targets after a change by another program.
    func take(_ targets: [LibraryTarget]) {
        guard targets != places.targets else { return }
        (undoable, redoable) = ([], [])
        places.targets = targets
        model.onChange(.data)
    }

    /// Takes the targets after an edit, which was a new one, or took one back or made it again.
    func take(_ outcome: TargetEdit.Outcome, after step: Step) {
        places.targets = outcome.targets
        switch step {
        case .new:
            undoable.append(outcome.inverse)
            redoable = []
        case .undo:
            _ = undoable.popLast()
            redoable.append(outcome.inverse)
        case .redo:
            _ = redoable.popLast()
            undoable.append(outcome.inverse)
        }
        model.onChange(.data)
    }

    /// The edits that take the last one back; nil if there is none.
    var undo: [TargetEdit]? { undoable.last }
    /// The edits that make the last one again that was taken back; nil if there is none.
    var redo: [TargetEdit]? { redoable.last }

    /// Writes places in the next way, from now on.
    func showNextCoordinates(at time: Double) {
        let all = CoordinateFormat.allCases
        let index = all.firstIndex(of: coordinates) ?? 0
        let next = all[(index + 1) % all.count]
        model.appearance.pin(at: time) { $0.coordinates = next }
    }

    /// All targets: the person's own, and then the waypoints of files, each place once.
    var all: [ShownTarget] {
        if let known { return known }
        struct Key: Hashable {
            var name: String
            var latitude: Double
            var longitude: Double
        }
        var seen: Set<Key> = []
        func isNew(_ target: ShownTarget) -> Bool {
            seen.insert(
                Key(
                    name: target.name, latitude: target.place.latitude,
                    longitude: target.place.longitude)
            ).inserted
        }
        let own = places.targets.map {
            ShownTarget(id: .own($0.id), name: $0.name, place: $0.place, height: $0.height)
        }
        let waypoints = places.waypoints.enumerated().map { number, waypoint in
            ShownTarget(
                id: .waypoint(number), name: waypoint.name.isEmpty ? tr("Place") : waypoint.name,
                place: waypoint.place, height: waypoint.height)
        }
        let all = (own + waypoints).filter(isNew)
        known = all
        return all
    }

    // MARK: Planned routes

    /// Whether there is anything that a map shows.
    var hasPlaces: Bool { !places.routes.isEmpty || !all.isEmpty }

    /// The page of a document without any chart: its only planned route, else the map of all.
    var firstPage: Route { places.routes.count == 1 ? .plan(0) : .trackMap }

    /// The page of a planned route that is shown; nil if none is.
    var plan: PlanPage? {
        guard case .plan(let number)? = model.navigator.route,
            places.routes.indices.contains(number)
        else {
            shownPlan = nil
            return nil
        }
        if let shownPlan, shownPlan.number == number, shownPlan.route == places.routes[number] {
            return shownPlan
        }
        shownPlan = PlanPage(number, places.routes[number])
        return shownPlan
    }

    /// Opens the page of a planned route.
    func openPlan(_ number: Int, at time: Double) {
        guard places.routes.indices.contains(number), model.phase == .shown else { return }
        model.isTouched = true
        if model.workouts.page != nil { model.workouts.closePage(at: time) }
        model.navigator.open(.plan(number))
        model.active.point(at: nil)
        model.onChange(.input)
    }

    /// Goes back from the page of a planned route.
    func closePlan() { model.navigator.closePlan() }

    /// One of the person's own targets.
    subscript(id: LibraryTarget.ID) -> LibraryTarget? { places.targets.first { $0.id == id } }
}
