import EventLoop
import Platform

/// Releases memory that only the start or a reading needed, once nothing happens.
@MainActor
final class SpareMemoryRelease {
    private let loop: EventLoop
    /// Releases everything that is not needed.
    private let release: () -> Void
    /// When that happens, and the time of the first request.
    private var pending: (token: EventLoop.Token, since: Double)?
    /// Whether the code of the first frames was released in this reading.
    private var hasReleasedCode = false

    init(_ loop: EventLoop, release: @escaping () -> Void) {
        self.loop = loop
        self.release = release
    }

    /// Notes that a reading begins, which keeps the memory that is there.
    func readingDidBegin() {
        cancel()
        hasReleasedCode = false
    }

    /// Releases the memory a second after the last call, because the person first waits for that
    /// picture.
    ///
    /// If the calls do not end, it does so ten seconds after the first.
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

    /// Releases the driver's compiler while much is being read.
    ///
    /// Its code ran for the first frames, and takes as much memory as millions of records.
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
