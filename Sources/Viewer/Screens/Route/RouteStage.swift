import Cartography
import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Geodesy
import Geometry
import HealthData
import Localization
import Maps
import Painting
import Text

/// The way of a workout on its page: map, panels, playback and choices.
@MainActor
final class RouteStage {
    private unowned let viewer: ViewerContext
    private(set) var state: RouteState?
    private(set) var words: RouteWords?
    private(set) var choices = RouteChoices()
    private(set) var hasNumbers = true
    private var key: Key?
    private var layout: RouteLayout?
    private let cards = Pane<CardsModel>()
    private let overlay = Pane<RouteMapModel>()
    private let headings = Pane<RouteHeadingsModel>()
    private let bar = Pane<RouteBarModel>()
    private let row = Pane<RouteChoicesModel>()
    private let board = Pane<RouteBoardModel>()
    private let figures = Pane<RouteFiguresModel>()
    private let ground = RouteGround()
    private let picture = MapPicture()
    private let locator = RouteLocator()
    private let marks = RouteMarks()
    private let targets = RouteTargets()
    private let plans = RoutePlans()
    let compass = RouteCompass()
    private var tones = RouteTones()
    private var typesetter: Typesetter?
    private let dots = RouteDots()
    private var ring: Point?
    /// Whether a pointer shows a place in the panels.
    private var isOverPanels = false
    private(set) var isMoving = false
    private(set) lazy var tools: [any InputTool] = makeTools()

    private struct Key: Equatable {
        var page: ObjectIdentifier
        var format: RouteFormat
    }

    /// All that the map depends on, without its camera.
    private struct MapLook: Hashable {
        var palette: MapPalette
        var ground: [Double]
        var plans: Int
        var layer: Int
        var part: Int?
        var hasNumbers: Bool
        var theme: Theme
        var way: ObjectIdentifier
    }

    private struct CardsModel: Equatable {
        var map: Rect
        var panels: Rect
        var isFocused: Bool
    }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    private var model: ViewerModel { viewer.model }

    // MARK: Layout

    /// Lays a way out in a room; without one nothing is shown.
    ///
    /// - Parameters:
    ///   - page: the page that the way belongs to; another page is another way.
    ///   - figures: the room for the figures of the whole way; empty for none.
    func layout(
        _ subject: RouteSubject?, of page: AnyObject?, in room: Rect, figures: Rect,
        _ environment: ScreenEnvironment
    ) {
        guard let subject, let page, let state = state(of: subject, page) else { return clear() }
        let (style, resources) = (environment.style, environment.resources)
        state.apply(style.theme)
        let layout =
            environment.window.isAlone
            ? RouteLayout(alone: room)
            : RouteLayout(
                in: room, panels: state.panels.series.count, isTimed: !state.way.times.isEmpty)
        self.layout = layout
        state.resize(to: layout.map.size)
        state.showPanels(layout.panelCount)
        isMoving = state.advance(
            to: environment.time, isStill: model.appearance.reducesMotion)
        state.show(deviceScale: style.scale)
        if !layout.panels.isEmpty {
            state.panels.figure.prepare(
                in: layout.panels.inset(by: Insets(left: 12, top: 4, right: 6, bottom: 6)),
                deviceScale: style.scale, typesetter: resources.typesetter)
            if state.panels.figure.movesAfterLayout { isMoving = true }
        }
        state.layer.prepare(for: state.shown, deviceScale: style.scale)
        if state.part != nil {
            state.selected.prepare(for: state.shown, deviceScale: style.scale)
        }
        if ground.prepare(
            state.shown, state.palette, model.maps, waits: viewer.isOffscreen,
            isStill: model.appearance.reducesMotion,
            isMoving: state.view.isMoving || state.playback.isRunning, at: environment.time, style,
            resources)
        {
            isMoving = true
        }
        if compass.prepare(
            state, model.targets.all, isStill: model.appearance.reducesMotion, at: environment.time)
        {
            isMoving = true
        }
        if let sounds = viewer.hosts.sounds, model.appearance.pins.targetTones == true {
            tones.advance(state, compass.targets, chosen: compass.chosen, at: environment.time)
                .forEach(sounds.play)
        }
        // The board of a part has the same place, and a compass would lie over it.
        if locator.prepare(
            state.shown, state.palette, in: layout.map,
            isShown: state.mode == .map && state.part == nil, waits: viewer.isOffscreen, style,
            resources)
        {
            isMoving = true
        }
        typesetter = resources.typesetter
        marks.update(state, style, resources)
        targets.update(
            model.targets.all, chosen: compass.chosen, on: state, style, resources,
            place: state.place)
        plans.prepare(
            model.targets.places.routes, on: state.way.plane, for: state.shown,
            deviceScale: style.scale, state.palette)
        dots.update(style)
        cards.update(
            CardsModel(
                map: layout.map, panels: layout.panels, isFocused: environment.focused == .chart),
            style, resources, record: recordCards)
        updatePanes(state, layout, figures, environment)
    }

