// A track on a map.
//
// Method: what is drawn is a window of the line, with a screen on each side of the view, at the tolerance
// of a third of a device pixel at the finest zoom that it is used for. It is made again when the view
// leaves it or zooms by half a step; a pan, a turn and a zoom within it only change a map of the plane.
// Vertices are in points of that zoom, from an origin near the view, so that floats hold them to a
// hundredth of a point.
// The colour changes where the class of the values does, unless it does so for less than a device pixel:
// so there are no more vertices than pixels can show, and no colour is lost with a vertex.
// Where a line has too many vertices for the view, as laps of years, the tolerance grows.

import ChartScene
import Foundation
import Geometry
import Maps

/// How a track is drawn.
public struct TrackStyle: Hashable, Sendable {
    /// The colour without a value.
    public var color: Color
    /// The colour around it, which sets it off from whatever is under it.
    public var casing: Color
    /// The width, in points.
    public var width: Double
    /// The width of the casing on each side, in points.
    public var casingWidth: Double

    /// A style from its parts.
    public init(color: Color, casing: Color, width: Double = 4, casingWidth: Double = 1.5) {
        (self.color, self.casing) = (color, casing)
        (self.width, self.casingWidth) = (width, casingWidth)
    }
}

/// The line of a track on a map, in one colour or in those of values along it.
@MainActor
public final class TrackLayer {
    /// The line.
    public let line: TrackLine
    /// Its colours.
    public var style: TrackStyle {
        didSet { if style != oldValue { (window, look) = (nil, look + 1) } }
    }
    /// Changes with everything that its look depends on, without the camera.
    public private(set) var look = 0
    /// The colours of the classes of values; those of the style if there are none.
    public private(set) var colors: [Color] = []
    /// For each point of the track the number of the class of the way after it; -1 for none.
    private var classes: [Int8] = []
    /// The points that are part of the layer; nil for all.
    public var part: ClosedRange<Int>? {
        didSet { if part != oldValue { (window, look) = (nil, look + 1) } }
    }
    private let buffer = PolylineBuffer()
    private var window: Window?
    /// The points of the vertices in the buffer, for what is near a place.
    private var shown: [ShownVertex] = []
    /// With more vertices than these the tolerance grows.
    public static let mostVertices = 7000

    private struct Window {
        var zoom: Double
        var scale: Double
        /// What it is good for.
        var rect: PlaneRect
        var turns: ClosedRange<Int>
        var origin: PlanePoint
    }

    private struct ShownVertex {
        var place: PlanePoint
        var point: Int
        var hasSegment: Bool
    }

    /// A layer of a line.
    public init(_ line: TrackLine, style: TrackStyle) {
        (self.line, self.style) = (line, style)
    }

    /// Colours the ways after the points by the classes of their values.
    ///
    /// - Parameters:
    ///   - classes: a number for each point of the track; nil for the colour of the style.
    ///   - colors: at most 127.
    public func color(_ classes: [Int?], _ colors: [Color]) {
        precondition(colors.count < 128, "there are at most 127 colours")
        self.classes = classes.map { $0.map { Int8($0) } ?? -1 }
        self.colors = colors
        (window, look) = (nil, look + 1)
    }

    /// The number of vertices that are sent to the GPU.
    public var vertexCount: Int { buffer.count }

    // MARK: Frame

    /// Makes the window that a view needs.
    ///
    /// Cost: nothing while the view stays in the last one; else linear in the vertices near it.
    public func prepare(for camera: MapCamera, deviceScale: Double) {
        guard let bounds = line.bounds else { return }
        let zoom = (camera.zoom * 2).rounded(.down) / 2
        let turns = camera.turns(of: bounds) ?? 0...0
        if let window, window.zoom == zoom, window.scale == deviceScale,
            window.turns == turns, window.rect.contains(camera.visible)
        {
            return
        }
        let radius = camera.radius * 2
        let rect = PlaneRect(
            x: camera.center.x - radius, y: camera.center.y - radius, width: 2 * radius,
            height: 2 * radius)
        let made = Window(
            zoom: zoom, scale: deviceScale, rect: rect, turns: turns,
            // A line is seen at one of its turns, mostly.
            origin: PlanePoint(x: camera.center.x - Double(turns.lowerBound), y: camera.center.y))
        window = made
        fill(made)
    }

    private func fill(_ window: Window) {
        let unit = MapCamera.tile * exp2(window.zoom)
        let pixel = 1 / (unit * exp2(0.5) * window.scale)
        let rects = window.turns.map { window.rect.moved(by: -Double($0)) }
        let chunks = line.chunks.filter { chunk in rects.contains { $0.meets(chunk.bounds) } }
        var tolerance = 0.35 * pixel
        var vertices: [ShownVertex] = []
        var drawn: [PolylineBuffer.Vertex] = []
        repeat {
            (vertices, drawn) = ([], [])
            for chunk in chunks {
                add(chunk, window, unit, rects, tolerance, pixel, &vertices, &drawn)
            }
            tolerance *= 1.6
        } while drawn.count > Self.mostVertices && tolerance < 1
        shown = vertices
        buffer.replace(drawn)
    }

