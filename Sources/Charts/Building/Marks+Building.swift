// Marks in a list of parts: from their data, changed one property at a time.

import ChartCore
import ChartScene
import Geometry
import Painting

extension LineMark: TintedMark {
    /// A line through samples, two points wide, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init(
        _ samples: some SampleSource, id: String = "line", longestGap: Double = .infinity
    ) {
        self.init(id: id, style: LineStyle(width: 2, color: .unset))
        show(samples, longestGap: longestGap)
    }

    /// Sets the width of the line, in points.
    public func width(_ width: Double) -> LineMark {
        style.width = width
        return self
    }

    /// Sets the colour of the line.
    public func color(_ color: Color) -> LineMark {
        style.color = color
        return self
    }

    /// Draws the line in dashes.
    public func dash(_ pattern: DashPattern) -> LineMark {
        style.dash = pattern
        return self
    }

    /// Sets the ends and corners of the line.
    public func corners(_ join: LineJoin, cap: LineCap = .round) -> LineMark {
        style.join = join
        style.cap = cap
        return self
    }

    /// Sets how gaps of the line are drawn.
    public func gap(_ gap: GapStyle) -> LineMark {
        style.gap = gap
        return self
    }

    /// Sets how the line runs from sample to sample.
    public func interpolation(_ interpolation: LineInterpolation) -> LineMark {
        self.interpolation = interpolation
        return self
    }

    /// Sets the styles of the segments that start at samples with an attribute, by the attribute.
    public func segments(_ styles: [Int: SegmentStyle]) -> LineMark {
        style.segments = styles
        return self
    }

    var takesThemeColor: Bool { style.color == .unset }
    func retint(from old: Color, to new: Color) { retint(&style.color, from: old, to: new) }
}

extension AreaMark: TintedMark {
    /// The area between samples and a base, pale in a colour of the theme on both sides.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init(_ samples: some SampleSource, id: String = "area", base: Double = 0) {
        self.init(id: id, positive: Fill(.unset), base: base)
        show(samples)
    }

    /// Sets the fills above and below the base.
    public func fill(_ positive: Fill, below negative: Fill? = nil) -> AreaMark {
        self.positive = positive
        self.negative = negative ?? positive
        return self
    }

    /// Sets how the edge runs from sample to sample.
    public func interpolation(_ interpolation: LineInterpolation) -> AreaMark {
        self.interpolation = interpolation
        return self
    }

    var takesThemeColor: Bool { positive == Fill(.unset) }
    func retint(from old: Color, to new: Color) {
        retint(&positive, from: Fill(old.pale), to: Fill(new.pale))
        retint(&negative, from: Fill(old.pale), to: Fill(new.pale))
    }
}

extension ErrorBarMark: TintedMark {
    /// Values with error bars, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init(
        times: [Double], values: [Double], lows: [Double], highs: [Double], id: String = "errors"
    ) {
        self.init(
            id: id,
            style: ErrorBarStyle(color: .unset, point: PointStyle(radius: 3, fill: .unset)))
        show(times: times, values: values, lows: lows, highs: highs)
    }

    /// Sets the colour of the bars.
    public func color(_ color: Color) -> ErrorBarMark {
        style.color = color
        style.point?.fill = color
        return self
    }

    var takesThemeColor: Bool { style.color == .unset }
    func retint(from old: Color, to new: Color) {
        retint(&style.color, from: old, to: new)
        if style.point?.fill == old { style.point?.fill = new }
    }
}

extension PieMark {
    /// A pie of elements, clockwise from 12 o'clock; a ring if the inner radius is above 0.
    public convenience init(_ elements: [Element], id: String = "pie", innerRadius: Double = 0) {
        self.init(id: id, innerRadius: innerRadius)
        for element in elements { add(element) }
    }

    /// Sets the gap between slices, in points; 0 for slices that touch.
    public func gap(_ gap: Double) -> PieMark {
        self.gap = gap
        return self
    }
}

extension PointMark: TintedMark {
    /// Samples as discs with a radius of four points, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init(_ samples: some SampleSource, id: String = "points") {
        self.init(id: id, style: PointStyle(radius: 4, fill: .unset))
        show(samples)
    }

    /// Sets the radius of the points, in points.
    public func radius(_ radius: Double) -> PointMark {
        style.radius = radius
        return self
    }

    /// Sets the colour of the points.
    public func color(_ color: Color) -> PointMark {
        style.fill = color
        return self
    }

    /// Sets the styles of samples with an attribute, by the attribute.
    public func attributes(_ styles: [Int: PointStyle]) -> PointMark {
        attributeStyles = styles
        return self
    }

    var takesThemeColor: Bool { style.fill == .unset }
    func retint(from old: Color, to new: Color) { retint(&style.fill, from: old, to: new) }
}

extension BandMark: TintedMark {
    /// The area between two values at each time, pale in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init(
        times: [Double], lows: [Double], highs: [Double], id: String = "band"
    ) {
        self.init(id: id, style: AreaStyle(upper: .unset, lower: .unset))
        show(times: times, lows: lows, highs: highs)
    }

    /// Sets the colour of the area, from the top to the bottom.
    public func color(_ upper: Color, to lower: Color? = nil) -> BandMark {
        style.upper = upper
        style.lower = lower ?? upper
        return self
    }

    var takesThemeColor: Bool { style.upper == .unset && style.lower == .unset }
    func retint(from old: Color, to new: Color) {
        retint(&style.upper, from: old.pale, to: new.pale)
        retint(&style.lower, from: old.pale, to: new.pale)
    }
}

extension HeatMark {
    /// The cells of a table in the colours of a scale.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
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

    /// Leaves room between the cells, in points.
    public func gap(_ gap: Double) -> HeatMark {
        self.gap = gap
        return self
    }

    /// Rounds the corners of the cells, by a radius in points.
    public func corners(_ radius: Double) -> HeatMark {
        corner = radius
        return self
    }

    /// Sets how cells smaller than a device pixel are reduced.
    public func reduction(_ reduction: HeatReduction) -> HeatMark {
        self.reduction = reduction
        return self
    }
}
