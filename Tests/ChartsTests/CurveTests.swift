import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// Lines that are not straight, checked by their pixels and by what is sent.
@MainActor @Suite struct CurveTests {
    private func line(
        _ interpolation: LineInterpolation, _ points: [(Double, Double)], width: Double = 3,
        longestGap: Double = .infinity
    ) -> LineMark {
        let mark = LineMark(id: "line", style: LineStyle(width: width, color: white))
        mark.interpolation = interpolation
        mark.show(
            SampleSeries(times: points.map(\.0), values: points.map(\.1)), longestGap: longestGap)
        return mark
    }

    @Test(arguments: [
        (LineInterpolation.stepped(.start), 80), (.stepped(.middle), 50), (.stepped(.end), 20),
    ])
    func aStepIsUprightWhereItChanges(kind: LineInterpolation, place: Int) throws {
        let stage = try MarkStage(width: 100, height: 60)
        let mark = line(kind, [(20, 10.5), (80, 40.5)])
        let picture = try stage.draw(mark)
        // Vertical over rows 60 − 40.5 to 60 − 10.5, three wide around its position.
        #expect(picture[place, 30] == 0xFFFFFF && picture[place - 1, 30] == 0xFFFFFF)
        #expect(picture[place - 3, 30] == 0 && picture[place + 2, 30] == 0)
        for x in 24..<76 where abs(x - place) > 3 {
            #expect(
                picture.rows(inColumn: x) == (x < place ? [48, 49, 50] : [18, 19, 20]), "\(x)")
        }
    }

    @Test func aSmoothLineRunsWhereTheCubicSays() throws {
        let stage = try MarkStage(width: 140, height: 100)
        let mark = line(.monotone, [(10, 10), (70, 70), (130, 10)], width: 2)
        let picture = try stage.draw(mark)
        for x in stride(from: 20, to: 120, by: 7) {
            // From 10 to the summit: slope 1.5 at the end, where nothing bends, and slope 0 at the
            // summit.
            let s = (60 - abs(Double(x) + 0.5 - 70)) / 60
            let value = 10 + 60 * (s * s * (3 - 2 * s) + 1.5 * s * (1 - s) * (1 - s))
            var weight = 0.0
            var middle = 0.0
            for y in 0..<100 {
                weight += picture.coverage(x, y)
                middle += picture.coverage(x, y) * (Double(y) + 0.5)
            }
            #expect(abs(100 - middle / weight - value) < 0.2, "\(x)")
        }
        #expect(picture.rows(inColumn: 70).allSatisfy { abs($0 - 30) <= 2 }, "never above")
    }

    @Test func aGapBreaksTheCurve() throws {
        let stage = try MarkStage(width: 100, height: 60)
        for kind in [LineInterpolation.stepped(.start), .stepped(.middle), .monotone] {
            let mark = line(
                kind, [(5, 10), (20, 40), (40, .nan), (50, 20), (60, 30), (90, 30)], longestGap: 25)
            let picture = try stage.draw(mark)
            for x in 23..<47 { #expect(picture.rows(inColumn: x) == [], "\(kind) \(x)") }
            for x in 63..<87 { #expect(picture.rows(inColumn: x) == [], "\(kind) \(x)") }
            #expect(!picture.rows(inColumn: 12).isEmpty && !picture.rows(inColumn: 55).isEmpty)
        }
    }

    @Test(arguments: [LineInterpolation.stepped(.middle), .monotone])
    func aPanSendsNothingAndAZoomSeldom(kind: LineInterpolation) throws {
        let stage = try MarkStage(width: 400, height: 100)
        let mark = line(kind, (0..<3_000).map { (Double($0) * 8, Double(($0 * 37) % 91)) })
        _ = try stage.draw(mark)
        #expect(stage.statistics.vertexBytes > 3_000 * 16)
        for x in stride(from: 0.0, to: 20_000, by: 333) {
            _ = try stage.draw(mark, in: stage.identity(movedBy: x))
            #expect(stage.statistics.vertexBytes == 0)
        }
        var sent = 0
        for step in 0...40 {
            var projection = stage.identity()
            projection.x = 0...400 / (1 + Double(step) / 10)
            projection.y = 0...100 / (1 + Double(step) / 10)
            _ = try stage.draw(mark, in: projection)
            if stage.statistics.vertexBytes > 0 { sent += 1 }
        }
        // Five times as large: two or three doublings.
        #expect(kind == .monotone ? (1...3).contains(sent) : sent == 0, "\(sent)")
    }

    @Test func aLongSeriesIsThereInWindows() throws {
        let stage = try MarkStage(width: 400, height: 100)
        let mark = line(
            .monotone, (0..<100_000).map { (Double($0) * 8, Double(($0 * 37) % 91)) })
        _ = try stage.draw(mark, in: stage.identity(movedBy: 400_000))
        #expect(stage.statistics.vertexBytes > 2_000 * 16)
        #expect(stage.statistics.vertexBytes < 100_000 * 16)
        _ = try stage.draw(mark, in: stage.identity(movedBy: 404_000))
        #expect(stage.statistics.vertexBytes == 0)
        let far = try stage.draw(mark, in: stage.identity(movedBy: 700_000))
        #expect(stage.statistics.vertexBytes > 0)
        #expect(far.area > 400)
    }

    @Test func whatIsReadAreTheSamples() throws {
        let mark = line(.monotone, [(10, 10), (70, 70), (130, 10)])
        let reading = try #require(mark.nearest(to: 45))
        #expect(reading.x == 70 || reading.x == 10)
        #expect(mark.nearest(to: 60)?.values == [70])
        #expect(mark.values(over: Extent(min: 0, max: 200)) == Extent(min: 10, max: 70))
    }

    @Test func anotherInterpolationIsAnotherPicture() {
        let mark = line(.linear, [(0, 0), (1, 1)])
        let before = mark.revision
        mark.interpolation = .linear
        #expect(mark.revision == before)
        mark.interpolation = .monotone
        #expect(mark.revision != before)
    }
}
