import ChartCore
import Geometry
import Testing

@Suite struct PlotLayoutTests {
    private let bounds = Rect(x: 10, y: 20, width: 800, height: 500)

    private func axes(left: Double, bottom: Double = 14) -> [AxisBand] {
        [
            AxisBand(id: "y", side: .left, tickLength: 6, gap: 4) { _ in left },
            AxisBand(id: "x", side: .bottom, tickLength: 5, gap: 4) { _ in bottom },
        ]
    }

    @Test func plotAndBandsFillTheBounds() {
        var arranger = PlotArranger()
        let layout = arranger.arrange(
            bounds: bounds, padding: Insets(left: 2, top: 3, right: 4, bottom: 5),
            axes: axes(left: 28))
        // 6 + 28 + 8 = 42, in steps of four 44; 5 + 14 + 8 = 27, so 28.
        #expect(layout.plot == Rect(x: 56, y: 23, width: 750, height: 464))
        #expect(layout.bands["y"] == Rect(x: 12, y: 23, width: 44, height: 464))
        #expect(layout.bands["x"] == Rect(x: 56, y: 487, width: 750, height: 28))
        #expect(layout.hidden.isEmpty)
    }

    @Test func thePlotDoesNotBreathe() {
        var arranger = PlotArranger()
        let first = arranger.arrange(bounds: bounds, axes: axes(left: 28)).plot
        for width in [27.0, 21, 30, 22, 28] {
            #expect(arranger.arrange(bounds: bounds, axes: axes(left: width)).plot == first)
        }
        let wide = arranger.arrange(bounds: bounds, axes: axes(left: 35)).plot
        #expect(wide.width == first.width - 8)
        #expect(arranger.arrange(bounds: bounds, axes: axes(left: 28)).plot == wide)
        #expect(arranger.arrange(bounds: bounds, axes: axes(left: 10)).plot.width > first.width)
        arranger.reset()
        #expect(arranger.arrange(bounds: bounds, axes: axes(left: 28)).plot == first)
    }

    @Test func bandsOnOneSideLieSideBySide() {
        var arranger = PlotArranger()
        let layout = arranger.arrange(
            bounds: bounds,
            axes: [
                AxisBand(id: "a", side: .right, gap: 4) { _ in 20 },
                AxisBand(id: "b", side: .right, gap: 4) { _ in 32 },
                AxisBand(id: "none", side: .top) { _ in 0 },
            ])
        #expect(layout.plot.maxX == 810 - 28 - 40)
        #expect(layout.bands["a"]?.minX == layout.plot.maxX)
        #expect(layout.bands["b"]?.minX == layout.bands["a"]?.maxX)
        #expect(layout.bands["b"]?.maxX == 810)
        #expect(layout.plot.minY == 20)
    }

    @Test func labelsAreAskedForTheLengthTheyGet() {
        var arranger = PlotArranger()
        var asked = 0.0
        let layout = arranger.arrange(
            bounds: bounds,
            axes: [
                AxisBand(id: "x", side: .bottom) {
                    asked = $0
                    return 14
                },
                AxisBand(id: "y", side: .left) { $0 > 100 ? 40 : 20 },
            ])
        #expect(asked == layout.plot.width)
    }

    @Test func smallWindowsGiveUpBands() {
        var arranger = PlotArranger()
        let tiny = arranger.arrange(
            bounds: Rect(x: 0, y: 0, width: 100, height: 200), axes: axes(left: 28))
        #expect(tiny.hidden == ["y"])
        #expect(tiny.plot == Rect(x: 0, y: 0, width: 100, height: 172))
        let none = arranger.arrange(
            bounds: Rect(x: 0, y: 0, width: 20, height: 10), axes: axes(left: 28))
        #expect(none.hidden.count == 2)
        #expect(none.plot == Rect(x: 0, y: 0, width: 20, height: 10))
    }
}

@Suite struct LabelPlacerTests {
    private func requests(
        _ positions: [Double], width: Double = 40, from: Int = 0
    ) -> [LabelRequest] {
        positions.enumerated().map {
            LabelRequest(
                id: $1, ordinal: from + $0, position: $1, size: Size(width: width, height: 12))
        }
    }

