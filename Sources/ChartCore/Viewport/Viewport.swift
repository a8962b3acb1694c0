// The visible ranges of a data space; each of their four ends moves independently.
//
// An end is a closed form of time: start value, target, start time, duration, curve. Nothing is
// accumulated from frame to frame, so every frame rate passes through the same values, and a late
// frame shows the correct values. A new target starts from the present value and velocity: r·T·p·(1
// - p)², which is zero at both ends, is added to the curve, where r is the present velocity minus
// the initial velocity of the curve (the cubic Hermite basis of a slope). So an end whose target
// changes again and again moves like a damped spring, without a kink.
//
// The added part is at most 4/27 of r·T. With it, a fast end that moves to a much narrower range
// would pass the other end. So the added parts may reduce the length of a range by at most half of
// the shorter of the ranges at both ends of the motion. A range that moves as a whole is not
// limited.

/// The course of a motion between 0 and 1.
public enum MotionCurve: Hashable, Sendable {
    /// p: at constant speed.
    case linear
    /// -p(p - 2): fast at first, at rest at the end; ¾ of the way at half time.
    case easeOut
    /// Cubic ease in and out: p²(3 - 2p).
    case easeInOut

    /// The fraction of the way at the fraction `p` of the time.
    public func callAsFunction(_ p: Double) -> Double {
        let p = min(max(p, 0), 1)
        switch self {
        case .linear: return p
        case .easeOut: return -p * (p - 2)
        case .easeInOut: return p * p * (3 - 2 * p)
        }
    }

    /// The derivative of the fraction of the way at the fraction `p` of the time.
    public func slope(_ p: Double) -> Double {
        let p = min(max(p, 0), 1)
        switch self {
        case .linear: return 1
        case .easeOut: return 2 - 2 * p
        case .easeInOut: return 6 * p * (1 - p)
        }
    }
}

/// A number that moves to a target.
public struct MovingValue: Hashable, Sendable {
    /// The value at which it started.
    public private(set) var origin: Double
    /// The value that it is moving to, or has reached.
    public private(set) var target: Double
    private var start = 0.0
    private var duration = 0.0
    private var curve = MotionCurve.easeOut
    /// The velocity carried over, minus the curve's initial velocity, times the duration.
    private var residual = 0.0
    /// The largest value of p·(1 - p)².
    private static let peak = 4.0 / 27

    /// A value at rest.
    public init(_ value: Double) {
        origin = value
        target = value
    }

    /// The value at a time (seconds of the frame clock).
    public func value(at time: Double) -> Double {
        if duration <= 0 || time >= start + duration { return target }
        let p = max(0, time - start) / duration
        return origin + (target - origin) * curve(p) + residual * p * (1 - p) * (1 - p)
    }

    /// The velocity at a time, per second; 0 at rest.
    public func velocity(at time: Double) -> Double {
        guard isMoving(at: time) else { return 0 }
        let p = max(0, time - start) / duration
        return ((target - origin) * curve.slope(p) + residual * (1 - p) * (1 - 3 * p)) / duration
    }

    /// Whether it is still moving at a time.
    public func isMoving(at time: Double) -> Bool { duration > 0 && time < start + duration }

    /// Moves the value to another target from its position and velocity at `time`; at once if
    /// `duration` is 0.
    ///
    /// A time before the start of the current motion counts as that start.
    public mutating func move(
        to target: Double, at time: Double, duration: Double, curve: MotionCurve = .easeOut
    ) {
        let isUnderWay = isMoving(at: time)
        let time = isUnderWay ? max(time, start) : time
        let velocity = velocity(at: time)
        origin = value(at: time)
        self.target = target
        start = time
        self.duration = origin == target && velocity == 0 ? 0 : max(0, duration)
        self.curve = curve
        residual =
            isUnderWay && self.duration > 0
            ? velocity * self.duration - (target - origin) * curve.slope(0) : 0
        if self.duration == 0 { origin = target }
    }

    /// Limits how much the velocities of two ends reduce the length between them.
    ///
    /// The ends have started together at `time`, or one of them does not move.
    fileprivate static func limit(
        _ low: inout MovingValue, _ high: inout MovingValue, at time: Double, loss: Double
    ) {
        let moving = (low: low.isMoving(at: time), high: high.isMoving(at: time))
        let most = loss / peak
        let apart = (moving.high ? high.residual : 0) - (moving.low ? low.residual : 0)
        // Beyond that a range may only become longer.
        let excess = min(0, apart + most)
        let share = moving.low && moving.high ? excess / 2 : excess
        if moving.low { low.residual += share }
        if moving.high { high.residual -= share }
    }
}

