import CFreeType
import Geometry

/// The closed outlines of a glyph.
///
/// The filled area is the one that they wind around more often in one direction than in the other.
///
/// In points from the glyph's origin on the baseline; y grows downwards.
public struct GlyphOutline: Hashable, Sendable {
    /// One step of an outline.
    public enum Step: Hashable, Sendable {
        /// Ends the current outline, if there is one, and begins the next.
        case move(Point)
        /// A straight line to a point.
        case line(Point)
        /// A cubic Bézier curve to a point, with its two control points.
        case curve(Point, Point, to: Point)
    }

    /// The steps in order; each outline is closed by a straight line to its start.
    public private(set) var steps: [Step] = []

    /// The outline in a slot of FreeType.
    init?(decomposing outline: inout FT_Outline) {
        let collector = Collector()
        var calls = FT_Outline_Funcs()
        calls.move_to = { to, collector in
            Collector.add(collector) { _ in .move(Collector.point(to)) }
        }
        calls.line_to = { to, collector in
            Collector.add(collector) { _ in .line(Collector.point(to)) }
        }
        calls.conic_to = { control, to, collector in
            let (middle, end) = (Collector.point(control), Collector.point(to))
            // A quadratic curve as a cubic one.
            return Collector.add(collector) { start in
                .curve(
                    start + (middle - start) * (2 / 3), end + (middle - end) * (2 / 3), to: end)
            }
        }
        calls.cubic_to = { first, second, to, collector in
            Collector.add(collector) { _ in
                .curve(Collector.point(first), Collector.point(second), to: Collector.point(to))
            }
        }
        guard
            FT_Outline_Decompose(
                &outline, &calls, Unmanaged.passUnretained(collector).toOpaque()) == 0
        else { return nil }
        steps = collector.steps
    }

    /// Outlines without a step.
    private init() {}

    /// From font units, in which y grows upwards, to points.
    func scaled(by factor: Double) -> GlyphOutline {
        func place(_ point: Point) -> Point { Point(x: point.x * factor, y: -point.y * factor) }
        var scaled = GlyphOutline()
        scaled.steps = steps.map { step in
            switch step {
            case .move(let point): .move(place(point))
            case .line(let point): .line(place(point))
            case .curve(let first, let second, let end):
                .curve(place(first), place(second), to: place(end))
            }
        }
        return scaled
    }
}

/// Collects an outline from FreeType, step by step.
private final class Collector {
    var steps: [GlyphOutline.Step] = []

    private var current: Point {
        switch steps.last {
        case .move(let point), .line(let point), .curve(_, _, to: let point): point
        case nil: .zero
        }
    }

    /// Adds a step, which may depend on the current point; returns 0, as FreeType requires.
    static func add(
        _ collector: UnsafeMutableRawPointer?, _ step: (Point) -> GlyphOutline.Step
    ) -> Int32 {
        guard let collector else { return 0 }
        let own = Unmanaged<Collector>.fromOpaque(collector).takeUnretainedValue()
        own.steps.append(step(own.current))
        return 0
    }

    static func point(_ vector: UnsafePointer<FT_Vector>?) -> Point {
        vector.map { Point(x: Double($0.pointee.x), y: Double($0.pointee.y)) } ?? .zero
    }
}
