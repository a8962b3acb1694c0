import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Testing

@testable import Charts

/// Several value dimensions in one chart, and the axes that show them.
@MainActor
@Suite struct ValueDimensionTests {
    private static let red = Color(hex: 0xFF0000)
    private static let blue = Color(hex: 0x0000FF)
    private let places = (0...100).map(Double.init)

    /// A line from 0 to 100 at the right, and a level one at 5,000 of another dimension at the
    /// left.
    private func chart(_ parts: [any ChartPart] = []) -> Chart {
        Chart {
            LineMark(SampleSeries(times: places, values: places), id: "rise").color(Self.red)
            LineMark(SampleSeries(times: places, values: places.map { _ in 5000 }), id: "level")
                .color(Self.blue).on("second")
            NumberAxis()
            ValueAxis(headroom: 0)
            ValueAxis(
                .leading, id: "second", labels: NumberWords(),
                filters: [BlockFilter { _, _ in Extent(min: 4000, max: 8000) }])
            for part in parts { part }
        }
    }

    @Test func eachDimensionHasTheRangeOfItsOwnMarks() throws {
        let chart = chart()
        #expect(chart.dimensions.map(\.id) == ["y", "second"])
        #expect(chart.y.range == Extent(min: 0, max: 100))
        #expect(chart.dimension("second")?.range == Extent(min: 4000, max: 8000))
        #expect(chart.dimension(of: chart.marks[0]) === chart.y)
        #expect(chart.dimension(of: chart.marks[1]) === chart.dimension("second"))
        #expect(chart.dimension("third") == nil)
    }

    @Test(arguments: [1.0, 1.5, 2])
    func marksAreDrawnOnTheirDimension(scale: Double) throws {
        let bench = try Bench(of: chart(), scale: scale)
        let picture = try bench.draw()
        let plot = bench.chart.plot
        // A quarter of the way up, whatever the other dimension shows.
        let level = plot.maxY - plot.height / 4
        let rise = plot.maxY - plot.height * 0.75
        func color(_ x: Double, _ y: Double) -> UInt32 {
            picture.color(at: Point(x: x * scale, y: y * scale))
        }
        #expect(color(plot.minX + plot.width * 0.6, level) == 0x0000FF)
        #expect(color(plot.minX + plot.width * 0.75, rise) == 0xFF0000)
        #expect(color(plot.minX + plot.width * 0.75, level + 6) == 0)
    }

    @Test func marksOfOneDimensionMoveNoOther() throws {
        let bench = try Bench(of: chart())
        try bench.draw(reading: false)
        let second = try #require(bench.chart.dimension("second"))
        var transitions = (first: 0, second: 0)
        bench.chart.y.onTransition { _ in transitions.first += 1 }
        second.onTransition { _ in transitions.second += 1 }
        bench.chart.x.panZoom.set(Extent(min: 0, max: 10))
        bench.chart.fitValues(over: bench.chart.x.range, at: 1, animated: true)
        bench.chart.advance(to: 2)
        #expect(bench.chart.y.range == Extent(min: 0, max: 10))
        #expect(second.range == Extent(min: 4000, max: 8000))
        #expect(transitions == (1, 0))
    }

