import Geometry

/// The fill of a rectangle or a path.
public enum Paint: Hashable, Sendable {
    /// One colour.
    case color(Color)
    /// From one colour to another across the rectangle around the filled area, along a direction in
    /// turns: 0 is to the right, 0.25 downwards.
    case gradient(from: Color, to: Color, turns: Double)
    /// From one colour at a point to another at another point.
    case linear(LinearGradient)

    /// A gradient from the top to the bottom.
    public static func vertical(_ top: Color, _ bottom: Color) -> Paint {
        .gradient(from: top, to: bottom, turns: 0.25)
    }

    /// A gradient from the left to the right.
    public static func horizontal(_ left: Color, _ right: Color) -> Paint {
        .gradient(from: left, to: right, turns: 0)
    }
}

/// Colours that change along a line between two points; the end colours continue beyond them.
public struct LinearGradient: Hashable, Sendable {
    /// Where it begins, in points of the picture.
    public var start: Point
    /// Where it ends, in points of the picture.
    public var end: Point
    /// The colour where it begins.
    public var first: Color
    /// The colour where it ends.
    public var last: Color

    /// A gradient from its parts.
    public init(from first: Color, at start: Point, to last: Color, at end: Point) {
        (self.start, self.end, self.first, self.last) = (start, end, first, last)
    }
}

/// A line along the inside of an edge.
public struct Border: Hashable, Sendable {
    /// In points; 0 is a hairline of one device pixel.
    public var width: Double
    /// The line's colour.
    public var color: Color

    /// A border of a width in points and a colour.
    public init(width: Double, color: Color) {
        self.width = width
        self.color = color
    }

    /// One device pixel at every scale.
    public static func hairline(_ color: Color) -> Border { Border(width: 0, color: color) }
}
