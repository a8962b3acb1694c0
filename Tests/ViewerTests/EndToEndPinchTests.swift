import Foundation
import Geometry
import TestCompositor
import Testing

extension EndToEnd {
    /// Two fingers and the data between them.
    @Suite struct PinchTests {
        @Test func aTouchPinchKeepsTheDataUnderTheFingers() throws {
            try withViewer(Program.samples, GestureTests.middle) { viewer in
                let plot = try viewer.layout().plot
                let start = try viewer.mark
                let y = plot.center.y
                var clock = EventTime()
                var left = plot.center.x - 70.25
                var right = plot.center.x + 90.5
                func move(_ dl: Double, _ dr: Double, _ step: Int) throws {
                    left += dl
                    right += dr
                    let dy = Double(step) * 0.5
                    try viewer.compositor.touch.send(
                        [.motion(id: 0, x: left, y: y - dy), .motion(id: 1, x: right, y: y + dy)],
                        on: viewer.window, time: clock.after(8))
                }
                // One finger pans, a second joins it, they spread and wander, then close again, and
                // the first leaves while the other keeps panning.
                let touch = viewer.compositor.touch
                try touch.send([.down(id: 0, x: left, y: y)], on: viewer.window, time: clock.now)
                for _ in 0..<5 {
                    left += 6.5
                    try touch.send(
                        [.motion(id: 0, x: left, y: y)], on: viewer.window, time: clock.after(8))
                }
                try touch.send(
                    [.down(id: 1, x: right, y: y)], on: viewer.window, time: clock.after(8))
                for step in 0..<24 { try move(-5.25, 4.5, step) }
                for step in 24..<60 { try move(3.5, -2.25, step) }
                try touch.send([.up(id: 0)], on: viewer.window, time: clock.after(8))
                for _ in 0..<6 {
                    right -= 9.75
                    try touch.send(
                        [.motion(id: 1, x: right, y: y + 30)], on: viewer.window,
                        time: clock.after(8))
                }
                try touch.send([.up(id: 1)], on: viewer.window, time: clock.after(300))
                try viewer.settle()

                let follow = try Held(viewer, plot: plot, from: start)
                #expect(follow.updates["pinch"] == 60)
                #expect((follow.updates["pan"] ?? 0) >= 5 + 6 - 2)
                #expect(follow.furthest < 0.5, "the data slipped by \(follow.furthest) points")
                #expect(follow.tightest < 0.65 * follow.widest)
                // Nothing is thrown after a pinch that came to rest.
                #expect(follow.updates["momentum"] == nil)
            }
        }

        /// Reads a trace of fingers and ranges, and measures how far any finger's data slipped from
        /// it.
        struct Held {
            var furthest = 0.0
            var updates: [String: Int] = [:]
            var widest = 0.0
            var tightest = Double.infinity

            init(_ viewer: RunningViewer, plot: Rect, from start: Int) throws {
                var fingers: [Int: Double] = [:]
                // The value under each finger, since the number of fingers last changed.
                var values: [Int: Double] = [:]
                let before = try viewer.trace.lines.prefix(start).last {
                    $0.event == "range" && $0.text("axis") == "x"
                }
                var range = try VisibleRange(try #require(before))
                for line in try viewer.trace.lines.dropFirst(start) {
                    let id = line.number("id").map { Int($0) } ?? -1
                    switch (line.event, line.text("kind")) {
                    case ("input", "touch.down"), ("input", "touch.up"):
                        fingers[id] = line.text("kind") == "touch.up" ? nil : line.number("x")
                        values = fingers.mapValues { range.value(at: $0, in: plot) }
                    case ("input", "touch.move"):
                        fingers[id] = line.number("x")
                    case ("range", _) where line.text("axis") == "x":
                        range = try VisibleRange(line)
                        widest = max(widest, range.length)
                        tightest = min(tightest, range.length)
                        updates[line.text("cause") ?? "", default: 0] += 1
                        // Every finger keeps its data, and so does the centre between them.
                        for (id, value) in values {
                            let slip = abs(range.place(of: value, in: plot) - (fingers[id] ?? .nan))
                            furthest = slip < furthest ? furthest : slip
                        }
                    default: break
                    }
                }
            }
        }

        @Test func aTouchpadPinchKeepsTheDataUnderThePointer() throws {
            try withViewer(Program.samples, GestureTests.middle) { viewer in
                let plot = try viewer.layout().plot
                let before = try viewer.range()
                let start = try viewer.mark
                let pointer = viewer.compositor.pointer
                let place = Point(x: plot.x + plot.width * 0.25, y: plot.center.y)
                let value = before.value(at: place.x, in: plot)
                var clock = EventTime()
                try viewer.pointTo(place, time: clock.now)
                try pointer.gesture(.holdBegin(fingers: 2), time: clock.after(8))
                try pointer.gesture(.holdEnd(isCancelled: true), time: clock.after(40))
                try pointer.gesture(.pinchBegin(fingers: 2), time: clock.after(0))
                let updates = (1...50).map { step -> (dx: Double, scale: Double) in
                    // Up to nearly three times as large, and part of the way back.
                    let steps = Double(step <= 30 ? step : 60 - step)
                    let scale = 1 + 0.0625 * steps
                    return (step % 2 == 0 ? 1.5 : -0.25, scale)
                }
                for update in updates {
                    try pointer.gesture(
                        .pinchUpdate(dx: update.dx, dy: 0.5, scale: update.scale, rotation: 0.5),
                        time: clock.after(8))
                }
                try pointer.gesture(.pinchEnd(isCancelled: false), time: clock.after(8))
                try viewer.settle()
                let ranges = try viewer.ranges(from: start)
                try #require(ranges.count == updates.count)
                var centre = place.x
                for (range, update) in zip(ranges, updates) {
                    centre += update.dx
                    let slip = range.place(of: value, in: plot) - centre
                    #expect(abs(slip) < 0.5, "the data slipped by \(slip) points")
                    let zoom = before.length / range.length
                    #expect(
                        abs(zoom / update.scale - 1) < 0.005, "zoomed \(zoom), not \(update.scale)")
                }
                #expect(try viewer.layout().period == "")
            }
        }
    }
}
