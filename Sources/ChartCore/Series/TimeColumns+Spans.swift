// The part of the columns of a grid that a line covers: see SampleSource.columnSpans.
//
// At each border only two samples matter, the last one before it and the first one at or after it;
// the values in between are interpolated in double precision. The extent between two borders comes
// from the pyramid.
//
// The cost is in memory, not in arithmetic: if a column has thousands of samples, it needs cache
// lines that are not in any cache, and waiting for them one after the other takes longer than
// everything else. So such columns are processed in batches and in passes: guess where the borders
// are (see TimeMarks) and prefetch around each guess, so that the processor fetches in parallel;
// find the borders; then compute the extents of all (see Pyramid+Extents), and the crossings, which
// are in the cache by then. Columns that are close together do not need this: the search for each
// border begins near the previous one.
//
// Prefetching has its own loops, with as little as possible between one cache line and the next:
// the processor continues only once it has the page translation, and it does several translations
// in parallel only if all of them are within its window. Mixed with the guesses the same takes half
// as long again.

extension TimeColumns {
    func columnSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, longestGap: Double,
        into spans: inout [ColumnSpan]
    ) {
        spans.removeAll(keepingCapacity: true)
        spans.reserveCapacity(columns.count)
        let track = self.columns[0]
        var borders: [Int] = []
        borders.reserveCapacity(TimeColumns.batch + 1)
        var search = FarSearch()
        var extents: [NodeExtent] = []
        extents.reserveCapacity(TimeColumns.batch)
        var low = columns.lowerBound
        var border = lowerBound(grid.left(of: low))
        while low < columns.upperBound {
            let high = Swift.min(columns.upperBound, low + TimeColumns.batch)
            borders.removeAll(keepingCapacity: true)
            borders.append(border)
            let end = lowerBound(grid.left(of: high))
            if end - border > TimeColumns.farApart * (high - low) {
                findFar(
                    grid, low + 1..<high, between: border, and: end, &borders, &search)
                borders.append(end)
            } else {
                var stride = 0
                for column in low + 1..<high {
                    let next = TimeMarks.search(
                        grid.left(of: column), in: times, border, end, near: border + stride)
                    stride = next - border
                    border = next
                    borders.append(border)
                }
                borders.append(end)
            }
            extents.removeAll(keepingCapacity: true)
            track.pyramid.addExtents(between: borders, in: track.values, to: &extents)
            addSpans(grid, low..<high, borders, extents, track, longestGap: longestGap, to: &spans)
            border = end
            low = high
        }
    }

    /// Finds the left borders of columns that are far apart in memory; the first and the one after
    /// the last are given.
    private func findFar(
        _ grid: ColumnGrid, _ columns: Range<Int>, between low: Int, and high: Int,
        _ borders: inout [Int], _ search: inout FarSearch
    ) {
        let track = self.columns[0]
        search.removeAll()
        marks.prefetch(columns.count, between: low, and: high)
        var hint = marks.mark(of: low)
        var stride = 0
        for column in columns {
            let last = hint
            hint += stride
            let guess = marks.guess(grid.left(of: column), in: times, hint: &hint)
            stride = hint - last
            search.guesses.append(guess)
            search.likely.append(Swift.min(guess.likely, times.count - 1))
        }
        for index in search.likely {
            times.prefetch(endingAt: index)
            track.values.prefetch(endingAt: index)
        }
        track.pyramid.prefetch(
            around: search.likely, runs: (high - low) / (columns.count + 1), of: track.values)
        for (column, guess) in zip(columns, search.guesses) {
            borders.append(
                TimeMarks.search(
                    grid.left(of: column), in: times, guess.low, guess.high, near: guess.likely))
        }
    }

    /// Room for the search for many borders.
    private struct FarSearch {
        var guesses: [TimeMarks.Guess] = []
        var likely: [Int] = []

        mutating func removeAll() {
            guesses.removeAll(keepingCapacity: true)
            likely.removeAll(keepingCapacity: true)
        }
    }

    /// How many columns are processed at a time: their memory fits into the second-level cache.
    private static let batch = 256
    /// The number of samples per column from which borders are far apart in memory.
    private static let farApart = 512

    private func addSpans(
        _ grid: ColumnGrid, _ columns: Range<Int>, _ borders: [Int], _ extents: [NodeExtent],
        _ track: ValueColumn, longestGap: Double, to spans: inout [ColumnSpan]
    ) {
        let values = track.values
        var index = borders[0]
        var entry = crossing(
            at: grid.left(of: columns.lowerBound), before: index, values, longestGap: longestGap)
        for column in columns {
            let next = borders[column - columns.lowerBound + 1]
            let exit = crossing(
                at: grid.left(of: column + 1), before: next, values, longestGap: longestGap)
            var (first, last) = (Double.nan, Double.nan)
            var extent = Extent.nothing
            if index < next {
                let found = extents[column - columns.lowerBound]
                extent = Extent(min: found.minimum, max: found.maximum)
                if !extent.isEmpty {
                    if entry.isNaN,
                        let sample = track.pyramid.firstValue(in: index..<next, of: values)
                    {
                        first = values[sample]
                    }
                    if exit.isNaN,
                        let sample = track.pyramid.lastValue(in: index..<next, of: values)
                    {
                        last = values[sample]
                    }
                }
            }
            spans.append(
                ColumnSpan(samples: extent, first: first, last: last, entry: entry, exit: exit))
            entry = exit
            index = next
        }
    }

    /// The value at which the line crosses an instant, between the samples before `index` and at
    /// it; NaN if no line crosses it.
    private func crossing(
        at instant: Double, before index: Int, _ values: Column<Double>, longestGap: Double
    ) -> Double {
        guard index > 0, index < times.count else { return .nan }
        let from = times[index - 1]
        let to = times[index]
        guard to - from <= longestGap else { return .nan }
        let fraction = (instant - from) / (to - from)
        return values[index - 1] * (1 - fraction) + values[index] * fraction
    }
}
