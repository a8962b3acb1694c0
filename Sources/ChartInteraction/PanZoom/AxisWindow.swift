import ChartCore
import Glibc

// The window of one axis under a hand.
//
// Data layout: the *pull* (the lower end and length that the hand requests), from which the visible
// window follows through the limits and the rubber band; and the current activity: rest, hold,
// coast, glide.
// Method: a hold stores the window and the place at its beginning. Every update computes from these
// and from totals: length = L0·(s0/s), and the lower end is such that the value that was under the
// place at the beginning is under the place now. Nothing accumulates, so nothing drifts. A zoom
// that reaches a limit moves the reference scale with it, so reversing has an effect at once: there
// is no dead zone. Beyond an end the pull continues and the band shows less of it (see
// `RubberBand`). Coasting and springing act on the pull, so they join the drag in place and in
// velocity. Fingers that zoom keep their data everywhere, beyond the ends too: for them the band
// has as much slack as they need. The slack is kept on the way back, and a finger that stays on the
// screen takes over the part used so far, so that no change of fingers moves anything and none has
// a dead zone. A glide that replaces a motion joins it in place and in velocity (see `AxisGlide`).
// A glide that replaces a motion joins it in place and in velocity (see `AxisGlide`).
// Limits: linear in the axis's units; a logarithmic axis passes logarithms.
// Rejected: scale and translation accumulated per event (drifts, and depends on the event rate).

/// The visible window of one axis: held, thrown, gliding and kept within limits.
///
/// Times are seconds of the frame clock, places are points along the axis's direction.
public struct AxisWindow: Hashable, Sendable {
    private struct Hold: Hashable, Sendable {
        var track: AxisTrack
        var grip: Double
        var lower: Double
        var length: Double
        /// The scale of the gesture at which the length is `referenceLength`.
        var referenceScale: Double
        var referenceLength: Double
        var place: Double
        var scale: Double
    }

    private struct Coasting: Hashable, Sendable {
        var start: Double
        /// Where it started, and the length of a point at that time.
        var lower: Double
        var length: Double
        var pointsPerUnit: Double
        var coast: Coast
        /// Where it is to end; the length changes to that of this window on the way.
        var goal: Extent?
        var stretch: Coast?

        var duration: Double { max(coast.duration, stretch?.duration ?? 0) }
    }

    private enum Activity: Hashable, Sendable {
        case rest
        case hold(Hold)
        case coast(Coasting)
        case glide(AxisGlide)
    }

    /// The limits of the window.
    public private(set) var limits: AxisLimits
    /// The soft edge; nil for a hard one.
    public var band: RubberBand?
    /// The springs' frequency, in radians per second.
    public var springFrequency = Spring.edgeFrequency

    private var lower: Double
    private var length: Double
    private var pointsPerUnit: Double
    private var activity = Activity.rest
    private var undo: Extent?
    /// How far beyond an end the content follows without resistance, in points.
    private var slack = 0.0
    /// When the window came to rest, if known.
    private var restedAt: Double?

    /// Makes a window at rest; it is clamped to the limits.
    ///
    /// - Precondition: the extent is finite and has a positive length.
    public init(
        _ extent: Extent, limits: AxisLimits = .none, band: RubberBand? = .standard
    ) {
        precondition(extent.isProper, "a window needs finite ends in order, not \(extent)")
        let extent = limits.constrain(extent)
        self.limits = limits
        self.band = band
        lower = extent.min
        length = extent.length
        pointsPerUnit = 1 / extent.length
    }

    // MARK: Reading

    /// The visible window.
    public var extent: Extent {
        if case .glide = activity { return Extent(min: lower, max: lower + length) }
        return limits.window(lower: visibleLower, length: length)
    }

    /// Whether a gesture holds the window.
    public var isHeld: Bool {
        if case .hold = activity { return true }
        return false
    }

    /// Whether the window moves without a gesture.
    public var isMoving: Bool {
        switch activity {
        case .rest, .hold: false
        case .coast, .glide: true
        }
    }

    /// Whether the window moves by a release's momentum or a spring, which a touch stops.
    public var isCoasting: Bool {
        if case .coast = activity { return true }
        return false
    }

