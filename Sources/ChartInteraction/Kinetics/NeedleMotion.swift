// The turn of a needle in oil to its direction, in closed form.
//
// Model: the angle x that is left (shortest way) obeys x'' = -x/m - c x', with a mass m and a friction c
// of the part; its speed is not below 0.5° a second, so that it arrives. A fast turn obeys a critically
// damped spring with a rate of 10 a second and at most 180° a second.
// Method: the state is a function of the time since the last change of the direction. The linear
// equation has two exponentials, or one for critical damping; from the last moment at which the speed
// is 0.5° a second the rest goes at that speed. A fast turn is the spring until it reaches the largest
// speed, that speed until 36° are left, where the spring would not accelerate, and the spring from
// there, which does not cross its end. So a needle is at the same angle at a time however often it is
// drawn, and nothing has to be computed during a pause.
// Rejected: steps of Euler's rule (SimplestGPS): the figures depend on the rate of the frames, and the
// fast turn overshoots by 12° to 17°.

import Foundation

/// The angle of a needle that turns to a direction as in oil.
public struct NeedleMotion: Hashable, Sendable {
    /// How a part of a compass turns.
    public struct Damping: Hashable, Sendable {
        /// The mass by the constant of the spring, in s².
        public var mass: Double
        /// The part of the speed that friction takes away, per second.
        public var friction: Double

        /// A damping of a mass and a friction that does not swing: friction² × mass is at least 4.
        public init(mass: Double, friction: Double) {
            precondition(
                mass > 0 && friction * friction * mass >= 4 * (1 - 1e-12),
                "a needle with this damping swings")
            (self.mass, self.friction) = (mass, friction)
        }

        /// The dial: it takes 8 seconds for a quarter turn.
        public static let dial = Damping(mass: 0.4, friction: 4)
        /// The needle of the own heading: 4.5 seconds for a quarter turn.
        public static let heading = Damping(mass: 0.25, friction: 4)
        /// The needle to the chosen target: 6 seconds for a quarter turn.
        public static let target = Damping(mass: 0.3, friction: 4)

        /// One of many small needles, each with its own pace.
        ///
        /// - Parameter part: from 0 to 1; it should depend on what the needle points to, so that it is
        ///   the same each time.
        public static func small(_ part: Double) -> Damping {
            Damping(mass: 0.36, friction: 3.5 + 2 * min(max(part, 0), 1))
        }
    }

    /// How it turns if it is not fast.
    public let damping: Damping
    /// The direction that it turns to, in degrees.
    public private(set) var target: Double
    /// When it was turned last.
    private var start: Double
    private var turn: Turn

    /// Degrees a second: no turn is slower before it ends.
    static let leastSpeed = 0.5
    /// Degrees a second: no fast turn is faster.
    static let mostSpeed = 180.0
    /// Per second: the rate of a fast turn.
    static let fastRate = 10.0
    /// Degrees: a fast turn ends when so little is left.
    static let end = 0.01

    /// A needle at rest at an angle in degrees.
    public init(at angle: Double, damping: Damping) {
        self.damping = damping
        (target, start) = (angle, 0)
        turn = .rest
    }

    /// Turns it from where it is at a time to a direction in degrees, the shortest way.
    ///
    /// It keeps its speed, and a fast turn stays fast until it ends. Half a turn goes on in the direction
    /// of the speed, and clockwise from rest. A direction that is not a number is ignored: the last one
    /// is kept.
    public mutating func turn(to target: Double, at time: Double, isFast: Bool = false) {
        guard target.isFinite else { return }
        let (left, speed) = state(at: time)
        guard target != self.target || isFast && !turn.isFast && left != 0 else { return }
        var way = (self.target + left - target).remainder(dividingBy: 360)
        if abs(way) == 180 { way = speed < 0 ? 180 : -180 }
        let isFast = isFast || turn.isFast && time < restTime
        (self.target, start) = (target, time)
        turn = isFast ? Turn(fast: way, speed) : Turn(way, speed, damping)
    }

