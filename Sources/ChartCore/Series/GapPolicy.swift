// Where a line breaks: at samples without a value, and over stretches of time without samples.
//
// How long is too long follows the data: a multiple of the usual interval, which is the median of
// the positive intervals between samples (the mean would be spoilt by the gaps themselves). Of more
// than 65,536 intervals every k-th is looked at, always the same ones.

/// When a line is not drawn on from one sample to the next.
public enum GapPolicy: Hashable, Sendable {
    /// Only where a value is missing.
    case missingValues
    /// Also where the next sample is more than so many seconds away.
    case longerThan(Double)
    /// Also where it is more than so many usual (median) intervals away.
    case multipleOfUsual(Double)

    /// A stretch of samples that belong together, and how the line goes on after it.
    public struct Run: Hashable, Sendable {
        /// The indices of the samples, all with values.
        public var indices: Range<Int>
        /// Whether the next run's first sample is joined by a dotted line: too long after the last
        /// one, but with no missing value between.
        public var isBridged: Bool

        /// A run put together.
        public init(indices: Range<Int>, isBridged: Bool) {
            self.indices = indices
            self.isBridged = isBridged
        }
    }

    /// The longest interval over which a line is drawn; infinity where any is.
    public func limit(for series: SampleSeries) -> Double {
        switch self {
        case .missingValues: return .infinity
        case .longerThan(let seconds): return seconds
        case .multipleOfUsual(let multiple):
            return GapPolicy.usualInterval(of: series.times).map { $0 * multiple } ?? .infinity
        }
    }

    /// The median of the positive intervals between ascending times; nil where there are none.
    public static func usualInterval(of times: [Double]) -> Double? {
        guard times.count > 1 else { return nil }
        let every = (times.count - 2) / 65_536 + 1
        var intervals: [Double] = []
        intervals.reserveCapacity(times.count / every + 1)
        for i in stride(from: 1, to: times.count, by: every) where times[i] > times[i - 1] {
            intervals.append(times[i] - times[i - 1])
        }
        guard !intervals.isEmpty else { return nil }
        intervals.sort()
        let middle = intervals.count / 2
        return intervals.count % 2 == 1
            ? intervals[middle] : (intervals[middle - 1] + intervals[middle]) / 2
    }

    /// The runs of the samples at `indices`, in order.
    ///
    /// - Parameter limit: What `limit(for:)` gave; work it out once for a revision of the series.
    public static func runs(
        of series: SampleSeries, in indices: Range<Int>, limit: Double
    ) -> [Run] {
        var runs: [Run] = []
        var start: Int?
        let times = series.times
        let values = series.values
        for i in indices {
            if values[i].isNaN {
                if let from = start { runs.append(Run(indices: from..<i, isBridged: false)) }
                start = nil
                continue
            }
            if let from = start, times[i] - times[i - 1] > limit {
                runs.append(Run(indices: from..<i, isBridged: true))
                start = i
            }
            if start == nil { start = i }
        }
        if let from = start {
            runs.append(Run(indices: from..<indices.upperBound, isBridged: false))
        }
        return runs
    }
}
