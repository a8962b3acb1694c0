import Cartography
import ChartCore
import Charts
import Foundation
import Geodesy
import Geometry
import HealthData
import Localization
import Maps

/// The state of a workout's way: what is shown of it, and where one is on it.
///
/// A place is an index of the points of the track with a fraction; panels, map and playback all show the
/// same one.
@MainActor
final class RouteState {
    /// What holds the place that is shown.
    enum Hold: Equatable {
        /// A pointer, until it leaves.
        case hover
        /// A click, a key or the playback.
        case kept
    }

    let subject: RouteSubject
    let way: RouteWay
    let format: RouteFormat
    let movement: Movement
    let series: [RouteQuantity: RouteSeries]
    let view: MapView
    let layer: TrackLayer
    /// The part that is selected, drawn under the track.
    let selected: TrackLayer
    private(set) var panels: RoutePanels
    /// The place that is shown, and what holds it; nil for none.
    private(set) var place: (index: Double, hold: Hold)?
    /// The selected part, by its places.
    private(set) var part: ClosedRange<Double>?
    private(set) var quantity: RouteQuantity?
    private(set) var coloring: TrackColoring?
    var playback = RoutePlayback()
    var camera = RouteCamera.fixed
    var mode = RouteMode.map
    /// Whether the map shows the whole way, so that it does so in another size as well.
    private var showsAll = true
    private var theme: Theme

    init?(
        _ subject: RouteSubject, _ format: RouteFormat,
        choices: RouteChoices, theme: Theme
    ) {
        let movement = subject.kind.movement
        guard let way = RouteWay(subject.track, movement), let bounds = way.line.bounds
        else { return nil }
        (self.subject, self.way, self.format, self.theme) = (subject, way, format, theme)
        self.movement = movement
        var readings: [MetricID: Readings] = [:]
        for data in subject.measured {
            if case .readings(let known) = data.content { readings[data.metric.id] = known }
        }
        var series: [RouteQuantity: RouteSeries] = [:]
        for quantity in RouteQuantity.allCases {
            series[quantity] = RouteSeries(
                quantity, along: way, measured: readings, format, movement)
        }
        self.series = series
        let palette = MapPalette.shown(in: theme)
        let style = TrackStyle(color: palette.track, casing: palette.casing)
        layer = TrackLayer(way.line, style: style)
        selected = TrackLayer(way.line, style: style)
        view = MapView(
            MapCamera(
                way.plane, center: bounds.middle, zoom: 12, size: Size(width: 400, height: 300)))
        shown = view.camera
        let axis: RouteAxis =
            way.times.isEmpty ? .distance : way.length > 0 ? choices.axis : .time
        panels = RoutePanels(
            way, RouteQuantity.panels.compactMap { series[$0] }, along: axis, format, theme: theme)
        let wanted = choices.quantity.flatMap { series[$0] == nil ? nil : $0 }
        quantity =
            choices.isPlain ? nil : wanted ?? RouteQuantity.colors.first { series[$0] != nil }
        (camera, mode) = (choices.camera, choices.mode)
        follow()
        paint()
        showAll(at: nil)
    }

    /// The camera that the map is drawn with: moved to whole device pixels, so that a pan draws only what
    /// has come into view.
    private(set) var shown: MapCamera

    /// Takes the camera of a frame.
    func show(deviceScale: Double) {
        shown = MapPicture.snapped(view.camera, deviceScale: deviceScale)
    }

    /// Takes the colours and the camera of another state of the same workout.
    ///
    /// A camera that shows all is not taken: if some of the way is hidden here, it would tell where that is.
    func take(_ other: RouteState) {
        color(by: other.quantity)
        mode = .map
        guard !other.showsAll, other.view.camera.plane == view.camera.plane else { return }
        showsAll = false
        var camera = other.view.target
        camera.size = view.camera.size
        view.set(camera)
    }

    /// The place in the middle of the way.
    private(set) lazy var middle: Coordinate = {
        let bounds = way.line.bounds ?? PlaneRect(x: 0.5, y: 0.5, width: 0, height: 0)
        return way.plane.place(bounds.middle).normalized
    }()

    /// The place from which targets are measured: that which is shown, else the end of the way.
    var cursor: Coordinate? {
        way.planePoint(at: place?.index ?? way.end).map { way.plane.place($0).normalized }
    }

    /// A target's place on the plane of the map; nil if it has none there.
    func place(of target: ShownTarget) -> PlanePoint? {
        guard let point = way.plane.point(target.place) else { return nil }
        guard way.plane == .mercator else { return point }
        // The copy of it round the world that is nearest to the way.
        let middle = way.line.bounds?.middle.x ?? 0.5
        return PlanePoint(x: point.x + (middle - point.x).rounded(), y: point.y)
    }

    /// Shows a place in the middle of the map.
    func center(on place: PlanePoint, at time: Double) {
        showsAll = false
        view.glide(at: time) { $0.center = place }
    }

