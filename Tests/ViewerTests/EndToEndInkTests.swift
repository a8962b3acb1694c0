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