    @Test func aDimensionThatIsMovedByItselfIsPinnedAlone() throws {
        let bench = try Bench(of: chart())
        bench.prepare()
        let second = try #require(bench.chart.dimension("second"))
        let before = second.range
        // Over the labels at the left, a wheel of a hundred points.
        let place = Point(x: bench.chart.plot.minX - 10, y: bench.chart.plot.midY)
        #expect(bench.chart.interaction.regions.region(at: place) == .gutter("second"))
        #expect(
            bench.chart.interaction.regions.region(
                at: Point(x: bench.chart.plot.maxX + 10, y: place.y)) == .gutter("y"))
        let gesture = { (phase: Gesture.Phase, by: Double) in
            Gesture(
                kind: .pan(.vertical), phase: phase, id: 1, device: .mouse, time: 1, origin: place,
                translation: Vector(dx: 0, dy: by), delta: Vector(dx: 0, dy: by), velocity: .zero)
        }
        _ = bench.chart.interaction.handle(gesture(.began, 0))
        _ = bench.chart.interaction.handle(gesture(.changed, 20))
        _ = bench.chart.interaction.handle(gesture(.ended, 20))
        bench.chart.advance(to: 1)
        #expect(second.isPinned && !bench.chart.y.isPinned && bench.chart.hasPinnedValues)
        let moved = 20 / bench.chart.plot.height * before.length
        #expect(abs(second.range.min - before.min - moved) < 1e-6 * before.length)
        // A pinned dimension neither follows nor fits until it is released.
        let pinned = second.range
        bench.chart.fitValues(over: bench.chart.x.range, at: 2, animated: false)
        #expect(second.range == pinned)
        bench.chart.releaseValues(over: bench.chart.x.range, at: 3, animated: false)
        #expect(second.range == before && !second.isPinned)
    }

    @Test func aPictureIsNotUsedAgainWhereAnotherDimensionMoved() throws {
        let chart = chart()
        chart.style.ground = Color(hex: 0)
        let bench = try Bench(of: chart)
        let second = try #require(chart.dimension("second"))
        for _ in 0..<4 { try bench.draw(reading: false) }
        second.pin(to: Extent(min: 0, max: 10_000), at: 0, duration: 0)
        let moved = try bench.draw()
        let plot = chart.plot
        #expect(moved.color(at: Point(x: plot.minX + plot.width * 0.7, y: plot.midY)) == 0x0000FF)
    }

    @Test func ringsStandOnTheirDimension() throws {
        let bench = try Bench(of: chart())
        bench.prepare()
        let crosshair = Crosshair(
            style: .init(line: Color(hex: 0x00FF00), ringFill: Color(hex: 0xFFFFFF)))
        crosshair.chart = bench.chart
        crosshair.fadeDuration = 0
        bench.chart.overlay.append(crosshair)
        let reading = try #require(bench.chart.reading(at: 60))
        #expect(reading.parts.map(\.dimension) == [nil, "second"])
        crosshair.show(reading, at: 0)
        crosshair.advance(to: 1)
        let picture = try bench.draw()
        let plot = bench.chart.plot
        let x = plot.minX + plot.width * 0.6
        for y in [plot.maxY - plot.height * 0.6, plot.maxY - plot.height * 0.25] {
            #expect(picture.color(at: Point(x: x, y: y)) == 0xFFFFFF)
        }
    }

    // MARK: Building

    @Test func aConfiguratorFindsWhatItHas() throws {
        let configurator = ChartConfigurator()
        let first = configurator.dimension("first")
        #expect(configurator.dimension("first") === first)
        #expect(configurator.space("first").y === first.scale)
        #expect(configurator.space("first").x === configurator.x.scale)
        let axis = configurator.valueAxis(.leading, of: "second")
        #expect(configurator.valueAxis(.leading, of: "second") === axis)
        #expect(configurator.valueAxis(.trailing, of: "second") !== axis)
        #expect(configurator.xAxis() === configurator.xAxis(.bottom))
        let line = LineMark(SampleSeries(times: places, values: places), id: "rise")
        configurator.add(line, to: "second")
        configurator.add(line, to: "second")
        let chart = configurator.chart()
        #expect(chart === configurator.chart())
        #expect(chart.marks.count == 1 && chart.dimension(of: line).id == "second")
        #expect(chart.dimensions.map(\.id) == ["first", "second"])
        // A part that is added later goes into the existing chart.
        let points = PointMark(SampleSeries(times: places, values: places), id: "points")
        configurator.add(points, to: "third")
        #expect(chart.marks.count == 2 && chart.dimension(of: points).id == "third")
        #expect(points.color == ChartTheme.light.color(of: 1))
        let zone = Charts.Zone(1...2, color: Self.red)
        configurator.add(zone, to: "second", layer: .foreground)
        #expect(chart.foreground.count == 1 && chart.dimension(of: zone).id == "second")
    }

    @Test func bothWaysOfBuildingDrawTheSame() throws {
        func line() -> LineMark { LineMark(SampleSeries(times: places, values: places), id: "r") }
        func points() -> PointMark {
            PointMark(SampleSeries(times: places, values: places.map { $0 * 9 }), id: "p")
        }
        let listed = Chart {
            line()
            points().on("more")
            NumberAxis()
            ValueAxis()
            ValueAxis(.leading, id: "more", labels: NumberLabels(), filters: [NiceRangeFilter()])
        }
        let configurator = ChartConfigurator()
        configurator.add(line(), to: "y")
        _ = configurator.xAxis()
        _ = configurator.valueAxis(of: "y")
        _ = configurator.dimension("more", filters: [NiceRangeFilter()])
        _ = configurator.valueAxis(.leading, of: "more")
        configurator.add(points(), to: "more")
        let pictures = try [listed, configurator.chart()].map { try Bench(of: $0).draw() }
        #expect(pictures[0] == pictures[1])
    }

    @Test func aDimensionWithAHiddenAxisFitsAllTheSame() throws {
        let chart = Chart {
            LineMark(SampleSeries(times: places, values: places), id: "rise")
            LineMark(SampleSeries(times: places, values: places.map { $0 * 7 }), id: "high")
                .on("other")
            ValueAxis()
            ValueAxis.hidden(id: "other")
        }
        #expect(chart.dimension("other")?.range.contains(Extent(min: 0, max: 700)) == true)
        #expect(chart.axes.count == 3)
    }

    @Test func partsThatAreGoneAreForgotten() {
        let chart = chart()
        let second = chart.dimensions[1]
        for _ in 0..<100 {
            chart.assign(Charts.Zone(0...1, color: Self.red), to: second)
        }
        chart.assign(chart.marks[0], to: second)
        #expect(chart.valueDimensions.assignmentCount <= 3)
        chart.assign(chart.marks[0], to: chart.y)
        #expect(chart.dimension(of: chart.marks[0]) === chart.y)
    }
}
