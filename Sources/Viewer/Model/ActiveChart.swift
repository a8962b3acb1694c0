import ChartCore
import ChartInteraction
import Charts
import Geometry
import HealthData
import Text

/// The displayed chart and its interaction.
///
/// That is gestures, the values that follow, the crosshair and the selected span.
@MainActor
final class ActiveChart {
    unowned let model: ViewerModel
    /// The displayed chart, with the gestures and animations that act on it.
    let figure = ChartFigure(theme: .light)
    /// Where the crosshair is and what holds it there.
    private(set) lazy var crosshair = makeCrosshair()
    /// The selected span, and how it was selected.
    private(set) lazy var spans = makeSpans()
    /// The metric on whose chart the span is selected.
    var selectionMetric: MetricID?
    /// What the reading of the crosshair depends on.
    var readingKey: ReadingKey?
    /// The range of values that was reported last; nil if none was reported for this chart.
    private var reportedValues: Extent?
    /// What bars of weeks and longer units show, in the charts of all metrics.
    private(set) var barAmount = BarAmount.perDay
    /// What bars of nights show.
    private(set) var nightView = NightView.bedtime
    /// When the target of the view was last set, in seconds.
    private(set) var targetTime: Double?

    init(_ model: ViewerModel) {
        self.model = model
        figure.showsCrosshair = false
        figure.willHandle = { [unowned self] gesture in
            if spans.follow(gesture) { return .consumed }
            crosshair.follow(gesture)
            return []
        }
        figure.didHandle = { [unowned self] gesture, response in
            if !response.isDisjoint(with: [.changed, .moving]) { model.onChange(.input) }
            guard case .tap(2) = gesture.kind, response.contains(.consumed) else { return }
            if !isOverValues(gesture.origin) { model.didShowAll() }
            model.onChange(.input)
        }
    }

    var metricChart: MetricChart? { model.metricChart }
    var chart: Chart? { model.chart }

    /// Feeds a gesture to the displayed chart.
    func handle(_ gesture: Gesture) {
        guard chart != nil, let fitting else { return }
        targetTime = gesture.time
        figure.handle(gesture)
        reportValues(cause: "fit")
        if gesture.phase == .ended, chart?.interaction.isMoving == false, fitting.isDue {
            model.onChange(.input)
        }
    }

    /// Advances everything to a frame's time, and returns whether another frame is needed.
    func advance(to time: Double) -> Bool {
        let moves = fitting != nil && figure.advance(to: time)
        reportValues(cause: "fit")
        updateCrosshair()
        return moves
    }

    /// Lays the chart out in a frame, in points, and reports values that its size changes.
    func prepare(in frame: Rect, deviceScale: Double, typesetter: Typesetter) {
        figure.prepare(in: frame, deviceScale: deviceScale, typesetter: typesetter)
        reportValues(cause: "fit")
    }

    /// Forgets the reported values, because another chart is shown.
    func forgetValues() { reportedValues = nil }

    // MARK: Values

    /// Makes the values of the displayed chart follow its range; nil if there is no chart.
    var fitting: ValueFitting? {
        guard let metricChart else {
            figure.show(nil)
            return nil
        }
        let known = figure.panels.first
        let panel =
            known?.chart === metricChart.chart ? known : figure.show(MetricPanel(metricChart))
        panel?.fitting.isPage = model.dates.period != nil
        panel?.fitting.isHeld = model.isScrubbing
        return panel?.fitting
    }

    /// Fits the values to what the range shows, or is going to show.
    ///
    /// - Parameter time: when that began. It is the exact time at which the range came to rest, so
    ///   that the fit ends at the same time at every frame rate.
    func fitValues(at time: Double, animated: Bool) {
        guard let fitting else { return }
        fitting.fit(at: time, animated: animated)
        reportValues(cause: "fit")
    }

    /// Fits the values to the target of the range as soon as that is known.
    func followTarget(at time: Double) {
        targetTime = time
        fitValues(at: time, animated: true)
        model.onChange(.input)
    }

