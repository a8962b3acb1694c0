import ChartCore
import ChartInteraction
import Charts
import Localization

/// The axis of dates that all charts with times share: its pages, and its bounds.
@MainActor
final class DateAxis {
    let calendar: CivilCalendar
    /// The x dimension of the charts.
    let x: Dimension
    /// The length of the calendar page; nil after a free zoom.
    private(set) var period: Period? {
        didSet { if period != oldValue { periodDidChange() } }
    }
    /// The last page that was requested, with which the other pages of the period are aligned.
    private(set) var pageAnchor = Extent.nothing
    /// From the first to the last instant of all metrics, in whole days.
    private(set) var domain = Extent.nothing
    /// The page of all time: the domain in whole bars.
    private(set) var allTime = Extent.nothing
    /// The pages of single days, as the displayed metric has them.
    var days: DayPages { daysOfMetric() ?? .calendar }
    /// Returns the pages of days of the displayed metric; nil for those of the calendar.
    var daysOfMetric: () -> DayPages? = { nil }

    init(calendar: CivilCalendar, period: Period?) {
        self.calendar = calendar
        self.period = period
        x = Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        periodDidChange()
    }

    /// Whether the pages are those of the calendar, so that there are others outside the view.
    var hasPages: Bool { period != nil && period != .all }

    // MARK: Period

    /// Sets a period and one of its pages, to which the range has yet to move.
    func setPeriod(_ period: Period?, page: Extent) {
        self.period = period
        pageAnchor = page
    }

    /// Sets a period; its pages stay aligned with the previous one.
    func setPeriod(_ period: Period?) { self.period = period }

    /// While a period is chosen, whatever moves the dates comes to rest on one of its pages.
    private func periodDidChange() {
        guard period != nil else {
            x.panZoom.restingWindow = nil
            return
        }
        x.panZoom.restingWindow = { [weak self] in self?.restingPage(for: $0) ?? $0 }
    }

    private func restingPage(for window: Extent) -> Extent {
        guard let period, !domain.isEmpty else { return window }
        if period == .day, days.isShifted {
            let thrown = (window.mid - x.range.mid) / max(x.range.length, 1)
            let isFlick = abs(thrown) >= Period.leastFlick && abs(thrown) <= 1.01
            let span = days.restingSpan(
                for: window, from: x.range, flick: isFlick ? (thrown > 0 ? 1 : -1) : 0,
                in: calendar)
            let (first, last) = outerDays(of: domain)
            return days.page(of: span.min < first.min ? first : span.min > last.min ? last : span)
        }
        return period.restingPage(
            for: window, from: x.range, inStepWith: pageAnchor, in: calendar,
            data: period == .all ? allTime : domain)
    }

    // MARK: Pages

    /// The page that contains an instant, with which all others will be aligned.
    func firstPage(containing instant: Double) -> Extent {
        page(of: period ?? .month, containing: instant)
    }

    /// The page of a period that contains an instant; all time for `all`.
    ///
    /// The page of a day is that of the instant's date: a night is the page of the day on which it ends.
    func page(of period: Period, containing instant: Double) -> Extent {
        period == .day && days.isShifted
            ? days.page(of: days.span(ofDateOf: instant, in: calendar))
            : period.page(containing: instant, in: calendar, data: allTime)
    }

    /// The page that contains an instant, aligned with the others; nil without a period.
    func page(containing instant: Double) -> Extent? {
        if period == .day, days.isShifted {
            return days.page(of: days.span(containing: instant, in: calendar))
        }
        return period?.page(
            containing: instant, inStepWith: pageAnchor, in: calendar, data: allTime)
    }

    /// From the first to the last page that contains any of some data.
    func pages(of data: Extent) -> Extent {
        let ends = outerPages(of: data)
        return ends.first.union(ends.last)
    }

    /// The first and the last day with any of some data.
    private func outerDays(of data: Extent) -> (first: Extent, last: Extent) {
        (
            days.span(ofDateOf: data.min, in: calendar),
            days.span(ofDateOf: data.max.nextDown, in: calendar)
        )
    }

    private func outerPages(of data: Extent) -> (first: Extent, last: Extent) {
        if period == .day, days.isShifted {
            let outer = outerDays(of: data)
            return (days.page(of: outer.first), days.page(of: outer.last))
        }
        let pages = period == nil || period == .all ? .month : period ?? .month
        let anchor = pageAnchor.isProper && period == pages ? pageAnchor : nil
        func page(_ instant: Double) -> Extent {
            pages.page(containing: instant, inStepWith: anchor, in: calendar, data: data)
        }
        return (page(data.min), page(data.max.nextDown))
    }

