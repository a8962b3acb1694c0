import Geometry
import Painting

/// A pattern of dashes, in line widths.
public struct DashPattern: Hashable, Sendable {
    /// The length of a dash without its caps; 0 with round caps is a round dot.
    public var on: Double
    /// From the end of a dash to the start of the next, without caps.
    public var off: Double
    /// Whether dashes have round ends, each half a width long.
    public var isRound: Bool
    /// The place on the line at which the pattern is anchored: 0 its start, 1 its end.
    public var anchor: Double
    /// The place in the pattern that is at the anchor: 0 the start of a dash, 1 the start of the
    /// next.
    public var phase: Double

    /// A pattern in line widths; its period is `on + off`.
    public init(
        on: Double, off: Double, isRound: Bool = false, anchor: Double = 0, phase: Double = 0
    ) {
        precondition(on >= 0 && off >= 0 && on + off > 0, "a dash pattern needs a period above 0")
        self.on = on
        self.off = off
        self.isRound = isRound
        self.anchor = anchor
        self.phase = phase
    }

    /// Dashes of `on` points, `off` points apart, on a line of `width` points.
    public static func points(on: Double, off: Double, width: Double) -> DashPattern {
        DashPattern(on: on / width, off: off / width)
    }

    /// Round dots, `distance` points from middle to middle, on a line of `width` points.
    public static func dots(every distance: Double, width: Double) -> DashPattern {
        DashPattern(on: 0, off: distance / width, isRound: true)
    }

    /// The pattern moved to whole device pixels, for a line of `width` device pixels along a row or
    /// column: all dashes alike, and round ones complete from the start.
    package func snapped(width: Double) -> DashPattern {
        let period = max(1, ((on + off) * width).rounded())
        let length = isRound ? min(on * width, period) : min(max(1, (on * width).rounded()), period)
        var result = self
        result.on = length / width
        result.off = (period - length) / width
        if isRound { result.phase -= width.rounded() / 2 / period }
        return result
    }

    /// The uniform of the shader for a line of a width and length, in device pixels.
    package func uniform(width: Double, length: Double) -> [Float] {
        let period = (on + off) * width
        let start = anchor * length - phase * period
        return [Float(on * width), Float(period), Float(start), isRound ? 1 : 0]
    }
}

/// How a line is drawn over missing samples.
public enum GapStyle: Hashable, Sendable {
    /// Nothing.
    case none
    /// The line continues.
    case solid
    /// A straight line of dashes or dots in the line's colour, its alpha multiplied.
    case dashed(DashPattern, opacity: Double)
}

/// The style of the segments of one attribute; other properties are those of their line.
public struct SegmentStyle: Hashable, Sendable {
    /// In points.
    public var width: Double
    /// A translucent colour is one even tone.
    public var color: Color
    /// Dashes, whose pattern runs along the whole line and does not start again; nil for a solid
    /// segment.
    public var dash: DashPattern?
    /// Whether the segments are not drawn.
    public var isHidden: Bool

    /// A style from its parts; the width is above zero.
    public init(
        width: Double, color: Color, dash: DashPattern? = nil, isHidden: Bool = false
    ) {
        precondition(
            width > 0 && width.isFinite, "a segment needs a width above zero, not \(width)")
        self.width = width
        self.color = color
        self.dash = dash
        self.isHidden = isHidden
    }

    /// Segments that are not drawn.
    public static let hidden = SegmentStyle(width: 1, color: .clear, isHidden: true)
}

/// The style of a series as a line.
public struct LineStyle: Hashable, Sendable {
    /// In points, the same at every zoom; a line below one device pixel gets paler.
    public var width: Double
    /// A translucent colour is one even tone, even where the line crosses itself.
    public var color: Color
    /// How its segments are joined.
    public var join: LineJoin
    /// How it ends.
    public var cap: LineCap
    /// Dashes along the whole line; nil for a solid one.
    public var dash: DashPattern?
    /// How gaps are drawn.
    public var gap: GapStyle
    /// The styles of the segments that start at samples with an attribute, by the attribute.
    ///
    /// Attribute 0, and any without a style, has the line's own width, colour and dashes.
    public var segments: [Int: SegmentStyle]

    /// A style from its parts; the width is above zero.
    public init(
        width: Double, color: Color, join: LineJoin = .round, cap: LineCap = .round,
        dash: DashPattern? = nil, gap: GapStyle = .none, segments: [Int: SegmentStyle] = [:]
    ) {
        precondition(width > 0 && width.isFinite, "a line needs a width above zero, not \(width)")
        self.width = width
        self.color = color
        self.join = join
        self.cap = cap
        self.dash = dash
        self.gap = gap
        self.segments = segments
    }
}

extension LineStyle {
    /// The highest attribute that has a style; 0 if none has.
    package var lastAttribute: Int { segments.keys.reduce(0, max) }

    /// The number of an attribute's style, 0 for the line's own.
    package func index(of attribute: Int) -> Int { attribute <= lastAttribute ? attribute : 0 }

    /// The style of the line for segments with an attribute; nil if they are hidden.
    public func style(of attribute: Int) -> LineStyle? {
        guard attribute > 0, let segment = segments[attribute] else { return self }
        if segment.isHidden { return nil }
        var style = self
        style.width = segment.width
        style.color = segment.color
        style.dash = segment.dash
        return style
    }

    /// The width of the widest drawn segments, in points.
    public var widest: Double {
        segments.values.reduce(width) { $1.isHidden ? $0 : max($0, $1.width) }
    }

    /// Whether no part of the line is translucent.
    public var isOpaque: Bool {
        color.alpha >= 1 && segments.values.allSatisfy { $0.isHidden || $0.color.alpha >= 1 }
    }

    /// The styles of some attributes, later ones on top: of two that meet, the wider one is on top;
    /// of two equally wide, the one with the higher attribute.
    public func layers(of attributes: [Int]) -> [(attribute: Int, style: LineStyle)] {
        var known: Set<Int> = []
        return attributes.compactMap { attribute in
            let index = index(of: attribute)
            guard known.insert(index).inserted, let style = style(of: index) else { return nil }
            return (index, style)
        }
        .sorted { ($0.style.width, $0.attribute) < ($1.style.width, $1.attribute) }
    }
}
