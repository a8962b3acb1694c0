// A text along a line of a map, upright whatever the turn.
//
// Method: the text is read from the left: from the end of its part of the line that is more to the left in
// the view. The middle of each glyph is on the line, and the glyph is turned as the line is around there,
// from some points before to some points after, so a corner is spread over the glyphs around it. Where
// the line bends more than letters can follow, there is no text.

import Foundation
import Geometry

/// Where the glyphs of a text are along a line.
struct TextOnLine {
    /// A glyph.
    struct Spot {
        /// The middle of the glyph on the line.
        var place: Point
        /// How far it is turned clockwise, in radians.
        var angle: Double
    }

    /// In the order of the glyphs.
    let spots: [Spot]
    /// The place of the line under the middle of the text.
    let middle: Point

    /// How much a glyph may be turned against the one before it, in radians.
    static let mostBend = 15 * Double.pi / 180
    /// How much the directions of all glyphs may differ.
    static let mostTurn = 60 * Double.pi / 180
    /// Points before and after a glyph whose direction it has.
    private static let reach = 5.0

    /// A text on a line; nil where it has no room or the line bends too much.
    ///
    /// - Parameters:
    ///   - stops: the middles of the glyphs from the left end of the text on, in points.
    ///   - width: that of the text, in points.
    ///   - position: the length of the line up to the middle of the text.
    init?(_ stops: [Double], width: Double, along line: MeasuredLine, at position: Double) {
        let (start, end) = (position - width / 2, position + width / 2)
        guard !stops.isEmpty, start >= 0, end <= line.length else { return nil }
        let way = line.point(at: end) - line.point(at: start)
        // A vertical text is read upwards.
        let isBackwards = way.dx < 0 || way.dx == 0 && way.dy > 0
        var spots: [Spot] = []
        for stop in stops {
            let place = isBackwards ? end - stop : start + stop
            let (before, after) = (
                line.point(at: place - Self.reach), line.point(at: place + Self.reach)
            )
            let direction = isBackwards ? before - after : after - before
            guard direction.length > 0 else { return nil }
            let angle = atan2(direction.dy, direction.dx)
            // Compared with the first one, so that a sum of small bends counts as well.
            if let first = spots.first, let last = spots.last {
                guard Self.difference(angle, last.angle) <= Self.mostBend,
                    Self.difference(angle, first.angle) <= Self.mostTurn
                else { return nil }
            }
            spots.append(Spot(place: line.point(at: place), angle: angle))
        }
        (self.spots, middle) = (spots, line.point(at: position))
    }

    private static func difference(_ a: Double, _ b: Double) -> Double {
        abs((a - b).remainder(dividingBy: 2 * .pi))
    }
}

/// A line with the lengths up to its points.
struct MeasuredLine {
    private let points: [Point]
    private let lengths: [Double]

    /// A line of points that follow one another.
    init(_ points: [Point]) {
        self.points = points
        var sum = 0.0
        var lengths = points.isEmpty ? [] : [0.0]
        for (a, b) in zip(points, points.dropFirst()) {
            sum += (b - a).length
            lengths.append(sum)
        }
        self.lengths = lengths
    }

    /// The length of the whole line.
    var length: Double { lengths.last ?? 0 }

    /// The point at a length from the start; beyond the ends the line goes on straight.
    func point(at length: Double) -> Point {
        guard points.count > 1 else { return points.first ?? .zero }
        var (low, high) = (0, points.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lengths[middle] <= length { low = middle } else { high = middle }
        }
        let step = lengths[high] - lengths[low]
        guard step > 0 else { return points[low] }
        return points[low] + (points[high] - points[low]) * ((length - lengths[low]) / step)
    }
}
