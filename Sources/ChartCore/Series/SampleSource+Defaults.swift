// Default implementations for custom sources.
//
// Only methods that cost no more here than in the source: searches use bisection, and the columns
// use extents of runs of samples. So samples stay where they are, in an array of another type, a
// mapped file or an external buffer, and a source provides their number, each sample, and the
// summary of a run. The summary is left to the source on purpose: a default would have to read
// every sample, and a source with many samples keeps sums over blocks, as `Pyramid` does for
// columns of doubles.

extension SampleSource {
    /// The times of the first and the last sample, O(1); `Extent.nothing` if there are none.
    public var timeExtent: Extent {
        count > 0 ? Extent(min: time(at: 0), max: time(at: count - 1)) : .nothing
    }

    /// The first index whose time is at least `time`, found by bisection, O(log count).
    public func lowerBound(_ time: Double) -> Int {
        (0..<count).partitioningIndex { self.time(at: $0) >= time }
    }

    /// The first index whose time is later than `time`, found by bisection, O(log count).
    public func upperBound(_ time: Double) -> Int {
        (0..<count).partitioningIndex { self.time(at: $0) > time }
    }

    /// All samples may differ if the revision does: for samples that change as a whole.
    public func firstChange(since earlier: Revision) -> Int? { earlier == revision ? nil : 0 }

    /// The part of columns that the line covers, from searches for their borders and the extents
    /// between.
    ///
    /// O(columns · log count) if `valueExtent(of:)` and `summary(of:)` are O(log count).
    public func columnSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, longestGap: Double,
        into spans: inout [ColumnSpan]
    ) {
        spans.removeAll(keepingCapacity: true)
        spans.reserveCapacity(columns.count)
        var index = lowerBound(grid.left(of: columns.lowerBound))
        var entry = crossing(
            at: grid.left(of: columns.lowerBound), before: index, longestGap: longestGap)
        for column in columns {
            let border = grid.left(of: column + 1)
            // Searched from the border before: most columns have few samples.
            var (next, step) = (index, 1)
            while next < count, time(at: next) < border {
                next = min(count, next + step)
                step *= 2
            }
            next = (index..<next).partitioningIndex { time(at: $0) >= border }
            let exit = crossing(at: border, before: next, longestGap: longestGap)
            var (first, last) = (Double.nan, Double.nan)
            var extent = Extent.nothing
            if index < next, entry.isNaN || exit.isNaN {
                let summary = summary(of: index..<next)
                if !summary.isEmpty {
                    extent = summary.extent
                    (first, last) = (summary.first, summary.last)
                }
            } else if index < next {
                extent = valueExtent(of: index..<next)
            }
            spans.append(
                ColumnSpan(samples: extent, first: first, last: last, entry: entry, exit: exit))
            (entry, index) = (exit, next)
        }
    }

    /// The value at which the line crosses an instant, between the samples before `index` and at
    /// it; NaN if no line crosses it.
    private func crossing(at instant: Double, before index: Int, longestGap: Double) -> Double {
        guard index > 0, index < count else { return .nan }
        let (from, to) = (time(at: index - 1), time(at: index))
        guard to - from <= longestGap else { return .nan }
        let fraction = (instant - from) / (to - from)
        return value(at: index - 1) * (1 - fraction) + value(at: index) * fraction
    }
}
