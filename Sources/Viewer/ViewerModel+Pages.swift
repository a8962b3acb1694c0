import ChartCore
import ChartInteraction
import Charts

/// The pages of the calendar: what a chosen period shows, and what a pan comes to rest on.
extension ViewerModel {
    /// Whether the pages are those of the calendar, with others beside them.
    var hasCalendarPages: Bool { isTimed && period != nil && period != .all }

    /// While a period is chosen, whatever moves the dates comes to rest on one of its pages.
    func periodDidChange() {
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
    private func view(pagesOn count: Int) -> Extent? {
        guard hasCalendarPages, let period, !domain.isEmpty else { return nil }
        let next = period.page(after: x.target, count: count, in: calendar, data: domain)
        let (first, last) = outerPages(of: domain)
        if next.max <= first.min { return count > 0 ? first : nil }
        if next.min >= last.max { return count < 0 ? last : nil }
        return next.min >= first.min && next.max <= last.max ? next : nil
    }

    /// Whether there is a page before this one, or after it.
    func canTurnPage(by count: Int) -> Bool {
        guard chart != nil, !isTimed || period != .all else { return false }
        if hasCalendarPages { return view(pagesOn: count) != nil }
        guard let bounds = axis.panZoom.limits.bounds else { return true }
        let view = axis.target
        let least = 0.001 * view.length
        return count < 0 ? view.min - bounds.min > least : bounds.max - view.max > least
    }

    /// Turns pages of the calendar, or moves on by most of the view where there are none.
    func turnPage(by count: Int, at time: Double) {
        guard canTurnPage(by: count) else { return }
        if let page = view(pagesOn: count) {
            return glide(to: page, at: time, cause: .page)
        }
        chart?.interaction.page(by: isTimed ? Double(count) * 0.8 : Double(count), at: time)
        followTarget(at: time)
    }

    /// Turns to the page that holds an instant; the one it is on where nothing holds it.
    func turn(toPageOf instant: Double, at time: Double) {
        guard hasCalendarPages, let period else { return }
        let page = period.page(
            containing: instant, inStepWith: pageAnchor, in: calendar, data: domain)
        glide(to: page, at: time, cause: .page)
    }
}
