// Readings of many days by the clock: the usual course of a day.
//
// Method: bins of 15 minutes of the wall clock; the readings of a bin and its neighbours give its percentiles
// (type 7). Those are the control points of a periodic uniform cubic spline, whose weights 1/6, 4/6, 1/6
// are positive, so that a percentile never crosses another. A clock that skips an hour leaves that hour empty, and
// one that repeats an hour counts it twice. For glucose this is the ambulatory glucose profile.

import ChartCore
import Statistics

/// The percentiles of readings by the time on the clock.
package struct ModalDay: Sendable, Equatable {
    /// The percentiles of a quarter of an hour, in the unit of the readings.
    package struct Bin: Hashable, Sendable {
        /// The 5th, 25th, 50th, 75th and 95th percentile, smoothed.
        package var percentiles: [Double]
        /// On how many days it has a reading.
        package var days: Int
    }

    /// The fewest days that a bin needs.
    package static let fewestDays = 5
    package static let percentiles = [0.05, 0.25, 0.5, 0.75, 0.95]
    /// The bins of a day.
    package static let binCount = 96

    /// The bins of the day; nil for one without readings.
    package let bins: [Bin?]

    /// The usual day of readings; each value belongs to the time with its index.
    ///
    /// Cost: O(readings), and sorting those of each bin three times.
    package init(times: [Double], values: [Double], _ calendar: CivilCalendar) {
        let count = Self.binCount
        var own = [[Double]](repeating: [], count: count)
        var dates = [Set<CivilDate>](repeating: [], count: count)
        for (time, value) in zip(times, values) {
            let clock = calendar.components(of: time)
            let bin = (clock.hour * 60 + clock.minute) * count / 1440
            own[bin].append(value)
            dates[bin].insert(clock.date)
        }
        let raw: [[Double]?] = (0..<count).map { bin in
            let pool = (-1...1).flatMap { own[(bin + $0 + count) % count] }.sorted()
            guard !own[bin].isEmpty else { return nil }
            let found = Self.percentiles.compactMap { Order.quantile($0, ofSorted: pool) }
            return found.count == Self.percentiles.count ? found : nil
        }
        bins = (0..<count).map { bin in
            guard raw[bin] != nil else { return nil }
            var sums = [Double](repeating: 0, count: Self.percentiles.count)
            var weight = 0.0
            for (offset, part) in [(-1, 1.0), (0, 4.0), (1, 1.0)] {
                guard let near = raw[(bin + offset + count) % count] else { continue }
                for index in sums.indices { sums[index] += near[index] * part }
                weight += part
            }
            return Bin(percentiles: sums.map { $0 / weight }, days: dates[bin].count)
        }
    }
}
