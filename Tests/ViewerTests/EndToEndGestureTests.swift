import Foundation
import Geometry
import TestCompositor
import Testing

extension EndToEnd {
    /// Dragging the data: the point that was grabbed stays under the pointer or the finger.
    @Suite struct GestureTests {
        /// A month in the middle of the records, far from both ends.
        static let middle = ["--at", "2025-03-15"]

        // MARK: Drag

        // A pen that is dragged over the chart draws.
        @Test(arguments: [RunningViewer.Means.pointer, .touch])
        func aDragPansByTheDistanceOfTheHand(means: RunningViewer.Means) throws {
            try withViewer(Program.samples, Self.middle) { viewer in
                try viewer.freeFromPages()
                let plot = try viewer.layout().plot
                let before = try viewer.range()
                let start = try viewer.mark
                let steps = [0.0, 2, 5.5, 9.25, 20, 61.75, 133.5, 120.25, 90, -40.5, -87.25]
                let places = steps.enumerated().map { index, dx in
                    Point(x: plot.center.x + dx, y: plot.center.y + Double(index % 3))
                }
                try viewer.drag(places, by: means)
                try viewer.settle()
                let ranges = try viewer.ranges(from: start)
                #expect(try viewer.ranges(from: start, cause: "pan").count == ranges.count)
                // Below the threshold it could still be a click; at the first place beyond it the
                // whole distance counts.
                let first = try #require(steps.firstIndex { abs($0) > means.slop })
                let expected = steps.dropFirst(first)
                try #require(ranges.count == expected.count)
                for (range, dx) in zip(ranges, expected) {
                    let moved = (before.min - range.min) * plot.width / before.length
                    #expect(abs(moved - dx) < 0.5, "moved by \(moved) and not by \(dx)")
                    #expect(abs(range.length - before.length) < before.length * 1e-9)
                }
                #expect(try viewer.range() == ranges.last)
            }
        }

        @Test func aCancelledTouchGoesBack() throws {
            try withViewer(Program.samples, Self.middle) { viewer in
                let plot = try viewer.layout().plot
                let before = try viewer.range()
                var clock = EventTime()
                let place = plot.center
                try viewer.compositor.touch.send(
                    [.down(id: 0, x: place.x, y: place.y)], on: viewer.window, time: clock.now)
                for step in 1...6 {
                    try viewer.compositor.touch.send(
                        [.motion(id: 0, x: place.x - 20 * Double(step), y: place.y)],
                        on: viewer.window, time: clock.after(10))
                }
                try viewer.settle()
                #expect(try viewer.range() != before)
                try viewer.compositor.touch.cancel()
                try viewer.settle()
                #expect(try viewer.range() == before)
            }
        }

        @Test func aDoubleClickShowsEverything() throws {
            try withViewer(Program.samples, Self.middle) { viewer in
                let plot = try viewer.layout().plot
                var clock = EventTime()
                try viewer.pointTo(plot.center, time: clock.now)
                for _ in 0..<2 {
                    try viewer.compositor.pointer.press(time: clock.after(60))
                    try viewer.compositor.pointer.release(time: clock.after(60))
                }
                try viewer.settle()
                #expect(try viewer.range() == ControlTests.everything)
                #expect(try viewer.layout().period == "all")
            }
        }

        // MARK: Wheel and scroll

        @Test func theWheelZoomsAboutThePointer() throws {
            try withViewer(Program.samples, Self.middle) { viewer in
                let plot = try viewer.layout().plot
                for (part, turns) in [(0.8, [-1, -1, -2, -1, 1, 2, 1]), (0.1, [1, -1, -1])] {
                    let before = try viewer.range()
                    let start = try viewer.mark
                    let place = Point(x: plot.x + plot.width * part, y: plot.center.y)
                    let value = before.value(at: place.x, in: plot)
                    try viewer.pointTo(place)
                    for steps in turns { try viewer.compositor.pointer.turnWheel(steps: steps) }
                    try viewer.settle()
                    let ranges = try viewer.ranges(from: start, cause: "wheel")
                    try #require(ranges.count == turns.count)
                    var last = before
                    for (range, steps) in zip(ranges, turns) {
                        let slip = range.place(of: value, in: plot) - place.x
                        #expect(abs(slip) < 0.5, "the data slipped by \(slip) points")
                        // A wheel step away from the person zooms in.
                        #expect((range.length < last.length) == (steps < 0))
                        last = range
                    }
                }
            }
        }

        @Test func theWheelOverTheListDoesNotZoom() throws {
            try withViewer { viewer in
                let before = try viewer.range()
                try viewer.pointTo(try viewer.layout().control("list-item", "Weight").frame.center)
                try viewer.compositor.pointer.turnWheel(steps: -3)
                try viewer.settle()
                #expect(try viewer.range() == before)
            }
        }

