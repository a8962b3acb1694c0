// Closed connections, of which a small part is kept.
//
// GRDB marks the dispatch queue of each connection. When such a queue is freed, libdispatch frees
// the mark on a thread of its pool. Once that pool has had a thread, its timer wakes the process
// every second for as long as the process runs (`_dispatch_workq_monitor_pools`). A window at rest
// must not wake up. So queues are closed, which gives back all that SQLite holds, and the empty
// shell of each is kept. That costs about 3 kB for every opening of a library; a window opens it
// whenever the library changes.
//
// Rejected: one connection for all reads (an immutable one never sees a change), a process for each
// read (the sandbox starts none).

import GRDB
import Synchronization

/// A connection that leaves nothing behind that would wake the process.
final class OwnedQueue: Sendable {
    private static let retired = Mutex<[DatabaseQueue]>([])

    let queue: DatabaseQueue

    init(_ queue: DatabaseQueue) { self.queue = queue }

    deinit {
        try? queue.close()
        Self.retired.withLock { $0.append(queue) }
    }

    /// Releases SQLite's resources; no query is possible afterwards.
    func close() { try? queue.close() }
}
