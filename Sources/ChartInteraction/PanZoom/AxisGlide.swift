import ChartCore
import Glibc

// The motion of a window to another one in a given time.
//
// Data layout: both windows, the easing, and the velocity carried over.
// Method: the length changes by equal factors in equal parts of the eased time, and the lower end
// moves so that the value that both windows show at the same place stays there. A previous velocity
// is carried by the term r·T·p·(1 - p)² of `AnimationCurve`, in the lower end and in the logarithm
// of the length: place and velocity are continuous, and the end is exact.
// Limits: linear in the axis's units.

/// A window that moves to another one, as a function of time.
struct AxisGlide: Hashable, Sendable {
    /// How fast the lower end and the logarithm of the length change, per second.
    struct Velocity: Hashable, Sendable {
        var lower = 0.0
        var growth = 0.0
    }

    let start: Double
    let duration: Double
    let easing: Easing
    let from: Extent
    let to: Extent
    /// Whether both ends of the glide are within the limits, and so all of it must be.
    let isInside: Bool
    /// The velocity carried over, minus the glide's own initial velocity.
    private var residual = Velocity()

    /// When it arrives, in seconds.
    var end: Double { start + duration }

    /// - Parameter carried: the velocity of the motion that this one replaces; nil for a start from
    ///   rest.
    init(
        start: Double, duration: Double, easing: Easing, from: Extent, to: Extent, isInside: Bool,
        carried: Velocity?
    ) {
        self.start = start
        self.duration = duration
        self.easing = easing
        self.from = from
        self.to = to
        self.isInside = isInside
        guard let carried else { return }
        let own = velocity(at: start)
        residual = Velocity(lower: carried.lower - own.lower, growth: carried.growth - own.growth)
    }

    private var growth: Double { log(to.length / from.length) }

    /// The window at a time; nil once it has arrived.
    func window(at time: Double) -> Extent? {
        let progress = max(0, time - start) / duration
        guard progress < 1 else { return nil }
        let part = easing.value(at: progress)
        let growth = growth
        // The lower end moves in proportion to the length, or to the time fraction if both lengths
        // are equal.
        let way = abs(growth) < 1e-9 ? part : expm1(growth * part) / expm1(growth)
        let carried = duration * progress * (1 - progress) * (1 - progress)
        let length = from.length * exp(growth * part + residual.growth * carried)
        let lower = from.min + (to.min - from.min) * way + residual.lower * carried
        return Extent(min: lower, max: lower + length)
    }

    /// The derivative of that by time.
    func velocity(at time: Double) -> Velocity {
        let progress = max(0, time - start) / duration
        let part = easing.value(at: progress)
        let slope = easing.slope(at: progress) / duration
        let growth = growth
        let way =
            abs(growth) < 1e-9 ? slope : growth * exp(growth * part) / expm1(growth) * slope
        let carried = (1 - progress) * (1 - 3 * progress)
        return Velocity(
            lower: (to.min - from.min) * way + residual.lower * carried,
            growth: growth * slope + residual.growth * carried)
    }
}
