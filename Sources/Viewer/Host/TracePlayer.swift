// A trace on a clock of its own.
//
// Method: the same as in the window. Events are delivered at their own times, before the frame that
// follows them; actions of the interpreter without an event (a long press) happen at their
// deadline; a frame is drawn only if something requested one, and requests the next only while
// something moves. Nothing reads a clock, so the same trace gives the same frames.

import ChartInteraction
import Geometry

/// Plays recorded input into a viewer without a window, frame by frame.
@MainActor
final class TracePlayer {
    /// A frame that was drawn.
    struct Frame: Equatable {
        /// Since the first event, in seconds.
        var time: Double
        /// The same on the frame clock.
        var clock: Double
        /// How many frames came before it, drawn or not.
        var number: Int
        /// Whether it requested another.
        var moves: Bool
    }

    /// The result of a trace.
    struct Outcome: Equatable {
        /// The frames that were drawn.
        var frames: Int
        /// The last one; nil if none was requested.
        var last: Frame?
        /// Whether frames ended because nothing moved any more, not because the time was up.
        var hasSettled: Bool
    }

    /// How long something may move after the last event, in seconds.
    static let timeout = 20.0

    private let viewer: OffscreenViewer
    private var needsFrame = false
    private var clock = 0.0

    /// Creates a player for a viewer that shows something.
    init(_ viewer: OffscreenViewer) { self.viewer = viewer }

    /// Plays a trace from the time `start` on.
    ///
    /// `body` receives every frame after the scene was updated for it.
    ///
    /// - Parameter start: the time of the first event, in seconds of the frame clock.
    func play(
        _ trace: InputTrace, from start: Double, pacing: FramePacing,
        body: (Frame) throws -> Void = { _ in }
    ) rethrows -> Outcome {
        let (model, scene, controller) = (viewer.model, viewer.scene, viewer.controller)
        let shift = start - (trace.frames.first?.time ?? 0)
        let end = (trace.frames.last?.time ?? 0) + shift + Self.timeout
        model.onChange = { [unowned self] _ in
            needsFrame = true
        }
        controller.now = { [unowned self] in clock }
        defer {
            model.onChange = { _ in }
            controller.now = { start }
        }
        var outcome = Outcome(frames: 0, last: nil, hasSettled: false)
        var input = trace.frames.map { $0.shifted(by: shift) }[...]
        var number = 0
        while true {
            let time = start + pacing.time(of: number)
            while let frame = input.first, frame.time <= time {
                input.removeFirst()
                advanceClock(to: frame.time)
                controller.handle(frame)
            }
            advanceClock(to: time)
            if needsFrame, pacing.draws(number) {
                needsFrame = false
                let moves = scene.advance(to: time)
                if moves { needsFrame = true }
                let frame = Frame(
                    time: time - start, clock: time, number: number, moves: moves)
                outcome.frames += 1
                outcome.last = frame
                try body(frame)
            }
            number += 1
            if input.isEmpty, !needsFrame, controller.nextDeadline == nil {
                outcome.hasSettled = true
                return outcome
            }
            if time > end { return outcome }
        }
    }

    /// Advances the time for actions that happen without an event.
    private func advanceClock(to time: Double) {
        while let deadline = viewer.controller.nextDeadline, deadline <= time {
            clock = max(clock, deadline)
            viewer.controller.advance(to: deadline)
        }
        clock = max(clock, time)
    }
}

extension InputFrame {
    /// The same input at another time.
    func shifted(by distance: Double) -> InputFrame {
        InputFrame(
            time: time + distance,
            events: events.map { event in
                var event = event
                event.time += distance
                return event
            })
    }
}
