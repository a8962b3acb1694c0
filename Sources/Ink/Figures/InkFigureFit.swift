// The figure that somebody meant who drew by hand and held the pen still at the end.
//
// Method: four guesses, each with how far the drawn line is from it, as a part of its size: a line
// between the ends; an arrow, which is a line up to its farthest place and back from there; an
// ellipse and a rectangle in the box of a line that ends near its beginning. The nearest within 4 %
// is meant. An arrow's hook is not counted beyond its head.

import Foundation
import Geometry

/// Recognises figures in strokes.
public enum InkFigureFit {
    /// How far a stroke may be from a figure, as a part of its size, on average.
    public static let tolerance = 0.04
    /// The smallest size of a figure, in points.
    private static let smallest = 12.0

    /// The figure that a stroke is meant to be, in the points of the stroke; nil if it is none.
    ///
    /// Cost: linear in the length of the stroke.
    public static func figure(_ stroke: InkStroke) -> InkFigure? {
        let places = evenly(stroke.curve.flattened(within: 0.5).map(\.position), by: 2)
        guard places.count > 4 else { return nil }
        let guesses = [line(places), arrow(places), ellipse(places), rectangle(places)]
        let best = guesses.compactMap { $0 }.min { $0.error < $1.error }
        guard let best, best.error <= tolerance else { return nil }
        return InkFigure(
            best.kind, from: best.from, to: best.to, brush: InkBrush(.pen, size: stroke.brush.size))
    }

    private struct Guess {
        var kind: InkFigure.Kind
        var from: Point
        var to: Point
        /// The mean distance of the places, as a part of the size.
        var error: Double
    }

    /// Places along a line, at even distances.
    private static func evenly(_ line: [Point], by step: Double) -> [Point] {
        guard var last = line.first else { return [] }
        var places = [last]
        for place in line.dropFirst() {
            while (place - last).length >= step {
                let way = place - last
                last = Point(
                    x: last.x + way.dx / way.length * step, y: last.y + way.dy / way.length * step)
                places.append(last)
            }
        }
        if let end = line.last, end != last { places.append(end) }
        return places
    }

    private static func line(_ places: [Point]) -> Guess? {
        let (from, to) = (places[0], places[places.count - 1])
        let length = (to - from).length
        guard length >= smallest else { return nil }
        let segment = Segment(from, to)
        return Guess(
            kind: .line, from: from, to: to,
            error: mean(places) { segment.distance(to: $0) } / length)
    }

    private static func arrow(_ places: [Point]) -> Guess? {
        let from = places[0]
        guard
            let tip = places.indices.max(by: {
                (places[$0] - from).length < (places[$1] - from).length
            })
        else { return nil }
        let length = (places[tip] - from).length
        let hook = places[tip...]
        guard length >= smallest, hook.count > 3 else { return nil }
        let to = places[tip]
        let farthest = hook.map { ($0 - to).length }.max() ?? 0
        // A head is shorter than its shaft, and leaves the tip backwards.
        guard farthest < length * 0.45, farthest > max(length * 0.06, 5) else { return nil }
        let shaft = Segment(from, to)
        let along = hook.map { shaft.part(nearestTo: $0) }
        guard along.allSatisfy({ $0 > 0.5 }) else { return nil }
        return Guess(
            kind: .arrow, from: from, to: to,
            error: mean(Array(places[...tip])) { shaft.distance(to: $0) } / length)
    }

    private static func ellipse(_ places: [Point]) -> Guess? {
        guard let box = closedBox(places) else { return nil }
        let (rx, ry) = (box.width / 2, box.height / 2)
        // The distance along the ray from the centre.
        let error = mean(places) { place in
            let (dx, dy) = ((place.x - box.midX) / rx, (place.y - box.midY) / ry)
            let radius = (dx * dx + dy * dy).squareRoot()
            guard radius > 0 else { return min(rx, ry) }
            return abs(1 - 1 / radius)
                * Vector(dx: place.x - box.midX, dy: place.y - box.midY).length
        }
        return Guess(
            kind: .ellipse, from: Point(x: box.minX, y: box.minY),
            to: Point(x: box.maxX, y: box.maxY), error: error / max(box.width, box.height))
    }

    private static func rectangle(_ places: [Point]) -> Guess? {
        guard let box = closedBox(places) else { return nil }
        let error = mean(places) { place in
            min(
                abs(place.x - box.minX), abs(place.x - box.maxX), abs(place.y - box.minY),
                abs(place.y - box.maxY))
        }
        return Guess(
            kind: .rectangle, from: Point(x: box.minX, y: box.minY),
            to: Point(x: box.maxX, y: box.maxY), error: error / max(box.width, box.height))
    }

    /// The box of a line that ends near its beginning; nil for any other.
    private static func closedBox(_ places: [Point]) -> Rect? {
        let (xs, ys) = (places.map(\.x), places.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
        else { return nil }
        let box = Rect(x: left, y: top, width: right - left, height: bottom - top)
        let gap = (places[places.count - 1] - places[0]).length
        guard min(box.width, box.height) >= smallest, gap < 0.25 * (box.width + box.height) / 2
        else { return nil }
        return box
    }

    private static func mean(_ places: [Point], _ value: (Point) -> Double) -> Double {
        places.reduce(0) { $0 + value($1) } / Double(places.count)
    }
}
