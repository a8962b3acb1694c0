import ChartCore
import ChartInteraction
import ChartRendering
import ChartScene
import Charts
import GPU
import Geometry
import Testing
import Text

/// A category chart with fonts and a test clock.
@MainActor
private final class CategoryBench {
    static let accent: UInt32 = 0xFF8000
    static let ordinary: UInt32 = 0x0040FF
    static let ancestor: [Double] = [7, 1, 2, 6, 3, 9, 2, 3, 1, 5, 1, 1, 6]

    let chart: CategoryChart
    let typesetter: Typesetter
    let atlas: GlyphAtlas
    var frame: Rect
    let scale: Double
    var interpreter = GestureInterpreter()
    private(set) var time = 50.0

    init(
        _ values: [Double], names: [String]? = nil,
        frame: Rect = Rect(x: 0, y: 0, width: 800, height: 400), scale: Double = 1
    ) throws {
        let fonts = try Fonts.library()
        typesetter = Typesetter(fonts: fonts)
        atlas = GlyphAtlas(fonts: fonts)
        self.frame = frame
        self.scale = scale
        chart = CategoryChart(
            id: "values",
            style: CategoryStyle(
                accent: Color(hex: Self.accent), ordinary: Color(hex: Self.ordinary),
                value: Color(hex: 0xC0C0C0), accentValue: Color(hex: 0xFFFFFF),
                name: Color(hex: 0xC0C0C0), baseline: Color(hex: 0x606060),
                dot: Color(hex: 0xA0A0A0)), chartStyle: Bench.style, axisLabels: NumberWords(),
            format: { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" })
        chart.growth = 0
        show(values, names: names)
        prepare()
        step(0)
    }

    static func series(_ values: [Double], names: [String]? = nil) -> CategorySeries {
        CategorySeries(
            values.enumerated().map { (names?[$0.offset] ?? "Name \($0.offset)", $0.element) })
    }

    func show(_ values: [Double], names: [String]? = nil) {
        chart.show(Self.series(values, names: names), at: time)
    }

    func prepare() {
        chart.prepare(in: frame, deviceScale: scale, typesetter: typesetter)
    }

    @discardableResult
    func step(_ seconds: Double) -> Bool {
        time += seconds
        let moves = chart.advance(to: time)
        prepare()
        return moves
    }

    /// Advances time at a frame rate until nothing moves; returns how long that took.
    @discardableResult
    func settle(rate: Double = 60) -> Double {
        let start = time
        for _ in 0..<2_000 where step(1 / rate) {}
        return time - start
    }

    func send(_ kind: InputEvent.Kind, _ x: Double, _ y: Double = 100, after: Double = 0.01) {
        time += after
        let event = InputEvent(time: time, position: Point(x: x, y: y), kind: kind)
        for gesture in interpreter.interpret(InputFrame(event)) { chart.handle(gesture) }
    }

    /// Moves a finger from one position to another in a number of steps of ten milliseconds.
    func swipe(from start: Double, to end: Double, steps: Int = 8, rest: Double = 0) {
        send(.touchBegan(1), start)
        for step in 1...steps {
            send(.touchMoved(1), start + (end - start) * Double(step) / Double(steps))
        }
        send(.touchEnded(1), end, after: 0.01 + rest)
    }

    func draw() throws -> Picture {
        let device = try Device()
        let surface = try Surface(
            device: device, width: Int((frame.maxX * scale).rounded(.up)),
            height: Int((frame.maxY * scale).rounded(.up)))
        let renderer = Renderer(device: device, atlas: atlas)
        prepare()
        try renderer.beginFrame(surface, scale: scale, clear: Color(hex: 0))
        try renderer.draw { chart.encode(into: $0) }
        try renderer.endFrame()
        return Picture(
            width: surface.width, height: surface.height, bytes: try surface.readPixels())
    }

    func labels(_ axis: String) -> [AnnotationLabel] {
        chart.chart.annotations.flatMap { $0.placedLabels(in: chart.chart) }
            .filter { $0.axis == axis }
    }
}

/// Named values on pages.
@MainActor @Suite struct CategoryTests {
    // MARK: Pages

    @Test func thirteenNamesAreFiveFiveThree() {
        let pages = CategoryPages(count: 13)
        #expect(pages.pageCount == 3)
        #expect((0..<3).map { pages.indices(on: $0).count } == [5, 5, 3])
        #expect(pages.window(0) == Extent(min: -0.5, max: 4.5))
        // The last page keeps its five slots.
        #expect(pages.window(2) == Extent(min: 9.5, max: 14.5))
        #expect(pages.bounds == Extent(min: -0.5, max: 14.5))
        #expect(pages.indices(on: 3).isEmpty && pages.indices(on: -1).isEmpty)
        let eight = CategoryPages(count: 8, barsPerPage: 3)
        #expect((0..<eight.pageCount).map { eight.indices(on: $0).count } == [3, 3, 2])
        #expect(CategoryPages(count: 0).pageCount == 1)
        #expect(CategoryPages(count: 0).indices(on: 0).isEmpty)
        for index in 0..<13 { #expect(pages.indices(on: pages.page(of: index)).contains(index)) }
    }

    @Test func aQuarterOfThePageTurnsIt() {
        let pages = CategoryPages(count: 50)
        func end(_ page: Int, _ way: Double) -> Int {
            pages.page(after: page, carriedTo: pages.window(page).offset(by: way * 5))
        }
        #expect([0.0, 0.2, 0.26, 0.9, 1.2, 1.3, 4.5].map { end(3, $0) } == [3, 3, 4, 4, 4, 5, 8])
        #expect([-0.2, -0.26, -1.2, -1.3, -99].map { end(3, $0) } == [3, 2, 2, 1, 0])
        #expect(end(9, 5) == 9)
    }

    @Test func narrowerMeansFewerBars() {
        #expect(CategoryPages.barsPerPage(in: 300, slot: 56, most: 5) == 5)
        #expect(CategoryPages.barsPerPage(in: 279, slot: 56, most: 5) == 4)
        #expect(CategoryPages.barsPerPage(in: 10, slot: 56, most: 5) == 1)
        #expect(CategoryPages.barsPerPage(in: 5000, slot: 56, most: 5) == 5)
    }

    // MARK: Bars

    @Test func everyBarAtTheMaximumIsInTheAccentColour() throws {
        var values = CategoryBench.ancestor
        values[7] = 9
        let bench = try CategoryBench(values)
        var counts: [Int] = []
        for page in 0..<3 {
            bench.chart.setPage(page)
            let picture = try bench.draw()
            let shown = bench.chart.shownIndices
            counts.append(shown.count)
            let p = bench.chart.chart.projection
            for index in shown {
                let x = p.px(Double(index))
                let y = p.py(values[index])
                let wanted =
                    values[index] == 9 ? CategoryBench.accent : CategoryBench.ordinary
                #expect(picture[Int(x), Int(p.py(0)) - 4] == wanted, "bar \(index)")
                // The value at its very end, and nothing of the bar above it.
                #expect(picture[Int(x), Int(y.rounded(.up)) + 1] == wanted, "bar \(index)")
                #expect(picture[Int(x) - 12, Int(y) - 3] == 0, "bar \(index)")
            }
        }
        #expect(counts == [5, 5, 3])
        // The empty slots of the last page are empty.
        let picture = try bench.draw()
        for index in 13..<15 {
            let x = bench.chart.chart.projection.px(Double(index))
            #expect(picture[Int(x), Int(bench.chart.chart.plot.maxY) - 4] == 0)
        }
    }

    @Test func oneScaleForAllPages() throws {
        let bench = try CategoryBench(CategoryBench.ancestor)
        let range = bench.chart.chart.y.range
        #expect(range.min == 0)
        for page in [1, 2] {
            bench.chart.turn(to: page, at: bench.time)
            bench.settle()
            #expect(bench.chart.page == page)
            #expect(bench.chart.chart.y.range == range)
        }
        // The highest bar leaves exactly the room that its value needs.
        let top = bench.chart.chart.projection.py(9) - bench.chart.chart.plot.minY
        #expect(top > 20 && top < 40)
    }

    @Test func valuesBelowZeroHangFromTheLine() throws {
        let bench = try CategoryBench([4, -8, 0, -1.5, 8])
        let p = bench.chart.chart.projection
        let plot = bench.chart.chart.plot
        #expect(abs(p.py(0) - plot.midY) < 1)
        let labels = bench.labels("bar")
        #expect(labels.map(\.text) == ["4", "-8", "0", "-1.5", "8"])
        for (label, value) in zip(labels, [4, -8, 0, -1.5, 8]) {
            if value < 0 {
                #expect(label.rect.minY >= p.py(value), "\(value)")
                #expect(label.rect.minY < p.py(value) + 10)
            } else {
                #expect(label.rect.maxY <= p.py(value), "\(value)")
                #expect(label.rect.maxY > p.py(value) - 10)
            }
            #expect(plot.minY <= label.rect.minY && label.rect.maxY <= plot.maxY)
        }
        let picture = try bench.draw()
        #expect(picture[Int(p.px(1)), Int(p.py(-4))] == CategoryBench.ordinary)
        #expect(picture[Int(p.px(1)), Int(p.py(0)) - 6] == 0)
        #expect(picture[Int(p.px(4)), Int(p.py(4))] == CategoryBench.accent)
    }

    @Test func nothingButZerosIsALineWithZeros() throws {
        let bench = try CategoryBench([0, 0, 0])
        #expect(bench.chart.chart.y.range == .unit)
        #expect(bench.labels("bar").map(\.text) == ["0", "0", "0"])
        #expect((0..<3).allSatisfy { !bench.chart.bars.isMaximum($0) })
        let picture = try bench.draw()
        let y = Int(bench.chart.chart.projection.py(0).rounded())
        #expect(picture[Int(bench.chart.chart.plot.midX) + 40, y] == 0x606060)
    }

    @Test func nothingAtAllIsNoError() throws {
        let bench = try CategoryBench([])
        #expect(bench.chart.pages.pageCount == 1)
        #expect(!bench.chart.chart.hasData(over: bench.chart.chart.x.range))
        bench.swipe(from: 600, to: 100)
        bench.settle()
        #expect(bench.chart.page == 0)
        bench.show([5])
        bench.settle()
        #expect(bench.chart.bars.isMaximum(0))
        // A single bar has all the room.
        #expect(abs(bench.chart.chart.projection.px(0) - bench.chart.chart.plot.midX) < 1)
        bench.show([])
        bench.settle()
        #expect(bench.labels("x").isEmpty)
    }

    @Test func whatIsMissingHasNoBarAndNoValue() throws {
        let bench = try CategoryBench([3, .nan, 5])
        #expect(bench.labels("bar").map(\.text) == ["3", "5"])
        #expect(bench.labels("x").count == 3)
        #expect(bench.chart.bars.nearest(to: 1)?.index != 1)
        #expect(bench.chart.bars.step(from: 0, by: 1)?.index == 2)
        #expect(bench.chart.index(at: 2.4) == 2 && bench.chart.index(at: 2.6) == nil)
    }

    // MARK: Names

    @Test(arguments: [360.0, 420, 520, 800, 1600])
    func noTextTouchesAnother(width: Double) throws {
        let names = [
            "りんごとみかんとバナナの盛り合わせ", "Donaudampfschifffahrtsgesellschaft",
            "a b c d e f g h i j k l m n o",
            "短い", "Strawberries and cream", "", "x", "東京都千代田区永田町一丁目", "two words", "Ünïcödé-ñame",
            "line\nbreak", "👩‍👩‍👧‍👦 family", "last",
        ]
        let values = (0..<13).map { Double($0 * $0 * 7919 % 1000) * 1.25 }
        let bench = try CategoryBench(
            values, names: names, frame: Rect(x: 0, y: 0, width: width, height: 320))
        for page in 0..<bench.chart.pages.pageCount {
            bench.chart.setPage(page)
            bench.step(0.1)
            let plot = bench.chart.chart.plot
            for axis in ["x", "bar"] {
                let labels = bench.labels(axis)
                for (a, b) in zip(labels, labels.dropFirst()) {
                    #expect(a.rect.maxX + 2 < b.rect.minX, "\(a.text) and \(b.text)")
                }
                for label in labels {
                    #expect(label.rect.minX >= plot.minX && label.rect.maxX <= plot.maxX)
                    #expect(label.text.split(separator: "\n").count <= 2)
                    #expect(label.rect.maxY <= bench.frame.maxY)
                }
            }
        }
    }

    @Test func namesAreBrokenOrCut() throws {
        let bench = try CategoryBench(
            [1, 2, 3, 4, 5],
            names: [
                "東京都千代田区永田町一丁目七番一号国会議事堂前", "Donaudampfschifffahrtsgesellschaft", "Rice pudding",
                "Rice",
                "キウイフルーツとメロン",
            ], frame: Rect(x: 0, y: 0, width: 360, height: 300))
        let names = bench.labels("x").map(\.text)
        try #require(names.count == 5)
        // Ideographs are broken anywhere, a word nowhere.
        #expect(names[0].hasPrefix("東京都") && names[0].contains("\n") && names[0].hasSuffix("…"))
        #expect(!names[1].contains("\n") && names[1].hasPrefix("Don") && names[1].hasSuffix("…"))
        #expect(names[2] == "Rice\npudding")
        #expect(names[3] == "Rice")
        #expect(names[4].contains("\n"))
    }

    @Test func fiveShortNamesFitIntoANarrowWindow() throws {
        let names = ["Rice", "Bread", "Milk", "Eggs", "Tea"]
        let bench = try CategoryBench(
            [5, 3, 8, 8, 2], names: names, frame: Rect(x: 12, y: 160, width: 336, height: 220))
        #expect(bench.chart.pages.barsPerPage == 5)
        #expect(bench.labels("x").map(\.text) == names)
    }

    @Test func wideValuesTakeWiderSlots() throws {
        let bench = try CategoryBench(
            [1_234_567.891, 2, 3, 4, 5, 6], frame: Rect(x: 0, y: 0, width: 360, height: 300))
        #expect(bench.chart.pages.barsPerPage < 5)
        #expect(bench.labels("bar").first?.text == "1234567.891")
    }

    // MARK: Turning

    @Test(arguments: [24.0, 30, 60, 144])
    func aSwipeComesToRestOnAPage(rate: Double) throws {
        for (from, to, rest) in [
            (600.0, 300.0, 0.0), (300, 600, 0), (600, 560, 0.2), (600, 380, 0.2), (700, 100, 0),
        ] {
            let bench = try CategoryBench((0..<42).map(Double.init))
            bench.chart.setPage(4)
            bench.swipe(from: from, to: to, rest: rest)
            bench.settle(rate: rate)
            let pages = bench.chart.pages
            #expect(bench.chart.chart.x.range == pages.window(bench.chart.page))
            let turned = bench.chart.page - 4
            switch (from, to) {
            case (600, 560): #expect(turned == 0, "a nudge goes back")
            case (600, 380): #expect(turned == 1, "a slow drag over a third of the page")
            case (300, 600): #expect(turned <= -1)
            default: #expect(turned >= 1)
            }
        }
    }

    @Test func everyFrameRateEndsAtTheSameTimeAndPlace() throws {
        var ends: [(Extent, Double)] = []
        for rate in [24.0, 30, 60, 144] {
            let bench = try CategoryBench((0..<42).map(Double.init))
            bench.swipe(from: 600, to: 420)
            bench.settle(rate: rate)
            let rest = try #require(bench.chart.chart.x.panZoom.restTime)
            ends.append((bench.chart.chart.x.range, rest))
        }
        for end in ends {
            #expect(end.0 == ends[0].0)
            #expect(abs(end.1 - ends[0].1) < 1e-9)
        }
    }

    @Test func aTouchThatStopsThePageLetsItGoOn() throws {
        let bench = try CategoryBench((0..<42).map(Double.init))
        bench.swipe(from: 600, to: 420)
        for _ in 0..<4 { bench.step(1.0 / 60) }
        bench.send(.touchBegan(2), 400)
        let stopped = bench.chart.chart.x.range
        for _ in 0..<5 { bench.step(1.0 / 60) }
        #expect(bench.chart.chart.x.range == stopped)
        #expect(stopped.min != bench.chart.pages.window(bench.chart.page).min)
        bench.send(.touchEnded(2), 400)
        bench.settle()
        #expect(bench.chart.chart.x.range == bench.chart.pages.window(bench.chart.page))
    }

    @Test func pagesAskedForQuicklyAddUp() throws {
        let bench = try CategoryBench((0..<42).map(Double.init))
        for _ in 0..<3 {
            bench.chart.turnPage(by: 1, at: bench.time)
            bench.step(0.05)
        }
        #expect(bench.chart.page == 3)
        bench.settle()
        #expect(bench.chart.chart.x.range == bench.chart.pages.window(3))
        bench.chart.turnPage(by: -20, at: bench.time)
        bench.settle()
        #expect(bench.chart.page == 0)
        bench.chart.turnPage(by: 50, at: bench.time)
        bench.settle()
        #expect(bench.chart.page == 8)
    }

    @Test func aWheelTurnsPagesAndZoomsNothing() throws {
        let bench = try CategoryBench((0..<42).map(Double.init))
        bench.send(.wheel(Vector(dx: 0, dy: 1)), 300)
        bench.settle()
        #expect(bench.chart.page == 1)
        // Fractions of a step add up.
        for _ in 0..<4 { bench.send(.wheel(Vector(dx: 0, dy: 0.25)), 300) }
        bench.settle()
        #expect(bench.chart.page == 2)
        bench.send(.wheel(Vector(dx: -1, dy: 0)), 300)
        bench.settle()
        #expect(bench.chart.page == 1)
        #expect(bench.chart.chart.x.range.length == 5)
    }

    // MARK: Growing

    @Test func barsGrowInThreeTenthsOfASecond() throws {
        let bench = try CategoryBench([])
        bench.chart.growth = 0.3
        let start = bench.time
        bench.show([4, 8])
        #expect(bench.chart.bars.shownValue(1) == 0)
        var last = 0.0
        for _ in 0..<17 {
            #expect(bench.step(1.0 / 60))
            let value = bench.chart.bars.shownValue(1)
            let p = (bench.time - start) / 0.3
            #expect(abs(value - 8 * p * (2 - p)) < 1e-9)
            #expect(value > last && value < 8)
            last = value
            // The value is on the bar, however far that has grown.
            let label = try #require(bench.labels("bar").last)
            #expect(label.text == "8")
            #expect(abs(label.rect.maxY - (bench.chart.chart.projection.py(value) - 6)) < 0.6)
        }
        bench.step(1.0 / 60)
        #expect(bench.chart.bars.shownValue(1) == 8)
        #expect(!bench.step(1.0 / 60))
    }

    @Test func otherValuesBlendWithoutAJump() throws {
        let bench = try CategoryBench([])
        bench.chart.growth = 0.3
        bench.show([10, 2])
        for _ in 0..<6 { bench.step(1.0 / 60) }
        let before = bench.chart.bars.shownValue(0)
        let step = 1e-4
        bench.step(step)
        let speed = (bench.chart.bars.shownValue(0) - before) / step
        let place = bench.chart.bars.shownValue(0)
        bench.show([3, 2, 7])
        #expect(abs(bench.chart.bars.shownValue(0) - place) < 1e-9)
        bench.step(step)
        let after = (bench.chart.bars.shownValue(0) - place) / step
        #expect(abs(after - speed) < 0.05 * abs(speed))
        #expect(bench.chart.bars.shownValue(2) < 0.1)
        bench.settle()
        #expect((0..<3).map { bench.chart.bars.shownValue($0) } == [3, 2, 7])
    }

    @Test func moreSlotsComeGlidingIn() throws {
        let bench = try CategoryBench([3, 4])
        #expect(bench.chart.chart.x.range == Extent(min: -0.5, max: 1.5))
        bench.show([3, 4, 5, 6, 7, 8])
        #expect(bench.chart.chart.x.range == Extent(min: -0.5, max: 1.5))
        var last = 2.0
        for _ in 0..<17 {
            #expect(bench.step(1.0 / 60))
            let range = bench.chart.chart.x.range
            #expect(abs(range.min + 0.5) < 1e-9)
            #expect(range.length > last && range.length < 5)
            last = range.length
        }
        bench.settle()
        #expect(bench.chart.chart.x.range == Extent(min: -0.5, max: 4.5))
        #expect(bench.chart.pages.pageCount == 2)
        bench.show([3])
        bench.settle()
        #expect(bench.chart.chart.x.range == Extent(min: -0.5, max: 0.5))
    }

    @Test func reducedMotionIsImmediate() throws {
        let bench = try CategoryBench([])
        bench.chart.growth = 0.3
        bench.chart.chart.interaction.options.reducesMotion = true
        bench.show((0..<12).map(Double.init))
        bench.step(0)
        #expect(bench.chart.bars.shownValue(11) == 11)
        bench.chart.turnPage(by: 1, at: bench.time)
        #expect(bench.chart.chart.x.range == bench.chart.pages.window(1))
        bench.swipe(from: 600, to: 300)
        #expect(bench.chart.chart.x.range == bench.chart.pages.window(2))
    }

    // MARK: Sizes

    @Test func aResizeKeepsTheFirstBarInSight() throws {
        let bench = try CategoryBench(
            (0..<60).map { Double($0) * 1000 + 0.5 })
        bench.chart.setPage(7)
        bench.frame = Rect(x: 0, y: 0, width: 300, height: 300)
        bench.step(0.1)
        #expect(bench.chart.pages.barsPerPage < 5)
        #expect(bench.chart.shownIndices.contains(35))
        #expect(bench.chart.chart.x.range == bench.chart.pages.window(bench.chart.page))
        bench.frame = Rect(x: 0, y: 0, width: 900, height: 300)
        bench.step(0.1)
        #expect(bench.chart.pages.barsPerPage == 5)
        #expect(bench.chart.shownIndices.contains(35))
    }

    @Test func aHundredThousandBarsCostWhatIsSeen() throws {
        let bench = try CategoryBench((0..<100_000).map { Double($0 % 977) })
        bench.chart.setPage(12_345)
        bench.step(0.1)
        #expect(bench.labels("x").count == 5)
        #expect(bench.labels("page").map(\.text) == ["12346 / 20000"])
        let picture = try bench.draw()
        let p = bench.chart.chart.projection
        let index = bench.chart.shownIndices.lowerBound + 1
        #expect(picture[Int(p.px(Double(index))), Int(p.py(0)) - 3] == CategoryBench.ordinary)
    }
}
