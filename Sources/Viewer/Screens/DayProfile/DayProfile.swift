import ChartCore
import HealthData
import Reports

/// The usual course of a metric over the day, from the readings of the last days of a range.
struct DayProfile {
    /// The longest time that is looked at, in days: what was usual longer ago is something else.
    static let mostDays = 90

    /// The percentiles by the clock, in the metric's own unit.
    let day: ModalDay
    /// The days that it is about.
    let span: Extent
    /// How many of them have a reading.
    let days: Int

    /// Whether a metric has readings for a profile: single ones, often enough to have several a day.
    static func exists(for data: MetricData) -> Bool {
        guard case .readings(let readings) = data.content, readings.trend.isEmpty,
            data.metric.family != .other
        else { return false }
        // Two a day on average are one in the morning and one in the evening.
        return Double(readings.series.count) > 3 * readings.series.timeExtent.length / 86_400
            && readings.series.count >= 3 * ModalDay.fewestDays
    }

    /// The profile of a range; nil if readings are on fewer than five days of it.
    ///
    /// Cost: O(readings · log of those of a quarter of an hour).
    init?(_ data: MetricData, over range: Extent, _ calendar: CivilCalendar) {
        guard case .readings(let readings) = data.content else { return nil }
        let series = readings.series
        let seen = range.intersection(
            Extent(min: series.timeExtent.min, max: series.timeExtent.max.nextUp))
        guard !seen.isEmpty, seen.length > 0 else { return nil }
        let end = calendar.next(.day, after: seen.max.nextDown)
        let earliest = calendar.start(
            of: calendar.date(of: seen.max.nextDown).adding(days: 1 - Self.mostDays))
        let start = max(calendar.start(of: .day, containing: seen.min), earliest)
        let indices =
            series.lowerBound(max(start, range.min))..<series.lowerBound(min(end, range.max))
        let known = indices.filter { series.value(at: $0).isFinite }
        let times = known.map { series.time(at: $0) }
        span = Extent(min: start, max: end)
        days = Set(times.map { calendar.date(of: $0) }).count
        guard days >= ModalDay.fewestDays else { return nil }
        day = ModalDay(times: times, values: known.map { series.value(at: $0) }, calendar)
    }
}
