import Geometry

/// A position in a gradient and the colour there.
package struct PDFStop: Hashable, Sendable {
    /// The position along the gradient, 0…1.
    package var offset: Double
    /// The colour, with straight alpha.
    package var color: Color

    /// A stop from its parts.
    package init(_ offset: Double, _ color: Color) {
        self.offset = offset
        self.color = color
    }
}

/// The paint of a filled area.
package enum PDFPaint: Hashable, Sendable {
    /// One colour.
    case color(Color)
    /// Colours that change along a line between two points, and continue beyond them.
    case linear(from: Point, to: Point, [PDFStop])
    /// Colours that change with the distance from a center, between two radii, and continue beyond
    /// them.
    case radial(center: Point, from: Double, to: Double, [PDFStop])
}

/// The style of lines along outlines.
package struct PDFStroke: Hashable, Sendable {
    /// The shape of a line's end.
    package enum Cap: Hashable, Sendable {
        /// Cut off at its end.
        case butt
        /// With half a disc.
        case round
        /// With half a square.
        case square
    }

    /// The shape of a line's corner.
    package enum Join: Hashable, Sendable {
        /// Pointed, up to a length of `limit` line widths; else bevelled.
        case miter(limit: Double)
        /// With a disc.
        case round
        /// With the corner cut off.
        case bevel
    }

    /// In points.
    package var width: Double
    /// The ends of lines and dashes.
    package var cap: Cap
    /// The corners of lines.
    package var join: Join
    /// The lengths of dashes and gaps in turn, in points; empty for a solid line.
    package var dashes: [Double]
    /// The offset into the dashes at which a line begins, in points.
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

/// Which area is inside outlines that cross or contain one another.
package enum PDFFillRule: Hashable, Sendable {
    /// The area that outlines wind around more often in one direction than in the other.
    case nonZero
    /// The area inside an odd number of outlines.
    case evenOdd
}
