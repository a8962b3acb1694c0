import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Geometry
import Testing
import Text

/// What a program may do in a figure before the charts do anything, and what a figure may contain.
@MainActor
@Suite struct FigureHookTests {
    private let frame = Rect(x: 0, y: 0, width: 640, height: 400)
    private let typesetter: Typesetter
    private let atlas: GlyphAtlas

    init() throws {
        let fonts = try Fonts.library()
        typesetter = Typesetter(fonts: fonts)
        atlas = GlyphAtlas(fonts: fonts)
    }

    private func figure() -> ChartFigure {
        let places = (0...100).map(Double.init)
        let figure = ChartFigure([
            Chart {
                LineMark(SampleSeries(times: places, values: places), id: "up")
                NumberAxis()
            }
        ])
        lay(figure)
        figure.panels[0].chart.x.panZoom.set(Extent(min: 20, max: 60))
        figure.advance(to: 1)
        lay(figure)
        return figure
    }

    private func lay(_ figure: ChartFigure) {
        figure.prepare(in: frame, deviceScale: 1, typesetter: typesetter)
    }

    /// A drag of 100 points to the right, in ten steps.
    private func drag(_ figure: ChartFigure, from time: Double = 2) -> [Bool] {
        let steps = [Gesture.Phase.began] + Array(repeating: .changed, count: 8) + [.ended]
        return steps.enumerated().map { step, phase in
            figure.handle(
                Gesture(
                    kind: .pan(.horizontal), phase: phase, id: 7, device: .mouse,
                    time: time + Double(step) / 100, origin: Point(x: 200, y: 200),
                    translation: Vector(dx: Double(step + 1) * 10, dy: 0),
                    delta: Vector(dx: 10, dy: 0), velocity: .zero))
        }
    }

    @Test func aGestureThatIsTakenIsNotTheCharts() {
        let figure = figure()
        var seen: [Gesture.Phase] = []
        figure.willHandle = { gesture in
            seen.append(gesture.phase)
            return [.consumed]
        }
        let drawn = drag(figure)
        figure.advance(to: 3)
        #expect(seen.count == 10 && seen.first == .began && seen.last == .ended)
        #expect(figure.panels[0].chart.x.range == Extent(min: 20, max: 60))
        // It returned that nothing changed, so nothing is drawn.
        #expect(drawn.allSatisfy { !$0 })
    }

    @Test func whatIsLeftMovesTheChartsAsEver() {
        let (watched, plain) = (figure(), figure())
        var count = 0
        watched.willHandle = { _ in
            count += 1
            return []
        }
        #expect(drag(watched) == drag(plain))
        #expect(count == 10)
        let range = watched.panels[0].chart.x.range
        #expect(range == plain.panels[0].chart.x.range)
        // A hundred points of the plot's width to the right.
        let plot = watched.panels[0].chart.plot
        #expect(abs(range.min - (20 - 100 / plot.width * 40)) < 1e-9)
    }

    @Test func aChangeAsksForAFrameAndTakesTheCrosshairAway() {
        let figure = figure()
        figure.willHandle = { gesture in
            if case .tap = gesture.kind { return [.consumed, .changed] }
            return []
        }
        #expect(figure.point(at: Point(x: 300, y: 200), at: 2))
        figure.advance(to: 3)
        func tap(_ time: Double) -> Gesture {
            Gesture(
                kind: .tap(count: 1), phase: .ended, id: 1, device: .mouse, time: time,
                origin: Point(x: 300, y: 200))
        }
        #expect(figure.handle(tap(3)))
        // Nothing is left to remove.
        #expect(!figure.hideCrosshair(at: 3))
        figure.willHandle = { _ in [.changed] }
        #expect(figure.handle(tap(4)))
    }

    @Test func theProgramIsToldTheTimeBeforeAnythingMoves() {
        let figure = figure()
        let chart = figure.panels[0].chart
        var times: [Double] = []
        figure.willAdvance = { time in
            times.append(time)
            chart.x.panZoom.set(Extent(min: time, max: time + 10))
            return time < 6
        }
        #expect(figure.advance(to: 5))
        #expect(chart.x.range == Extent(min: 5, max: 15))
        while figure.advance(to: times.last.map { $0 + 1 } ?? 0) {}
        #expect((times.last ?? 0) >= 6)
    }

    @Test func namedValuesOnPagesStandInAFigure() throws {
        let fruits = ["Apples", "Pears", "Plums", "Figs", "Kiwis", "Melons", "Limes"]
        let categories = CategoryChart(
            CategorySeries(fruits.enumerated().map { ($1, Double($0 + 1)) }), id: "Eaten")
        let figure = ChartFigure()
        let panel = figure.add(categories)
        #expect(figure.add(categories) === panel)
        #expect(panel.chart === categories.chart && figure.panels.count == 1)
        figure.advance(to: 0)
        lay(figure)
        // Bars have their height at once, five on the first of two pages.
        #expect(categories.pages.pageCount == 2)
        #expect(categories.bars.shownValue(6) == 7)
        #expect(categories.chart.x.range == Extent(min: -0.5, max: 4.5))
        #expect(categories.chart.y.range.min == 0 && categories.chart.y.range.max > 7)
        figure.perform(.page(by: 1), at: 1)
        var time = 1.0
        while figure.advance(to: time), time < 5 { time += 1.0 / 60 }
        #expect(categories.page == 1)
        #expect(categories.chart.x.range == Extent(min: 4.5, max: 9.5))
        // A narrower figure has fewer bars on a page, and the bar that was visible stays visible.
        figure.prepare(
            in: Rect(x: 0, y: 0, width: 260, height: 300), deviceScale: 1, typesetter: typesetter)
        #expect(categories.pages.barsPerPage < 5)
        #expect(categories.shownIndices.contains(5))
        figure.remove(categories.chart)
        #expect(figure.panels.isEmpty && categories.chart.overlay.isEmpty)
    }

    @Test func namedValuesTakeTheirColorsFromATheme() {
        for theme in [ChartTheme.light, .dark] {
            let style = CategoryStyle(theme: theme)
            #expect(style.accent == theme.series[1])
            // Bars are visible on the ground, and texts are readable on it.
            #expect(style.ordinary.contrast(with: theme.ground) > 2)
            for text in [style.value, style.accentValue, style.name] {
                #expect(text.contrast(with: theme.ground) >= 4.5)
            }
            #expect(
                CategoryStyle(theme: theme, accent: theme.series[2]).accent == theme.series[2])
        }
    }
}
