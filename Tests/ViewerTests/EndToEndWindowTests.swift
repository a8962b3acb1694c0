import Foundation
import Geometry
import TestCompositor
import Testing
import Viewer

private typealias Pixels = Configure.Size

extension EndToEnd {
    /// The window as a window: its frame, its sizes, its end.
    @Suite struct WindowTests {
        private static var ownFrame: CompositorSettings {
            CompositorSettings(globals: .withoutDecoration)
        }

        // MARK: Decoration

        @Test func theCompositorsFrameNeedsNoneOfOurs() throws {
            try withViewer { viewer in
                let layout = try viewer.layout()
                for name in ["Close", "Maximise", "Minimise"] {
                    #expect(!layout.has("button", name))
                }
                let state = try viewer.window.state
                #expect(state.decoration == .serverSide)
                #expect(state.geometry == PixelBox(x: 0, y: 0, width: 1100, height: 720))
                // Without a frame the header's background is no handle.
                try pressHeader(viewer, then: Vector(dx: 40, dy: 10))
                try viewer.settle()
                #expect(try viewer.window.state.requests.isEmpty)
            }
        }

        /// If a driver fills the pixels of windows in another way than those of pictures, the
        /// colour must still be the same.
        @Test(arguments: ["light", "dark"]) func groundsHaveTheirColour(name: String) throws {
            let theme = name == "dark" ? Theme.dark : .light
            try withViewer(Program.samples, ["--theme", name]) { viewer in
                let picture = try viewer.window.picture
                let bar = try #require(UInt32(theme.bar.hexString.dropFirst(), radix: 16))
                // The rows of the list begin 10 points from the edge, and the shadow of one 3 before it.
                var others = 0
                for y in 60..<picture.height - 4 {
                    for x in 1..<6 where picture[x, y] & 0xFF_FFFF != bar { others += 1 }
                }
                #expect(others == 0)
            }
        }

        @Test func theHeaderMovesMaximisesAndRestores() throws {
            try withViewer(settings: Self.ownFrame) { viewer in
                let window = viewer.window
                let state = try window.state
                let geometry = try #require(state.geometry)
                // The shadow is around the window, which has the requested size.
                #expect(geometry.width == 1100 && geometry.height == 720 && geometry.x > 0)
                #expect(state.width == geometry.width + 2 * geometry.x)
                let frame = try viewer.layout().control("window", "Oresen").frame
                #expect(
                    frame
                        == Rect(
                            x: Double(geometry.x), y: Double(geometry.y), width: 1100, height: 720))

                try pressHeader(viewer, then: Vector(dx: 12, dy: 3))
                try window.wait("a move of the window") {
                    $0.requests == [.move(fromInput: true)]
                }

                try viewer.press("button", "Maximise")
                try window.wait("a maximised window") {
                    $0.requests.last == .maximize
                        && $0.committedConfigure?.states.contains(.maximized) == true
                }
                try viewer.waitForLayout("the way back") { $0.has("button", "Restore") }
                let whole = try window.state
                #expect(whole.geometry == PixelBox(x: 0, y: 0, width: 1920, height: 1200))
                #expect(whole.width == 1920 && whole.height == 1200)

                // A double click on the header's background restores it, another one does the
                // reverse.
                for wanted in [WindowRequest.unmaximize, .maximize] {
                    let place = try headerGround(viewer)
                    var clock = EventTime()
                    try viewer.pointTo(place, time: clock.now)
                    for _ in 0..<2 {
                        try viewer.compositor.pointer.press(time: clock.after(50))
                        try viewer.compositor.pointer.release(time: clock.after(50))
                    }
                    try window.wait("\(wanted)") { $0.requests.last == wanted }
                    try viewer.settle()
                    // A third click in the next round would still belong to this one.
                    try viewer.pointTo(try viewer.layout().plot.center)
                    try viewer.compositor.wait(
                        until: { EventTime().now &- clock.now > 500 }, "the end of the double click"
                    )
                }
                #expect(try window.state.requests.count == 4)

                try viewer.press("button", "Minimise")
                try window.wait("the window to be minimised") { $0.requests.last == .minimize }
                try viewer.press("button", "Close")
                #expect(try viewer.process.waitForExit() == .code(0))
            }
        }

