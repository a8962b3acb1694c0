import ChartCore
import ChartInteraction
import Charts
import HealthData

/// The current place in the viewer, and the views that a person can go back to.
@MainActor
final class Navigator {
    private unowned let model: ViewerModel
    /// The chart of a metric, and the pages that were opened from it; empty if nothing is open.
    private var path: [Route] = []
    /// The views in which the chart came to rest.
    private(set) var history = ViewHistory()
    /// Whether the view is moving to one of them.
    private(set) var isRestoring = false
    /// Called when a person has moved to another place.
    var onNavigate: () -> Void = {}

    init(_ model: ViewerModel) { self.model = model }

    // MARK: Places

    /// The place that is shown; nil if there is none.
    var route: Route? { path.last }

    /// The metric that the place belongs to; nil for the summary.
    var metric: MetricID? { path.first?.metric }

    /// Whether a page of the metric is open.
    var hasPage: Bool { path.count > 1 }

    /// Whether the map of all workouts is open, or the page of a workout that was opened from it.
    var comesFromMap: Bool { path.contains(.trackMap) }

    /// Goes to the chart of a metric; nil closes everything.
    func go(to metric: MetricID?) { path = metric.map { [.metric($0)] } ?? [] }

    /// Opens a page of the displayed metric, replacing another page of the same kind.
    func open(_ page: Route) {
        if case .workout = page { closeWorkout() }
        if case .plan = page { closePlan() }
        close(page)
        path.append(page)
    }

    /// Goes back from a page, if it is shown.
    func close(_ page: Route) {
        if hasPage, path.last == page { path.removeLast() }
    }

    /// Goes back from the page of a workout, if one is shown.
    func closeWorkout() {
        if hasPage, case .workout? = path.last { path.removeLast() }
    }

    /// Goes back from the page of a planned route, if one is shown.
    func closePlan() {
        if hasPage, case .plan? = path.last { path.removeLast() }
    }

    /// Begins at a page, in a document without any chart.
    func begin(at page: Route) { path = [page] }

    /// Forgets everything, because another document is shown.
    func forget() {
        path = []
        history.clear()
    }

    // MARK: The summary

    /// Whether there is anything to summarise.
    var canShowSummary: Bool { model.phase == .shown && !model.order.isEmpty }

    /// Shows the summary of all metrics.
    func showSummary(at time: Double) {
        guard canShowSummary else { return }
        onNavigate()
        guard route != .summary else { return model.onChange(.input) }
        model.workouts.leave(at: time)
        model.metricChart?.chart.interaction.end(at: time)
        model.active.point(at: nil)
        begin(at: .summary)
        model.isTouched = true
        model.onChange(.input)
    }

    // MARK: History

    /// The view of a range; only charts and workouts count as views.
    private func place(_ range: Extent) -> ViewPlace {
        ViewPlace(
            route: route?.isView == false ? path.first : route,
            period: model.isTimed ? model.dates.period : nil, range: range)
    }

    /// Records the view in a frame in which nothing moves any more.
    func recordView() {
        guard model.metricChart != nil || model.workouts.page != nil || route == .summary,
            model.phase == .shown
        else { return }
        let pan = model.axis.panZoom
        guard !pan.isHeld, !pan.isMoving, !model.isScrubbing, pan.extent.isProper else { return }
        let place = place(model.axis.range)
        if place == history.current {
            isRestoring = false
            return
        }
        // Until a person acts, the view follows the data; and going back is not a new view.
        if !model.isTouched || isRestoring {
            isRestoring = false
            history.amend(place)
        } else {
            history.record(place)
        }
    }

    /// Notes that the range moved, which ends going back unless that is the cause.
    func noteMove(_ cause: RangeCause) {
        if cause != .set { isRestoring = false }
    }

    /// Forgets the views of pages that no longer exist.
    func forgetViews(where isGone: (Route) -> Bool) {
        history.forget { $0.route.map(isGone) ?? false }
    }

    /// Whether there is a view to go to, back or forward.
    func canStep(by count: Int) -> Bool {
        model.phase == .shown && (count < 0 ? history.canGoBack : history.canGoForward)
    }

    /// Glides to the previous view, or forward to the one that was left by going back.
    func step(by count: Int, at time: Double) {
        // A view that has not come to rest yet counts, too: a person can come back to it.
        if model.phase == .shown, model.axis.panZoom.isMoving, !isRestoring {
            history.record(place(model.axis.target))
        }
        guard let place = history.step(by: count) else { return }
        isRestoring = true
        if place.route == .summary { return showSummary(at: time) }
        if let metric = place.route?.metric, metric != self.metric {
            model.choose(metric, at: time)
        }
        model.workouts.restore(place.route?.workout, at: time)
        if model.isTimed { model.setPeriod(place.period, page: place.range, at: time) }
        model.glide(to: place.range, at: time, cause: .set)
    }
}
