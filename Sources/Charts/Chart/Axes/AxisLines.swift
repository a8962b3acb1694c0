import ChartCore
import Geometry

/// The line of an axis and the marks at its ticks.
///
/// Widths are rounded to whole device pixels, at least one: crisp at every scale.
public struct AxisLines: Hashable, Sendable {
    /// A stroke of an axis.
    public struct Stroke: Hashable, Sendable {
        /// Its width in points.
        public var width: Double
        /// Its colour.
        public var color: Color

        /// A stroke from its parts.
        public init(width: Double = 1, color: Color) {
            self.width = width
            self.color = color
        }
    }

    /// The marks at ticks.
    public struct Marks: Hashable, Sendable {
        /// How far they reach away from the labels, in points: into the plot if the axis is outside
        /// it.
        public var inside: Double
        /// How far they reach towards the labels, in points.
        public var outside: Double
        /// Their stroke.
        public var stroke: Stroke

        /// Marks from their parts; by default they reach towards the labels.
        public init(inside: Double = 0, outside: Double = 5, stroke: Stroke) {
            precondition(inside >= 0 && outside >= 0, "tick marks have no length below zero")
            self.inside = inside
            self.outside = outside
            self.stroke = stroke
        }
    }

    /// The line along the axis; nil for none.
    public var axis: Stroke?
    /// The marks at its ticks; nil for none.
    public var major: Marks?
    /// The marks between them, if the step of the ticks has subdivisions; nil for none.
    public var minor: Marks?

    /// Lines from their parts; none by default.
    public init(axis: Stroke? = nil, major: Marks? = nil, minor: Marks? = nil) {
        self.axis = axis
        self.major = major
        self.minor = minor
    }

    /// A line with marks of five points at its ticks, and of three between them.
    public static func ruled(_ color: Color, width: Double = 1) -> AxisLines {
        let stroke = Stroke(width: width, color: color)
        return AxisLines(
            axis: stroke, major: Marks(stroke: stroke), minor: Marks(outside: 3, stroke: stroke))
    }

    /// How far marks reach towards the labels, in points.
    var outside: Double { max(major?.outside ?? 0, minor?.outside ?? 0) }
}

/// How the ticks of an axis are chosen.
public enum AxisTicks: Hashable, Sendable {
    /// At round steps, as many as there is room for.
    case automatic
    /// At `anchor + n · interval`, in the values that are shown.
    case every(Double, anchor: Double = 0)
    /// At multiples of `base`, with the smallest step that makes at most the given number of ticks.
    case atMost(Int, base: Double, anchor: Double = 0)

    /// The interval over a range of a length; nil if the room decides.
    func interval(over length: Double) -> IntervalTicks? {
        switch self {
        case .automatic: nil
        case .every(let interval, let anchor): IntervalTicks(interval: interval, anchor: anchor)
        case .atMost(let count, let base, let anchor):
            IntervalTicks(
                base: base, length: length, maximumTicks: max(2, count), anchor: anchor)
        }
    }
}
