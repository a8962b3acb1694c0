import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Glibc
import Localization
import Testing
import Text

@testable import Charts

@MainActor
@Suite struct ChartFigureTests {
    private let frame = Rect(x: 0, y: 0, width: 600, height: 400)
    private let x = Dimension(id: "x", kind: .linear, direction: .horizontal)

    /// Two charts of one dimension: a rising line, and falling points.
    private func figure() throws -> (ChartFigure, lay: () -> Void) {
        let places = (0...100).map(Double.init)
        let upper = Chart {
            LineMark(SampleSeries(times: places, values: places), id: "up")
            NumberAxis(x)
        }
        let lower = Chart {
            PointMark(SampleSeries(times: places, values: places.map { 50 - $0 }), id: "down")
            NumberAxis(x)
        }
        let figure = ChartFigure([upper, lower])
        let fonts = try Fonts.library()
        let typesetter = Typesetter(fonts: fonts)
        return (
            figure,
            { [frame] in
                figure.prepare(in: frame, deviceScale: 1, typesetter: typesetter)
            }
        )
    }

    private func gesture(
        _ kind: Gesture.Kind, _ phase: Gesture.Phase, from origin: Point,
        by translation: Vector = .zero, delta: Vector = .zero, at time: Double
    ) -> Gesture {
        Gesture(
            kind: kind, phase: phase, id: 1, device: .mouse, time: time, origin: origin,
            translation: translation, delta: delta, velocity: .zero)
    }

    @Test func panelsShareTheHeight() throws {
        let (figure, lay) = try figure()
        figure.panels[0].share = 3
        figure.spacing = 20
        lay()
        #expect(figure.panels[0].chart.frame == Rect(x: 0, y: 0, width: 600, height: 285))
        #expect(figure.panels[1].chart.frame == Rect(x: 0, y: 305, width: 600, height: 95))
    }

    @Test func reducedMotionIsForAllChartsWhateverTheyChose() throws {
        let (figure, lay) = try figure()
        let charts = figure.panels.map(\.chart)
        lay()
        figure.advance(to: 0)
        // A motion under way ends with the next frame.
        figure.perform(.zoom(by: 2), at: 0)
        charts[0].fitValues(over: Extent(min: 0, max: 10), at: 0, animated: true)
        figure.advance(to: 0.1)
        #expect(charts[0].x.panZoom.isMoving && charts[0].y.isMoving)
        figure.prefersReducedMotion = true
        figure.advance(to: 0.101)
        #expect(!charts[0].x.panZoom.isMoving && !charts[0].y.isMoving)
        #expect(charts[0].y.range == charts[0].y.target)
        #expect(charts.map(\.isStill) == [true, true])
        charts[1].interaction.options = .init()
        #expect(charts[1].isStill, "whatever its options say")
        figure.perform(.zoom(by: 2), at: 1)
        #expect(!charts[0].x.panZoom.isMoving)
        // The crosshair appears, and disappears, with the next frame.
        #expect(figure.point(at: Point(x: charts[0].plot.midX, y: charts[0].plot.midY), at: 1))
        #expect(!figure.advance(to: 1.001))
        #expect(figure.panels[0].crosshair.isShown)
        figure.hideCrosshair(at: 1.001)
        #expect(!figure.advance(to: 1.002))
        #expect(!figure.panels[0].crosshair.isShown)
        // A chart's own setting is independent.
        charts[1].interaction.options.reducesMotion = true
        figure.prefersReducedMotion = false
        #expect(charts.map(\.isStill) == [false, true])
        figure.perform(.zoom(by: 2), at: 2)
        #expect(charts[0].x.panZoom.isMoving)
        // A chart that is added later has it too, and one that is removed loses it.
        let later = Chart {}
        figure.prefersReducedMotion = true
        figure.add(later)
        #expect(later.isStill)
        figure.remove(later)
        #expect(!later.isStill)
    }

    @Test func barsThatGrowHaveTheirValuesWhereMotionIsReduced() {
        let content = CategoryChart(CategorySeries([("a", 3), ("b", 4)]))
        let figure = ChartFigure([content])
        content.show(CategorySeries([("a", 1), ("b", 2)]), at: 0)
        figure.advance(to: 0.01)
        #expect(content.bars.isGrowing)
        figure.prefersReducedMotion = true
        figure.advance(to: 0.02)
        #expect(!content.bars.isGrowing)
        #expect(content.bars.shownValue(1) == 2)
    }

