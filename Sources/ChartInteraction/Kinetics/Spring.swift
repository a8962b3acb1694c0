import Glibc

// The return to an edge, and the settling of an animated value.
//
// Data layout: displacement and velocity at time zero, and the natural frequency.
// Method: the critically damped oscillator x'' + 2ω·x' + ω²·x = 0, whose solution is x(t) = (a +
// b·t)·exp(-ω·t) with a = x0 and b = v0 + ω·x0. It is the fastest return without oscillation. It
// crosses zero once if it is thrown inwards faster than ω·|x0| and never otherwise.
// Limits: one dimension, rest at zero; the caller adds the rest position.
// Rejected: an integrated force per frame, whose end depends on the frame rate; an under-damped
// spring, which overshoots the edge it should return to.

/// A critically damped spring with its rest at zero, as a function of time.
public struct Spring: Hashable, Sendable {
    /// The frequency of the return from beyond an edge, in radians per second: 100 pt take about a
    /// second.
    public static let edgeFrequency = 10.0
    /// A displacement below which the spring is at rest, in points.
    public static let restingDisplacement = 0.2
    /// A speed below which the spring is at rest, in points per second.
    public static let restingSpeed = 1.0

    /// The displacement at time zero.
    public let initialDisplacement: Double
    /// The velocity at time zero, per second.
    public let initialVelocity: Double
    /// The natural frequency ω, in radians per second.
    public let frequency: Double
    /// The time after which the spring is at rest, in seconds; the displacement is then exactly
    /// zero.
    public let duration: Double

    private var slope: Double { initialVelocity + frequency * initialDisplacement }

    /// Makes a spring released at `displacement` with `velocity`.
    ///
    /// - Parameters:
    ///   - frequency: ω in radians per second; must be positive.
    ///   - restingDisplacement: the distance from zero that counts as arrived; positive.
    ///   - restingSpeed: the speed that counts as rest; positive.
    /// - Precondition: the frequency and both thresholds are positive.
    public init(
        displacement: Double, velocity: Double, frequency: Double = Spring.edgeFrequency,
        restingDisplacement: Double = Spring.restingDisplacement,
        restingSpeed: Double = Spring.restingSpeed
    ) {
        precondition(frequency > 0, "a spring needs a positive frequency, not \(frequency)")
        precondition(
            restingDisplacement > 0 && restingSpeed > 0,
            "a spring needs thresholds above zero")
        initialDisplacement = displacement.isFinite ? displacement : 0
        initialVelocity = velocity.isFinite ? velocity : 0
        self.frequency = frequency
        duration = Self.settlingTime(
            a: initialDisplacement, b: initialVelocity + frequency * initialDisplacement,
            frequency: frequency, displacement: restingDisplacement, speed: restingSpeed)
    }

    /// The displacement `time` seconds after the release, exactly zero from `duration` on.
    public func displacement(at time: Double) -> Double {
        if time >= duration { return 0 }
        let time = max(time, 0)
        return (initialDisplacement + slope * time) * exp(-frequency * time)
    }

    /// The velocity `time` seconds after the release, zero from `duration` on.
    public func velocity(at time: Double) -> Double {
        if time >= duration { return 0 }
        let time = max(time, 0)
        return (slope - frequency * (initialDisplacement + slope * time)) * exp(-frequency * time)
    }

    /// The time at which the spring passes its rest, if it was thrown hard enough.
    public var crossingTime: Double? {
        guard initialDisplacement != 0, slope != 0 else { return nil }
        let time = -initialDisplacement / slope
        return time > 0 && time < duration ? time : nil
    }

    /// The first moment from which displacement and speed both stay below their thresholds.
    ///
    /// After `t2`, the extremum of the velocity, both decrease towards zero forever, so the last
    /// crossing of the thresholds is found there by bisection. Before it the spring is not at rest
    /// unless it never leaves the thresholds at all.
    private static func settlingTime(
        a: Double, b: Double, frequency w: Double, displacement: Double, speed: Double
    ) -> Double {
        func isResting(_ t: Double) -> Bool {
            let fade = exp(-w * t)
            return abs((a + b * t) * fade) < displacement
                && abs((b - w * (a + b * t)) * fade) < speed
        }
        let extremum = b == 0 ? 0 : max(0, (b - w * a) / (w * b)) + 1 / w
        if isResting(0) && isResting(extremum) && isResting(max(0, extremum - 1 / w)) { return 0 }
        var low = extremum
        if isResting(low) { return low }
        var high = low + 1 / w
        while !isResting(high) {
            low = high
            high += 1 / w
        }
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if isResting(middle) { high = middle } else { low = middle }
        }
        return high
    }
}
