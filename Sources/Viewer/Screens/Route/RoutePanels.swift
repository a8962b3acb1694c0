import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Geometry
import HealthData
import Localization
import Maps
import Painting
import Text

/// What the panels of a route are along.
enum RouteAxis: String, CaseIterable, Sendable {
    case distance
    case time
}

/// The charts next to the map: one for each quantity, over one axis of distance or time.
@MainActor
final class RoutePanels {
    let axis: RouteAxis
    let figure: ChartFigure
    /// In the larger unit of ways, or in seconds since the start.
    let x: Dimension
    let series: [RouteSeries]
    private let way: RouteWay
    private let format: RouteFormat
    private let headings: [PanelHeading]
    private var charts: [Chart] = []

    /// A panel with the room of its heading.
    struct Place: Equatable {
        var series: Int
        var heading: Rect
        var plot: Rect
    }

    init(
        _ way: RouteWay, _ series: [RouteSeries], along axis: RouteAxis, _ format: RouteFormat,
        theme: Theme
    ) {
        (self.way, self.axis, self.format) = (way, axis, format)
        self.series = series
        x = Dimension(
            id: "x", kind: .linear, direction: .horizontal, plotActions: .all, gutterActions: .all)
        headings = series.map { _ in PanelHeading() }
        figure = ChartFigure(themes: nil)
        figure.labelsSharedAxesOnce = true
        figure.showsCrosshair = false
        figure.selectsSpans = true
        figure.spacing = 2
        let end = axis == .distance ? way.length / format.units.large : duration
        let bounds = Extent(min: 0, max: end > 0 ? end : 1)
        x.filter.limits = AxisLimits(minimumLength: bounds.length / 10_000, bounds: bounds)
        x.updater.setSource(bounds, update: true)
        x.panZoom.home = bounds
        x.panZoom.set(bounds)
        charts = zip(series, headings).map { chart(of: $0, $1) }
        for chart in charts { figure.add(chart) }
        apply(theme)
    }

    private var duration: Double { way.span.map { $0.upperBound - $0.lowerBound } ?? 0 }

    /// The lower end of an axis of paces, if some are so slow that the others would look alike: they go
    /// on below the plot.
    private static func slowestShown(_ values: [Double]) -> Double? {
        let sorted = values.filter(\.isFinite).sorted()
        guard let slowest = sorted.first, sorted.count >= 10 else { return nil }
        let limit = sorted[sorted.count / 2] * 1.75
        return slowest < limit ? limit : nil
    }

    private func chart(
        of series: RouteSeries, _ heading: PanelHeading
    ) -> Chart {
        let samples = SampleSeries(
            times: series.places.map { position(of: $0) }, values: series.values)
        let isPace = series.quantity == .rate && format.rate != .speed
        let labels: any AxisLabeling =
            isPace ? PaceLabels(locale: format.locale) : NumberLabels(locale: format.locale)
        let ladder: ValueLadder = isPace ? .duration : .decimal
        var values = ValueAxis(
            labels: labels,
            filters: [
                MinimumLengthFilter(format.leastRange(series.quantity)),
                HeadroomFilter(isZeroBased: false),
                NiceRangeFilter(maximumTicks: 4, ladder: ladder),
            ])
        if isPace, let slowest = Self.slowestShown(series.values) {
            values = values.range(from: slowest)
        }
        let along: any AxisLabeling =
            axis == .distance
            ? WayLabels(unit: format.wayUnit, locale: format.locale)
            : ClockLabels(locale: format.locale)
        let known = series.values.filter(\.isFinite)
        let base = known.min() ?? 0
        let chart = Chart {
            if series.quantity == .height {
                AreaMark(samples, id: "area", base: base)
            }
            LineMark(samples, id: series.quantity.rawValue).width(1.75)
            NumberAxis(x, labels: along)
            values
        }
        chart.yAxis.ladder = ladder
        chart.xAxis.ladder = axis == .time ? .duration : .decimal
        chart.y.panZoom.plotActions = []
        chart.annotations.append(heading)
        return chart
    }

    /// Shows the first panels, so that each has enough height.
    func show(_ count: Int) {
        guard count != figure.panels.count else { return }
        for (index, chart) in charts.enumerated() {
            if index < count { figure.add(chart) } else { figure.remove(chart) }
        }
        // Charts are in the order in which they were added.
        if figure.panels.map({ ObjectIdentifier($0.chart) })
            != charts.prefix(count).map({ ObjectIdentifier($0) })
        {
            for chart in charts { figure.remove(chart) }
            for chart in charts.prefix(count) { figure.add(chart) }
        }
    }

