/// Samples in the order of time that a chart can draw, in any storage.
///
/// Samples are counted from 0, the earliest, to `count`, gaps (NaN values) included.
public protocol SampleSource: Sendable {
    /// How many samples there are, gaps included.
    var count: Int { get }
    /// The revision of the samples; changes with every change.
    var revision: Revision { get }
    /// The times of the first and the last sample; `Extent.nothing` if there are none.
    var timeExtent: Extent { get }
    /// The transform already applied to the times, if they are places of a scale that is not
    /// linear: lengths such as the longest gap are measured before it. The identity by default.
    var timeTransform: ScaleTransform { get }

    /// The time of a sample.
    func time(at index: Int) -> Double
    /// The value of a sample; NaN if it is missing.
    func value(at index: Int) -> Double

    /// The first index whose time is at least `time`; the count if there is none.
    ///
    /// O(log count).
    func lowerBound(_ time: Double) -> Int
    /// The first index whose time is later than `time`; the count if there is none.
    ///
    /// O(log count).
    func upperBound(_ time: Double) -> Int

    /// The summary of the values of the samples at `indices`.
    ///
    /// O(log count).
    func summary(of indices: Range<Int>) -> Summary
    /// The smallest and the largest of the values at `indices`; `Extent.nothing` if there are none.
    ///
    /// O(log count).
    func valueExtent(of indices: Range<Int>) -> Extent

    /// The part of columns of a grid that the line through all samples covers, one span for each
    /// column.
    ///
    /// The line is straight from each sample to the next, but interrupted if a value is missing or
    /// the next sample is further away than `longestGap`. A column gets the extent of the samples
    /// in it and of the values at which the line crosses its borders: no sample is omitted, however
    /// many there are, and if there is no sample it is the piece of the line that crosses the
    /// column. O(columns · log count); the search for each border begins near the previous one.
    ///
    /// - Parameters:
    ///   - grid: The columns, by their numbers.
    ///   - columns: The columns to compute.
    ///   - longestGap: The longest time that the line bridges.
    ///   - spans: Is set to the spans, in order; the array's memory is reused.
    func columnSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, longestGap: Double,
        into spans: inout [ColumnSpan])

    /// The first index that may differ from the samples at the revision `earlier`; nil if nothing
    /// changed.
    func firstChange(since earlier: Revision) -> Int?
}

extension SampleSource {
    public var timeTransform: ScaleTransform { .identity }
    /// Whether there are no samples.
    public var isEmpty: Bool { count == 0 }
    /// The smallest and the largest value; `Extent.nothing` if there are none.
    public var valueExtent: Extent { valueExtent(of: 0..<count) }

    /// The smallest and the largest value in a closed span of time.
    public func valueExtent(over range: Extent) -> Extent { valueExtent(of: slice(over: range)) }

    /// The summary of the values in a closed span of time.
    public func summary(over range: Extent) -> Summary { summary(of: slice(over: range)) }

    /// The indices of the samples in a closed span, optionally with one more on each side, so that
    /// a line reaches the edges.
    public func slice(over range: Extent, withNeighbours: Bool = false) -> Range<Int> {
        guard !range.isEmpty else { return 0..<0 }
        var low = lowerBound(range.min)
        var high = upperBound(range.max)
        if withNeighbours {
            low = max(0, low - 1)
            high = min(count, high + 1)
        }
        return low..<max(low, high)
    }

    /// The summary of the samples in each bucket of absolute time, from `origin + k · width` up to
    /// the next; buckets without samples are omitted.
    ///
    /// Buckets are returned whole, even if `range` begins or ends inside one, so the same instants
    /// are always in the same bucket and its figures do not depend on the visible range. O(buckets
    /// · log count).
    public func buckets(
        width: Double, origin: Double = 0, over range: Extent
    ) -> [TimeBucket] {
        let grid = ColumnGrid(origin: origin, width: width)
        guard !range.isEmpty else { return [] }
        var buckets: [TimeBucket] = []
        var index = lowerBound(range.min)
        // The first bucket may begin before the range.
        if range.min.isFinite {
            index = lowerBound(grid.left(of: grid.column(containing: range.min)))
        }
        while index < count {
            let time = time(at: index)
            let number = grid.column(containing: time)
            let span = Extent(min: grid.left(of: number), max: grid.left(of: number + 1))
            if span.min > range.max { break }
            // If the width is below the precision of the time, a bucket still contains its instant.
            let next = max(lowerBound(span.max), upperBound(time))
            buckets.append(
                TimeBucket(number: number, span: span, summary: summary(of: index..<next)))
            index = next
        }
        return buckets
    }
}

/// The summary of the samples of a bucket of absolute time.
public struct TimeBucket: Hashable, Sendable {
    /// The number of the bucket: it begins at origin + number · width.
    public var number: Int
    /// The instants at which it begins and ends; the end is excluded.
    public var span: Extent
    /// The summary of its values.
    public var summary: Summary

    /// Creates a bucket.
    public init(number: Int, span: Extent, summary: Summary) {
        self.number = number
        self.span = span
        self.summary = summary
    }
}