    /// Reports the range of values if it has changed.
    func reportValues(cause: String) {
        guard let range = metricChart?.chart.y.range, range != reportedValues else { return }
        reportedValues = range
        model.onRange("y", range, cause)
    }

    // MARK: By hand

    /// Whether a position belongs to the value axis.
    func isOverValues(_ place: Point) -> Bool {
        guard let chart else { return false }
        return chart.interaction.regions.region(at: place) == .gutter(chart.y.id)
    }

    /// Whether the value axis may be moved separately.
    var canMoveValues: Bool { chart.map { !$0.y.panZoom.gutterActions.isEmpty } ?? false }

    /// Reports that a hand or a key has moved the value axis.
    func valuesDidMove(_ axis: PanZoomAxis, _ cause: RangeCause) {
        guard axis === chart?.y.panZoom else { return }
        reportedValues = axis.extent
        model.onRange("y", axis.extent, cause.rawValue)
    }

    /// Moves the value axis by a fraction of its range, up if positive, and pins it.
    func moveValues(by part: Double, at time: Double) {
        guard let from = chart?.y.panZoom.target else { return }
        pinValues(to: from.offset(by: part * from.length), at: time)
    }

    /// Zooms the value axis about its middle by a factor, and pins it.
    func zoomValues(by factor: Double, at time: Double) {
        guard let axis = chart?.y.panZoom else { return }
        pinValues(
            to: axis.limits.zoomed(
                axis.target, by: factor, about: axis.target.mid), at: time)
    }

    private func pinValues(to range: Extent, at time: Double) {
        guard canMoveValues else { return }
        chart?.y.pin(to: range, at: time, duration: model.appearance.reducesMotion ? 0 : 0.3)
        model.onChange(.input)
    }

    /// Fits a value axis that was moved separately to what is visible again.
    func releaseValues(at time: Double) {
        guard let fitting else { return }
        fitting.release(at: time)
        reportValues(cause: "fit")
        model.onChange(.input)
    }

    // MARK: Bars

    /// Starts with what bars showed in the last run.
    func begin(_ amount: BarAmount) {
        barAmount = amount
        for metricChart in model.allMetricCharts { metricChart.show(amount) }
    }

    /// Shows averages of a day or totals in the bars of weeks and longer units.
    func show(_ amount: BarAmount, at time: Double) {
        guard amount != barAmount else { return }
        barAmount = amount
        model.isTouched = true
        let shown = metricChart
        for metricChart in model.allMetricCharts where metricChart !== shown {
            metricChart.show(amount)
        }
        changeSeries(at: time) { $0.show(amount, at: $1) }
    }

    /// Starts with what bars of nights showed in the last run.
    func begin(_ view: NightView) {
        nightView = view
        for metricChart in model.allMetricCharts { metricChart.show(view) }
    }

    /// Shows nights from bedtime to waking, or as lengths.
    func show(_ view: NightView, at time: Double) {
        guard view != nightView else { return }
        nightView = view
        model.isTouched = true
        let shown = metricChart
        for metricChart in model.allMetricCharts where metricChart !== shown {
            metricChart.show(view)
        }
        changeSeries(at: time) { $0.show(view, at: $1) }
    }

    // MARK: Series

    /// Shows a series or hides it.
    func toggleSeries(_ id: String, at time: Double) {
        changeSeries(at: time) { $0.toggle(id, at: $1) }
    }

    /// Shows only one series; all of them if it is the only one already.
    func showAlone(_ id: String, at time: Double) {
        changeSeries(at: time) { $0.showAlone(id, at: $1) }
    }

    /// Shows every series.
    func showAllSeries(at time: Double) {
        changeSeries(at: time) { $0.showAll(at: $1) }
    }

    private func changeSeries(
        at time: Double, _ change: (MetricChart, PictureMoment) -> Void
    ) {
        guard let metricChart else { return }
        guard let fitting else { return }
        change(metricChart, fitting.moment(time, isSettled: true, animated: true))
        fitValues(at: time, animated: true)
        model.onChange(.input)
    }
}
