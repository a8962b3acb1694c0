import Foundation
import Geometry
import TestCompositor
import Testing

private typealias Pixels = Configure.Size

extension EndToEnd {
    /// The times, the sizes and the costs of frames.
    @Suite struct FrameTests {
        @Test func theScaleChangesWhileItRuns() throws {
            try withViewer(Program.samples, ["--size", "1001x701"]) { viewer in
                // 1001 · 1.5 is 1501.5: half is rounded away from zero.
                let scales = [
                    (1.5, 1502, 1052), (2.0, 2002, 1402), (1.25, 1251, 876), (1, 1001, 701),
                ]
                let plot = try viewer.layout().plot
                for (scale, width, height) in scales {
                    try viewer.compositor.setScale(scale)
                    let state = try viewer.window.wait("a buffer of scale \(scale)") {
                        $0.bufferSize == Pixels(width: width, height: height)
                    }
                    #expect(state.viewportDestination == Pixels(width: 1001, height: 701))
                    #expect(state.bufferScale == 1)
                    #expect(state.width == 1001 && state.height == 701)
                    try viewer.settle()
                    #expect(try viewer.lines("configure").last?.number("scale") == scale)
                    #expect(try viewer.window.picture.width == width)
                    // The layout is in points and stays, except for its alignment to the pixels.
                    let now = try viewer.layout().plot
                    for (a, b) in zip(plot.edges, now.edges) { #expect(abs(a - b) <= 1.01) }
                    // The plot's edges are on device pixels.
                    for edge in now.edges {
                        #expect(abs((edge * scale).rounded() - edge * scale) < 1e-6)
                    }
                }
                // Every buffer had one of the expected sizes.
                let sizes = Set(try viewer.window.state.bufferSizes)
                #expect(sizes == Set(scales.map { Pixels(width: $0.1, height: $0.2) }))
            }
        }

        @Test func withoutFractionsTheScaleIsAWholeNumber() throws {
            try withViewer(settings: CompositorSettings(globals: .old)) { viewer in
                let one = try viewer.window.state
                let width = try #require(one.bufferSize?.width)
                #expect(one.bufferScale == 1 && !one.hasViewport)
                try viewer.compositor.setScale(1.5)
                let state = try viewer.window.wait("a buffer of scale 2") { $0.bufferScale == 2 }
                #expect(state.bufferSize?.width == 2 * width)
                #expect(state.width == one.width && state.viewportDestination == nil)
                try viewer.settle()
                #expect(try viewer.lines("configure").last?.number("scale") == 2)
            }
        }

        @Test func aHiddenWindowDrawsNothing() throws {
            var settings = CompositorSettings()
            settings.pacing = .withheld
            try withTestCompositor(settings) { compositor in
                let process = try Program.start(Program.samples, on: compositor)
                let viewer = try RunningViewer(compositor, process)
                try viewer.trace.wait("the end of the import") {
                    $0.event == "import" && $0["finished"]?.flag == true
                }
                // The data have arrived; now input of every kind follows.
                try viewer.pointTo(Point(x: 600, y: 300))
                for _ in 0..<5 { try compositor.pointer.turnWheel(steps: -1) }
                try viewer.type(KeyCode.w)
                try viewer.type(Keys.t)
                for _ in 0..<3 { try viewer.window.roundTrip() }
                let state = try viewer.window.state
                #expect(state.frames == 1 && state.waitingCallbacks == 1)
                #expect(try viewer.lines("frame").count == 1)
                // One callback, one frame, with everything in it; the data may have come in time
                // for the first one.
                try compositor.fireFrames()
                try viewer.window.waitForFrame(after: state.frames)
                try viewer.trace.wait(event: "loaded")
                for _ in 0..<3 { try viewer.window.roundTrip() }
                #expect(try viewer.window.state.frames == 2)
                #expect(try viewer.layout().phase == "shown")
                #expect(try viewer.layout().period == "w")
                #expect(try process.end() == .code(0))
            }
        }

        @Test func aWindowThatIsHiddenLaterStandsStill() throws {
            try withViewer(Program.samples, GestureTests.middle) { viewer in
                let plot = try viewer.layout().plot
                try viewer.window.withholdFrames(true)
                let before = try viewer.window.state
                // The first frame is drawn at once; later changes wait for its callback.
                try viewer.pointTo(plot.center)
                try viewer.type(Keys.t)
                try viewer.window.waitForFrame(after: before.frames)
                for _ in 0..<20 { try viewer.compositor.pointer.turnWheel(steps: -1) }
                try viewer.type(KeyCode.left)
                for _ in 0..<3 { try viewer.window.roundTrip() }
                let hidden = try viewer.window.state
                #expect(hidden.frames == before.frames + 1 && hidden.waitingCallbacks == 1)
                try viewer.window.withholdFrames(false)
                try viewer.window.waitForFrame(after: hidden.frames)
                try viewer.settle()
            }
        }

        @Test func aPanUploadsAndShapesNothingAgain() throws {
            try withViewer(Program.samples, GestureTests.middle) { viewer in
                for metric in ["Steps", "Weight", "Blood pressure"] {
                    if try viewer.layout().controls.contains(where: {
                        $0.name == metric && $0.role == "list-item" && !$0.isSelected
                    }) {
                        try viewer.press("list-item", metric)
                    }
                    try viewer.settle()
                    try panThereAndBack(viewer, metric)
                }
            }
        }

        private func panThereAndBack(_ viewer: RunningViewer, _ metric: String) throws {
            let plot = try viewer.layout().plot
            let places = (0...16).map {
                Point(x: plot.center.x + 10 * Double($0), y: plot.center.y)
            }
            func pass(_ places: some Sequence<Point>) throws -> [TraceLine] {
                let start = try viewer.mark
                for place in places {
                    let count = try viewer.window.state.frames
                    try viewer.compositor.pointer.move(x: place.x, y: place.y)
                    try viewer.window.waitForFrame(after: count)
                }
                try viewer.window.roundTrip()
                return try viewer.lines("frame", from: start)
            }
            func drag() throws -> (there: [TraceLine], back: [TraceLine]) {
                try viewer.pointTo(places[0])
                try viewer.settle()
                try viewer.compositor.pointer.press()
                let there = try pass(places.dropFirst())
                let back = try pass(places.dropLast().reversed())
                try viewer.compositor.pointer.release()
                try viewer.settle()
                return (there, back)
            }
            // On a busy machine the hand may seem to rest for a moment, and then the values follow.
            // Such a drag is not the one that this is about.
            var (there, back) = try drag()
            for _ in 0..<5 where !(there + back).allSatisfy({ $0.text("cause") == "input" }) {
                (there, back) = try drag()
            }
            #expect(there.count == 16 && back.count == 16)
            for line in there.dropFirst(3) + back {
                let uploaded = try #require(line.number("uploaded"))
                #expect(uploaded < 4096, "\(metric): \(line)")
                #expect(line.text("cause") == "input")
            }
            // Text that was on the screen on the way there is not shaped again on the way back.
            let shaped = try (there + back).map { try #require($0.number("shaped")) }
            #expect(
                shaped.last == shaped[there.count - 1],
                "\(metric): \(shaped.map { $0 - shaped[0] })")
        }

        @Test func theCompositorIsAnsweredWhileALargeFileIsRead() throws {
            try withTestCompositor { compositor in
                // From a pipe, reading lasts as long as the test needs, on any machine.
                let pipe = try NamedPipe(path: compositor.folder + "/series.csv")
                let process = try Program.start([pipe.path], on: compositor)
                let viewer = try RunningViewer(compositor, process)
                var rows = 0
                var waiting = Array("time,value\n".utf8)[...]
                // Sends rows in portions, each with a ping that is answered.
                func feed(
                    _ count: Int, until isSo: () throws -> Bool, _ what: String
                ) throws {
                    try compositor.wait(
                        until: {
                            if waiting.isEmpty {
                                waiting = Array(Self.rows(rows..<rows + count).utf8)[...]
                                rows += count
                            }
                            waiting = waiting.dropFirst(try pipe.write(waiting))
                            try viewer.window.roundTrip()
                            try #require(process.ended == nil, "\(process.summary)")
                            return try isSo()
                        }, what)
                }
                // The chart appears and grows before the end.
                try feed(
                    1000, until: { try viewer.lines("layout").last?.text("phase") == "shown" },
                    "the chart of the rows so far")
                for number in 1...4 {
                    let mark = try viewer.mark
                    let read = try viewer.lines("import").last?.number("read") ?? 0
                    try feed(
                        1000,
                        until: {
                            let lines = try viewer.trace.lines.dropFirst(mark)
                            return lines.contains { ($0.number("read") ?? 0) > read }
                                && lines.contains {
                                    $0.event == "frame" && $0.text("cause") == "data"
                                }
                        }, "growth number \(number)")
                }
                try feed(
                    20_000, until: { rows >= 300_000 && waiting.isEmpty }, "all rows to be taken")
                #expect(try viewer.lines("import").allSatisfy { $0["finished"]?.flag == false })
                pipe.close()
                try viewer.trace.wait(event: "loaded")
                let lines = try viewer.lines("import")
                let reads = lines.compactMap { $0.number("read") }
                #expect(reads == reads.sorted() && Set(reads).count > 4)
                #expect(lines.last?["finished"]?.flag == true && reads.last == Double(rows))
                #expect(try process.end() == .code(0))
            }
        }

        /// Rows of a series, a minute apart.
        private static func rows(_ range: Range<Int>) -> String {
            range.map { minute in
                let time = Date(timeIntervalSince1970: 1_735_689_600 + Double(minute) * 60)
                return "\(time.formatted(.iso8601)),\(60 + minute % 40)\n"
            }.joined()
        }
    }

