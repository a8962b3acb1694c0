// Charts of named values in a few lines: from their data and a theme.

import ChartCore
import ChartScene
import Geometry
import Localization

extension CategoryStyle {
    /// A style in a theme: the bars at the maximum in an accent, all others in grey.
    ///
    /// - Parameter accent: the colour of the bars at the maximum; nil for the theme's second series
    ///   colour.
    public init(theme: ChartTheme, accent: Color? = nil) {
        let accent = accent ?? theme.color(of: 1)
        self.init(
            accent: accent, ordinary: theme.label.mixed(with: theme.ground, 0.35),
            value: theme.label, accentValue: theme.strongLabel, name: theme.label,
            baseline: theme.label.mixed(with: theme.ground, 0.5), dot: theme.strongLabel)
    }
}

extension CategoryStyle: Recolorable {}

extension CategoryChart {
    /// Named values on pages, in a theme; the bars are shown at once, without a transition.
    ///
    /// - Parameters:
    ///   - id: the name of the series, as boards show it.
    ///   - theme: the chart's own; nil to have that of the figure it is in.
    ///   - mostBars: the largest number of bars on a page, if there is room for them.
    ///   - unit: follows the numbers of the axis, such as `kg`.
    ///   - locale: in which numbers are written.
    public convenience init(
        _ series: CategorySeries, id: String = "bars", theme: ChartTheme? = nil,
        mostBars: Int = 5, unit: String = "", locale: LocaleFormat = .current
    ) {
        let first = theme ?? .light
        self.init(
            id: id, style: CategoryStyle(theme: first), chartStyle: first.style,
            mostBars: mostBars, axisLabels: NumberLabels(unit: unit, locale: locale)
        ) { value in
            locale.number(
                value, fractionDigits: LocaleFormat.fractionDigits(of: value, upTo: 2))
        }
        chart.begin(in: theme)
        var applied = CategoryStyle(theme: first)
        chart.onTheme { [weak self] _, theme in
            let new = CategoryStyle(theme: theme)
            self?.style.recolor(
                from: applied, to: new,
                [\.accent, \.ordinary, \.value, \.accentValue, \.name, \.baseline, \.dot])
            applied = new
        }
        let growth = growth
        self.growth = 0
        show(series, at: 0)
        self.growth = growth
    }
}
