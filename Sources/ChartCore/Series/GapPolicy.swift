// Where a line is interrupted: at samples without a value, and over stretches of time without
// samples.
//
// The limit follows the data: a multiple of the usual interval, which is the median of the positive
// intervals between samples (the mean would be distorted by the gaps). If there are more than
// 65,536 intervals, only every k-th is examined, always the same ones.

/// When a line is interrupted between two samples.
public enum GapPolicy: Hashable, Sendable {
    /// Only if a value is missing.
    case missingValues
    /// Also if the next sample is more than this number of seconds away.
    case longerThan(Double)
    /// Also if it is more than this number of usual (median) intervals away.
    case multipleOfUsual(Double)

    /// The longest interval over which a line is drawn; infinity if there is no limit.
    ///
    /// This is the `longestGap` of `columnSpans` and of the drawing of lines; compute it once per
    /// revision of the samples.
    public func limit(for samples: some SampleSource) -> Double {
        switch self {
        case .missingValues: return .infinity
        case .longerThan(let seconds): return seconds
        case .multipleOfUsual(let multiple):
            return GapPolicy.usualInterval(of: samples).map { $0 * multiple } ?? .infinity
        }
    }

    /// The median of the positive intervals between samples; nil if there are none.
    ///
    /// Examines at most 65,536 intervals.
    public static func usualInterval(of samples: some SampleSource) -> Double? {
        let count = samples.count
        guard count > 1 else { return nil }
        let every = (count - 2) / 65_536 + 1
        var intervals: [Double] = []
        intervals.reserveCapacity(count / every + 1)
        for i in stride(from: 1, to: count, by: every) {
            let interval = samples.time(at: i) - samples.time(at: i - 1)
            if interval > 0 { intervals.append(interval) }
        }
        guard !intervals.isEmpty else { return nil }
        let middle = intervals.count / 2
        let upper = GapPolicy.select(middle, in: &intervals)
        guard intervals.count % 2 == 0 else { return upper }
        // All values that are not larger are before it.
        let lower = intervals[..<middle].max() ?? upper
        return (lower + upper) / 2
    }

    /// The number that would be at a place if all were sorted; afterwards the smaller ones are
    /// before it.
    ///
    /// Source: C. A. R. Hoare, Algorithm 65: Find, 1961. O(count) on the average.
    private static func select(_ place: Int, in numbers: inout [Double]) -> Double {
        var low = 0
        var high = numbers.count - 1
        while low < high {
            let (first, middle, last) = (numbers[low], numbers[(low + high) / 2], numbers[high])
            let pivot = max(min(first, middle), min(max(first, middle), last))
            var left = low
            var right = high
            while left <= right {
                while numbers[left] < pivot { left += 1 }
                while numbers[right] > pivot { right -= 1 }
                if left <= right {
                    numbers.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if place <= right {
                high = right
            } else if place >= left {
                low = left
            } else {
                break
            }
        }
        return numbers[place]
    }
}
