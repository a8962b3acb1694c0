import EventLoop

/// Wakes its owner only at a requested time: for a window whose gestures have something to do later
/// although no event occurs.
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
    ///   - wake: is given the time, which is no earlier than the requested one.
    package init(
        _ loop: EventLoop, next: @escaping () -> Double?, wake: @escaping (Double) -> Void
    ) {
        self.loop = loop
        self.next = next
        self.wake = wake
    }

    /// Orders the call again: to be called whenever the time may have changed.
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
