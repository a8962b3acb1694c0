// How marks are written in a list of parts: from their data, and changed one property at a time.

import ChartCore
import ChartScene
import Geometry
import Painting

extension LineMark: TintedMark {
    /// A line through samples, two points wide, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards say it.
    public convenience init(
        _ samples: some SampleSource, id: String = "line", longestGap: Double = .infinity
    ) {
        self.init(id: id, style: LineStyle(width: 2, color: .untold))
        show(samples, longestGap: longestGap)
    }

    /// The line with another width, in points.
    public func width(_ width: Double) -> LineMark {
        style.width = width
        return self
    }

    /// The line in another colour.
    public func color(_ color: Color) -> LineMark {
        style.color = color
        return self
    }

    /// The line in dashes.
    public func dash(_ pattern: DashPattern) -> LineMark {
        style.dash = pattern
        return self
    }

    /// The line with other ends and corners.
    public func corners(_ join: LineJoin, cap: LineCap = .round) -> LineMark {
        style.join = join
        style.cap = cap
        return self
    }

    /// The line with something over its gaps.
    public func gap(_ gap: GapStyle) -> LineMark {
        style.gap = gap
        return self
    }

    /// The line with another way from sample to sample.
    public func interpolation(_ interpolation: LineInterpolation) -> LineMark {
        self.interpolation = interpolation
        return self
    }

    /// The line with styles for the segments that start at samples with the attributes 1, 2 and so
    /// on.
    public func segments(_ styles: SegmentStyle...) -> LineMark {
        style.segments = styles
        return self
    }

    var takesThemeColor: Bool { style.color == .untold }
    func retint(from old: Color, to new: Color) { retint(&style.color, from: old, to: new) }
}

extension AreaMark: TintedMark {
    /// The area between samples and a base, pale in a colour of the theme on both sides.
    ///
    /// - Parameter id: the name of the series, as legends and boards say it.
    public convenience init(_ samples: some SampleSource, id: String = "area", base: Double = 0) {
        self.init(id: id, positive: Fill(.untold), base: base)
        show(samples)
    }

    /// The area with other fills above and below its base.
    public func fill(_ positive: Fill, below negative: Fill? = nil) -> AreaMark {
        self.positive = positive
        self.negative = negative ?? positive
        return self
    }

    /// The area with another way from sample to sample.
    public func interpolation(_ interpolation: LineInterpolation) -> AreaMark {
        self.interpolation = interpolation
        return self
    }

    var takesThemeColor: Bool { positive == Fill(.untold) }
    func retint(from old: Color, to new: Color) {
        retint(&positive, from: Fill(old.pale), to: Fill(new.pale))
        retint(&negative, from: Fill(old.pale), to: Fill(new.pale))
    }
}

extension ErrorBarMark: TintedMark {
    /// Values with what they may be, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards say it.
    public convenience init(
        times: [Double], values: [Double], lows: [Double], highs: [Double], id: String = "errors"
    ) {
        self.init(
            id: id,
            style: ErrorBarStyle(color: .untold, point: PointStyle(radius: 3, fill: .untold)))
        show(times: times, values: values, lows: lows, highs: highs)
    }

    /// The bars in another colour.
    public func color(_ color: Color) -> ErrorBarMark {
        style.color = color
        style.point?.fill = color
        return self
    }

    var takesThemeColor: Bool { style.color == .untold }
    func retint(from old: Color, to new: Color) {
        retint(&style.color, from: old, to: new)
        if style.point?.fill == old { style.point?.fill = new }
    }
}

extension PieMark {
    /// A pie of elements, clockwise from 12 o'clock; a ring where the inner radius is above 0.
    public convenience init(_ elements: [Element], id: String = "pie", innerRadius: Double = 0) {
        self.init(id: id, innerRadius: innerRadius)
        for element in elements { add(element) }
    }
}

extension PointMark: TintedMark {
    /// Samples as discs of four points' radius, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards say it.
    public convenience init(_ samples: some SampleSource, id: String = "points") {
        self.init(id: id, style: PointStyle(radius: 4, fill: .untold))
        show(samples)
    }

    /// The points with another radius, in points.
    public func radius(_ radius: Double) -> PointMark {
        style.radius = radius
        return self
    }

    /// The points in another colour.
    public func color(_ color: Color) -> PointMark {
        style.fill = color
        return self
    }

    /// The points with styles for samples with the attributes 1, 2 and so on.
    public func attributes(_ styles: PointStyle...) -> PointMark {
        attributeStyles = styles
        return self
    }

    var takesThemeColor: Bool { style.fill == .untold }
    func retint(from old: Color, to new: Color) { retint(&style.fill, from: old, to: new) }
}

extension BandMark: TintedMark {
    /// The area between two values at each time, pale in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards say it.
    public convenience init(
        times: [Double], lows: [Double], highs: [Double], id: String = "band"
    ) {
        self.init(id: id, style: AreaStyle(upper: .untold, lower: .untold))
        show(times: times, lows: lows, highs: highs)
    }

    /// The area in another colour, from the top to the bottom.
    public func color(_ upper: Color, to lower: Color? = nil) -> BandMark {
        style.upper = upper
        style.lower = lower ?? upper
        return self
    }

    var takesThemeColor: Bool { style.upper == .untold && style.lower == .untold }
    func retint(from old: Color, to new: Color) {
        retint(&style.upper, from: old.pale, to: new.pale)
        retint(&style.lower, from: old.pale, to: new.pale)
    }
}

extension HeatMark {
    /// The cells of a table in the colours of a scale.
    ///
    /// - Parameter id: the name of the series, as legends and boards say it.
    public convenience init(_ table: HeatTable, id: String = "heat", scale: ColorScale) {
        self.init(id: id, scale: scale)
        show(table)
    }

    /// The cells of a table in the colours of a scale that follows the chart's theme, such as
    /// `{ .sequential(from: 0, to: 100, on: $0.ground) }`.
    public convenience init(
        _ table: HeatTable, id: String = "heat",
        scale: @escaping @MainActor (ChartTheme) -> ColorScale
    ) {
        self.init(id: id, themedScale: scale)
        show(table)
    }

    /// The cells with room between them, in points.
    public func gap(_ gap: Double) -> HeatMark {
        self.gap = gap
        return self
    }

    /// The cells with rounded corners, in points.
    public func corners(_ radius: Double) -> HeatMark {
        corner = radius
        return self
    }

    /// The cells with another rule for those that are smaller than a device pixel.
    public func reduction(_ reduction: HeatReduction) -> HeatMark {
        self.reduction = reduction
        return self
    }
}
