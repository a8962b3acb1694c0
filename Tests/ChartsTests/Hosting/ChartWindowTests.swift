import ChartCore
import Charts
import EventLoop
import GPU
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

    private func withCharts(
        _ count: Int = 1, _ settings: CompositorSettings = CompositorSettings(),
        _ body: (Shown) throws -> Void
    ) throws {
        try withTestCompositor(settings) { compositor in
            let x = Dimension(id: "x", kind: .linear, direction: .horizontal)
            let places = (0...100).map(Double.init)
            let charts = (0..<count).map { _ in
                Chart {
                    LineMark(
                        SampleSeries(times: places, values: places.map { $0 * $0 }), id: "square")
                    NumberAxis(x)
                }
            }
            let loop = try EventLoop()
            let window = try ChartWindow(
                "Squares", ChartFigure(charts),
                size: Size(width: 640, height: 400 * Double(count)), loop: loop,
                display: compositor.socket)
            compositor.clientTurn = { try? loop.runOnce(waitingAtMost: 0.005) }
            let seen = try compositor.waitForWindow { $0.title == "Squares" }
            try seen.waitForFrame(after: 0)
            try body(
                Shown(
                    compositor: compositor, loop: loop, window: window, chart: charts[0],
                    seen: seen))
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
        try withCharts { shown in
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
        try withCharts { shown in
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
        try withCharts { shown in
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

    /// The most that a frame costs while a hand moves the charts.
    private func costOfAPan(_ shown: Shown) throws -> FrameStatistics {
        shown.window.figure.perform(.zoom(by: 2), at: shown.loop.now)
        shown.window.setNeedsFrame()
        try rest(shown)
        let start = Point(x: shown.chart.plot.midX, y: shown.chart.plot.midY)
        try shown.compositor.pointer.enter(shown.seen, x: start.x, y: start.y)
        try shown.compositor.pointer.press()
        try rest(shown)
        var most = FrameStatistics()
        shown.window.willAdvance = { [window = shown.window] _ in
            most.draws = max(most.draws, window.statistics.draws)
            most.vertexBytes = max(most.vertexBytes, window.statistics.vertexBytes)
            most.uploadedBytes = max(most.uploadedBytes, window.statistics.uploadedBytes)
            return false
        }
        for step in 1...12 {
            try shown.compositor.pointer.move(x: start.x + Double(step) * 4, y: start.y)
            try shown.seen.roundTrip()
        }
        try rest(shown)
        shown.window.willAdvance = nil
        return most
    }

    @Test func tenChartsRestAndCostNoMoreThanTenTimesOne() throws {
        var one = FrameStatistics()
        try withCharts { one = try costOfAPan($0) }
        try withCharts(10) { shown in
            let ten = try costOfAPan(shown)
            #expect(ten.draws > 0)
            #expect(ten.draws <= 10 * one.draws)
            #expect(ten.uploadedBytes <= 10 * one.uploadedBytes)
            #expect(ten.vertexBytes <= 10 * one.vertexBytes)
            try shown.compositor.pointer.release()
            try rest(shown)
            let frames = shown.window.frameCount
            let woke = try shown.loop.run(
                until: { shown.window.frameCount > frames }, waitingAtMost: 0.2)
            #expect(!woke)
        }
    }

    @Test func aBarWithAButtonIsThereWhereNobodyElseDrawsOne() throws {
        try withCharts(1, CompositorSettings(globals: .withoutDecoration)) { shown in
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
