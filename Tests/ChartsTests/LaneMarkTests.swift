import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// States in lanes, checked by their pixels.
@MainActor @Suite struct LaneMarkTests {
    private static let colors = [0xFF0000, 0x00FF00, 0x0000FF].map { Color(hex: $0) }

    /// Three lanes of 20 rows each over 100 columns, one for each unit of x.
    private func projection(_ x: ClosedRange<Double> = 0...100) -> PlotProjection {
        PlotProjection(plot: Rect(x: 0, y: 0, width: 100, height: 60), x: x, y: -3...0)
    }

    private func mark(_ blocks: [(Double, Double, Int)], joint: Double = 0) -> LaneMark {
        var style = LaneMark.Style(colors: Self.colors, joint: white)
        (style.blockHeight, style.radius, style.share) = (10, 0, 1)
        let mark = LaneMark(id: "stages", style: style)
        mark.show(
            blocks.map { LaneBlock(start: $0.0, end: $0.1, lane: $0.2) }, laneCount: 3,
            longestJoint: joint)
        return mark
    }

    @Test func blocksLastFromTheirStartToTheirEnd() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let picture = try stage.draw(
            mark([(10, 30, 0), (40, 41, 2), (60, 95, 1)]), in: projection())
        #expect(picture.columns(inRow: 10) == Array(10..<30))
        #expect(picture.rows(inColumn: 20) == Array(5..<15), "in the middle of the lane")
        #expect(picture[20, 10] == 0xFF0000)
        #expect(picture.columns(inRow: 50) == [40] && picture[40, 50] == 0x0000FF)
        #expect(picture.columns(inRow: 30) == Array(60..<95) && picture[70, 30] == 0x00FF00)
    }

    @Test func neighboursAreJoinedAndBreaksAreNot() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let blocks: [(Double, Double, Int)] = [(10, 30, 0), (30, 50, 2), (60, 90, 0)]
        let joined = try stage.draw(mark(blocks, joint: 1), in: projection())
        // Between the two blocks, where no other is.
        let joint = joined.columns(inRow: 30)
        #expect(!joint.isEmpty && joint.allSatisfy { abs(Double($0) + 0.5 - 30) <= 1.5 })
        #expect(joined[joint[0], 30] == 0xFFFFFF)
        let near = try stage.draw(mark(blocks, joint: 20), in: projection())
        #expect(near.columns(inRow: 30).contains { abs($0 - 55) <= 1 })
    }

    @Test func everyBlockIsNearAPixelOfManyYears() throws {
        // A hundred thousand blocks of which each takes a hundredth of a pixel.
        let blocks = (0..<100_000).map { (Double($0), Double($0) + 1, $0 % 3) }
        let stage = try MarkStage(width: 100, height: 60)
        let mark = mark(blocks)
        let picture = try stage.draw(mark, in: projection(0...100_000))
        for row in [10, 30, 50] { #expect(picture.columns(inRow: row).count == 100) }
        #expect(stage.statistics.uploadedBytes < 100_000)
        // As many as the pixels take, however many there are.
        #expect(mark.indices(over: Extent(min: 10, max: 20)) == 10..<20)
    }

    @Test func valuesAreAllLanesWhereThereIsABlock() {
        let mark = mark([(10, 30, 0), (40, 50, 2)])
        #expect(mark.values(over: Extent(min: 0, max: 100)) == Extent(min: -3, max: 0))
        #expect(mark.values(over: Extent(min: 31, max: 39)).isEmpty)
        #expect(mark.domain == Extent(min: 10, max: 50))
        #expect(LaneMark.middle(of: 0) == -0.5 && LaneMark.middle(of: 2) == -2.5)
    }

    @Test func theCrosshairGoesFromBlockToBlock() throws {
        let mark = mark([(10, 30, 0), (30, 40, 1), (60, 90, 2)])
        let found = try #require(mark.nearest(to: 33))
        #expect(found.index == 1 && found.span == Extent(min: 30, max: 40) && found.x == 35)
        #expect(found.end == -1.5)
        #expect(mark.nearest(to: 47)?.index == 1 && mark.nearest(to: 55)?.index == 2)
        #expect(mark.step(from: 20, by: 1)?.index == 1)
        #expect(mark.step(from: 20, by: 2)?.index == 2)
        #expect(mark.step(from: 35, by: -1)?.index == 0)
    }

    @Test func theHighlightedBlockStandsOut() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let mark = mark([(10, 30, 0), (40, 60, 0)])
        mark.selected = 1
        let picture = try stage.draw(mark, in: projection())
        #expect(picture[50, 10] == 0xFF0000)
        #expect(picture[20, 10] != 0xFF0000 && picture[20, 10] != 0)
    }
}

/// Floating bars of segments, checked by their pixels.
@MainActor @Suite struct SegmentedBarMarkTests {
    private static let colors = [0xFF0000, 0x00FF00, 0x0000FF].map { Color(hex: $0) }

