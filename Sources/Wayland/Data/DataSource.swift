// Data that this process offers to others, until the compositor cancels the offer.
//
// A reader gets a pipe, which is written in the program's loop when the data have been made. A
// limited number of readers are served at once; a further one cancels the first. A drag ends with
// `cancelled` (nobody took the data) or, from version 3 on, with `dnd_finished`; in between, after
// the drop, the other program may still ask for data. Before version 3 nothing follows a drop that
// succeeded: such a source is kept until the next drag.

import Glibc
import WaylandClientProtocols

/// Data on the clipboard or in a drag, owned by this process.
@MainActor
final class DataSource {
    let proxy: WlDataSource
    let data: SharedData
    /// Called once when the offer has ended; with whether another program has taken a drag's data.
    var onEnd: (Bool) -> Void = { _ in }
    private let writers: PipeWriters
    private var hasEnded = false

    init(_ proxy: WlDataSource, _ data: SharedData, _ writers: PipeWriters) {
        (self.proxy, self.data, self.writers) = (proxy, data, writers)
        // A reader that closes the pipe must not end the program.
        signal(SIGPIPE, SIG_IGN)
        for type in data.types { proxy.offer(mimeType: type) }
        // The connection holds the events of a proxy until it is destroyed.
        proxy.events = { [weak self] event in self?.handle(event) }
    }

    private func handle(_ event: WlDataSource.Event) {
        switch event {
        case .send(let type, let descriptor): send(type, to: descriptor)
        case .cancelled: end(isTaken: false)
        case .dndFinished: end(isTaken: true)
        case .dndDropPerformed where proxy.version < 3: end(isTaken: true)
        case .target, .dndDropPerformed, .action: break
        }
    }

    private func send(_ type: String, to descriptor: Int32) {
        guard data.types.contains(type) else {
            close(descriptor)
            return
        }
        data.make(type) { [weak self] bytes in
            guard let self, !hasEnded else {
                close(descriptor)
                return
            }
            writers.write(bytes, to: descriptor)
        }
    }

    /// Withdraws the offer, and says how it ended.
    func end(isTaken: Bool) {
        guard !hasEnded else { return }
        destroy()
        let onEnd = onEnd
        self.onEnd = { _ in }
        onEnd(isTaken)
    }

    /// Withdraws the offer; readers that are being served get the rest.
    func destroy() {
        guard !hasEnded else { return }
        hasEnded = true
        proxy.destroy()
    }
}