    /// The angle at a time, in degrees from 0 up to 360.
    public func angle(at time: Double) -> Double {
        let angle = (target + state(at: time).left).truncatingRemainder(dividingBy: 360)
        let positive = angle < 0 ? angle + 360 : angle
        return positive == 360 ? 0 : positive
    }

    /// The speed at a time, in degrees a second, clockwise.
    public func speed(at time: Double) -> Double { state(at: time).speed }

    /// The angle that is left at a time, in degrees; positive if it has to turn back.
    public func left(at time: Double) -> Double { state(at: time).left }

    private func state(at time: Double) -> (left: Double, speed: Double) {
        time < restTime ? turn.state(after: time - start) : (0, 0)
    }

    /// When it is at rest.
    public var restTime: Double { start + turn.duration }
}

/// The angle that is left of a turn, as a function of the time since its beginning.
private enum Turn: Hashable {
    case rest
    case slow(Decay, tail: Double, left: Double)
    case fast(Decay, glide: Glide?, duration: Double)

    /// The even part of a fast turn.
    struct Glide: Hashable {
        /// When it begins and ends.
        var start: Double
        var end: Double
        /// What is left at its beginning.
        var left: Double
        var speed: Double
        /// What comes after it.
        var rest: Decay
    }

    /// A turn with a speed that is not below the least one.
    init(_ left: Double, _ speed: Double, _ damping: NeedleMotion.Damping) {
        let decay = Decay(left, speed, mass: damping.mass, friction: damping.friction)
        let tail = decay.lastTime(atSpeed: NeedleMotion.leastSpeed)
        let rest = decay.state(after: tail).left
        self = rest == 0 ? .rest : .slow(decay, tail: tail, left: rest)
    }

    init(fast left: Double, _ speed: Double) {
        let (rate, most) = (NeedleMotion.fastRate, NeedleMotion.mostSpeed)
        let decay = Decay(left, speed, rate: rate)
        var glide: Glide?
        if let start = decay.firstTime(atSpeed: most) {
            let state = decay.state(after: start)
            let speed = state.speed < 0 ? -most : most
            // What is left where a spring at this speed does not accelerate.
            let border = 2 * most / rate
            let end = start + max(abs(state.left) - border, 0) / most
            let leftAtEnd = state.left + speed * (end - start)
            glide = Glide(
                start: start, end: end, left: state.left, speed: speed,
                rest: Decay(leftAtEnd, speed, rate: rate))
        }
        let last = glide?.rest ?? decay
        let duration = (glide?.end ?? 0) + last.lastTime(atDistance: NeedleMotion.end)
        self = left == 0 && speed == 0 ? .rest : .fast(decay, glide: glide, duration: duration)
    }

    var isFast: Bool { if case .fast = self { true } else { false } }

    var duration: Double {
        switch self {
        case .rest: 0
        case .slow(_, let tail, let left): tail + abs(left) / NeedleMotion.leastSpeed
        case .fast(_, _, let duration): duration
        }
    }

    func state(after time: Double) -> (left: Double, speed: Double) {
        guard time < duration else { return (0, 0) }
        let time = max(time, 0)
        switch self {
        case .rest: return (0, 0)
        case .slow(let decay, let tail, let left):
            if time <= tail { return decay.state(after: time) }
            let speed = left < 0 ? NeedleMotion.leastSpeed : -NeedleMotion.leastSpeed
            return (left + speed * (time - tail), speed)
        case .fast(let decay, let glide, _):
            guard let glide, time > glide.start else { return decay.state(after: time) }
            if time > glide.end { return glide.rest.state(after: time - glide.end) }
            return (glide.left + glide.speed * (time - glide.start), glide.speed)
        }
    }
}

