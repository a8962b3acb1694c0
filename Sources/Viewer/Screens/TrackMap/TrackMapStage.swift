import Cartography
import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Geometry
import HealthData
import Localization
import Maps
import Painting

/// The map of all workouts: its ground, its layers, and what is over it.
@MainActor
final class TrackMapStage {
    private unowned let viewer: ViewerContext
    let state = TrackMapState()
    private let ground = RouteGround()
    /// What is on the ground and under the names, from below.
    private lazy var layers: [any TrackMapLayer] = [state.tracks]
    private let picture = MapPicture()
    private let locator = RouteLocator()
    private let targets = RouteTargets()
    private let plans = RoutePlans()
    private let card = Pane<CardModel>()
    private let overlay = Pane<RouteMapModel>()
    private let board = Pane<RouteBoardModel>()
    private let note = Pane<NoteModel>()
    private var frame: Rect?
    private(set) var isMoving = false
    /// The chart under the page gets nothing of what the map does not take.
    private(set) lazy var tools: [any InputTool] = [makeTool(), ShieldTool { true }]
    /// The workout of a row that has the focus or the pointer.
    private var marked: Int?

    private struct CardModel: Equatable {
        var frame: Rect
        var isFocused: Bool
    }

    private struct NoteModel: Equatable {
        var frame: Rect
        var title: String
        var text: String
    }

    /// All that the map depends on, without its camera.
    private struct MapLook: Hashable {
        var palette: MapPalette
        var ground: [Double]
        var layers: [Int]
    }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    private var model: ViewerModel { viewer.model }
    private var palette: MapPalette { .shown(in: model.appearance.theme) }

    // MARK: Layout

    /// Lays the map out.
    func layout(in frame: Rect, _ environment: ScreenEnvironment) {
        let (style, resources) = (environment.style, environment.resources)
        self.frame = frame
        let isStill = model.appearance.reducesMotion
        state.take(model, waits: viewer.isOffscreen)
        isMoving = state.advance(to: environment.time)
        state.resize(to: frame.size)
        state.view.reducesMotion = isStill
        if state.view.advance(to: environment.time) { isMoving = true }
        state.show(deviceScale: style.scale)
        let shown = TrackMapFrame(
            camera: state.shown, palette: palette, waits: viewer.isOffscreen, isStill: isStill,
            time: environment.time, style: style)
        if ground.prepare(
            state.shown, palette, model.maps, waits: shown.waits, isStill: isStill,
            isMoving: state.view.isMoving, at: shown.time, style, resources)
        {
            isMoving = true
        }
        for layer in layers where layer.prepare(shown) { isMoving = true }
        plans.prepare(
            model.targets.places.routes, on: state.shown.plane, for: state.shown,
            deviceScale: style.scale, palette)
        targets.update(model.targets.all, on: state, style, resources) { target in
            MapPlane.mercator.point(target.place)
        }
        if state.look() { isMoving = true }
        if locator.prepare(
            state.shown, palette, in: frame, isShown: !state.chosen.isEmpty, waits: shown.waits,
            style, resources)
        {
            isMoving = true
        }
        marked = markedTrack(environment)
        card.update(
            CardModel(frame: frame, isFocused: environment.focused == .chart), style, resources
        ) { model, pane in
            pane.card(model.frame)
            if model.isFocused { pane.focusRing(model.frame, radius: Measure.cardCorner) }
            return []
        }
        updatePanes(frame, environment)
    }

    /// The track of the row that has the focus, or over which the pointer is.
    private func markedTrack(_ environment: ScreenEnvironment) -> Int? {
        func track(_ control: ControlID?) -> Int? {
            guard let id = WorkoutRow.open.subject(of: control?.command),
                let place = model.workouts.list.place(of: id)
            else { return nil }
            return state.catalogue.entries.firstIndex { $0.place == place }
        }
        return track(environment.hovered) ?? track(environment.focused)
    }

    /// The track that is drawn over the others; nil for none.
    private var highlighted: Int? { state.pointed.first ?? marked }

