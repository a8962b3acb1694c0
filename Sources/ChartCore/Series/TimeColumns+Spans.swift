// What a line covers of the columns of a grid: see SampleSource.columnSpans.
//
// At each border there are at most two samples to look at, the last one before it and the first one
// at or after it; the values in between are interpolated in double. What lies between two borders
// comes from the pyramid.
//
// The cost is in memory, not in arithmetic: where a column has thousands of samples, what it needs
// lies in lines that are in no cache, and waiting for them one after the other takes longer than
// all the rest. So such columns are done in batches and in passes: guess where the borders are (see
// TimeMarks) and ask for what lies around each guess, which the processor fetches side by side;
// find them; then the extents of all (see Pyramid+Extents), and the crossings in what is by then in
// the cache. Columns that lie close together need none of it: each border is looked for where the
// one before leads to.
//
// Asking has loops of its own, with as little as possible between one line and the next: the
// processor goes on only once it knows the page, and looks up several only while all of them are
// within its reach. Among the guesses the same takes half as long again.

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

    /// Finds the left borders of columns that lie far apart in memory, of which the first and the
    /// one after the last are known.
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

    /// How many columns are done at a time: what they touch fits into the second cache.
    private static let batch = 256
    /// From how many samples a column on borders lie far apart in memory.
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

    /// The value at which the line passes an instant, between the samples before `index` and at it;
    /// NaN where no line passes.
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
