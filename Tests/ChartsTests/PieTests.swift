import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// Pies, rings, and marks drawn by a closure, checked by their pixels.
@MainActor @Suite struct PieTests {
    private static let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00]

    private func pie(
        _ values: [Double], outer: Double? = 40, inner: Double = 0, gap: Double = 0,
        colors: [Color]? = nil
    ) -> PieMark {
        let mark = PieMark(id: "pie", outerRadius: outer, innerRadius: inner)
        mark.gap = gap
        for (index, value) in values.enumerated() {
            mark.add(
                PieMark.Element(
                    id: "\(index)", value: value,
                    color: colors?[index] ?? Color(hex: Self.colors[index % 4])))
        }
        return mark
    }

    @Test func itBeginsAtTwelveAndRunsClockwise() throws {
        let stage = try MarkStage(width: 100, height: 100)
        let mark = pie([25, 25, 25, 25])
        let picture = try stage.draw(mark)
        #expect(picture[70, 30] == Self.colors[0], "from 12 to 3")
        #expect(picture[70, 70] == Self.colors[1])
        #expect(picture[30, 70] == Self.colors[2])
        #expect(picture[30, 30] == Self.colors[3], "from 9 to 12")
        #expect(picture[50, 8] == 0 && picture[50, 92] == 0)
        #expect(mark.angles(of: "0") == 0...Double.pi / 2)
        // Slices extend to their borders.
        #expect(picture[52, 20] == Self.colors[0] && picture[47, 20] == Self.colors[3])
    }

    @Test(
        arguments: [
            [1.0], [1, 1], [1, 2, 3, 4], [99, 1], [3, 0, -2, .nan, 5], [1, 1, 1, 1, 1, 1, 1, 1, 1],
        ], [0.0, 15])
    func theAreaIsThatOfTheDisc(values: [Double], inner: Double) throws {
        let stage = try MarkStage(width: 100, height: 100)
        let mark = pie(values, inner: inner, colors: values.map { _ in white })
        let picture = try stage.draw(mark)
        let area = Double.pi * (40 * 40 - inner * inner)
        #expect(abs(picture.area - area) < 0.004 * area, "\(picture.area) for \(area)")
        if inner > 0 { #expect(picture[50, 50] == 0) } else { #expect(picture[50, 50] == 0xFFFFFF) }
        // Nothing shows through where slices meet, and the arcs are where they belong.
        for y in 0..<100 {
            for x in 0..<100 {
                let distance = Point(x: Double(x) + 0.5, y: Double(y) + 0.5) - Point(x: 50, y: 50)
                let reach = distance.length
                if reach < 38.6, reach > inner + 1.4 || inner == 0 {
                    #expect(picture.coverage(x, y) > 0.98, "\(x), \(y)")
                } else if reach > 40.9 || reach < inner - 0.9 {
                    #expect(picture[x, y] == 0, "\(x), \(y)")
                }
            }
        }
    }

    /// Two slices of one colour are two: the gap has the same width along the radius, and what it
    /// takes is what its width says.
    @Test(arguments: [0.0, 20])
    func slicesAreApart(inner: Double) throws {
        let stage = try MarkStage(width: 100, height: 100)
        let picture = try stage.draw(
            pie([1, 1, 1, 1], inner: inner, gap: 2, colors: Array(repeating: white, count: 4)))
        for distance in stride(from: Int(inner) + 3, to: 38, by: 5) {
            #expect(picture[50, 50 - distance] == 0 && picture[49, 50 - distance] == 0)
            #expect(
                picture[52, 50 - distance] == 0xFFFFFF && picture[47, 50 - distance] == 0xFFFFFF)
            #expect(picture[50 + distance, 50] == 0 && picture[50 + distance, 49] == 0)
        }
        let area = Double.pi * (1600 - inner * inner) - 4 * 2 * (40 - inner)
        #expect(abs(picture.area - area) < 0.01 * area, "\(picture.area) for \(area)")
        // At least two thirds of many thin ones are there; one alone has no gap.
        let thin = try stage.draw(
            pie(
                Array(repeating: 1, count: 200), inner: inner, gap: 2,
                colors: Array(repeating: white, count: 200)))
        #expect(thin.area > 0.65 * Double.pi * (1600 - inner * inner))
        let one = try stage.draw(pie([3], inner: inner, gap: 2, colors: [white]))
        #expect(abs(one.area - Double.pi * (1600 - inner * inner)) < 20)
        // Nearly a whole turn, and what is left.
        let most = try stage.draw(pie([30, 1], inner: inner, gap: 2, colors: [white, white]))
        let both = Double.pi * (1600 - inner * inner) - 2 * 2 * (40 - inner)
        #expect(abs(most.area - both) < 0.02 * both, "\(most.area) for \(both)")
    }

    @Test func eachSliceHasItsPart() throws {
        let stage = try MarkStage(width: 100, height: 100)
        for index in 0..<4 {
            let values = [10.0, 20, 30, 40]
            let picture = try stage.draw(
                pie(values, inner: 10, colors: (0..<4).map { $0 == index ? white : Color(hex: 0) }))
            let area = Double.pi * (1600 - 100) * values[index] / 100
            #expect(abs(picture.area - area) < 0.03 * area + 8, "\(index): \(picture.area)")
        }
    }

    @Test func aSliceMayHaveItsOwnRadius() throws {
        let stage = try MarkStage(width: 100, height: 100)
        let mark = pie([1, 1])
        mark.add(PieMark.Element(id: "1", value: 1, color: white, outerRadius: 20))
        let picture = try stage.draw(mark)
        #expect(picture.columns(inRow: 50).first == 30 && picture.columns(inRow: 50).last == 89)
        #expect((0..<48).allSatisfy { picture[$0, 15] == 0 }, "nothing pokes out")
    }

    @Test func nothingIsDrawnOfNothing() throws {
        let stage = try MarkStage(width: 100, height: 100)
        for values in [[], [0, 0], [-1, .nan, .infinity]] as [[Double]] {
            let mark = pie(values)
            let picture = try stage.draw(mark)
            #expect(picture.area == 0 && stage.statistics.draws == 0)
            #expect(mark.elements.count == values.count)
            #expect(mark.slice(at: Point(x: 60, y: 40)) == nil)
        }
        let picture = try stage.draw(pie([1, 2], outer: 20, inner: 20))
        #expect(picture.area == 0)
    }

    @Test func elementsAreAddedRemovedAndSorted() throws {
        let mark = pie([2, .nan, 3, 1, 2])
        mark.sort(.ascending)
        #expect(mark.elements.map(\.id) == ["3", "0", "4", "2", "1"])
        mark.sort(.descending)
        #expect(mark.elements.map(\.id) == ["2", "0", "4", "3", "1"])
        #expect(mark.remove("0")?.value == 2 && mark.remove("0") == nil)
        #expect(mark.elements.map(\.id) == ["2", "4", "3", "1"])
        let half = try #require(mark.angles(of: "2"))
        #expect(half.lowerBound == 0 && abs(half.upperBound - Double.pi) < 1e-12)
        #expect(mark.angles(of: "1") == nil)
        mark.add(PieMark.Element(id: "2", value: 1, color: white))
        #expect(mark.elements.map(\.value).prefix(3) == [1, 2, 1])
        #expect(mark.angles(of: "4") == Double.pi / 2...Double.pi * 1.5)
        mark.removeAll()
        #expect(mark.elements.isEmpty && mark.angles(of: "2") == nil)
    }

    @Test(arguments: [1.0, 2]) func placesAreFoundInTheSlices(scale: Double) throws {
        let stage = try MarkStage(width: 200, height: 100)
        let mark = pie([1, 1, 2], outer: nil, inner: 5)
        #expect(mark.slice(at: Point(x: 100, y: 50)) == nil, "not drawn yet")
        _ = try stage.draw(mark, scale: scale)
        let center = Point(x: 100 / scale, y: 50 / scale)
        let reach = 50 / scale
        func hit(_ dx: Double, _ dy: Double) -> String? {
            mark.slice(at: center + Vector(dx: dx, dy: dy))?.id
        }
        #expect(hit(10, -10) == "0" && hit(10, 10) == "1" && hit(-10, 10) == "2")
        #expect(hit(-10, -10) == "2" && hit(3, -3) == nil, "the hole")
        #expect(hit(reach - 0.1, 0.01) == "1" && hit(reach + 0.1, 0.01) == nil)
    }

    @Test func theSameAgainSendsNothingAndAChangeDoes() throws {
        let stage = try MarkStage(width: 100, height: 100)
        let mark = pie([1, 2, 3])
        _ = try stage.draw(mark)
        #expect(stage.statistics.draws == 1)
        _ = try stage.draw(mark, in: stage.identity(movedBy: 70))
        #expect(stage.statistics.vertexBytes == 0 && stage.statistics.draws == 1)
        mark.remove("0")
        let picture = try stage.draw(mark)
        #expect(stage.statistics.vertexBytes > 0)
        #expect(picture[60, 40] == Self.colors[1])
    }

    @Test func aPieIsInTheMiddleOfAChart() throws {
        let bench = try Bench()
        bench.chart.marks = [pie([1], outer: 30)]
        let picture = try bench.draw()
        let plot = bench.chart.plotProjection.plot
        #expect(picture.color(at: plot.center) == Self.colors[0])
        for y in [plot.midY - 28, plot.midY + 28] {
            #expect(picture.color(at: Point(x: plot.midX, y: y)) == Self.colors[0])
        }
        #expect(bench.chart.marks[0].domain.isEmpty)
    }

    @Test func aClosureDraws() throws {
        let bench = try Bench()
        var alphas: [Double] = []
        let mark = DrawnMark(
            id: "own", domain: { Extent(min: 1, max: 5) },
            values: { range in Extent(min: range.min, max: 2 * range.max) },
            drawing: { scene, frame in
                alphas.append(frame.opacity)
                scene.fill(Rect(x: 0, y: 0, width: 5_000, height: 5_000), white)
            })
        #expect(mark.domain == Extent(min: 1, max: 5))
        #expect(mark.values(over: Extent(min: 3, max: 4)) == Extent(min: 3, max: 8))
        bench.chart.marks = [mark]
        let picture = try bench.draw()
        let plot = bench.chart.plotProjection.plot
        #expect(picture.color(at: plot.center) == 0xFFFFFF && alphas == [1])
        #expect(picture.color(at: Point(x: plot.minX - 3, y: plot.midY)) == 0, "within the plot")
        mark.isHidden = true
        try bench.draw()
        #expect(alphas.count == 1)
    }
}
