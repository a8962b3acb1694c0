import ChartCore
import ChartInteraction
import ChartScene
import GPU
import Geometry
import Testing
import Text

@testable import Charts

/// The positions of axes outside a plot and in it, their lines, their ticks and their labels.
@MainActor
@Suite struct ChartAxesTests {
    private static let lines = AxisLines(
        axis: .init(width: 1, color: Color(hex: 0xFF0000)),
        major: .init(outside: 6, stroke: .init(width: 2, color: Color(hex: 0x0000FF))),
        minor: .init(inside: 4, outside: 3, stroke: .init(width: 1, color: Color(hex: 0xFFFF00))))
    private let places = (0...100).map(Double.init)

    private func line() -> LineMark {
        LineMark(SampleSeries(times: places, values: places), id: "rise")
    }

    // MARK: Several on a side

    @Test func axesStandOneBesideTheOther() throws {
        let chart = Chart {
            line()
            NumberAxis()
            ValueAxis(.leading, unit: "kg")
            ValueAxis(.leading, unit: "lb", conversion: ShownUnit(size: 0.45359237))
            ValueAxis(.trailing, unit: "kg")
        }
        let bench = try Bench(of: chart)
        bench.prepare()
        let labels = chart.axes.map { chart.placedLabels(of: $0, bench.typesetter) }
        #expect(labels.allSatisfy { $0.count >= 3 })
        // From left to right: pounds, kilograms, the plot, kilograms.
        let right = { (axis: Int) in labels[axis].map(\.rect.maxX).max() ?? 0 }
        let left = { (axis: Int) in labels[axis].map(\.rect.minX).min() ?? 0 }
        #expect(left(2) >= bench.frame.minX && right(2) < left(1))
        #expect(right(1) < chart.plot.minX && chart.plot.maxX < left(3))
        #expect(right(3) <= bench.frame.maxX)
        // Every label is where its value is, and its text is round in its unit.
        for label in labels[2] {
            let pounds = try #require(Double(label.text.prefix { $0.isNumber || $0 == "." }))
            #expect(abs(label.value - pounds * 0.45359237) < 1e-9)
            #expect(pounds == pounds.rounded())
            #expect(abs(label.rect.midY - chart.projection.py(label.value)) < 3)
        }
        // Only the first value axis has grid lines.
        #expect(chart.axes.map(\.hasGrid) == [true, true, false, false])
        for (axis, label) in [(chart.axes[2], labels[2]), (chart.axes[1], labels[1])] {
            let middle = Point(x: label[0].rect.midX, y: chart.plot.midY)
            #expect(chart.interaction.regions.region(at: middle) == .gutter("y"))
            #expect(axis.gutter.thickness >= label.map(\.rect.width).max() ?? 0)
        }
    }

