/// How a range follows data that come and go while a person looks at them.
///
/// An end moves outwards at once if the data pass it. It moves inwards only if more than `slack` of
/// the range would be unused there; it then moves to the end of the fit. Otherwise it stays: a
/// range that followed every sample would never be still. The two ends are independent of each
/// other.
///
/// For a range from 0 to 100 and a fit with a headroom of 5 %: a largest value of 91 does not
/// change it, one of 89 moves the end to 93.45, one of 101 to 106.05.
public struct RangeFollowing: Hashable, Sendable {
    /// The part of the range that may be unused at an end.
    public var slack: Double

    /// Creates a rule; the default slack is a tenth.
    public init(slack: Double = 0.1) {
        precondition(slack >= 0, "the slack of a range cannot be negative")
        self.slack = slack
    }

    /// Whether data may require a range other than the current one; if not, there is no need to
    /// compute the range that would fit them.
    public func isWanted(holding held: Extent, data: Extent) -> Bool {
        guard !data.isEmpty else { return false }
        let unused = slack * held.length
        return !held.contains(data) || held.max - data.max > unused
            || data.min - held.min > unused || !held.isProper
    }

    /// The range to move to from the current one (or from the one being moved to).
    ///
    /// - Parameters:
    ///   - data: the extremes of the data that must be visible; if there are none, the range stays.
    ///   - fit: the range that suits only these data, with its headroom and its fixed ends.
    public func range(holding held: Extent, data: Extent, fit: Extent) -> Extent {
        guard !data.isEmpty, fit.isProper else { return held }
        guard held.isProper else { return fit }
        let unused = slack * held.length
        // If the fit itself leaves much room, as around values that are all alike, a tiny change is
        // no reason to move to the next one.
        let least = unused / 2
        var result = held
        if data.max > held.max {
            result.max = max(fit.max, data.max)
        } else if held.max - data.max > unused, held.max - fit.max >= least {
            result.max = fit.max
        }
        if data.min < held.min {
            result.min = min(fit.min, data.min)
        } else if data.min - held.min > unused, fit.min - held.min >= least {
            result.min = fit.min
        }
        return result.isProper ? result : fit
    }
}
