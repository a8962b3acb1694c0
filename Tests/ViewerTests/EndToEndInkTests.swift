import ChartCore
import Foundation
import Geometry
import HealthData
import TestCompositor
import Testing

extension EndToEnd {
    /// Drawing with a real pen, and what is left of it afterwards.
    @Suite(.serialized) struct InkTests {
        /// Places from one to another in the plot, from 0 to 1.
        private func line(
            _ plot: Rect, from a: (Double, Double), to b: (Double, Double), steps: Int = 20
        ) -> [Point] {
            (0...steps).map { step in
                let part = Double(step) / Double(steps)
                return Point(
                    x: plot.x + plot.width * (a.0 + (b.0 - a.0) * part),
                    y: plot.y + plot.height * (a.1 + (b.1 - a.1) * part))
            }
        }

        private func marks(in directory: String) throws -> LibraryMarkList {
            let library = try Library(reading: directory)
            defer { library.close() }
            #expect(try library.verify() == [])
            return try library.drawings.all()
        }

        private func withLibrary(_ body: (_ directory: String) throws -> Void) throws {
            try withTemporaryFolder { folder in
                let directory = folder + "/records"
                let library = try Library(directory: directory)
                _ = try library.add(Program.samples[1], options: ImportOptions(zone: .utc))
                library.close()
                try body(directory)
            }
        }

        /// A pen draws without any mode; what it drew is there after a restart, and so is undo.
        @Test func whatAPenDrawsIsKept() throws {
            try withLibrary { directory in
                try withViewer([], library: directory) { viewer in
                    let plot = try viewer.layout().plot
                    let range = try viewer.range()
                    try viewer.drag(line(plot, from: (0.2, 0.3), to: (0.6, 0.5)), by: .pen)
                    try viewer.drag(line(plot, from: (0.3, 0.6), to: (0.5, 0.7)), by: .pen)
                    try viewer.settle()
                    #expect(try viewer.range() == range, "a pen does not move the chart")
                }
                var list = try marks(in: directory)
                #expect(list.marks.map(\.kind) == ["pen", "pen"])
                #expect(list.marks.allSatisfy { $0.metric == .weight && $0.times != nil })
                #expect(list.done[.weight]?.count == 2)
                try withViewer([], library: directory) { viewer in
                    try viewer.type(KeyCode.p)
                    try viewer.waitForLayout("the list of drawings") { layout in
                        layout.controls.count { $0.role == "list-item" && $0.name.hasPrefix("Pen") }
                            == 2
                    }
                    try viewer.press("button", "Undo")
                    try viewer.waitForLayout("one drawing") { layout in
                        layout.controls.count { $0.role == "list-item" && $0.name.hasPrefix("Pen") }
                            == 1
                    }
                }
                list = try marks(in: directory)
                #expect(list.marks.count == 1 && list.removed.count == 1)
                #expect(list.done[.weight]?.count == 1 && list.undone[.weight]?.count == 1)
                try withViewer([], library: directory) { viewer in
                    try viewer.type(KeyCode.p)
                    try viewer.waitForLayout("the palette") { $0.has("toggle", "Pen") }
                    try viewer.press("button", "Redo")
                }
                #expect(try marks(in: directory).marks.count == 2)
            }
        }

        /// In drawing mode the mouse and a finger draw, each with the tool that was chosen.
        @Test(arguments: RunningViewer.Means.allCases)
        func everyMeansDraws(means: RunningViewer.Means) throws {
            try withLibrary { directory in
                try withViewer([], library: directory) { viewer in
                    try viewer.press("button", "Draw on the chart", by: means)
                    try viewer.waitForLayout("the palette") { $0.has("toggle", "Pen") }
                    try viewer.press("toggle", "Trend line", by: means)
                    try viewer.settle()
                    let plot = try viewer.layout().plot
                    try viewer.drag(line(plot, from: (0.2, 0.3), to: (0.6, 0.5)), by: means)
                    try viewer.waitForLayout("the trend line with its slope") { layout in
                        layout.controls.contains {
                            $0.role == "list-item" && $0.name.hasPrefix("Trend line, ")
                                && $0.name.contains("kg a week")
                        }
                    }
                    try viewer.press("button", "Done", by: means)
                    try viewer.waitForLayout("the chart alone") { !$0.has("toggle", "Pen") }
                }
                #expect(try marks(in: directory).marks.map(\.kind) == ["trendLine"])
            }
        }