    /// Shows places of the map with the place from which targets are measured; nothing without
    /// places.
    func show(_ places: [PlanePoint], at time: Double) {
        guard !places.isEmpty else { return }
        let here = way.planePoint(at: place?.index ?? way.end)
        guard let bounds = PlaneRect(around: places + (here.map { [$0] } ?? [])) else { return }
        showsAll = false
        fit(bounds, at: time)
    }

    /// Called when a hand begins to move the map, which no longer shows all and follows nothing.
    func didMoveMap() { showsAll = false }

    // MARK: Look

    /// Takes the colours of a theme.
    func apply(_ theme: Theme) {
        guard theme != self.theme else { return }
        let before = palette
        self.theme = theme
        panels.apply(theme)
        // While a theme fades into another one, the map has the colours of one of them.
        if palette != before { paint() }
    }

    /// The colours of the map.
    var palette: MapPalette { MapPalette.shown(in: theme) }

    private func paint() {
        let palette = palette
        layer.style = TrackStyle(color: palette.track, casing: palette.casing)
        selected.style = layer.style
        coloring = quantity.flatMap { quantity in
            series[quantity].flatMap {
                TrackColoring(
                    $0.values, colors: quantity == .slope ? palette.balance : palette.values,
                    isEven: quantity == .slope)
            }
        }
        // Values that are written alike have no colours.
        if let range = coloring?.range, let quantity,
            format.text(range.lowerBound, quantity) == format.text(range.upperBound, quantity)
        {
            coloring = nil
        }
        guard let coloring, let quantity, let values = series[quantity] else {
            return layer.color([], [])
        }
        // The class of the way after a point is that of its middle.
        let classes = (0..<way.count).map { point in
            values.value(at: min(Double(point) + 0.5, way.end)).flatMap { coloring.number(of: $0) }
        }
        layer.color(classes, coloring.colors)
    }

    /// The colour of the track at a place.
    func color(at index: Double) -> Color {
        guard let coloring, let quantity, let value = series[quantity]?.value(at: index),
            let number = coloring.number(of: value)
        else { return palette.track }
        return coloring.colors[number]
    }

    /// Colours the track by another quantity; nil for one colour.
    func color(by quantity: RouteQuantity?) {
        self.quantity = quantity.flatMap { series[$0] == nil ? nil : $0 }
        paint()
    }

    /// The quantities that there are, each a choice of colours.
    var colorChoices: [RouteQuantity] { RouteQuantity.colors.filter { series[$0] != nil } }

    /// Lays the panels along distance or time.
    func show(along axis: RouteAxis) {
        guard axis != panels.axis, axis == .distance || !way.times.isEmpty else { return }
        let range = panels.x.range
        let ends = [panels.place(at: range.min), panels.place(at: range.max)]
        panels = RoutePanels(way, panels.series, along: axis, format, theme: theme)
        let shown = Extent(min: panels.position(of: ends[0]), max: panels.position(of: ends[1]))
        if shown.isProper { panels.x.panZoom.set(shown) }
        follow()
    }

    private func follow() {
        panels.figure.onSelect = { [weak self] selection in self?.select(selection?.span) }
    }

    // MARK: Place

    /// Shows a place, unless another one is kept and this is only a pointer's.
    func show(_ index: Double, _ hold: Hold) {
        if hold == .hover, place?.hold == .kept { return }
        place = (min(max(index, 0), way.end), hold)
    }

    /// Shows no place any more; one that is kept stays if only a pointer has left.
    func leave(_ hold: Hold) {
        if hold == .hover, place?.hold == .kept { return }
        place = nil
        if hold == .kept { playback.stop() }
    }

    /// Keeps the place that is shown, or no longer keeps it.
    func tap(_ index: Double?) {
        playback.stop()
        guard let index else { return leave(.kept) }
        place = (min(max(index, 0), way.end), .kept)
    }

    /// Moves the place by a part of what the panels show, and keeps it.
    func step(by part: Double) {
        playback.stop()
        let range = panels.x.range
        let position = place.map { panels.position(of: $0.index) } ?? range.min
        let next = position + part * range.length
        let end = panels.position(of: way.end)
        place = (panels.place(at: min(max(next, 0), end)), .kept)
    }

    // MARK: Part

    private func select(_ span: Extent?) {
        guard let span, span.isProper else {
            part = nil
            selected.part = nil
            return
        }
        let ends =
            panels.place(
                at: span.min)...max(
                panels.place(at: span.min), panels.place(at: span.max))
        part = ends
        selected.part = Int(ends.lowerBound.rounded())...Int(ends.upperBound.rounded())
    }

    // MARK: Playback

