// Many tracks on a map: how often they pass its places, and each of them as a thin line.
//
// Method: a thread counts the passes of the tracks (`PassGrid`) in a window around the view, half a view on
// each side, in cells of two to four points, and makes a picture of them with a pixel for each cell. A pan
// moves that picture; a zoom stretches it until cells of another size are there; the window is made again
// when the view leaves it. What was there is shown meanwhile.
// A logarithmic scale gives the colours: one pass more means much for a few passes and little for many.
// It ends at a round number, so it seldom changes with the window. Cells next to a track have the colour
// of casings, so tracks are legible on any map.
// Where the window has few vertices, each track is a line, too.
// Memory: a window has at most four million cells of six bytes, and eight bytes for each of its segments.

import ChartScene
import Foundation
import Geometry
import Maps
import Painting
import Platform
import Synchronization

/// The passes of many tracks.
@MainActor
public final class PassLayer {
    /// Whether a view waits until it is counted: for pictures that are drawn once.
    public var waits = false
    /// The colours.
    public var palette: MapPalette {
        didSet { if palette != oldValue { renew() } }
    }
    /// Changes with what is drawn, without the camera.
    public private(set) var look = 0
    private var tracks = Tracks()
    private var window: Window?
    private var job: Job?
    private let lines = PolylineBuffer()
    private let highlight = PolylineBuffer()
    private var highlighted: Highlight?

    /// Lines are drawn if the window has at most this many vertices.
    public nonisolated static let mostVertices = 8000
    private static let mostCells = 4_000_000
    private static let mostCellsAcross = 4000.0

    private struct Tracks: Sendable {
        var sketches: [TrackSketch?] = []
        var shown: [Int] = []
        var revision = 0
    }

    private struct Request: Sendable, Equatable {
        var rect: PlaneRect
        var level: Int
        var palette: MapPalette
        var revision: Int
    }

    /// What a thread has made.
    private struct Window: Sendable {
        var request: Request
        var grid: PassGrid
        var image: PaintedImage?
        /// The passes of the last colour.
        var top: Int
        /// In points of `zoom` from the middle of the window; one that is not a number ends a line.
        var vertices: [SIMD2<Float>]
        var origin: PlanePoint
        var zoom: Double
    }

    private final class Job: Sendable {
        let request: Request
        let done = Mutex<Window?>(nil)
        let isOver = Atomic(false)

        init(_ request: Request) { self.request = request }
    }

    private struct Highlight: Equatable {
        var track: Int
        var level: Int
        var revision: Int
    }

    /// A layer without tracks.
    public init(palette: MapPalette) { self.palette = palette }

    // MARK: Tracks

    /// Shows some of many tracks.
    ///
    /// - Parameters:
    ///   - sketches: all tracks; nil for those that are not there.
    ///   - shown: the numbers of those that count.
    public func show(_ sketches: [TrackSketch?], _ shown: [Int]) {
        tracks = Tracks(sketches: sketches, shown: shown, revision: tracks.revision + 1)
        look += 1
    }

    private func renew() {
        job?.isOver.store(true, ordering: .relaxed)
        job = nil
        look += 1
    }

    /// The passes of the last colour: the most, rounded up to a one, two or five with zeros; nil
    /// before anything is counted, and if nothing is passed.
    public var top: Int? { window.flatMap { $0.top > 0 ? $0.top : nil } }

    /// The number of vertices of lines that are sent to the GPU.
    public var vertexCount: Int { lines.count }

    /// Whether what is shown is that of the last view.
    public private(set) var isCurrent = false

    // MARK: Frame

    /// Takes what is counted, and lets a thread count what a view needs; returns whether another frame is
    /// needed.
    ///
    /// Cost: nothing while the view stays in the window.
    public func prepare(for camera: MapCamera) -> Bool {
        collect()
        guard camera.plane == .mercator, camera.size.width > 0, camera.size.height > 0 else {
            return false
        }
        let level = Self.level(at: camera.zoom)
        isCurrent = window.map { fits($0.request, camera, level) } ?? false
        if isCurrent { return false }
        if let job {
            if !fits(job.request, camera, level) { job.isOver.store(true, ordering: .relaxed) }
            return true
        }
        let request = Request(
            rect: Self.windowRect(camera, level), level: level, palette: palette,
            revision: tracks.revision)
        let job = Job(request)
        let tracks = tracks
        @Sendable nonisolated func make() {
            let window = Self.make(request, tracks) { job.isOver.load(ordering: .relaxed) }
            // One that is no longer wanted also ends.
            job.done.withLock { $0 = window }
        }
        self.job = job
        if waits {
            make()
            collect()
            isCurrent = true
            return false
        }
        WorkerThread.detach { make() }
        return true
    }

    private func fits(_ request: Request, _ camera: MapCamera, _ level: Int) -> Bool {
        request.level == level && request.palette == palette
            && request.revision == tracks.revision && request.rect.contains(camera.visible)
    }

