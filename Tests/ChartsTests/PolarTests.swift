import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// Polar marks and their grid, checked by their pixels.
@MainActor @Suite struct PolarTests {
    /// The centre at (50, 50), the rim at 40, where the value is 1.
    private func space(hole: Double = 0) -> PolarSpace {
        var layout = PolarLayout(range: .unit)
        layout.hole = hole
        return PolarSpace(layout, margin: 10)
    }

    private let round = (0..<36).map { 10 * Double($0) }

    private func distance(_ x: Int, _ y: Int) -> Double {
        (Point(x: Double(x) + 0.5, y: Double(y) + 0.5) - Point(x: 50, y: 50)).length
    }

    @Test(arguments: [0.0, 0.25])
    func aTurningLineIsARing(hole: Double) throws {
        let stage = try MarkStage(width: 100, height: 100)
        let line = PolarLineMark(
            angles: [0, 120, 240], values: [0.5, 0.5, 0.5], in: space(hole: hole)
        ).closed().interpolation(.turning).color(white).width(2)
        let picture = try stage.draw(line)
        let radius = 40 * (hole + 0.5 * (1 - hole))
        let area = 2 * Double.pi * radius * 2
        #expect(abs(picture.area - area) < 0.01 * area, "\(picture.area) for \(area)")
        for y in 0..<100 {
            for x in 0..<100 {
                let off = abs(distance(x, y) - radius)
                if off < 0.25 { #expect(picture.coverage(x, y) > 0.95, "\(x), \(y)") }
                if off > 1.75 { #expect(picture[x, y] == 0, "\(x), \(y)") }
            }
        }
        _ = try stage.draw(line)
        #expect(stage.statistics.vertexBytes == 0)
    }

    @Test func aStraightLineHasCornersAndGaps() throws {
        let stage = try MarkStage(width: 100, height: 100)
        let line = PolarLineMark(
            angles: [0, 90, 180, 270], values: [1, 1, 1, 1], in: space()
        ).closed().color(white).width(2)
        let square = try stage.draw(line)
        #expect(square.coverage(70, 30) > 0.9 && square.coverage(29, 69) > 0.9)
        #expect(square[78, 22] == 0, "not along the rim")
        line.isClosed = false
        let open = try stage.draw(line)
        #expect(open[30, 30] == 0 && open.coverage(70, 30) > 0.9)
        line.show([0, 90, 180, 270].map { PolarSample(angle: $0, value: $0 == 90 ? .nan : 1) })
        let gap = try stage.draw(line)
        #expect(gap[70, 30] == 0 && gap[70, 70] == 0 && gap.coverage(29, 69) > 0.9)
    }

    @Test(arguments: [nil, 0.5] as [Double?], [0.0, 0.25])
    func theAreaIsThatOfTheDiscOrRing(base: Double?, hole: Double) throws {
        let stage = try MarkStage(width: 100, height: 100)
        let area = PolarAreaMark(
            angles: round, values: round.map { _ in 1 }, in: space(hole: hole), base: base
        ).interpolation(.turning).color(white)
        let picture = try stage.draw(area)
        let inner = 40 * (base.map { hole + $0 * (1 - hole) } ?? hole)
        let wanted = Double.pi * (1600 - inner * inner)
        #expect(abs(picture.area - wanted) < 0.005 * wanted, "\(picture.area) for \(wanted)")
        for y in 0..<100 {
            for x in 0..<100 {
                let reach = distance(x, y)
                if reach < 39, reach > inner + 1 || inner == 0 {
                    #expect(picture.coverage(x, y) > 0.99, "\(x), \(y): no seam")
                } else if reach > 41 || reach < inner - 1 {
                    #expect(picture[x, y] == 0, "\(x), \(y)")
                }
            }
        }
    }

    /// A translucent colour stays one tone where a profile overlaps itself.
    @Test func aSeeThroughAreaIsEven() throws {
        let stage = try MarkStage(width: 100, height: 100)
        let angles = (0..<48).map { 7.5 * Double($0) }
        let area = PolarAreaMark(
            angles: angles, values: angles.indices.map { $0 % 2 == 0 ? 1 : 0.02 }, in: space()
        ).color(white.opacity(0.5))
        let picture = try stage.draw(area)
        let most = (0..<10_000).map { picture.coverage($0 % 100, $0 / 100) }.max() ?? 0
        #expect(abs(most - 0.5) < 0.01, "\(most)")
        let half = try stage.draw(area, alpha: 0.5)
        let faded = (0..<10_000).map { half.coverage($0 % 100, $0 / 100) }.max() ?? 0
        #expect(abs(faded - 0.25) < 0.01)
    }

    @Test func anAreaLiesOnBothSidesOfItsRing() throws {
        let stage = try MarkStage(width: 100, height: 100)
        let area = PolarAreaMark(
            angles: [0, 90, 180, 270], values: [1, 0.25, 1, 0.25], in: space(), base: 0.5
        ).interpolation(.turning).color(white)
        let picture = try stage.draw(area)
        #expect(picture[50, 20] == 0xFFFFFF && picture[50, 35] == 0, "above the ring")
        #expect(picture[65, 50] == 0xFFFFFF && picture[75, 50] == 0, "below it")
        #expect(picture[50, 50] == 0)
    }

    @Test func pointsStandWhereTheyBelong() throws {
        let stage = try MarkStage(width: 100, height: 100)
        let points = PolarPointMark(
            angles: [90, 180, 270, 45], values: [1, 0.5, 0, .nan], in: space()
        ).color(white)
        let picture = try stage.draw(points)
        #expect(abs(picture.area - 3 * 16 * Double.pi) < 3)
        for (x, y) in [(90, 50), (50, 70), (50, 50)] { #expect(picture[x, y] == 0xFFFFFF) }
    }

    @Test func sectorsAreStackedFromTheCentre() throws {
        let stage = try MarkStage(width: 100, height: 100)
        let table = BarTable(
            slots: [Extent(min: -45, max: 45), Extent(min: 135, max: 225)],
            series: [[0.5, 0.25], [0.5, .nan]])
        let bars = PolarBarMark(
            table, in: space(), colors: [Color(hex: 0xFF0000), Color(hex: 0x0000FF)])
        bars.width = 1
        let picture = try stage.draw(bars)
        #expect(picture[50, 35] == 0xFF0000 && picture[50, 20] == 0x0000FF)
        #expect(picture[50, 55] == 0xFF0000 && picture[50, 65] == 0 && picture[80, 50] == 0)
        // No ground where the two arcs meet.
        for x in 44..<56 {
            let (red, blue) = (picture[x, 30] >> 16, picture[x, 30] & 255)
            #expect(red + blue > 0xF8, "\(x): \(picture[x, 30])")
        }
        #expect(bars.part(at: Point(x: 50, y: 20))! == (0, 1))
        #expect(bars.part(at: Point(x: 45, y: 35))! == (0, 0))
        #expect(bars.part(at: Point(x: 50, y: 57))! == (1, 0))
        #expect(bars.part(at: Point(x: 80, y: 50)) == nil)
        #expect(bars.radii == Extent(min: 0, max: 1))
        let white = try stage.draw(
            PolarBarMark(table, in: space(), colors: [Color(hex: 0xFFFFFF)]))
        let wanted = 0.85 * Double.pi / 4 * (1600 + 100)
        #expect(abs(white.area - wanted) < 0.01 * wanted)
    }

    @Test func gridAndLabelsAgreeWithTheMarks() throws {
        let bench = try Bench()
        let space = PolarSpace(PolarLayout(range: Extent(min: 0, max: 100)), margin: 24)
        let grid = PolarGrid(space, color: Color(hex: 0x00FF00), spokes: 4) {
            PolarGrid.winds[Int($0) / 45]
        }
        let labels = PolarLabels(grid)
        bench.chart.background = [grid]
        bench.chart.annotations = [labels]
        bench.chart.marks = [
            PolarPointMark(angles: [90], values: [100], in: space).color(white)
        ]
        let picture = try bench.draw()
        let polar = space.projection(in: bench.chart.plot)
        let rim = polar.point(100, at: 90)
        #expect(picture.color(at: rim) == 0xFFFFFF, "the point is on the rim")
        // The spoke to it is one whole row of pixels.
        let (row, middle) = (Int(polar.center.y), Int(polar.center.x) + 20)
        let lit = (row - 3...row + 3).filter { picture[middle, $0] == 0x00FF00 }
        #expect(lit == [row])
        let placed = labels.placedLabels(in: bench.chart)
        #expect(placed.filter { $0.axis == "angle" }.map(\.text) == ["N", "E", "S", "W"])
        let rings = placed.filter { $0.axis == "ring" }
        #expect(rings.map(\.value) == [50, 100], "a plot of \(polar.radius) has room for two")
        for ring in rings {
            let place = polar.place(of: Point(x: ring.rect.midX, y: ring.rect.midY))
            #expect(abs(place.value - ring.value) < 4 && abs(place.angle - 45) < 3)
        }
        // Names are outside the rim and inside the chart.
        for name in placed where name.axis == "angle" {
            let corners = [
                Point(x: name.rect.minX, y: name.rect.midY),
                Point(x: name.rect.maxX, y: name.rect.midY),
            ]
            #expect(corners.allSatisfy { ($0 - polar.center).length > polar.radius + 3 })
            #expect(bench.chart.frame.contains(name.rect))
        }
    }
}
