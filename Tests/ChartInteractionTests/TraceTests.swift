import ChartCore
import ChartInteraction
import Foundation
import Geometry
import SeededRandom
import Testing

/// Recorded input, kept in `Tests/Traces`.
///
/// The recordings are synthesized by a seeded hand, with the properties of real ones: millisecond
/// timestamps, positions in 256ths of a point, a tremble, uneven intervals.
enum Recording: String, CaseIterable {
    case drag
    case fling
    case touchPinch = "touch-pinch"
    case touchpadPinch = "touchpad-pinch"
    case wheel
    case scroll

    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Traces")

    var file: URL { Self.folder.appendingPathComponent("\(rawValue).jsonl") }

    func synthesize() -> InputTrace {
        var hand = Hand(seed: rawValue.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        switch self {
        case .drag: return hand.drag()
        case .fling: return hand.fling()
        case .touchPinch: return hand.touchPinch()
        case .touchpadPinch: return hand.touchpadPinch()
        case .wheel: return hand.wheel()
        case .scroll: return hand.scroll()
        }
    }
}

/// A hand that trembles the same way every time.
struct Hand {
    private var numbers: SplitMix
    private var time = 5123.4
    private var trace = InputTrace()

    init(seed: UInt64) { numbers = SplitMix(seed: seed) }

    /// A number in -1…1.
    private mutating func tremble() -> Double { 2 * numbers.unit() - 1 }

    private mutating func tick(_ interval: Double) {
        time += interval * (1 + 0.3 * tremble())
        time = (time * 1000).rounded() / 1000
    }

    private func fixed(_ value: Double) -> Double { (value * 256).rounded() / 256 }

    private mutating func add(_ kinds: [(InputEvent.Kind, Double, Double)]) {
        let events = kinds.map { kind, x, y in
            InputEvent(time: time, position: Point(x: fixed(x), y: fixed(y)), kind: kind)
        }
        trace.record(InputFrame(time: time, events: events))
    }

    mutating func drag() -> InputTrace {
        add([(.pointerMoved, 400, 220)])
        tick(0.2)
        add([(.pointerPressed(.left), 400, 220)])
        for i in 1...90 {
            tick(0.008)
            let part = Double(i) / 90
            add([
                (
                    .pointerMoved, 400 + 260 * part * (2 - part) + tremble(),
                    220 + 20 * part + tremble()
                )
            ])
        }
        tick(0.15)
        add([(.pointerReleased(.left), 660, 240)])
        return trace
    }

    mutating func fling() -> InputTrace {
        for round in 0..<3 {
            add([(.touchBegan(round), 300, 250)])
            for i in 1...14 {
                tick(1.0 / 120)
                add([(.touchMoved(round), 300 + 16 * Double(i) + tremble(), 250 + tremble())])
            }
            tick(0.006)
            add([(.touchEnded(round), 524, 250)])
            // The next finger stops the momentum of the last; the third throw runs into the end.
            tick(0.35)
        }
        return trace
    }

    mutating func touchPinch() -> InputTrace {
        add([(.touchBegan(0), 420, 200)])
        tick(0.03)
        add([(.touchBegan(1), 560, 230)])
        for i in 1...80 {
            tick(1.0 / 100)
            let part = Double(i) / 80
            add([
                (.touchMoved(0), 420 - 120 * part + tremble(), 200 + 10 * part + tremble()),
                (.touchMoved(1), 560 + 180 * part + tremble(), 230 - 25 * part + tremble()),
            ])
        }
        tick(0.01)
        add([(.touchEnded(1), 740, 205)])
        for i in 1...20 {
            tick(0.01)
            add([(.touchMoved(0), 300 + 5 * Double(i) + tremble(), 210)])
        }
        tick(0.2)
        add([(.touchEnded(0), 400, 210)])
        return trace
    }

    mutating func touchpadPinch() -> InputTrace {
        add([(.pointerMoved, 610, 190)])
        tick(0.1)
        add([(.holdBegan(fingers: 2), 610, 190)])
        tick(0.05)
        add([(.holdEnded(isCancelled: true), 610, 190), (.pinchBegan(fingers: 2), 610, 190)])
        var scale = 1.0
        for i in 1...110 {
            tick(0.008)
            scale *= i < 70 ? 1.02 : 0.985
            let kind = InputEvent.Kind.pinchUpdated(
                translation: Vector(dx: fixed(1 + tremble()), dy: fixed(0.3 * tremble())),
                scale: fixed(scale), rotation: fixed(tremble()))
            add([(kind, 610, 190)])
        }
        tick(0.02)
        add([(.pinchEnded(isCancelled: false), 610, 190)])
        return trace
    }

    mutating func wheel() -> InputTrace {
        for i in 0..<40 {
            tick(0.05)
            let steps = i < 20 ? -0.5 : (i < 34 ? 1.0 : 0.125)
            add([(.wheel(Vector(dx: i % 9 == 8 ? 1 : 0, dy: steps)), 300 + 10 * Double(i), 200)])
        }
        return trace
    }

