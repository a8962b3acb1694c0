import Glibc

// The course of one animated value.
//
// Data layout: from, to, the velocity carried over, and the kind of course.
// Method: eased, value = from + (to - from)·e(p) + r·T·p·(1 - p)², p = t/T. The last term is the
// cubic Hermite basis of the start's slope. It is zero at both ends, so the value still starts and
// ends exactly. With r = carried velocity - the easing's own first slope, the velocity is
// continuous when one animation replaces another. From rest r is zero and the result is the
// standard easing. A spring is critically damped around `to` and takes over the velocity unchanged.
// Limits: one number; a range is two of them.
// Rejected: restarting with the easing's own slope (a visible kink when a target changes twice).

/// The course of a value from one number to another, as a function of the time since its start.
public struct AnimationCurve: Hashable, Sendable {
    /// How a value moves to its target.
    public enum Timing: Hashable, Sendable {
        /// In a fixed time, in seconds.
        case eased(Double, Easing)
        /// As a critically damped spring of a frequency in radians per second.
        case spring(frequency: Double)

        /// 0.3 s, ending softly: the course of a change of range.
        public static let range = Timing.eased(0.3, .easeOut)
        /// 0.15 s, ending softly: the course of a fade.
        public static let fade = Timing.eased(0.15, .easeOut)
    }

    /// The value at the start.
    public let from: Double
    /// The value at the end.
    public let to: Double
    /// How it moves from one to the other.
    public let timing: Timing
    /// How long it takes, in seconds.
    public let duration: Double

    private let residual: Double
    private let spring: Spring?

    /// Makes the curve from `from` to `to`.
    ///
    /// - Parameter velocity: the velocity carried over from the animation that this one replaces,
    ///   per second; nil for a start from rest.
    /// - Precondition: the duration is not negative and the frequency is positive.
    public init(from: Double, to: Double, timing: Timing, velocity: Double? = nil) {
        self.from = from
        self.to = to
        self.timing = timing
        switch timing {
        case .eased(let duration, let easing):
            precondition(duration >= 0, "an animation cannot last \(duration) s")
            self.duration = duration
            spring = nil
            residual =
                if let velocity, duration > 0 {
                    velocity * duration - (to - from) * easing.slope(at: 0)
                } else {
                    0
                }
        case .spring(let frequency):
            let size = max(abs(to - from), abs(velocity ?? 0) / frequency)
            if size > 0, size.isFinite {
                // At rest within a thousandth of the distance: less than a pixel of a plot.
                let spring = Spring(
                    displacement: from - to, velocity: velocity ?? 0, frequency: frequency,
                    restingDisplacement: size * 1e-3, restingSpeed: size * 1e-3 * frequency)
                self.spring = spring
                duration = spring.duration
            } else {
                spring = nil
                duration = 0
            }
            residual = 0
        }
    }

    /// The value `time` seconds after the start; exactly `to` from `duration` on.
    public func value(at time: Double) -> Double {
        if time >= duration { return to }
        if let spring { return to + spring.displacement(at: time) }
        guard case .eased(_, let easing) = timing else { return to }
        let p = max(time, 0) / duration
        return from + (to - from) * easing.value(at: p) + residual * p * (1 - p) * (1 - p)
    }

    /// The velocity `time` seconds after the start, per second; zero from `duration` on.
    public func velocity(at time: Double) -> Double {
        if time >= duration { return 0 }
        if let spring { return spring.velocity(at: time) }
        guard case .eased(_, let easing) = timing else { return 0 }
        let p = max(time, 0) / duration
        return ((to - from) * easing.slope(at: p) + residual * (1 - p) * (1 - 3 * p)) / duration
    }
}