        /// Two windows on one library see each other's drawings.
        @Test func anotherProgramsDrawingsAppear() throws {
            try withLibrary { directory in
                try withViewer([], library: directory) { viewer in
                    let plot = try viewer.layout().plot
                    try viewer.drag(line(plot, from: (0.2, 0.3), to: (0.6, 0.5)), by: .pen)
                    try viewer.type(KeyCode.p)
                    func rows(_ count: Int) throws {
                        try viewer.waitForLayout("\(count) drawings") { layout in
                            layout.controls.count {
                                $0.role == "list-item" && $0.name.hasPrefix("Pen")
                            } == count
                        }
                    }
                    try rows(1)
                    // Somebody else copies the drawing that is there, once it is.
                    let end = Date(timeIntervalSinceNow: 20)
                    var mine = try marks(in: directory).marks
                    while mine.isEmpty, Date() < end {
                        try viewer.settle()
                        mine = try marks(in: directory).marks
                    }
                    let kept = try #require(mine.first)
                    let copy = LibraryMark(
                        id: kept.id + 1, metric: .weight, kind: kept.kind, basis: nil,
                        times: kept.times, values: kept.values, created: kept.created,
                        changed: kept.changed, bytes: kept.bytes)
                    let library = try Library(directory: directory)
                    let change = LibraryMarkChange(metric: .weight, before: [], after: [copy])
                    try library.drawings.edit([LibraryMarkEdit(.made, change)])
                    library.close()
                    try rows(2)
                }
            }
        }

        /// A sample is in the very next commit; and while a hand moves at 300 points a second, ink
        /// ends near where it is when the picture is shown, a frame later: the way of a pen is
        /// predicted, that of a mouse is not.
        @Test(arguments: [RunningViewer.Means.pen, .pointer])
        func inkKeepsUpWithTheTip(means: RunningViewer.Means) throws {
            try withViewer([Program.samples[1]]) { viewer in
                if means == .pointer {
                    try viewer.type(KeyCode.p)
                    try viewer.waitForLayout("the palette") { $0.has("toggle", "Pen") }
                }
                try viewer.settle()
                let plot = try viewer.layout().plot
                // A slow wave from left to right, 300 points a second along it.
                func place(_ time: Double) -> Point {
                    Point(x: plot.minX + 40 + 280 * time, y: plot.midY + 40 * sin(2.7 * time))
                }
                if means == .pen {
                    try viewer.penTo(place(0))
                } else {
                    try viewer.pointTo(place(0))
                }
                try viewer.settle()
                let before = try viewer.window.picture
                try viewer.window.withholdFrames(true)
                // The clock of the pen is ahead of the viewer's, so that on a slow machine it does not
                // seem to rest.
                let start = Int(ProcessInfo.processInfo.systemUptime * 1e3) + 9_000
                // When the pen was at its last place, in milliseconds since the start.
                var last = 0
                /// Moves the pen to where it is four milliseconds later.
                func move() throws {
                    last += 4
                    let (place, stamp) = (
                        place(Double(last) / 1e3), UInt32(truncatingIfNeeded: start + last)
                    )
                    if means == .pen {
                        try viewer.penTo(place, time: stamp)
                    } else {
                        try viewer.pointTo(place, time: stamp)
                    }
                }
                let down = UInt32(truncatingIfNeeded: start + last)
                if means == .pen {
                    try viewer.compositor.tablet.send([.down, .pressure(30_000)], time: down)
                } else {
                    try viewer.compositor.pointer.press(time: down)
                }
                try viewer.answerEverything()
                while try viewer.window.fireFrame() > 0 { try viewer.answerEverything() }
                var distances: [Double] = []
                var frames = try viewer.window.state.frames
                var measured = 0
                while distances.count < 12 {
                    // All samples but the last arrive while a callback is owed.
                    let isOwed = try viewer.window.state.waitingCallbacks > 0
                    if isOwed {
                        for _ in 1...3 { try move() }
                        try viewer.answerEverything()
                        #expect(try viewer.window.state.frames == frames)
                    }
                    try move()
                    let shown = place(Double(last) / 1e3 + 1.0 / 60)
                    try viewer.window.fireFrame()
                    frames = try viewer.window.waitForFrame(after: frames).frames
                    measured += 1
                    guard measured > 6 else { continue }
                    // The crosshair of the pen that hovered, and its board, are not ink.
                    let band = Rect(
                        x: plot.minX, y: shown.y - 30, width: plot.width, height: 60)
                    let end = try #require(try viewer.window.picture.end(since: before, in: band))
                    distances.append((end - shown).length)
                }
                let median = distances.sorted()[distances.count / 2]
                #expect(median <= (means == .pen ? 3 : 8), "\(median): \(distances)")
                try viewer.window.withholdFrames(false)
                if means == .pen {
                    try viewer.compositor.tablet.send([.up])
                } else {
                    try viewer.compositor.pointer.release()
                }
                try viewer.settle()
            }
        }