    private func clear() {
        (state, words, key, layout, isMoving) = (nil, nil, nil, nil, false)
        for pane in panes { pane.clear() }
    }

    private var panes: [any ShownPane] {
        [cards, overlay, headings, bar, row, board, figures]
    }

    /// The state of a page's way, which is made when it is first shown; nil if it has none.
    private func state(of subject: RouteSubject, _ page: AnyObject) -> RouteState? {
        var format = RouteFormat(
            locale: model.locale, units: model.appearance.pins.units, kind: subject.kind)
        format.isApproximate = subject.cut != nil
        let key = Key(page: ObjectIdentifier(page), format: format)
        if key == self.key { return state }
        self.key = key
        state?.view.stop()
        state = RouteState(
            subject, format, choices: choices, theme: model.appearance.theme)
        connect()
        return state
    }

    private func connect() {
        guard let state else { return }
        state.panels.figure.willHandle = { [unowned self] gesture in
            follow(gesture)
            return []
        }
    }

    private func updatePanes(
        _ state: RouteState, _ layout: RouteLayout, _ figuresFrame: Rect,
        _ environment: ScreenEnvironment
    ) {
        let (style, resources) = (environment.style, environment.resources)
        let hovered = environment.hovered.within(.route)
        let focused = environment.focused.within(.route)
        let words = words(of: state)
        overlay.update(
            RouteMapModel(
                frame: layout.map, key: state.mode == .compass ? nil : words.key,
                bar: state.mode == .compass ? nil : words.bar,
                rotation: state.view.camera.rotation, isAlone: environment.window.isAlone,
                credit: state.mode == .compass ? "" : ground.credit,
                where: ground.words(state.middle, state.format) ?? "", hovered: hovered,
                focused: focused), style, resources, record: RouteMapPane.record)
        headings.update(
            RouteHeadingsModel(
                headings: state.panels.places.map { place in
                    let series = state.panels.series[place.series]
                    return .init(
                        frame: place.heading, name: state.format.name(series.quantity),
                        value: words.reading(series))
                }), style, resources, record: RouteHeadingsPane.record)
        if let frame = layout.bar {
            bar.update(
                words.bar(
                    frame, hovered: hovered, focused: focused), style, resources,
                record: RouteBarPane.record)
        } else {
            bar.clear()
        }
        if let frame = layout.choices {
            row.update(
                RouteChoicesModel(
                    frame: frame, choices: words.choices(hasNumbers: hasNumbers, model.maps),
                    hovered: hovered,
                    focused: focused), style, resources, record: RouteChoicesPane.record)
        } else {
            row.clear()
        }
        ring = state.place.flatMap { state.way.planePoint(at: $0.index) }.map {
            state.shown.point(of: $0)
        }
        let isSeen = ring.map { Rect(origin: .zero, size: layout.map.size).contains($0) } ?? false
        let place = ring.map { Point(x: layout.map.x + $0.x, y: layout.map.y + $0.y) }
        // The board would cover a compass, and the panels have the values.
        let hasPlace = isSeen && state.place != nil && state.mode == .map
        let rows = state.part != nil ? words.part : hasPlace ? words.place : []
        board.update(
            RouteBoardModel(
                map: layout.map, ring: state.part != nil ? nil : place, rows: rows), style,
            resources, record: RouteBoardPane.record)
        figures.update(
            RouteFiguresModel(frame: figuresFrame, figures: words.figures), style, resources,
            record: RouteFiguresPane.record)
    }

