// Bar marks in a list of parts.

import ChartCore
import ChartScene
import Geometry
import Painting

/// Bars that take a colour of the theme if they were given none.
protocol TintedBars: TintedMark {
    var style: BarStyle { get set }
}

extension TintedBars {
    var takesThemeColor: Bool { style.colors == [.unset] }
    func retint(from old: Color, to new: Color) {
        retint(&style.colors, from: [old], to: [new])
    }
}

extension BarMark: TintedBars {
    /// Bars on their slots, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init(_ bars: [Bar], id: String = "bars") {
        self.init(id: id, style: BarStyle(width: .fraction(0.7), colors: [.unset]))
        show(bars)
    }

    /// Sets the colours of the bars: `Bar.color` chooses among them.
    public func colors(_ colors: Color...) -> BarMark {
        precondition(!colors.isEmpty, "bars need a colour")
        style.colors = colors
        return self
    }

    /// Sets the width of the bars.
    public func width(_ width: BarStyle.Width) -> BarMark {
        style.width = width
        return self
    }

    /// Rounds the ends of the bars, by a radius in points.
    public func corners(_ radius: Double) -> BarMark {
        style.corners = Corners(top: radius)
        return self
    }
}

extension RangeBarMark: TintedBars {
    /// Bars with round ends from a low to a high value, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init(_ series: RangeSeries, id: String = "ranges") {
        self.init(id: id, style: .range(width: 6, color: .unset))
        show(series)
    }

    /// Sets the colour of the bars.
    public func color(_ color: Color) -> RangeBarMark {
        style.colors = [color]
        return self
    }

    /// Sets the width of the bars.
    public func width(_ width: BarStyle.Width) -> RangeBarMark {
        style.width = width
        return self
    }
}

extension HorizontalBarMark: TintedBars {
    /// A horizontal bar for each category, by default from the top down, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init(
        _ values: [Double], id: String = "bars", order: CategoryOrder = .downwards,
        base: Double = 0
    ) {
        self.init(id: id, style: BarStyle(width: .fraction(0.7), colors: [.unset]))
        show(values, order: order, base: base)
    }

    /// Sets the colours of the bars, in the order in which the values were given; up to eight
    /// different ones.
    public func colors(_ colors: [Color]) -> HorizontalBarMark {
        var known: [Color] = []
        var numbers: [Int] = []
        for color in colors {
            if !known.contains(color) { known.append(color) }
            numbers.append(known.firstIndex(of: color) ?? 0)
        }
        precondition((1...8).contains(known.count), "bars have one to eight colours")
        style.colors = known
        show(
            bars.map { bar in
                var bar = bar
                let index = order.index(at: (bar.start + bar.end) / 2) ?? 0
                bar.color = numbers.indices.contains(index) ? numbers[index] : 0
                return bar
            })
        return self
    }

    /// Sets the width of the bars.
    public func width(_ width: BarStyle.Width) -> HorizontalBarMark {
        style.width = width
        return self
    }

    /// Rounds the outer ends of the bars, by a radius in points.
    public func corners(_ radius: Double) -> HorizontalBarMark {
        style.corners = Corners(top: radius)
        return self
    }
}

extension StackedBarMark {
    /// Series stacked over shared slots, each in a colour.
    ///
    /// - Parameter id: the name of the whole stack.
    public convenience init(_ table: BarTable, id: String = "stack", colors: [Color]) {
        self.init(id: id, style: BarStyle(width: .fraction(0.7), colors: colors))
        show(table)
    }
}

extension GroupedBarMark {
    /// Series side by side in shared slots, each in a colour.
    ///
    /// - Parameter id: the name of the whole group.
    public convenience init(_ table: BarTable, id: String = "groups", colors: [Color]) {
        self.init(id: id, style: BarStyle(width: .fraction(0.9), colors: colors))
        show(table)
    }
}
