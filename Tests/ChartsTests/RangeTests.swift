import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Geometry
import Testing

/// What moves a chart's ranges, and what does not.
@MainActor @Suite struct RangeTests {
    private static let day = 86_400.0

    private func line(_ id: String, _ values: [Double]) -> LineMark {
        let mark = LineMark(id: id, style: LineStyle(width: 2, color: Color(hex: 0x0000FF)))
        mark.show(
            SampleSeries(times: values.indices.map { Double($0) * Self.day }, values: values))
        return mark
    }

    @Test func newSamplesMoveNoRange() throws {
        let bench = try Bench()
        let mark = line("line", [3, 4, 5])
        bench.chart.marks = [mark]
        bench.chart.fitValues(over: bench.chart.x.range, at: 0, animated: false)
        let x = bench.chart.x.range
        let y = bench.chart.y.range
        #expect(y == Extent(min: 3, max: 5))
        mark.show(SampleSeries(times: [0, 99 * Self.day], values: [-1000, 1000]))
        bench.chart.marks.append(line("other", [7000]))
        bench.prepare()
        bench.chart.advance(to: 10)
        bench.prepare()
        #expect(bench.chart.x.range == x)
        #expect(bench.chart.y.range == y)
        #expect(bench.chart.domain == Extent(min: 0, max: 99 * Self.day))
    }

    @Test func theFitGoesThroughTheFiltersInOrder() throws {
        let bench = try Bench(filters: [
            SourceFilter(alternative: Extent(min: 0, max: 2), expandMin: true, expandMax: true),
            BlockFilter { range, _ in Extent(min: range.min - 1, max: range.max + 3) },
            BlockFilter { range, _ in Extent(min: range.min * 2, max: range.max * 2) },
        ])
        bench.chart.marks = [line("line", [3, 17, 5, 90])]
        // Days 0 to 2 hold 3, 17 and 5: with the alternative 0…17, then -1…20, then twice that.
        bench.chart.fitValues(over: Extent(min: 0, max: 2 * Self.day), at: 0, animated: false)
        #expect(bench.chart.y.range == Extent(min: -2, max: 40))
    }

    @Test func aStretchWithoutReadingsLeavesTheAxisAlone() throws {
        let bench = try Bench(filters: [
            SourceFilter(alternative: Extent(min: 0, max: 2), expandMin: true, expandMax: true),
            BlockFilter { range, _ in Extent(min: range.min - 1, max: range.max + 3) },
        ])
        let empty = Extent(min: 50 * Self.day, max: 60 * Self.day)
        // A chart that never had values has its alternative, passed through the filters.
        bench.chart.marks = [line("line", [3, 17, 5, 90])]
        bench.chart.fitValues(over: empty, at: 0, animated: false)
        #expect(bench.chart.y.range == Extent(min: -1, max: 5))
        bench.chart.fitValues(over: Extent(min: 0, max: 2 * Self.day), at: 0, animated: false)
        #expect(bench.chart.y.range == Extent(min: -1, max: 20))
        // One that had values keeps its range.
        bench.chart.fitValues(over: empty, at: 0, animated: false)
        #expect(bench.chart.y.range == Extent(min: -1, max: 20))
    }

    @Test func theFitKnowsThePlotsHeight() throws {
        var heights: [Double] = []
        let bench = try Bench(filters: [
            BlockFilter { _, context in
                heights.append(context.viewportLength)
                return .unit
            }
        ])
        bench.prepare()
        bench.chart.fitValues(over: .unit, at: 0, animated: false)
        // 300 points high, minus 18 above and 34 below.
        #expect(heights == [248])
    }

    @Test func valuesGlideInClosedForm() throws {
        let bench = try Bench()
        bench.show(values: Extent(min: 0, max: 10))
        let mark = StubMark(id: "stub", extent: Extent(min: 20, max: 50))
        bench.chart.marks = [mark]
        bench.chart.fitValues(over: .unit, at: 5, animated: true)
        #expect(bench.chart.y.target == Extent(min: 20, max: 50))
        #expect(bench.chart.y.range == Extent(min: 0, max: 10), "it starts where it was")
        for p in [0.0, 0.05, 0.25, 0.5, 0.6, 0.9, 0.999] {
            let moves = bench.chart.advance(to: 5 + 0.3 * p)
            let way = -p * (p - 2)
            #expect(moves)
            #expect(abs(bench.chart.y.range.min - 20 * way) < 1e-9)
            #expect(abs(bench.chart.y.range.max - (10 + 40 * way)) < 1e-9)
        }
        #expect(!bench.chart.advance(to: 5.3))
        #expect(bench.chart.y.range == Extent(min: 20, max: 50))
    }

    @Test func theFrameRateDoesNotMatter() throws {
        func range(frames: Int) throws -> Extent {
            let bench = try Bench()
            bench.show(values: Extent(min: 0, max: 10))
            bench.chart.marks = [StubMark(id: "stub", extent: Extent(min: -30, max: 4))]
            bench.chart.fitValues(over: .unit, at: 100, animated: true)
            for n in 1...frames { bench.chart.advance(to: 100 + 0.2 * Double(n) / Double(frames)) }
            return bench.chart.y.range
        }
        let few = try range(frames: 1)
        let many = try range(frames: 37)
        #expect(abs(few.min - many.min) < 1e-9)
        #expect(abs(few.max - many.max) < 1e-9)
    }