    /// The view `count` pages ahead; nil if there is no such page.
    ///
    /// Far from all data, the next page towards them is their first or last one.
    func view(pagesOn count: Int) -> Extent? {
        guard hasPages, let period, !domain.isEmpty else { return nil }
        let next =
            period == .day && days.isShifted
            ? day(after: x.target, count: count)
            : period.page(after: x.target, count: count, in: calendar, data: domain)
        let (first, last) = outerPages(of: domain)
        if next.max <= first.min { return count > 0 ? first : nil }
        if next.min >= last.max { return count < 0 ? last : nil }
        return next.min >= first.min && next.max <= last.max ? next : nil
    }

    /// The page of the day `count` days after the one that is nearest to a view.
    private func day(after view: Extent, count: Int) -> Extent {
        var span = days.span(containing: view.mid, in: calendar)
        for _ in 0..<abs(count) {
            span = days.span(containing: count > 0 ? span.max : span.min.nextDown, in: calendar)
        }
        return days.page(of: span)
    }

    /// The page before a view that is the page of a day; nil for other views, and for days of the
    /// calendar.
    func dayPage(before view: Extent) -> Extent? {
        guard days.isShifted, let span = daySpan(of: view) else { return nil }
        return days.page(of: days.span(containing: span.min.nextDown, in: calendar))
    }

    /// The day whose page a view is; nil for other views.
    func daySpan(of view: Extent) -> Extent? {
        guard view.isProper else { return nil }
        let span = days.span(containing: view.mid, in: calendar)
        return days.page(of: span) == view ? span : nil
    }

    /// The title of a range of dates: of a page of a night, that of the day on which it ends.
    func title(of range: Extent, _ locale: LocaleFormat) -> String {
        guard days.isShifted, let day = daySpan(of: range) else {
            return locale.title(of: range, in: calendar)
        }
        let date = CivilMoment(day.max.nextDown, in: calendar)
        return tr("Night to {1} {2}", locale.date(date, .weekdayName), locale.date(date, .fullDate))
    }

    /// An instant of the date whose page is shown; nil if none is.
    var shownDay: Double? {
        guard period == .day, !domain.isEmpty else { return nil }
        return (daySpan(of: x.target) ?? days.span(containing: x.target.mid, in: calendar))
            .max.nextDown
    }

    /// Shows the page of a date as the displayed metric has it; nil if no page of a day was shown.
    func show(day: Double?) {
        guard let day, period == .day else { return }
        let page = page(of: .day, containing: day)
        guard page != x.target else { return }
        pageAnchor = page
        x.panZoom.set(page)
    }

    /// Shows a whole day if the view is shorter than the shortest one.
    func showWholeBar(atLeast length: Double) {
        let view = x.target
        guard view.isProper, view.length < length else { return }
        period = nil
        x.panZoom.set(calendar.span(of: .day, containing: view.mid))
    }

    // MARK: Bounds

    /// Sets the domain to the extent of the data of all metrics.
    func setDomain(_ extent: Extent) {
        domain =
            extent.isEmpty
            ? extent
            : Extent(
                min: calendar.start(of: .day, containing: extent.min),
                max: calendar.next(.day, after: extent.max.nextDown))
        allTime = UnitChoice.wholeBars(domain, in: calendar)
    }

    /// Extends the axis to the ends of the calendar pages that contain the data, and a little
    /// further.
    ///
    /// - Parameters:
    ///   - others: other ranges that the axis has to include.
    ///   - minimumLength: the shortest view, in seconds.
    func setReach(with others: [Extent], minimumLength: Double, at time: Double) {
        guard !domain.isEmpty else { return }
        let room = max(domain.length * 0.02, 86_400)
        let bounds = others.reduce(pages(of: domain)) { $0.union($1) }
            .union(Extent(min: domain.min - room, max: domain.max + room)).union(allTime)
        x.filter.limits = AxisLimits(minimumLength: minimumLength, bounds: bounds)
        x.updater.setSource(bounds, update: true)
        x.panZoom.home = allTime
        x.panZoom.refresh(at: time)
    }

    /// Shows the first page, which contains the given instant.
    func goHome(to instant: Double) {
        pageAnchor = firstPage(containing: instant)
        x.panZoom.set(pageAnchor)
    }

    /// The view that shows a span, and why one goes there; nil if the target of the view does.
    ///
    /// The dates move, or the view becomes longer than a span that is nearly as long.
    func view(toShow span: Extent) -> (range: Extent, cause: RangeCause)? {
        let view = x.target
        guard !view.contains(span) else { return nil }
        return span.length <= 0.8 * view.length
            ? (view.showing(span.min).showing(span.max), .page)
            : (span.expanded(by: span.length * 0.1), .zoom)
    }
}
