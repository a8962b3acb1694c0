import Glibc

// The soft edge.
//
// Data layout: one number, the reach d.
// Method: FMKit multiplied every small pull by exp(-excess/50), so the visible excess x and the
// pull r obey dx/dr = exp(-x/d). Integrated from the edge: r = d·(exp(x/d) - 1), x = d·ln(1 + r/d).
// The integral depends on where the finger is and not on its path: moving out and back returns to
// exactly the start, however the movement was divided into events.
// Limits: odd in its argument; a pull of zero has a slope of one, so the band joins the free
// movement without a kink and a motion that runs into it keeps its velocity.
// Rejected: the product per event, which depends on the event rate and does not return.

/// A soft edge that yields less the further it is pulled.
public struct RubberBand: Hashable, Sendable {
    /// The band of the charts: at 50 points beyond the edge a pull moves the content by 37 %.
    public static let standard = RubberBand(reach: 50)

    /// The excess over which the resistance grows by a factor e, in points.
    public let reach: Double

    /// Makes a band with a reach in points.
    ///
    /// - Precondition: the reach is positive.
    public init(reach: Double) {
        precondition(reach > 0, "a rubber band needs a positive reach, not \(reach)")
        self.reach = reach
    }

    /// The visible excess for a pull beyond the edge, both in points and of the same sign.
    public func excess(pull: Double) -> Double {
        let visible = reach * log1p(abs(pull) / reach)
        return pull < 0 ? -visible : visible
    }

    /// The pull for the visible excess `excess`; the inverse of `excess(pull:)`.
    public func pull(excess: Double) -> Double {
        let pull = reach * expm1(abs(excess) / reach)
        return excess < 0 ? -pull : pull
    }

    /// The part of a further small pull that becomes movement at a visible excess: exp(-|x|/d).
    public func compliance(excess: Double) -> Double { exp(-abs(excess) / reach) }
}
