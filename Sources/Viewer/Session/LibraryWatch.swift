// Changes that another program makes to the displayed library: a second window, or the command
// line.
//
// Method: the kernel reports writes to the library's file and to its log (`FileWatcher`). A moment
// later a separate thread reads what the library holds now. Only what is not displayed is news, so
// this program's own writes are not. Reading writes nothing, so it does not cause another reading,
// and nothing runs while nobody writes. Rejected: SQLite's `data_version` (it has to be polled),
// keeping the library open (then nobody moves the log into the file).

import EventLoop
import HealthData
import Platform

/// Reports when another program has changed the displayed library.
@MainActor
final class LibraryWatch {
    /// The delay before a look, in seconds: a writer usually writes more than once, and one look is
    /// enough.
    private static let timeout = 0.25

    /// The contents of a library, as far as they are compared to detect a change.
    struct State: Equatable, Sendable {
        var datasets: [Library.Dataset]
        var notes: [Library.Note]
        var targets: [LibraryTarget]
        var drawings: LibraryMarkList.Version?
    }

    let directory: String
    /// The displayed contents; nil during a reading, when a look would reveal nothing.
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

    /// Watches the library in a directory, which must exist.
    ///
    /// - Parameter changed: called with the contents of the library if they differ from those
    ///   displayed.
    /// - Throws: `EventLoopError` if the kernel cannot watch the files.
    init(
        loop: EventLoop, directory: String, changed: @escaping @MainActor (State) -> Void
    ) throws(EventLoopError) {
        self.loop = loop
        self.directory = directory
        self.changed = changed
        // A writer moves its log into the library itself if nobody is reading; otherwise it leaves
        // the log in place.
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
        waiting = loop.schedule(after: LibraryWatch.timeout) { [weak self] in
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

    /// The contents of a library; nil if it is missing or cannot be read, which is no news.
    private nonisolated static func state(of directory: String) -> State? {
        guard Library.exists(in: directory), let library = try? Library(reading: directory)
        else { return nil }
        defer { library.close() }
        guard let datasets = try? library.datasets(), let notes = try? library.notes(),
            let targets = try? library.targets.list(),
            let drawings = try? library.drawings.version()
        else { return nil }
        return State(datasets: datasets, notes: notes.all, targets: targets.all, drawings: drawings)
    }

    private func take(_ found: State?) {
        isLooking = false
        if isStale { lookSoon() }
        guard let found, let shown, found != shown else { return }
        // One report is enough, whether it can be shown or not.
        self.shown = found
        changed(found)
    }
}