    /// The window it moves to: the end of a coast or glide, otherwise the present one.
    public var target: Extent {
        switch activity {
        case .rest, .hold: extent
        case .coast(let motion):
            motion.goal
                ?? limits.constrain(
                    Extent(
                        min: motion.lower + motion.coast.finalPosition / pointsPerUnit,
                        max: motion.lower + motion.coast.finalPosition / pointsPerUnit + length))
        case .glide(let motion): motion.to
        }
    }

    /// When the window came to rest or, while it moves without a gesture, when it will; in seconds.
    ///
    /// It is computed from the motion and not observed: the same at every frame rate. Nil while a
    /// gesture holds the window, and if it was set without a time.
    public var restTime: Double? {
        switch activity {
        case .rest: restedAt
        case .hold: nil
        case .coast(let motion): motion.start + motion.duration
        case .glide(let motion): motion.end
        }
    }

    private var visibleLower: Double {
        let ends = limits.lowerEnds(length: length)
        let home = min(max(lower, ends.lowerBound), ends.upperBound)
        if lower == home { return lower }
        guard let band else { return home }
        let pull = (lower - home) * pointsPerUnit
        guard abs(pull) > slack else { return lower }
        let visible = slack + band.excess(pull: abs(pull) - slack)
        return home + (pull < 0 ? -visible : visible) / pointsPerUnit
    }

    /// Whether the window is beyond an end, as while it is dragged there or springs back.
    public var isBeyondLimits: Bool { !limits.lowerEnds(length: length).contains(lower) }

    // MARK: Setting

    /// Sets the window at once, clamped to the limits; a gesture that holds it continues.
    ///
    /// - Parameter time: the time of the change, for `restTime`; nil if unknown.
    public mutating func set(_ extent: Extent, at time: Double? = nil) {
        precondition(extent.isProper, "a window needs finite ends in order, not \(extent)")
        let extent = limits.constrain(extent)
        let track = trackLength
        lower = extent.min
        length = extent.length
        pointsPerUnit = track / length
        if case .hold(let hold) = activity { retakeHold(hold) } else { rest(at: time) }
    }

    /// Takes over a window that something else shows, with its limits, unchanged.
    ///
    /// A window that was set beyond the limits, or is longer than they allow, is valid: it widens
    /// them, so that it does not move when a hand touches it.
    mutating func adopt(_ extent: Extent, limits: AxisLimits) {
        guard extent.isProper else { return }
        let track = trackLength
        var limits = limits
        limits.minimumLength = min(limits.minimumLength, extent.length)
        if limits.constrain(length: extent.length) != extent.length {
            limits.maximumLength = extent.length
        }
        if limits.excess(of: extent) != 0, let bounds = limits.bounds {
            limits.maximumLength = limits.maximumLength ?? max(bounds.length, extent.length)
            limits.bounds = bounds.union(extent)
        }
        self.limits = limits
        rest(at: extent == self.extent ? restedAt : nil)
        lower = extent.min
        length = extent.length
        pointsPerUnit = track / length
    }

    /// Changes the limits and brings the window within them, whatever its activity.
    ///
    /// A gesture that holds the window respects them from its next movement; a coast continues
    /// between the new ends with its velocity at `time`.
    public mutating func setLimits(_ limits: AxisLimits, at time: Double) {
        guard limits != self.limits else { return }
        advance(to: time)
        switch activity {
        case .rest:
            let clamped = limits.constrain(extent)
            let since = clamped == extent ? restedAt : time
            self.limits = limits
            set(clamped, at: since)
        case .hold:
            self.limits = limits
        case .coast(let motion):
            let velocity = motion.coast.velocity(at: time - motion.start)
            self.limits = limits
            let fitting = limits.constrain(length: length)
            if let goal = motion.goal {
                coast(velocity: velocity, at: time, to: limits.constrain(goal))
            } else if fitting != length {
                set(extent, at: time)
            } else {
                coast(velocity: velocity, at: time)
            }
        case .glide(let motion):
            self.limits = limits
            glide(
                to: motion.to, at: time, duration: motion.end - time,
                easing: motion.easing)
        }
    }