        @Test func aFingerMovesTheWindowToo() throws {
            try withViewer(settings: Self.ownFrame) { viewer in
                let place = try headerGround(viewer)
                let touch = viewer.compositor.touch
                try touch.send([.down(id: 1, x: place.x, y: place.y)], on: viewer.window)
                try touch.send([.motion(id: 1, x: place.x + 20, y: place.y)], on: viewer.window)
                try viewer.window.wait("a move of the window") {
                    $0.requests == [.move(fromInput: true)]
                }
                try touch.send([.up(id: 1)], on: viewer.window)
            }
        }

        @Test func theEdgesResizeAndTheRestIsWhereItIsDrawn() throws {
            try withViewer(settings: Self.ownFrame) { viewer in
                let frame = try viewer.layout().control("window", "Oresen").frame
                let (left, middle, right) = (frame.minX - 4, frame.center.x, frame.maxX + 4)
                let (top, centre, bottom) = (frame.minY - 4, frame.center.y, frame.maxY + 4)
                let edges: [(ResizeEdge, Double, Double)] = [
                    (.topLeft, left, top), (.top, middle, top), (.topRight, right, top),
                    (.left, left, centre), (.right, right, centre), (.bottomLeft, left, bottom),
                    (.bottom, middle, bottom), (.bottomRight, right, bottom),
                ]
                for (edge, x, y) in edges {
                    try viewer.pointTo(Point(x: x, y: y))
                    try viewer.compositor.pointer.press()
                    try viewer.compositor.pointer.release()
                    try viewer.window.wait("a resize by the edge \(edge)") {
                        $0.requests.last == .resize(edge: edge, fromInput: true)
                    }
                }
                #expect(try viewer.window.state.requests.count == edges.count)

                // Places are those of the surface, shadow included: controls and chart react where
                // they are drawn.
                try viewer.press("segment", "Week")
                try viewer.waitForLayout("the week") { $0.period == "w" }
                try viewer.settle()
                let plot = try viewer.layout().plot
                let before = try viewer.range()
                let place = Point(x: plot.x + plot.width * 0.7, y: plot.center.y)
                try viewer.pointTo(place)
                try viewer.compositor.pointer.turnWheel(steps: -2)
                try viewer.settle()
                let slip =
                    try viewer.range().place(
                        of: before.value(at: place.x, in: plot), in: plot) - place.x
                #expect(abs(slip) < 0.5)
                #expect(try viewer.range().length < before.length)
            }
        }

        @Test func nothingSeeThroughIsCalledOpaque() throws {
            for scale in [1.0, 1.5] {
                var settings = Self.ownFrame
                settings.preferredScale = UInt32(scale * 120)
                try withViewer(settings: settings) { viewer in
                    let picture = try viewer.window.picture
                    let state = try viewer.window.state
                    let opaque = try #require(state.opaqueRegion)
                    let frame = try #require(state.geometry)
                    // Around each corner, where the window is round and the shadow is visible.
                    var seeThrough = 0
                    for (x, y) in [
                        (frame.x, frame.y), (frame.x + frame.width, frame.y),
                        (frame.x, frame.y + frame.height),
                        (frame.x + frame.width, frame.y + frame.height),
                    ] {
                        for row in (y - 14)..<(y + 14) {
                            for column in (x - 14)..<(x + 14) {
                                let px = min(Int((Double(column) + 0.5) * scale), picture.width - 1)
                                let py = min(Int((Double(row) + 0.5) * scale), picture.height - 1)
                                guard picture[px, py] >> 24 != 0xFF else { continue }
                                seeThrough += 1
                                let isCalledOpaque = opaque.contains {
                                    $0.isAdded && column >= $0.box.x
                                        && column < $0.box.x + $0.box.width && row >= $0.box.y
                                        && row < $0.box.y + $0.box.height
                                }
                                #expect(!isCalledOpaque, "\(column), \(row)")
                            }
                        }
                    }
                    #expect(seeThrough > 100)
                }
            }
        }

        private func headerGround(_ viewer: RunningViewer) throws -> Point {
            let layout = try viewer.layout()
            let periods = try layout.control("group", "Period").frame
            let frame = try layout.control("window", "Oresen").frame
            return Point(x: (frame.minX + periods.minX) / 2, y: periods.center.y)
        }

        private func pressHeader(_ viewer: RunningViewer, then movement: Vector) throws {
            let place = try headerGround(viewer)
            try viewer.pointTo(place)
            try viewer.compositor.pointer.press()
            try viewer.compositor.pointer.move(x: place.x + movement.dx, y: place.y + movement.dy)
            try viewer.compositor.pointer.release()
        }

        // MARK: Size

