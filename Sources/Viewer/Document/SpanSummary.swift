import ChartCore
import HealthData

/// What the samples of a span of time come to.
struct SpanSummary: Equatable {
    /// One of the values that a sample has: both of a blood pressure.
    struct Part: Equatable {
        /// Of the values; for what adds up, of the days' (or hours') totals.
        var values = Summary()
        /// From the first to the last value; NaN where there are not two, or where it says nothing.
        var change = Double.nan
    }

    /// The samples.
    var count = 0
    /// Their sum; nil where it says nothing.
    var total: Double?
    /// One for each value of a sample.
    var parts: [Part] = []
    var daysWithData = 0
    /// The unit whose totals the parts are of; nil where they are of the samples.
    var unit: CalendarUnit?
    /// Whether it is of the time in bed, because no sleep is known.
    var isInBed = false

    var isEmpty: Bool { count == 0 }
}

extension MetricData {
    /// What the samples of a span come to.
    ///
    /// - Parameters:
    ///   - isClosed: whether a sample at the end belongs to it; of readings alone.
    ///   - unit: of the bars; hours are told of where these are hours, else days.
    func summary(
        over span: Extent, isClosed: Bool, unit: CalendarUnit?, calendar: CivilCalendar
    ) -> SpanSummary {
        switch content {
        case .totals(let ladder):
            guard let nights else { return Self.totals(ladder, over: span, inHours: unit == .hour) }
            let isInBed = nights.isInBedAlone(over: span)
            var summary = Self.totals(
                isInBed ? nights.inBed : nights.asleep, over: span, inHours: false)
            summary.isInBed = isInBed
            return summary
        case .readings(let readings):
            return Self.readings([readings.series], over: span, isClosed, calendar)
        case .pairs(let pairs):
            return Self.readings([pairs.high, pairs.low], over: span, isClosed, calendar)
        case .categories: return SpanSummary()
        }
    }

    private static func totals(
        _ ladder: CalendarLadder, over span: Extent, inHours: Bool
    ) -> SpanSummary {
        let days = ladder.days
        let least = inHours ? ladder[.hour] ?? days : days
        let indices = least.indices(centredIn: span)
        var part = SpanSummary.Part()
        var result = SpanSummary(total: least.sum(of: indices), unit: least.unit)
        for index in indices {
            part.values.append(Summary(least.buckets[index].sum))
            result.count += least.buckets[index].count
        }
        result.parts = [part]
        result.daysWithData = days.indices(over: span).count
        return result
    }

    private static func readings(
        _ series: [SampleSeries], over span: Extent, _ isClosed: Bool, _ calendar: CivilCalendar
    ) -> SpanSummary {
        guard let first = series.first, !span.isEmpty else { return SpanSummary() }
        let lower = first.lowerBound(span.min)
        let upper = isClosed ? first.upperBound(span.max) : first.lowerBound(span.max)
        let indices = lower..<max(lower, upper)
        var result = SpanSummary(count: indices.count)
        result.parts = series.map { series in
            let summary = series.summary(of: indices)
            return SpanSummary.Part(
                values: summary,
                change: summary.count > 1 ? summary.last - summary.first : .nan)
        }
        var index = lower
        while index < indices.upperBound {
            result.daysWithData += 1
            let next = calendar.next(.day, after: first.time(at: index))
            index = max(index + 1, first.lowerBound(next))
        }
        return result
    }

    /// The span of equal length before one: of whole days as many days, also where the clock
    /// changed.
    func span(before span: Extent, unit: CalendarUnit?, calendar: CivilCalendar) -> Extent {
        guard let unit, unit != .hour else { return span.offset(by: -span.length) }
        let first = calendar.date(of: span.min)
        let end = calendar.date(of: span.max)
        return Extent(
            min: calendar.start(of: first.adding(days: first.days - end.days)), max: span.min)
    }

    /// The samples' times or the bars' borders around what a hand or key has marked.
    ///
    /// - Parameters:
    ///   - unit: of the bars; nil for samples that are shown one by one.
    func snapped(_ marked: Extent, unit: CalendarUnit?, calendar: CivilCalendar) -> Extent {
        if let unit {
            let start = calendar.start(of: unit, containing: marked.min)
            let last = max(start, marked.length > 0 ? marked.max.nextDown : marked.max)
            return Extent(min: start, max: calendar.next(unit, after: last))
        }
        let series: SampleSeries
        switch content {
        case .readings(let readings): series = readings.series
        case .pairs(let pairs): series = pairs.high
        case .totals, .categories: return marked
        }
        let inside = series.slice(over: marked)
        guard let first = inside.first, let last = inside.last else { return marked }
        return Extent(min: series.time(at: first), max: series.time(at: last))
    }
}