    @Test func centredUnderTheirTicks() {
        var placer = LabelPlacer(side: .bottom, offset: Vector(dx: 0, dy: 5))
        let placed = placer.place(
            requests([100, 200]), line: 300, room: Extent(min: 0, max: 400))
        #expect(
            placed.map(\.rect) == [
                Rect(x: 80, y: 305, width: 40, height: 12),
                Rect(x: 180, y: 305, width: 40, height: 12),
            ])
        var left = LabelPlacer(side: .left, offset: Vector(dx: -5, dy: 0))
        let beside = left.place(requests([50]), line: 60, room: Extent(min: 0, max: 400))
        #expect(beside.first?.rect == Rect(x: 15, y: 44, width: 40, height: 12))
    }

    @Test func thinningKeepsItsPhase() {
        // 30 points apart, 40 wide and a gap of 8: every second one, by ordinal and not by view.
        var placer = LabelPlacer(side: .bottom, edge: .drop)
        for shift in 0..<20 {
            let positions = (0..<20).map { Double($0) * 30 + 100 }
            let labels = requests(positions, from: shift - 7)
            let placed = placer.place(labels, line: 0, room: Extent(min: 0, max: 1000))
            #expect(placed.count == 10)
            #expect(placed.allSatisfy { labels[$0.index].ordinal % 2 == 0 })
        }
    }

    @Test func aWideLabelPassingByDoesNotFlicker() {
        var placer = LabelPlacer(side: .bottom, gap: 8, edge: .free)
        var strides: [Int] = []
        for wide in [false, true, false, true, false] {
            // 50 apart: 40 wide fits every tick, but hardly; 44 does not.
            let labels = requests((0..<10).map { Double($0) * 50 }, width: wide ? 44 : 40)
            let placed = placer.place(labels, line: 0, room: Extent(min: 0, max: 500))
            strides.append(placed.count)
        }
        #expect(strides == [10, 5, 5, 5, 5])
        let slim = requests((0..<10).map { Double($0) * 50 }, width: 30)
        #expect(placer.place(slim, line: 0, room: Extent(min: 0, max: 500)).count == 10)
    }

    @Test func edges() {
        let room = Extent(min: 0, max: 300)
        let labels = requests([5, 150, 298])
        var drop = LabelPlacer(side: .bottom, edge: .drop)
        #expect(drop.place(labels, line: 0, room: room).map(\.index) == [1])
        var free = LabelPlacer(side: .bottom, edge: .free)
        #expect(free.place(labels, line: 0, room: room).map(\.rect.minX) == [-15, 130, 278])
        var clamp = LabelPlacer(side: .bottom, edge: .clamp)
        #expect(clamp.place(labels, line: 0, room: room).map(\.rect.minX) == [0, 130, 260])
        // A label whose tick is outside is not dragged in.
        let outside = requests([-2, 150])
        #expect(clamp.place(outside, line: 0, room: room).map(\.index) == [1])
        // One pushed onto its neighbour goes, unless it matters more.
        var crowded = requests([5, 53])
        #expect(clamp.place(crowded, line: 0, room: room).map(\.index) == [0])
        crowded[1].rank = 3
        #expect(clamp.place(crowded, line: 0, room: room).map(\.index) == [1])
    }

    @Test func ticksThatShareAnOrdinalAreSettledOneByOne() {
        // The repeated hour: two ticks with ordinal 2, 20 points apart, among others 100 apart.
        var labels = requests([0, 100, 200, 220, 320])
        for (i, ordinal) in [0, 1, 2, 2, 3].enumerated() { labels[i].ordinal = ordinal }
        var placer = LabelPlacer(side: .bottom, edge: .free)
        #expect(placer.place(labels, line: 0, room: .unit).map(\.index) == [0, 1, 2, 4])
    }

    @Test func cornersAreSharedOut() {
        let y = PlacedLabel(
            index: 0, id: 0, rect: Rect(x: 10, y: 94, width: 30, height: 12), rank: 0)
        let x = PlacedLabel(
            index: 0, id: 1, rect: Rect(x: 30, y: 104, width: 40, height: 12), rank: 0)
        let x2 = PlacedLabel(
            index: 1, id: 2, rect: Rect(x: 100, y: 104, width: 40, height: 12), rank: 0)
        let left = LabelPlacer.separated([[y], [x, x2]])
        #expect(left[0] == [y])
        #expect(left[1] == [x2])
    }

    @Test func noTwoEverOverlap() {
        var numbers = SeededNumbers(state: 8)
        var placer = LabelPlacer(side: .bottom, gap: 6, edge: .clamp)
        for _ in 0..<300 {
            let step = Double.random(in: 5...120, using: &numbers)
            let first = Int.random(in: -1000...1000, using: &numbers)
            let labels = (0..<30).map { i in
                LabelRequest(
                    id: Double(i), ordinal: first + i, position: Double(i) * step - 40,
                    size: Size(width: Double.random(in: 10...80, using: &numbers), height: 12),
                    rank: Int.random(in: 0...2, using: &numbers))
            }
            let room = Extent(min: 0, max: 700)
            let placed = placer.place(labels, line: 0, room: room).sorted {
                $0.rect.minX < $1.rect.minX
            }
            for (a, b) in zip(placed, placed.dropFirst()) {
                #expect(b.rect.minX - a.rect.maxX >= 6 - 1e-6)
            }
            #expect(placed.allSatisfy { $0.rect.minX >= 0 && $0.rect.maxX <= 700 })
            #expect(!placed.isEmpty || !labels.contains { room.contains($0.position) })
        }
    }
}

@Suite struct CrowdedAxisTests {
    @Test func thousandsOfTicksAreThinnedToWhatFits() {
        // Twenty years of days on 1,000 points.
        let labels = (0..<7300).map {
            LabelRequest(
                id: Double($0), ordinal: 14_000 + $0, position: Double($0) * 1000 / 7300,
                size: Size(width: 60, height: 12))
        }
        var placer = LabelPlacer(side: .bottom, gap: 8, edge: .free)
        let placed = placer.place(labels, line: 0, room: Extent(min: 0, max: 1000))
        #expect((13...15).contains(placed.count))
        let every = labels[placed[1].index].ordinal - labels[placed[0].index].ordinal
        // 68 points are 496.4 days: every 497th.
        #expect(every == 497)
        #expect(placed.allSatisfy { labels[$0.index].ordinal % 497 == 0 })
    }
}
