// How named values are written in a few lines: from their data and a theme.

import ChartCore
import ChartRendering
import Geometry
import Localization

extension CategoryStyle {
    /// The style in a theme: the bars at the maximum in an accent, all others in grey.
    ///
    /// - Parameter accent: of the bars at the maximum; the theme's second series colour where nil.
    public init(theme: ChartTheme, accent: Color? = nil) {
        let accent = accent ?? theme.color(of: 1)
        self.init(
            accent: accent, ordinary: theme.label.mixed(with: theme.ground, 0.35),
            value: theme.label, accentValue: theme.strongLabel, name: theme.label,
            baseline: theme.label.mixed(with: theme.ground, 0.5), dot: theme.strongLabel)
    }
}

extension CategoryChart {
    /// Named values on pages, in a theme; the bars stand there at once.
    ///
    /// - Parameters:
    ///   - id: the name of the series, as boards say it.
    ///   - mostBars: how many bars a page has where there is room for them.
    ///   - unit: what stands behind the numbers of the axis, such as `kg`.
    ///   - locale: in which numbers are written.
    public convenience init(
        _ series: CategorySeries, id: String = "bars", theme: ChartTheme = .light,
        mostBars: Int = 5, unit: String = "", locale: LocaleFormat = .current
    ) {
        self.init(
            id: id, style: CategoryStyle(theme: theme), chartStyle: theme.style,
            mostBars: mostBars, axisLabels: NumberLabels(unit: unit, locale: locale)
        ) { value in
            locale.number(
                value, fractionDigits: LocaleFormat.fractionDigits(of: value, upTo: 2))
        }
        let growth = growth
        self.growth = 0
        show(series, at: 0)
        self.growth = growth
    }
}
