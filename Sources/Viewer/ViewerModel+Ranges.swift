import ChartCore
import ChartInteraction
import Charts
import Geometry

/// How far the values have followed the range.
struct ValueState {
    /// Whether the range has moved since the values were fitted.
    var needsFit = false
    /// The plot's height that they were fitted for: round ends depend on it.
    var fittedHeight = 0.0
    /// What was told of last.
    var reported: Extent?
    /// When the overview was let go of: what it left behind rests from then on.
    var releaseTime: Double?
}

/// The values follow the range: they grow and shrink with what is visible while it moves, and fit it
/// when it rests or its target is known.
extension ViewerModel {
    /// Fits the values to what the range shows, or is going to show.
    ///
    /// - Parameter time: when that began: at the exact time at which the range came to rest, so that
    ///   it ends at the same time at every frame rate.
    func fitValues(at time: Double, animated: Bool) {
        guard let presenter else { return }
        values.needsFit = false
        values.fittedHeight = presenter.chart.plot.height
        let range = axis.target
        _ = presenter.rangeDidChange(
            range, at: moment(time, isSettled: true, animated: animated))
        presenter.chart.fitValues(over: range, at: time, animated: animated)
        reportValues(cause: "fit")
    }

    /// Lets the values follow a range that a hand or momentum moves, at the time at which it came
    /// there.
    ///
    /// - Parameter rests: whether it rests after every event, as under a wheel: then they fit each
    ///   time.
    func followRange(at time: Double, rests: Bool = false) {
        let axis = axis.panZoom
        guard axis.isHeld || axis.isCoasting || isScrubbing else {
            if rests, values.needsFit, !axis.isMoving { fitValues(at: time, animated: true) }
            return
        }
        presenter?.chart.followValues(over: axis.extent, at: time)
    }

    /// Whether the values can already go to where the range is going: as soon as its target is known.
    func followTarget(at time: Double) {
        targetTime = time
        fitValues(at: time, animated: true)
        onChange(.input)
    }

    /// When and how presenters may change their picture now.
    func moment(_ time: Double, isSettled: Bool, animated: Bool) -> PictureMoment {
        PictureMoment(
            time: time, isSettled: isSettled,
            duration: animated && !reducesMotion ? presenter?.chart.rangeDuration ?? 0 : 0,
            isPage: period != nil)
    }

    /// Tells of the values' range where it is another one.
    func reportValues(cause: String) {
        guard let range = presenter?.chart.y.range, range != values.reported else { return }
        values.reported = range
        onRange("y", range, cause)
    }

    /// Moves range, values and the presenter's picture on to a frame's time; whether another frame is
    /// needed.
    func advanceRanges(of presenter: MetricChart, to time: Double) -> Bool {
        let chart = presenter.chart
        if chart.plot.height != values.fittedHeight { fitValues(at: time, animated: false) }
        func advance() -> Bool {
            let moves = chart.advance(to: time)
            return presenter.advance(to: time) || moves
        }
        chart.followValues(to: time)
        var moves = advance()
        let isSettled = !axis.panZoom.isHeld && !axis.panZoom.isMoving && !isScrubbing
        if values.needsFit, isSettled {
            fitValues(at: restTime(by: time), animated: true)
            moves = advance() || moves
        }
        let hasOtherValues = presenter.rangeDidChange(
            axis.range, at: moment(time, isSettled: isSettled, animated: true))
        if hasOtherValues {
            if isSettled { fitValues(at: time, animated: true) } else { followRange(at: time) }
            moves = advance() || moves
        }
        reportValues(cause: "fit")
        return moves
    }

    /// When the range came to rest that is found at rest at a frame's time.
    private func restTime(by time: Double) -> Double {
        guard let rest = axis.panZoom.restTime else { return time }
        return min(time, max(rest, values.releaseTime ?? rest))
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
        values.reported = axis.extent
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
        guard let chart else { return }
        chart.releaseValues(over: axis.target, at: time, animated: true)
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
        at time: Double, _ change: (MetricChart, PictureMoment) -> Void
    ) {
        guard let presenter else { return }
        change(presenter, moment(time, isSettled: true, animated: true))
        fitValues(at: time, animated: true)
        onChange(.input)
    }
}
