import Geometry

/// A place in a gradient and the colour there.
package struct PDFStop: Hashable, Sendable {
    /// How far along the gradient, 0…1.
    package var offset: Double
    /// The colour, with straight alpha.
    package var color: Color

    /// A stop from its parts.
    package init(_ offset: Double, _ color: Color) {
        self.offset = offset
        self.color = color
    }
}

/// What an area is filled with.
package enum PDFPaint: Hashable, Sendable {
    /// One colour.
    case color(Color)
    /// Colours that change along a line between two points, and go on beyond them.
    case linear(from: Point, to: Point, [PDFStop])
    /// Colours that change with the distance from a center, between two radii, and go on beyond them.
    case radial(center: Point, from: Double, to: Double, [PDFStop])
}

/// How lines are drawn along outlines.
package struct PDFStroke: Hashable, Sendable {
    /// How a line ends.
    package enum Cap: Hashable, Sendable {
        /// At its end.
        case butt
        /// With half a disc.
        case round
        /// With half a square.
        case square
    }

    /// How a line turns.
    package enum Join: Hashable, Sendable {
        /// Pointed, up to a length of so many line widths; else bevelled.
        case miter(limit: Double)
        /// With a disc.
        case round
        /// With the corner cut off.
        case bevel
    }

    /// In points.
    package var width: Double
    /// How lines and dashes end.
    package var cap: Cap
    /// How lines turn.
    package var join: Join
    /// The lengths of dashes and gaps in turn, in points; empty for a solid line.
    package var dashes: [Double]
    /// How far into the dashes a line begins, in points.
    package var dashStart: Double

    /// A style from its parts.
    package init(
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
package enum PDFFillRule: Hashable, Sendable {
    /// What an outline goes round more often in one direction than in the other.
    case nonZero
    /// What lies within an odd number of outlines.
    case evenOdd
}
