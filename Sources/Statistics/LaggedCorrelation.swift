// Whether two quantities move together from day to day, and which of them goes first.
//
// Method: Spearman's correlation of what is left of the days after their weekday's mean and a running
// median were taken off, at lags of a week to both sides; the greatest of these counts. What it may be by
// chance is found by turning one of the series against the other, by more than two weeks: both stay as alike
// from day to day as they are, and what joins them is lost.

import Foundation

/// The correlation of the days of two quantities.
package struct LaggedCorrelation: Equatable, Sendable {
    /// The correlation at the lag at which it is greatest, from −1 to 1.
    package let correlation: Double
    /// The days by which the second quantity is later than the first at that lag.
    package let lag: Int
    /// The probability of as great a correlation, at any lag, by chance.
    package let p: Double
    /// The days that have both at that lag.
    package let count: Int

    /// The greatest lag, in days.
    package static let lags = 7
    /// The least number of days that have both.
    package static let least = 40
    /// The least turn, in days.
    private static let leastTurn = 15

    /// A correlation; nil for fewer than `least` common days, and for a quantity that does not change.
    ///
    /// Turns share no lags, since the greatest of shared ones would be alike: so p is at least about 15 divided by the number
    /// of days, and half a year is needed for one below a tenth.
    ///
    /// Cost: that of sorting the days, as often as there are days.
    ///
    /// - Parameters:
    ///   - first: a value for each day; not a number for days without.
    ///   - second: the same days.
    package init?(_ first: [Double], _ second: [Double]) {
        precondition(first.count == second.count, "both have the same days")
        let days = first.count
        guard zip(first, second).count(where: { $0.0.isFinite && $0.1.isFinite }) >= Self.least,
            days > 2 * Self.leastTurn
        else { return nil }
        let (a, b) = (Self.rest(first), Self.rest(second))
        guard let own = Self.strongest(a, b, turn: 0) else { return nil }
        let turns = stride(
            from: Self.leastTurn, through: days - Self.leastTurn, by: 2 * Self.lags + 1)
        var (asGreat, valid) = (1, 1)
        for turn in turns {
            guard let other = Self.strongest(a, b, turn: turn) else { continue }
            valid += 1
            if abs(other.correlation) >= abs(own.correlation) - 1e-12 { asGreat += 1 }
        }
        (correlation, lag, count) = own
        p = Double(asGreat) / Double(valid)
    }

    /// The days without their weekday's mean, and then without a running median of 29 days.
    static func rest(_ values: [Double]) -> [Double] {
        var rest = values
        for weekday in 0..<7 {
            let places = stride(from: weekday, to: values.count, by: 7).filter {
                values[$0].isFinite
            }
            guard !places.isEmpty else { continue }
            let mean = places.reduce(0) { $0 + values[$1] } / Double(places.count)
            for place in places { rest[place] -= mean }
        }
        let free = rest
        for place in values.indices where free[place].isFinite {
            let near = free[max(place - 14, 0)...min(place + 14, values.count - 1)]
            rest[place] = free[place] - (Order.median(near.filter(\.isFinite)) ?? 0)
        }
        return rest
    }

    private static func strongest(
        _ a: [Double], _ b: [Double], turn: Int
    ) -> (correlation: Double, lag: Int, count: Int)? {
        var best: (correlation: Double, lag: Int, count: Int)?
        // The nearest lags first: of equal ones they count.
        for lag in (-lags...lags).sorted(by: { (abs($0), $0) < (abs($1), $1) }) {
            var (x, y): ([Double], [Double]) = ([], [])
            for day in a.indices {
                let other = day + lag
                guard a.indices.contains(other) else { continue }
                let value = b[(other + turn) % b.count]
                guard a[day].isFinite, value.isFinite else { continue }
                x.append(a[day])
                y.append(value)
            }
            guard x.count >= least / 2, let correlation = spearman(x, y) else { continue }
            if abs(correlation) > abs(best?.correlation ?? 0) + 1e-12 || best == nil {
                best = (correlation, lag, x.count)
            }
        }
        return best
    }

    /// Spearman's correlation of pairs; nil if one side does not change.
    package static func spearman(_ x: [Double], _ y: [Double]) -> Double? {
        let (a, b) = (Order.ranks(x), Order.ranks(y))
        let middle = Double(x.count + 1) / 2
        var (product, first, second) = (0.0, 0.0, 0.0)
        for (a, b) in zip(a, b) {
            product += (a - middle) * (b - middle)
            first += (a - middle) * (a - middle)
            second += (b - middle) * (b - middle)
        }
        guard first > 0, second > 0 else { return nil }
        return product / (first * second).squareRoot()
    }
}

/// Which of many findings are kept, if a share of those that are kept may be wrong.
///
/// Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", J. R. Stat. Soc. B 57 (1995).
package enum FalseDiscovery {
    /// The indices of the findings that are kept, in order.
    ///
    /// - Parameters:
    ///   - p: the probabilities of the findings by chance.
    ///   - rate: the share that may be wrong.
    package static func kept(_ p: [Double], rate: Double = 0.1) -> [Int] {
        let order = p.indices.sorted { p[$0] < p[$1] }
        let last = order.indices.last {
            p[order[$0]] <= Double($0 + 1) / Double(order.count) * rate
        }
        return last.map { order[...$0].sorted() } ?? []
    }
}