    @Test func aPointerOverPowersOfTenFindsTheirValues() throws {
        let sizes = (-4...4).map { pow(10, Double($0)) }
        let chart = Chart {
            LineMark(SampleSeries(times: sizes, values: sizes.map { $0 * $0 }), id: "area")
            NumberAxis(unit: "m", scale: .logarithmic)
            ValueAxis(unit: "m²", scale: .logarithmic)
        }
        let figure = ChartFigure([chart])
        figure.locale = LocaleFormat(identifier: "C")
        let fonts = try Fonts.library()
        figure.prepare(
            in: frame, deviceScale: 1, typesetter: Typesetter(fonts: fonts))
        for size in sizes {
            let place = Point(
                x: chart.plot.minX + (log10(size) + 4) / 8 * (chart.plot.width - 1),
                y: chart.plot.midY)
            #expect(figure.point(at: place, at: 0))
            #expect(figure.panels[0].crosshair.x == size)
        }
        let board = figure.panels[0].board
        #expect(board.title == "10,000\u{A0}m")
        #expect(board.rows.map(\.value) == ["100,000,000"] && board.rows.map(\.unit) == ["m²"])
        let first = Point(x: chart.plot.minX + 1, y: chart.plot.midY)
        _ = figure.point(at: first, at: 0)
        #expect(board.title == "0.0001\u{A0}m")
        #expect(board.rows.map(\.value) == ["0.00000001"] && board.rows.map(\.unit) == ["m²"])
    }

    @Test func plotsStandInLine() throws {
        let (figure, lay) = try figure()
        lay()
        let wide = Chart {
            LineMark(SampleSeries(times: [0, 100], values: [0, 123_456_789]), id: "large")
            NumberAxis(x)
            ValueAxis(unit: "kilometres")
        }
        figure.add(wide)
        lay()
        let plots = figure.panels.map(\.chart.plot)
        #expect(Set(plots.map(\.minX)).count == 1)
        #expect(Set(plots.map(\.maxX)).count == 1)
        #expect(frame.maxX - plots[0].maxX > 100)
    }

    @Test func aChartIsInAFigureOnce() throws {
        let (figure, lay) = try figure()
        lay()
        let first = figure.panels[0]
        #expect(figure.add(first.chart) === first)
        #expect(figure.panels.count == 2)
        let before = first.chart.overlay.count
        let plot = first.chart.plot
        #expect(figure.point(at: Point(x: plot.midX, y: plot.midY), at: 1))
        #expect(first.chart.overlay.count == before + 1, "a crosshair")
        figure.remove(first.chart)
        figure.remove(first.chart)
        #expect(figure.panels.count == 1)
        #expect(first.chart.overlay.count == before)
    }

    @Test func aDragInOneMovesAllOfItsDimension() throws {
        let (figure, lay) = try figure()
        lay()
        figure.perform(.zoom(by: 2), at: 0)
        for frame in 1...90 {
            figure.advance(to: Double(frame) / 60)
            lay()
        }
        let plot = figure.panels[1].chart.plot
        let from = Point(x: plot.midX, y: plot.midY)
        let before = x.range
        let lock = DirectionLock(movement: Vector(dx: 60, dy: 0), step: .pi / 4)
        let way = Vector(dx: 60, dy: 0)
        figure.handle(gesture(.pan(lock), .began, from: from, at: 2))
        let changes = figure.handle(
            gesture(.pan(lock), .changed, from: from, by: way, delta: way, at: 2.1))
        #expect(changes)
        let moved = 60 / plot.width * before.length
        #expect(abs(x.range.min - (before.min - moved)) < 1e-9)
        figure.handle(gesture(.pan(lock), .ended, from: from, by: way, at: 2.2))
        var time = 2.2
        repeat {
            time += 1.0 / 60
            lay()
        } while figure.advance(to: time) && time < 6
        #expect(time < 6)
        // Both are fitted to what is visible now.
        for panel in figure.panels {
            let values = panel.chart.marks[0].values(over: x.range)
            #expect(panel.chart.y.range.contains(values))
            #expect(panel.chart.y.range.length < 3 * values.length)
        }
        #expect(!figure.advance(to: time + 1))
    }

