import ChartInteraction
import EventLoop

/// Plays recorded input into a window at the pace at which it was recorded.
@MainActor
final class WindowReplay {
    private let loop: EventLoop
    private let trace: InputTrace
    private let deliver: (InputFrame) -> Void
    private var next = 0
    private var shift = 0.0

    /// Creates a replay.
    ///
    /// - Parameter deliver: receives the input, as if it came from the seat.
    init(loop: EventLoop, trace: InputTrace, deliver: @escaping (InputFrame) -> Void) {
        self.loop = loop
        self.trace = trace
        self.deliver = deliver
    }

    /// Starts in `delay` seconds.
    func start(after delay: Double) {
        guard let first = trace.frames.first else { return }
        shift = loop.now + delay - first.time
        scheduleNext()
    }

    private func scheduleNext() {
        guard next < trace.frames.count else { return }
        loop.schedule(at: trace.frames[next].time + shift) { [weak self] in self?.play() }
    }

    /// Delivers the frames that are due, each with its time in the trace, however late it is.
    private func play() {
        while next < trace.frames.count, trace.frames[next].time + shift <= loop.now {
            deliver(trace.frames[next].shifted(by: shift))
            next += 1
        }
        scheduleNext()
    }
}