    mutating func scroll() -> InputTrace {
        for i in 0..<60 {
            tick(0.009)
            let speed = i < 40 ? 6 + 3 * tremble() : 14 + 2 * tremble()
            let delta = Vector(dx: fixed(speed), dy: fixed(0.6 * tremble()))
            add([(.scrolled(delta, .finger), 500, 260)])
        }
        tick(0.012)
        add([(.scrollStopped(.horizontal), 500, 260), (.scrollStopped(.vertical), 500, 260)])
        return trace
    }
}

/// The windows of a trace: after every frame, and at rest.
@MainActor private func ranges(_ trace: InputTrace, frameRate: Double?) -> [Extent] {
    let rig = Rig(yActions: [])
    rig.x.set(Extent(min: Rig.epoch + 100 * Rig.day, max: Rig.epoch + 200 * Rig.day))
    var ranges: [Extent] = []
    var drawn = trace.frames.first?.time ?? 0
    for frame in trace.frames {
        if let frameRate {
            while drawn + 1 / frameRate < frame.time {
                drawn += 1 / frameRate
                rig.wait(until: drawn)
                rig.interaction.advance(to: drawn)
            }
        }
        rig.feed(frame)
        ranges.append(rig.x.extent)
    }
    let end = (trace.frames.last?.time ?? 0) + 10
    rig.wait(until: end)
    rig.interaction.advance(to: end)
    ranges.append(rig.x.extent)
    return ranges
}

@MainActor @Suite struct TraceTests {
    /// Set in the environment to write the recordings again after the hand was changed.
    private static let isRecording =
        ProcessInfo.processInfo.environment["ORESEN_RECORD_TRACES"] != nil

