import CFreeType
import Geometry

/// The closed outlines of a glyph, filled where they go round more often in one direction than in the
/// other.
///
/// In points from the glyph's origin on the baseline; y grows downwards.
public struct GlyphOutline: Hashable, Sendable {
    /// One step of an outline.
    public enum Step: Hashable, Sendable {
        /// Ends the outline before, if there is one, and begins the next.
        case move(Point)
        /// A straight line to a point.
        case line(Point)
        /// A cubic Bézier curve to a point, with its two control points.
        case curve(Point, Point, to: Point)
    }

    /// The steps in their order; each outline is closed by a straight line to where it began.
    public private(set) var steps: [Step] = []

    private var current: Point {
        switch steps.last {
        case .move(let point), .line(let point), .curve(_, _, to: let point): point
        case nil: .zero
        }
    }

    /// The outline that FreeType holds in a slot.
    init?(decomposing outline: inout FT_Outline) {
        func point(_ vector: UnsafePointer<FT_Vector>?) -> Point {
            vector.map { Point(x: Double($0.pointee.x), y: Double($0.pointee.y)) } ?? .zero
        }
        func target(_ user: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<GlyphOutline>? {
            user?.assumingMemoryBound(to: GlyphOutline.self)
        }
        var calls = FT_Outline_Funcs()
        calls.move_to = { to, user in
            target(user)?.pointee.steps.append(.move(point(to)))
            return 0
        }
        calls.line_to = { to, user in
            target(user)?.pointee.steps.append(.line(point(to)))
            return 0
        }
        calls.conic_to = { control, to, user in
            guard let made = target(user) else { return 0 }
            let (from, middle, end) = (made.pointee.current, point(control), point(to))
            made.pointee.steps.append(
                .curve(
                    from + (middle - from) * (2 / 3), end + (middle - end) * (2 / 3), to: end))
            return 0
        }
        calls.cubic_to = { first, second, to, user in
            target(user)?.pointee.steps.append(.curve(point(first), point(second), to: point(to)))
            return 0
        }
        guard FT_Outline_Decompose(&outline, &calls, &self) == 0 else { return nil }
    }

    /// Outlines without a step.
    init() {}

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