        @Test func aScrollPansAndItsEndIsMomentumThatATouchStops() throws {
            try withViewer(Program.samples, Self.middle) { viewer in
                try viewer.freeFromPages()
                let plot = try viewer.layout().plot
                let pointer = viewer.compositor.pointer
                try viewer.pointTo(plot.center)

                // Slowly, with a rest at the end: by exactly the distance.
                var before = try viewer.range()
                var start = try viewer.mark
                var clock = EventTime(ago: 400)
                let steps = [5.0, 7.25, 12.5, -3.75, 20, 1.5]
                for dx in steps { try pointer.scroll(dx: dx, time: clock.after(12)) }
                try pointer.stopScrolling([.horizontal], time: clock.after(300))
                try viewer.settle()
                let ranges = try viewer.ranges(from: start, cause: "pan")
                try #require(ranges.count == steps.count)
                var sum = 0.0
                for (range, dx) in zip(ranges, steps) {
                    sum += dx
                    let moved = (range.min - before.min) * plot.width / before.length
                    #expect(abs(moved - sum) < 0.5)
                }
                #expect(try viewer.range() == ranges.last)

                // Thrown: it keeps moving, and stops at last.
                before = try viewer.range()
                start = try viewer.mark
                let thrown = 12 * 9.0
                clock = EventTime(ago: 96)
                for _ in 0..<12 { try pointer.scroll(dx: 9, time: clock.after(8)) }
                try pointer.stopScrolling([.horizontal], time: clock.now)
                try viewer.settle()
                #expect(try viewer.ranges(from: start, cause: "momentum").count > 3)
                let far = try viewer.range()
                let coasted = (far.min - before.min) * plot.width / before.length - thrown
                #expect(coasted > 40)
                #expect(try viewer.lines("frame").last?["animating"]?.flag == false)

                // Thrown again and touched a moment later: it stops, with most of the way left.
                before = far
                clock = EventTime(ago: 96)
                for _ in 0..<12 { try pointer.scroll(dx: 9, time: clock.after(8)) }
                try pointer.stopScrolling([.horizontal], time: clock.now)
                try viewer.compositor.touch.send(
                    [.down(id: 3, x: plot.center.x, y: plot.center.y)], on: viewer.window,
                    time: clock.after(20))
                try viewer.window.roundTrip()
                try viewer.window.roundTrip()
                let still = try viewer.range()
                start = try viewer.mark
                let stopped = (still.min - before.min) * plot.width / before.length - thrown
                #expect(stopped > 0 && stopped < coasted / 2)
                try viewer.settle()
                #expect(try viewer.ranges(from: start).isEmpty)
                try viewer.compositor.touch.send([.up(id: 3)], on: viewer.window)
                try viewer.settle()
                #expect(try viewer.range() == still)
            }
        }

        // MARK: The crosshair

        @Test func theCrosshairReadsTheRecordNearestToThePointer() throws {
            try withViewer(Program.samples, ["--metric", "weight"]) { viewer in
                let plot = try viewer.layout().plot
                let range = try viewer.range()
                let readings = try Self.weights()
                for part in [0.02, 0.31, 0.5, 0.77] {
                    let start = try viewer.mark
                    let place = Point(x: plot.x + (plot.width * part).rounded(), y: plot.center.y)
                    try viewer.pointTo(place)
                    try viewer.settle()
                    let time = range.value(at: place.x, in: plot)
                    let nearest = try #require(
                        readings.min { abs($0.time - time) < abs($1.time - time) })
                    let line = try #require(try viewer.lines("select", from: start).last)
                    #expect(line.text("metric") == "weight")
                    #expect(
                        line.number("time") == nearest.time && line.number("value") == nearest.value
                    )
                }
                // The next metric is read at its own days; next to the plot there is no reading.
                try viewer.press("list-item", "Steps")
                try viewer.settle()
                let start = try viewer.mark
                try viewer.pointTo(try viewer.layout().control("list-item", "Steps").frame.center)
                try viewer.settle()
                #expect(try viewer.lines("select", from: start).isEmpty)
            }
        }

        /// The records of the sample file, read by Foundation.
        private static func weights() throws -> [(time: Double, value: Double)] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(identifier: "Europe/Berlin")
            formatter.dateFormat = "yyyy-MM-dd HH:mm"
            let text = try String(contentsOfFile: Program.samples[1], encoding: .utf8)
            return try text.split(separator: "\n").dropFirst().map { line in
                let fields = line.split(separator: ",")
                let date = try #require(formatter.date(from: String(fields[0])))
                return (date.timeIntervalSince1970, try #require(Double(fields[1])))
            }
        }

        // MARK: The overview

        @Test func theOverviewsWindowIsDragged() throws {
            try withViewer(Program.samples, Self.middle) { viewer in
                try viewer.freeFromPages()
                let strip = try viewer.layout().control("overview", "Overview").frame
                let all = ControlTests.everything
                let before = try viewer.range()
                let middle =
                    strip.x + ((before.min + before.max) / 2 - all.min) / all.length * strip.width
                try viewer.drag([
                    Point(x: middle, y: strip.center.y), Point(x: middle - 50, y: strip.center.y),
                    Point(x: middle - 100.5, y: strip.center.y),
                ])
                try viewer.settle()
                let range = try viewer.range()
                let moved = (range.min - before.min) / all.length * strip.width
                #expect(abs(moved + 100.5) < 0.5)
                #expect(abs(range.length - before.length) < 1)
            }
        }
    }
}
