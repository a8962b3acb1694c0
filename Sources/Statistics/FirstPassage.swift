import Foundation

/// When the level of a trend is likely to reach a goal.
package struct FirstPassage: Equatable, Sendable {
    /// Days after the last one: 80 of 100 of the ways that arrive do so between these.
    package let days: ClosedRange<Int>
    /// The day until which half of the ways that arrive have done so.
    package let middle: Int
    /// The share of all ways that arrive within a year.
    package let share: Double

    /// The longest way, in days.
    package static let horizon = 366
    /// With a smaller share the day is not known.
    package static let leastShare = 0.6
    private static let paths = 4_000

    /// Follows the trend from its last day on by chance, many times; nil if too few of the ways arrive.
    ///
    /// - Parameters:
    ///   - trend: the trend of values up to the last day.
    ///   - goal: the level that is to be reached, from whichever side the last level is.
    package init?(
        of trend: LocalLinearTrend, at goal: Double, using random: inout some RandomNumberGenerator
    ) {
        guard let last = trend.states.last else { return nil }
        let falls = last.level > goal
        let (levelStep, slopeStep) = (
            trend.variances.level.squareRoot(), trend.variances.slope.squareRoot()
        )
        // The level, and the slope as far as it does not follow from the level.
        let level = last.levelVariance.squareRoot()
        let follows = level > 0 ? last.covariance / level : 0
        let own = max(last.slopeVariance - follows * follows, 0).squareRoot()
        var arrivals: [Int] = []
        for _ in 0..<Self.paths {
            let (a, b) = Self.normals(&random)
            var (height, slope) = (last.level + level * a, last.slope + follows * a + own * b)
            for day in 1...Self.horizon {
                let (a, b) = Self.normals(&random)
                height += slope + levelStep * a
                slope += slopeStep * b
                if falls ? height <= goal : height >= goal {
                    arrivals.append(day)
                    break
                }
            }
        }
        share = Double(arrivals.count) / Double(Self.paths)
        guard share >= Self.leastShare else { return nil }
        arrivals.sort()
        middle = arrivals[Int((0.5 * Double(arrivals.count - 1)).rounded(.up))]
        let first = arrivals[Int(0.1 * Double(arrivals.count - 1))]
        days = first...arrivals[Int((0.9 * Double(arrivals.count - 1)).rounded(.up))]
    }

    /// Two normal numbers, by the method of Box and Muller (1958).
    private static func normals(_ random: inout some RandomNumberGenerator) -> (Double, Double) {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
        let angle = 2 * Double.pi * Double.random(in: 0..<1, using: &random)
        return (radius * cos(angle), radius * sin(angle))
    }
}
