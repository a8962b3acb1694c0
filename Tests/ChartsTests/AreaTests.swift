import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// Areas between a line and a base, checked by their pixels.
@MainActor @Suite struct AreaTests {
    private let red = Color(hex: 0xFF0000)
    private let green = Color(hex: 0x00FF00)

    private func area(_ points: [(Double, Double)], base: Double = 0) -> AreaMark {
        let mark = AreaMark(
            id: "area", positive: AreaMark.Fill(green), negative: AreaMark.Fill(red), base: base)
        mark.show(SampleSeries(times: points.map(\.0), values: points.map(\.1)))
        return mark
    }

    /// The sums of two channels, in pixels.
    private func sums(_ picture: Picture) -> (green: Double, red: Double) {
        var (greens, reds) = (0.0, 0.0)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                greens += Double((picture[x, y] >> 8) & 255) / 255
                reds += Double(picture[x, y] >> 16) / 255
            }
        }
        return (greens, reds)
    }

    @Test func eachSideHasItsFillAndItsArea() throws {
        let stage = try MarkStage(width: 100, height: 80)
        // Over 80: from 30 above the base at 40 to 10 below it, at 60 of the way across it.
        let picture = try stage.draw(area([(10, 70), (90, 30)], base: 40))
        let sums = sums(picture)
        #expect(abs(sums.green - 60 * 30 / 2) < 2, "\(sums)")
        #expect(abs(sums.red - 20 * 10 / 2) < 2, "\(sums)")
        // Rows above 80 − 40 are green, the others red, none is both.
        for x in 0..<100 {
            for y in 0..<80 where picture[x, y] != 0 {
                #expect(picture[x, y] & (y < 40 ? 0xFF0000 : 0x00FF00) == 0, "\(x), \(y)")
            }
        }
        #expect(picture[12, 39] == 0x00FF00 && picture[12, 40] == 0)
        #expect(picture[88, 40] == 0xFF0000 && picture[88, 39] == 0)
    }

    @Test func aSeeThroughAreaIsEven() throws {
        let stage = try MarkStage(width: 100, height: 80)
        let mark = AreaMark(
            id: "area", positive: AreaMark.Fill(Color(hex: 0xFFFFFF, alpha: 0.5)), base: 10)
        let times: [Double] = (0...20).map { Double($0) * 5 }
        mark.show(SampleSeries(times: times, values: times.map { _ in 60 }))
        for kind in [LineInterpolation.linear, .stepped(.middle), .monotone] {
            mark.interpolation = kind
            let picture = try stage.draw(mark)
            for x in 0..<100 {
                for y in 0..<80 {
                    #expect(picture[x, y] == ((20..<70).contains(y) ? 0x808080 : 0), "\(x), \(y)")
                }
            }
        }
    }

    @Test func aGradientHasItsColoursAtItsValues() throws {
        let stage = try MarkStage(width: 20, height: 100)
        let mark = AreaMark(
            id: "area",
            positive: AreaMark.Fill(upper: white, lower: Color(hex: 0), gradient: 0...80))
        mark.show(SampleSeries(times: [-5, 25], values: [80, 80]))
        let picture = try stage.draw(mark)
        for y in [25, 60, 95] {
            let expected = 255 * (99.5 - Double(y)) / 80
            #expect(abs(Double(picture[10, y] & 255) - expected) <= 1.5, "\(y)")
        }
        #expect(picture[10, 19] == 0)
    }

    @Test func aSteppedAreaHasUprightSides() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let mark = area([(10, 20), (50, 40), (90, 40)])
        mark.interpolation = .stepped(.start)
        let picture = try stage.draw(mark)
        #expect(abs(sums(picture).green - (40 * 20 + 40 * 40)) < 1)
        #expect(picture.rows(inColumn: 49).first == 40 && picture.rows(inColumn: 50).first == 20)
    }

    @Test func gapsAreEmpty() throws {
        let stage = try MarkStage(width: 100, height: 60)
        let picture = try stage.draw(area([(0, 20), (40, 20), (50, .nan), (60, 20), (100, 20)]))
        #expect((41..<60).allSatisfy { picture.rows(inColumn: $0).isEmpty })
        #expect(abs(sums(picture).green - 80 * 20) < 1)
    }

    @Test func manySamplesAreDrawnAsColumns() throws {
        let stage = try MarkStage(width: 100, height: 80)
        // Twenty per pixel between 20 and 40, with one spike above and one below the base.
        let mark = area(
            (0...2_000).map { index in
                let value = index == 1_010 ? 75 : index == 510 ? -5.0 : Double(20 + index % 2 * 20)
                return (Double(index) / 20, value)
            }, base: 10)
        let picture = try stage.draw(mark)
        #expect(mark.drawnAs == .columns)
        for x in 0..<100 where x != 50 && x != 25 {
            #expect(picture.rows(inColumn: x) == Array(40..<70), "\(x)")
        }
        #expect(picture.rows(inColumn: 50).first == 5)
        #expect(picture[25, 75] == 0xFF0000 && picture[25, 69] == 0x00FF00)
        #expect(stage.statistics.vertexBytes < 100 * 200)
    }

    @Test func aPanSendsNothing() throws {
        let stage = try MarkStage(width: 200, height: 80)
        let mark = area((0..<2_000).map { (Double($0) * 10, Double(($0 * 37) % 71)) }, base: 30)
        mark.interpolation = .monotone
        _ = try stage.draw(mark)
        #expect(stage.statistics.vertexBytes > 0)
        for x in stride(from: 0.0, to: 15_000, by: 777) {
            _ = try stage.draw(mark, in: stage.identity(movedBy: x))
            #expect(stage.statistics.vertexBytes == 0)
        }
    }

    @Test func theBaseIsAmongItsValues() {
        let mark = area([(0, 20), (10, 30)], base: 5)
        #expect(mark.values(over: Extent(min: 0, max: 20)) == Extent(min: 5, max: 30))
        #expect(mark.values(over: Extent(min: 11, max: 20)).isEmpty)
        #expect(mark.nearest(to: 8)?.values == [30])
    }
}
