import EventLoop

/// Wakes somebody at a time of their own choice, and not otherwise: a window whose gestures have
/// something to do later though nothing happens.
@MainActor
package final class WakeUpCall {
    private let loop: EventLoop
    private let next: () -> Double?
    private let wake: (Double) -> Void
    private var token: EventLoop.Token?

    /// A call that is not ordered yet.
    ///
    /// - Parameters:
    ///   - next: when to wake; nil for never.
    ///   - wake: takes the time, which is no earlier than that asked for.
    package init(
        _ loop: EventLoop, next: @escaping () -> Double?, wake: @escaping (Double) -> Void
    ) {
        self.loop = loop
        self.next = next
        self.wake = wake
    }

    /// Orders the call anew: to be called whenever the time may be another one.
    package func order() {
        if let token { loop.cancel(token) }
        token = nil
        guard let time = next() else { return }
        token = loop.schedule(at: time) { [weak self] in
            guard let self else { return }
            token = nil
            wake(max(time, loop.now))
            order()
        }
    }
}
