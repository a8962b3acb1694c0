import ChartCore
import HealthData

/// A summary of the samples in a span of time.
struct SpanSummary: Equatable {
    /// One component of the samples: a blood pressure has two.
    struct Part: Equatable {
        /// The summary of the values, or of the days' (or hours') totals for amounts that add up.
        var values = Summary()
        /// From the first to the last value; NaN if there are fewer than two, or if it has no
        /// meaning.
        var change = Double.nan
    }

    /// The number of samples.
    var count = 0
    /// Their sum; nil if it has no meaning.
    var total: Double?
    /// One part for each component of a sample.
    var parts: [Part] = []
    var daysWithData = 0
    /// The unit whose totals the parts summarize; nil if they summarize the samples.
    var unit: CalendarUnit?
    /// Whether it is about the time in bed, because no sleep is known.
    var isInBed = false

    var isEmpty: Bool { count == 0 }
}

extension MetricData {
    /// A summary of the samples in a span.
    ///
    /// - Parameters:
    ///   - isClosed: whether a sample at the end is included; only for readings.
    ///   - unit: the unit of the bars; if it is hours, the summary is by hours, else by days.
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
        case .lines(let lines): return Self.lines(lines, over: span, isClosed, calendar)
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
        result.daysWithData = days.indices(over: span).count { days.buckets[$0].count > 0 }
        return result
    }

    /// One part for each line; the days are those of all.
    private static func lines(
        _ set: LineSet, over span: Extent, _ isClosed: Bool, _ calendar: CivilCalendar
    ) -> SpanSummary {
        let each = set.lines.map { readings([$0.readings.series], over: span, isClosed, calendar) }
        return SpanSummary(
            count: each.reduce(0) { $0 + $1.count },
            parts: each.map { $0.parts.first ?? SpanSummary.Part() },
            daysWithData: each.reduce(0) { max($0, $1.daysWithData) })
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

    /// The span before another one, to compare it with.
    ///
    /// Before whole years, quarters, months or weeks there are as many of them: before November is
    /// all of October. Any other whole days have the same number of days before them, even if the
    /// clock changed, and anything else a span of equal length.
    func span(before span: Extent, unit: CalendarUnit?, calendar: CivilCalendar) -> Extent {
        if let page = calendar.page(before: span) { return page }
        guard let unit, unit != .hour else { return span.offset(by: -span.length) }
        let first = calendar.date(of: span.min)
        let end = calendar.date(of: span.max)
        return Extent(
            min: calendar.start(of: first.adding(days: first.days - end.days)), max: span.min)
    }

    /// The span before a view, to compare what is in it: before a whole page of the calendar the
    /// page before, whatever of it has samples.
    func span(
        before span: Extent, in view: Extent, unit: CalendarUnit?, calendar: CivilCalendar
    ) -> Extent {
        calendar.page(before: view) ?? self.span(before: span, unit: unit, calendar: calendar)
    }

    /// A selected span, snapped to the times of the samples inside it or to the borders of bars.
    ///
    /// - Parameters:
    ///   - unit: the unit of the bars; nil if samples are shown individually.
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
        case .lines(let lines): series = lines.longest?.readings.series ?? SampleSeries()
        case .totals, .categories: return marked
        }
        let inside = series.slice(over: marked)
        guard let first = inside.first, let last = inside.last else { return marked }
        return Extent(min: series.time(at: first), max: series.time(at: last))
    }
}

extension CivilCalendar {
    /// As many years, quarters, months or weeks before a span as it has; nil if it does not consist
    /// of whole ones.
    func page(before span: Extent) -> Extent? {
        guard span.isProper else { return nil }
        for unit in [CalendarUnit.year, .quarter, .month, .week]
        where start(of: unit, containing: span.min) == span.min
            && start(of: unit, containing: span.max) == span.max
        {
            var (count, end) = (0, span.min)
            while end < span.max {
                end = next(unit, after: end)
                count += 1
            }
            return Extent(min: adding(-count, unit, to: span.min), max: span.min)
        }
        return nil
    }
}
