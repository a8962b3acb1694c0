import ChartCore
import Testing

@Suite struct AreaSidesTests {
    private func sides(
        _ points: [(Double, Double)], base: Double = 0, longestGap: Double = .infinity
    ) -> AreaSides {
        let series = SampleSeries(times: points.map(\.0), values: points.map(\.1))
        let line = LineInterpolation.linear.vertices(
            of: series, in: 0..<series.count, detail: CurveDetail(departure: 1))
        return AreaSides(line: line, base: base, longestGap: longestGap)
    }

    /// The corners of a side as text, `|` at the end of a stretch.
    private func words(_ side: AreaSide) -> String {
        side.times.indices.map {
            side.lows[$0].isNaN ? "|" : "\(side.times[$0]):\(side.lows[$0])…\(side.highs[$0])"
        }.joined(separator: " ")
    }

    @Test func bothSidesMeetAtTheCrossing() {
        // From 3 to −1 over 8: 0 after 6. From −1 to 1 over 4: 0 after 2.
        let area = sides([(0, 3), (8, -1), (12, 1)])
        #expect(words(area.above) == "0.0:0.0…3.0 6.0:0.0…0.0 | 10.0:0.0…0.0 12.0:0.0…1.0 |")
        #expect(words(area.below) == "6.0:0.0…0.0 8.0:-1.0…0.0 10.0:0.0…0.0 |")
    }

    @Test func samplesOnTheBaseBelongToBothOrToNothing() {
        let area = sides([(0, 5), (1, 5), (2, 6), (3, 5), (4, 4), (5, 5), (6, 5)], base: 5)
        #expect(words(area.above) == "1.0:5.0…5.0 2.0:5.0…6.0 3.0:5.0…5.0 |")
        #expect(words(area.below) == "3.0:5.0…5.0 4.0:4.0…5.0 5.0:5.0…5.0 |")
        #expect(sides([(0, 2), (1, 2)], base: 2).above.isEmpty)
        #expect(sides([(0, 2)]).above.isEmpty && sides([]).below.isEmpty)
    }

    @Test func gapsEndAStretch() {
        let area = sides(
            [(0, 1), (1, 2), (2, .nan), (3, 1), (4, 1), (20, 1), (21, -1)], longestGap: 10)
        #expect(
            words(area.above)
                == "0.0:0.0…1.0 1.0:0.0…2.0 | 3.0:0.0…1.0 4.0:0.0…1.0 | 20.0:0.0…1.0 20.5:0.0…0.0 |"
        )
        #expect(words(area.below) == "20.5:0.0…0.0 21.0:-1.0…0.0 |")
    }

    @Test func columnsReachFromTheBaseAsFarAsTheLine() {
        let spans = [
            ColumnSpan(low: -1, high: 4, first: 0, last: 0), .nothing,
            ColumnSpan(low: 2, high: 3, first: 2, last: 2),
        ]
        let area = AreaSides(
            spans: spans, grid: ColumnGrid(origin: 100, width: 10), first: -1, base: 0)
        #expect(
            words(area.above) == "90.0:0.0…4.0 100.0:0.0…4.0 | 110.0:0.0…3.0 120.0:0.0…3.0 |")
        #expect(words(area.below) == "90.0:-1.0…0.0 100.0:-1.0…0.0 |")
    }
}
