import Geometry

/// A figure between two places: a line, an arrow, a measuring mark.
public struct InkFigure: Hashable, Sendable {
    /// Kinds of figures.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A straight line.
        case line
        /// A line with a head at its end.
        case arrow
        /// An ellipse in the rectangle between the places.
        case ellipse
        /// The rectangle between the places.
        case rectangle
        /// A line that shows how values change, from one time to another.
        case trendLine
        /// A line across the plot at the value of the first place.
        case level
        /// The times and values between the places.
        case rangeBox
        /// The distance between the places, with a bar at each end.
        case measure
        /// The times between the places, over the whole height of the plot.
        case span
        /// The time of the first place: a line over the whole height of the plot.
        case moment

        /// Whether it only means something where its places are times and values.
        public var measures: Bool {
            switch self {
            case .trendLine, .level, .rangeBox, .measure, .span, .moment: true
            case .line, .arrow, .ellipse, .rectangle: false
            }
        }

        /// Whether it goes from the top of the plot to its bottom: it has times and no values.
        public var crossesHeight: Bool { self == .span || self == .moment }

        /// Whether it ends at its places along both axes.
        public var isBounded: Bool { !crossesHeight && self != .level }

        /// Whether what is inside it has a tint.
        public var isTinted: Bool { self == .rangeBox || self == .span }

        /// The ends that a person can move.
        public var ends: [End] { self == .level || self == .moment ? [.start] : End.allCases }
    }

    /// One of its two places.
    public enum End: Hashable, Sendable, CaseIterable {
        /// Where it begins.
        case start
        /// Where it ends.
        case end
    }

    /// The kind.
    public var kind: Kind
    /// Where it begins.
    public var start: Point
    /// Where it ends; for an arrow, the tip.
    public var end: Point
    /// What its lines are drawn with.
    public var brush: InkBrush

    /// A figure from its parts.
    public init(_ kind: Kind, from start: Point, to end: Point, brush: InkBrush) {
        (self.kind, self.start, self.end, self.brush) = (kind, start, end, brush)
    }

    /// One of its places.
    public subscript(end: End) -> Point {
        get { end == .start ? start : self.end }
        set { if end == .start { start = newValue } else { self.end = newValue } }
    }

    /// The smallest rectangle around its places.
    var places: Rect {
        Rect(
            x: min(start.x, end.x), y: min(start.y, end.y), width: abs(end.x - start.x),
            height: abs(end.y - start.y))
    }
}