    /// Moves to a window in `duration` seconds, zooming by equal factors in equal parts of the
    /// time.
    ///
    /// While the length changes, the value that both windows show at the same place stays there. A
    /// glide that replaces a motion begins with its velocity; a glide to the present target of a
    /// glide changes nothing. A duration of zero or less moves at once.
    public mutating func glide(
        to target: Extent, at time: Double, duration: Double, easing: Easing = .easeOut
    ) {
        precondition(target.isProper, "a window needs finite ends in order, not \(target)")
        let target = limits.constrain(target)
        advance(to: time)
        if duration > 0, case .glide(let motion) = activity, motion.to == target { return }
        let from = extent
        guard duration > 0, from != target || isMoving else {
            set(target, at: time)
            return
        }
        let carried = velocity(at: time)
        let isInside = !isBeyondLimits
        let track = trackLength
        lower = from.min
        length = from.length
        pointsPerUnit = track / length
        slack = 0
        activity = .glide(
            AxisGlide(
                start: time, duration: duration, easing: easing, from: from, to: target,
                isInside: isInside, carried: carried))
    }

    /// Advances to a time; returns whether the window still moves afterwards.
    @discardableResult
    public mutating func advance(to time: Double) -> Bool {
        switch activity {
        case .rest, .hold: return false
        case .coast(let motion):
            let elapsed = time - motion.start
            if elapsed >= motion.duration {
                rest(at: motion.start + motion.duration)
                arrive(from: motion)
                return false
            }
            lower = motion.lower + motion.coast.position(at: elapsed) / motion.pointsPerUnit
            if let stretch = motion.stretch {
                let track = trackLength
                length = motion.length + stretch.position(at: elapsed) / motion.pointsPerUnit
                pointsPerUnit = track / length
            }
            return true
        case .glide(let motion):
            let track = trackLength
            guard let window = motion.window(at: time) else {
                set(motion.to, at: motion.end)
                return false
            }
            var now = window
            if motion.isInside { now = limits.constrain(now) }
            lower = now.min
            length = now.length
            pointsPerUnit = track / length
            return true
        }
    }

    /// Stops a motion where it is at `time`; beyond an end the window stays there until `settle`.
    public mutating func stop(at time: Double) {
        guard isMoving else { return }
        guard advance(to: time) else { return }
        if case .glide = activity {
            // A glide shows its own window; at rest the band is applied to the pull.
            activity = .rest
            show(lower: lower)
        }
        activity = .rest
        restedAt = time
    }

    /// Lets the window spring back if it rests beyond an end.
    public mutating func settle(at time: Double) {
        guard case .rest = activity, isBeyondLimits else { return }
        coast(velocity: 0, at: time)
    }

    // MARK: Steps

    /// Zooms by a factor (above 1: closer) around a place; the value there stays there.
    ///
    /// At the ends the window slides along them. A window that is springing back continues to do
    /// so.
    public mutating func zoom(
        by factor: Double, about place: Double, track: AxisTrack, at time: Double
    ) {
        precondition(factor > 0, "a zoom factor must be positive, not \(factor)")
        step(at: time, track: track) { window in
            let longer = window.allowedLength(window.length / factor)
            window.lower += track.fraction(at: place) * (window.length - longer)
            window.length = longer
        }
    }

    /// Moves the content by a distance in points, up to the ends and not beyond.
    public mutating func pan(by distance: Double, track: AxisTrack, at time: Double) {
        step(at: time, track: track) { window in
            window.lower -= distance / (track.end - track.start) * window.length
        }
    }

    private mutating func step(
        at time: Double, track: AxisTrack, _ change: (inout AxisWindow) -> Void
    ) {
        stop(at: time)
        let wasBeyond = isBeyondLimits
        change(&self)
        if !wasBeyond {
            let ends = limits.lowerEnds(length: length)
            lower = min(max(lower, ends.lowerBound), ends.upperBound)
        }
        pointsPerUnit = track.length / length
        if case .hold(let hold) = activity {
            retakeHold(hold)
        } else {
            restedAt = time
            settle(at: time)
        }
    }

    // MARK: Holding

