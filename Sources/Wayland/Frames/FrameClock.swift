// One clock per window: it determines when to draw.
//
// After a change, `setNeedsFrame()` is called. If no callback is outstanding the frame is drawn at
// the end of the loop's turn, after all input of the turn. The commit requests one
// `wl_surface.frame` callback, and the next frame waits for it. So drawing is never ahead of the
// compositor, a hidden window (whose callbacks are withheld) draws nothing, and after the last
// frame exactly one callback follows, in which nothing is drawn. A configure that changes the
// surface's size does not wait, because the compositor waits for the program.
// Rejected: eglSwapInterval(1), which blocks for ever if the window is hidden; a timer, which runs
// when nothing moves and beats against the display when something does.

import EventLoop
import WaylandClientProtocols

/// Determines when a window is drawn, and for which moment.
@MainActor
public final class FrameClock {
    /// Draws a frame; ends with `Window.commitFrame`, unless there is nothing to display after all.
    ///
    /// Call `setNeedsFrame()` inside it as long as something moves.
    public var onFrame: ((FrameTime) -> Void)?

    /// Whether a requested frame has not been drawn yet.
    public private(set) var needsFrame = false
    /// Whether the callback for the last frame is still outstanding.
    public var isAwaitingCallback: Bool { callback != nil }
    /// Frames committed so far.
    public private(set) var frameCount = 0

    private let loop: EventLoop
    private let surface: WlSurface
    private unowned let connection: Connection
    private var timing = FrameTiming()
    private var callback: WlCallback?
    private var feedback: WpPresentationFeedback?
    private var callbackTime: Double?
    private var tickToken: EventLoop.Token?
    private var isDrawing = false
    private var isContinuing = false
    private var isDemanded = false
    private var hasEnded = false
    /// Nothing may be committed before the first configure.
    private var isOpen = false
    /// Whether a buffer has ever been committed.
    private(set) var isMapped = false

    init(_ connection: Connection, _ surface: WlSurface) {
        self.connection = connection
        self.surface = surface
        loop = connection.loop
    }

    /// Requests a frame: at the end of this turn of the loop, or when the callback of the previous
    /// frame comes.
    ///
    /// Repeated requests count as one.
    public func setNeedsFrame() {
        needsFrame = true
        if callback == nil && !isDrawing { scheduleTick() }
    }

    /// Requests a frame at the end of this turn whether or not a callback is outstanding.
    func demandFrame() {
        needsFrame = true
        isDemanded = true
        scheduleTick()
    }

    /// The first configure has come.
    func open() {
        isOpen = true
        if needsFrame { scheduleTick() }
    }

    /// The connection or window has ended.
    func end() {
        hasEnded = true
        if let tickToken { loop.cancel(tickToken) }
        tickToken = nil
        callback?.destroy()
        callback = nil
        feedback?.destroy()
        feedback = nil
    }

    /// The output's refresh interval in seconds, for use without feedback.
    func setOutputInterval(_ interval: Double?) { timing.outputInterval = interval ?? 1.0 / 60 }

    /// Requests the callback that allows the next frame; part of the coming commit.
    func willCommit() {
        guard callback == nil else { return }
        requestCallback()
        guard isContinuing, feedback == nil, connection.presentationClock != nil,
            timing.wantsFeedback(now: loop.now),
            let asked = connection.presentation?.feedback(surface: surface)
        else { return }
        feedback = asked
        asked.events = { [weak self] event in
            switch event {
            case .presented(let high, let low, let nanoseconds, let refresh, _, _, _):
                guard let self else { return }
                self.feedback = nil
                let seconds = Double(UInt64(high) << 32 | UInt64(low))
                let time = self.connection.seconds(
                    presented: seconds + Double(nanoseconds) * 1e-9)
                guard abs(time - self.loop.now) < EventBounds.presentation else { return }
                self.timing.presented(
                    at: time,
                    interval: EventBounds.frameInterval(Double(refresh) * 1e-9) ?? 0)
            case .discarded:
                // A frame that was never displayed is nothing unusual.
                self?.feedback = nil
            case .syncOutput:
                break
            }
        }
    }

    func didCommit() {
        frameCount += 1
        isMapped = true
    }

    /// The commit failed: its callback will never come.
    func commitFailed() {
        callback?.destroy()
        callback = nil
    }

    private func requestCallback() {
        let asked = surface.frame()
        callback = asked
        asked.events = { [weak self] event in
            switch event {
            case .done(let stamp): self?.callbackDone(stamp)
            }
        }
    }

    private func callbackDone(_ stamp: UInt32) {
        callback = nil
        guard needsFrame else { return }
        callbackTime = connection.seconds(stamp)
        scheduleTick()
    }

    private func scheduleTick() {
        guard tickToken == nil, isOpen, !hasEnded, !isDrawing else { return }
        tickToken = loop.whenTurnEnds { [weak self] in self?.tick() }
    }

    private func tick() {
        tickToken = nil
        guard needsFrame, !hasEnded, callback == nil || isDemanded else { return }
        needsFrame = false
        isDemanded = false
        let time = timing.next(now: loop.now, callback: callbackTime)
        callbackTime = nil
        isContinuing = time.isContinuing
        isDrawing = true
        let before = frameCount
        onFrame?(time)
        isDrawing = false
        guard needsFrame, callback == nil, frameCount == before, !hasEnded else { return }
        // Something moves but nothing was drawn: the next attempt is paced all the same.
        if isMapped {
            requestCallback()
            surface.commit()
        } else {
            loop.schedule(after: timing.outputInterval) { [weak self] in self?.scheduleTick() }
        }
    }
}
