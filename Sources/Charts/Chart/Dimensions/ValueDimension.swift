// One direction of values in a chart, and how it gets its range.
//
// While the x range is held or moves, the values *follow*: they grow at once when a visible sample
// needs room and shrink when much of the range would be unused (`RangeFollowing`). Once the x range
// rests, or its target is known, they *fit*: the range of what is visible passes through the
// dimension's filters, a function of the x range alone. Every change glides from the present value
// and velocity. A person who moves an axis of the dimension pins it: then it neither follows nor
// fits.

import ChartCore
import ChartInteraction

/// One direction of values in a chart: its scale, the filters that give the scale its range, and
/// the gestures that a person may apply to it.
///
/// A chart has one or several: a weight in kilograms and a pressure in millimetres of mercury over
/// the same days. Marks belong to the first one unless they are assigned to another (see
/// `Chart.assign`).
///
/// Charts can share one, as they can share an x dimension: then its range has room for what all of
/// them show, and each of them draws it.
@MainActor
public final class ValueDimension {
    /// The name by which parts of a chart find it; unique within a chart.
    public nonisolated let id: String
    /// Its values, as they are drawn now.
    public let scale: Scale
    /// Gives it its range; `Chart.fitValues` calls it.
    public let updater: RangeUpdater
    /// The gestures that a person may apply to it alone, which pin it: none, unless its
    /// `gutterActions` allow them.
    public let panZoom: PanZoomAxis
    /// When it grows and shrinks while the x range moves.
    public var following = RangeFollowing()
    let pin: ValuePin
    /// The charts that it was added to.
    private var owners: [Owner] = []
    private var viewport = Viewport(x: .unit, y: .unit)
    /// Whether it has been fitted to data.
    private var hasFitted = false
    private var listeners: [@MainActor (Viewport.Transition) -> Void] = []

    private struct Owner {
        weak var chart: Chart?
    }

    /// Creates a dimension of values.
    ///
    /// - Parameters:
    ///   - filters: turn the extremes of what is visible into a range, one after the other.
    ///   - gutterActions: what gestures on its axes do to it.
    public init(
        id: String = "y", kind: ScaleKind = .linear, filters: [any RangeFilter],
        gutterActions: AxisActions = []
    ) {
        self.id = id
        let scale = Scale(id: id, kind: kind, range: .unit)
        self.scale = scale
        updater = RangeUpdater(filters: filters) { _ in }
        pin = ValuePin { scale.range }
        panZoom = PanZoomAxis(
            id: id, direction: .vertical, filter: pin, updater: RangeUpdater { _ in },
            plotActions: [], gutterActions: gutterActions)
        panZoom.onChange { [weak self] axis, _ in self?.wasMoved(axis) }
        pin.onUndo = { [weak self] time in
            guard let self, let chart = charts.first else { return }
            chart.following.undoPin(of: self, in: chart, at: time)
        }
    }

    /// The visible range.
    public var range: Extent { scale.range }
    /// The range that the visible range is moving to; the visible range itself at rest.
    public var target: Extent { viewport.target.y }
    /// Whether it is moving to its target.
    public var isMoving: Bool { viewport.isMoving }
    /// Whether a person has moved it alone, so that it does not follow.
    public var isPinned: Bool { pin.pinned != nil }

    /// Calls `listener` once whenever the values start to move to another range: before the first
    /// frame of the motion, with its start, its target and its duration.
    public func onTransition(_ listener: @escaping @MainActor (Viewport.Transition) -> Void) {
        listeners.append(listener)
    }

    /// Moves it to a range, and pins it there.
    ///
    /// - Parameters:
    ///   - time: of the frame clock, when the motion begins.
    ///   - duration: in seconds; 0 to move at once.
    public func pin(to range: Extent, at time: Double, duration: Double) {
        guard range.isProper else { return }
        panZoom.refresh(at: time)
        panZoom.glide(to: range, at: time, duration: duration, cause: .zoom)
    }

    // MARK: Calls by the chart

    /// The charts that have it.
    var charts: [Chart] { owners.compactMap(\.chart) }

    /// The axes that show it, in all charts.
    var axes: [ChartAxis] {
        charts.flatMap { $0.axes.filter { $0.scale === scale } }
    }

    /// Called when a chart has added it.
    func wasAdded(to chart: Chart) {
        owners.removeAll { $0.chart == nil }
        owners.append(Owner(chart: chart))
    }

    /// Advances it to a frame's time; returns whether another frame is needed.
    func advance(to time: Double) -> Bool {
        let glides = viewport.advance(to: time)
        scale.range = viewport.current.y
        return glides
    }

    /// Ends its motion at the target.
    func arrive(at time: Double) {
        if isMoving { viewport.move(y: target, at: time, duration: 0) }
    }

    /// Fits it to values, over a length in points.
    ///
    /// A pinned dimension keeps its range. So does one over a stretch without readings, because
    /// nothing says where its values are.
    func fit(_ values: Extent, length: Double, at time: Double, duration: Double) {
        if values.isEmpty, hasFitted { return }
        guard let fit = fitted(values, length) else { return }
        if fit.isProper {
            pin.limits = AxisLimits(
                minimumLength: fit.length * 1e-3, maximumLength: fit.length * 100)
        }
        guard !isPinned else { return }
        hasFitted = !values.isEmpty
        go(to: fit, at: time, duration: duration)
    }

    /// Lets it follow values: when a sample needs room, or when much of the range is unused.
    func follow(
        _ values: @autoclosure () -> Extent, length: Double, at time: Double, duration: Double
    ) {
        guard hasFitted, !isPinned else { return }
        let values = values()
        let held = viewport.target.y
        guard following.isWanted(holding: held, data: values), let fit = fitted(values, length)
        else { return }
        let next = following.range(holding: held, data: values, fit: fit)
        if next != held { go(to: next, at: time, duration: duration) }
    }

    /// Releases it from where it was pinned.
    func release(at time: Double) {
        // Ends any motion of the pinned axis.
        panZoom.set(range, at: time)
        pin.reset()
    }

    /// The range that suits values; nil if the filters return none.
    private func fitted(_ values: Extent, _ length: Double) -> Extent? {
        updater.viewportLength = length
        updater.setSource(values, update: false)
        return updater.update()
    }

    /// Moves the values to another range and reports the motion once.
    private func go(to range: Extent, at time: Double, duration: Double) {
        let transition = viewport.move(y: range, at: time, duration: duration)
        for axis in axes where transition != nil || updater.step != axis.rangeStep {
            axis.announce(viewport.target.y, step: updater.step, at: time, duration: duration)
        }
        scale.range = viewport.current.y
        if let transition {
            for listener in listeners { listener(transition) }
        }
    }

    /// Called when a person has moved it alone.
    private func wasMoved(_ axis: PanZoomAxis) {
        for axis in axes { axis.follow() }
        viewport.move(y: axis.extent, at: viewport.time, duration: 0)
        scale.range = viewport.current.y
        hasFitted = true
    }
}