    @Test func thePointerShowsTheValuesInAllPanels() throws {
        let (figure, lay) = try figure()
        figure.advance(to: 0)
        lay()
        let chart = figure.panels[0].chart
        let place = Point(x: chart.projection.px(30.2), y: chart.plot.midY)
        #expect(figure.handle(gesture(.hover, .changed, from: place, at: 1)))
        figure.advance(to: 2)
        lay()
        for (panel, value) in zip(figure.panels, [30.0, 20]) {
            let crosshair = try #require(panel.chart.overlay.compactMap { $0 as? Crosshair }.first)
            let board = try #require(crosshair.board)
            #expect(crosshair.x == 30)
            #expect(board.title == "30")
            #expect(board.rows.map(\.value) == [value == 30 ? "30" : "20"])
            let rect = try #require(board.rect)
            #expect(panel.chart.frame.contains(rect))
            let ring = panel.chart.projection.point(x: 30, y: value)
            #expect(!rect.contains(ring))
        }
        figure.handle(gesture(.hover, .ended, from: place, at: 3))
        figure.advance(to: 4)
        for panel in figure.panels {
            let crosshair = try #require(panel.chart.overlay.compactMap { $0 as? Crosshair }.first)
            #expect(!crosshair.isShown)
        }
    }

    @Test(arguments: [
        (CalendarUnit.day, "Thu 14 Mar 2024"), (.month, "March 2024"), (.year, "2024"),
        (.week, "11 – 17 March 2024"),
    ])
    func aBarIsToldByItsSlot(unit: CalendarUnit, title: String) throws {
        let calendar = CivilCalendar(zone: .utc)
        let slot = calendar.span(of: unit, containing: 1_710_417_600)
        let dates = Dimension(id: "date", kind: .time(calendar), direction: .horizontal)
        let chart = Chart {
            BarMark([Bar(start: slot.min, end: slot.max, value: 8)], id: "Steps")
            TimeAxis(dates)
            ValueAxis(unit: "km", includesZero: true)
        }
        let figure = ChartFigure([chart])
        figure.locale = .init(identifier: "en_GB")
        figure.showCrosshair(at: slot.mid, of: dates, at: 0)
        let board = figure.panels[0].board
        #expect(board.title == title)
        #expect(board.rows.map(\.value) == ["8"] && board.rows.map(\.unit) == ["km"])
    }

    /// Both ends of a range share one unit, written once after them; where a minus would be next to
    /// the dash there is a word instead.
    @Test(arguments: [
        (81.0, 122.0, "81 – 122"), (-4, 12, "−4 to 12"),
    ])
    func aRangeHasItsUnitOnce(low: Double, high: Double, text: String) throws {
        let chart = Chart {
            RangeBarMark(
                RangeSeries(times: [1, 2], lows: [low, 0], highs: [high, 200]), id: "range")
            NumberAxis(x)
            ValueAxis(unit: "mmHg")
        }
        let figure = ChartFigure([chart])
        figure.locale = .init(identifier: "en_GB")
        figure.showCrosshair(at: 1, of: x, at: 0)
        #expect(figure.panels[0].board.rows.map(\.value) == [text])
        #expect(figure.panels[0].board.rows.map(\.unit) == ["mmHg"])
        // A custom format writes each value separately.
        figure.panels[0].value = { _, value in "<\(Int(value))>" }
        figure.showCrosshair(at: 1, of: x, at: 0)
        #expect(figure.panels[0].board.rows.map(\.value) == ["<\(Int(low))> – <\(Int(high))>"])
    }

    @Test func aFigureWithoutCrosshairShowsNone() throws {
        let (figure, lay) = try figure()
        figure.showsCrosshair = false
        lay()
        let plot = figure.panels[0].chart.plot
        #expect(
            !figure.handle(
                gesture(.hover, .changed, from: Point(x: plot.midX, y: plot.midY), at: 1)))
    }

    @Test func keysPageZoomAndFit() throws {
        let (figure, lay) = try figure()
        lay()
        figure.perform(.zoom(by: 4), at: 0)
        figure.advance(to: 1)
        #expect(abs(x.range.length - 25) < 1e-9)
        let before = x.range
        figure.perform(.page(by: 1), at: 1)
        figure.advance(to: 2)
        #expect(abs(x.range.min - before.min - 25) < 1e-9)
        figure.perform(.fit, at: 2)
        figure.advance(to: 3)
        #expect(x.range == Extent(min: 0, max: 100))
    }
}
