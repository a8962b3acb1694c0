// A page of the calendar over earlier ones: which pages they are, and where their instants belong in it.
//
// Method: pages of whole months are laid over each other by the day of the month, so the 5 October is
// over the 5 September; what the shorter month lacks is left out, but 29 February joins the 28th. Other
// pages (weeks) are laid over each other by their days. A year before a week is the week 52 weeks
// before, so that a Monday is over a Monday.

import ChartCore

/// The earlier pages that a page of the calendar is compared with.
enum ComparedPage: String, CaseIterable, Sendable {
    /// The page before.
    case before
    /// The same page of the year before.
    case yearBefore = "year-before"
    /// The same page of up to four years before.
    case years

    /// The number of earlier years that are compared at most.
    static let mostYears = 4

    /// The earlier pages of a page, the latest first; none if the range is no page of whole weeks or
    /// longer units.
    func pages(of page: Extent, _ calendar: CivilCalendar) -> [Extent] {
        switch self {
        case .before: calendar.page(before: page).map { [$0] } ?? []
        case .yearBefore: calendar.page(1, yearsBefore: page).map { [$0] } ?? []
        case .years: (1...Self.mostYears).compactMap { calendar.page($0, yearsBefore: page) }
        }
    }
}

extension CivilCalendar {
    /// The same page some years before; nil if the range does not consist of whole weeks or longer
    /// units.
    func page(_ years: Int, yearsBefore page: Extent) -> Extent? {
        guard self.page(before: page) != nil else { return nil }
        let ends = [page.min, page.max].map { date(of: $0) }
        let moved =
            ends.allSatisfy { $0.day == 1 }
            ? ends.map { $0.adding(months: -12 * years) }
            : ends.map { $0.adding(days: -364 * years) }
        return Extent(min: start(of: moved[0]), max: start(of: moved[1]))
    }
}

/// Where the instants of an earlier page belong in a page.
struct PageShift {
    private let calendar: CivilCalendar
    private let page: Extent
    /// The months between pages of whole months; nil for others.
    private let months: Int?
    private let days: Int

    init(from earlier: Extent, to page: Extent, _ calendar: CivilCalendar) {
        self.calendar = calendar
        self.page = page
        let (from, to) = (calendar.date(of: earlier.min), calendar.date(of: page.min))
        days = to.days - from.days
        months =
            from.day == 1 && to.day == 1 && calendar.date(of: page.max).day == 1
            ? (to.year - from.year) * 12 + to.month - from.month : nil
    }

    /// The day of the page for a day of the earlier one; nil if it has none.
    func date(_ date: CivilDate) -> CivilDate? {
        guard let months else { return date.adding(days: days) }
        // A day that the month lacks becomes the last one of that month.
        let moved = date.adding(months: months)
        let isLeapDay = date.month == 2 && date.day == 29
        return moved.day == date.day || isLeapDay ? moved : nil
    }

    /// The instant of the page for one of the earlier one; nil if it has none.
    func instant(_ instant: Double) -> Double? {
        let day = calendar.date(of: instant)
        guard let moved = date(day) else { return nil }
        // A day may have 23 or 25 hours.
        let (from, to) = (calendar.span(of: .day, containing: instant), calendar.start(of: moved))
        let length = calendar.next(.day, after: to) - to
        let result = to + (instant - from.min) / from.length * length
        return result >= page.min && result < page.max ? result : nil
    }
}

extension MetricData {
    /// What the bold line of a chart, or its bars, would show of an earlier page, at the times of a page:
    /// a series for each component.
    ///
    /// Cost: the days or readings of the page.
    ///
    /// - Parameters:
    ///   - unit: the unit of bars and means; a day or longer.
    ///   - isTotal: whether bars of longer units are sums.
    func earlier(
        _ earlier: Extent, at page: Extent, by unit: CalendarUnit, isTotal: Bool,
        _ calendar: CivilCalendar
    ) -> [SampleSeries] {
        let shift = PageShift(from: earlier, to: page, calendar)
        func moved(_ series: SampleSeries) -> SampleSeries {
            var (times, values): ([Double], [Double]) = ([], [])
            for index in series.lowerBound(earlier.min)..<series.lowerBound(earlier.max) {
                // The 28th stays before what joins it.
                guard let time = shift.instant(series.time(at: index)), time >= times.last ?? time
                else { continue }
                times.append(time)
                values.append(series.value(at: index))
            }
            return SampleSeries(times: times, values: values)
        }
        switch content {
        case .readings(let readings) where readings.trend.count > 0:
            return [moved(readings.trend)]
        case .pairs(let pairs):
            let means = pairs.trailingMeans(unit > .day ? .month : .week)
            return [moved(means.highs), moved(means.lows)]
        case .totals, .readings:
            guard
                let days = dayValues(
                    over: earlier, of: earlier, leavesOutOpenDay: false, calendar)
            else { return [] }
            return [
                means(of: days, shift, over: page, by: unit, isTotal: isTotal, calendar)
            ]
        case .lines, .categories: return []
        }
    }

    /// The values of days in the units of a page, each at the middle of its unit.
    private func means(
        of days: DayValues, _ shift: PageShift, over page: Extent, by unit: CalendarUnit,
        isTotal: Bool, _ calendar: CivilCalendar
    ) -> SampleSeries {
        var sums: [Double: (sum: Double, count: Int)] = [:]
        for (day, value) in zip(days.days, days.values.first ?? []) {
            guard let date = shift.date(CivilDate(days: day)) else { continue }
            let noon = calendar.span(of: .day, containing: calendar.start(of: date)).mid
            guard page.contains(noon) else { continue }
            let start = calendar.start(of: unit, containing: noon)
            sums[start, default: (0, 0)].sum += value
            sums[start, default: (0, 0)].count += 1
        }
        let starts = sums.keys.sorted()
        return SampleSeries(
            times: starts.map { calendar.span(of: unit, containing: $0).mid },
            values: starts.map { start in
                guard let (sum, count) = sums[start] else { return .nan }
                // A week at the border of a page has days on both sides of it.
                let part = calendar.span(of: unit, containing: start).intersection(page).length
                let whole = calendar.span(of: unit, containing: start).length
                return isTotal && unit > .day ? sum * whole / part : sum / Double(count)
            })
    }
}