    /// Gives the panels the colours of a theme.
    func apply(_ theme: Theme) {
        figure.theme = theme.panelTheme
        for (chart, series) in zip(charts, series) {
            let color = RoutePanels.color(of: series.quantity, theme)
            for mark in chart.marks {
                if let line = mark as? LineMark { line.style.color = color }
                if let area = mark as? AreaMark {
                    area.positive = AreaMark.Fill(color.opacity(0.15))
                }
            }
        }
    }

    /// The colour of a quantity.
    static func color(of quantity: RouteQuantity, _ theme: Theme) -> Color {
        switch quantity {
        case .height, .slope: theme.route
        case .heartRate: theme.heart
        case .rate: theme.secondary
        case .power: theme.body
        case .cadence: theme.activity
        }
    }

    // MARK: Positions

    /// The position on the axis of a place of the way.
    func position(of place: Double) -> Double {
        switch axis {
        case .distance: way.way(at: place) / format.units.large
        case .time: (way.time(at: place) ?? 0) - (way.span?.lowerBound ?? 0)
        }
    }

    /// The place of the way at a position on the axis.
    func place(at position: Double) -> Double {
        switch axis {
        case .distance: way.index(atWay: position * format.units.large)
        case .time: way.index(atTime: position + (way.span?.lowerBound ?? 0))
        }
    }

    /// Where the panels are, as they were laid out.
    var places: [Place] {
        figure.panels.enumerated().map { index, panel in
            let heading = panel.chart.margin(of: headings[index]) ?? .zero
            return Place(
                series: index,
                heading: Rect(
                    x: panel.chart.plot.x, y: heading.y,
                    width: panel.chart.frame.maxX - panel.chart.plot.x, height: heading.height),
                plot: panel.chart.plot)
        }
    }

    /// The place of the way under a point; nil outside of the plots.
    func place(under point: Point) -> Double? {
        guard let panel = figure.panels.first(where: { $0.chart.plot.contains(point) }) else {
            return nil
        }
        return place(at: panel.chart.projection.valueX(atPoint: point.x))
    }
}

extension Theme {
    /// The colours of the charts next to a map.
    fileprivate var panelTheme: ChartTheme {
        ChartTheme(
            ground: card, grid: grid, label: text3, strongLabel: text1, board: board,
            hairline: hairline, shadow: boardShadow, series: [route])
    }
}

/// Room for the name of a panel and its value, above its plot.
@MainActor
private final class PanelHeading: Annotation {
    static let height = 20.0

    func margin(in chart: Chart, typesetter: Typesetter) -> AnnotationMargin? {
        AnnotationMargin(.top, thickness: PanelHeading.height)
    }

    func prepare(for chart: Chart, deviceScale: Double, typesetter: Typesetter) {}
    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {}
    func placedLabels(in chart: Chart) -> [AnnotationLabel] { [] }
}

/// Labels of paces, which are below zero so that faster is higher.
private struct PaceLabels: AxisLabeling {
    let locale: LocaleFormat

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        AxisLabel(locale.clock(seconds: abs(tick.shown)))
    }

    func samples(step: AxisStep) -> [AxisLabel] { [AxisLabel(locale.clock(seconds: 2888))] }
}

/// Labels of ways; the one at the start has the unit.
private struct WayLabels: AxisLabeling {
    let unit: String
    let locale: LocaleFormat

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        let text = locale.axisValue(tick.shown, step: step.length ?? 1)
        return AxisLabel(tick.shown == 0 ? locale.quantity(text, unit: unit) : text)
    }

    func samples(step: AxisStep) -> [AxisLabel] {
        [AxisLabel(locale.axisValue(888 * (step.length ?? 1), step: step.length ?? 1))]
    }
}

/// Labels of the time since the start, as clocks show it.
private struct ClockLabels: AxisLabeling {
    let locale: LocaleFormat

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        AxisLabel(locale.clock(seconds: tick.shown))
    }

    func samples(step: AxisStep) -> [AxisLabel] { [AxisLabel(locale.clock(seconds: 8 * 3600))] }
}
