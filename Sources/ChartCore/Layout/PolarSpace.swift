// Places about a centre: a distance and an angle.
//
// An angle is a part of a turn: a `turn` of 360 makes it degrees, 24 hours of a day, 2π radians, 12
// months. Distances are linear from the hole, where the range begins, to the rim, where it ends; in
// units of the rim's radius they do not depend on the size of a plot, and so neither does what a mark
// keeps on the GPU.

import Geometry
import Glibc

/// How values and angles are laid out about a centre: the pure part of a `PolarSpace`.
public struct PolarLayout: Hashable, Sendable {
    /// The values at the hole's edge (the centre, where there is no hole) and at the rim.
    public var range = Extent.unit
    /// The radius of the hole, as a part of the rim's: from 0 on and below 1.
    public var hole = 0.0
    /// How many units of angle a turn has, above zero.
    public var turn = 360.0
    /// Where the angle 0 is, in turns clockwise from 12 o'clock.
    public var zero = 0.0
    /// Whether angles grow clockwise.
    public var isClockwise = true

    /// From 12 o'clock on clockwise in degrees, as on a compass.
    public init() {}

    /// As on a compass, with other values.
    public init(range: Extent, turn: Double = 360) {
        self.range = range
        self.turn = turn
    }

    /// From 3 o'clock on counter-clockwise, as in mathematics, in radians unless said otherwise.
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

    /// The angle of a direction in radians clockwise from 12 o'clock, from 0 up to and without a turn.
    public func angle(ofDirection direction: Double) -> Double {
        let part = direction / (2 * Double.pi) - zero
        let turns = isClockwise ? part : -part
        let angle = (turns - turns.rounded(.down)) * turn
        return angle < turn ? angle : 0
    }

    /// Where a value stands between the centre, 0, and the rim, 1: never nearer to the centre than
    /// the hole's edge, and beyond the rim where the value is.
    public func distance(of value: Double) -> Double {
        guard !value.isNaN else { return .nan }
        let place = range.length > 0 ? (value - range.min) / range.length : 1
        return max(hole, hole + place * (1 - hole))
    }

    /// The value that stands at a distance, as a part of the rim's.
    public func value(atDistance distance: Double) -> Double {
        range.min + (distance - hole) / (1 - hole) * range.length
    }

    /// The unit vector to a direction, y downwards.
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

    /// A projection about a centre.
    public init(_ layout: PolarLayout, center: Point, radius: Double) {
        self.layout = layout
        self.center = center
        self.radius = radius
    }

    /// A projection into the middle of a rectangle, with room for what stands around the rim.
    public init(_ layout: PolarLayout, in plot: Rect, margin: Double) {
        self.init(
            layout, center: plot.center,
            radius: max(0, min(plot.width, plot.height) / 2 - margin))
    }

    /// The radius of a value's ring.
    public func radius(of value: Double) -> Double { layout.distance(of: value) * radius }

    /// Where a value at an angle is.
    public func point(_ value: Double, at angle: Double) -> Point {
        center
            + PolarLayout.vector(ofDirection: layout.direction(of: angle)) * radius(of: value)
    }

    /// The value and the angle of a place, the angle from 0 up to and without a turn; no meaning in
    /// the hole.
    public func place(of point: Point) -> (value: Double, angle: Double) {
        let arm = point - center
        let distance = radius > 0 ? arm.length / radius : 0
        return (
            layout.value(atDistance: distance),
            layout.angle(ofDirection: PolarLayout.direction(of: arm))
        )
    }
}

/// What a polar grid and the marks in it share.
///
/// It changes nothing by itself: its range is what it was told. Values beyond the range are drawn
/// beyond the rim, and those below it at the hole's edge.
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
    /// From the rim to the plot's nearest edge, in points: room for labels around it.
    public var margin: Double {
        didSet { if margin != oldValue { revision = .next() } }
    }
    /// Changes whenever something else does.
    public private(set) var revision = Revision.next()

    /// A space; as on a compass where nothing else is said.
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

    /// Takes the range from zero, or from the smallest value where that is below it, to a round
    /// number that no value exceeds; nothing where there are none.
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
