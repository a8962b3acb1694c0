import ChartCore
import Localization

/// How much of the calendar the chart shows: the segments of the header.
public enum Period: String, CaseIterable, Sendable {
    case day = "d"
    case week = "w"
    case month = "m"
    case halfYear = "6m"
    case year = "y"
    case all

    /// The command that chooses it.
    public var command: CommandID { CommandID("period.\(rawValue)") }

    /// What the segment says.
    public var label: String {
        switch self {
        case .day: tr("D")
        case .week: tr("W")
        case .month: tr("M")
        case .halfYear: tr("6M")
        case .year: tr("Y")
        case .all: tr("All")
        }
    }

    /// What the segment is called, in full.
    public var name: String {
        switch self {
        case .day: tr("Day")
        case .week: tr("Week")
        case .month: tr("Month")
        case .halfYear: tr("Six months")
        case .year: tr("Year")
        case .all: tr("All time")
        }
    }

    /// The calendar page of this length that holds an instant; `data` for `all`.
    ///
    /// Half a year is the instant's month and the five before it.
    public func page(
        containing instant: Double, in calendar: CivilCalendar, data: Extent
    ) -> Extent {
        switch self {
        case .day: return calendar.span(of: .day, containing: instant)
        case .week: return calendar.span(of: .week, containing: instant)
        case .month: return calendar.span(of: .month, containing: instant)
        case .halfYear:
            let month = calendar.span(of: .month, containing: instant)
            return Extent(min: calendar.adding(-5, .month, to: month.min), max: month.max)
        case .year: return calendar.span(of: .year, containing: instant)
        case .all: return data
        }
    }

    /// The page `count` pages later than the one that begins where `page` does; `all` has no other.
    public func page(
        after page: Extent, count: Int, in calendar: CivilCalendar, data: Extent
    ) -> Extent {
        // A little inside, so that a page which was panned off its border turns to its neighbour.
        let middle = page.mid
        switch self {
        case .day:
            return self.page(
                containing: calendar.adding(count, .day, to: middle), in: calendar, data: data)
        case .week:
            return self.page(
                containing: calendar.adding(count, .week, to: middle), in: calendar, data: data)
        case .month:
            return self.page(
                containing: calendar.adding(count, .month, to: middle), in: calendar, data: data)
        case .halfYear:
            let last = calendar.start(of: .month, containing: page.max.nextDown)
            return self.page(
                containing: calendar.adding(6 * count, .month, to: last), in: calendar, data: data)
        case .year:
            return self.page(
                containing: calendar.adding(count, .year, to: middle), in: calendar, data: data)
        case .all: return data
        }
    }
}
