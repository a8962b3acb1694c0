import ChartCore
import ChartInteraction
import Charts

/// The pages of the displayed chart: those of the calendar, or its own.
extension ViewerModel {
    /// Whether the pages are those of the calendar, so that there are others outside the view.
    var hasCalendarPages: Bool { isTimed && dates.hasPages }

    /// The view `count` pages ahead; nil if there is no such page.
    private func view(pagesOn count: Int) -> Extent? {
        isTimed ? dates.view(pagesOn: count) : nil
    }

    /// Whether there is a page before this one, or after it.
    func canTurnPage(by count: Int) -> Bool {
        guard chart != nil, !isTimed || dates.period != .all else { return false }
        if hasCalendarPages { return view(pagesOn: count) != nil }
        guard let bounds = axis.panZoom.limits.bounds else { return true }
        let view = axis.target
        let least = 0.001 * view.length
        return count < 0 ? view.min - bounds.min > least : bounds.max - view.max > least
    }

    /// Turns calendar pages, or moves by most of the view if there are none.
    func turnPage(by count: Int, at time: Double) {
        guard canTurnPage(by: count) else { return }
        if let page = view(pagesOn: count) {
            return glide(to: page, at: time, cause: .page)
        }
        chart?.interaction.page(by: isTimed ? Double(count) * 0.8 : Double(count), at: time)
        active.followTarget(at: time)
    }

    /// Turns to the page that contains an instant; stays if there is none.
    func turn(toPageOf instant: Double, at time: Double) {
        guard hasCalendarPages, let page = dates.page(containing: instant) else { return }
        glide(to: page, at: time, cause: .page)
    }
}
