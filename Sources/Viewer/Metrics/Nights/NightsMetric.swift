import Charts

extension MetricChart {
    /// Nights as bars of stages.
    ///
    /// Deep sleep is at the bottom, above it core and REM sleep, and on top sleep of unknown stage;
    /// in nights without any, the time in bed.
    static func nights(_ setting: MetricSetting) -> MetricChart {
        let context = MetricContext(setting, yFilters: TotalsBars.yFilters)
        let bars = TotalsBars(context)
        let marks = NightsMarks(context, bars)
        return MetricChart(
            context,
            MetricParts(
                marks: marks, figures: NightsFigures(context, bars),
                crosshair: NightsCrosshair(context, marks), overview: TotalsOverview(bars),
                legend: NightsLegend(context, marks), bars: bars, highlight: marks, entrance: marks)
        )
    }
}
