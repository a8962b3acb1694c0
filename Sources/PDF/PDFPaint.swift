import Geometry

/// A place in a gradient and the colour there.
public struct PDFStop: Hashable, Sendable {
    /// How far along the gradient, 0…1.
    public var offset: Double
    /// The colour, with straight alpha.
    public var color: Color

    /// A stop from its parts.
    public init(_ offset: Double, _ color: Color) {
        self.offset = offset
        self.color = color
    }
}

/// What an area is filled with.
public enum PDFPaint: Hashable, Sendable {
    /// One colour.
    case color(Color)
    /// Colours that change along a line between two points, and go on beyond them.
    case linear(from: Point, to: Point, [PDFStop])
    /// Colours that change with the distance from a center, between two radii, and go on beyond them.
    case radial(center: Point, from: Double, to: Double, [PDFStop])
}

/// How lines are drawn along outlines.
public struct PDFStroke: Hashable, Sendable {
    /// How a line ends.
    public enum Cap: Hashable, Sendable {
        /// At its end.
        case butt
        /// With half a disc.
        case round
        /// With half a square.
        case square
    }

    /// How a line turns.
    public enum Join: Hashable, Sendable {
        /// Pointed, up to a length of so many line widths; else bevelled.
        case miter(limit: Double)
        /// With a disc.
        case round
        /// With the corner cut off.
        case bevel
    }

    /// In points.
    public var width: Double
    /// How lines and dashes end.
    public var cap: Cap
    /// How lines turn.
    public var join: Join
    /// The lengths of dashes and gaps in turn, in points; empty for a solid line.
    public var dashes: [Double]
    /// How far into the dashes a line begins, in points.
    public var dashStart: Double

    /// A style from its parts.
    public init(
        width: Double, cap: Cap = .butt, join: Join = .miter(limit: 10), dashes: [Double] = [],
        dashStart: Double = 0
    ) {
        self.width = width
        self.cap = cap
        self.join = join
        self.dashes = dashes
        self.dashStart = dashStart
    }
}

/// What lies inside of outlines that cross or hold one another.
public enum PDFFillRule: Hashable, Sendable {
    /// What an outline goes round more often in one direction than in the other.
    case nonZero
    /// What lies within an odd number of outlines.
    case evenOdd
}
