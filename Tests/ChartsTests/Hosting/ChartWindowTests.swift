import ChartCore
import ChartWindows
import Charts
import EventLoop
import GPU
import Geometry
import TestBus
import TestCompositor
import Testing

/// A chart in its own window, as a client of a compositor in the same process.
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
                display: compositor.socket, bus: Self.noBus)
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

    /// Keeps the tests independent of the desktop of the person who runs them.
    private static let noBus = "unix:path=/nonexistent/bus"

    /// Runs until nothing moves any more.
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
            // It fades out, and then the ground is visible.
            try shown.seen.waitForPicture("the line gone") { picture in
                picture[Int(place.x), Int(place.y)] & 0xFF_FFFF == 0xFF_FFFF
            }
            #expect(shown.window.frameCount > frames)
        }
    }

    /// The largest cost of a frame while a hand moves the charts.
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

    // MARK: Surroundings

    /// Shows a figure on a desktop; if the desktop answers, the first picture waits for it, however
    /// busy the machine is.
    ///
    /// - Parameter begin: is called before anything of the window is visible.
    private func withDesktop(
        _ portal: FakeBus.Portal, _ figure: ChartFigure, patience: Double = 20,
        begin: (ChartWindow) -> Void = { _ in },
        _ body: (ChartWindow, TestWindow, FakeBus) throws -> Void
    ) throws {
        try withTestCompositor { compositor in
            let loop = try EventLoop()
            let bus = try FakeBus(loop: loop, portal: portal)
            defer { bus.close() }
            let window = try ChartWindow(
                "Night", figure, size: Size(width: 320, height: 200), loop: loop,
                display: compositor.socket, bus: bus.address, patience: patience)
            begin(window)
            compositor.clientTurn = { try? loop.runOnce(waitingAtMost: 0.005) }
            let seen = try compositor.waitForWindow { $0.title == "Night" }
            try seen.waitForFrame(after: 0)
            try body(window, seen, bus)
            window.close()
            try window.run()
        }
    }

    /// Runs the program until a condition holds, and reports if it never does.
    private func settle(
        _ seen: TestWindow, at location: SourceLocation = #_sourceLocation, _ isSo: () -> Bool
    ) throws {
        for _ in 0..<40 where !isSo() { try seen.roundTrip() }
        let isSo = isSo()
        #expect(isSo, sourceLocation: location)
    }

    private func ground(_ theme: Charts.ChartTheme) -> UInt32 {
        UInt32(theme.ground.hexString.dropFirst(), radix: 16) ?? 0
    }

    private func corner(_ seen: TestWindow) throws -> UInt32 {
        let picture = try seen.picture
        return picture[2, picture.height - 3] & 0xFF_FFFF
    }

    private func wait(_ seen: TestWindow, for theme: Charts.ChartTheme) throws {
        let wanted = ground(theme)
        try seen.waitForPicture("\(theme == .dark ? "dark" : "light")") { picture in
            picture[2, picture.height - 3] & 0xFF_FFFF == wanted
        }
    }

    private static let appearance = "org.freedesktop.appearance"
    private static let dark = FakeBus.Portal.answers([(appearance, "color-scheme", .unsigned(1))])

    private func chart() -> Chart {
        Chart { LineMark(SampleSeries(times: [0, 1], values: [0, 1])) }
    }

    @Test func aWindowIsDarkOnADarkDesktopAndChangesWithIt() throws {
        try withDesktop(Self.dark, ChartFigure([chart()])) { window, seen, bus in
            #expect(try corner(seen) == ground(.dark), "from the first picture on")
            #expect(window.theme == .dark && window.frameCount == 1)
            bus.change(Self.appearance, "color-scheme", .unsigned(2))
            try wait(seen, for: .light)
            bus.change(Self.appearance, "color-scheme", .unsigned(1))
            try wait(seen, for: .dark)
            // A chosen theme stays.
            window.theme = .light
            try wait(seen, for: .light)
            bus.change(Self.appearance, "color-scheme", .unsigned(2))
            bus.change(Self.appearance, "color-scheme", .unsigned(1))
            for _ in 0..<4 { try seen.roundTrip() }
            #expect(window.theme == .light)
            window.themes = nil
            try wait(seen, for: .dark)
        }
    }

    @Test func aThemeThatWasChosenWaitsForNoDesktop() throws {
        let never = 1e9
        for portal in [Self.dark, .silent] {
            for figure in [
                ChartFigure([chart()], theme: .light), ChartFigure([Chart(theme: .light) {}]),
            ] {
                try withDesktop(portal, figure, patience: never) { window, seen, bus in
                    #expect(try corner(seen) == ground(.light))
                    for _ in 0..<4 { try seen.roundTrip() }
                    #expect(try corner(seen) == ground(.light))
                    #expect(window.frameCount == 1)
                }
            }
        }
    }

    @Test func themesThatAreGivenBeforeTheFirstPictureWaitForTheDesktop() throws {
        let figure = ChartFigure([chart()], theme: .light)
        @MainActor func letFollow(_ window: ChartWindow) { window.themes = .automatic }
        try withDesktop(Self.dark, figure, patience: 1e9, begin: letFollow) { window, seen, _ in
            let corner = try corner(seen)
            #expect(corner == ground(.dark))
            #expect(window.frameCount == 1)
        }
    }

    @Test func nothingMovesByItselfOnADesktopThatWantsThat() throws {
        let still = FakeBus.Portal.answers([(Self.appearance, "reduced-motion", .unsigned(1))])
        let figure = ChartFigure([chart()], theme: .light)
        try withDesktop(still, figure) { window, seen, bus in
            try settle(seen) { figure.prefersReducedMotion }
            let frames = window.frameCount
            figure.perform(.zoom(by: 2), at: window.loop.now)
            #expect(!figure.panels[0].chart.x.panZoom.isMoving)
            bus.change(Self.appearance, "reduced-motion", .unsigned(0))
            try settle(seen) { !figure.prefersReducedMotion }
            #expect(window.frameCount == frames, "it reports nothing visible")
            figure.perform(.zoom(by: 2), at: window.loop.now)
            #expect(figure.panels[0].chart.x.panZoom.isMoving)
            window.followsDesktop = false
            bus.change(Self.appearance, "reduced-motion", .unsigned(1))
            for _ in 0..<4 { try seen.roundTrip() }
            #expect(!figure.prefersReducedMotion)
        }
    }

    @Test func aDesktopThatSaysNothingKeepsNobodyWaiting() throws {
        for portal in [FakeBus.Portal.silent, .missing] {
            try withDesktop(portal, ChartFigure([chart()]), patience: 0.1) { _, seen, _ in
                let seen = try corner(seen)
                #expect(seen == ground(.light))
            }
        }
    }

    @Test func anotherSettingOfTheDesktopDrawsNothing() throws {
        try withDesktop(Self.dark, ChartFigure([chart()])) { window, seen, bus in
            for _ in 0..<4 { try seen.roundTrip() }
            let frames = window.frameCount
            bus.change(Self.appearance, "accent-color", .color(1, 0.5, 0))
            for _ in 0..<4 { try seen.roundTrip() }
            #expect(window.frameCount == frames)
            // The changes were received: the next one is shown.
            bus.change(Self.appearance, "color-scheme", .unsigned(2))
            try wait(seen, for: .light)
        }
    }

    @Test func itHasHighContrastOnADesktopThatWantsThat() throws {
        let raised = FakeBus.Portal.answers([(Self.appearance, "contrast", .unsigned(1))])
        try withDesktop(raised, ChartFigure([chart()])) { window, seen, bus in
            #expect(window.theme == Charts.ChartTheme.light.raisedContrast)
            #expect(window.frameCount == 1, "from the first picture on")
            bus.change(Self.appearance, "color-scheme", .unsigned(1))
            try wait(seen, for: Charts.ChartTheme.dark.raisedContrast)
            bus.change(Self.appearance, "contrast", .unsigned(0))
            try wait(seen, for: .dark)
        }
        try withDesktop(raised, ChartFigure([chart()], theme: .dark)) { window, seen, _ in
            try settle(seen) { window.figure.prefersHighContrast }
            #expect(window.theme == .dark && window.frameCount == 1)
        }
    }

    @Test func nobodyListensToADesktopThatIsNotFollowed() throws {
        try withDesktop(Self.dark, ChartFigure([chart()])) { window, seen, bus in
            try settle(seen) { bus.hasClient }
            window.followsDesktop = false
            try settle(seen) { !bus.hasClient }
            #expect(window.theme == .dark, "what was known stays")
            bus.portal = .answers([(Self.appearance, "color-scheme", .unsigned(2))])
            window.followsDesktop = true
            try settle(seen) { bus.hasClient }
            try wait(seen, for: .light)
            // The figure's theme may be set too, and it may follow again.
            window.update { window.figure.theme = .dark }
            try wait(seen, for: .dark)
            window.update { window.figure.themes = nil }
            try wait(seen, for: .light)
        }
    }

    @Test func aWindowThatIsDroppedLeavesTheDesktop() throws {
        try withTestCompositor { compositor in
            let loop = try EventLoop()
            let bus = try FakeBus(loop: loop, portal: Self.dark)
            defer { bus.close() }
            var window: ChartWindow? = try ChartWindow(
                "Night", ChartFigure([chart()]), size: Size(width: 320, height: 200), loop: loop,
                display: compositor.socket, bus: bus.address, patience: 20)
            compositor.clientTurn = { try? loop.runOnce(waitingAtMost: 0.005) }
            let seen = try compositor.waitForWindow { $0.title == "Night" }
            try seen.waitForFrame(after: 0)
            #expect(bus.hasClient)
            weak let left = window
            window = nil
            #expect(left == nil)
            #expect(try loop.run(until: { !bus.hasClient }, waitingAtMost: 5))
        }
    }

    @Test func aProgramMayKnowBetter() throws {
        try withDesktop(Self.dark, ChartFigure([chart()])) { window, seen, bus in
            window.followsDesktop = false
            window.update { window.figure.prefersDark = false }
            try wait(seen, for: .light)
            bus.change(Self.appearance, "color-scheme", .unsigned(2))
            bus.change(Self.appearance, "color-scheme", .unsigned(1))
            for _ in 0..<4 { try seen.roundTrip() }
            #expect(window.theme == .light)
            window.followsDesktop = true
            try wait(seen, for: .dark)
        }
    }
}
