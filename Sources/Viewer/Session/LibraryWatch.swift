// What another program does to the library that is on show: a second window, or the command line.
//
// Method: the kernel reports writes to the library's file and to its log (`FileWatcher`). A moment later a separate
// thread reads what the library holds now. Only what is not on show is news, so this program's own writes are none.
// Reading writes nothing, so it does not cause another reading, and nothing runs while nobody writes. Rejected:
// SQLite's `data_version` (it has to be polled), keeping the library open (then nobody brings anything into the file).

import EventLoop
import HealthData
import Platform

/// Tells when somebody else has changed the library that is on show.
@MainActor
final class LibraryWatch {
    /// Who writes writes more; of that one look is enough.
    private static let patience = 0.25

    /// What a library holds, as far as it is told whether that is something else.
    struct State: Equatable, Sendable {
        var datasets: [Library.Dataset]
        var notes: [Library.Note]
    }

    let directory: String
    /// What is on show of it; nil while it is being read, when a look would tell nothing.
    var shown: State? {
        didSet { if isStale { lookSoon() } }
    }
    private let loop: EventLoop
    private let changed: @MainActor (State) -> Void
    private var watcher: FileWatcher?
    private var waiting: EventLoop.Token?
    private var isLooking = false
    /// Whether something was written since the last look began.
    private var isStale = false

    /// Watches the library in a directory, which must be there.
    ///
    /// - Parameter changed: called with what it holds, where that is something else than is on show.
    /// - Throws: `EventLoopError` where the kernel watches nothing.
    init(
        loop: EventLoop, directory: String, changed: @escaping @MainActor (State) -> Void
    ) throws(EventLoopError) {
        self.loop = loop
        self.directory = directory
        self.changed = changed
        // A writer brings its log into the library itself if nobody reads; otherwise it leaves it
        // there.
        let path = Library.path(in: directory)
        watcher = try FileWatcher(loop: loop, paths: [path, path + "-wal"]) {
            [weak self] changes in
            let news: FileChange = [.written, .replaced]
            guard changes.values.contains(where: { !$0.isDisjoint(with: news) }) else { return }
            self?.lookSoon()
        }
    }

    isolated deinit {
        if let waiting { loop.cancel(waiting) }
    }

    private func lookSoon() {
        isStale = true
        guard shown != nil, waiting == nil, !isLooking else { return }
        waiting = loop.schedule(after: LibraryWatch.patience) { [weak self] in
            self?.waiting = nil
            self?.look()
        }
    }

    private func look() {
        isStale = false
        isLooking = true
        let (directory, mailbox) = (directory, loop.mailbox)
        let deliver: @MainActor @Sendable (State?) -> Void = { [weak self] in
            self?.take($0)
        }
        WorkerThread.detach(priority: .background) {
            let found = LibraryWatch.state(of: directory)
            mailbox.post { deliver(found) }
        }
    }

    /// What a library holds; nil where it is not there or cannot be read, which is no news.
    private nonisolated static func state(of directory: String) -> State? {
        guard Library.exists(in: directory), let library = try? Library(reading: directory)
        else { return nil }
        defer { library.close() }
        guard let datasets = try? library.datasets(), let notes = try? library.notes() else {
            return nil
        }
        return State(datasets: datasets, notes: notes.all)
    }

    private func take(_ found: State?) {
        isLooking = false
        if isStale { lookSoon() }
        guard let found, let shown, found != shown else { return }
        // Once is enough to say so, whether it can be shown or not.
        self.shown = found
        changed(found)
    }
}