/// A solution of x'' = -x/m - c x' that does not swing.
private struct Decay: Hashable {
    /// The two rates, the slower one first; both are negative.
    private let slow: Double
    private let quick: Double
    /// x = a e^(slow t) + b e^(quick t); for equal rates x = (a + b t) e^(slow t).
    private let a: Double
    private let b: Double

    init(_ left: Double, _ speed: Double, mass: Double, friction: Double) {
        // Rounding must not make it swing.
        let root = max(friction * friction / 4 - 1 / mass, 0).squareRoot()
        self.init(left, speed, slow: -friction / 2 + root, quick: -friction / 2 - root)
    }

    /// With critical damping of a rate.
    init(_ left: Double, _ speed: Double, rate: Double) {
        self.init(left, speed, slow: -rate, quick: -rate)
    }

    private init(_ left: Double, _ speed: Double, slow: Double, quick: Double) {
        (self.slow, self.quick) = (slow, quick)
        if slow == quick {
            (a, b) = (left, speed - slow * left)
        } else {
            a = (speed - quick * left) / (slow - quick)
            b = left - a
        }
    }

    func state(after time: Double) -> (left: Double, speed: Double) {
        if slow == quick {
            let left = (a + b * time) * exp(slow * time)
            return (left, b * exp(slow * time) + slow * left)
        }
        let (first, second) = (a * exp(slow * time), b * exp(quick * time))
        return (first + second, slow * first + quick * second)
    }

    private func speed(_ time: Double) -> Double { state(after: time).speed }

    /// When the speed is largest or smallest; zero if that was before the beginning.
    private var extremeTime: Double {
        let time: Double
        if slow == quick {
            // x'' = 0: (2 b + slow (a + b t)) slow = 0.
            time = -(2 * b + slow * a) / (slow * b)
        } else {
            time = log(-b * quick * quick / (a * slow * slow)) / (slow - quick)
        }
        return time.isFinite ? max(time, 0) : 0
    }

    /// The last time at which the speed has a size; zero if it is always less.
    func lastTime(atSpeed size: Double) -> Double {
        let extreme = extremeTime
        if abs(speed(extreme)) >= size {
            return Self.border(from: extreme) { abs(speed($0)) >= size }
        }
        // Until there it only falls, or rises from the other side.
        guard abs(speed(0)) >= size else { return 0 }
        return Self.border(from: 0, to: extreme) { abs(speed($0)) >= size && $0 < extreme }
    }

    /// The first time at which the speed has a size; nil if it is always less.
    func firstTime(atSpeed size: Double) -> Double? {
        let extreme = extremeTime
        guard extreme > 0, abs(speed(extreme)) > size else { return nil }
        let isNegative = speed(extreme) < 0
        return Self.border(from: 0, to: extreme) { time in
            (isNegative ? -speed(time) : speed(time)) < size
        }
    }

    /// The last time at which a distance is left; zero if it is always less.
    func lastTime(atDistance size: Double) -> Double {
        // It falls from the last moment at which it turns back.
        let turn: Double
        if slow == quick {
            turn = -(b + slow * a) / (slow * b)
        } else {
            turn = log(-b * quick / (a * slow)) / (slow - quick)
        }
        let start = turn.isFinite ? max(turn, 0) : 0
        if abs(state(after: start).left) >= size {
            return Self.border(from: start) { abs(state(after: $0).left) >= size }
        }
        guard abs(state(after: 0).left) >= size else { return 0 }
        return Self.border(from: 0, to: start) { abs(state(after: $0).left) >= size }
    }

    /// The last time of those from one on at which something holds, which does so there and not always.
    private static func border(
        from start: Double, to end: Double? = nil, while holds: (Double) -> Bool
    ) -> Double {
        var (low, high) = (start, end ?? start + 1)
        if end == nil {
            while holds(high), high < 1e6 { high = start + 2 * (high - start) }
        }
        for _ in 0..<100 where high - low > 0 {
            let middle = low + (high - low) / 2
            if middle == low || middle == high { break }
            if holds(middle) { low = middle } else { high = middle }
        }
        return low
    }
}
