/// The weight of a face's strokes, on the OpenType scale.
public enum FontWeight: Int, Hashable, Sendable, CaseIterable {
    /// 400, for running text.
    case regular = 400
    /// 500, a little heavier.
    case medium = 500
    /// 600, for emphasis.
    case semibold = 600
    /// 700.
    case bold = 700
}

/// How a line of text is set: exactly the properties that shaping depends on.
///
/// Neither colour nor device scale is part of a style: shaping works in font units, so one shaped
/// line is valid for every scale and every colour.
public struct TextStyle: Hashable, Sendable {
    /// The size of the em, in points; above zero.
    public var size: Double
    /// The weight; if the family has no such face, the nearest one.
    public var weight: FontWeight
    /// Extra space between neighbouring clusters, in em.
    ///
    /// Not applied to scripts whose letters join.
    public var tracking: Double
    /// Whether all digits have the same width, so that figures align in columns and do not move.
    public var tabularFigures: Bool

    /// A style of `size` points.
    public init(
        size: Double, weight: FontWeight = .regular, tracking: Double = 0,
        tabularFigures: Bool = true
    ) {
        precondition(size > 0 && size.isFinite, "a text style needs a size above zero, not \(size)")
        self.size = size
        self.weight = weight
        self.tracking = tracking
        self.tabularFigures = tabularFigures
    }
}

/// The vertical measures of a style, in points; all of them are positive.
public struct FontMetrics: Hashable, Sendable {
    /// From the baseline to the top of the tallest common letters with their accents.
    public let ascent: Double
    /// From the baseline to the bottom of the lowest common letters.
    public let descent: Double
    /// The height of a flat capital such as H.
    public let capHeight: Double
    /// The height of a flat small letter such as x.
    public let xHeight: Double
    /// Ascent and descent together.
    public var height: Double { ascent + descent }
}