    /// Begins to go along the way from the place that is shown, or stops.
    func togglePlayback(at time: Double) {
        guard let span = way.span else { return }
        if playback.isRunning { return playback.stop() }
        var from = place.flatMap { way.time(at: $0.index) } ?? span.lowerBound
        if from >= span.upperBound { from = span.lowerBound }
        place = (way.index(atTime: from), .kept)
        playback.run(from: from, at: time)
    }

    /// Goes to a part of the whole time, from 0 to 1.
    func scrub(to part: Double, at time: Double) {
        guard let span = way.span else { return }
        let recorded =
            span.lowerBound + min(max(part, 0), 1) * (span.upperBound - span.lowerBound)
        place = (way.index(atTime: recorded), .kept)
        if playback.isRunning { playback.run(from: recorded, at: time) }
    }

    // MARK: Frame

    /// Gives the map its size.
    func resize(to size: Size) {
        guard size != view.camera.size, size.width > 0, size.height > 0 else { return }
        view.resize(to: size)
        if showsAll { showAll(at: nil) }
    }

    /// Shows the whole way; at once without a time.
    func showAll(at time: Double?) {
        guard let bounds = way.line.bounds else { return }
        showsAll = true
        fit(bounds, at: time)
    }

    /// Shows a part of the plane; at once without a time.
    private func fit(_ bounds: PlaneRect, at time: Double?) {
        var camera = view.target
        if self.camera != .headingUp { camera.rotation = 0 }
        // In the part of the map that nothing covers.
        camera = RouteLocator.fit(bounds, camera, hasKey: coloring != nil) { camera, frame in
            way.line.chunks.contains { chunk in
                chunk.vertices(within: 2 / camera.pointsPerUnit).contains {
                    frame.contains(
                        camera.point(
                            of: PlanePoint(
                                x: chunk.origin.x + Double($0.x), y: chunk.origin.y + Double($0.y)))
                    )
                }
            }
        }
        if let time { view.glide(to: camera, at: time) } else { view.set(camera) }
    }

    /// Shows as many of the panels as there is room for.
    func showPanels(_ count: Int) { panels.show(count) }

    /// Goes on to the next of the six views: map, map and compass, compass, and these with the way ahead
    /// up.
    func showNextMode(at time: Double) {
        let modes = RouteMode.allCases
        let index = (modes.firstIndex(of: mode) ?? 0) + 1
        mode = modes[index % modes.count]
        guard index == modes.count else { return }
        camera = camera == .headingUp ? .fixed : .headingUp
        if camera == .fixed { view.glide(at: time) { $0.rotation = 0 } }
    }

    /// Moves everything to a frame's time; returns whether another frame is needed.
    func advance(to time: Double, isStill: Bool) -> Bool {
        var moves = panels.figure.advance(to: time)
        if let recorded = playback.recorded(at: time), let span = way.span {
            // With less motion the place goes in steps of a second.
            let now =
                isStill ? span.lowerBound + (recorded - span.lowerBound).rounded(.down) : recorded
            place = (way.index(atTime: min(now, span.upperBound)), .kept)
            if now >= span.upperBound { playback.stop() } else { moves = true }
        }
        view.reducesMotion = isStill
        if camera != .fixed, let place, place.hold == .kept, !view.isMoving || playback.isRunning {
            followPlace(place.index)
        }
        return view.advance(to: time) || moves
    }

    private func followPlace(_ index: Double) {
        guard let point = way.planePoint(at: index) else { return }
        var camera = view.camera
        camera.center = point
        if self.camera == .headingUp, let heading = heading(at: index) {
            camera.rotation = -heading
        }
        if camera != view.camera {
            showsAll = false
            view.set(camera)
        }
    }

    /// The direction of the way at a place, in radians clockwise from the top of the plane; nil where
    /// there is none.
    func heading(at index: Double) -> Double? {
        // Over some metres: single points jump about.
        let here = way.way(at: index)
        guard let ahead = way.planePoint(at: way.index(atWay: here + Self.look)),
            let behind = way.planePoint(at: way.index(atWay: max(here - Self.look, 0)))
        else { return nil }
        let (x, y) = (ahead.x - behind.x, ahead.y - behind.y)
        return x == 0 && y == 0 ? nil : atan2(x, -y)
    }

    /// Metres before and behind a place that its direction is that of.
    private static let look = 15.0
}

/// What a person has chosen for ways, which the next one shows as well.
struct RouteChoices: Equatable {
    var axis = RouteAxis.distance
    var quantity: RouteQuantity?
    /// Whether tracks have one colour.
    var isPlain = false
    var camera = RouteCamera.fixed
    var mode = RouteMode.map
}

extension MapPalette {
    /// The colours of maps in a theme.
    static func shown(in theme: Theme) -> MapPalette {
        switch (theme.appearance == .dark, theme.isHighContrast) {
        case (false, false): .light
        case (true, false): .dark
        case (false, true): .lightHighContrast
        case (true, true): .darkHighContrast
        }
    }
}
