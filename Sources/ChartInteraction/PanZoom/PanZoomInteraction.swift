import ChartCore
import Geometry
import Glibc

// From gestures to the windows of axes.
//
// Data layout: the axes; the positions of the chart's parts; the one gesture that holds them, if
// any.
// Method: a gesture that begins is tested against the regions, which determine the affected axes,
// and takes hold of those; its totals move them; its end releases them. A newer gesture takes over
// from an older one, whose remaining phases are then ignored. All arithmetic is in `AxisWindow`.
// Limits: marking gestures (spans, crosshair) are not handled here: such gestures are not consumed.

/// Moves and zooms the axes of one chart by gestures.
///
/// Pass the interpreter's gestures to `handle(_:)` and call `advance(to:)` once per frame while it
/// returns that something moves. It reads no clock: the same gestures give the same windows.
@MainActor
public final class PanZoomInteraction {
    /// The effect of a vertical scroll on a touchpad in the plot.
    public enum VerticalScroll: Hashable, Sendable {
        /// It moves the vertical axes that can be moved.
        case asAxes
        /// It moves the horizontal axes.
        case pansHorizontally
        /// It zooms around the pointer.
        case zooms
    }

    /// Distances in points, times in seconds.
    public struct Options: Hashable, Sendable {
        /// The factor of one step of a wheel.
        public var wheelFactor = 1.2
        /// Whether a step of a wheel turns a page (see `page(by:at:)`) and does not zoom.
        public var wheelTurnsPages = false
        /// How far one step of a sideways wheel moves the content.
        public var wheelPan = 60.0
        /// The scroll that zooms by a factor e, if a scroll zooms.
        public var scrollZoomDistance = 200.0
        /// The effect of a vertical scroll on a touchpad in the plot.
        public var verticalScroll = VerticalScroll.asAxes
        /// The slowest release with momentum, in points per second.
        public var leastFling = 30.0
        /// The highest speed of any momentum, in points per second.
        public var fastestFling = 20_000.0
        /// The devices whose release has momentum.
        public var flingDevices: Set<Gesture.Device> = [.mouse, .touch, .touchpad]
        /// The duration of fitting, zooming by command and paging.
        public var glideDuration = 0.3
        /// Whether a double click or tap fits.
        public var fitsOnDoubleTap = true
        /// Only motion of the hand: no momentum, no gliding, no springing.
        public var reducesMotion = false

        /// Makes the usual options.
        public init() {}
    }

    /// The result of a gesture.
    public struct Response: OptionSet, Hashable, Sendable {
        /// The set as bits.
        public let rawValue: UInt8

        /// Makes a set of bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The gesture was for the axes: no other code needs to handle it.
        public static let consumed = Response(rawValue: 1)
        /// A window changed: draw.
        public static let changed = Response(rawValue: 2)
        /// Something moves without a gesture: request frames and call `advance(to:)`.
        public static let moving = Response(rawValue: 4)
    }

    private struct Hold {
        let id: Int
        let axes: [Held]
    }

    private struct Held {
        let axis: PanZoomAxis
        let actions: AxisActions
    }

    /// The options of the interaction.
    public var options: Options
    /// The axes it moves, in the order of notification.
    public private(set) var axes: [PanZoomAxis]
    /// The positions of the chart's parts; set it with every layout.
    public var regions: ChartRegions

    private var hold: Hold?
    private var stoppingContact: Int?
    private var flingDevice: Gesture.Device?
    /// The part of a wheel's step that has not turned a page yet.
    private var pageTurn = 0.0

    /// Makes the interaction of a chart.
    ///
    /// The regions may be set later; without a plot no gesture affects the chart.
    public init(
        axes: [PanZoomAxis], regions: ChartRegions = ChartRegions(plot: .zero),
        options: Options = Options()
    ) {
        self.axes = axes
        self.regions = regions
        self.options = options
    }

