import ChartCore
import Charts
import Testing

/// The columns of an overview.
@Suite struct OverviewShapeTests {
    @Test func overviewColumnsGoFromTheBaseToTheLargestAndLeaveGaps() {
        let heights: [Double?] = [4, nil, nil, 8]
        var asked: [Extent] = []
        let shape = OverviewShape.columns(.bars, over: Extent(min: 0, max: 40), count: 4) { span in
            asked.append(span)
            return heights[asked.count - 1].map { Extent(min: 0, max: $0) } ?? .nothing
        }
        #expect(asked.map(\.min) == [0, 10, 20, 30] && asked.map(\.max) == [10, 20, 30, 40])
        #expect(shape.high[0] == 0.5, "4 of the largest, 8")
        #expect(shape.high[1].isNaN && shape.high[2].isNaN)
        #expect(shape.high[3] == 1)
    }

    /// Readings at 9 and 41 are 32 apart, with three empty columns of 8 between theirs.
    @Test func overviewLinesBreakOverGaps() {
        func bridged(_ longestGap: Double) -> Int {
            OverviewShape.columns(
                .line, over: Extent(min: 0, max: 80), count: 10, longestGap: longestGap
            ) { span in
                let values = [9.0, 41].filter { $0 >= span.min && $0 < span.max }
                return values.reduce(into: Extent.nothing) { $0.include($1) }
            }.bridged
        }
        #expect(bridged(31) == 3 && bridged(32) == 4 && bridged(23) == 2)
        #expect(bridged(0) == 0 && bridged(.infinity) == 10)
    }

    /// Means of the columns; a line bridges no more than it should.
    @Test func samplesBecomeColumns() {
        let series = SampleSeries(times: [0, 1, 2, 30, 39, 40], values: [2, 4, .nan, 9, 1, 5])
        let domain = Extent(min: 0, max: 40)
        let line = OverviewShape.samples(series, over: domain, count: 4, longestGap: 15)
        #expect(line.high[0] == 0 && line.high[3] == 1 && line.high[1].isNaN && line.high[2].isNaN)
        #expect(line.bridged == 1)
        let ranges = OverviewShape.samples(series, as: .ranges, over: domain, count: 4)
        #expect(ranges.high[3] == 1 && ranges.low[3] == 0, "the last sample belongs to it")
        #expect(ranges.high[0] == 0.375 && ranges.low[0] == 0.125)
    }
}
