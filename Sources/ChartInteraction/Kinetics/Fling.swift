import Glibc

// Momentum after a release.
//
// Data layout: two numbers, the speed at release and the decay computed from it.
// Method: v(t) = v0·exp(-k·t), integrated: x(t) = v0/k·(1 - exp(-k·t)). The decay is that of the
// FMKit momentum, k = max(4 /s, ln|v0| / 2 s), fixed at release: every fling falls to the stopping
// speed within two seconds. Since position is a function of time alone, a fling ends in the same
// place at 30, 60 and 144 Hz and after dropped frames.
// Limits: one dimension; `Coast` handles the edge of the content.
// Rejected: a step per frame (trapezoid rule), whose path depends on the frame rate.

/// Exponential momentum in one dimension, as a function of the time since release.
///
/// Lengths are in points and speeds in points per second, but only the stopping speed depends on
/// the unit.
public struct Fling: Hashable, Sendable {
    /// The speed below which a fling has ended, in points per second.
    public static let stoppingSpeed = 1.0
    /// The least decay, per second.
    public static let leastDecay = 4.0
    /// The longest a fling lasts, in seconds.
    public static let longestDuration = 2.0

    /// The velocity at release, in points per second.
    public let initialVelocity: Double
    /// The decay constant k, per second.
    public let decay: Double
    /// How long the motion lasts, in seconds; zero when it starts at or below the stopping speed.
    public let duration: Double

    /// Makes the fling that follows a release at `velocity` points per second.
    ///
    /// A velocity that is not finite counts as zero.
    public init(velocity: Double) {
        let velocity = velocity.isFinite ? velocity : 0
        let speed = abs(velocity)
        initialVelocity = velocity
        if speed <= Self.stoppingSpeed {
            decay = Self.leastDecay
            duration = 0
        } else {
            let slowdown = log(speed / Self.stoppingSpeed)
            decay = max(Self.leastDecay, slowdown / Self.longestDuration)
            duration = slowdown / decay
        }
    }

    /// The displacement `time` seconds after release; constant before 0 and after `duration`.
    public func displacement(at time: Double) -> Double {
        let time = min(max(time, 0), duration)
        return initialVelocity / decay * -expm1(-decay * time)
    }

    /// The velocity `time` seconds after release, zero once the motion has ended.
    public func velocity(at time: Double) -> Double {
        if time >= duration { return 0 }
        return initialVelocity * exp(-decay * max(time, 0))
    }

    /// The displacement at which the motion comes to rest.
    public var totalDisplacement: Double { displacement(at: duration) }

    /// The time at which the displacement is `displacement`, or nil if the fling never reaches it.
    public func time(of displacement: Double) -> Double? {
        if displacement == 0 { return 0 }
        guard abs(displacement) <= abs(totalDisplacement),
            (displacement < 0) == (initialVelocity < 0)
        else { return nil }
        return min(duration, -log1p(-decay * displacement / initialVelocity) / decay)
    }
}
