import ChartCore
import Geometry

/// The actions of a person that an axis allows.
public struct AxisActions: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public let rawValue: UInt8

    /// Makes a set of bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Dragging and scrolling move the window.
    public static let pan = AxisActions(rawValue: 1)
    /// Pinching zooms (and moves) the window.
    public static let pinch = AxisActions(rawValue: 2)
    /// The wheel zooms the window.
    public static let wheel = AxisActions(rawValue: 4)

    /// Everything.
    public static let all: AxisActions = [.pan, .pinch, .wheel]
}

/// Why the window of an axis changed; the raw value is the word in traces.
public enum RangeCause: String, Hashable, Sendable {
    /// A finger, a button that is held, or a scroll moved it.
    case pan
    /// Two fingers moved and zoomed it.
    case pinch
    /// Steps of a wheel, or a scroll with Control held, zoomed or moved it.
    case wheel
    /// It coasts after a gesture has let go of it.
    case momentum
    /// It returns from beyond an end.
    case spring
    /// A gesture was cancelled and undone.
    case cancel
    /// It moves to its home, as after a double click.
    case fit
    /// A command zooms it.
    case zoom
    /// It moves to a page, or comes to rest on one.
    case page
    /// The window in an overview was dragged.
    case overview
    /// The limits changed.
    case limits
    /// The program set it.
    case set
}

/// An axis that a person can move and zoom.
///
/// The same axis may be in several interactions (one date axis under three charts): all of them are
/// notified of every change. Its state is an `AxisWindow`; this class adds the allowed actions and
/// the listeners. An axis made over an interaction filter shows the window of the filter, and
/// notifies the filter and its updater of every change; without a filter, a listener must do this.
@MainActor
public final class PanZoomAxis {
    /// The name of the axis in gutters and traces.
    public let id: String
    /// The direction of the screen along which the values run.
    public let direction: ScreenAxis
    /// Whether values grow to the left or downwards.
    public var isReversed = false
    /// The effect of gestures in the plot on this axis.
    public var plotActions: AxisActions
    /// The effect of gestures in the axis's gutter on it.
    public var gutterActions: AxisActions
    /// The window that fits; nil for the filter's base, or the bounds of the limits.
    public var home: Extent?
    /// The window at which a release comes to rest, given the window to which momentum would take
    /// it (to snap to pages).
    public var restingWindow: ((Extent) -> Extent)?

    private var window: AxisWindow
    private var filter: (any InteractiveAxis)?
    private var updater: RangeUpdater?
    private var filterLimits: AxisLimits?
    private var cause = RangeCause.set
    private var reported: Extent
    private var listeners: [(PanZoomAxis, RangeCause) -> Void] = []

    /// Makes an axis that shows `extent`.
    ///
    /// - Parameters:
    ///   - plotActions: the effect of gestures in the plot; if empty, the plot does not affect the
    ///     axis.
    ///   - gutterActions: the effect of gestures in its own gutter.
    ///   - band: the soft edge; nil for a hard one.
    public init(
        id: String, direction: ScreenAxis, extent: Extent, limits: AxisLimits = .none,
        plotActions: AxisActions = .all, gutterActions: AxisActions = .all,
        band: RubberBand? = .standard
    ) {
        self.id = id
        self.direction = direction
        self.plotActions = plotActions
        self.gutterActions = gutterActions
        window = AxisWindow(extent, limits: limits, band: band)
        reported = window.extent
    }

    /// Makes an axis over the interaction filter of a scale.
    ///
    /// The visible window, the limits and the home are those of the filter; every change is passed
    /// to the filter and then through the updater to the scale.
    public convenience init(
        id: String, direction: ScreenAxis, filter: any InteractiveAxis, updater: RangeUpdater,
        plotActions: AxisActions = .all, gutterActions: AxisActions = .all,
        band: RubberBand? = .standard
    ) {
        self.init(
            id: id, direction: direction, extent: filter.visible.isProper ? filter.visible : .unit,
            plotActions: plotActions, gutterActions: gutterActions, band: band)
        self.filter = filter
        self.updater = updater
        refresh(at: 0)
    }

    /// The visible window.
    public var extent: Extent {
        guard let filter, filter.visible.isProper else { return window.extent }
        return filter.visible
    }
    /// The window it moves to; the present one if it is at rest.
    public var target: Extent { window.isMoving ? window.target : extent }
    /// How far it may be moved and zoomed.
    public var limits: AxisLimits { window.limits }
    /// Whether a gesture holds it.
    public var isHeld: Bool { window.isHeld }
    /// Whether it moves without a gesture, and so needs frames.
    public var isMoving: Bool { window.isMoving }
    /// Whether it moves by momentum or a spring.
    public var isCoasting: Bool { window.isCoasting }
    /// When the window came to rest or, while it moves without a gesture, when it will; in seconds.
    ///
    /// Use this time, not that of the frame in which rest is detected, as the start of anything
    /// that follows the rest: then it comes at the same time at every frame rate. Nil while a
    /// gesture holds the axis, and if a program set it without a time.
    public var restTime: Double? { window.restTime }
    /// Whether the window is beyond an end of its limits.
    public var isBeyondLimits: Bool { window.isBeyondLimits }

