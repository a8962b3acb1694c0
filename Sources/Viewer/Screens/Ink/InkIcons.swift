import ChartScene
import Foundation
import Geometry
import Painting

/// The pictures of the palette's tools, 20 points wide.
@MainActor
enum InkIcons {
    /// Draws the picture of a tool around a point.
    static func draw(_ tool: InkMode.Tool, at center: Point, _ color: Color, _ pane: PaneCanvas) {
        let canvas = pane.canvas
        func at(_ x: Double, _ y: Double) -> Point { Point(x: center.x + x, y: center.y + y) }
        func lines(_ points: [(Double, Double)], width: Double = 1.5) {
            canvas.polyline(points.map { at($0.0, $0.1) }, width: width, color: color)
        }
        func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, corner: Double = 0) {
            canvas.fill(
                Rect(x: center.x + x, y: center.y + y, width: width, height: height), .clear,
                corners: Corners(corner), border: Border(width: 1.5, color: color))
        }
        func dot(_ x: Double, _ y: Double, radius: Double = 2.2) {
            canvas.circle(at: at(x, y), radius: radius, fill: color)
        }
        switch tool {
        case .pen: pencil(at: at, lines)
        case .marker:
            lines([(-6, 3), (2, -6), (6, -2), (-2, 7), (-7, 7), (-6, 3)])
            lines([(-6, 3), (-2, 7)])
        case .eraser, .partEraser:
            lines([(-7, 2), (1, -6), (7, 0), (0, 7), (-3, 7), (-7, 2)])
            lines([(-3, -2), (4, 4)])
            if tool == .partEraser { lines([(3, 8), (8, 8)], width: 1.8) }
        case .select:
            canvas.stroke(
                ellipse(Rect(x: center.x - 8, y: center.y - 7, width: 16, height: 10)), color,
                StrokeStyle(width: 1.5, cap: .butt, dashes: [3, 2.5]))
            lines([(-4, 3), (-5, 8)])
        case .text:
            lines([(-6, -4), (-6, -6), (6, -6), (6, -4)])
            lines([(0, -6), (0, 7)])
            lines([(-2.5, 7), (2.5, 7)])
        case .trendLine:
            lines([(-7, -5), (7, 5)])
            for (x, y) in [(-3.0, 2.0), (0, -5), (5, -1), (-6, 6)] { dot(x, y, radius: 1.2) }
        case .level:
            lines([(-8, 0), (8, 0)])
            for x in [-5.0, 0, 5] { dot(x, x == 0 ? -5 : 5, radius: 1.4) }
        case .measure:
            box(-8, -4, 16, 8, corner: 1.5)
            for x in [-4.0, 0, 4] { lines([(x, -4), (x, x == 0 ? 1 : -0.5)], width: 1.3) }
        case .rangeBox:
            box(-8, -6, 16, 12, corner: 1.5)
            for (x, y) in [(-4.0, 1.0), (0, -2), (4, 1.5)] { dot(x, y, radius: 1.4) }
        case .span:
            for x in [-7.0, 7] { lines([(x, -7), (x, 7)]) }
            lines([(-3.5, 0), (3.5, 0)], width: 1.3)
            for side in [-1.0, 1] {
                lines([(side * 2, -2), (side * 4, 0), (side * 2, 2)], width: 1.3)
            }
        case .moment:
            lines([(0, -8), (0, 8)])
            dot(0, -1, radius: 2.4)
        case .line: lines([(-6, 6), (6, -6)])
        case .arrow:
            lines([(-6, 6), (6, -6)])
            lines([(-1, -6), (6, -6), (6, 1)])
        case .ellipse:
            canvas.stroke(
                ellipse(Rect(x: center.x - 8, y: center.y - 5.5, width: 16, height: 11)), color,
                StrokeStyle(width: 1.5))
        case .rectangle: box(-7, -5, 14, 10, corner: 1)
        }
    }

    /// An ellipse in a rectangle.
    private static func ellipse(_ rect: Rect) -> Path {
        Path(
            (0..<40).map { step in
                let turn = Double(step) / 40 * 2 * .pi
                return Point(
                    x: rect.midX + rect.width / 2 * cos(turn),
                    y: rect.midY + rect.height / 2 * sin(turn))
            })
    }

    /// A pencil, also for the button that begins drawing.
    static func pencil(
        at: (Double, Double) -> Point, _ lines: ([(Double, Double)], Double) -> Void
    ) {
        lines([(-7, 7), (-6, 3), (4, -7), (7, -4), (-3, 6), (-7, 7)], 1.5)
        lines([(2, -5), (5, -2)], 1.5)
    }

    /// Arrows to both sides.
    static func drawSides(at center: Point, _ color: Color, _ pane: PaneCanvas) {
        for side in [-1.0, 1] {
            func at(_ x: Double, _ y: Double) -> Point {
                Point(x: center.x + side * x, y: center.y + side * y)
            }
            pane.canvas.line(from: at(-7, -3), to: at(7, -3), width: 1.5, color: color)
            pane.canvas.polyline(
                [at(4, -6), at(7, -3), at(4, 0)], width: 1.5, color: color)
        }
    }

    /// The arrow of undo, or of redo.
    static func drawTurn(back: Bool, at center: Point, _ color: Color, _ pane: PaneCanvas) {
        let side = back ? 1.0 : -1.0
        func at(_ x: Double, _ y: Double) -> Point {
            Point(x: center.x + side * x, y: center.y + y)
        }
        pane.canvas.polyline(
            [(-2.5, -6.5), (-6.0, -3), (-2.5, 0.5)].map { at($0.0, $0.1) }, width: 1.5, color: color
        )
        pane.canvas.polyline(
            [
                (-6.0, -3.0), (2, -3), (4.5, -2), (5.8, 0.5), (5.8, 2), (4.5, 4.5), (2, 5.5),
                (-2, 5.5),
            ].map { at($0.0, $0.1) }, width: 1.5, color: color)
    }
}
