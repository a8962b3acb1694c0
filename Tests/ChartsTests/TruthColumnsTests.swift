import ChartCore
import Testing

/// Column spans compared with a search through all samples, without any picture.
@Suite struct TruthColumnsTests {
    /// The differences between the spans of a source and a search, in words.
    private func differences(
        _ source: some SampleSource, _ times: [Double], _ values: [Double], range: Extent,
        pixels: Int, longestGap: Double
    ) -> [String] {
        var spans: [ColumnSpan] = []
        let grid = ColumnGrid(origin: range.min, width: range.length / Double(pixels))
        source.columnSpans(grid, 0..<pixels, longestGap: longestGap, into: &spans)
        guard spans.count == pixels else { return ["\(spans.count) spans for \(pixels) columns"] }
        let expected = TruthColumns(
            times: times, values: values, range: range, pixels: pixels, longestGap: longestGap)
        var wrong: [String] = []
        for (k, span) in spans.enumerated() where !expected.isDoubtful[k] {
            let extent = expected.extents[k]
            if extent.isEmpty || span.isEmpty {
                if extent.isEmpty != span.isEmpty { wrong.append("\(k): \(span), not \(extent)") }
                continue
            }
            let slack = expected.slack[k] + 1e-9 * max(abs(extent.min), abs(extent.max), 1e-3)
            if abs(span.low - extent.min) > slack || abs(span.high - extent.max) > slack {
                wrong.append("\(k): \(span.low)…\(span.high), not \(extent)")
            }
            if !(span.first >= span.low && span.first <= span.high)
                || !(span.last >= span.low && span.last <= span.high)
            {
                wrong.append("\(k): from \(span.first) to \(span.last) in \(extent)")
            }
        }
        return wrong
    }