/// The visible range of a data space: current and target.
public struct Viewport: Hashable, Sendable {
    /// The four ends.
    public enum Side: CaseIterable, Hashable, Sendable {
        /// The smaller end of x.
        case xMin
        /// The larger end of x.
        case xMax
        /// The smaller end of y.
        case yMin
        /// The larger end of y.
        case yMax
    }

    /// An x and a y range.
    public struct Ranges: Hashable, Sendable {
        /// The horizontal range.
        public var x: Extent
        /// The vertical range.
        public var y: Extent

        /// A pair of ranges.
        public init(x: Extent, y: Extent) {
            self.x = x
            self.y = y
        }
    }

    /// The notification to followers of the viewport, one for each change of the target.
    public struct Transition: Hashable, Sendable {
        /// The ranges at the moment of the change.
        public var from: Ranges
        /// The new target.
        public var to: Ranges
        /// How long the change takes; 0 if it is immediate.
        public var duration: Double
    }

    private var xMin: MovingValue
    private var xMax: MovingValue
    private var yMin: MovingValue
    private var yMax: MovingValue
    /// The time of `current`.
    public private(set) var time = 0.0

    /// A viewport at rest.
    public init(x: Extent, y: Extent) {
        xMin = MovingValue(x.min)
        xMax = MovingValue(x.max)
        yMin = MovingValue(y.min)
        yMax = MovingValue(y.max)
    }

    /// The ranges at `time`.
    public var current: Ranges { ranges(at: time) }

    /// The ranges that it is moving to.
    public var target: Ranges {
        Ranges(
            x: Extent(min: xMin.target, max: xMax.target),
            y: Extent(min: yMin.target, max: yMax.target))
    }

    /// Whether any end is still moving.
    public var isMoving: Bool {
        xMin.isMoving(at: time) || xMax.isMoving(at: time) || yMin.isMoving(at: time)
            || yMax.isMoving(at: time)
    }

    /// The ranges at any time, without moving the viewport there.
    public func ranges(at time: Double) -> Ranges {
        Ranges(
            x: Extent(min: xMin.value(at: time), max: xMax.value(at: time)),
            y: Extent(min: yMin.value(at: time), max: yMax.value(at: time)))
    }

    /// Advances to a time of the frame clock.
    ///
    /// - Returns: Whether any end is still moving, so that another frame is needed.
    @discardableResult
    public mutating func advance(to time: Double) -> Bool {
        self.time = time
        return isMoving
    }

    /// Gives ends a new target; those that are nil are not changed, even during a motion.
    ///
    /// - Parameters:
    ///   - time: The time of the frame clock.
    ///   - duration: Seconds; 0 is at once.
    /// - Returns: The notification for followers; nil if the target did not change.
    @discardableResult
    public mutating func move(
        xMin newXMin: Double? = nil, xMax newXMax: Double? = nil, yMin newYMin: Double? = nil,
        yMax newYMax: Double? = nil, at time: Double, duration: Double = 0.3,
        curve: MotionCurve = .easeOut
    ) -> Transition? {
        let from = ranges(at: time)
        let old = target
        self.time = time
        func send(
            _ low: inout MovingValue, _ newLow: Double?, _ high: inout MovingValue,
            _ newHigh: Double?, from: Extent
        ) {
            // The same target again does not restart the motion, unless the change is to be
            // immediate.
            func isNew(_ value: Double?, _ side: MovingValue) -> Bool {
                value.map { $0 != side.target || duration <= 0 } ?? false
            }
            let isSent = (low: isNew(newLow, low), high: isNew(newHigh, high))
            guard isSent.low || isSent.high else { return }
            // Both ends of a range move together.
            if isSent.low || low.isMoving(at: time) {
                low.move(to: newLow ?? low.target, at: time, duration: duration, curve: curve)
            }
            if isSent.high || high.isMoving(at: time) {
                high.move(to: newHigh ?? high.target, at: time, duration: duration, curve: curve)
            }
            let shorter = min(from.length, high.target - low.target)
            if shorter > 0 { MovingValue.limit(&low, &high, at: time, loss: shorter / 2) }
        }
        send(&xMin, newXMin, &xMax, newXMax, from: from.x)
        send(&yMin, newYMin, &yMax, newYMax, from: from.y)
        return target == old ? nil : Transition(from: from, to: target, duration: duration)
    }

    /// Gives an x or a y range, or both, a new target.
    @discardableResult
    public mutating func move(
        x: Extent? = nil, y: Extent? = nil, at time: Double, duration: Double = 0.3,
        curve: MotionCurve = .easeOut
    ) -> Transition? {
        move(
            xMin: x?.min, xMax: x?.max, yMin: y?.min, yMax: y?.max, at: time, duration: duration,
            curve: curve)
    }
}