    @Test(arguments: Recording.allCases)
    func recordingsReplayToTheSameRangesToTheLastDigit(_ recording: Recording) throws {
        if Self.isRecording {
            try recording.synthesize().text.write(
                to: recording.file, atomically: true, encoding: .utf8)
        }
        let text = try String(contentsOf: recording.file, encoding: .utf8)
        let trace = try InputTrace(text: text, name: recording.rawValue)
        #expect(trace.text == text)
        let live = ranges(recording.synthesize(), frameRate: nil)
        #expect(ranges(trace, frameRate: nil) == live)
        #expect(Set(live).count > 10)
        // The frames drawn in between, and their times, change nothing.
        for rate in [30.0, 60, 144] { #expect(ranges(trace, frameRate: rate) == live) }
    }

    @Test func pensAndContactsReadBackAsTheyWere() throws {
        var touch = InputEvent(time: 2, position: Point(x: 3, y: 4), kind: .touchBegan(7))
        touch.contact = 31.25
        let pen = PenState(
            tool: 2, kind: .eraser, pressure: 0.1, tilt: Vector(dx: -12.5, dy: 40), rotation: 17)
        let events = [
            touch,
            InputEvent(
                time: 2, position: Point(x: 1.0 / 3, y: 5), kind: .pointerPressed(.left), pen: pen),
            InputEvent(time: 2.5, position: .zero, kind: .pointerMoved, pen: PenState(tool: 1)),
        ]
        let trace = InputTrace(frames: [InputFrame(time: 2, events: events)])
        #expect(try InputTrace(text: trace.text) == trace)
        for wrong in [
            #"{"tool":1.5,"kind":"pen"}"#, #"{"tool":1,"kind":"quill"}"#,
            #"{"tool":1,"kind":"pen","tilt":[1]}"#, "3",
        ] {
            let line = #"{"t":1,"events":[{"kind":"pointer.move","x":1,"y":2,"pen":\#(wrong)}]}"#
            #expect(throws: InputTraceError.self) { try InputTrace(text: line) }
        }
        var broken = touch
        broken.contact = .nan
        #expect(!broken.isSensible)
        broken = events[1]
        broken.pen?.pressure = .infinity
        #expect(!broken.isSensible)
    }

    /// The ends of the recordings: the window's lower end in days, fixed here, and its length
    /// computed from the events.
    @Test(arguments: [
        (Recording.drag, 67.5), (.fling, 0), (.touchPinch, 128.107_567_601_1),
        (.touchpadPinch, 126.301_157_4), (.wheel, 13.606_199_033_5), (.scroll, 215.541_651_159_2),
    ])
    func recordingsEndWhereTheyAlwaysDid(_ recording: Recording, lower: Double) throws {
        let trace = try InputTrace(text: String(contentsOf: recording.file, encoding: .utf8))
        let end = try #require(ranges(trace, frameRate: nil).last)
        #expect(abs((end.min - Rig.epoch) / Rig.day - lower) < 1e-7)
        let length = 100 / zoom(of: trace)
        #expect(abs(end.length / Rig.day / length - 1) < 1e-9)
    }

    /// How far the events of a trace zoom, by their own numbers.
    private func zoom(of trace: InputTrace) -> Double {
        var steps = 0.0
        var scale = 1.0
        var fingers: [Int: Double] = [:]
        var first: Double?
        for event in trace.frames.flatMap(\.events) {
            switch event.kind {
            case .wheel(let turned): steps -= turned.dy
            case .pinchUpdated(_, let now, _): scale = now
            case .touchBegan(let id), .touchMoved(let id): fingers[id] = event.position.x
            case .touchEnded(let id): fingers[id] = nil
            default: break
            }
            guard let a = fingers[0], let b = fingers[1] else { continue }
            let span = abs(a - b)
            first = first ?? span
            scale = span / (first ?? span)
        }
        return scale * pow(1.2, steps)
    }

    @Test func everyKindOfEventIsReadBackAsItWas() throws {
        let odd = 0.1 + 0.2
        let kinds: [InputEvent.Kind] = [
            .pointerMoved, .pointerPressed(.left), .pointerReleased(.right),
            .pointerPressed(.middle),
            .pointerReleased(.other(9)), .pointerLeft,
            .scrolled(Vector(dx: odd, dy: -1e-300), .finger),
            .scrolled(Vector(dx: 1 / 3, dy: 5e6), .continuous), .scrollStopped(.horizontal),
            .scrollStopped(.vertical), .wheel(Vector(dx: 0, dy: 0.125)), .touchBegan(-3),
            .touchMoved(4),
            .touchEnded(5), .touchCancelled, .pinchBegan(fingers: 2),
            .pinchUpdated(
                translation: Vector(dx: 0.1, dy: .ulpOfOne), scale: 1.000_000_1, rotation: -0.3),
            .pinchEnded(isCancelled: true), .swipeBegan(fingers: 4),
            .swipeUpdated(translation: Vector(dx: -0.0, dy: 7)), .swipeEnded(isCancelled: false),
            .holdBegan(fingers: 1), .holdEnded(isCancelled: true),
        ]
        var trace = InputTrace()
        for (i, kind) in kinds.enumerated() {
            let time = 1e5 + Double(i) / 3
            trace.record(
                InputFrame(
                    time: time,
                    events: [
                        InputEvent(
                            time: time, position: Point(x: odd, y: 1e6 / 3), kind: kind,
                            modifiers: i % 2 == 0 ? [] : [.shift, .logo]),
                        InputEvent(time: time.nextUp, position: Point(x: 0, y: -2), kind: kind),
                    ]))
        }
        let read = try InputTrace(text: trace.text)
        #expect(read == trace)
        #expect(read.text == trace.text)
        #expect(trace.text.split(separator: "\n").count == kinds.count)
    }

    @Test func aLineIsWhatItShouldBe() {
        let frame = InputFrame(
            time: 12.5,
            events: [
                InputEvent(
                    time: 12.5, position: Point(x: 1, y: 2.25), kind: .touchBegan(3),
                    modifiers: .control)
            ])
        #expect(
            InputTrace.line(of: frame)
                == #"{"t":12.5,"events":[{"kind":"touch.down","x":1,"y":2.25,"id":3,"modifiers":["control"]}]}"#
        )
    }

    @Test func faultsNameTheirLine() {
        for (line, place, problem) in [
            ("{", "a.jsonl:line 3, byte 2", "a name in quotes is expected"),
            (#"{"t":1,"events":[]} x"#, "a.jsonl:line 3, byte 21", "something follows the value"),
            (#"{"events":[]}"#, "a.jsonl:line 3, byte 1", "the frame has no time \"t\""),
            (#"{"t":1e999,"events":[]}"#, "a.jsonl:line 3, byte 6", "a number is expected"),
            (
                #"{"t":1,"events":[{"kind":"jump","x":0,"y":0}]}"#, "a.jsonl:line 3, byte 1",
                #"the event {"kind":"jump","x":0,"y":0} cannot be understood"#
            ),
            (
                String(repeating: "[", count: 50), "a.jsonl:line 3, byte 17",
                "it is nested too deeply"
            ),
        ] {
            #expect(throws: InputTraceError.self) {
                try InputTrace(text: "{\"t\":1,\"events\":[]}\n\n" + line, name: "a.jsonl")
            }
            do {
                _ = try InputTrace(text: "{\"t\":1,\"events\":[]}\n\n" + line, name: "a.jsonl")
            } catch {
                #expect(error.place == place)
                #expect(error.problem == problem)
            }
        }
    }

    @Test func senselessNumbersAreNotRecorded() {
        var trace = InputTrace()
        trace.record(InputFrame(1, .pointerMoved, .nan, 0))
        trace.record(InputFrame(.infinity, .pointerMoved, 0, 0))
        #expect(trace.frames == [InputFrame(time: 1, events: [])])
    }
}
