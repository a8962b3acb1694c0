import ChartCore
import Charts
import HealthData

extension MetricChart {
    /// The lines of one chart, each in its colour, to be shown and hidden.
    static func lines(_ setting: MetricSetting) -> MetricChart {
        let context = MetricContext(
            setting,
            yFilters: [
                SourceFilter(
                    alternative: Extent(min: 0, max: 1), expandMin: false, expandMax: false),
                BlockFilter { range, _ in ReadingsMarks.headroom(range) },
                MetricContext.roundEnds(),
            ])
        let marks = LinesMarks(context)
        return MetricChart(
            context,
            MetricParts(
                marks: marks, figures: LinesFigures(context, marks),
                crosshair: LinesCrosshair(context, marks),
                overview: LinesOverview(context, marks), legend: LinesLegend(context, marks)))
    }
}

extension MetricContext {
    /// The data of a chart of lines.
    var lines: LineSet {
        guard case .lines(let lines) = data.content else { return LineSet() }
        return lines
    }
}
