import Glibc

// The motion of a position that is released between two edges.
//
// Data layout: up to three legs in order of time, each a fling or a spring with its own start.
// Method: inside, a fling. If it reaches an edge before it ends, the closed form gives the time and
// the velocity there, and a spring around that edge takes over with exactly that velocity. Released
// beyond an edge, a spring brings it back; if it was thrown inwards so hard that it would pass the
// edge, the fling takes over at the edge (and may then reach the other one). Position and velocity
// are continuous at every joint, and both are functions of time alone.
// Limits: positions are those of the *pull* (see `RubberBand`): the band is applied to the result.
// Rejected: a force that grows beyond the edge (needs time steps); stopping abruptly at the edge.

/// Momentum between two edges with a spring beyond each, as a function of the time since release.
public struct Coast: Hashable, Sendable {
    private enum Motion: Hashable, Sendable {
        case fling(Fling)
        case spring(Spring)
    }

    private struct Leg: Hashable, Sendable {
        let start: Double
        let origin: Double
        let motion: Motion
        let end: Double
    }

    /// The highest frequency with which a throw is caught at a target, in radians per second.
    public static let stiffestFrequency = 40.0

    /// The edges; a position between them is not pulled back.
    public let limits: ClosedRange<Double>
    /// How long the motion lasts, in seconds.
    public let duration: Double
    /// Where it ends, always within the limits.
    public let finalPosition: Double

    private let initialPosition: Double
    private let legs: [Leg]

    /// Makes the motion after a release.
    ///
    /// - Parameters:
    ///   - position: the position at release, in points; may be beyond the limits.
    ///   - velocity: the velocity at release, in points per second.
    ///   - limits: the edges, in points.
    ///   - frequency: the springs' natural frequency in radians per second.
    public init(
        position: Double, velocity: Double, limits: ClosedRange<Double>,
        frequency: Double = Spring.edgeFrequency
    ) {
        var legs: [Leg] = []
        var clock = 0.0
        var place = position
        var speed = velocity.isFinite ? velocity : 0
        // Three legs at most: in from beyond one edge, across, and the spring of the other edge.
        for _ in 0..<3 {
            let edge = min(max(place, limits.lowerBound), limits.upperBound)
            if place == edge, abs(speed) <= Fling.stoppingSpeed { break }
            let isLeaving =
                (place <= limits.lowerBound && speed < 0)
                || (place >= limits.upperBound && speed > 0)
            if place != edge || isLeaving {
                let spring = Spring(
                    displacement: place - edge, velocity: speed, frequency: frequency)
                let end = clock + (spring.crossingTime ?? spring.duration)
                legs.append(Leg(start: clock, origin: edge, motion: .spring(spring), end: end))
                clock = end
                place = edge
                guard let crossing = spring.crossingTime else { break }
                speed = spring.velocity(at: crossing)
            } else {
                let fling = Fling(velocity: speed)
                let target = speed < 0 ? limits.lowerBound : limits.upperBound
                if let meeting = fling.time(of: target - place) {
                    let end = clock + meeting
                    legs.append(Leg(start: clock, origin: place, motion: .fling(fling), end: end))
                    speed = fling.velocity(at: meeting)
                    clock = end
                    place = target
                } else {
                    let end = clock + fling.duration
                    legs.append(Leg(start: clock, origin: place, motion: .fling(fling), end: end))
                    clock = end
                    place += fling.totalDisplacement
                    break
                }
            }
        }
        self.limits = limits
        self.legs = legs
        initialPosition = position
        duration = clock
        finalPosition = min(max(place, limits.lowerBound), limits.upperBound)
    }

    /// Makes the motion after a release that is to end at `target`.
    ///
    /// A critically damped spring around the target, just stiff enough that a throw towards it does
    /// not pass it (up to a stiffness at which stopping would be a jolt; then it passes slightly).
    ///
    /// - Parameter frequency: the least natural frequency, in radians per second.
    public init(
        position: Double, velocity: Double, target: Double,
        frequency: Double = Spring.edgeFrequency
    ) {
        let away = position - target
        let isApproaching = away != 0 && (velocity < 0) == (away > 0)
        let spring = Spring(
            displacement: away, velocity: velocity,
            frequency: isApproaching
                ? max(frequency, min(abs(velocity / away), Self.stiffestFrequency)) : frequency)
        limits = target...target
        legs = [Leg(start: 0, origin: target, motion: .spring(spring), end: spring.duration)]
        initialPosition = position
        duration = spring.duration
        finalPosition = target
    }

    /// The position `time` seconds after release.
    public func position(at time: Double) -> Double {
        if time >= duration { return finalPosition }
        guard let leg = leg(at: time) else { return initialPosition }
        switch leg.motion {
        case .fling(let fling): return leg.origin + fling.displacement(at: time - leg.start)
        case .spring(let spring): return leg.origin + spring.displacement(at: time - leg.start)
        }
    }

    /// The velocity `time` seconds after release.
    public func velocity(at time: Double) -> Double {
        if time >= duration { return 0 }
        guard let leg = leg(at: time) else { return 0 }
        switch leg.motion {
        case .fling(let fling): return fling.velocity(at: time - leg.start)
        case .spring(let spring): return spring.velocity(at: time - leg.start)
        }
    }

    private func leg(at time: Double) -> Leg? {
        legs.first { time < $0.end } ?? legs.last
    }
}