    private func updatePanes(_ frame: Rect, _ environment: ScreenEnvironment) {
        let (style, resources) = (environment.style, environment.resources)
        let format = RouteFormat(
            locale: model.locale, units: model.appearance.pins.units, kind: WorkoutKind(""))
        let camera = state.shown
        let bar = ScaleBar(
            metresPerPoint: camera.metresPerPoint, units: format.units,
            longest: min(100, camera.size.width / 3)
        ).map { RouteMapModel.Bar(length: $0.length, text: format.text($0)) }
        overlay.update(
            RouteMapModel(
                frame: frame, controls: .trackMap, key: key, bar: bar, rotation: camera.rotation,
                isAlone: environment.window.isAlone, credit: ground.credit, where: "",
                hovered: environment.hovered.within(.trackMap),
                focused: environment.focused.within(.trackMap)), style, resources,
            record: RouteMapPane.record)
        var rows: [CaptionedFigure] = []
        if let track = state.pointed.first { rows = words(of: track) }
        board.update(
            RouteBoardModel(
                map: frame,
                ring: state.pointer.map { Point(x: frame.x + $0.x, y: frame.y + $0.y) },
                rows: rows), style, resources, record: RouteBoardPane.record)
        if let nothing {
            note.update(
                NoteModel(frame: frame, title: nothing.title, text: nothing.text), style, resources,
                record: Self.record)
        } else {
            note.clear()
        }
    }

    /// The key of the passes; nil as long as nothing is counted, and if no place is passed twice.
    private var key: RouteMapModel.Key? {
        guard let top = state.tracks.passes.top, top > 1 else { return nil }
        let locale = model.locale
        let middle = Double(top).squareRoot().rounded()
        return RouteMapModel.Key(
            title: tr("Passes"), colors: palette.passes,
            labels: [
                locale.number(1), top > 3 ? locale.number(middle) : "", locale.number(Double(top)),
            ])
    }

    /// What is known of the workout of a track, and how often its place is passed.
    private func words(of track: Int) -> [CaptionedFigure] {
        let entry = model.workouts.list.entries[state.catalogue.entries[track].place]
        let format = WorkoutFormat(locale: model.locale, units: model.appearance.pins.units)
        let date = model.locale.date(
            CivilMoment(entry.workout.start, in: model.calendar), .weekdayDayMonthYearTime)
        var rows = [
            CaptionedFigure(
                caption: state.catalogue.entries[track].sport,
                figure: format.distance(entry.workout.figures.distance)
                    ?? format.duration(entry.duration)),
            CaptionedFigure(caption: tr("Date"), figure: Figure(date)),
        ]
        if let pointer = state.pointer {
            let passes = state.tracks.passes.passes(at: pointer, in: state.shown)
            if passes > 1 {
                rows.append(
                    CaptionedFigure(
                        caption: tr("Passes here"),
                        figure: Figure(model.locale.number(Double(passes)))))
            }
        }
        return rows
    }

    /// What the map says if it shows nothing; nil if it shows something.
    var nothing: (title: String, text: String)? {
        let places = model.targets.places
        if state.catalogue.entries.isEmpty, places.routes.isEmpty, model.targets.all.isEmpty {
            return (
                tr("No workout has a track"),
                tr(
                    "Open the GPX, TCX or FIT files of workouts, or an export that has their routes."
                )
            )
        }
        if state.chosen.isEmpty, !state.catalogue.entries.isEmpty {
            return (
                tr("No workout of this kind in this year"), tr("Choose another sport or year.")
            )
        }
        return nil
    }

    private static func record(_ model: NoteModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let room = model.frame.inset(by: 16)
        let text = pane.typesetter.lines(model.text, TypeStyle.text, wrappedTo: room.width - 32)
        let width = min(
            max(
                pane.width(model.title, TypeStyle.name),
                text.map { pane.width($0.text, TypeStyle.text) }.max() ?? 0) + 32, room.width)
        let height = 44 + 20 * Double(text.count)
        let rect = Rect(
            x: room.midX - width / 2, y: room.midY - height / 2, width: width, height: height)
        pane.canvas.fill(
            rect, pane.theme.board.opacity(0.94), corners: Corners(Measure.boardCorner),
            border: .hairline(pane.theme.hairline))
        let inside = rect.inset(by: Insets(left: 16, top: 12, right: 16, bottom: 12))
        pane.text(
            model.title, TypeStyle.name,
            in: Rect(x: inside.x, y: inside.y, width: inside.width, height: 20), pane.theme.text1,
            .center)
        for (index, line) in text.enumerated() {
            pane.text(
                line.text, TypeStyle.text,
                in: Rect(
                    x: inside.x, y: inside.y + 20 + 20 * Double(index), width: inside.width,
                    height: 20), pane.theme.text2, .center)
        }
        return [
            SemanticNode(
                id: ControlID("track-map.nothing"), role: .text, name: model.title,
                value: model.text, frame: rect)
        ]
    }

    // MARK: Semantics

