// A tour on a map, with a compass that points along it and to its towns.
//
// `MapView` is the camera, and a `MapTool` among the figure's tools moves it: drag, scroll, pinch and turn.
// `TileLayer` paints the map of the earth that is part of the library, `MapLabels` places its names, and
// `TrackLayer` draws the tour in the colours of its heights. The compass follows the place that the
// pointer is at, and three clicks show everything again.
//
//     MapAndCompass [--picture FILE.png] [--scale N] [--light | --dark]

import Cartography
import ChartWindows
import Foundation
import Geodesy
import Maps

@main
struct MapAndCompass {
    @MainActor
    static func main() {
        ChartProgram.run("A tour", size: Size(width: 900, height: 600)) { program in
            let tour = Tour(isPicture: program.picture != nil)
            let chart = Chart {
                ChartTitle("Height", subtitle: "made up, over the way in kilometres")
                LineMark(SampleSeries(times: tour.ways, values: tour.heights), id: "Height")
                NumberAxis(unit: "km")
                ValueAxis(unit: "m")
            }
            let figure = ChartFigure([chart])
            figure.insets = Insets(left: 560)
            figure.drawing = tour
            figure.tools = [tour.tool]
            figure.willAdvance = { tour.advance(to: $0) }
            // By then the needles are at rest.
            try program.show(figure, picturedAt: 20)
        }
    }
}

/// The map, the tour and the compass.
@MainActor
final class Tour: FigureDrawing {
    private let line: TrackLine
    private let view: MapView
    private let layer: TrackLayer
    private let tiles: TileLayer?
    private let labels = MapLabels()
    private let compass = Compass()
    /// Kilometres from the start, and metres, for each point.
    let ways: [Double]
    let heights: [Double]
    private(set) lazy var tool = MapTool(
        view, frame: { [unowned self] in frame }, perform: { [unowned self] in follow($0, at: $1) })
    private var frame = Rect(x: 16, y: 16, width: 528, height: 568)
    private var deviceScale = 1.0
    private var typesetter: Typesetter?
    private var time = 0.0
    /// The place that the compass is at: an index of the points of the tour with a fraction.
    private var place = 60.0

    private static let towns = [
        ("Lisbon", 38.72, -9.14), ("Madrid", 40.42, -3.70), ("Barcelona", 41.39, 2.17),
        ("Lyon", 45.76, 4.84), ("Geneva", 46.20, 6.15), ("Milan", 45.46, 9.19),
        ("Venice", 45.44, 12.32),
    ]

    init(isPicture: Bool) {
        // Thirty points from each town to the next, along the shortest way.
        let stops = Self.towns.map { Coordinate(latitude: $0.1, longitude: $0.2) }
        var points: [Coordinate] = []
        for (a, b) in zip(stops, stops.dropFirst()) {
            let way = Geodesic(from: a, to: b)
            for step in 0..<30 {
                let length = way.length * Double(step) / 30
                points.append(Geodesic.end(from: a, azimuth: way.azimuth, length: length).place)
            }
        }
        line = TrackLine(points, on: .mercator)
        view = MapView(
            MapCamera(
                .mercator, center: line.bounds?.middle ?? PlanePoint(x: 0.5, y: 0.5), zoom: 5,
                size: Size(width: 528, height: 568)))
        let palette = MapPalette.light
        layer = TrackLayer(line, style: TrackStyle(color: palette.track, casing: palette.casing))
        // Made-up heights, which give the colours.
        var way = 0.0
        ways = points.indices.map { number in
            if number > 0 { way += points[number - 1].distance(to: points[number]) / 1000 }
            return way
        }
        heights = points.indices.map { number -> Double in
            let way = Double(number)
            return 600 + 350 * sin(way / 17) + 250 * sin(way / 5)
        }
        if let coloring = TrackColoring(heights, colors: palette.values) {
            layer.color(heights.map { coloring.number(of: $0) }, coloring.colors)
        }
        tiles = BaseMap.archive.flatMap { try? TileSource($0) }.map {
            TileLayer($0, palette: palette)
        }
        tiles?.waits = isPicture
        showAll()
        point(at: 60)
        compass.choose("Venice", at: 0)
    }

    private func showAll() {
        guard let bounds = line.bounds else { return }
        view.glide(at: time) { $0.fit(bounds, inset: 60) }
        if time == 0 { view.set(view.target) }
    }

    private func follow(_ event: MapTool.Event, at time: Double) {
        self.time = time
        switch event {
        case .hover(let point), .tap(let point):
            if let found = layer.nearest(to: point, in: view.camera, within: 40, last: place) {
                self.point(at: found)
            }
        case .tripleTap: showAll()
        case .leave: break
        }
    }

    /// Shows the directions at a place of the tour.
    private func point(at place: Double) {
        self.place = place
        guard let point = line.place(at: place) else { return }
        let here = MapPlane.mercator.place(point)
        let ahead = line.place(at: min(place + 1, Double(Self.towns.count - 1) * 30 - 31))
        compass.setHeading(
            ahead.map { Geodesic(from: here, to: MapPlane.mercator.place($0)).azimuth }, at: time)
        compass.setTargets(
            Self.towns.map { name, latitude, longitude in
                let way = Geodesic(
                    from: here, to: Coordinate(latitude: latitude, longitude: longitude))
                return Compass.Target(
                    id: name, name: name, direction: way.azimuth,
                    distance: "\(Int((way.length / 1000).rounded())) km")
            }, at: time)
    }

    func advance(to time: Double) -> Bool {
        self.time = time
        let isMapMoving = view.advance(to: time)
        let isLoading =
            tiles?.prepare(for: view.camera, deviceScale: deviceScale, at: time) ?? false
        let isCompassMoving = compass.advance(to: time)
        return isMapMoving || isLoading || isCompassMoving
    }

    func prepare(
        in frame: Rect, insets: Insets, theme: ChartTheme, deviceScale: Double,
        typesetter: Typesetter
    ) {
        let room = Rect(
            x: frame.x + 16, y: frame.y + 16, width: insets.left - 32, height: frame.height - 32)
        if room.size != self.frame.size { view.resize(to: room.size) }
        (self.frame, self.deviceScale, self.typesetter) = (room, deviceScale, typesetter)
        let palette: MapPalette = theme.ground.luminance < 0.5 ? .dark : .light
        layer.style = TrackStyle(color: palette.track, casing: palette.casing)
        tiles?.palette = palette
        if let tiles {
            _ = tiles.prepare(for: view.camera, deviceScale: deviceScale, at: time)
            labels.prepare(
                tiles, for: view.camera, deviceScale: deviceScale, typesetter: typesetter)
        }
        layer.prepare(for: view.camera, deviceScale: deviceScale)
    }

    func encode(into scene: SceneBuilder) {
        scene.clipped(to: frame, radius: 12) { encodeMap(into: scene) }
    }

    private func encodeMap(into scene: SceneBuilder) {
        let camera = view.camera
        tiles?.encode(into: scene, camera, at: frame.origin)
        layer.encode(into: scene, camera, at: frame.origin, isCasing: true)
        layer.encode(into: scene, camera, at: frame.origin)
        labels.encode(into: scene, camera, at: frame.origin)
        guard let typesetter else { return }
        let side = min(220, frame.height * 0.4)
        compass.encode(
            into: scene,
            in: Rect(
                x: frame.maxX - side - 16, y: frame.maxY - side - 16, width: side, height: side),
            typesetter: typesetter)
    }
}
