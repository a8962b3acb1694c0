// Smoothed lines through a series.
//
// The exponential trend is that of J. Walker, The Hacker's Diet (1991), which users of weight
// programs are familiar with: T(n) = T(n-1) + w · (W(n) - T(n-1)) with w = 0.1, one step for each
// reading, beginning at the first reading. The moving mean is by time, not by numbers of readings:
// the mean of the measurements of the last 7 days. Its sums are compensated and restarted whenever
// the window is empty, so the error does not grow with the length of the series.

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
