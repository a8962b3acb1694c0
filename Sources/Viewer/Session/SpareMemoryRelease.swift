import EventLoop
import Platform

/// Gives back what only the start or a reading needed, once it is quiet.
@MainActor
final class SpareMemoryRelease {
    private let loop: EventLoop
    /// Gives everything back that can be spared.
    private let release: () -> Void
    /// When that happens, and since when it is wanted.
    private var pending: (token: EventLoop.Token, since: Double)?
    /// Whether the code of the first frames was given back in this reading.
    private var hasReleasedCode = false

    init(_ loop: EventLoop, release: @escaping () -> Void) {
        self.loop = loop
        self.release = release
    }

    /// A reading begins: what is there is left to it.
    func readingBegins() {
        cancel()
        hasReleasedCode = false
    }

    /// Gives it back a second after the last call, because the person waits for that picture first; where the
    /// calls do not end, ten seconds after the first.
    func releaseSoon() {
        let now = loop.now
        let since = pending?.since ?? now
        cancel()
        let token = loop.schedule(at: min(now + 1, max(now, since + 10))) { [weak self] in
            self?.pending = nil
            self?.release()
        }
        pending = (token, since)
    }

    /// Gives back the driver's compiler while much is being read: its code ran for the first frames, and is as much
    /// as millions of records.
    func releaseCodeSoon() {
        guard !hasReleasedCode else { return }
        hasReleasedCode = true
        loop.schedule(after: 0.15) { SpareMemory.giveBackCode() }
    }

    private func cancel() {
        if let pending { loop.cancel(pending.token) }
        pending = nil
    }
}
