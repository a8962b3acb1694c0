// Marks of a polar space in a list of parts.

import ChartCore
import ChartScene
import Geometry

extension PolarLineMark: TintedMark {
    /// A line through values at angles, two points wide, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init(
        angles: [Double], values: [Double], in space: PolarSpace, id: String = "line"
    ) {
        self.init(id: id, in: space, style: LineStyle(width: 2, color: .unset))
        show([PolarSample](angles: angles, values: values))
    }

    /// Sets the colour of the line.
    public func color(_ color: Color) -> PolarLineMark {
        style.color = color
        return self
    }

    /// Sets the width of the line, in points.
    public func width(_ width: Double) -> PolarLineMark {
        style.width = width
        return self
    }

    /// Joins the end of the line to its beginning.
    public func closed() -> PolarLineMark {
        isClosed = true
        return self
    }

    /// Sets how the line runs from sample to sample.
    public func interpolation(_ interpolation: PolarInterpolation) -> PolarLineMark {
        self.interpolation = interpolation
        return self
    }

    var takesThemeColor: Bool { style.color == .unset }
    func retint(from old: Color, to new: Color) { retint(&style.color, from: old, to: new) }
}

extension PolarAreaMark: TintedMark {
    /// The area between values at angles and a ring, or the centre, pale in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init(
        angles: [Double], values: [Double], in space: PolarSpace, id: String = "area",
        base: Double? = nil
    ) {
        self.init(id: id, in: space, color: .unset, base: base)
        show([PolarSample](angles: angles, values: values))
    }

    /// Sets the colour of the area.
    public func color(_ color: Color) -> PolarAreaMark {
        self.color = color
        return self
    }

    /// Ends the area at the first and the last sample.
    public func open() -> PolarAreaMark {
        isClosed = false
        return self
    }

    /// Sets how the edge runs from sample to sample.
    public func interpolation(_ interpolation: PolarInterpolation) -> PolarAreaMark {
        self.interpolation = interpolation
        return self
    }

    var takesThemeColor: Bool { color == .unset }
    func retint(from old: Color, to new: Color) { retint(&color, from: old.pale, to: new.pale) }
}

extension PolarPointMark: TintedMark {
    /// Values at angles as discs with a radius of four points, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init(
        angles: [Double], values: [Double], in space: PolarSpace, id: String = "points"
    ) {
        self.init(id: id, in: space, style: PointStyle(radius: 4, fill: .unset))
        show([PolarSample](angles: angles, values: values))
    }

    /// Sets the colour of the points.
    public func color(_ color: Color) -> PolarPointMark {
        style.fill = color
        return self
    }

    var takesThemeColor: Bool { style.fill == .unset }
    func retint(from old: Color, to new: Color) { retint(&style.fill, from: old, to: new) }
}

extension PolarBarMark {
    /// Series stacked as sectors over shared slots of angles, each in a colour.
    ///
    /// - Parameter id: the name of the whole stack.
    public convenience init(
        _ table: BarTable, in space: PolarSpace, colors: [Color], id: String = "sectors"
    ) {
        self.init(id: id, in: space, colors: colors)
        show(table)
    }
}