    /// Takes hold of the window at a place on the screen; motion stops at `time`.
    ///
    /// - Parameters:
    ///   - continuing: the gesture follows another of the same fingers, so `cancel` returns to the
    ///     state before that one.
    ///   - zooming: the gesture zooms, so the held content stays under the fingers beyond the ends
    ///     too; nothing resists before the release.
    public mutating func hold(
        at place: Double, track: AxisTrack, time: Double, continuing: Bool = false,
        zooming: Bool = false
    ) {
        stop(at: time)
        if !continuing || undo == nil { undo = extent }
        setTrackLength(track.length)
        let visible = visibleLower
        if zooming {
            lower = visible
            slack = .infinity
        } else if slack == .infinity {
            // An excess that already exists decreases as easily as it grew.
            let ends = limits.lowerEnds(length: length)
            let home = min(max(lower, ends.lowerBound), ends.upperBound)
            slack = abs(lower - home) * pointsPerUnit
        }
        activity = .hold(makeHold(at: place, scale: 1, track: track))
    }

    /// Moves the held place to `place`, with the window zoomed by `scale` since the hold began.
    ///
    /// The value that was under the held place is under `place` afterwards, unless an end of the
    /// limits prevents it. Does nothing if the window is not held.
    public mutating func drag(to place: Double, scale: Double = 1, track: AxisTrack) {
        guard case .hold(var hold) = activity, scale > 0, scale.isFinite else { return }
        if track != hold.track {
            // The chart changed its size under the hand: hold the present content.
            setTrackLength(track.length)
            hold = makeHold(at: place, scale: scale, track: track)
        }
        let wanted = hold.referenceLength * hold.referenceScale / scale
        let length = allowedLength(wanted)
        if length != wanted {
            hold.referenceScale = scale
            hold.referenceLength = length
        }
        let travel = (place - hold.grip) / (track.end - track.start)
        lower =
            hold.lower + track.fraction(at: hold.grip) * (hold.length - length) - travel * length
        self.length = length
        pointsPerUnit = track.length / length
        hold.place = place
        hold.scale = scale
        let ends = limits.lowerEnds(length: length)
        // Back inside, the edge has its normal softness again.
        if slack < .infinity, ends.contains(lower) { slack = 0 }
        if band == nil, !ends.contains(lower) {
            lower = min(max(lower, ends.lowerBound), ends.upperBound)
            hold = makeHold(at: place, scale: scale, track: track)
        }
        activity = .hold(hold)
    }

    /// Releases the window with a velocity of the content, in points per second along the screen's
    /// direction.
    ///
    /// - Parameters:
    ///   - rest: returns where the window should come to rest, given the window at which it would
    ///     come to rest by momentum; the result is clamped to the limits, and may have another
    ///     length. Nil to come to rest by momentum alone.
    public mutating func release(
        velocity: Double = 0, at time: Double, restingAt rest: ((Extent) -> Extent)? = nil
    ) {
        guard case .hold(let hold) = activity else { return }
        activity = .rest
        restedAt = time
        undo = nil
        // The window's lower end moves opposite to the content.
        let speed = hold.track.end > hold.track.start ? -velocity : velocity
        coast(velocity: speed, at: time)
        guard let rest else { return }
        let natural = target
        let chosen = limits.constrain(rest(natural))
        guard chosen != natural else { return }
        coast(velocity: speed, at: time, to: chosen)
    }

    /// Releases the window and returns it to its state before the gesture.
    public mutating func cancel(at time: Double) {
        guard isHeld else { return }
        rest(at: time)
        if let before = undo {
            let track = trackLength
            length = before.length
            pointsPerUnit = track / length
            show(lower: before.min)
        }
        undo = nil
        settle(at: time)
    }

    // MARK: Inside

    /// The length nearest to `length` that the limits and the precision of the numbers allow.
    ///
    /// A window is never so short that its points could not be distinguished in a `Double`, nor so
    /// long that its ends overflow; a window that is already shorter may stay so.
    func allowedLength(_ length: Double) -> Double {
        let magnitude = max(abs(lower), abs(lower + self.length))
        let finest = min(self.length, max(65_536 * magnitude.ulp, 1e-100))
        return min(max(limits.constrain(length: length), finest), max(self.length, 1e100))
    }

