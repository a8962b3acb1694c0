import ChartCore
import ChartInteraction
import Charts
import Geometry
import Text

/// What the figure lays out and moves: the chart of a metric, with all that adapts to the range.
@MainActor
final class MetricPanel: PanelContent {
    let presenter: MetricPresenter
    var chart: Chart { presenter.chart }

    init(_ presenter: MetricPresenter) { self.presenter = presenter }

    func advance(to time: Double) -> Bool {
        let moves = chart.advance(to: time)
        return presenter.advance(to: time) || moves
    }

    func adapt(to range: Extent, at moment: PictureMoment) -> Bool {
        presenter.rangeDidChange(range, at: moment)
    }

    func prepare(in frame: Rect, deviceScale: Double, typesetter: Typesetter) {
        chart.prepare(in: frame, deviceScale: deviceScale, typesetter: typesetter)
    }
}

/// The values follow the range, as the figure lets them.
extension ViewerModel {
    /// What lets the values of the chart that is shown follow its range; nil if there is none.
    var fitting: ValueFitting? {
        guard let presenter else {
            figure.show(nil)
            return nil
        }
        let known = figure.panels.first
        let panel =
            known?.chart === presenter.chart ? known : figure.show(MetricPanel(presenter))
        panel?.fitting.isPage = period != nil
        panel?.fitting.isHeld = isScrubbing
        return panel?.fitting
    }

    /// Fits the values to what the range shows, or is going to show.
    ///
    /// - Parameter time: when that began: at the exact time at which the range came to rest, so that
    ///   it ends at the same time at every frame rate.
    func fitValues(at time: Double, animated: Bool) {
        guard let fitting else { return }
        fitting.fit(at: time, animated: animated)
        reportValues(cause: "fit")
    }

    /// Whether the values can already go to where the range is going: as soon as its target is known.
    func followTarget(at time: Double) {
        targetTime = time
        fitValues(at: time, animated: true)
        onChange(.input)
    }

    /// Reports the values' range if it is another one.
    func reportValues(cause: String) {
        guard let range = presenter?.chart.y.range, range != reportedValues else { return }
        reportedValues = range
        onRange("y", range, cause)
    }

    // MARK: By hand

    /// Whether a place belongs to the value axis.
    func isOverValues(_ place: Point) -> Bool {
        guard let chart else { return false }
        return chart.interaction.regions.region(at: place) == .gutter(chart.y.id)
    }

    /// Whether the value axis may be moved by itself.
    var canMoveValues: Bool { chart.map { !$0.y.panZoom.gutterActions.isEmpty } ?? false }

    /// A hand or a key has moved the value axis.
    func valuesDidMove(_ axis: PanZoomAxis, _ cause: RangeCause) {
        guard axis === chart?.y.panZoom else { return }
        reportedValues = axis.extent
        onRange("y", axis.extent, cause.rawValue)
    }

    /// Moves the value axis by a part of its range, upwards where positive, and pins it.
    func moveValues(by part: Double, at time: Double) {
        guard let from = chart?.y.panZoom.target else { return }
        pinValues(to: from.offset(by: part * from.length), at: time)
    }

    /// Zooms the value axis about its middle by a factor, and pins it.
    func zoomValues(by factor: Double, at time: Double) {
        guard let axis = chart?.y.panZoom else { return }
        pinValues(to: axis.limits.zoomed(axis.target, by: factor, about: axis.target.mid), at: time)
    }

    private func pinValues(to range: Extent, at time: Double) {
        guard canMoveValues else { return }
        chart?.y.pin(to: range, at: time, duration: reducesMotion ? 0 : 0.3)
        onChange(.input)
    }

    /// Lets a value axis that was moved by itself fit what is visible again.
    func releaseValues(at time: Double) {
        guard let fitting else { return }
        fitting.release(at: time)
        reportValues(cause: "fit")
        onChange(.input)
    }

    // MARK: Series

    /// Shows a series or hides it.
    func toggleSeries(_ id: String, at time: Double) {
        changeSeries(at: time) { $0.toggle(id, at: $1) }
    }

    /// Shows a series alone; all of them where it is alone already.
    func showAlone(_ id: String, at time: Double) {
        changeSeries(at: time) { $0.showAlone(id, at: $1) }
    }

    /// Shows every series.
    func showAllSeries(at time: Double) {
        changeSeries(at: time) { $0.showAll(at: $1) }
    }

    private func changeSeries(
        at time: Double, _ change: (MetricPresenter, PictureMoment) -> Void
    ) {
        guard let presenter else { return }
        guard let fitting else { return }
        change(presenter, fitting.moment(time, isSettled: true, animated: true))
        fitValues(at: time, animated: true)
        onChange(.input)
    }
}
