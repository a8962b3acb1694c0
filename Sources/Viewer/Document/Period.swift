import ChartCore
import Localization

/// How much of the calendar the chart shows: the segments of the header.
package enum Period: String, CaseIterable, Sendable {
    case day = "d"
    case week = "w"
    case month = "m"
    case halfYear = "6m"
    case year = "y"
    case all

    /// The command that chooses it.
    package var command: CommandID { CommandID("period.\(rawValue)") }

    /// The label of the segment.
    package var label: String {
        switch self {
        case .day: tr("D")
        case .week: tr("W")
        case .month: tr("M")
        case .halfYear: tr("6M")
        case .year: tr("Y")
        case .all: tr("All")
        }
    }

    /// The full name of the segment.
    package var name: String {
        switch self {
        case .day: tr("Day")
        case .week: tr("Week")
        case .month: tr("Month")
        case .halfYear: tr("Six months")
        case .year: tr("Year")
        case .all: tr("All time")
        }
    }

    /// The calendar page of this length that contains an instant; `data` for `all`.
    ///
    /// Half a year is the instant's month and the five before it, as whole weeks, because it is
    /// shown by weeks: a week belongs to the month of its middle. If there is a page to align with,
    /// it is one of the consecutive half years counted from there.
    ///
    /// - Parameter page: a page of this length; it matters only for half years, as the other
    ///   lengths have only one sequence of pages.
    package func page(
        containing instant: Double, inStepWith page: Extent? = nil, in calendar: CivilCalendar,
        data: Extent
    ) -> Extent {
        switch self {
        case .day: return calendar.span(of: .day, containing: instant)
        case .week: return calendar.span(of: .week, containing: instant)
        case .month: return calendar.span(of: .month, containing: instant)
        case .halfYear:
            let month = calendar.weekMonth(of: instant)
            guard let page else { return calendar.months(month - 5, count: 6) }
            let since = month - calendar.weekMonth(of: page.min)
            return calendar.months(month - ((since % 6) + 6) % 6, count: 6)
        case .year: return calendar.span(of: .year, containing: instant)
        case .all: return data
        }
    }

    /// The page `count` pages later than `page`, or than the one nearest to it; `all` has no other.
    ///
    /// Every page begins where the previous one ends, even if days or hours are skipped.
    package func page(
        after page: Extent, count: Int, in calendar: CivilCalendar, data: Extent
    ) -> Extent {
        if self == .all { return data }
        if self == .halfYear {
            return calendar.months(
                calendar.weekMonth(of: page.max.nextDown) - 5 + 6 * count, count: 6)
        }
        // Its middle, so that a page which was panned off its border turns to the adjacent one.
        var result = self.page(containing: page.mid, in: calendar, data: data)
        for _ in 0..<abs(count) {
            let instant = count > 0 ? result.max : result.min.nextDown
            result = self.page(containing: instant, in: calendar, data: data)
        }
        return result
    }

    /// The page on which a window comes to rest.
    ///
    /// The window is released at `now` and would coast to `natural`. Without momentum it is the
    /// page that shows most; a quick flick goes on to the next page in its direction, however
    /// little was dragged; and only a throw of more than a page's length turns several.
    ///
    /// - Parameters:
    ///   - page: a page with which the others are aligned.
    ///   - data: the extent of the data: the result is never beyond its first and last page.
    func restingPage(
        for natural: Extent, from now: Extent, inStepWith page: Extent, in calendar: CivilCalendar,
        data: Extent
    ) -> Extent {
        func holding(_ instant: Double) -> Extent {
            self.page(containing: instant, inStepWith: page, in: calendar, data: data)
        }
        guard self != .all, !data.isEmpty, now.length > 0 else { return data }
        let throwLength = (natural.mid - now.mid) / now.length
        var result: Extent
        if abs(throwLength) < Period.leastFlick || abs(throwLength) > 1.01 {
            result = holding(natural.mid)
        } else if throwLength > 0 {
            result = holding(holding(now.min).max)
        } else {
            let left = holding(now.min)
            result = left.min < now.min ? left : holding(left.min.nextDown)
        }
        let first = holding(data.min)
        let last = holding(data.max.nextDown)
        if result.min < first.min { result = first }
        return result.min > last.min ? last : result
    }

    /// The least coasting distance of a quick flick, in page lengths.
    ///
    /// A hand that comes to rest causes less.
    static let leastFlick = 0.08
}

extension CivilCalendar {
    /// The number of the month to which the week of an instant belongs, counted from the beginning
    /// of the year 0.
    ///
    /// It is the month of the middle of the week.
    fileprivate func weekMonth(of instant: Double) -> Int {
        let date = date(of: span(of: .week, containing: instant).mid)
        return date.year * 12 + date.month - 1
    }

    /// The span of the weeks of some months, from a month's number.
    fileprivate func months(_ first: Int, count: Int) -> Extent {
        func start(_ month: Int) -> Double {
            let first = self.start(of: CivilDate(year: 0, month: month + 1, day: 1))
            let week = span(of: .week, containing: first)
            return week.mid >= first ? week.min : week.max
        }
        return Extent(min: start(first), max: start(first + count))
    }
}