    @Test func axesOfXStandOneOverTheOther() throws {
        let chart = Chart {
            line()
            NumberAxis(unit: "km")
            NumberAxis(.bottom, unit: "mi", conversion: ShownUnit(size: 1.609344))
            NumberAxis(.top)
        }
        let bench = try Bench(of: chart)
        bench.prepare()
        let plot = chart.plot
        let rows = chart.axes.filter(\.side.isHorizontal).map {
            chart.placedLabels(of: $0, bench.typesetter)
        }
        #expect(rows.count == 3 && rows.allSatisfy { $0.count > 2 })
        #expect(rows[0].allSatisfy { $0.rect.minY >= plot.maxY })
        let under = rows[0].map(\.rect.maxY).max() ?? 0
        #expect(
            rows[1].allSatisfy { $0.rect.minY >= under - 3 && $0.rect.maxY <= bench.frame.maxY })
        #expect(
            rows[2].allSatisfy { $0.rect.maxY <= plot.minY && $0.rect.minY >= bench.frame.minY })
        for label in rows[1] {
            let miles = try #require(Double(label.text.prefix { $0.isNumber || $0 == "." }))
            #expect(abs(label.rect.midX - chart.projection.px(miles * 1.609344)) < 1e-6)
        }
        let above = Point(x: plot.midX, y: plot.minY - 5)
        #expect(chart.interaction.regions.region(at: above) == .gutter("x"))
    }

    @Test func panelsKeepTheirPlotsInLineAtBothSides() throws {
        let wide = Chart {
            line()
            ValueAxis(.leading, unit: "kilograms")
        }
        let plain = Chart { line() }
        let figure = ChartFigure([wide, plain])
        let fonts = try Fonts.library()
        figure.prepare(
            in: Rect(x: 0, y: 0, width: 600, height: 400), deviceScale: 1,
            typesetter: Typesetter(fonts: fonts))
        #expect(wide.plot.minX > 60 && wide.plot.minX == plain.plot.minX)
        #expect(wide.plot.maxX == plain.plot.maxX)
    }

    // MARK: In the plot

    @Test(arguments: [(25.0, 0.25), (-50, 0), (500, 1)])
    func anAxisAtAValueIsHeldInThePlot(value: Double, part: Double) throws {
        let chart = Chart {
            line()
            NumberAxis().at(value: value).lines(Self.lines)
            ValueAxis(headroom: 0)
        }
        let bench = try Bench(of: chart)
        let picture = try bench.draw()
        let plot = chart.plot
        let row = plot.maxY - part * plot.height
        #expect(picture.color(at: Point(x: plot.minX + 3.5, y: row)) == 0xFF0000)
        let labels = chart.placedLabels(of: chart.xAxis, bench.typesetter)
        #expect(labels.allSatisfy { $0.rect.minY > row && $0.rect.minY < row + 14 })
        // It takes no room below the plot.
        #expect(plot.maxY == bench.frame.maxY - chart.style.insets.bottom)
    }

    @Test func anAxisAtAPartStaysWhereItIs() throws {
        let chart = Chart {
            line()
            NumberAxis()
            ValueAxis(.leading).at(part: 0.5).lines(Self.lines)
        }
        let bench = try Bench(of: chart)
        var picture = try bench.draw()
        let plot = chart.plot
        let middle = Point(x: plot.midX, y: plot.minY + 3.5)
        #expect(picture.color(at: middle) == 0xFF0000)
        chart.x.panZoom.set(Extent(min: 30, max: 60))
        picture = try bench.draw()
        #expect(picture.color(at: middle) == 0xFF0000)
        let labels = chart.placedLabels(of: chart.yAxis, bench.typesetter)
        #expect(labels.allSatisfy { $0.rect.maxX < plot.midX && $0.rect.maxX > plot.midX - 20 })
    }

    @Test func anAxisAtAValueMovesWithTheData() throws {
        let chart = Chart {
            line()
            NumberAxis()
            ValueAxis(.leading).at(value: 40).lines(Self.lines)
        }
        let bench = try Bench(of: chart)
        try bench.draw(reading: false)
        chart.x.panZoom.set(Extent(min: 20, max: 70))
        let picture = try bench.draw()
        let x = chart.projection.px(40)
        #expect(picture.color(at: Point(x: x, y: chart.plot.minY + 3.5)) == 0xFF0000)
    }

    /// A wide line runs through all labels of an axis.
    @Test(arguments: [1.0, 1.5, 2])
    func noMarkStrikesLabelsInThePlotOut(scale: Double) throws {
        let chart = Chart {
            LineMark(SampleSeries(times: places, values: places.map { _ in 50 }), id: "level")
                .width(60).color(Color(hex: 0xFF0000))
            NumberAxis().at(part: 0.5)
            ValueAxis(headroom: 0).range(from: 0, to: 100)
        }
        let bench = try Bench(of: chart, scale: scale)
        /// The red left of each label, next to its letters, and in the middle between two of them.
        func reds() throws -> (beside: [UInt32], between: [UInt32]) {
            let picture = try bench.draw()
            let labels = chart.placedLabels(of: chart.xAxis, bench.typesetter)
                .dropFirst().dropLast()
            #expect(labels.count >= 2)
            func red(_ x: Double, _ label: ReportedLabel) -> UInt32 {
                picture.color(at: Point(x: x * scale, y: label.rect.midY * scale)) >> 16
            }
            return (
                labels.map { red($0.rect.minX - 1.5, $0) },
                zip(labels, labels.dropFirst()).map { red(($0.rect.midX + $1.rect.midX) / 2, $0) }
            )
        }
        chart.style.ground = Color(hex: 0)
        let (beside, between) = try reds()
        // Less than a fifth shows through the ground.
        #expect(beside.allSatisfy { $0 > 30 && $0 < 60 }, "\(beside)")
        #expect(between.allSatisfy { $0 == 0xFF }, "\(between)")
        // It moves with its label and sends nothing.
        chart.x.panZoom.set(Extent(min: 2, max: 98))
        try bench.draw(reading: false)
        for step in 1...5 {
            chart.x.panZoom.set(Extent(min: 2 + Double(step) / 10, max: 98 + Double(step) / 10))
            try bench.draw(reading: false)
        }
        #expect(bench.statistics.uploadedBytes == 0)
        #expect(try reds().beside.allSatisfy { $0 > 30 && $0 < 60 })
        // If the ground of the chart is unknown, there is nothing to draw under them.
        chart.style.ground = nil
        #expect(try reds().beside.allSatisfy { $0 == 0xFF })
    }

    // MARK: Ticks

    @Test(arguments: [1.0, 2])
    func marksStandAtTicksOnWholePixels(scale: Double) throws {
        let chart = Chart {
            line()
            NumberAxis().lines(Self.lines)
            ValueAxis(headroom: 0).lines(Self.lines)
        }
        let bench = try Bench(of: chart, scale: scale)
        let picture = try bench.draw()
        let plot = chart.plot
        let labels = chart.placedLabels(of: chart.yAxis, bench.typesetter)
        #expect(labels.count > 3)
        func color(_ x: Double, _ y: Double) -> UInt32 {
            picture.color(at: Point(x: x * scale, y: y * scale))
        }
        for label in labels.dropFirst().dropLast() {
            let y = chart.projection.py(label.value)
            // Six points outwards and none inwards, two points thick.
            #expect(color(plot.maxX + 4.5, y) == 0x0000FF)
            #expect(color(plot.maxX + 7.5, y) == 0)
            let rows = (-4...4).filter { color(plot.maxX + 4.5, y + Double($0) / scale) != 0 }
            #expect(rows.count == Int(2 * scale), "\(rows) at \(y)")
        }
        let minor = chart.yAxis.ticker.minorTicks.filter { $0 > 1 && $0 < 99 }
        #expect(!minor.isEmpty)
        for value in minor {
            let y = chart.projection.py(value)
            #expect(color(plot.maxX - 3.5, y) == 0xFFFF00)
            #expect(color(plot.maxX + 2.5, y) == 0xFFFF00)
            #expect(color(plot.maxX + 4.5, y) == 0)
        }
        for label in chart.placedLabels(of: chart.xAxis, bench.typesetter).dropFirst().dropLast() {
            let x = chart.projection.px(label.value)
            #expect(color(x, plot.maxY + 4.5) == 0x0000FF)
            // Labels are clear of the marks.
            #expect(label.rect.minY >= plot.maxY + 6)
        }
    }

    @Test func ticksAtAnIntervalOrAtMostSoMany() throws {
        func values(_ ticks: AxisTicks) throws -> [Double] {
            let chart = Chart {
                line()
                NumberAxis()
                ValueAxis(headroom: 0).ticks(ticks)
            }
            let bench = try Bench(of: chart)
            bench.prepare()
            return chart.placedLabels(of: chart.yAxis, bench.typesetter).map(\.value).sorted()
        }
        #expect(try values(.every(25)) == [0, 25, 50, 75, 100])
        #expect(try values(.every(30, anchor: 10)) == [10, 40, 70, 100])
        // 100 / (5 - 1) / 10 = 2.5 bases: three of them.
        #expect(try values(.atMost(5, base: 10)) == [0, 30, 60, 90])
        #expect(try values(.atMost(3, base: 1)) == [0, 50, 100])
    }

    // MARK: Labels

    /// A number over a word on a pill.
    private struct Blocks: AxisLabeling {
        var fill = Color(hex: 0x00FFFF)

        func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
            AxisLabel(
                LabelBlock(
                    [
                        .init("\(Int(tick.value))", type: TextStyle(size: 13, weight: .bold)),
                        .init("unit", color: Color(hex: 0xFF0000)),
                    ], pill: .init(fill)))
        }

        func samples(step: AxisStep) -> [AxisLabel] {
            [label(Tick(value: 888, ordinal: 0), step: step)]
        }
    }

    /// For any rounding of the plot's ends to whole device pixels.
    @Test(arguments: [1, 1.25, 1.5, 1.75, 2])
    func blocksAtTheEndsOfAValueAxisAreWhole(scale: Double) throws {
        for height in 280..<290 {
            let chart = Chart {
                line()
                NumberAxis()
                ValueAxis(.leading, labels: Blocks(), filters: [NiceRangeFilter()])
            }
            let frame = Rect(x: 10, y: 20, width: 600, height: Double(height))
            let bench = try Bench(of: chart, frame: frame, scale: scale)
            bench.prepare()
            let labels = chart.placedLabels(of: chart.yAxis, bench.typesetter)
            let ends = Set(labels.map(\.value)).intersection([0, 100])
            #expect(ends.count == 2)
            #expect(
                labels.allSatisfy { $0.opacity > 0.999 }, "\(labels.map(\.opacity)) at \(height)")
        }
    }

    @Test(arguments: [1.0, 1.5, 2])
    func blocksHaveLinesAndPills(scale: Double) throws {
        let chart = Chart {
            line()
            NumberAxis(
                Dimension(id: "x", kind: .linear, direction: .horizontal), labels: Blocks())
            ValueAxis(.leading, labels: Blocks(), filters: [NiceRangeFilter()])
        }
        let bench = try Bench(of: chart, scale: scale)
        bench.prepare()
        let picture = try bench.draw()
        let plot = chart.plot
        let rows = chart.placedLabels(of: chart.xAxis, bench.typesetter)
        let columns = chart.placedLabels(of: chart.yAxis, bench.typesetter)
        #expect(rows.count > 3 && columns.count > 3)
        for label in rows {
            #expect(label.text.hasSuffix("\nunit"))
            #expect(abs(label.rect.midX - chart.projection.px(label.value)) < 1e-6)
            #expect(label.rect.minY > plot.maxY && label.rect.maxY <= bench.frame.maxY + 1)
        }
        for label in columns {
            #expect(abs(label.rect.midY - chart.projection.py(label.value)) < 1e-6)
            #expect(label.rect.maxX < plot.minX && label.rect.minX >= bench.frame.minX)
        }
        // No pill touches its neighbour.
        for (a, b) in zip(rows, rows.dropFirst()) { #expect(a.rect.maxX < b.rect.minX) }
        // The pill's fill next to the words, and the words in both colours.
        for label in [rows[1], columns[1]] {
            var colors: Set<UInt32> = []
            let rect = label.rect
            for y in Int(rect.minY * scale)..<Int(rect.maxY * scale) {
                for x in Int(rect.minX * scale)..<Int(rect.maxX * scale) {
                    colors.insert(picture[x, y])
                }
            }
            #expect(colors.contains(0x00FFFF))
            #expect(colors.contains { $0 >> 16 > 0xC0 && $0 & 0xFF < 0x60 }, "a red word")
            #expect(
                picture.color(at: Point(x: (rect.minX + 0.5) * scale, y: (rect.minY + 0.5) * scale))
                    != 0x00FFFF, "round corners")
        }
    }

    /// The range of an axis without data is undefined: it has no ticks until there are data.
    @Test func anAxisWithoutDataTellsOfNothing() throws {
        let bench = try Bench()
        let line = LineMark(SampleSeries(), id: "line")
        let chart = Chart {
            line
            TimeAxis(zone: .utc)
        }
        func prepare() {
            chart.prepare(
                in: Rect(x: 0, y: 0, width: 600, height: 300), deviceScale: 1,
                typesetter: bench.typesetter)
        }
        prepare()
        #expect(!chart.x.scale.hasRange)
        #expect(chart.placedLabels(of: chart.xAxis, bench.typesetter).isEmpty)
        #expect(chart.xAxis.rules.major.values.isEmpty)
        line.show(SampleSeries(times: [0, 9 * 86_400], values: [1, 2]))
        chart.showAll()
        prepare()
        #expect(chart.x.scale.hasRange)
        #expect(!chart.placedLabels(of: chart.xAxis, bench.typesetter).isEmpty)
    }
}