    /// Calls `listener` after every change of the window, with its cause; in the order of addition.
    ///
    /// This connects the axis to the range filters: a listener passes `extent` to the filter of its
    /// scale and notifies the updater.
    public func onChange(_ listener: @escaping (PanZoomAxis, RangeCause) -> Void) {
        listeners.append(listener)
    }

    /// Sets the window at once; motion stops, a gesture that holds the axis continues.
    ///
    /// - Parameter time: the time of the change, for `restTime`; nil if unknown.
    public func set(_ extent: Extent, cause: RangeCause = .set, at time: Double? = nil) {
        change(cause) { $0.set(extent, at: time) }
    }

    /// Replaces the limits and brings the window within them.
    public func setLimits(_ limits: AxisLimits, at time: Double) {
        change(window.isMoving ? cause : .limits) { $0.setLimits(limits, at: time) }
    }

    /// Moves to a window in `duration` seconds from `time`.
    public func glide(
        to extent: Extent, at time: Double, duration: Double, easing: Easing = .easeOut,
        cause: RangeCause = .set
    ) {
        change(cause) { $0.glide(to: extent, at: time, duration: duration, easing: easing) }
    }

    /// The position of a moving window at a time; the present one if it is at rest or held.
    public func extent(at time: Double) -> Extent {
        guard window.isMoving else { return extent }
        var then = window
        then.advance(to: time)
        return then.extent
    }

    /// Advances to a frame's time; returns whether it still moves afterwards.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        guard window.isMoving else { return false }
        change(cause) { $0.advance(to: time) }
        return window.isMoving
    }

    /// Takes over the window and the limits of the filter; nothing changes on the screen.
    ///
    /// Gestures and commands do this automatically before they act. A window that is held or moves
    /// keeps its place and respects new limits.
    public func refresh(at time: Double) {
        guard let filter else { return }
        if window.isHeld || window.isMoving {
            let limits = filter.limits
            guard limits != filterLimits else { return }
            filterLimits = limits
            change(cause) { $0.setLimits(limits, at: time) }
        } else if filter.visible != window.extent || filter.limits != filterLimits {
            filterLimits = filter.limits
            window.adopt(filter.visible, limits: filter.limits)
            reported = window.extent
        }
    }

    /// A gesture takes hold of the window at a place on the screen.
    ///
    /// - Parameter continuing: the gesture follows another of the same fingers.
    func hold(
        at place: Double, track: AxisTrack, time: Double, continuing: Bool, zooming: Bool
    ) {
        if !continuing { filter?.holdBegan() }
        change(.pan) {
            $0.hold(
                at: place, track: track, time: time, continuing: continuing, zooming: zooming)
        }
    }

    /// Releases the window and undoes the gesture.
    func cancel(at time: Double) {
        guard isHeld else { return }
        change(.cancel) { $0.cancel(at: time) }
        filter?.holdWasCancelled(at: time)
    }

    /// The window zoomed around its middle by a factor, as far as the limits allow.
    func zoomed(_ from: Extent, by factor: Double) -> Extent {
        let length = window.allowedLength(from.length / factor)
        let lower = from.min + (from.length - length) / 2
        return Extent(min: lower, max: lower + length)
    }

    /// The window used by fitting.
    var homeWindow: Extent? {
        if let home { return home }
        if let filter, filter.base.isProper { return filter.base }
        return limits.bounds
    }

    /// The position of the axis on the screen in a plot; nil if the plot has no extent.
    func track(in plot: Rect) -> AxisTrack? {
        guard !plot.isEmpty else { return nil }
        let ends =
            direction == .horizontal ? (plot.minX, plot.maxX) : (plot.maxY, plot.minY)
        return isReversed
            ? AxisTrack(start: ends.1, end: ends.0) : AxisTrack(start: ends.0, end: ends.1)
    }

    /// The part of a point, and of a displacement, along this axis.
    func along(_ point: Point) -> Double { direction == .horizontal ? point.x : point.y }
    func along(_ vector: Vector) -> Double { direction == .horizontal ? vector.dx : vector.dy }

    /// Changes the state for a cause and notifies the listeners if the window has changed.
    func change(_ cause: RangeCause, _ body: (inout AxisWindow) -> Void) {
        self.cause = cause
        // On a copy: code of the program that the body calls may read this axis meanwhile.
        var changed = window
        body(&changed)
        window = changed
        let now = changed.extent
        // Setting a range counts as a change even if it equals the initial range of a scale.
        guard now != reported || (cause == .set && updater.map { $0.range == nil } == true)
        else { return }
        reported = now
        if let filter {
            // Beyond the ends only on purpose: the filter would clamp it otherwise.
            filter.show(now, overshoot: filter.limits.constrain(now) != now)
            updater?.update()
        }
        for listener in listeners { listener(self, cause) }
    }
}
