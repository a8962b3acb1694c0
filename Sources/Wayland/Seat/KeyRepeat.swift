import EventLoop

/// Repeats a held key by deadlines of the loop, as Wayland leaves it to the client.
///
/// One key repeats at a time: the last one pressed that repeats at all. Nothing is scheduled while
/// no key is held, or where the rate is 0.
@MainActor
final class KeyRepeat {
    /// Repeats per second; 0 for none.
    private(set) var rate: Double = 25
    /// Seconds from the press to the first repeat.
    private(set) var delay: Double = 0.6
    /// The key that repeats.
    private(set) var keycode: UInt32?

    private let loop: EventLoop
    /// Gets the key and the time of each repeat.
    var action: (UInt32, Double) -> Void
    private var deadline: EventLoop.Token?

    init(loop: EventLoop, _ action: @escaping (UInt32, Double) -> Void = { _, _ in }) {
        self.loop = loop
        self.action = action
    }

    /// What the compositor says the person has set, per second and in milliseconds.
    func configure(rate: Int32, delay: Int32) {
        self.rate = Double(min(max(0, rate), EventBounds.mostRepeats))
        self.delay = Double(min(max(0, delay), EventBounds.longestDelay)) / 1000
        if rate <= 0 { stop() }
    }

    /// The key went down: it repeats from now on, in place of any other.
    func start(_ keycode: UInt32) {
        stop()
        guard rate > 0 else { return }
        self.keycode = keycode
        schedule(at: loop.now + delay)
    }

    /// The key went up; another one that repeats goes on.
    func release(_ keycode: UInt32) {
        if self.keycode == keycode { stop() }
    }

    /// Nothing repeats any more: focus, keymap or device is gone.
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
        // The next is set first: the action may stop it. A loop that was late makes up for nothing.
        let next = time + 1 / rate
        schedule(at: next > loop.now ? next : loop.now + 1 / rate)
        action(keycode, time)
    }
}
