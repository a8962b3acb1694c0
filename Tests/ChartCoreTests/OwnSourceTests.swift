import ChartCore
import SeededRandom
import Testing

/// A source that provides only the required properties of its samples.
private struct OwnSource: SampleSource {
    let times: [Double]
    let values: [Double]
    let revision = Revision.next()

    var count: Int { times.count }
    func time(at index: Int) -> Double { times[index] }
    func value(at index: Int) -> Double { values[index] }
    func summary(of indices: Range<Int>) -> Summary {
        indices.reduce(into: Summary()) { $0.append(Summary(values[$1])) }
    }
    func valueExtent(of indices: Range<Int>) -> Extent { summary(of: indices).extent }
}

@Suite struct OwnSourceTests {
    @Test(arguments: [1, 2, 3, 4, 5, 6]) func everyColumnIsWhatTheLineCovers(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let (times, values) = RoughSeries.make(Int.random(in: 1..<3000, using: &numbers), &numbers)
        let source = OwnSource(times: times, values: values)
        let length = max(1, times[times.count - 1] - times[0])
        var spans: [ColumnSpan] = [.nothing]
        for columns in [1, 7, 100, 900] {
            for zoom in [1.0, 3, 50, 3000] {
                let width = length / zoom / Double(columns)
                let anchor = times[Int.random(in: 0..<times.count, using: &numbers)]
                let grid = ColumnGrid(
                    origin: Bool.random(using: &numbers) ? anchor : 0.1, width: width)
                let first = grid.column(containing: anchor - width * Double(columns / 2))
                let range = first..<first + columns
                let gap = [0.05, 1.5, .infinity][Int.random(in: 0..<3, using: &numbers)]
                source.columnSpans(grid, range, longestGap: gap, into: &spans)
                let expected = ColumnSpanTests.drawn(times, values, grid, range, longestGap: gap)
                #expect(spans.count == columns)
                #expect(spans.indices.allSatisfy { ColumnSpanTests.agree(spans[$0], expected[$0]) })
            }
        }
    }

    @Test func theBordersOfAColumn() {
        let times = [0.0, 10, 20, 20, 30]
        let values = [0.0, 10, 5, 25, .nan]
        let source = OwnSource(times: times, values: values)
        let series = SampleSeries(times: times, values: values)
        let grid = ColumnGrid(origin: 0, width: 5)
        for gap in [9, .infinity] {
            var (own, known): ([ColumnSpan], [ColumnSpan]) = ([], [])
            source.columnSpans(grid, 0..<5, longestGap: gap, into: &own)
            series.columnSpans(grid, 0..<5, longestGap: gap, into: &known)
            for (a, b) in zip(own, known) { #expect(a == b || (a.isEmpty && b.isEmpty)) }
            #expect(own.count == 5)
            // Not in the range of any sample: no line.
            source.columnSpans(grid, 7..<9, longestGap: gap, into: &own)
            #expect(own.count == 2 && own.allSatisfy(\.isEmpty))
        }
        var spans: [ColumnSpan] = []
        OwnSource(times: [], values: []).columnSpans(grid, 0..<3, longestGap: 9, into: &spans)
        #expect(spans.count == 3 && spans.allSatisfy(\.isEmpty))
    }

    @Test func placesAreFoundByTime() {
        let source = OwnSource(times: [1, 2, 2, 2, 5], values: [0, 1, 2, 3, 4])
        #expect(source.timeExtent == Extent(min: 1, max: 5))
        #expect(OwnSource(times: [], values: []).timeExtent.isEmpty)
        for (time, lower, upper) in [
            (0.0, 0, 0), (1, 0, 1), (1.5, 1, 1), (2, 1, 4), (3, 4, 4), (5, 4, 5), (6, 5, 5),
        ] {
            #expect(source.lowerBound(time) == lower)
            #expect(source.upperBound(time) == upper)
        }
        #expect(source.slice(over: Extent(min: 2, max: 4)) == 1..<4)
        #expect(source.firstChange(since: source.revision) == nil)
        #expect(source.firstChange(since: .none) == 0)
    }
}
