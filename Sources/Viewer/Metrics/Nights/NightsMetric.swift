import ChartCore
import Charts
import HealthData

extension MetricChart {
    /// Nights: a hypnogram of each, bars from bedtime to waking, or bars of their lengths in stages.
    ///
    /// In bars of lengths deep sleep is at the bottom, above it core and REM sleep, and on top sleep of
    /// unknown stage; in nights without any, the time in bed. The page of a day is that of the night
    /// that ends on it.
    static func nights(_ setting: MetricSetting) -> MetricChart {
        let context = MetricContext(setting, yFilters: TotalsBars.yFilters)
        let bars = TotalsBars(context)
        let marks = NightsMarks(context, bars)
        return MetricChart(
            context,
            MetricParts(
                marks: marks, figures: NightsFigures(context, marks),
                crosshair: NightsCrosshair(context, marks), overview: TotalsOverview(bars),
                legend: NightsLegend(context, marks), bars: bars, nights: marks,
                days: DayPages(evening: SleepNights.evening) { [unowned context] span in
                    NightPage.view(of: span, context.data.nights?.timeline, context.calendar)
                }, highlight: marks, entrance: marks))
    }
}

/// What the page of a night shows.
enum NightPage {
    /// In seconds.
    private static let hour = 3_600.0
    /// The least length of a page.
    private static let least = 8 * hour

    /// The whole hours around everything that is known of a night, with an hour more on each side; nine
    /// in the evening to nine in the morning if nothing is known.
    ///
    /// - Parameter span: from one evening to the next.
    static func view(
        of span: Extent, _ timeline: NightTimeline?, _ calendar: CivilCalendar
    ) -> Extent {
        guard let timeline, let night = timeline.night(containing: span.mid) else {
            return Extent(min: span.min + 3 * hour, max: span.min + 15 * hour)
        }
        let known = timeline.extent(of: night)
        var view = Extent(
            min: calendar.start(of: .hour, containing: known.min) - hour,
            max: calendar.next(.hour, after: known.max.nextDown) + hour)
        if view.length < least { view = view.expanded(by: (least - view.length) / 2) }
        return Extent(min: max(view.min, span.min), max: min(view.max, span.max))
    }
}