    private func collect() {
        guard let job, let made = job.done.withLock({ $0 }) else { return }
        self.job = nil
        guard !job.isOver.load(ordering: .relaxed) else { return }
        window = made
        look += 1
        lines.replace(Self.drawn(made.vertices, palette.track))
    }

    private static func drawn(
        _ vertices: [SIMD2<Float>], _ color: Color
    ) -> [PolylineBuffer.Vertex] {
        var drawn: [PolylineBuffer.Vertex] = []
        drawn.reserveCapacity(vertices.count)
        for (index, vertex) in vertices.enumerated() where vertex.x.isFinite {
            let hasNext = index + 1 < vertices.count && vertices[index + 1].x.isFinite
            drawn.append(
                .init(x: Double(vertex.x), y: Double(vertex.y), color: hasNext ? color : nil))
        }
        return drawn
    }

    /// How often a unit of the plane is halved for cells of two to four points.
    static func level(at zoom: Double) -> Int { Int((zoom + 7).rounded(.down)) }

    /// What is counted for a view.
    private static func windowRect(_ camera: MapCamera, _ level: Int) -> PlaneRect {
        let visible = camera.visible
        let unit = Double(1 << level)
        let (columns, rows) = (visible.width * unit, visible.height * unit)
        // As much on each side as there is room for.
        let most = Double(mostCells)
        let growth = max((most / max(columns * rows, 1)).squareRoot(), 1)
        let (across, down) = (
            min(columns, columns * growth - columns, max(mostCellsAcross - columns, 0)) / unit,
            min(rows, rows * growth - rows, max(mostCellsAcross - rows, 0)) / unit
        )
        return PlaneRect(
            x: visible.x - across / 2, y: visible.y - down / 2, width: visible.width + across,
            height: visible.height + down)
    }

    // MARK: On a thread

    private nonisolated static func make(
        _ request: Request, _ tracks: Tracks, isOver: () -> Bool
    ) -> Window {
        // That of cells of two points: the lines are wrong by a sixth of a cell at most.
        let zoom = Double(request.level - 7)
        var lines: [PassGrid.Line] = []
        for number in tracks.shown {
            guard number < tracks.sketches.count, let sketch = tracks.sketches[number] else {
                continue
            }
            let bounds = sketch.bounds
            guard bounds.maxY >= request.rect.y, bounds.y <= request.rect.maxY else { continue }
            let first = (request.rect.x - bounds.maxX).rounded(.up)
            let last = (request.rect.maxX - bounds.x).rounded(.down)
            guard first <= last, abs(first) < 1e6, abs(last) < 1e6 else { continue }
            for turn in Int(first)...Int(last) {
                lines.append(PassGrid.Line(sketch, track: number, turn: turn, zoom: zoom))
            }
        }
        let grid = PassGrid(lines, in: request.rect, level: request.level, isOver: isOver)
        let top = Self.roundedUp(grid.most)
        let image = isOver() ? nil : picture(grid, top, request.palette)
        let origin = request.rect.middle
        return Window(
            request: request, grid: grid, image: image, top: top,
            vertices: vertices(grid, around: origin, zoom), origin: origin, zoom: zoom)
    }

    /// The smallest one, two or five with zeros that is not less; 0 for 0.
    nonisolated static func roundedUp(_ count: Int) -> Int {
        guard count > 0 else { return 0 }
        var power = 1
        while true {
            for step in [1, 2, 5] where step * power >= count { return step * power }
            power *= 10
        }
    }

    /// The part of the scale at a number of passes, from 0 to 1.
    nonisolated static func part(of count: Int, top: Int) -> Double {
        top > 1 ? min(log(Double(max(count, 1))) / log(Double(top)), 1) : 0
    }

    private nonisolated static func picture(
        _ grid: PassGrid, _ top: Int, _ palette: MapPalette
    ) -> PaintedImage? {
        guard top > 0 else { return nil }
        let (columns, rows) = (grid.columns, grid.rows)
        func bytes(_ color: Color) -> [UInt8] {
            [color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha]
                .map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
                + [UInt8((color.alpha * 255).rounded())]
        }
        let casing = bytes(palette.casing.opacity(0.6))
        let count = palette.passes.count
        let colors = palette.passes.map(bytes)
        let classes = (0...min(top, 65_535)).map {
            colors[min(Int(part(of: $0, top: top) * Double(count)), count - 1)]
        }
        var pixels = [UInt8](repeating: 0, count: columns * rows * 4)
        func set(_ place: Int, _ color: [UInt8]) {
            for index in 0..<4 { pixels[4 * place + index] = color[index] }
        }
        for row in 0..<rows {
            for column in 0..<columns {
                let place = row * columns + column
                let passes = Int(grid.counts[place])
                guard passes > 0 else { continue }
                set(place, classes[passes])
                for nearRow in max(row - 1, 0)...min(row + 1, rows - 1) {
                    for nearColumn in max(column - 1, 0)...min(column + 1, columns - 1) {
                        let near = nearRow * columns + nearColumn
                        if grid.counts[near] == 0 { set(near, casing) }
                    }
                }
            }
        }
        return PaintedImage(width: columns, height: rows, bytes: pixels)
    }

