// When the next frame will be seen.
//
// With presentation feedback the moment of a past frame and the refresh interval are known, and the
// next frame is shown at the first multiple of the interval after now. Without it the time of the
// frame callback stands for the frame, which runs at the same rate and jitters little, unless it is
// so far from now that it cannot be meant. A frame drawn out of rest has neither and takes now. Targets never go back, so motion never does.
// Rejected: the interval between callbacks as the refresh rate (a missed frame doubles it).

/// The moment a frame is drawn for.
public struct FrameTime: Hashable, Sendable {
    /// When drawing began, in seconds of the monotonic clock.
    public var now: Double
    /// When the frame will be seen, as well as is known: the time that motion is to be computed for.
    public var target: Double
    /// Seconds between two frames of the output.
    public var interval: Double
    /// Whether a frame of ours was shown just before, so that this one continues a motion.
    public var isContinuing: Bool
}

/// Predicts presentation times from feedback, callbacks and the output's refresh rate.
struct FrameTiming {
    /// The refresh interval of the output in seconds, until feedback tells better.
    var outputInterval: Double = 1.0 / 60

    private var presented: Double?
    private var presentedInterval: Double?
    private var lastTarget = -Double.infinity

    /// Feedback older than this many seconds is not trusted to be in phase.
    private static let staleness = 1.0
    /// A callback's time further from now than this many seconds is on another clock.
    private static let nearby = 0.1

    /// Whether feedback would tell something new: phase and interval keep for a while, and every
    /// feedback is a wake-up.
    func wantsFeedback(now: Double) -> Bool {
        presented.map { now - $0 > Self.staleness / 4 } ?? true
    }

    /// A frame was shown at `time`; `interval` is 0 where the output has no fixed rate.
    mutating func presented(at time: Double, interval: Double) {
        presented = time
        presentedInterval = interval > 0 ? interval : nil
    }

    /// The time for the frame about to be drawn.
    ///
    /// - Parameter callback: the time of the frame callback that led to it, nil out of rest.
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