    /// A unit of x takes 10 columns, a unit of y one row; y is 0 at the bottom.
    private func projection() -> PlotProjection {
        PlotProjection(
            plot: Rect(x: 0, y: 0, width: 100, height: 60), x: 0...10, y: 0...60)
    }

    private func mark(
        _ bars: [[(Double, Double, Int)]], radius: Double = 0, gap: Double = 2
    ) -> SegmentedBarMark {
        var style = SegmentedBarMark.Style(fraction: 0.8, colors: Self.colors, radius: radius)
        style.gap = gap
        let mark = SegmentedBarMark(id: "nights", style: style)
        mark.show(
            bars.enumerated().map { place, segments in
                SegmentedBar(
                    start: Double(place), end: Double(place + 1),
                    segments: segments.map { .init(low: $0.0, high: $0.1, color: $0.2) })
            })
        return mark
    }

    @Test func segmentsAreApartAndBarsFloat() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let picture = try stage.draw(
            mark([[], [(10, 20, 0), (20, 40, 1), (40, 50, 2)]]), in: projection())
        #expect(picture.columns(inRow: 30) == Array(11..<19), "eight tenths of the slot")
        // From the top: 10 to 20 in blue, up to 40 in green, up to 50 in red, two rows apart.
        #expect(
            picture.rows(inColumn: 15) == Array(10..<19) + Array(21..<39) + Array(41..<50))
        #expect(picture[15, 12] == 0x0000FF && picture[15, 30] == 0x00FF00)
        #expect(picture[15, 45] == 0xFF0000)
    }

    @Test func onlyTheEndsOfABarAreRound() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let bars: [[(Double, Double, Int)]] = [[], [(10, 30, 0), (30, 50, 0)]]
        let square = try stage.draw(mark(bars, gap: 0), in: projection()).columns(inRow: 10)
        let picture = try stage.draw(mark(bars, radius: 4, gap: 0), in: projection())
        #expect(picture.columns(inRow: 30) == square, "in the middle")
        #expect(picture[11, 10] == 0 && picture[11, 49] == 0, "at the top and the bottom")
        #expect(picture[15, 10] != 0 && picture[15, 49] != 0)
    }

    @Test func aShortSegmentAtAnEndIsAsRound() throws {
        let stage = try MarkStage(width: 100, height: 60)
        func columns(_ lowest: Double, _ row: Int) throws -> [Int] {
            try stage.draw(
                mark(
                    [[], [(10, lowest, 0), (lowest, 40, 1), (40, 50, 2)]], radius: 4, gap: 0),
                in: projection()
            ).columns(inRow: row)
        }
        // The last row of the bar, whatever the length of its lowest segment.
        #expect(try columns(11, 49) == columns(30, 49))
        let picture = try stage.draw(
            mark([[], [(10, 11, 0), (11, 40, 1), (40, 50, 2)]], radius: 4, gap: 0),
            in: projection())
        #expect(picture[15, 49] & 0xFFFF == 0 && picture[15, 49] >> 16 > 0xD0)
        #expect(picture[15, 48] == 0x00FF00, "under its neighbour")
        // A break is not filled.
        let broken = try stage.draw(
            mark([[], [(10, 11, 0), (20, 40, 1), (40, 50, 2)]], radius: 4, gap: 0),
            in: projection())
        #expect(broken[15, 45] == 0)
    }

    @Test func shortSegmentsStayVisible() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let picture = try stage.draw(
            mark([[(10, 29, 0), (29, 30.5, 1), (30.5, 50, 0)]]), in: projection())
        #expect(
            picture.rows(inColumn: 5).contains { picture[5, $0] & 0x00FF00 != 0 }, "the middle one")
    }

    @Test func valuesAreFromTheLowestToTheHighestEnd() throws {
        let mark = mark([[(10, 20, 0)], [(15, 30, 0), (35, 50, 1)], []])
        #expect(mark.values(over: Extent(min: 0, max: 3)) == Extent(min: 10, max: 50))
        #expect(mark.values(over: Extent(min: 0, max: 1)) == Extent(min: 10, max: 20))
        #expect(mark.values(over: Extent(min: 2, max: 3)).isEmpty)
        let found = try #require(mark.nearest(to: 1.2))
        #expect(found.x == 1.5 && found.values == [15, 50] && found.end == 50)
        #expect(mark.step(from: 0.5, by: 1)?.index == 1)
        #expect(mark.step(from: 1.5, by: 1) == nil, "a bar without segments is none")
    }

    @Test func othersArePalerThanTheSelectedBar() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let mark = mark([[(10, 50, 0)], [(10, 50, 0)]])
        mark.selected = 1
        let picture = try stage.draw(mark, in: projection())
        #expect(picture[15, 30] == 0xFF0000)
        #expect(picture[5, 30] != 0xFF0000 && picture[5, 30] != 0)
    }
}