    var nodes: [SemanticNode] {
        guard let frame else { return [] }
        let map = SemanticNode(
            id: .chart, role: .chart, name: tr("Map of all workouts"),
            value: trn("{n} track", "{n} tracks", count: state.chosen.count), frame: frame)
        return [map] + overlay.nodes + locator.nodes + board.nodes + note.nodes
    }

    var stamp: [Int] {
        [
            overlay.recordings, board.recordings, board.nodes.count, note.recordings,
            note.nodes.count, card.recordings, state.chosen.count,
        ] + locator.stamp
    }

    // MARK: Drawing

    var groundStamp: [Int] { [card.isShown ? card.recordings : 0] }

    func encodeGround(into scene: SceneBuilder, _ tags: ViewerTags) {
        tags.decoration { card.encode(into: scene) }
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {
        guard let frame else { return }
        tags.figure(.chart) { encodeMap(frame, into: scene) }
    }

    private func encodeMap(_ frame: Rect, into scene: SceneBuilder) {
        let (camera, palette) = (state.shown, palette)
        // The corner of the device pixels that it fills.
        let pixels = scene.pixels(frame)
        let corner = Point(
            x: Double(pixels.x) / scene.scale, y: Double(pixels.y) / scene.scale)
        let look = MapLook(
            palette: palette, ground: ground.stamp, layers: layers.map(\.look) + [plans.look])
        scene.clipped(to: frame, radius: Measure.cardCorner) {
            picture.encode(into: scene, camera, in: frame, stamp: look, ground: palette.land) {
                ground.encode(into: scene, camera, palette, at: corner)
                plans.encode(into: scene, camera, at: corner)
                for layer in layers { layer.encode(into: scene, camera, at: corner) }
                ground.encodeLabels(into: scene, camera, at: corner)
            }
            // Over the picture that is kept, so pointing draws nothing else again.
            if let highlighted {
                state.tracks.passes.encode(highlighted, into: scene, camera, at: corner)
            }
            ground.encodeGridLabels(
                into: scene, camera, at: corner, bottom: locator.coveredHeight ?? 60)
            targets.encode(into: scene, camera, at: corner)
            overlay.encode(into: scene)
            locator.encode(into: scene)
            board.encode(into: scene)
            note.encode(into: scene)
        }
    }

    // MARK: Input

    private func makeTool() -> MapTool {
        state.view.onMove = { [unowned self] in viewer.changed() }
        return MapTool(
            state.view, frame: { [unowned self] in frame },
            didTake: { [unowned self] in
                state.didMoveMap()
                viewer.changed()
            }, perform: { [unowned self] in follow($0, at: $1) })
    }

    private func follow(_ event: MapTool.Event, at time: Double) {
        switch event {
        case .hover(let point): state.point(at: point)
        case .leave: state.point(at: nil)
        case .tap(let point):
            if let track = state.tracks(at: point).first { return open(track, at: time) }
            if let plan = plans.nearest(to: point, in: state.shown, within: 10) {
                model.targets.openPlan(plan, at: time)
                viewer.enter(page: PageHeadingPane.control(.closePage))
            }
        case .tripleTap(let point, fingers: 1):
            state.didMoveMap()
            state.view.glide(at: time) { $0.center = $0.planePoint(at: point) }
        case .tripleTap: state.showAllOrDensest(at: time)
        }
        viewer.changed()
    }

    // MARK: Doing

    /// Opens the page of a track's workout.
    private func open(_ track: Int, at time: Double) {
        let id = model.workouts.list.entries[state.catalogue.entries[track].place].id
        state.point(at: nil)
        model.workouts.open(id, at: time)
        viewer.enter(page: PageHeadingPane.control(.closePage))
    }

    /// Whether a track is pointed at.
    var hasPointed: Bool { !state.pointed.isEmpty }

    /// Opens the workout that is pointed at.
    func openPointed() {
        if let track = state.pointed.first { open(track, at: viewer.now()) }
    }

    /// Moves the map as a command does.
    func move(_ change: (inout MapCamera) -> Void) {
        state.didMoveMap()
        state.view.glide(at: viewer.now(), change)
        viewer.changed()
    }

    func showAllOrDensest() {
        state.showAllOrDensest(at: viewer.now())
        viewer.changed()
    }

    /// Shows the workouts of another choice.
    func choose(_ change: (inout TrackMapChoice) -> Void) {
        var choice = state.choice
        change(&choice)
        guard choice != state.choice else { return }
        state.choose(choice)
        // The view stays; it no longer is that of all.
        state.didMoveMap()
        viewer.changed()
    }

    /// Shows the person's own maps, or that of the program.
    func toggleMaps() {
        model.maps.areShown.toggle()
        viewer.changed()
    }
}
