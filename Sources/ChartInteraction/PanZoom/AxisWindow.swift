import ChartCore
import Glibc

// The window of one axis under a hand.
//
// Data layout: the *pull* (lower end and length the hand asks for), from which the visible window
// follows through the limits and the rubber band; and what is going on: rest, hold, coast, glide.
// Method: a hold remembers the window and the place at its beginning. Every update computes from
// these and from totals: length = L0·(s0/s), and the lower end is such that the value that was
// under the place at the beginning is under the place now. Nothing adds up, so nothing drifts. A
// zoom that meets a limit moves the reference scale with it, so turning back acts at once: there is
// no dead zone. Beyond an end the pull goes on and the band shows less of it (see `RubberBand`).
// Coasting and springing happen in the pull, so they join the drag in place and in velocity.
// Limits: linear in the axis's units; a logarithmic axis hands in logarithms.
// Rejected: scale and translation accumulated per event (drifts, and depends on the event rate).

/// The visible window of one axis: held, thrown, glided and kept within limits.
///
/// Times are seconds of the frame clock, places points along the axis's direction.
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
        var lower: Double
        var coast: Coast
    }

    private struct Gliding: Hashable, Sendable {
        var start: Double
        var duration: Double
        var easing: Easing
        var from: Extent
        var to: Extent
    }

    private enum Activity: Hashable, Sendable {
        case rest
        case hold(Hold)
        case coast(Coasting)
        case glide(Gliding)
    }

    /// What the window is kept within.
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

    /// Whether the window moves by itself.
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

    /// Where the window is going: the end of a coast or glide, else where it is.
    public var target: Extent {
        switch activity {
        case .rest, .hold: extent
        case .coast(let motion):
            limits.constrain(
                Extent(
                    min: motion.lower + motion.coast.finalPosition / pointsPerUnit,
                    max: motion.lower + motion.coast.finalPosition / pointsPerUnit + length))
        case .glide(let motion): motion.to
        }
    }

    private var visibleLower: Double {
        let ends = limits.lowerEnds(length: length)
        let home = min(max(lower, ends.lowerBound), ends.upperBound)
        if lower == home { return lower }
        guard let band else { return home }
        return home + band.excess(pull: (lower - home) * pointsPerUnit) / pointsPerUnit
    }

    /// Whether the window lies beyond an end, as while it is dragged there or springs back.
    public var isBeyondLimits: Bool { !limits.lowerEnds(length: length).contains(lower) }

    // MARK: Being told

    /// Puts the window somewhere at once, clamped to the limits; a gesture that holds it goes on.
    public mutating func set(_ extent: Extent) {
        precondition(extent.isProper, "a window needs finite ends in order, not \(extent)")
        let extent = limits.constrain(extent)
        let track = trackLength
        lower = extent.min
        length = extent.length
        pointsPerUnit = track / length
        if case .hold(let hold) = activity { retakeHold(hold) } else { activity = .rest }
    }

    /// Takes over a window that something else shows, with its limits, as it is.
    ///
    /// A window that was put beyond the limits, or is longer than they allow, is where it should
    /// be: it widens them, so that it does not move when a hand touches it.
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
        lower = extent.min
        length = extent.length
        pointsPerUnit = track / length
        activity = .rest
    }

    /// Changes the limits and brings the window within them, whatever it is doing.
    ///
    /// A gesture that holds the window feels them with its next movement; a coast goes on between
    /// the new ends with the velocity it has at `time`.
    public mutating func setLimits(_ limits: AxisLimits, at time: Double) {
        guard limits != self.limits else { return }
        advance(to: time)
        switch activity {
        case .rest:
            let clamped = limits.constrain(extent)
            self.limits = limits
            set(clamped)
        case .hold:
            self.limits = limits
        case .coast(let motion):
            let velocity = motion.coast.velocity(at: time - motion.start)
            self.limits = limits
            let fitting = limits.constrain(length: length)
            if fitting != length {
                set(extent)
            } else {
                coast(velocity: velocity, at: time)
            }
        case .glide(let motion):
            self.limits = limits
            glide(to: motion.to, at: time, duration: motion.start + motion.duration - time)
        }
    }

    /// Moves to a window in `duration` seconds, zooming by equal factors in equal parts of the way.
    ///
    /// While the length goes from one to the other, the value that both windows show at the same
    /// place stays there. A duration of zero or less arrives at once.
    public mutating func glide(
        to target: Extent, at time: Double, duration: Double, easing: Easing = .easeOut
    ) {
        precondition(target.isProper, "a window needs finite ends in order, not \(target)")
        let target = limits.constrain(target)
        let from = extent
        guard duration > 0, from != target else {
            set(target)
            return
        }
        let track = trackLength
        lower = from.min
        length = from.length
        pointsPerUnit = track / length
        activity = .glide(
            Gliding(start: time, duration: duration, easing: easing, from: from, to: target))
    }

    /// Moves on to a time; whether the window still moves by itself afterwards.
    @discardableResult
    public mutating func advance(to time: Double) -> Bool {
        switch activity {
        case .rest, .hold: return false
        case .coast(let motion):
            let elapsed = time - motion.start
            lower = motion.lower + motion.coast.position(at: elapsed) / pointsPerUnit
            guard elapsed >= motion.coast.duration else { return true }
            let ends = limits.lowerEnds(length: length)
            lower = min(max(lower, ends.lowerBound), ends.upperBound)
            activity = .rest
            return false
        case .glide(let motion):
            let progress = (time - motion.start) / motion.duration
            let track = trackLength
            if progress >= 1 {
                set(motion.to)
                activity = .rest
                return false
            }
            let now = Self.between(motion.from, motion.to, motion.easing.value(at: progress))
            lower = now.min
            length = now.length
            pointsPerUnit = track / length
            return true
        }
    }

    /// Stops a motion where it is at `time`; beyond an end the window stays there until `settle`.
    public mutating func stop(at time: Double) {
        guard isMoving else { return }
        if advance(to: time) { activity = .rest }
    }

    /// Lets the window spring back if it rests beyond an end.
    public mutating func settle(at time: Double) {
        guard case .rest = activity, isBeyondLimits else { return }
        coast(velocity: 0, at: time)
    }

    // MARK: Steps

    /// Zooms by a factor (above 1: closer) about a place; the value there stays there.
    ///
    /// At the ends the window slides along them. A window that is springing back goes on doing so.
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
        if case .hold(let hold) = activity { retakeHold(hold) } else { settle(at: time) }
    }

    // MARK: Holding

    /// Takes hold of the window at a place on the screen; motion stops at `time`.
    ///
    /// - Parameter continuing: the gesture follows another of the same fingers, so `cancel` goes
    ///   back to before that one.
    public mutating func hold(
        at place: Double, track: AxisTrack, time: Double, continuing: Bool = false
    ) {
        stop(at: time)
        if !continuing || undo == nil { undo = extent }
        setTrackLength(track.length)
        activity = .hold(makeHold(at: place, scale: 1, track: track))
    }

    /// Moves the held place to `place`, with the window zoomed by `scale` since the hold began.
    ///
    /// The value that was under the held place is under `place` afterwards, unless an end of the
    /// limits is in the way. Does nothing when the window is not held.
    public mutating func drag(to place: Double, scale: Double = 1, track: AxisTrack) {
        guard case .hold(var hold) = activity, scale > 0, scale.isFinite else { return }
        if track != hold.track {
            // The chart changed its size under the hand: hold what is there now.
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
        if band == nil, !ends.contains(lower) {
            lower = min(max(lower, ends.lowerBound), ends.upperBound)
            hold = makeHold(at: place, scale: scale, track: track)
        }
        activity = .hold(hold)
    }

    /// Lets go with a velocity of the content, in points per second along the screen's direction.
    ///
    /// - Parameters:
    ///   - rest: where the window should come to rest, asked with the place it would coast to; the
    ///     answer is clamped to the limits. Nil for wherever momentum takes it.
    public mutating func release(
        velocity: Double = 0, at time: Double, restingAt rest: ((Extent) -> Extent)? = nil
    ) {
        guard case .hold(let hold) = activity else { return }
        activity = .rest
        undo = nil
        // The window's lower end moves against the content.
        let speed = hold.track.end > hold.track.start ? -velocity : velocity
        coast(velocity: speed, at: time)
        guard let rest else { return }
        let natural = target
        let chosen = limits.constrain(rest(natural))
        guard chosen.min != natural.min else { return }
        coast(velocity: speed, at: time, to: chosen.min)
    }

    /// Lets go and puts the window back to where it was before the gesture.
    public mutating func cancel(at time: Double) {
        guard isHeld else { return }
        activity = .rest
        if let before = undo {
            let track = trackLength
            length = before.length
            pointsPerUnit = track / length
            lower = pullLower(visible: before.min)
        }
        undo = nil
        settle(at: time)
    }

    // MARK: Inside

    /// The length nearest to `length` that the limits and the numbers allow.
    ///
    /// A window is never so short that its points could not be told apart in a `Double`, nor so long
    /// that its ends overflow; one that is shorter already may stay so.
    func allowedLength(_ length: Double) -> Double {
        let magnitude = max(abs(lower), abs(lower + self.length))
        let finest = min(self.length, max(65_536 * magnitude.ulp, 1e-100))
        return min(max(limits.constrain(length: length), finest), max(self.length, 1e100))
    }

    private var trackLength: Double { pointsPerUnit * length }

    /// Tells the window how long it is on the screen, without a change of what is seen.
    private mutating func setTrackLength(_ track: Double) {
        let visible = visibleLower
        pointsPerUnit = track / length
        if isBeyondLimits { lower = pullLower(visible: visible) }
    }

    private func pullLower(visible: Double) -> Double {
        let ends = limits.lowerEnds(length: length)
        let home = min(max(visible, ends.lowerBound), ends.upperBound)
        guard visible != home, let band else { return home }
        return home + band.pull(excess: (visible - home) * pointsPerUnit) / pointsPerUnit
    }

    private func makeHold(at place: Double, scale: Double, track: AxisTrack) -> Hold {
        Hold(
            track: track, grip: place, lower: lower, length: length, referenceScale: scale,
            referenceLength: length, place: place, scale: scale)
    }

    private mutating func retakeHold(_ hold: Hold) {
        activity = .hold(makeHold(at: hold.place, scale: hold.scale, track: hold.track))
    }

    private mutating func coast(velocity: Double, at time: Double, to goal: Double? = nil) {
        let coast: Coast
        if let goal {
            coast = Coast(
                position: 0, velocity: velocity, target: (goal - lower) * pointsPerUnit)
        } else {
            let ends = limits.lowerEnds(length: length)
            coast = Coast(
                position: 0, velocity: velocity,
                limits: ((ends.lowerBound - lower) * pointsPerUnit)...((ends.upperBound - lower)
                    * pointsPerUnit),
                frequency: springFrequency)
        }
        guard coast.duration > 0 else {
            activity = .rest
            return
        }
        activity = .coast(Coasting(start: time, lower: lower, coast: coast))
    }

    /// The window a part of the way from one to another.
    private static func between(_ from: Extent, _ to: Extent, _ part: Double) -> Extent {
        let growth = log(to.length / from.length)
        let length = from.length * exp(growth * part)
        // The lower end goes in proportion to the length, or to the part where the length is equal.
        let way = abs(growth) < 1e-9 ? part : expm1(growth * part) / expm1(growth)
        let lower = from.min + (to.min - from.min) * way
        return Extent(min: lower, max: lower + length)
    }
}