        @Test(arguments: [false, true])
        func everythingFitsIntoEverySize(drawsFrame: Bool) throws {
            let settings = drawsFrame ? Self.ownFrame : CompositorSettings()
            try withViewer(settings: settings) { viewer in
                for (width, height) in [(360, 480), (719, 500), (720, 480), (1920, 1080)] {
                    let state = try viewer.window.configureAndWait(
                        Configure(width: width, height: height))
                    #expect(state.geometry?.width == width && state.geometry?.height == height)
                    #expect(state.bufferSize == Pixels(width: state.width, height: state.height))
                    try viewer.settle()
                    try expectFit(viewer, width: width, height: height)
                }
                // In a narrow window the list opens over the chart and closes after a choice.
                try viewer.window.configureAndWait(Configure(width: 360, height: 480))
                try viewer.settle()
                #expect(try !viewer.layout().has("list-item", "Weight"))
                try viewer.press("button", "List of metrics")
                try viewer.waitForLayout("the drawer") { $0.has("list-item", "Weight") }
                try expectFit(viewer, width: 360, height: 480)
                try viewer.press("list-item", "Weight")
                try viewer.waitForLayout("weight without the drawer") {
                    $0.metric == "weight" && !$0.has("list-item", "Weight")
                }
                try viewer.settle()
                try expectFit(viewer, width: 360, height: 480)
            }
        }

        private func expectFit(_ viewer: RunningViewer, width: Int, height: Int) throws {
            let layout = try viewer.layout()
            let frame = try layout.control("window", "Oresen").frame
            #expect(frame.width == Double(width) && frame.height == Double(height))
            for control in layout.controls {
                let r = control.frame
                let isInside =
                    r.minX >= frame.minX && r.maxX <= frame.maxX && r.minY >= frame.minY
                    && r.maxY <= frame.maxY
                #expect(isInside, "\(control) is outside of \(width) × \(height)")
                #expect(r.width > 0 && r.height > 0, "\(control) is empty")
            }
            #expect(layout.plot.width > 150 && layout.plot.height > 80, "\(width) × \(height)")
            let card = try #require(layout.controls.first { $0.role == "chart" }).frame
            #expect(
                layout.plot.minX >= card.minX && layout.plot.maxX <= card.maxX
                    && layout.plot.minY >= card.minY && layout.plot.maxY <= card.maxY)
            // The segments of a control are next to each other: the periods, and those of the bars.
            let rows = Dictionary(
                grouping: layout.controls.filter { $0.role == "segment" }.map(\.frame), by: \.minY)
            // A small window has no row of the legend.
            #expect([[6], [2, 6]].contains(rows.values.map(\.count).sorted()))
            for row in rows.values {
                for (a, b) in zip(row, row.dropFirst()) { #expect(a.maxX <= b.minX + 0.01) }
            }
        }

        // MARK: The end

        @Test func aLostCompositorEndsItWithASentenceAndTheViewKept() throws {
            try withTemporaryFolder { folder in
                // A folder that the viewer has to create.
                let library = folder + "/records"
                let kept = try withViewer(Program.samples, library: library) { viewer in
                    try viewer.press("list-item", "Weight")
                    let plot = try viewer.layout().plot
                    try viewer.drag([
                        plot.center, Point(x: plot.center.x + 50, y: plot.center.y),
                        Point(x: plot.center.x + 100.5, y: plot.center.y),
                    ])
                    try viewer.settle()
                    let range = try viewer.range()
                    viewer.compositor.stop()
                    #expect(try viewer.process.waitForExit(deadline: 1) == .code(1))
                    let sentence = viewer.process.standardError
                    #expect(sentence.hasPrefix("oresen: "), "\(sentence)")
                    #expect(sentence.split(separator: "\n").count == 1, "\(sentence)")
                    return range
                }
                #expect(FileManager.default.fileExists(atPath: library + "/view.json"))
                // It starts again where it was.
                try withViewer(Program.samples, library: library) { viewer in
                    let range = try viewer.range()
                    let layout = try viewer.layout()
                    #expect(range == kept)
                    #expect(layout.metric == "weight" && layout.period == "m")
                }
            }
        }

        @Test func aConnectionThatIsCutWhileReadingEndsItToo() throws {
            try withTestCompositor { compositor in
                let process = try Program.start(Program.samples, on: compositor)
                _ = try RunningViewer(compositor, process)
                try compositor.disconnectClients()
                #expect(try process.waitForExit() == .code(1), "\(process.summary)")
                #expect(process.standardError.hasPrefix("oresen: "))
            }
        }
    }
}