    /// The words of a state, which are kept with it.
    private func words(of state: RouteState) -> RouteWords {
        if let words, words.state === state, words.calendar == model.calendar { return words }
        let made = RouteWords(state, model.calendar)
        words = made
        return made
    }

    private func recordCards(_ model: CardsModel, _ pane: PaneCanvas) -> [SemanticNode] {
        pane.card(model.map)
        if !model.panels.isEmpty { pane.card(model.panels) }
        if model.isFocused { pane.focusRing(model.map, radius: Measure.cardCorner) }
        return []
    }

    // MARK: Semantics

    var nodes: [SemanticNode] {
        guard let state, let layout else { return [] }
        let map = SemanticNode(
            id: .chart, role: .chart, name: tr("Map of the way"),
            value: state.format.way(state.way.length).text, frame: layout.map)
        return figures.nodes + [map] + overlay.nodes + locator.nodes + headings.nodes + board.nodes
            + bar.nodes
            + row.nodes
    }

    var stamp: [Int] {
        [
            overlay.recordings, headings.recordings, bar.recordings, row.recordings,
            board.recordings, board.nodes.count, figures.recordings, state == nil ? 0 : 1,
            cards.recordings,
        ] + locator.stamp
    }

    // MARK: Drawing

    var groundStamp: [Int] { [cards.isShown ? cards.recordings : 0] }

