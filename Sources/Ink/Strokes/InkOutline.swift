// The outline of a stroke, as one polygon.
//
// A stroke is the union of uneven capsules: two circles of different radii and their common
// tangents. Method: one polygon goes along the left tangents to the end and back along the right
// ones. At a joint, the outer side follows the circle and the inner side goes through its centre.
// So the polygon is the sum of parts that all turn the same way, and filled by the non-zero rule it
// is the union, however the stroke crosses itself: one fill, and translucent ink is even.
// Rejected: joining the inner side directly. Where a bend is narrower than the stroke that adds a
// part that turns the other way, which leaves a hole.

import Foundation
import Geometry

/// Makes polygons of strokes.
public enum InkOutline {
    /// The polygon around straight pieces of a stroke, to be filled by the non-zero rule.
    ///
    /// - Parameters:
    ///   - pieces: the ends of the pieces, with the width at each.
    ///   - distance: how far the polygon may be within its circles.
    public static func polygon(of pieces: [InkNode], within distance: Double) -> [Point] {
        precondition(distance > 0, "a polygon cannot be within \(distance) of a circle")
        let circles = visible(pieces)
        guard let first = circles.first, let last = circles.last else { return [] }
        guard circles.count > 1 else {
            return Outline(distance).arc(first, from: 0, by: 2 * .pi)
        }
        let tangents = zip(circles, circles.dropFirst()).map { Tangents($0, $1) }
        var outline = Outline(distance)
        for (index, tangent) in tangents.enumerated() {
            if index > 0 {
                let before = tangents[index - 1]
                // In a sharp bend of a stroke that also changes its width, both sides may be inner
                // ones; then the left side goes around.
                let isInner = Tangents.turn(from: tangent.right, to: before.right) < 0
                outline.join(circles[index], before.left, tangent.left, goesAround: isInner)
            }
            outline.add(circles[index], tangent.left)
            outline.add(circles[index + 1], tangent.left)
        }
        let end = tangents[tangents.count - 1]
        outline.cap(last, from: end.left, to: end.right)
        for (index, tangent) in tangents.enumerated().reversed() {
            outline.add(circles[index + 1], tangent.right)
            outline.add(circles[index], tangent.right)
            if index > 0 {
                outline.join(circles[index], tangent.right, tangents[index - 1].right)
            }
        }
        outline.cap(first, from: tangents[0].right, to: tangents[0].left)
        return outline.points
    }

    /// The circles that are not within their neighbours.
    private static func visible(_ pieces: [InkNode]) -> [InkNode] {
        var circles: [InkNode] = []
        for piece in pieces {
            while let last = circles.last, contains(piece, last) { circles.removeLast() }
            if let last = circles.last, contains(last, piece) { continue }
            circles.append(piece)
        }
        return circles
    }

    private static func contains(_ a: InkNode, _ b: InkNode) -> Bool {
        (b.position - a.position).length <= (a.width - b.width) / 2
    }
}

/// The directions, in radians, from the centres of two circles to where their common tangents touch
/// them.
private struct Tangents {
    let left: Double
    let right: Double

    init(_ a: InkNode, _ b: InkNode) {
        let way = b.position - a.position
        let direction = atan2(way.dy, way.dx)
        let opening = acos(min(max((a.width - b.width) / 2 / way.length, -1), 1))
        left = direction - opening
        right = direction + opening
    }

    /// The shorter way from one direction to another, in radians; clockwise is positive.
    static func turn(from: Double, to: Double) -> Double {
        (to - from).remainder(dividingBy: 2 * .pi)
    }
}

/// A polygon under construction; with y downwards its parts turn clockwise.
private struct Outline {
    private(set) var points: [Point] = []
    private let distance: Double

    init(_ distance: Double) { self.distance = distance }

    mutating func add(_ circle: InkNode, _ direction: Double) {
        points.append(Self.place(on: circle, direction))
    }

    /// Joins two tangents at a circle: around it on the outer side, through its centre on the
    /// inner one.
    ///
    /// - Parameter goesAround: whether even an inner side follows the circle, the long way round.
    mutating func join(
        _ circle: InkNode, _ from: Double, _ to: Double, goesAround: Bool = false
    ) {
        let turn = Tangents.turn(from: from, to: to)
        if turn >= 0 {
            points += arc(circle, from: from, by: turn)
        } else if goesAround {
            points += arc(circle, from: from, by: turn + 2 * .pi)
        } else {
            points.append(circle.position)
        }
    }

    /// Goes around the end of a stroke.
    mutating func cap(_ circle: InkNode, from: Double, to: Double) {
        let turn = (to - from).truncatingRemainder(dividingBy: 2 * .pi)
        points += arc(circle, from: from, by: turn < 0 ? turn + 2 * .pi : turn)
    }

    /// The places on a circle between two directions.
    func arc(_ circle: InkNode, from: Double, by turn: Double) -> [Point] {
        let radius = circle.width / 2
        guard radius > 0 else { return [circle.position] }
        // A chord of an arc of angle t is within r (1 - cos(t / 2)) of it.
        let step = 2 * acos(max(1 - distance / radius, 0))
        let count = max(Int((turn / max(step, 0.01)).rounded(.up)), 1)
        return (0...count).map { Self.place(on: circle, from + turn * Double($0) / Double(count)) }
    }

    private static func place(on circle: InkNode, _ direction: Double) -> Point {
        let radius = circle.width / 2
        return Point(
            x: circle.position.x + radius * cos(direction),
            y: circle.position.y + radius * sin(direction))
    }
}