        /// Whoever is killed in the middle of a long stroke loses at most a second of it.
        @Test func aKilledStrokeIsThereUpToASecondAgo() throws {
            try withLibrary { directory in
                for round in 1...Self.kills {
                    try withTestCompositor { compositor in
                        let process = try Program.start([], library: directory, on: compositor)
                        let viewer = try RunningViewer(compositor, process)
                        try viewer.trace.wait(event: "loaded")
                        try viewer.settle()
                        let plot = try viewer.layout().plot
                        let places = line(plot, from: (0.1, 0.3), to: (0.9, 0.5), steps: 400)
                        let start = Date()
                        try viewer.penTo(places[0])
                        try compositor.tablet.send([.down, .pressure(20_000)])
                        // Draws in real time until a draft is there.
                        var drawn = 0
                        var found: LibraryMarkList?
                        while Date() < start.addingTimeInterval(20), drawn + 1 < places.count {
                            drawn = min(
                                Int(Date().timeIntervalSince(start) / 0.008), places.count - 1)
                            try viewer.penTo(places[drawn])
                            try viewer.window.roundTrip()
                            let list = try marks(in: directory)
                            if list.marks.count == round {
                                found = list
                                break
                            }
                        }
                        process.send(signal: SIGKILL)
                        let list = try #require(found, "no draft after 20 s")
                        #expect(list.done[.weight] == nil, "a draft is no change")
                        let times = try #require(list.marks.last?.times)
                        #expect(times.upperBound > times.lowerBound)
                        _ = try process.waitForExit()
                    }
                }
                #expect(try marks(in: directory).marks.count == Self.kills)
                try withViewer([], library: directory) { viewer in
                    try viewer.type(KeyCode.p)
                    try viewer.waitForLayout("what was rescued") { layout in
                        layout.controls.contains {
                            $0.role == "list-item" && $0.name.hasPrefix("Pen")
                        }
                    }
                }
            }
        }

        private static let kills =
            ProcessInfo.processInfo.environment["ORESEN_INK_KILLS"].flatMap(Int.init) ?? 2
    }
}

extension WindowPicture {
    /// The middle of the pixels at the right end of what is different from another picture.
    fileprivate func end(since other: WindowPicture, in rect: Rect) -> Point? {
        let rows = Int(rect.minY) + 2..<Int(rect.maxY) - 2
        for x in stride(from: Int(rect.maxX) - 2, to: Int(rect.minX), by: -1) {
            let changed = rows.filter { self[x, $0] != other[x, $0] }
            if let first = changed.first, let last = changed.last {
                return Point(x: Double(x) + 0.5, y: Double(first + last + 1) / 2)
            }
        }
        return nil
    }
}
