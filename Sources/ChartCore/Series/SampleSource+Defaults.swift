// What a source of one's own need not write.
//
// Only what costs no more here than a source could make it cost: searches halve, and the columns ask for
// extents of runs of samples. So samples stay where they are, in an array of another type, a mapped
// file or a buffer of somebody else's, and a source says how many there are, what each is, and what a
// run of them comes to. The last is left to it on purpose: answered sample by sample it costs the
// samples, and who has many of them keeps sums over blocks, as `Pyramid` does for columns of doubles.

extension SampleSource {
    /// The times of the first and the last sample, O(1); `Extent.nothing` where there are none.
    public var timeExtent: Extent {
        count > 0 ? Extent(min: time(at: 0), max: time(at: count - 1)) : .nothing
    }

    /// The first index whose time is at least `time`, found by halving, O(log count).
    public func lowerBound(_ time: Double) -> Int {
        (0..<count).partitioningIndex { self.time(at: $0) >= time }
    }

    /// The first index whose time is later than `time`, found by halving, O(log count).
    public func upperBound(_ time: Double) -> Int {
        (0..<count).partitioningIndex { self.time(at: $0) > time }
    }

    /// All samples may differ wherever the revision does: for samples that change as a whole.
    public func firstChange(since earlier: Revision) -> Int? { earlier == revision ? nil : 0 }

    /// What the line covers of columns, out of searches for their borders and the extents between.
    ///
    /// O(columns · log count) where `valueExtent(of:)` and `summary(of:)` are O(log count).
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
            // Looked for from the border before on: most columns have few samples.
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

    /// The value at which the line passes an instant, between the samples before `index` and at it;
    /// NaN where no line passes.
    private func crossing(at instant: Double, before index: Int, longestGap: Double) -> Double {
        guard index > 0, index < count else { return .nan }
        let (from, to) = (time(at: index - 1), time(at: index))
        guard to - from <= longestGap else { return .nan }
        let fraction = (instant - from) / (to - from)
        return value(at: index - 1) * (1 - fraction) + value(at: index) * fraction
    }
}