    func encodeGround(into scene: SceneBuilder, _ tags: ViewerTags) {
        tags.decoration { cards.encode(into: scene) }
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {
        guard let state, let layout else { return }
        figures.encode(into: scene)
        tags.figure(.chart) { encodeMap(state, layout.map, into: scene) }
        if !layout.panels.isEmpty {
            state.panels.figure.encode(into: scene)
            headings.encode(into: scene)
            dots.encode(into: scene, state)
        }
        bar.encode(into: scene)
        row.encode(into: scene)
    }

    private func encodeMap(_ state: RouteState, _ frame: Rect, into scene: SceneBuilder) {
        let (camera, palette) = (state.shown, state.palette)
        // The corner of the device pixels that it fills.
        let pixels = scene.pixels(frame)
        let corner = Point(
            x: Double(pixels.x) / scene.scale, y: Double(pixels.y) / scene.scale)
        let look = MapLook(
            palette: palette, ground: ground.stamp, plans: plans.look, layer: state.layer.look,
            part: state.part == nil ? nil : state.selected.look, hasNumbers: hasNumbers,
            theme: model.appearance.theme, way: ObjectIdentifier(state))
        scene.clipped(to: frame, radius: Measure.cardCorner) {
            picture.encode(into: scene, camera, in: frame, stamp: look, ground: palette.land) {
                ground.encode(into: scene, camera, palette, at: corner)
                plans.encode(into: scene, camera, at: corner)
                if state.part != nil {
                    state.selected.encode(
                        into: scene, camera, at: corner, width: 13,
                        color: model.appearance.theme.focus)
                }
                encodeGaps(state, camera, corner, into: scene)
                state.layer.encode(into: scene, camera, at: corner, isCasing: true)
                state.layer.encode(into: scene, camera, at: corner)
                ground.encodeLabels(into: scene, camera, at: corner)
                marks.encode(into: scene, state, hasNumbers: hasNumbers, at: corner)
            }
            ground.encodeGridLabels(
                into: scene, camera, at: corner, bottom: locator.coveredHeight ?? 60)
            if state.mode != .compass { targets.encode(into: scene, camera, at: corner) }
            marks.encodeRing(into: scene, state, at: corner)
            if let typesetter { compass.encode(into: scene, state, in: frame, typesetter) }
            overlay.encode(into: scene)
            locator.encode(into: scene)
            board.encode(into: scene)
        }
    }

    /// Adds straight dashed lines across the gaps of the track.
    private func encodeGaps(
        _ state: RouteState, _ camera: MapCamera, _ corner: Point, into scene: SceneBuilder
    ) {
        let dash = DashPattern(on: 5, off: 5)
        for gap in state.way.gaps where !crossesHome(gap, state) {
            guard let a = state.way.line.place(at: Double(gap.lowerBound)),
                let b = state.way.line.place(at: Double(gap.upperBound)),
                let box = PlaneRect(around: [a, b]), let turns = camera.turns(of: box)
            else { continue }
            for turn in turns {
                func pixel(_ place: PlanePoint) -> Point {
                    let point = camera.point(of: PlanePoint(x: place.x + Double(turn), y: place.y))
                    return Point(
                        x: (corner.x + point.x) * scene.scale, y: (corner.y + point.y) * scene.scale
                    )
                }
                scene.ruler(
                    from: pixel(a), to: pixel(b), width: 2, color: state.palette.track, dash: dash)
            }
        }
    }

    /// Whether a gap is one of those at the border of a hidden home.
    private func crossesHome(_ gap: ClosedRange<Int>, _ state: RouteState) -> Bool {
        guard let start = state.way.line.place(at: Double(gap.lowerBound)),
            let end = state.way.line.place(at: Double(gap.upperBound))
        else { return false }
        let plane = state.way.plane
        return model.hiddenHomes.contains {
            $0.meets(from: plane.place(start), to: plane.place(end))
        }
    }

    // MARK: Input

    private func makeTools() -> [any InputTool] {
        [
            RouteSliderTool(
                line: { [unowned self] in layout?.bar.map { RouteBarPane.line(in: $0) } },
                scrub: { [unowned self] part, time in
                    state?.scrub(to: part, at: time)
                    viewer.changed()
                }), RouteMapTool(self),
            RoutePanelsTool(
                frame: { [unowned self] in layout?.panels },
                send: { [unowned self] frame in
                    if state?.panels.figure.handle(frame) == true { viewer.changed() }
                }),
        ]
    }

    /// The frame of the map, for its tool; nil while there is none.
    var mapFrame: Rect? { layout?.map }

    /// Follows what is done to the map.
    func follow(_ event: MapTool.Event, at time: Double) {
        guard let state else { return }
        switch event {
        case .hover(let point):
            if let index = nearest(to: point, state) {
                state.show(index, .hover)
            } else {
                state.leave(.hover)
            }
        case .leave: state.leave(.hover)
        case .tap(let point): state.tap(nearest(to: point, state))
        case .tripleTap(let point, fingers: 1):
            state.didMoveMap()
            state.view.glide(at: time) { camera in
                camera.center = camera.planePoint(at: point)
            }
        case .tripleTap(_, fingers: 2) where !model.targets.all.isEmpty: showNearestTarget(at: time)
        case .tripleTap(_, fingers: 3) where !model.targets.all.isEmpty: showAllTargets(at: time)
        case .tripleTap: state.showAll(at: time)
        }
        viewer.changed()
    }

    // MARK: Targets

    /// Shows a target in the middle of the map, and lets the compass point to it.
    func show(_ target: ShownTarget, at time: Double) {
        guard let state else { return }
        compass.choose(target.id)
        if let place = state.place(of: target) {
            stopFollowing(state)
            state.center(on: place, at: time)
        }
        viewer.changed()
    }

    /// Shows the target that is nearest to the place that is shown, and that place.
    func showNearestTarget(at time: Double) {
        guard let state, let here = state.cursor else { return }
        let nearest = model.targets.all.map { ($0, Geodesic(from: here, to: $0.place).length) }
            .min { $0.1 < $1.1 }
        guard let target = nearest?.0, let place = state.place(of: target) else { return }
        compass.choose(target.id)
        stopFollowing(state)
        state.show([place], at: time)
        viewer.changed()
    }

    /// Shows all targets.
    func showAllTargets(at time: Double) {
        guard let state else { return }
        stopFollowing(state)
        state.show(model.targets.all.compactMap(state.place(of:)), at: time)
        viewer.changed()
    }

    private func stopFollowing(_ state: RouteState) {
        state.camera = .fixed
        choices.camera = .fixed
    }

    private func nearest(to point: Point, _ state: RouteState) -> Double? {
        state.layer.nearest(
            to: point, in: state.view.camera, within: 24, last: state.place?.index)
    }

    /// Called when a hand begins to move the map.
    func didTakeMap() {
        guard let state else { return }
        state.didMoveMap()
        if state.camera != .fixed {
            state.camera = .fixed
            choices.camera = .fixed
        }
        viewer.changed()
    }

    /// Follows a gesture over the panels.
    private func follow(_ gesture: Gesture) {
        guard let state else { return }
        switch gesture.kind {
        case .hover:
            let place =
                gesture.phase == .ended ? nil : state.panels.place(under: gesture.location)
            if let place {
                state.show(place, .hover)
            } else if isOverPanels {
                state.leave(.hover)
            }
            isOverPanels = place != nil
        case .tap(count: 1): state.tap(state.panels.place(under: gesture.location))
        case .longPress:
            if let place = state.panels.place(under: gesture.location) { state.tap(place) }
        default: return
        }
        viewer.changed()
    }

    // MARK: Doing

    /// Takes the view of another stage of the same workout, of which more or less may be hidden.
    func show(asIn other: RouteStage) {
        guard let state, let shown = other.state else { return }
        state.take(shown)
        hasNumbers = other.hasNumbers
    }

    /// Changes the state, and draws it.
    func change(_ body: (RouteState, inout RouteChoices) -> Void) {
        guard let state else { return }
        // A move of the map, which this may cause, is noticed while it is made.
        var choices = choices
        body(state, &choices)
        self.choices = choices
        viewer.changed()
    }

    /// Draws the map after its camera has moved.
    func mapDidMove() { viewer.changed() }

    /// Shows the marks of kilometres or miles, or hides them.
    func toggleNumbers() {
        hasNumbers.toggle()
        viewer.changed()
    }

    /// Shows the person's own maps, or that of the program.
    func toggleMaps() {
        model.maps.areShown.toggle()
        viewer.changed()
    }

    /// Shows the states of the maps' tiles in colours, or hides them.
    func toggleTileStates() {
        model.maps.showsTileStates.toggle()
        viewer.changed()
    }

    /// Forgets the uppermost map of the view; its file stays.
    func forgetMap() {
        guard let visible = state?.view.camera.visible,
            let map = model.maps.maps(in: visible, evenIfHidden: true).last
        else { return }
        model.maps.remove(map.path)
        viewer.showMessage(tr("The map {1} is forgotten; its file stays.", map.name))
    }

    /// Lays the panels along the other axis.
    func toggleAxis() {
        guard let state else { return }
        choices.axis = state.panels.axis == .distance ? .time : .distance
        state.show(along: choices.axis)
        connect()
        viewer.changed()
    }
}

/// The tool of the map, whose view is that of the present way.
@MainActor
private final class RouteMapTool: InputTool {
    private unowned let stage: RouteStage
    private var made: (view: MapView, tool: MapTool)?

    init(_ stage: RouteStage) { self.stage = stage }

    private var tool: MapTool? {
        guard let view = stage.state?.view else { return nil }
        if let made, made.view === view { return made.tool }
        let tool = MapTool(
            view, frame: { [unowned stage] in stage.mapFrame },
            didTake: { [unowned stage] in stage.didTakeMap() },
            perform: { [unowned stage] in stage.follow($0, at: $1) })
        view.onMove = { [unowned stage] in stage.mapDidMove() }
        made = (view, tool)
        return tool
    }

    func handle(_ event: InputEvent) -> Bool { tool?.handle(event) ?? false }
    func reset(at time: Double) { made?.tool.reset(at: time) }
}
