import ChartCore
import ChartInteraction
import Geometry
import Testing
import Text

@testable import ChartWindows
@testable import Charts

/// The legend below the charts of a figure.
@MainActor
@Suite struct FigureLegendTests {
    private let figure: ChartFigure
    private let legend = Legend()
    private let typesetter: Typesetter

    init() throws {
        typesetter = Typesetter(fonts: try Fonts.library())
        let x = Dimension(id: "x", kind: .linear, direction: .horizontal)
        func samples(_ value: Double) -> SampleSeries {
            SampleSeries(times: [0, 10], values: [value, value + 1])
        }
        figure = ChartFigure(
            [
                Chart {
                    LineMark(samples(0), id: "Low")
                    LineMark(samples(1000), id: "High")
                    NumberAxis(x)
                },
                Chart {
                    BarMark([Bar(start: 0, end: 5, value: 3)], id: "Bars")
                    LineMark(samples(0), id: "Low")
                    NumberAxis(x)
                },
            ], theme: .light)
        figure.legend = legend
        lay(at: 0)
        lay(at: 0)
    }

    private func lay(at time: Double, width: Double = 600) {
        figure.advance(to: time)
        figure.prepare(
            in: Rect(x: 0, y: 0, width: width, height: 500), deviceScale: 1,
            typesetter: typesetter)
    }

    private var shown: [String] { legend.source?.items().filter(\.isShown).map(\.id) ?? [] }

    private func place(_ id: String) throws -> Point {
        let index = try #require(legend.items.firstIndex { $0.id == id })
        return Point(x: legend.rects[index].midX, y: legend.rects[index].midY)
    }

    private func send(
        _ kind: InputEvent.Kind, _ place: Point, at time: Double, _ modifiers: Modifiers = []
    ) -> Bool {
        figure.handle(
            InputFrame(
                InputEvent(time: time, position: place, kind: kind, modifiers: modifiers)))
    }

    private func click(_ id: String, at time: Double, _ modifiers: Modifiers = []) throws {
        let place = try place(id)
        #expect(send(.pointerPressed(.left), place, at: time, modifiers))
        #expect(send(.pointerReleased(.left), place, at: time + 0.1, modifiers))
        lay(at: time + 1)
        lay(at: time + 2)
    }

    @Test func itListsTheMarksOnce() {
        #expect(legend.items.map(\.id) == ["Low", "High", "Bars"])
        #expect(legend.items.map(\.shape) == [.disc, .disc, .square])
        #expect(legend.items[0].color == figure.panels[0].chart.marks[0].color)
        #expect(legend.rects.map(\.y) == [462, 462, 462] && legend.rects[0].x == 12)
        #expect(figure.panels[1].chart.frame.maxY == 450)
        // In a narrow figure it has more rows.
        lay(at: 1, width: 180)
        #expect(Set(legend.rects.map(\.y)).count > 1)
        #expect(legend.rects.allSatisfy { $0.maxX <= 168 && $0.maxY <= 488 })
        legend.name = { $0 == "Low" ? nil : $0.uppercased() }
        lay(at: 2)
        #expect(legend.items.map(\.name) == ["HIGH", "BARS"])
    }

    @Test func aPressHidesAndShowsInAllCharts() throws {
        try click("Low", at: 1)
        #expect(shown == ["High", "Bars"])
        #expect(
            figure.panels[0].chart.marks[0].isHidden && figure.panels[1].chart.marks[1].isHidden)
        #expect(figure.panels[0].chart.y.range.min > 900, "the values fit what is left")
        try click("Low", at: 5)
        #expect(shown == ["Low", "High", "Bars"])
    }

    @Test func altAndALongPressShowOneAlone() throws {
        try click("High", at: 1, .alt)
        #expect(shown == ["High"])
        try click("High", at: 5, .alt)
        #expect(shown == ["Low", "High", "Bars"])
        let place = try place("Bars")
        #expect(send(.touchBegan(3), place, at: 10))
        #expect(figure.nextDeadline == 10.5)
        #expect(figure.wake(at: 10.5))
        #expect(shown == ["Bars"])
        #expect(send(.touchEnded(3), place, at: 11))
        #expect(shown == ["Bars"], "the release does nothing more")
    }

    @Test func aPressThatEndsElsewhereDoesNothing() throws {
        #expect(send(.pointerPressed(.left), try place("Low"), at: 1))
        _ = send(.pointerMoved, Point(x: 300, y: 100), at: 1.1)
        _ = send(.pointerReleased(.left), Point(x: 300, y: 100), at: 1.2)
        #expect(shown.count == 3)
    }

    @Test func thePointerNeedsAFrameWhereItChangesSomething() throws {
        let low = try place("Low")
        #expect(send(.pointerMoved, low, at: 1))
        #expect(!send(.pointerMoved, Point(x: low.x + 1, y: low.y), at: 1.1))
        #expect(send(.pointerMoved, try place("High"), at: 1.2))
        #expect(send(.pointerLeft, low, at: 1.3))
    }
}