    private func add(
        _ chunk: TrackLine.Chunk, _ window: Window, _ unit: Double, _ rects: [PlaneRect],
        _ tolerance: Double, _ pixel: Double, _ shown: inout [ShownVertex],
        _ drawn: inout [PolylineBuffer.Vertex]
    ) {
        let classes = effectiveClasses(chunk, least: max(pixel, tolerance))
        let count = chunk.vertices.count
        var kept: [Int] = []
        for index in 0..<count {
            let isTurn =
                Double(chunk.weights[index]) > tolerance
                || (index > 0 && !classes.isEmpty && classes[index] != classes[index - 1])
            if isTurn, isPart(chunk, index) { kept.append(index) }
        }
        for (place, index) in kept.enumerated() {
            let next = place + 1 < kept.count ? kept[place + 1] : nil
            let a = chunk.place(index)
            let isSeen =
                next.map { next in
                    let b = chunk.place(next)
                    let box = PlaneRect(
                        x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x),
                        height: abs(a.y - b.y))
                    return rects.contains { $0.meets(box) }
                } ?? false
            guard isSeen || drawn.last?.hasSegment == true else { continue }
            let number = classes.isEmpty ? -1 : Int(classes[index])
            let color = number >= 0 && number < colors.count ? colors[number] : style.color
            drawn.append(
                .init(
                    x: (a.x - window.origin.x) * unit, y: (a.y - window.origin.y) * unit,
                    color: isSeen ? color : nil))
            shown.append(
                ShownVertex(
                    place: a, point: Int(chunk.vertices[index].point), hasSegment: isSeen))
        }
    }

    private func isPart(_ chunk: TrackLine.Chunk, _ index: Int) -> Bool {
        part?.contains(Int(chunk.vertices[index].point)) ?? true
    }

    /// The classes of the vertices of a chunk, without those that last for less than a length.
    private func effectiveClasses(_ chunk: TrackLine.Chunk, least: Double) -> [Int8] {
        guard !classes.isEmpty, let first = chunk.vertices.first else { return [] }
        func number(_ vertex: TrackLine.Vertex) -> Int8 {
            let point = Int(vertex.point)
            return point < classes.count ? classes[point] : -1
        }
        var result = [Int8](repeating: number(first), count: chunk.vertices.count)
        var current = number(first)
        // Where another class began, and how long it has lasted.
        var pending: (start: Int, number: Int8, length: Double)?
        for index in 1..<max(chunk.vertices.count, 1) {
            let (a, b) = (chunk.vertices[index - 1], chunk.vertices[index])
            let length = hypot(Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
            let number = number(b)
            if var known = pending {
                known.length += length
                if known.length >= least {
                    for past in known.start..<index { result[past] = known.number }
                    current = known.number
                    pending = nil
                } else {
                    pending = known
                }
            }
            if number == current {
                pending = nil
            } else if pending?.number != number {
                pending = (index, number, 0)
            }
            result[index] = current
        }
        if let pending {
            for past in pending.start..<result.count { result[past] = pending.number }
        }
        return result
    }

    // MARK: Finding

    /// The place of the track that is nearest to a point of the view, as an index of its points with a
    /// fraction; nil if none is within a distance.
    ///
    /// Where the track passes several times at about the same distance, it is the pass nearest to the
    /// last place in the order of the track: so a pointer that follows one lap stays on it.
    ///
    /// Cost: linear in the vertices of the window, and in the points between two of them.
    ///
    /// - Parameters:
    ///   - reach: the distance, in points.
    ///   - last: the place that was found before.
    public func nearest(
        to point: Point, in camera: MapCamera, within reach: Double, last: Double? = nil
    ) -> Double? {
        guard let turns = line.bounds.flatMap({ camera.turns(of: $0) }) else { return nil }
        let unit = camera.pointsPerUnit
        let pointer = camera.planePoint(at: point)
        var found: [(distance: Double, range: ClosedRange<Int>, turn: Int)] = []
        for turn in turns {
            let target = PlanePoint(x: pointer.x - Double(turn), y: pointer.y)
            for (a, b) in zip(shown, shown.dropFirst()) where a.hasSegment {
                let nearest = target.nearest(from: a.place, to: b.place)
                let distance = nearest.distance * unit
                // What the thinned line leaves out may be half a pixel nearer.
                if distance <= reach + 1 {
                    found.append((distance, a.point...max(a.point, b.point), turn))
                }
            }
        }
        guard let least = found.map(\.distance).min() else { return nil }
        let near = found.filter { $0.distance <= least + Self.sameDistance }
        let candidates = near.compactMap { pass -> (index: Double, distance: Double)? in
            let target = PlanePoint(x: pointer.x - Double(pass.turn), y: pointer.y)
            guard let nearest = line.nearest(to: target, between: pass.range) else { return nil }
            return (nearest.index, nearest.distance * unit)
        }.filter { $0.distance <= reach }
        guard let last else { return candidates.min { $0.distance < $1.distance }?.index }
        return candidates.min { abs($0.index - last) < abs($1.index - last) }?.index
    }

    /// Passes whose distances differ by less, in points, are about as near.
    private static let sameDistance = 3.0

    // MARK: Drawing

    /// Adds the casing or the line itself to a scene.
    ///
    /// - Parameters:
    ///   - corner: the upper left corner of the view, in points of the scene.
    ///   - isCasing: draw first the casings of all layers, and then their lines.
    ///   - color: in place of the layer's own.
    public func encode(
        into scene: SceneBuilder, _ camera: MapCamera, at corner: Point, isCasing: Bool = false,
        width: Double? = nil, color: Color? = nil, alpha: Double = 1
    ) {
        guard let window, let turns = line.bounds.flatMap({ camera.turns(of: $0) }) else { return }
        let width = width ?? style.width
        for turn in turns {
            let origin = PlanePoint(x: window.origin.x + Double(turn), y: window.origin.y)
            let place = camera.point(of: origin)
            let scale = exp2(camera.zoom - window.zoom)
            let map = AffineTransform.move(Vector(dx: corner.x + place.x, dy: corner.y + place.y))
                .after(.turn(camera.rotation)).after(.scale(scale, scale))
            scene.polyline(
                buffer, map: map, width: isCasing ? width + 2 * style.casingWidth : width,
                color: isCasing ? color ?? style.casing : color, alpha: alpha)
        }
    }
}
