import ChartCore
import ChartInteraction
import ChartWindows
import Charts
import EventLoop
import Geometry
import TestCompositor
import Testing

/// The keyboard's focus in the overview and the legend of a figure.
@MainActor
@Suite struct FigureFocusTests {
    private let x = Dimension(id: "x", kind: .linear, direction: .horizontal)
    private let figure: ChartFigure

    init() {
        let places = (0...100).map(Double.init)
        let samples = SampleSeries(times: places, values: places)
        let x = x
        figure = ChartFigure([
            Chart {
                LineMark(samples, id: "Low")
                LineMark(samples, id: "High")
                NumberAxis(x)
            }
        ])
        x.panZoom.set(Extent(min: 40, max: 60))
        figure.overview = Overview(of: x, showing: samples)
        figure.legend = Legend()
    }

    private struct Shown {
        let compositor: TestCompositor
        let window: ChartWindow
        let seen: TestWindow

        /// Types a key, perhaps with another held, and runs until nothing moves any more.
        @MainActor
        func type(_ code: UInt32, holding held: UInt32? = nil) throws {
            let presses =
                held.map { [($0, true), (code, true), (code, false), ($0, false)] } ?? [
                    (code, true), (code, false),
                ]
            for (code, isPressed) in presses {
                try compositor.keyboard.key(code, isPressed: isPressed)
            }
            var before = -1
            while before != window.frameCount {
                before = window.frameCount
                for _ in 0..<4 { try seen.roundTrip() }
            }
        }
    }

    private func withWindow(_ body: (Shown) throws -> Void) throws {
        try withTestCompositor { compositor in
            let loop = try EventLoop()
            let window = try ChartWindow(
                "Focus", figure, size: Size(width: 640, height: 480), loop: loop,
                display: compositor.socket, bus: "unix:path=/nonexistent/bus")
            compositor.clientTurn = { try? loop.runOnce(waitingAtMost: 0.005) }
            let seen = try compositor.waitForWindow { $0.title == "Focus" }
            try seen.waitForFrame(after: 0)
            try compositor.keyboard.enter(seen)
            try body(Shown(compositor: compositor, window: window, seen: seen))
            window.close()
            try window.run()
        }
    }

    @Test func tabLeadsThroughTheOverviewAndTheLegend() throws {
        try withWindow { _ in
            let focus = FigureFocus(figure)
            #expect(focus.place == nil)
            let wanted: [FigureFocus.Place?] = [
                .overview(.lowerHandle), .overview(.middle), .overview(.upperHandle),
                .series("Low"), .series("High"), nil,
            ]
            for place in wanted {
                #expect(focus.move(by: 1))
                #expect(focus.place == place)
            }
            for place in wanted.dropLast().reversed() {
                focus.move(by: -1)
                #expect(focus.place == place)
            }
            figure.overview?.resizes = false
            #expect(focus.places == [.overview(.middle), .series("Low"), .series("High")])
            #expect(focus.place == nil, "the handle is gone")
        }
    }

    @Test func keysMoveTheWindowOfTheOverview() throws {
        try withWindow { shown in
            for _ in 0..<2 { try shown.type(KeyCode.tab) }
            #expect(figure.overview?.focused == .middle)
            let unfocused = x.range
            try shown.type(KeyCode.right)
            #expect(abs(x.range.min - 42) < 0.01 && abs(x.range.length - 20) < 0.01)
            #expect(unfocused == Extent(min: 40, max: 60))
            try shown.type(KeyCode.end)
            #expect(abs(x.range.max - 100) < 0.01)
            // The upper handle changes the length; Escape returns to the charts and closes nothing.
            try shown.type(KeyCode.tab)
            try shown.type(KeyCode.left)
            #expect(abs(x.range.max - 98) < 0.01 && abs(x.range.min - 80) < 0.01)
            try shown.type(KeyCode.escape)
            #expect(figure.overview?.focused == nil)
            #expect(try !shown.seen.state.isGone)
            let before = x.range
            try shown.type(KeyCode.left)
            #expect(x.range.min < before.min - 5, "the arrows page again")
        }
    }

    @Test func keysShowAndHideSeries() throws {
        try withWindow { shown in
            @MainActor
            func series() -> [String] {
                figure.legend?.items.filter(\.isShown).map(\.id) ?? []
            }
            for _ in 0..<4 { try shown.type(KeyCode.tab) }
            #expect(figure.legend?.focused == "Low" && series() == ["Low", "High"])
            try shown.type(KeyCode.space)
            #expect(series() == ["High"])
            try shown.type(KeyCode.enter)
            #expect(series() == ["Low", "High"])
            try shown.type(KeyCode.enter, holding: KeyCode.leftAlt)
            #expect(series() == ["Low"])
            // A press ends the focus.
            try shown.compositor.pointer.enter(shown.seen, x: 300, y: 100)
            try shown.compositor.pointer.press()
            try shown.compositor.pointer.release()
            try shown.seen.roundTrip()
            #expect(figure.legend?.focused == nil)
        }
    }
}