    /// Adds an axis after the others; does nothing if it is already present.
    ///
    /// Its id must be unique: regions refer to the axis by it.
    public func add(_ axis: PanZoomAxis) {
        guard !axes.contains(where: { $0 === axis }) else { return }
        precondition(!axes.contains { $0.id == axis.id }, "two axes share the id \(axis.id)")
        axes.append(axis)
    }

    /// Whether the container of the charts requires that only the hand moves them, whatever the
    /// options.
    package var isHeldStill = false
    /// Whether nothing moves except by hand.
    package var isStill: Bool { options.reducesMotion || isHeldStill }
    /// The present duration of fitting, zooming by command and paging, in seconds.
    package var glideDuration: Double { isStill ? 0 : options.glideDuration }

    /// Whether an axis moves without a gesture.
    public var isMoving: Bool { axes.contains { $0.isMoving } }

    /// Advances all motion to a frame's time; returns whether another frame is needed.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        for axis in axes {
            axis.advance(to: time)
            // Motion that is no longer allowed ends where it would have ended.
            if isStill { arrive(axis, at: time) }
        }
        return isMoving
    }

    /// Stops momentum and gliding at a time, as a key does; a window beyond an end springs back.
    public func stop(at time: Double) {
        for axis in axes where axis.isMoving {
            axis.change(.momentum) { $0.stop(at: time) }
            settle(axis, at: time)
        }
    }

    /// Ends everything in progress: a gesture that holds an axis releases it, motion stops.
    public func end(at time: Double) {
        letGo(at: time)
        stop(at: time)
    }

    /// Performs a gesture.
    public func handle(_ gesture: Gesture) -> Response {
        for axis in axes { axis.refresh(at: gesture.time) }
        let before = axes.map(\.extent)
        var response: Response = []
        switch gesture.kind {
        case .contact: contact(gesture)
        case .pan(let lock): if pan(gesture, lock) { response.insert(.consumed) }
        case .pinch(let pinch): if self.pinch(gesture, pinch) { response.insert(.consumed) }
        case .wheel(let steps): if wheel(gesture, steps) { response.insert(.consumed) }
        case .tap(let count): if tap(gesture, count) { response.insert(.consumed) }
        case .hover where gesture.phase == .ended:
            // The touchpad's focus moved elsewhere; a finger's fling on the screen continues.
            if hold == nil, flingDevice == .touchpad { stop(at: gesture.time) }
        case .hover, .select, .longPress, .swipe: break
        }
        if axes.map(\.extent) != before { response.insert(.changed) }
        if isMoving { response.insert(.moving) }
        return response
    }

    // MARK: Commands

    /// Moves every axis that has a home window to it, or those in `axes`.
    public func fit(at time: Double, axes chosen: [PanZoomAxis]? = nil) {
        letGo(at: time)
        for axis in chosen ?? axes {
            axis.refresh(at: time)
            guard let home = axis.homeWindow, home.isProper else { continue }
            glide(axis, to: home, at: time, cause: .fit)
        }
    }

    /// Zooms the horizontal axes around the middle by a factor (above 1: closer).
    public func zoom(by factor: Double, at time: Double) {
        precondition(factor > 0, "a zoom factor must be positive, not \(factor)")
        for axis in axes where axis.direction == .horizontal {
            axis.refresh(at: time)
            let from = axis.target
            glide(axis, to: axis.zoomed(from, by: factor), at: time, cause: .zoom)
        }
    }

    /// Moves the horizontal axes by a number of windows; quick successive calls add up.
    public func page(by windows: Double, at time: Double) {
        for axis in axes where axis.direction == .horizontal {
            axis.refresh(at: time)
            let from = axis.target
            let moved = from.offset(by: windows * from.length)
            glide(axis, to: axis.restingWindow?(moved) ?? moved, at: time, cause: .page)
        }
    }

    private func letGo(at time: Double) {
        for held in hold?.axes ?? [] { held.axis.change(.set) { $0.release(at: time) } }
        hold = nil
    }

    private func glide(_ axis: PanZoomAxis, to extent: Extent, at time: Double, cause: RangeCause) {
        axis.glide(to: extent, at: time, duration: glideDuration, cause: cause)
    }

    // MARK: Gestures

    private func contact(_ gesture: Gesture) {
        switch gesture.phase {
        case .began:
            guard regions.region(at: gesture.origin) != .none else { return }
            for axis in axes where axis.isMoving {
                if axis.isCoasting { stoppingContact = gesture.id }
                axis.change(.momentum) { $0.stop(at: gesture.time) }
            }
        case .changed: break
        case .ended, .cancelled:
            if stoppingContact == gesture.id { stoppingContact = nil }
            guard hold == nil else { return }
            for axis in axes { settle(axis, at: gesture.time) }
        }
    }

    private func pan(_ gesture: Gesture, _ lock: DirectionLock) -> Bool {
        if gesture.phase == .began {
            let zooms = scrollZoom(gesture, lock) != nil
            guard take(gesture, needing: zooms ? [.wheel, .pinch] : .pan, zooming: zooms) else {
                return false
            }
        }
        guard let hold, hold.id == gesture.id else { return false }
        if let factor = scrollZoom(gesture, lock) {
            move(hold, gesture, cause: .wheel) { held in
                held.actions.isDisjoint(with: [.wheel, .pinch]) ? nil : (0, factor)
            }
            finish(hold, gesture, velocity: .zero)
            return true
        }
        let travel = guided(gesture.translation, gesture, lock, hold)
        move(hold, gesture, cause: .pan) { held in
            held.actions.contains(.pan) ? (held.axis.along(travel), 1) : nil
        }
        finish(hold, gesture, velocity: guided(gesture.velocity, gesture, lock, hold))
        return true
    }

    private func pinch(_ gesture: Gesture, _ pinch: Pinch) -> Bool {
        if gesture.phase == .began {
            guard take(gesture, needing: [.pan, .pinch], zooming: true) else { return false }
        }
        guard let hold, hold.id == gesture.id else { return false }
        let isOneWay = self.isOneWay(hold, for: .pinch)
        move(hold, gesture, cause: .pinch) { held in
            let isHorizontal = held.axis.direction == .horizontal
            // If only one direction zooms, fingers that spread in the other one zoom it too.
            let isAcross = pinch.lock == (isHorizontal ? .vertical : .horizontal)
            let own = isHorizontal ? pinch.scaleX : pinch.scaleY
            let scale = isOneWay && isAcross ? pinch.scale : own
            return (
                held.axis.along(gesture.translation), held.actions.contains(.pinch) ? scale : 1
            )
        }
        finish(hold, gesture, velocity: .zero)
        return true
    }

    private func wheel(_ gesture: Gesture, _ steps: Vector) -> Bool {
        let region = regions.region(at: gesture.origin)
        if options.wheelTurnsPages { return turnPages(gesture, steps, region) }
        var isConsumed = false
        var sideways = steps.dx + (gesture.modifiers.contains(.shift) ? steps.dy : 0)
        if sideways != 0, hasPages(region) {
            isConsumed = turnPages(gesture, Vector(dx: sideways, dy: 0), region)
            sideways = 0
        }
        let turns = gesture.modifiers.contains(.shift) ? 0 : steps.dy
        for held in concerned(region) {
            guard let track = held.axis.track(in: regions.plot) else { continue }
            if sideways != 0, held.axis.direction == .horizontal, held.actions.contains(.pan) {
                held.axis.change(.wheel) {
                    $0.pan(by: -sideways * options.wheelPan, track: track, at: gesture.time)
                }
                isConsumed = true
            }
            if turns != 0, held.actions.contains(.wheel) {
                // Turning the wheel towards oneself (down) zooms out.
                held.axis.change(.wheel) {
                    $0.zoom(
                        by: pow(options.wheelFactor, min(max(-turns, -50), 50)),
                        about: held.axis.along(gesture.origin),
                        track: track, at: gesture.time)
                }
                isConsumed = true
            }
            if isStill { arrive(held.axis, at: gesture.time) }
        }
        return isConsumed
    }

    /// Whether a horizontal pan in a region comes to rest on pages.
    private func hasPages(_ region: ChartRegion) -> Bool {
        concerned(region).contains {
            $0.axis.direction == .horizontal && $0.actions.contains(.pan)
                && $0.axis.restingWindow != nil
        }
    }

    /// Turns a page for every whole step, forwards for down and right; returns whether it is over
    /// an axis.
    private func turnPages(_ gesture: Gesture, _ steps: Vector, _ region: ChartRegion) -> Bool {
        guard hold == nil, concerned(region).contains(where: { $0.actions.contains(.pan) }) else {
            return false
        }
        let turn = abs(steps.dx) > abs(steps.dy) ? steps.dx : steps.dy
        // Parts of a step add up as long as they have the same direction.
        pageTurn = pageTurn * turn < 0 ? turn : pageTurn + turn
        let whole = pageTurn.rounded(.towardZero)
        guard whole != 0 else { return true }
        pageTurn -= whole
        page(by: min(max(whole, -50), 50), at: gesture.time)
        return true
    }

    private func tap(_ gesture: Gesture, _ count: Int) -> Bool {
        if stoppingContact == gesture.id {
            // This tap was used to stop a motion.
            return true
        }
        guard options.fitsOnDoubleTap, count == 2, gesture.button == .left else { return false }
        let concerned = concerned(regions.region(at: gesture.origin)).map(\.axis)
        guard !concerned.isEmpty else { return false }
        fit(at: gesture.time, axes: concerned)
        return true
    }

    // MARK: Holding

    /// The axes that gestures in a region may affect, and how.
    private func concerned(_ region: ChartRegion) -> [Held] {
        switch region {
        case .none, .overview: return []
        case .plot:
            return axes.filter { !$0.plotActions.isEmpty }
                .map { Held(axis: $0, actions: $0.plotActions) }
        case .gutter(let id):
            return axes.filter { $0.id == id && !$0.gutterActions.isEmpty }
                .map { Held(axis: $0, actions: $0.gutterActions) }
        }
    }

    /// Takes hold of the axes that a gesture affects; returns whether there are any.
    private func take(
        _ gesture: Gesture, needing actions: AxisActions, zooming: Bool
    ) -> Bool {
        let isContinuing = gesture.isHandover && hold != nil
        var chosen: [Held]
        if isContinuing, let hold {
            chosen = hold.axes
        } else {
            chosen = concerned(regions.region(at: gesture.origin))
            guard chosen.contains(where: { !$0.actions.isDisjoint(with: actions) }) else {
                return false
            }
            for old in hold?.axes ?? [] where !chosen.contains(where: { $0.axis === old.axis }) {
                old.axis.change(.momentum) { $0.release(at: gesture.time) }
            }
        }
        chosen = chosen.filter { held in
            guard let track = held.axis.track(in: regions.plot) else { return false }
            held.axis.hold(
                at: held.axis.along(gesture.origin), track: track, time: gesture.time,
                continuing: isContinuing, zooming: zooming)
            return true
        }
        hold = chosen.isEmpty ? nil : Hold(id: gesture.id, axes: chosen)
        return hold != nil
    }

    /// Moves everything held by the result of `rule` for each axis: a travel in points and a scale.
    private func move(
        _ hold: Hold, _ gesture: Gesture, cause: RangeCause,
        _ rule: (Held) -> (travel: Double, scale: Double)?
    ) {
        guard gesture.phase != .cancelled else { return }
        for held in hold.axes {
            guard let track = held.axis.track(in: regions.plot), let step = rule(held) else {
                continue
            }
            let place = held.axis.along(gesture.origin) + step.travel
            held.axis.change(cause) { $0.drag(to: place, scale: step.scale, track: track) }
        }
    }

    /// Releases the axes at the end of a gesture.
    private func finish(_ hold: Hold, _ gesture: Gesture, velocity: Vector) {
        switch gesture.phase {
        case .began, .changed: return
        case .ended where gesture.isHandover: return
        case .ended:
            self.hold = nil
            flingDevice = gesture.device
            let hasMomentum =
                options.flingDevices.contains(gesture.device)
                && velocity.length >= options.leastFling
            for held in hold.axes {
                // Even without motion a flick determines the page.
                let isThrown =
                    hasMomentum && held.actions.contains(.pan)
                    && (!isStill || held.axis.restingWindow != nil)
                let fastest = options.fastestFling
                let speed = isThrown ? min(max(held.axis.along(velocity), -fastest), fastest) : 0
                held.axis.change(speed == 0 ? .spring : .momentum) {
                    $0.release(
                        velocity: speed, at: gesture.time, restingAt: held.axis.restingWindow)
                }
                if isStill { arrive(held.axis, at: gesture.time) }
            }
        case .cancelled:
            self.hold = nil
            for held in hold.axes {
                held.axis.cancel(at: gesture.time)
                if isStill { arrive(held.axis, at: gesture.time) }
            }
        }
    }

    private func settle(_ axis: PanZoomAxis, at time: Double) {
        guard !axis.isHeld, !axis.isMoving else { return }
        if axis.isBeyondLimits {
            axis.change(.spring) { $0.settle(at: time) }
        } else if let rest = axis.restingWindow?(axis.extent), rest != axis.extent {
            // Stopped between two pages.
            glide(axis, to: rest, at: time, cause: .page)
        }
        if isStill { arrive(axis, at: time) }
    }

    /// Ends a motion where it would end without interruption.
    private func arrive(_ axis: PanZoomAxis, at time: Double) {
        guard axis.isMoving else { return }
        axis.set(axis.target, cause: .spring, at: time)
    }

    // MARK: The direction of a pan

    /// Whether all held axes that respond to an action are in one direction of the screen.
    private func isOneWay(_ hold: Hold, for action: AxisActions) -> Bool {
        let moving = hold.axes.filter { $0.actions.contains(action) }
        return Set(moving.map(\.axis.direction)).count < 2
    }

    private func isScroll(_ gesture: Gesture) -> Bool {
        gesture.device == .touchpad || gesture.device == .continuousScroll
    }

    /// The zoom for a scroll, if the scroll zooms.
    private func scrollZoom(_ gesture: Gesture, _ lock: DirectionLock) -> Double? {
        guard isScroll(gesture) else { return nil }
        let zooms =
            gesture.modifiers.contains(.control)
            || (options.verticalScroll == .zooms && lock == .vertical
                && !gesture.modifiers.contains(.shift))
        guard zooms else { return nil }
        return exp(min(max(gesture.translation.dy / options.scrollZoomDistance, -50), 50))
    }

    /// A travel or velocity with the lock, the Shift key and the scroll rule applied.
    private func guided(
        _ travel: Vector, _ gesture: Gesture, _ lock: DirectionLock, _ hold: Hold
    ) -> Vector {
        if isScroll(gesture) {
            let turns =
                gesture.modifiers.contains(.shift)
                || (options.verticalScroll == .pansHorizontally && lock == .vertical)
            if turns {
                return lock == .vertical
                    ? Vector(dx: travel.dy, dy: 0) : Vector(dx: travel.dx, dy: 0)
            }
            return lock.applied(to: travel)
        }
        // If only one direction moves, there is nothing to choose: the content follows the finger.
        return isOneWay(hold, for: .pan) ? travel : lock.applied(to: travel)
    }
}
