import Geometry

/// What a rectangle is filled with.
public enum Paint: Hashable, Sendable {
    /// One colour.
    case color(Color)
    /// From one colour to another across the rectangle, along a direction in turns: 0 is to the
    /// right, 0.25 downwards.
    case gradient(from: Color, to: Color, turns: Double)

    /// A gradient from the top to the bottom.
    public static func vertical(_ top: Color, _ bottom: Color) -> Paint {
        .gradient(from: top, to: bottom, turns: 0.25)
    }

    /// A gradient from the left to the right.
    public static func horizontal(_ left: Color, _ right: Color) -> Paint {
        .gradient(from: left, to: right, turns: 0)
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
