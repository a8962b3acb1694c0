import ChartCore
import SeededRandom
import Testing

@Suite struct ColumnSpanTests {
    /// The part of each column that the line through all samples covers, segment by segment.
    static func drawn(
        _ times: [Double], _ values: [Double], _ grid: ColumnGrid, _ columns: Range<Int>,
        longestGap: Double
    ) -> [Extent] {
        var extents = [Extent](repeating: .nothing, count: columns.count)
        func include(_ value: Double, _ column: Int) {
            if columns.contains(column) { extents[column - columns.lowerBound].include(value) }
        }
        func columnOf(_ time: Double) -> Int {
            let guess = ((time - grid.origin) / grid.width).rounded(.down)
            let column = Int(max(-1e17, min(1e17, guess)))
            if grid.origin + Double(column) * grid.width > time { return column - 1 }
            if grid.origin + Double(column + 1) * grid.width <= time { return column + 1 }
            return column
        }
        for i in times.indices where !values[i].isNaN {
            include(values[i], columnOf(times[i]))
            guard i + 1 < times.count, !values[i + 1].isNaN, times[i + 1] - times[i] <= longestGap
            else { continue }
            let (t, u) = (times[i], times[i + 1])
            let first = max(columns.lowerBound, columnOf(t))
            let last = min(columns.upperBound - 1, columnOf(u))
            for column in first..<max(first, last + 1) {
                for border in [column, column + 1] {
                    let x = grid.origin + Double(border) * grid.width
                    if x > t, x <= u {
                        include(
                            values[i] + (values[i + 1] - values[i]) * ((x - t) / (u - t)), column)
                    }
                }
            }
        }
        return extents
    }

    static func agree(_ span: ColumnSpan, _ extent: Extent) -> Bool {
        if extent.isEmpty { return span.isEmpty && span.first.isNaN && span.last.isNaN }
        let slack = 1e-9 * max(1, abs(extent.min), abs(extent.max))
        return abs(span.low - extent.min) <= slack && abs(span.high - extent.max) <= slack
            && span.first >= span.low && span.first <= span.high && span.last >= span.low
            && span.last <= span.high
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6]) func everyColumnIsWhatTheLineCovers(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let (times, values) = RoughSeries.make(Int.random(in: 1..<6000, using: &numbers), &numbers)
        let series = SampleSeries(times: times, values: values)
        var ring = RingSeries(capacity: times.count)
        let (olderTimes, olderValues) = RoughSeries.make(1234, &numbers)
        let shift = times[0] - olderTimes[1233] - 1
        ring.append(times: olderTimes.map { $0 + shift }, values: olderValues)
        ring.append(times: times, values: values)
        var spans: [ColumnSpan] = [.nothing]
        let length = max(1, times[times.count - 1] - times[0])
        for columns in [1, 7, 100, 900] {
            for zoom in [1.0, 3, 50, 3000] {
                let width = length / zoom / Double(columns)
                // Half of the grids have borders exactly at the times of samples.
                let anchor = times[Int.random(in: 0..<times.count, using: &numbers)]
                let grid = ColumnGrid(
                    origin: Bool.random(using: &numbers)
                        ? anchor : Double.random(in: -10...10, using: &numbers),
                    width: width)
                let first = grid.column(
                    containing: anchor - width
                        * Double.random(in: 0...Double(columns), using: &numbers))
                let gap = [0.05, 1.5, .infinity][Int.random(in: 0..<3, using: &numbers)]
                let range = first..<first + columns
                let expected = Self.drawn(times, values, grid, range, longestGap: gap)
                series.columnSpans(grid, range, longestGap: gap, into: &spans)
                #expect(spans.count == columns)
                let wrong = spans.indices.filter { !Self.agree(spans[$0], expected[$0]) }
                #expect(
                    wrong.isEmpty,
                    """
                    \(wrong.count) of \(columns) columns, gap \(gap), \
                    \(wrong.prefix(3).map { "\(spans[$0]) and not \(expected[$0])" })
                    """)
                ring.columnSpans(grid, range, longestGap: gap, into: &spans)
                #expect(spans.indices.allSatisfy { Self.agree(spans[$0], expected[$0]) })
            }
        }
    }

    @Test func theBordersOfAColumn() {
        let series = SampleSeries(times: [0, 10, 20, 20, 30], values: [0, 10, 5, 25, .nan])
        var spans: [ColumnSpan] = []
        let grid = ColumnGrid(origin: 0, width: 5)
        series.columnSpans(grid, -1..<7, longestGap: .infinity, into: &spans)
        #expect(spans[0].isEmpty)
        #expect(spans[1] == ColumnSpan(low: 0, high: 5, first: 0, last: 5))
        #expect(spans[2] == ColumnSpan(low: 5, high: 10, first: 5, last: 10))
        #expect(spans[3] == ColumnSpan(low: 7.5, high: 10, first: 10, last: 7.5))
        #expect(spans[4] == ColumnSpan(low: 5, high: 7.5, first: 7.5, last: 5))
        // Two values at one instant are a vertical line; the last one ends it, because a gap
        // follows.
        #expect(spans[5] == ColumnSpan(low: 5, high: 25, first: 5, last: 25))
        #expect(spans[6].isEmpty && spans[7].isEmpty)
        // With a limit of 9 only samples of one instant are joined.
        series.columnSpans(grid, 0..<7, longestGap: 9, into: &spans)
        #expect(spans[0] == ColumnSpan(low: 0, high: 0, first: 0, last: 0))
        #expect(spans[1].isEmpty)
        #expect(spans[2] == ColumnSpan(low: 10, high: 10, first: 10, last: 10))
        #expect(spans[4] == ColumnSpan(low: 5, high: 25, first: 5, last: 25))
        series.columnSpans(grid, 3..<3, longestGap: 9, into: &spans)
        #expect(spans.isEmpty)
        SampleSeries().columnSpans(grid, 0..<3, longestGap: 9, into: &spans)
        #expect(spans.count == 3 && spans.allSatisfy(\.isEmpty))
    }

    @Test func aSpikeIsInSomeColumnAtEveryWidth() {
        let count = 200_000
        var values = [Double](repeating: 1, count: count)
        let place = 123_457
        values[place] = 1000
        let series = SampleSeries(times: (0..<count).map(Double.init), values: values)
        var spans: [ColumnSpan] = []
        var width = 1e-3
        while width < 1e6 {
            for pan in 0..<20 {
                let grid = ColumnGrid(origin: width * Double(pan) / 20, width: width)
                let column = grid.column(containing: Double(place))
                series.columnSpans(grid, column - 3..<column + 4, longestGap: 10, into: &spans)
                #expect(spans[3].high == 1000)
                #expect(spans[3].low >= 1)
            }
            width *= 3
        }
    }

    @Test func columnsAreCountedFromTheOrigin() {
        for (origin, width) in [(0.0, 0.1), (1.7e9, 0.3), (-5.5, 1e-7), (3, 1e9)] {
            let grid = ColumnGrid(origin: origin, width: width)
            var numbers = SplitMix(seed: 3)
            for _ in 0..<500 {
                let column = Int.random(in: -1_000_000...1_000_000, using: &numbers)
                let left = grid.left(of: column)
                if left < grid.left(of: column + 1) {
                    #expect(grid.column(containing: left) == column)
                    #expect(grid.column(containing: grid.left(of: column + 1).nextDown) == column)
                }
            }
        }
        #expect(ColumnGrid(origin: 0, width: 1e-300).column(containing: 1e300) == 1 << 62)
    }
}
