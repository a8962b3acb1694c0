// Connections that are closed and whose last part is kept.
//
// GRDB marks the dispatch queue of each connection. When such a queue goes away, libdispatch frees the
// mark on a thread of its pool, and once that pool has had a thread, a timer of it wakes the process
// every second for as long as it runs (`_dispatch_workq_monitor_pools`). A window that is at rest must
// not wake up. So queues are closed, which gives back all that SQLite holds, and the empty shell of
// each is kept: about 3 kB for every opening of a library, of which a window makes one whenever the
// library changes.
//
// Rejected: one connection for all looks (an immutable one never sees a change), a process of its own
// for each look (the sandbox starts none).

import GRDB
import Synchronization

/// A connection that leaves nothing behind that wakes the process.
final class OwnedQueue: Sendable {
    private static let retired = Mutex<[DatabaseQueue]>([])

    let queue: DatabaseQueue

    init(_ queue: DatabaseQueue) { self.queue = queue }

    deinit {
        try? queue.close()
        Self.retired.withLock { $0.append(queue) }
    }

    /// Gives back what SQLite holds; nothing can be asked any more.
    func close() { try? queue.close() }
}
