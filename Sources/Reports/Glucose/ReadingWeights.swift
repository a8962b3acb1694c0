// How much each continuous reading counts for a share of the time.
//
// Method: a reading counts for the time until the next one, at most one and a half times the usual distance
// of its day; if no day has another usual distance, all readings count alike.

import ChartCore
import Statistics

/// How much each of some continuous readings counts for shares of the time.
package struct ReadingWeights: Sendable {
    /// The usual seconds between two readings.
    package let usual: Double
    /// The weight of each reading; only their ratios matter.
    package let weights: [Double]
    /// The seconds that the readings cover: each the usual distance, or less if the next one is nearer.
    package let covered: Double
    /// The days with a reading.
    package let dayCount: Int

    /// The longest usual distance of continuous readings, in seconds.
    private static let longestInterval = 1200.0
    /// The fewest distances of a day that show what is usual on it.
    private static let fewestGaps = 12

    /// The weights of readings at ascending times; nil for fewer than two, and for readings that are too far apart
    /// to be continuous: more than 20 minutes.
    ///
    /// Cost: O(readings · log of those of a day).
    package init?(of times: [Double], _ calendar: CivilCalendar) {
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        guard let usual = Order.median(gaps), usual > 0, usual <= Self.longestInterval else {
            return nil
        }
        self.usual = usual
        let days = times.map { calendar.date(of: $0) }
        dayCount = Set(days).count
        let distances = Self.usualDistances(gaps, days, usual: usual)
        weights = Self.weights(gaps, distances, usual: usual)
        covered = zip(gaps, distances).reduce(0) { $0 + min($1.0, $1.1) } + (distances.last ?? 0)
    }

    /// The usual distance of the readings of each day, for each reading.
    private static func usualDistances(
        _ gaps: [Double], _ days: [CivilDate], usual: Double
    ) -> [Double] {
        var usualOfDays: [CivilDate: Double] = [:]
        for (day, own) in Dictionary(grouping: gaps.indices, by: { days[$0] })
        where own.count >= fewestGaps {
            usualOfDays[day] = Order.median(own.map { gaps[$0] })
        }
        return days.map { usualOfDays[$0] ?? usual }
    }

    /// How much each reading counts: all alike if the usual distance of no day differs by more than a quarter.
    private static func weights(
        _ gaps: [Double], _ distances: [Double], usual: Double
    ) -> [Double] {
        guard !distances.allSatisfy({ abs($0 - usual) <= usual / 4 }) else {
            return distances.map { _ in 1 }
        }
        return distances.indices.map { index in
            let own = distances[index]
            return index < gaps.count ? min(gaps[index], 1.5 * own) : own
        }
    }
}
