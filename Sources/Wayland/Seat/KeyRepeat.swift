import EventLoop

/// Repeats a held key with deadlines of the loop; Wayland leaves repeats to the client.
///
/// One key repeats at a time: the last pressed one that can repeat. Nothing is scheduled while no
/// key is held, or if the rate is 0.
@MainActor
final class KeyRepeat {
    /// Repeats per second; 0 for none.
    private(set) var rate: Double = 25
    /// Seconds from the press to the first repeat.
    private(set) var delay: Double = 0.6
    /// The key that repeats.
    private(set) var keycode: UInt32?

    private let loop: EventLoop
    /// Receives the key and the time of each repeat.
    var action: (UInt32, Double) -> Void
    private var deadline: EventLoop.Token?

    init(loop: EventLoop, _ action: @escaping (UInt32, Double) -> Void = { _, _ in }) {
        self.loop = loop
        self.action = action
    }

    /// Applies the user's settings from the compositor, per second and in milliseconds.
    func configure(rate: Int32, delay: Int32) {
        self.rate = Double(min(max(0, rate), EventBounds.mostRepeats))
        self.delay = Double(min(max(0, delay), EventBounds.longestDelay)) / 1000
        if rate <= 0 { stop() }
    }

    /// The key went down: it repeats from now on, instead of any other.
    func start(_ keycode: UInt32) {
        stop()
        guard rate > 0 else { return }
        self.keycode = keycode
        schedule(at: loop.now + delay)
    }

    /// The key went up; another repeating key continues.
    func release(_ keycode: UInt32) {
        if self.keycode == keycode { stop() }
    }

    /// Stops repeating, because focus, keymap or device is gone.
    func stop() {
        if let deadline { loop.cancel(deadline) }
        deadline = nil
        keycode = nil
    }

    private func schedule(at time: Double) {
        deadline = loop.schedule(at: time) { [weak self] in self?.fire(time) }
    }

    private func fire(_ time: Double) {
        guard let keycode, rate > 0 else { return }
        // The next is scheduled first: the action may cancel it. Repeats missed by a late loop are
        // dropped.
        let next = time + 1 / rate
        schedule(at: next > loop.now ? next : loop.now + 1 / rate)
        action(keycode, time)
    }
}
