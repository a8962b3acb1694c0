// One direction of values in a chart, and how it gets its range.
//
// While the x range is held or moves, the values *follow*: they grow at once where a visible sample
// needs it and shrink where much would be unused (`RangeFollowing`). Once it rests, or is going
// somewhere that is known, they *fit*: the range of what is visible sent through the dimension's
// filters, a function of the x range alone. Every change glides from the present value and velocity.
// A person who moves an axis of the dimension by itself pins it: then it neither follows nor fits.

import ChartCore
import ChartInteraction

/// One direction of values in a chart: its scale, the filters that give the scale its range, and what
/// a person may do to it.
///
/// A chart has one or several of them: a weight in kilograms and a pressure in millimetres of mercury
/// over the same days. Marks stand on the first one unless they were assigned to another (see
/// `Chart.assign`).
@MainActor
public final class ValueDimension {
    /// The name, by which parts of a chart find it; unique within a chart.
    public nonisolated let id: String
    /// Its values, as they are drawn now.
    public let scale: Scale
    /// What gives it its range, told by `Chart.fitValues`.
    public let updater: RangeUpdater
    /// What a person may do to it by itself, which pins it: nothing, unless its `gutterActions` say
    /// so.
    public let panZoom: PanZoomAxis
    /// When it grows and shrinks while the x range moves.
    public var following = RangeFollowing()
    let pin: ValuePin
    /// The axes that show it.
    var axes: [ChartAxis] = []
    private var viewport = Viewport(x: .unit, y: .unit)
    /// Whether it has the range of some data.
    private var hasFitted = false
    private var listeners: [@MainActor (Viewport.Transition) -> Void] = []

    /// A dimension of values.
    ///
    /// - Parameters:
    ///   - filters: what makes a range of the extremes of what is visible, one after the other.
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
    }

    /// The visible range.
    public var range: Extent { scale.range }
    /// Where the visible range is going; where it is, if it stands.
    public var target: Extent { viewport.target.y }
    /// Whether it is on its way.
    public var isMoving: Bool { viewport.isMoving }
    /// Whether a person has moved it by itself, so that it does not follow.
    public var isPinned: Bool { pin.pinned != nil }

    /// Calls `listener` whenever the values set out for another range, once for each: before the first
    /// frame of the way, with where from, where to and for how long.
    public func onTransition(_ listener: @escaping @MainActor (Viewport.Transition) -> Void) {
        listeners.append(listener)
    }

    /// Moves it to a range, and pins it there.
    ///
    /// - Parameters:
    ///   - time: of the frame clock, when it sets out.
    ///   - duration: in seconds; 0 is at once.
    public func pin(to range: Extent, at time: Double, duration: Double) {
        guard range.isProper else { return }
        panZoom.refresh(at: time)
        panZoom.glide(to: range, at: time, duration: duration, cause: .zoom)
    }

    // MARK: What the chart tells it

    /// Moves it on to a frame's time; whether another frame is needed.
    func advance(to time: Double) -> Bool {
        let glides = viewport.advance(to: time)
        scale.range = viewport.current.y
        return glides
    }

    /// Lets it be at once where it is going.
    func arrive(at time: Double) {
        if isMoving { viewport.move(y: target, at: time, duration: 0) }
    }

    /// Gives it the range of some values, over `length` points.
    ///
    /// A pinned one stays as it is; so does one over a stretch without readings, which says nothing
    /// of where the values are.
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

    /// Lets it follow some values: where a sample needs room, or much of it is unused.
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

    /// Lets it go where it was pinned.
    func release(at time: Double) {
        // What moved it by itself ends here.
        panZoom.set(range, at: time)
        pin.reset()
    }

    /// The range that suits values; nil where the filters make none of them.
    private func fitted(_ values: Extent, _ length: Double) -> Extent? {
        updater.viewportLength = length
        updater.setSource(values, update: false)
        return updater.update()
    }

    /// Sends the values to another range and tells once where they go.
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

    /// It was moved by itself.
    private func wasMoved(_ axis: PanZoomAxis) {
        for axis in axes { axis.follow() }
        viewport.move(y: axis.extent, at: viewport.time, duration: 0)
        scale.range = viewport.current.y
        hasFitted = true
    }
}