    private var trackLength: Double { pointsPerUnit * length }

    /// Sets the length of the window on the screen, without changing the visible range.
    private mutating func setTrackLength(_ track: Double) {
        let visible = visibleLower
        pointsPerUnit = track / length
        if isBeyondLimits { show(lower: visible) }
    }

    /// Sets the pull so that the window's lower end is visible at `visible`.
    private mutating func show(lower visible: Double) {
        let ends = limits.lowerEnds(length: length)
        let home = min(max(visible, ends.lowerBound), ends.upperBound)
        guard visible != home, let band else {
            lower = home
            return
        }
        let excess = abs(visible - home) * pointsPerUnit
        if excess - slack > Self.farthestBand { slack = .infinity }
        guard excess > slack else {
            lower = visible
            return
        }
        let pull = (slack + band.pull(excess: excess - slack)) / pointsPerUnit
        lower = visible < home ? home - pull : home + pull
    }

    /// The largest distance beyond an end, in points, to which a pull on the band can bring a
    /// window.
    private static let farthestBand = 400.0

    /// Comes to rest at the present place; the edge has its normal softness again.
    private mutating func rest(at time: Double?) {
        activity = .rest
        restedAt = time
        slack = 0
    }

    private func makeHold(at place: Double, scale: Double, track: AxisTrack) -> Hold {
        Hold(
            track: track, grip: place, lower: lower, length: length, referenceScale: scale,
            referenceLength: length, place: place, scale: scale)
    }

    private mutating func retakeHold(_ hold: Hold) {
        activity = .hold(makeHold(at: hold.place, scale: hold.scale, track: hold.track))
    }

    private mutating func coast(velocity: Double, at time: Double, to goal: Extent? = nil) {
        var motion = Coasting(
            start: time, lower: lower, length: length, pointsPerUnit: pointsPerUnit,
            coast: Coast(position: 0, velocity: 0, limits: 0...0), goal: goal)
        if let goal {
            motion.coast = Coast(
                position: 0, velocity: velocity, target: (goal.min - lower) * pointsPerUnit)
            if goal.length != length {
                motion.stretch = Coast(
                    position: 0, velocity: 0, target: (goal.length - length) * pointsPerUnit)
            }
        } else {
            let ends = limits.lowerEnds(length: length)
            motion.coast = Coast(
                position: 0, velocity: velocity,
                limits: ((ends.lowerBound - lower) * pointsPerUnit)...((ends.upperBound - lower)
                    * pointsPerUnit),
                frequency: springFrequency)
        }
        guard motion.duration > 0 else {
            // The remaining distance is invisible.
            rest(at: time)
            arrive(from: motion)
            return
        }
        activity = .coast(motion)
    }

    /// Sets the window exactly to the end of a coast.
    private mutating func arrive(from motion: Coasting) {
        let track = trackLength
        if let goal = motion.goal {
            lower = goal.min
            length = goal.length
        } else {
            let ends = limits.lowerEnds(length: length)
            let end = motion.lower + motion.coast.finalPosition / motion.pointsPerUnit
            lower = min(max(end, ends.lowerBound), ends.upperBound)
        }
        pointsPerUnit = track / length
    }

    /// The velocity of the window at a time if it moves without a gesture; otherwise nil.
    private func velocity(at time: Double) -> AxisGlide.Velocity? {
        switch activity {
        case .rest, .hold: return nil
        case .coast(let motion):
            let elapsed = time - motion.start
            let pull = motion.coast.velocity(at: elapsed) / motion.pointsPerUnit
            let growth =
                (motion.stretch?.velocity(at: elapsed) ?? 0) / motion.pointsPerUnit / length
            let ends = limits.lowerEnds(length: length)
            let home = min(max(lower, ends.lowerBound), ends.upperBound)
            guard let band, abs(lower - home) * pointsPerUnit > slack else {
                return AxisGlide.Velocity(lower: pull, growth: growth)
            }
            let excess = abs(visibleLower - home) * pointsPerUnit - slack
            return AxisGlide.Velocity(
                lower: pull * band.compliance(excess: excess), growth: growth)
        case .glide(let motion):
            return motion.velocity(at: time)
        }
    }
}
