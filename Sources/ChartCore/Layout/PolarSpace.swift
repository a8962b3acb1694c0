// Places around a centre: a distance and an angle.
//
// An angle is a part of a turn: a `turn` of 360 makes it degrees, others are 24 hours of a day, 2π
// radians, 12 months. Distances are linear from the hole, where the range begins, to the rim, where
// it ends. In units of the rim's radius they do not depend on the size of a plot, and so neither do
// the data of a mark on the GPU.

import Geometry
import Glibc

/// The layout of values and angles around a centre: the pure part of a `PolarSpace`.
public struct PolarLayout: Hashable, Sendable {
    /// The values at the hole's edge (the centre, if there is no hole) and at the rim.
    public var range = Extent.unit
    /// The radius of the hole, as a fraction of the rim's: at least 0 and below 1.
    public var hole = 0.0
    /// The number of units of angle in a turn, above zero.
    public var turn = 360.0
    /// The position of angle 0, in turns clockwise from 12 o'clock.
    public var zero = 0.0
    /// Whether angles grow clockwise.
    public var isClockwise = true

    /// Clockwise from 12 o'clock in degrees, as on a compass.
    public init() {}

    /// As on a compass, with another range of values.
    public init(range: Extent, turn: Double = 360) {
        self.range = range
        self.turn = turn
    }

    /// Counter-clockwise from 3 o'clock, as in mathematics; in radians by default.
    public static func mathematical(range: Extent, turn: Double = 2 * Double.pi) -> PolarLayout {
        var layout = PolarLayout(range: range, turn: turn)
        layout.zero = 0.25
        layout.isClockwise = false
        return layout
    }

    /// The direction of an angle in radians clockwise from 12 o'clock.
    public func direction(of angle: Double) -> Double {
        let part = angle / turn
        return 2 * Double.pi * (zero + (isClockwise ? part : -part))
    }

    /// The angle of a direction in radians clockwise from 12 o'clock; at least 0 and below a turn.
    public func angle(ofDirection direction: Double) -> Double {
        let part = direction / (2 * Double.pi) - zero
        let turns = isClockwise ? part : -part
        let angle = (turns - turns.rounded(.down)) * turn
        return angle < turn ? angle : 0
    }

    /// The position of a value between the centre, 0, and the rim, 1: never nearer to the centre
    /// than the hole's edge, and beyond the rim if the value is beyond the range.
    public func distance(of value: Double) -> Double {
        guard !value.isNaN else { return .nan }
        let place = range.length > 0 ? (value - range.min) / range.length : 1
        return max(hole, hole + place * (1 - hole))
    }

    /// The value at a distance, as a fraction of the rim's.
    public func value(atDistance distance: Double) -> Double {
        range.min + (distance - hole) / (1 - hole) * range.length
    }

    /// The unit vector in a direction, y downwards.
    public static func vector(ofDirection direction: Double) -> Vector {
        Vector(dx: sin(direction), dy: -cos(direction))
    }

    /// The direction of a vector, y downwards, in radians clockwise from 12 o'clock, from -π to π.
    public static func direction(of vector: Vector) -> Double { atan2(vector.dx, -vector.dy) }
}

/// A polar layout in a rectangle: values and angles to points, and back.
public struct PolarProjection: Hashable, Sendable {
    /// How values and angles are laid out.
    public var layout: PolarLayout
    /// In points (or any other unit of the picture).
    public var center: Point
    /// The radius of the rim.
    public var radius: Double

    /// A projection around a centre.
    public init(_ layout: PolarLayout, center: Point, radius: Double) {
        self.layout = layout
        self.center = center
        self.radius = radius
    }

    /// A projection into the middle of a rectangle, with room around the rim.
    public init(_ layout: PolarLayout, in plot: Rect, margin: Double) {
        self.init(
            layout, center: plot.center,
            radius: max(0, min(plot.width, plot.height) / 2 - margin))
    }

    /// The radius of a value's ring.
    public func radius(of value: Double) -> Double { layout.distance(of: value) * radius }

    /// The position of a value at an angle.
    public func point(_ value: Double, at angle: Double) -> Point {
        center
            + PolarLayout.vector(ofDirection: layout.direction(of: angle)) * radius(of: value)
    }

    /// The value and the angle of a place; the angle is at least 0 and below a turn.
    ///
    /// Undefined in the hole.
    public func place(of point: Point) -> (value: Double, angle: Double) {
        let arm = point - center
        let distance = radius > 0 ? arm.length / radius : 0
        return (
            layout.value(atDistance: distance),
            layout.angle(ofDirection: PolarLayout.direction(of: arm))
        )
    }
}

/// The layout shared by a polar grid and its marks.
///
/// It never changes its range on its own. Values beyond the range are drawn beyond the rim, and
/// those below it at the hole's edge.
@MainActor
public final class PolarSpace {
    /// How values and angles are laid out.
    public var layout: PolarLayout {
        didSet {
            precondition(
                layout.turn > 0 && layout.turn.isFinite && layout.hole >= 0 && layout.hole < 1
                    && layout.range.isProper && layout.zero.isFinite,
                "a polar space has a range, a turn above zero and a hole below 1")
            if layout != oldValue { revision = .next() }
        }
    }
    /// From the rim to the nearest edge of the plot, in points: room for labels around it.
    public var margin: Double {
        didSet { if margin != oldValue { revision = .next() } }
    }
    /// Changes whenever another property does.
    public private(set) var revision = Revision.next()

    /// Creates a space; as on a compass by default.
    public init(_ layout: PolarLayout = PolarLayout(), margin: Double = 24) {
        precondition(
            layout.turn > 0 && layout.turn.isFinite && layout.hole >= 0 && layout.hole < 1
                && layout.range.isProper && layout.zero.isFinite,
            "a polar space has a range, a turn above zero and a hole below 1")
        self.layout = layout
        self.margin = margin
    }

    /// Values and angles to points in a plot.
    public func projection(in plot: Rect) -> PolarProjection {
        PolarProjection(layout, in: plot, margin: margin)
    }

    /// Sets the range from zero, or from the smallest value if that is below zero, to a round
    /// number that no value exceeds; does nothing if there are no values.
    public func fit(_ values: Extent, rings: Int = 5) {
        guard values.min.isFinite, values.max.isFinite, !values.isEmpty else { return }
        let (least, most) = (min(values.min, 0), max(values.max, 0))
        guard most > least else { return }
        let step = DecimalStep(atLeast: (most - least) / Double(max(rings, 1)))
        layout.range = Extent(
            min: (least / step.length).rounded(.down) * step.length,
            max: (most / step.length).rounded(.up) * step.length)
    }
}
