/// How a range follows data that come and go while a person looks at them.
///
/// An end moves outwards at once where the data pass it, and inwards only where more than `slack` of
/// the range would be unused there; it then goes where the fit has it. In between it stays: a range
/// that ran after every sample would never stand still. The two ends know nothing of each other.
///
/// For a range from 0 to 100 and a fit with a headroom of 5 %: a largest value of 91 leaves it, one of
/// 89 brings it to 93.45, one of 101 to 106.05.
public struct RangeFollowing: Hashable, Sendable {
    /// The part of the range that may be unused at an end.
    public var slack: Double

    /// A rule with a tenth of slack.
    public init(slack: Double = 0.1) {
        precondition(slack >= 0, "a range cannot have less than no slack")
        self.slack = slack
    }

    /// Whether data may ask for another range than the one that is held: if not, there is no need to
    /// work out what would fit them.
    public func isWanted(holding held: Extent, data: Extent) -> Bool {
        guard !data.isEmpty else { return false }
        let unused = slack * held.length
        return !held.contains(data) || held.max - data.max > unused
            || data.min - held.min > unused || !held.isProper
    }

    /// The range to go to from one that is held, or is being gone to.
    ///
    /// - Parameters:
    ///   - data: the extremes of what has to be seen; where there is nothing, the range stays.
    ///   - fit: the range that suits these data alone, with its headroom and its fixed ends.
    public func range(holding held: Extent, data: Extent, fit: Extent) -> Extent {
        guard !data.isEmpty, fit.isProper else { return held }
        guard held.isProper else { return fit }
        let unused = slack * held.length
        // A fit that leaves much room itself, as about values that are all alike, is no reason to go
        // to the next one for a hair's breadth.
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
