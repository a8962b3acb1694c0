import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geometry
import Testing

@testable import Viewer

/// Recorded gestures over the whole viewer, at every frame rate.
@MainActor @Suite(.serialized) struct ReplayTests {
    /// If this is set in the environment, traces and notes are rewritten after a hand or the layout
    /// was changed.
    private static let isRecording =
        ProcessInfo.processInfo.environment["ORESEN_RECORD_TRACES"] != nil

    @Test(arguments: ReplayTrace.all)
    func theFilesAreWhatTheHandMakes(_ trace: ReplayTrace) throws {
        let stage = try ReplayStage(trace)
        let made = trace.synthesize(stage.plot)
        if Self.isRecording {
            try made.text.write(to: trace.file, atomically: true, encoding: .utf8)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            var data = try encoder.encode(stage.workedOut(made))
            data.append(UInt8(ascii: "\n"))
            try data.write(to: trace.notesFile)
        }
        let recorded = try stage.recorded()
        #expect(recorded == made)
        #expect(made.text == (try String(contentsOf: trace.file, encoding: .utf8)))
        // As by a human: whole milliseconds, never backwards, no faster than a mouse reports.
        let times = made.frames.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > -1e-9 })
        #expect(times.allSatisfy { abs($0 * 1000 - ($0 * 1000).rounded()) < 1e-5 })
        // The recorded notes follow from the events.
        let notes = try stage.notes()
        let again = stage.workedOut(made)
        let window = try #require(notes.expected?.extent)
        let other = try #require(again.expected?.extent)
        #expect(abs(window.min - other.min) <= 1e-9 * window.length)
        #expect(abs(window.max - other.max) <= 1e-9 * window.length)
        if let settled = notes.settled {
            #expect(abs(settled - (again.settled ?? .nan)) < 1e-9)
        }
        #expect(notes.metric == trace.metric && notes.gesture == trace.gesture)
    }

    @Test func thereAreManyOfThem() {
        #expect(ReplayTrace.all.count >= 25)
        #expect(Set(ReplayTrace.all.map(\.name)).count == ReplayTrace.all.count)
    }

    /// The same range to 1e-9 of its length, the axis at rest at the same time to the microsecond,
    /// the ranges of both axes settled within one frame, and no unnecessary frames.
    @Test(arguments: ReplayTrace.all)
    func everyRateEndsAtTheSamePlaceAtTheSameTime(_ trace: ReplayTrace) throws {
        var ends: [(pacing: FramePacing, y: Extent, settled: Double)] = []
        for pacing in FramePacing.all {
            let stage = try ReplayStage(trace)
            let notes = try stage.notes()
            let chart = try #require(stage.viewer.model.chart)
            var seen = (x: stage.first, y: chart.y.range)
            var settled = 0.0
            let outcome = try stage.play(pacing) { frame in
                let now = (x: stage.viewer.model.x.range, y: chart.y.range)
                if now != seen { settled = frame.time }
                seen = now
            }
            let expected = try #require(notes.expected?.extent)
            let range = stage.viewer.model.x.range
            let slack = 1e-9 * expected.length
            #expect(
                abs(range.min - expected.min) <= slack && abs(range.max - expected.max) <= slack,
                "\(pacing.testDescription): \(range) is not \(expected)")
            if let settled = notes.settled {
                let rest = (stage.viewer.model.x.panZoom.restTime ?? .nan) - ReplayStage.start
                #expect(abs(rest - settled) < 1e-6, "\(pacing.testDescription)")
            }
            try expectFramesStop(stage, outcome, pacing)
            ends.append((pacing, chart.y.range, settled))
        }
        for end in ends {
            for other in ends {
                #expect(end.y == other.y, "\(end.pacing.testDescription)")
                let one = max(end.pacing.longestInterval, other.pacing.longestInterval)
                #expect(
                    abs(end.settled - other.settled) <= one + 1e-6,
                    "\(end.pacing.testDescription): \(end.settled) s, not \(other.settled) s")
            }
        }
    }

    /// After the last event, or once the axis is at rest, at most a change of range (0.3 s) and the
    /// fade of its labels (0.15 s) follow, and then only one frame, which finds the end.
    private func expectFramesStop(
        _ stage: ReplayStage, _ outcome: TracePlayer.Outcome, _ pacing: FramePacing
    ) throws {
        #expect(outcome.hasSettled, "\(pacing.testDescription)")
        #expect(outcome.last?.moves != true, "\(pacing.testDescription)")
        let input = try stage.recorded()
        let length = (input.frames.last?.time ?? 0) - (input.frames.first?.time ?? 0)
        let rest = (stage.viewer.model.x.panZoom.restTime ?? 0) - ReplayStage.start
        let last = outcome.last?.time ?? 0
        #expect(
            last <= max(length, rest) + 0.45 + 2 * pacing.longestInterval,
            "\(pacing.testDescription)")
        // Nothing waits for a frame that was not requested: later ones show the same.
        #expect(stage.viewer.controller.nextDeadline == nil)
        let chart = try #require(stage.viewer.model.chart)
        let seen = (x: stage.viewer.model.x.range, y: chart.y.range)
        _ = stage.viewer.scene.advance(to: ReplayStage.start + last + 1)
        #expect(stage.viewer.scene.advance(to: ReplayStage.start + last + 2) == false)
        #expect(seen == (x: stage.viewer.model.x.range, y: chart.y.range))
    }

    // MARK: Pinches

    @Test(
        arguments: ReplayTrace.all.filter {
            $0.name.contains("pinch") || $0.name.contains("second")
        })
    func theCentreOfThePinchKeepsItsData(_ trace: ReplayTrace) throws {
        let stage = try ReplayStage(trace)
        let input = try stage.recorded()
        let shift = ReplayStage.start - (input.frames.first?.time ?? 0)
        var events = input.frames.map { $0.shifted(by: shift) }[...]
        var pinch = PinchWatch()
        var checked = 0
        var worst = 0.0
        try stage.play(FramePacing(rate: 250)) { frame in
            while let next = events.first, next.time <= frame.clock {
                events.removeFirst()
                pinch.take(next)
            }
            guard let centre = pinch.centre else {
                pinch.held = nil
                return
            }
            let plot = stage.viewer.model.chart?.plot ?? .zero
            let range = stage.viewer.model.x.range
            let value = range.min + (centre - plot.minX) / plot.width * range.length
            if pinch.isNew {
                pinch.held = value
                pinch.isNew = false
            }
            guard let held = pinch.held else { return }
            checked += 1
            worst = max(worst, abs(value - held) / range.length * plot.width)
        }
        #expect(checked > 10)
        #expect(worst < 0.25, "\(worst) points")
    }

    /// The midpoint of the fingers while there are two.
    private struct PinchWatch {
        var fingers: [Int: Double] = [:]
        var pad: Double?
        var held: Double?
        /// The number of fingers changed: the data now under their midpoint are held.
        var isNew = false

        var centre: Double? {
            if let pad { return pad }
            return fingers.count == 2 ? fingers.values.reduce(0, +) / 2 : nil
        }

        mutating func take(_ frame: InputFrame) {
            for event in frame.events {
                switch event.kind {
                case .touchBegan(let id):
                    fingers[id] = event.position.x
                    isNew = true
                case .touchMoved(let id): fingers[id] = event.position.x
                case .touchEnded(let id):
                    fingers[id] = nil
                    isNew = true
                case .touchCancelled: fingers = [:]
                case .pinchBegan:
                    pad = event.position.x
                    isNew = true
                case .pinchUpdated(let step, _, _): pad = pad.map { $0 + step.dx }
                case .pinchEnded: pad = nil
                default: break
                }
            }
        }
    }

    // MARK: Keys

    /// A key stops a fling where it is at the time of the key, and no motion follows.
    @Test(arguments: FramePacing.all) func aKeyStopsAFling(_ pacing: FramePacing) throws {
        let trace = try #require(ReplayTrace.named("finger-fling"))
        let stage = try ReplayStage(trace)
        let input = try stage.recorded()
        let notes = stage.workedOut(input)
        let release = (notes.settled ?? 0) - ReplayFling(input.finger(0)).duration
        var pressed: Double?
        try stage.play(pacing) { frame in
            guard pressed == nil, frame.time > release + 0.15 else { return }
            pressed = frame.time
            #expect(stage.viewer.model.x.panZoom.isMoving)
            stage.viewer.controller.press([KeyCombination(.escape)])
            #expect(!stage.viewer.model.x.panZoom.isMoving)
        }
        let time = try #require(pressed)
        let fling = ReplayFling(input.finger(0))
        let expected = stage.plot.panned(
            stage.first, by: 220 + fling.distance(after: time - release))
        let range = stage.viewer.model.x.range
        #expect(abs(range.min - expected.min) <= 1e-9 * expected.length)
        #expect(stage.viewer.model.x.panZoom.restTime == ReplayStage.start + time)
    }

    // MARK: Pictures

    @Test func everyFrameIsDrawnIntoAFolder() throws {
        let trace = try #require(ReplayTrace.named("finger-drag"))
        let recorded = try RecordedTrace(path: trace.file.path)
        #expect(recorded.zone == "UTC")
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("oresen-replay-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let options = ViewerOptions(files: SampleFiles.all, library: ":memory:")
        let view = recorded.view(options)
        #expect(view.metric == "weight" && view.range == ReplayTrace.june)
        let result = try ViewerReplay.draw(
            recorded, over: options, scale: 0.5, pacing: FramePacing(rate: 4), into: folder.path)
        #expect(result.hasSettled)
        #expect(result.frames >= 3)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count == 2 * result.frames)
        #expect(names.prefix(2) == ["0001.json", "0001.png"])
        // The last layout has the recorded range.
        struct Layout: Decodable {
            struct Range: Decodable {
                var min: Double
                var max: Double
            }
            var time: Double
            var plot: [Double]
            var x: Range
        }
        let last = try #require(names.last { $0.hasSuffix(".json") })
        let layout = try JSONDecoder().decode(
            Layout.self, from: Data(contentsOf: folder.appendingPathComponent(last)))
        let expected = try #require(recorded.notes?.expected)
        let pixel = (expected.to - expected.from) / layout.plot[2]
        #expect(abs(layout.x.min - expected.from) <= pixel / 2 + 1)
        #expect(layout.time == result.duration)
        #expect(throws: InputTraceError.self) {
            try RecordedTrace(path: folder.path + "/none.jsonl")
        }
    }

    // MARK: The ends

    @Test(
        arguments: ReplayTrace.all.filter {
            ["rubber-band", "rubber-band-caught"].contains($0.name) || $0.name.contains("the-end")
        }, FramePacing.all)
    func nothingPassesTheEdgeOnItsWayBack(_ trace: ReplayTrace, _ pacing: FramePacing) throws {
        let stage = try ReplayStage(trace)
        let end = try stage.recorded().frames.last?.time ?? 0
        let released = end - (try stage.recorded().frames.first?.time ?? 0)
        var wasBeyond = false
        var last = -Double.infinity
        try stage.play(pacing) { frame in
            let lower = stage.viewer.model.x.range.min
            let edge = stage.plot.bounds.min
            if lower < edge { wasBeyond = true }
            guard frame.time > released, wasBeyond, trace.name != "fling-into-the-end" else {
                return
            }
            #expect(lower <= edge && lower >= last, "at \(frame.time) s")
            last = lower
        }
        #expect(wasBeyond)
        if trace.name == "fling-into-the-end" {
            #expect(stage.viewer.model.x.range.min == stage.plot.bounds.min)
        }
    }
}