    @Test func anotherTargetIsReachedFromWhereTheValuesAre() throws {
        let bench = try Bench()
        bench.show(values: Extent(min: 0, max: 100))
        let mark = StubMark(id: "stub", extent: Extent(min: 0, max: 200))
        bench.chart.marks = [mark]
        bench.chart.fitValues(over: .unit, at: 0, animated: true)
        bench.chart.advance(to: 0.15)
        // Three quarters of the way at half time: 100 + 0.75 · 100.
        #expect(abs(bench.chart.y.range.max - 175) < 1e-9)
        mark.extent = Extent(min: 0, max: 75)
        bench.chart.fitValues(over: .unit, at: 0.15, animated: true)
        bench.chart.advance(to: 0.15)
        #expect(abs(bench.chart.y.range.max - 175) < 1e-9)
        // It rose by 1000/3 a second; the fall alone begins at the speed of twice its distance in
        // 0.3 s.
        bench.chart.advance(to: 0.3)
        let carried = 1000.0 / 3 * 0.3 + 2 * 100
        #expect(
            abs(bench.chart.y.range.max - (175 - 0.75 * 100 + carried * 0.5 * 0.25)) < 1e-9)
        bench.chart.advance(to: 0.45)
        #expect(bench.chart.y.range == Extent(min: 0, max: 75))
    }

    @Test func theWindowCanBeSetWithoutData() throws {
        let dimension = Dimension(
            id: "x", kind: .time(CivilCalendar(zone: .utc)), direction: .horizontal,
            filters: [PaddingFilter(low: 5, high: 5)])
        dimension.panZoom.set(Extent(min: 100, max: 200))
        #expect(dimension.range == Extent(min: 100, max: 200))
        // Data come and go: a range that was set stays, until the person returns to the data.
        dimension.updater.setSource(Extent(min: 0, max: 1000), update: true)
        #expect(dimension.range == Extent(min: 100, max: 200))
        dimension.updater.setSource(.nothing, update: true)
        #expect(dimension.range == Extent(min: 100, max: 200))
        dimension.updater.setSource(Extent(min: 0, max: 500), update: true)
        dimension.filter.reset()
        dimension.updater.update()
        #expect(dimension.range == Extent(min: -5, max: 505))
    }

    @Test func hiddenMarksTakeNoPartInTheFit() throws {
        let bench = try Bench()
        let high = line("high", [100, 200])
        bench.chart.marks = [line("low", [1, 2]), high]
        bench.chart.fitValues(over: bench.chart.x.range, at: 0, animated: false)
        #expect(bench.chart.y.range == Extent(min: 1, max: 200))
        high.isHidden = true
        bench.chart.fitValues(over: bench.chart.x.range, at: 0, animated: false)
        #expect(bench.chart.y.range == Extent(min: 1, max: 2))
        #expect(bench.chart.hasData(over: bench.chart.x.range))
        bench.chart.marks[0].isHidden = true
        #expect(!bench.chart.hasData(over: bench.chart.x.range))
    }

    @Test func barsAreFittedWithTheirBaseAndByTheirSlots() throws {
        let bars = BarMark(
            id: "bars", style: BarStyle(width: .fraction(0.5), colors: [Color(hex: 0xFF)]))
        bars.show(
            (0..<10).map { Bar(start: Double($0), end: Double($0 + 1), value: Double(10 + $0)) })
        #expect(bars.domain == Extent(min: 0, max: 10))
        // 2.5…4 overlaps the slots 2 and 3, and only touches 4.
        #expect(bars.indices(over: Extent(min: 2.5, max: 4)) == 2..<4)
        #expect(bars.values(over: Extent(min: 2.5, max: 4)) == Extent(min: 0, max: 13))
        #expect(bars.values(over: Extent(min: 10, max: 20)).isEmpty)
        #expect(bars.indices(over: Extent(min: -5, max: -1)).isEmpty)
        #expect(bars.indices(over: Extent(min: -5, max: 50)) == 0..<10)
    }

    @Test func chartsWithOneDimensionMoveTogether() throws {
        let dimension = Dimension(
            id: "x", kind: .time(CivilCalendar(zone: .utc)), direction: .horizontal)
        dimension.panZoom.set(Extent(min: 0, max: 7 * Self.day))
        let first = try Bench(x: dimension)
        let second = try Bench(
            frame: Rect(x: 0, y: 0, width: 300, height: 200), x: dimension)
        first.prepare()
        second.prepare()
        let place = first.chart.plot.center
        var interpreter = GestureInterpreter()
        func send(_ kind: InputEvent.Kind, _ x: Double, _ time: Double) {
            let event = InputEvent(
                time: time, position: Point(x: x, y: place.y), kind: kind, modifiers: [])
            for gesture in interpreter.interpret(InputFrame(event)) {
                _ = first.chart.interaction.handle(gesture)
            }
        }
        send(.pointerPressed(.left), place.x, 0)
        send(.pointerMoved, place.x - 20, 0.1)
        send(.pointerMoved, place.x - 60, 0.2)
        let moved = 60 / first.chart.plot.width * 7 * Self.day
        #expect(abs(first.chart.x.range.min - moved) < 1)
        #expect(second.chart.x.range == first.chart.x.range)
        second.prepare()
        let shown = second.chart.plotProjection.x
        let pixel = second.chart.x.range.length / second.chart.plot.width
        #expect(abs(shown.lowerBound - first.chart.x.range.min) <= 0.5 * pixel)
        #expect(second.chart.y.range != .nothing)
        #expect(first.chart.x === second.chart.x)
    }
}
