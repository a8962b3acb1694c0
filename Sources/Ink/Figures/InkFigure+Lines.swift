// The lines of figures, as the pieces of strokes: they are drawn, erased, hit and exported like ink.

import Foundation
import Geometry

extension InkFigure {
    /// How long the head of an arrow is, in widths of its line and at least in points; and the angle
    /// between its sides and the line.
    private static let head = (widths: 4.0, least: 10.0, angle: 26 * Double.pi / 180)
    /// How far the bars of a measure extend to each side, in points.
    private static let bar = 6.0
    /// How far a figure may extend beyond its places, in points, without its width.
    var overhang: Double {
        switch kind {
        case .arrow: headLength
        case .measure: Self.bar
        default: 0
        }
    }

    private var headLength: Double { max(brush.size * Self.head.widths, Self.head.least) }

    /// Its lines, with its places in device pixels, as runs of straight pieces.
    ///
    /// - Parameters:
    ///   - width: what a level crosses: from its left to its right end, in device pixels.
    ///   - height: what a time crosses: from its upper to its lower end, in device pixels.
    ///   - scale: device pixels per point.
    func lines(
        from a: Point, to b: Point, across width: ClosedRange<Double>,
        _ height: ClosedRange<Double>, scale: Double
    ) -> [[InkNode]] {
        let size = max(brush.size * scale, 1)
        func run(_ points: [Point]) -> [InkNode] { points.map { InkNode($0, width: size) } }
        func upright(_ x: Double) -> [InkNode] {
            run([Point(x: x, y: height.lowerBound), Point(x: x, y: height.upperBound)])
        }
        switch kind {
        case .line, .trendLine: return [run([a, b])]
        case .level:
            return [run([Point(x: width.lowerBound, y: a.y), Point(x: width.upperBound, y: a.y)])]
        case .moment: return [upright(a.x)]
        case .span: return [upright(a.x), upright(b.x)]
        case .rectangle, .rangeBox:
            return [
                run([a, Point(x: b.x, y: a.y), b, Point(x: a.x, y: b.y), a])
            ]
        case .ellipse: return [run(ellipse(a, b))]
        case .arrow:
            let way = b - a
            guard way.length > 0 else { return [run([a])] }
            // A short arrow is mostly head.
            let length = min(headLength * scale, way.length * 0.8)
            let angle = atan2(way.dy, way.dx)
            let sides = [-1.0, 1].map { side in
                let turn = angle + .pi + side * Self.head.angle
                return Point(x: b.x + length * cos(turn), y: b.y + length * sin(turn))
            }
            return [run([a, b]), run([sides[0], b, sides[1]])]
        case .measure:
            let way = b - a
            let across =
                way.length > 0
                ? Vector(dx: -way.dy / way.length, dy: way.dx / way.length) : Vector(dx: 0, dy: 1)
            let bars = [a, b].map { place in
                [-Self.bar, Self.bar].map { reach in
                    Point(
                        x: place.x + across.dx * reach * scale,
                        y: place.y + across.dy * reach * scale)
                }
            }
            return [run([a, b]), run(bars[0]), run(bars[1])]
        }
    }

    /// The ellipse between two places, within a tenth of a pixel.
    private func ellipse(_ a: Point, _ b: Point) -> [Point] {
        let center = Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
        let (rx, ry) = (abs(b.x - a.x) / 2, abs(b.y - a.y) / 2)
        let radius = max(rx, ry)
        // The height of a chord over its arc: r (1 - cos(π / n)).
        let count =
            radius > InkMark.departure
            ? Int((Double.pi / acos(1 - InkMark.departure / radius)).rounded(.up)) : 4
        let steps = min(max(count, 8), 720)
        return (0...steps).map { step in
            let turn = Double(step) / Double(steps) * 2 * .pi
            return Point(x: center.x + rx * cos(turn), y: center.y + ry * sin(turn))
        }
    }
}