    /// The vertices of all lines in the window; none if they are too many.
    private nonisolated static func vertices(
        _ grid: PassGrid, around origin: PlanePoint, _ zoom: Double
    ) -> [SIMD2<Float>] {
        let unit = MapCamera.tile * exp2(zoom)
        let rect = grid.rect
        var vertices: [SIMD2<Float>] = []
        let gap = SIMD2<Float>(repeating: .nan)
        for line in grid.lines {
            var isOpen = false
            for index in line.vertices.indices.dropLast() {
                let isSegment =
                    line.vertices[index].x.isFinite && line.vertices[index + 1].x.isFinite
                let (a, b) = (line.place(index), line.place(index + 1))
                guard isSegment, rect.meets(from: a, to: b) else {
                    isOpen = false
                    continue
                }
                func vertex(_ place: PlanePoint) -> SIMD2<Float> {
                    SIMD2(
                        Float((place.x - origin.x) * unit), Float((place.y - origin.y) * unit))
                }
                if !isOpen { vertices += [gap, vertex(a)] }
                vertices.append(vertex(b))
                isOpen = true
                if vertices.count > mostVertices { return [] }
            }
        }
        return vertices
    }

    // MARK: Finding

    /// The tracks that pass a point of the view, the nearest first.
    ///
    /// - Parameter reach: points.
    public func tracks(near point: Point, in camera: MapCamera, within reach: Double) -> [Int] {
        guard let window else { return [] }
        return window.grid.tracks(
            near: camera.planePoint(at: point), within: reach / camera.pointsPerUnit
        ).map(\.track)
    }

    /// The tracks of which something is in the view, in the order of their numbers.
    public func tracks(in camera: MapCamera) -> [Int] {
        window?.grid.tracks(in: camera.visible) ?? []
    }

    /// The passes of the cell at a point of the view.
    public func passes(at point: Point, in camera: MapCamera) -> Int {
        window?.grid.count(at: camera.planePoint(at: point)) ?? 0
    }

    // MARK: Drawing

    /// Adds the passes and the lines to a scene.
    ///
    /// - Parameter corner: the upper left corner of the view, in points of the scene.
    public func encode(into scene: SceneBuilder, _ camera: MapCamera, at corner: Point) {
        guard let window else { return }
        if let image = window.image {
            let rect = window.grid.rect
            let place = camera.point(of: PlanePoint(x: rect.x, y: rect.y))
            let unit = camera.pointsPerUnit
            let map = AffineTransform.move(Vector(dx: corner.x + place.x, dy: corner.y + place.y))
                .after(.turn(camera.rotation))
            scene.image(
                image,
                in: Rect(x: 0, y: 0, width: rect.width * unit, height: rect.height * unit),
                map: map)
        }
        let alpha = Self.lineAlpha(at: camera.zoom)
        guard alpha > 0 else { return }
        scene.polyline(
            lines, map: map(from: window.origin, zoom: window.zoom, camera, corner), width: 1,
            color: palette.casing, alpha: alpha)
    }

    /// Lines of single tracks are seen where cells are smaller than the errors of satellites.
    private static func lineAlpha(at zoom: Double) -> Double { min(max(zoom - 13, 0), 1) * 0.5 }

    private func map(
        from origin: PlanePoint, zoom: Double, _ camera: MapCamera, _ corner: Point
    ) -> Geometry.AffineTransform {
        let place = camera.point(of: origin)
        let scale = exp2(camera.zoom - zoom)
        return .move(Vector(dx: corner.x + place.x, dy: corner.y + place.y))
            .after(.turn(camera.rotation)).after(.scale(scale, scale))
    }

    /// Adds one of the tracks as a wide line.
    public func encode(
        _ track: Int, into scene: SceneBuilder, _ camera: MapCamera, at corner: Point
    ) {
        guard track < tracks.sketches.count, let sketch = tracks.sketches[track],
            let turns = camera.turns(of: sketch.bounds)
        else { return }
        let level = min(Int(camera.zoom.rounded(.up)), 18)
        let zoom = Double(level)
        let wanted = Highlight(track: track, level: level, revision: tracks.revision)
        if wanted != highlighted {
            highlighted = wanted
            let unit = Float(MapCamera.tile * exp2(zoom))
            highlight.replace(
                Self.drawn(sketch.vertices(at: zoom).map { $0 * unit }, palette.track))
        }
        for turn in turns {
            let origin = PlanePoint(x: sketch.origin.x + Double(turn), y: sketch.origin.y)
            let map = map(from: origin, zoom: zoom, camera, corner)
            scene.polyline(highlight, map: map, width: 8, color: palette.casing)
            scene.polyline(highlight, map: map, width: 4.5, color: palette.track)
        }
    }
}
