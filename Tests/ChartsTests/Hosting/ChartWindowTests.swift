import ChartCore
import Charts
import EventLoop
import Geometry
import TestCompositor
import Testing

/// A chart in a window of its own, as a client of a compositor in the same process.
@MainActor
@Suite struct ChartWindowTests {
    private struct Shown {
        let compositor: TestCompositor
        let loop: EventLoop
        let window: ChartWindow
        let chart: Chart
        let seen: TestWindow
    }

    private func withChart(
        _ settings: CompositorSettings = CompositorSettings(), _ body: (Shown) throws -> Void
    ) throws {
        try withTestCompositor(settings) { compositor in
            let places = (0...100).map(Double.init)
            let chart = Chart {
                LineMark(SampleSeries(times: places, values: places.map { $0 * $0 }), id: "square")
                NumberAxis()
            }
            let loop = try EventLoop()
            let window = try ChartWindow(
                "Squares", ChartFigure([chart]), size: Size(width: 640, height: 400), loop: loop,
                display: compositor.socket)
            compositor.clientTurn = { try? loop.runOnce(waitingAtMost: 0.005) }
            let seen = try compositor.waitForWindow { $0.title == "Squares" }
            try seen.waitForFrame(after: 0)
            try body(
                Shown(
                    compositor: compositor, loop: loop, window: window, chart: chart, seen: seen))
            window.close()
            try window.run()
        }
    }

    /// Works until nothing moves any more.
    private func rest(_ shown: Shown) throws {
        var before = -1
        while before != shown.window.frameCount {
            before = shown.window.frameCount
            for _ in 0..<4 { try shown.seen.roundTrip() }
        }
    }

    @Test func aChartIsThereAndAtRest() throws {
        try withChart { shown in
            let picture = try shown.seen.picture
            #expect(picture.width == 640 && picture.height == 400)
            let line = Charts.ChartTheme.light.series[0]
            let place = shown.chart.plotProjection.pixel(x: 55, y: 3025)
            let pixel = picture[Int(place.x), Int(place.y)]
            let wanted =
                UInt32((line.red * 255).rounded()) << 16 | UInt32((line.green * 255).rounded()) << 8
                | UInt32((line.blue * 255).rounded())
            #expect(pixel & 0xFF_FFFF == wanted)
            try rest(shown)
            let frames = shown.window.frameCount
            let woke = try shown.loop.run(
                until: { shown.window.frameCount > frames }, waitingAtMost: 0.2)
            #expect(!woke)
        }
    }

    @Test func aDragMovesWhatIsUnderThePointer() throws {
        try withChart { shown in
            shown.window.figure.perform(.zoom(by: 2), at: shown.loop.now)
            shown.window.setNeedsFrame()
            try rest(shown)
            let chart = shown.chart
            let start = Point(x: chart.plot.midX, y: chart.plot.midY)
            let value = chart.projection.xValue(at: start.x)
            try shown.compositor.pointer.enter(shown.seen, x: start.x, y: start.y)
            try shown.compositor.pointer.press()
            for step in 1...8 {
                try shown.compositor.pointer.move(x: start.x + Double(step) * 5, y: start.y)
            }
            try rest(shown)
            #expect(abs(chart.projection.xValue(at: start.x + 40) - value) < 0.1)
            try shown.compositor.pointer.release()
            try rest(shown)
        }
    }

    @Test func changesAreShownWhenTheyAreTold() throws {
        try withChart { shown in
            try rest(shown)
            let frames = shown.window.frameCount
            let place = shown.chart.plotProjection.pixel(x: 55, y: 3025)
            shown.window.update { shown.chart.marks[0].isHidden = true }
            // It fades away, and then the ground is seen.
            try shown.seen.waitForPicture("the line gone") { picture in
                picture[Int(place.x), Int(place.y)] & 0xFF_FFFF == 0xFF_FFFF
            }
            #expect(shown.window.frameCount > frames)
        }
    }

    @Test func aBarWithAButtonIsThereWhereNobodyElseDrawsOne() throws {
        try withChart(CompositorSettings(globals: .withoutDecoration)) { shown in
            try rest(shown)
            #expect(shown.chart.frame.minY == 36)
            try shown.compositor.pointer.enter(shown.seen, x: 640 - 18, y: 18)
            try shown.compositor.pointer.press()
            #expect(!shown.window.isClosed)
            try shown.compositor.pointer.release()
            try rest(shown)
            #expect(shown.window.isClosed)
        }
    }
}
