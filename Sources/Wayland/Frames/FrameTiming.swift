// Predicts when the next frame will be visible.
//
// With presentation feedback the moment of a past frame and the refresh interval are known, and the
// next frame is displayed at the first multiple of the interval after now. Without it the time of
// the frame callback is used, which has the same rate and little jitter, unless it is implausibly
// far from now. A frame without a preceding one has neither and uses now. Targets never go
// backwards, so motion never does.
// Rejected: the interval between callbacks as the refresh rate (a missed frame doubles it).

/// The moment for which a frame is drawn.
public struct FrameTime: Hashable, Sendable {
    /// The start of drawing, in seconds of the monotonic clock.
    public var now: Double
    /// The predicted time of the frame's display, for which motion is computed.
    public var target: Double
    /// Seconds between two frames of the output.
    public var interval: Double
    /// Whether a frame was displayed just before, so that this one continues a motion.
    public var isContinuing: Bool
}

/// Predicts presentation times from feedback, callbacks and the output's refresh rate.
struct FrameTiming {
    /// The refresh interval of the output in seconds, until feedback provides a better value.
    var outputInterval: Double = 1.0 / 60

    private var presented: Double?
    private var presentedInterval: Double?
    private var lastTarget = -Double.infinity

    /// Feedback older than this number of seconds is not considered in phase.
    private static let staleness = 1.0
    /// A callback's time farther from now than this number of seconds belongs to another clock.
    private static let nearby = 0.1

    /// Whether feedback would be useful: phase and interval remain valid for a while, and every
    /// feedback wakes the program.
    func wantsFeedback(now: Double) -> Bool {
        presented.map { now - $0 > Self.staleness / 4 } ?? true
    }

    /// Records that a frame was displayed at `time`; `interval` is 0 if the output has no fixed
    /// rate.
    mutating func presented(at time: Double, interval: Double) {
        presented = time
        presentedInterval = interval > 0 ? interval : nil
    }

    /// The time for the frame about to be drawn.
    ///
    /// - Parameter callback: the time of the frame callback that led to it; nil without one.
    mutating func next(now: Double, callback: Double?) -> FrameTime {
        let interval = presentedInterval ?? outputInterval
        var target: Double
        if let presented, presentedInterval != nil, now - presented < Self.staleness {
            let periods = ((now - presented) / interval).rounded(.down) + 1
            target = presented + max(1, periods) * interval
        } else if let callback, abs(callback - now) < Self.nearby {
            target = callback
        } else {
            target = now
        }
        target = max(target, lastTarget)
        lastTarget = target
        return FrameTime(
            now: now, target: target, interval: interval, isContinuing: callback != nil)
    }
}