    @Test(arguments: 0..<4) func spansEqualASearch(group: Int) {
        for seed in (group * 40)..<(group * 40 + 40) {
            let truth = TruthCase(seed: 1000 + seed)
            let series = truth.series
            for (range, pixels) in [
                (truth.window, 333), (truth.window, 7), (truth.window, 1),
                (series.timeExtent.expanded(by: 1), 800),
            ] {
                let wrong = differences(
                    series, truth.times, truth.values, range: range, pixels: pixels,
                    longestGap: truth.longestGap)
                #expect(
                    wrong.isEmpty, "\(truth.words), \(pixels) px: \(wrong.count) \(wrong.prefix(3))"
                )
            }
        }
    }

    @Test(arguments: [65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 4095, 4096, 4097])
    func bordersOfChunksLoseNothing(count: Int) {
        // A spike at every position where a chunk or bucket may end, and next to it.
        let times = (0..<count).map(Double.init)
        var values = [Double](repeating: 0, count: count)
        var spikes: [Int] = []
        for power in [64, 256, 1024, 4096, 65_536, 131_072] {
            for near in [-1, 0, 1] where power + near < count { spikes.append(power + near) }
        }
        spikes += [0, 1, count - 2, count - 1]
        for spike in spikes { values[spike] = Double(spike % 5 + 1) }
        // All at once, and appended in pieces of odd lengths.
        var grown = SampleSeries()
        var at = 0
        for piece in [1, 63, 64, 1000, 65_000, 536, 1, 70_000] {
            let next = min(at + piece, count)
            grown.append(times: Array(times[at..<next]), values: Array(values[at..<next]))
            at = next
        }
        grown.append(times: Array(times[at...]), values: Array(values[at...]))
        for series in [SampleSeries(times: times, values: values), grown] {
            #expect(series.count == count)
            for (from, to) in [
                (-1.0, Double(count) + 1), (65_500, 65_600), (0, 70), (4090, 4100),
                (Double(count) - 3, Double(count) + 5), (131_000.5, 131_100.25),
            ] {
                let wrong = differences(
                    series, times, values, range: Extent(min: from, max: to), pixels: 97,
                    longestGap: .infinity)
                #expect(wrong.isEmpty, "\(from)…\(to): \(wrong.prefix(3))")
            }
            // Sums of any range equal those of its samples.
            var numbers = TruthNumbers(seed: count)
            for _ in 0..<50 {
                let low = numbers.choice(count + 1)
                let high = low + numbers.choice(count + 1 - low)
                let summary = series.summary(of: low..<high)
                let part = values[low..<high]
                #expect(summary.count == part.count)
                #expect(summary.sum == part.reduce(0, +))
                if !part.isEmpty {
                    #expect(summary.minimum == part.min() && summary.maximum == part.max())
                    #expect(summary.first == part.first && summary.last == part.last)
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3, 100, 4096, 5000]) func aRingThatWrappedShowsWhatItHolds(
        capacity: Int
    ) {
        var ring = RingSeries(capacity: capacity)
        var times: [Double] = []
        var values: [Double] = []
        var numbers = TruthNumbers(seed: capacity)
        for round in 0..<12 {
            let size = numbers.choice(capacity * 2) + 1
            var newTimes: [Double] = []
            var newValues: [Double] = []
            for _ in 0..<size {
                newTimes.append((newTimes.last ?? times.last ?? 0) + numbers.unit() * 2)
                newValues.append(numbers.happens(0.05) ? .nan : numbers.unit())
            }
            ring.append(times: newTimes, values: newValues)
            times = (times + newTimes).suffix(capacity)
            values = (values + newValues).suffix(capacity)
            #expect(ring.count == times.count)
            #expect(ring.timeExtent == Extent(min: times[0], max: times[times.count - 1]))
            let all = Extent(min: times[0] - 1, max: times[times.count - 1] + 1)
            for (range, pixels) in [(all, 50), (all, 3), (Extent(min: all.mid, max: all.max), 20)] {
                let wrong = differences(
                    ring, times, values, range: range, pixels: pixels, longestGap: 1.7)
                #expect(wrong.isEmpty, "round \(round): \(wrong.prefix(3))")
            }
            let low = numbers.choice(times.count)
            let high = low + numbers.choice(times.count + 1 - low)
            let present = values[low..<high].filter { !$0.isNaN }
            let summary = ring.summary(of: low..<high)
            #expect(summary.count == present.count)
            #expect(abs(summary.sum - present.reduce(0, +)) < 1e-9 * Double(capacity))
            #expect(ring.valueExtent(of: low..<high).max == present.max() ?? -.infinity)
        }
    }

    @Test func oddSeriesAndRanges() {
        let nan = Double.nan
        let one = SampleSeries(times: [5], values: [3])
        let none = SampleSeries()
        let gaps = SampleSeries(times: [1, 2, 3], values: [nan, nan, nan])
        let same = SampleSeries(times: [2, 2, 2], values: [1, 9, 4])
        var spans: [ColumnSpan] = [.nothing]
        for series in [none, gaps] {
            series.columnSpans(
                ColumnGrid(origin: 0, width: 1), 0..<10, longestGap: .infinity, into: &spans)
            #expect(spans.count == 10 && spans.allSatisfy(\.isEmpty))
        }
        for columns in [0..<10, 5..<6, -20..<20] {
            one.columnSpans(
                ColumnGrid(origin: 0, width: 1), columns, longestGap: .infinity, into: &spans)
            #expect(spans.count == columns.count)
            for (k, span) in zip(columns, spans) {
                #expect(span.isEmpty == (k != 5))
                if k == 5 {
                    #expect(span == ColumnSpan(low: 3, high: 3, first: 3, last: 3))
                }
            }
        }
        // Columns entirely before and after the samples, far away, and none at all.
        for columns in [-1_000_000..<(-999_990), 900_000..<900_004, 0..<0] {
            one.columnSpans(
                ColumnGrid(origin: 0, width: 1e-3), columns, longestGap: .infinity, into: &spans)
            #expect(spans.count == columns.count && spans.allSatisfy(\.isEmpty))
        }
        same.columnSpans(
            ColumnGrid(origin: 0, width: 1), 0..<4, longestGap: .infinity, into: &spans)
        #expect(spans[2] == ColumnSpan(low: 1, high: 9, first: 1, last: 4))
        #expect(spans[1].isEmpty && spans[3].isEmpty)
        // On the border of two columns: the line before ends there, the line after begins there.
        let step = SampleSeries(times: [0, 4, 4, 8], values: [0, 4, -4, 0])
        step.columnSpans(
            ColumnGrid(origin: 0, width: 2), 0..<4, longestGap: .infinity, into: &spans)
        #expect(spans[1].low == 2 && spans[1].high == 4)
        #expect(spans[2].low == -4 && spans[2].high == 4)
        // A gap of exactly the longest length is not a gap.
        step.columnSpans(ColumnGrid(origin: 0, width: 2), 0..<4, longestGap: 4, into: &spans)
        #expect(!spans[0].isEmpty && !spans[1].isEmpty)
        step.columnSpans(
            ColumnGrid(origin: 0, width: 2), 0..<4, longestGap: 4.0.nextDown, into: &spans)
        #expect(spans[0].low == 0 && spans[0].high == 0 && spans[1].isEmpty)
        #expect(spans[2].low == -4 && spans[2].high == 4 && spans[3].isEmpty)
    }
}
