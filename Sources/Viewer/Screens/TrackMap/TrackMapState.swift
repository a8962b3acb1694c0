import Cartography
import ChartCore
import Geometry
import HealthData
import Maps

/// The state of the map of all workouts: what is chosen, what is in view, and what is pointed at.
@MainActor
final class TrackMapState {
    let view = MapView(
        MapCamera(
            .mercator, center: PlanePoint(x: 0.5, y: 0.4), zoom: 3,
            size: Size(width: 400, height: 300)))
    /// The camera of the frame, moved to whole device pixels.
    private(set) var shown: MapCamera
    let loading = TrackMapLoading()
    let tracks = TrackMapPasses()
    private(set) var catalogue = TrackMapCatalogue(WorkoutList(), .init(zone: .utc))
    private(set) var choice = TrackMapChoice()
    /// The numbers of the tracks of the choice, newest first, and metres of their workouts.
    private(set) var chosen: [Int] = []
    private(set) var meters = 0.0
    /// What there is to choose from.
    private(set) var sports: [TrackMapCatalogue.Option<String?>] = []
    private(set) var years: [TrackMapCatalogue.Option<Int?>] = []
    /// Where the pointer is on the map; nil if it is not there.
    private(set) var pointer: Point?
    /// The tracks under the pointer, the nearest first.
    private(set) var pointed: [Int] = []
    /// The tracks in the view, newest first.
    private(set) var inView: [Int] = []
    /// What the planned routes and targets are in; nil if there are none.
    private var places: PlaneRect?
    /// The revision and the number of the document that the catalogue belongs to.
    private var document: Int?
    private var number: Int?
    /// Whether the map shows everything, so that it does so in another size as well.
    private(set) var showsAll = true
    private var isFitted = false
    /// Whether tracks have been read that are not shown yet, and when some were shown.
    private var hasNews = false
    private var lastPublished = -Double.infinity
    /// The camera of the last frame, and the map in which the tracks in view were found.
    private var lastCamera: MapCamera?
    private var looked: (camera: MapCamera, look: Int)?

    /// Points from the pointer to a track that it is on.
    private static let reach = 10.0
    /// Seconds between two looks at what has been read.
    private static let publishing = 0.4

    init() { shown = view.camera }

    // MARK: Content

    /// Takes the workouts of a document.
    func take(_ model: ViewerModel, waits: Bool) {
        guard document != model.documentRevision else { return }
        document = model.documentRevision
        let list = model.workouts.list
        let wasEmpty = catalogue.entries.isEmpty
        catalogue = TrackMapCatalogue(list, model.calendar)
        loading.load(
            catalogue.entries.compactMap { list.entries[$0.place].workout.track }, waits: waits)
        choose(catalogue.valid(choice))
        let routes = model.targets.places.routes.compactMap(\.track.box).map { PlaneRect($0) }
        let targets = model.targets.all.compactMap { MapPlane.mercator.point($0.place) }
        places = PlaneRect(
            aroundTurned: routes + targets.map { PlaneRect(x: $0.x, y: $0.y, width: 0, height: 0) })
        // Other files are seen as a whole; what is added to them does not move the view.
        if number != model.documentNumber || wasEmpty { (showsAll, isFitted) = (true, false) }
        number = model.documentNumber
    }

    /// Shows the workouts of another choice.
    func choose(_ choice: TrackMapChoice) {
        self.choice = choice
        chosen = catalogue.numbers(choice)
        meters = chosen.reduce(0) { $0 + catalogue.entries[$1].meters }
        (sports, years) = (catalogue.sports(choice), catalogue.years(choice))
        (pointed, inView, looked) = ([], [], nil)
        tracks.passes.show(loading.sketches, chosen)
    }

    /// Takes tracks that have been read; returns whether more will come.
    func advance(to time: Double) -> Bool {
        if loading.collect() { hasNews = true }
        if hasNews, !loading.isRunning || time - lastPublished >= Self.publishing {
            tracks.passes.show(loading.sketches, chosen)
            (hasNews, lastPublished) = (false, time)
        }
        return loading.isRunning || hasNews
    }

    // MARK: View

    /// Gives the map its size.
    func resize(to size: Size) {
        guard size.width > 0, size.height > 0, size != view.camera.size || !isFitted else { return }
        view.resize(to: size)
        if showsAll {
            showAll(at: nil)
            isFitted = true
        }
    }

    /// Takes the camera of a frame.
    func show(deviceScale: Double) {
        shown = MapPicture.snapped(view.camera, deviceScale: deviceScale)
    }

    /// Called when a hand begins to move the map.
    func didMoveMap() { showsAll = false }

    /// Shows all tracks; if all are shown, those around the densest place.
    func showAllOrDensest(at time: Double) {
        if showsAll, let densest = catalogue.densest(chosen) {
            showsAll = false
            return show(densest, at: time)
        }
        showAll(at: time)
    }

    /// Shows all tracks; at once without a time.
    func showAll(at time: Double?) {
        showsAll = true
        guard let bounds = catalogue.bounds(chosen) ?? places else { return }
        show(bounds, at: time)
    }

    private func show(_ bounds: PlaneRect, at time: Double?) {
        var camera = view.target
        camera.rotation = 0
        camera = RouteLocator.fit(bounds, camera, hasKey: true, most: 16) { camera, frame in
            chosen.contains { number in
                let box = catalogue.entries[number].bounds
                return (camera.turns(of: box).map { Array($0) } ?? []).contains { turn in
                    let turned = box.moved(by: Double(turn))
                    let first = camera.point(of: PlanePoint(x: turned.x, y: turned.y))
                    let last = camera.point(of: PlanePoint(x: turned.maxX, y: turned.maxY))
                    return frame.intersects(
                        Rect(
                            x: first.x, y: first.y, width: max(last.x - first.x, 1),
                            height: max(last.y - first.y, 1)))
                }
            }
        }
        if let time { view.glide(to: camera, at: time) } else { view.set(camera) }
    }

    // MARK: Finding

    /// Takes the place of the pointer; nil if it has left the map.
    func point(at place: Point?) {
        pointer = place
        findPointed()
    }

    private func findPointed() {
        pointed =
            pointer.map { tracks.passes.tracks(near: $0, in: shown, within: Self.reach) } ?? []
    }

    /// The tracks under a point, the nearest first.
    func tracks(at point: Point) -> [Int] {
        tracks.passes.tracks(near: point, in: shown, within: Self.reach)
    }

    /// Finds what is in view once the map has come to rest; returns whether another frame is needed for
    /// that.
    func look() -> Bool {
        let isResting = lastCamera == shown || looked == nil
        lastCamera = shown
        if let looked, looked.camera == shown, looked.look == tracks.look { return false }
        guard isResting else { return true }
        looked = (shown, tracks.look)
        inView = tracks.passes.tracks(in: shown)
        findPointed()
        return false
    }

    /// The tracks that the list shows: those under the pointer, or those in view.
    var listed: [Int] { pointed.isEmpty ? inView : pointed.sorted() }
}
