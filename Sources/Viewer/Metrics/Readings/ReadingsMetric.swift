import ChartCore
import Charts
import HealthData

extension MetricChart {
    /// Single readings, as points connected by an unobtrusive line, and their trend if they have
    /// one.
    ///
    /// If there are many of them in each calendar unit, a capsule of each unit reaches from the least to the
    /// greatest, with the means in front: every extreme remains visible.
    static func readings(_ setting: MetricSetting) -> MetricChart {
        let ceiling = setting.data.metric.ceiling
        let context = MetricContext(
            setting,
            yFilters: [
                SourceFilter(
                    alternative: Extent(min: 0, max: 1), expandMin: false, expandMax: false),
                BlockFilter { range, _ in ReadingsMarks.headroom(range, upTo: ceiling) },
                MetricContext.roundEnds(),
            ])
        let target = context.metric.target.map { TargetZone(context, $0) }
        let marks = ReadingsMarks(context)
        return MetricChart(
            context,
            MetricParts(
                marks: marks, figures: ReadingsFigures(context),
                crosshair: ReadingsCrosshair(context, marks), overview: ReadingsOverview(context),
                legend: ReadingsLegend(context, marks, target), zones: target))
    }
}

extension MetricContext {
    /// The data of a metric of readings.
    var readings: Readings {
        guard case .readings(let readings) = data.content else { return Readings() }
        return readings
    }
}
