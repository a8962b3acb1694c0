import ChartCore
import Geometry

/// What a person may do to an axis.
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
    /// The way back from beyond an end.
    case spring
    /// A gesture was taken away and undone.
    case cancel
    /// It goes to its home, as by a double click.
    case fit
    /// A command zooms it.
    case zoom
    /// It goes to a page, or comes to rest on one.
    case page
    /// The window in an overview was dragged.
    case overview
    /// The limits changed.
    case limits
    /// The program said so.
    case set
}

/// An axis that a person can move and zoom.
///
/// The same axis may be in several interactions (one date axis under three charts): whoever moves
/// it, all hear of it. Its state is an `AxisWindow`; this class adds who may do what, and who
/// listens. An axis made over an interaction filter shows what the filter shows, and tells the
/// filter and its updater of every change; without one, a listener does what is to be done.
@MainActor
public final class PanZoomAxis {
    /// The name by which gutters and traces know the axis.
    public let id: String
    /// The direction of the screen along which the values run.
    public let direction: ScreenAxis
    /// Whether values grow to the left or downwards.
    public var isReversed = false
    /// What gestures in the plot do to this axis.
    public var plotActions: AxisActions
    /// What gestures in the axis's gutter do to it.
    public var gutterActions: AxisActions
    /// The window that fits; nil for the filter's base, or the bounds of the limits.
    public var home: Extent?
    /// Where a release comes to rest, asked with where momentum would take it (to snap to pages).
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
    ///   - plotActions: what gestures in the plot do; none makes an axis that the plot leaves
    ///     alone.
    ///   - gutterActions: what gestures in its own gutter do.
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
    /// What is visible, the limits and the home are the filter's; every change goes to the filter
    /// and then through the updater to the scale.
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
    /// Where the window is going; where it is, if it stands.
    public var target: Extent { window.isMoving ? window.target : extent }
    /// How far it may go and how far it may zoom.
    public var limits: AxisLimits { window.limits }
    /// Whether a gesture holds it.
    public var isHeld: Bool { window.isHeld }
    /// Whether it moves by itself, and so needs frames.
    public var isMoving: Bool { window.isMoving }
    /// Whether it moves by momentum or a spring.
    public var isCoasting: Bool { window.isCoasting }
    /// When the window came to rest or, while it moves by itself, when it will; in seconds.
    ///
    /// What follows when it rests begins at this time and not at that of the frame which finds it at
    /// rest: so it comes at the same time at every frame rate. Nil while a gesture holds the axis,
    /// and where a program put it without saying when.
    public var restTime: Double? { window.restTime }
    /// Whether the window lies beyond an end of its limits.
    public var isBeyondLimits: Bool { window.isBeyondLimits }

    /// Calls `listener` after every change of the window, with its cause; in the order of addition.
    ///
    /// This is where the axis meets the range filters: a listener hands `extent` to the filter of
    /// its scale and tells the updater.
    public func onChange(_ listener: @escaping (PanZoomAxis, RangeCause) -> Void) {
        listeners.append(listener)
    }

    /// Puts the window somewhere at once; motion stops, a gesture that holds the axis goes on.
    ///
    /// - Parameter time: when that was, for `restTime`; nil where nobody can tell.
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

    /// Where a window that moves by itself is at a time; where it is, if it stands or is held.
    public func extent(at time: Double) -> Extent {
        guard window.isMoving else { return extent }
        var then = window
        then.advance(to: time)
        return then.extent
    }

    /// Moves on to a frame's time; whether it still moves afterwards.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        guard window.isMoving else { return false }
        change(cause) { $0.advance(to: time) }
        return window.isMoving
    }

    /// Takes over what the filter shows and how far it may go; nothing changes on the screen.
    ///
    /// Gestures and commands do this by themselves before they act. A window that is held or moves
    /// keeps its place and feels new limits.
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

    /// A gesture takes hold of the window at a place of the screen.
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

    /// Lets go and undoes what the gesture did.
    func cancel(at time: Double) {
        guard isHeld else { return }
        change(.cancel) { $0.cancel(at: time) }
        filter?.holdWasCancelled(at: time)
    }

    /// The window zoomed about its middle by a factor, as far as that is allowed.
    func zoomed(_ from: Extent, by factor: Double) -> Extent {
        let length = window.allowedLength(from.length / factor)
        let lower = from.min + (from.length - length) / 2
        return Extent(min: lower, max: lower + length)
    }

    /// The window that fitting goes to.
    var homeWindow: Extent? {
        if let home { return home }
        if let filter, filter.base.isProper { return filter.base }
        return limits.bounds
    }

    /// The place of the axis on the screen in a plot; nil where the plot has no extent.
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

    /// Changes the state under a cause and tells the listeners if the window is another one.
    func change(_ cause: RangeCause, _ body: (inout AxisWindow) -> Void) {
        self.cause = cause
        // On a copy: what the body asks the program for may read this axis meanwhile.
        var changed = window
        body(&changed)
        window = changed
        let now = changed.extent
        // A range that somebody says counts as said though it is the one that a scale begins with.
        guard now != reported || (cause == .set && updater.map { $0.range == nil } == true)
        else { return }
        reported = now
        if let filter {
            // Beyond the ends only on purpose: the filter would cut it otherwise.
            filter.show(now, overshoot: filter.limits.constrain(now) != now)
            updater?.update()
        }
        for listener in listeners { listener(self, cause) }
    }
}
