import ChartCore
import ChartInteraction
import Charts

/// The axis of dates that all charts of what has times share: its pages, and how far it reaches.
@MainActor
final class DateAxis {
    let calendar: CivilCalendar
    /// The x dimension of the charts.
    let x: Dimension
    /// The calendar page's length; nil after a free zoom.
    private(set) var period: Period? {
        didSet { if period != oldValue { periodDidChange() } }
    }
    /// The page that the others of the period are in step with: the last that was asked for.
    private(set) var pageAnchor = Extent.nothing
    /// From the first to the last instant of all metrics, in whole days.
    private(set) var domain = Extent.nothing

    init(calendar: CivilCalendar, period: Period?) {
        self.calendar = calendar
        self.period = period
        x = Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        periodDidChange()
    }

    /// Whether the pages are those of the calendar, with others beyond them.
    var hasPages: Bool { period != nil && period != .all }

    // MARK: Period

    /// Takes over a period and one of its pages, to which the range is yet to go.
    func setPeriod(_ period: Period?, page: Extent) {
        self.period = period
        pageAnchor = page
    }

    /// Takes over a period; its pages stay in step with the one before.
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
        return period.restingPage(
            for: window, from: x.range, inStepWith: pageAnchor, in: calendar, data: domain)
    }

    // MARK: Pages

    /// The page that holds an instant, with which all others will be in step.
    func firstPage(containing instant: Double) -> Extent {
        (period ?? .month).page(containing: instant, in: calendar, data: domain)
    }

    /// The page that holds an instant, in step with the others; nil without a period.
    func page(containing instant: Double) -> Extent? {
        period?.page(
            containing: instant, inStepWith: pageAnchor, in: calendar, data: domain)
    }

    /// From the first to the last page that holds any of some data.
    func pages(of data: Extent) -> Extent {
        let ends = outerPages(of: data)
        return ends.first.union(ends.last)
    }

    private func outerPages(of data: Extent) -> (first: Extent, last: Extent) {
        let pages = period == nil || period == .all ? .month : period ?? .month
        let anchor = pageAnchor.isProper && period == pages ? pageAnchor : nil
        func page(_ instant: Double) -> Extent {
            pages.page(containing: instant, inStepWith: anchor, in: calendar, data: data)
        }
        return (page(data.min), page(data.max.nextDown))
    }

    /// The view `count` pages on; nil where there is no such page.
    ///
    /// Far from all data the next page towards them is their first or last one.
    func view(pagesOn count: Int) -> Extent? {
        guard hasPages, let period, !domain.isEmpty else { return nil }
        let next = period.page(after: x.target, count: count, in: calendar, data: domain)
        let (first, last) = outerPages(of: domain)
        if next.max <= first.min { return count > 0 ? first : nil }
        if next.min >= last.max { return count < 0 ? last : nil }
        return next.min >= first.min && next.max <= last.max ? next : nil
    }

    // MARK: Reach

    /// Takes over what the data of all metrics span.
    func setDomain(_ extent: Extent) {
        domain =
            extent.isEmpty
            ? extent
            : Extent(
                min: calendar.start(of: .day, containing: extent.min),
                max: calendar.next(.day, after: extent.max.nextDown))
    }

    /// Lets the axis reach to the ends of the calendar pages that hold the data, and to some more.
    ///
    /// - Parameters:
    ///   - others: what else can be looked at.
    ///   - minimumLength: the shortest view, in seconds.
    func setReach(with others: [Extent], minimumLength: Double, at time: Double) {
        guard !domain.isEmpty else { return }
        let room = max(domain.length * 0.02, 86_400)
        let bounds = others.reduce(pages(of: domain)) { $0.union($1) }
            .union(Extent(min: domain.min - room, max: domain.max + room))
        x.filter.limits = AxisLimits(minimumLength: minimumLength, bounds: bounds)
        x.updater.setSource(bounds, update: true)
        x.panZoom.home = domain
        x.panZoom.refresh(at: time)
    }

    /// Shows the first page, that which holds an instant.
    func goHome(to instant: Double) {
        pageAnchor = firstPage(containing: instant)
        x.panZoom.set(pageAnchor)
    }
}