    /// Ten seconds in which nothing happens.
    @Suite struct IdleTests {
        @Test func nothingHappensWhenNothingHappens() throws {
            try withViewer { viewer in
                // After ordinary use: something was moved, something was pressed.
                try viewer.press("segment", "Week")
                try viewer.settle()
                let id = viewer.process.id
                // After a file was read, memory is released once.
                try viewer.compositor.wait(
                    until: {
                        try viewer.trace.lines.contains { $0.event == "memory-released" }
                    }, "the release of memory")
                try viewer.compositor.wait(
                    until: { try ProcessUsage(id).isAsleep }, "the viewer's sleep")
                let lines = try viewer.mark
                let before = try viewer.window.state
                let used = try ProcessUsage(id)
                usleep(10_000_000)
                let later = try ProcessUsage(id)
                let state = try viewer.window.state
                #expect(try viewer.mark == lines)
                #expect(state.commits == before.commits && state.frames == before.frames)
                let wakeups = later.switches.reduce(0) { sum, thread in
                    sum + thread.value - (used.switches[thread.key] ?? 0)
                }
                #expect(wakeups <= 2, "\(wakeups) wake-ups in ten seconds")
                #expect(later.ticks - used.ticks <= 1)
            }
        }

        @Test func memoryIsGivenBackWheneverItIsQuietAgain() throws {
            func wait(_ viewer: RunningViewer, for count: Int) throws {
                try viewer.compositor.wait(
                    until: { try viewer.lines("memory-released").count >= count },
                    "the release of memory number \(count)")
                #expect(try viewer.lines("memory-released").count == count)
            }
            try withViewer([]) { viewer in
                try wait(viewer, for: 1)
                try viewer.press("button", "Show sample records")
                try viewer.waitForLayout("the samples") { $0.phase == "shown" }
                try wait(viewer, for: 2)
            }
            try withTemporaryFolder { folder in
                let path = folder + "/weight.csv"
                func write(_ rows: String) throws {
                    try Data("date,weight\n\(rows)".utf8).write(to: URL(filePath: path))
                }
                try write("2026-10-01,70.0\n")
                try withViewer([path], ["--follow"]) { viewer in
                    try wait(viewer, for: 1)
                    // After several writes in a row it comes to rest once.
                    for row in 2...6 { try write("2026-10-0\(row),70.0\n") }
                    try wait(viewer, for: 2)
                    let file = try #require(FileHandle(forWritingAtPath: path))
                    try file.seekToEnd()
                    try file.write(contentsOf: Data("2026-10-09,71.0\n".utf8))
                    try file.close()
                    try wait(viewer, for: 3)
                }
            }
        }
    }
}

extension Rect {
    /// Left, top, right, bottom.
    var edges: [Double] { [minX, minY, maxX, maxY] }
}
