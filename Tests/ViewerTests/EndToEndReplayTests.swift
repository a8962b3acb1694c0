import Foundation
import Geometry
import TestCompositor
import Testing

extension EndToEnd {
    /// Recorded input traces, played into the running program.
    @Suite struct ReplayTests {
        @Test(arguments: ["drag", "touch-pinch", "touchpad-pinch", "wheel", "scroll"])
        func aRecordedTraceReplayedTwiceGivesTheSameRanges(name: String) throws {
            let first = try play(name)
            let second = try play(name)
            // The digits themselves: everything on the line except the time.
            let texts = [first, second].map { played in
                played.ranges.map { String($0.description.drop { $0 != "," }) }
            }
            #expect(texts[0] == texts[1])
            #expect(texts[0].count >= 30)
            expectSame(first.rest, second.rest)
        }

        @Test func flingsThatAreCaughtAndThrownAgainEndAtTheSamePlace() throws {
            let first = try play("fling")
            let second = try play("fling")
            // Momentum is a function of times, which have another origin in every run: the last
            // bits of their differences are not the same.
            #expect(first.ranges.count == second.ranges.count && first.ranges.count >= 30)
            for (a, b) in zip(first.ranges, second.ranges) {
                expectSame(try VisibleRange(a), try VisibleRange(b))
            }
            expectSame(first.rest, second.rest)
        }

        /// The same to a millionth of what is visible: a thousandth of a point.
        private func expectSame(
            _ a: VisibleRange, _ b: VisibleRange, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(
                abs(a.min - b.min) < a.length * 1e-6 && abs(a.max - b.max) < a.length * 1e-6,
                "\(a) is not \(b)", sourceLocation: sourceLocation)
        }

        private struct Played {
            /// The range lines caused by input: the ranges during momentum depend on the times of
            /// the frames.
            let ranges: [TraceLine]
            /// The range at the end.
            let rest: VisibleRange
        }

        private func play(_ name: String) throws -> Played {
            try withViewer(Program.samples, ["--period", "y"] + GestureTests.middle) { viewer in
                try viewer.freeFromPages()
                let start = try viewer.mark
                try send(Recording(name: name), to: viewer)
                try viewer.settle()
                let causes: Set = ["pan", "pinch", "wheel"]
                let ranges = try viewer.lines("range", from: start).filter {
                    $0.text("axis") == "x" && causes.contains($0.text("cause") ?? "")
                }
                return Played(ranges: ranges, rest: try viewer.range())
            }
        }

        private func send(_ recording: Recording, to viewer: RunningViewer) throws {
            let compositor = viewer.compositor
            // A fling that is caught is played at its own pace: the second finger must find the
            // chart still moving. All others are over before the next frame.
            let isPaced = recording.name == "fling"
            let base = EventTime(ago: isPaced ? 0 : recording.duration).now
            for frame in recording.frames {
                let time = base &+ frame.offset
                if isPaced {
                    try compositor.wait(
                        until: { Int32(bitPattern: EventTime().now &- time) >= 0 }, "its time")
                }
                var pointer: [PointerEvent] = []
                var touch: [TouchEvent] = []
                for event in frame.events {
                    let place = Point(x: event.x, y: event.y)
                    let (dx, dy) = (event.dx ?? 0, event.dy ?? 0)
                    switch event.kind {
                    case "touch.down":
                        touch.append(.down(id: event.id ?? 0, x: place.x, y: place.y))
                    case "touch.move":
                        touch.append(.motion(id: event.id ?? 0, x: place.x, y: place.y))
                    case "touch.up": touch.append(.up(id: event.id ?? 0))
                    case "pointer.move": try viewer.pointTo(place, time: time)
                    case "pointer.press":
                        pointer.append(.button(PointerEvent.left, isPressed: true))
                    case "pointer.release":
                        pointer.append(.button(PointerEvent.left, isPressed: false))
                    case "wheel":
                        try viewer.pointTo(place, time: time)
                        pointer += [
                            .source(.wheel), .value120(.vertical, Int(120 * dy)),
                            .axis(.vertical, 15 * dy),
                        ]
                    case "scroll":
                        try viewer.pointTo(place, time: time)
                        pointer.append(.source(.finger))
                        if dx != 0 { pointer.append(.axis(.horizontal, dx)) }
                        if dy != 0 { pointer.append(.axis(.vertical, dy)) }
                    case "scroll.stop":
                        if pointer.isEmpty { pointer.append(.source(.finger)) }
                        pointer.append(.stop(event.axis == "horizontal" ? .horizontal : .vertical))
                    case "hold.begin":
                        try compositor.pointer.gesture(.holdBegin(fingers: 2), time: time)
                    case "hold.end":
                        try compositor.pointer.gesture(.holdEnd(isCancelled: true), time: time)
                    case "pinch.begin":
                        try compositor.pointer.gesture(.pinchBegin(fingers: 2), time: time)
                    case "pinch.update":
                        try compositor.pointer.gesture(
                            .pinchUpdate(
                                dx: dx, dy: dy, scale: event.scale ?? 1,
                                rotation: event.rotation ?? 0), time: time)
                    case "pinch.end":
                        try compositor.pointer.gesture(.pinchEnd(isCancelled: false), time: time)
                    default: Issue.record("\(recording.name): unknown event '\(event.kind)'")
                    }
                }
                if !pointer.isEmpty { try compositor.pointer.send(pointer, time: time) }
                if !touch.isEmpty {
                    try compositor.touch.send(touch, on: viewer.window, time: time)
                }
            }
        }
    }

    /// One of the input traces that the tests of gestures use, too.
    private struct Recording {
        struct Event: Decodable {
            let kind: String
            let x: Double
            let y: Double
            let dx: Double?
            let dy: Double?
            let id: Int?
            let scale: Double?
            let rotation: Double?
            let axis: String?
        }

        private struct Line: Decodable {
            let t: Double
            let events: [Event]
        }

        let name: String
        /// The events of each frame, with milliseconds since the first.
        let frames: [(offset: UInt32, events: [Event])]
        var duration: UInt32 { frames.last?.offset ?? 0 }

        init(name: String) throws {
            self.name = name
            let path = Program.repository.appending(path: "Tests/Traces/\(name).jsonl")
            let text = try String(contentsOf: path, encoding: .utf8)
            let lines = try text.split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
            let first = lines.first?.t ?? 0
            frames = lines.map { (UInt32((($0.t - first) * 1000).rounded()), $0.events) }
        }
    }
}
