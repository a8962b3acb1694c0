// Smoothed lines through a series.
//
// The exponential trend is that of J. Walker, The Hacker's Diet (1991), which users of weight
// programs are familiar with: T(n) = T(n-1) + w · (W(n) - T(n-1)) with w = 0.1, one step for each
// reading, beginning at the first reading. The daily one is by time: n days without a reading count
// as n steps towards the next one, which is 1 - (1 - w)^n of the way at once. The moving mean is by time, not by numbers of readings:
// the mean of the measurements of the last 7 days. Its sums are compensated and restarted whenever
// the window is empty, so the error does not grow with the length of the series.

import Glibc

/// Smoothed series.
public enum Trend {
    /// The exponential trend, one step for each reading; gaps stay gaps and do not count.
    ///
    /// - Parameter weight: How far each reading moves the trend towards it, above 0 up to 1.
    public static func exponential(_ series: SampleSeries, weight: Double = 0.1) -> SampleSeries {
        precondition(weight > 0 && weight <= 1, "a trend's weight is above 0 and at most 1")
        var trend = Double.nan
        let smoothed = series.values.map { value -> Double in
            if value.isNaN { return .nan }
            trend = trend.isNaN ? value : trend + weight * (value - trend)
            return trend
        }
        return SampleSeries(times: series.times, values: smoothed)
    }

    /// The exponential trend, one step for each day.
    ///
    /// The readings of one day count as one, their mean M. If the last day with readings was Δ days
    /// before, T(d) = T(d − Δ) + (1 − (1 − w)^Δ) · (M(d) − T(d − Δ)): as far as Δ daily steps of J.
    /// Walker's rule (The Hacker's Diet, 1991) move the trend towards M. So a person who is weighed
    /// once a month has a trend of this month. Once less than a hundredth of the old trend would be
    /// left (44 days for a weight of 0.1) it begins again, at the next reading.
    ///
    /// All readings of a day have that day's trend. Gaps stay gaps and do not count. O(count).
    ///
    /// - Parameters:
    ///   - calendar: The calendar whose days they are.
    ///   - weight: How far the readings of one day move the trend after those of the day before,
    ///     above 0 up to 1.
    public static func daily(
        _ series: SampleSeries, in calendar: CivilCalendar, weight: Double = 0.1
    ) -> SampleSeries {
        precondition(weight > 0 && weight <= 1, "a trend's weight is above 0 and at most 1")
        let (times, values) = (series.times, series.values)
        var smoothed: [Double] = []
        smoothed.reserveCapacity(values.count)
        var trend = Double.nan
        var lastDay = 0
        while smoothed.count < times.count {
            let first = smoothed.count
            let day = calendar.date(of: times[first]).days
            let end = calendar.start(of: CivilDate(days: day + 1))
            var (next, sum, count) = (first, 0.0, 0)
            while next < times.count, times[next] < end || next == first {
                if !values[next].isNaN {
                    sum += values[next]
                    count += 1
                }
                next += 1
            }
            if count > 0 {
                let mean = sum / Double(count)
                let kept = trend.isNaN ? 0 : pow(1 - weight, Double(max(0, day - lastDay)))
                trend = kept < leastKept ? mean : mean + kept * (trend - mean)
                lastDay = day
            }
            for index in first..<next { smoothed.append(values[index].isNaN ? .nan : trend) }
        }
        return SampleSeries(times: times, values: smoothed)
    }

    /// With less than this part of the old trend left, a daily trend begins again.
    private static let leastKept = 0.01

    /// The position of a moving window relative to its sample.
    public enum Window: Hashable, Sendable {
        /// It ends with the sample (the sample is included, the window's far end is not).
        case trailing
        /// The sample is in its middle (both ends included).
        case centered
    }

    /// The mean of the values within a stretch of time around each sample, 7 days by default.
    ///
    /// Gaps stay gaps and do not count. O(count).
    public static func movingMean(
        _ series: SampleSeries, over duration: Double = 7 * 86_400, window: Window = .trailing
    ) -> SampleSeries {
        precondition(duration > 0, "a moving mean needs a duration above zero")
        let times = series.times
        let values = series.values
        var means: [Double] = []
        means.reserveCapacity(values.count)
        var low = 0
        var high = 0
        var sum = 0.0
        var compensation = 0.0
        var count = 0
        func add(_ value: Double) {
            let total = sum + value
            compensation += abs(sum) >= abs(value) ? (sum - total) + value : (value - total) + sum
            sum = total
        }
        for i in times.indices {
            let from: Double
            let to: Double
            switch window {
            case .trailing: (from, to) = (times[i] - duration, times[i])
            case .centered: (from, to) = (times[i] - duration / 2, times[i] + duration / 2)
            }
            while high < times.count, times[high] <= to {
                if !values[high].isNaN {
                    add(values[high])
                    count += 1
                }
                high += 1
            }
            while low < high, window == .trailing ? times[low] <= from : times[low] < from {
                if !values[low].isNaN {
                    add(-values[low])
                    count -= 1
                }
                low += 1
                if count == 0 { (sum, compensation) = (0, 0) }
            }
            means.append(values[i].isNaN ? .nan : (sum + compensation) / Double(count))
        }
        return SampleSeries(times: times, values: means)
    }
}
