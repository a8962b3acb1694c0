import CLinux
import Glibc

/// Brings background work's results back to the main thread.
///
/// Any thread may post; actions run on the main actor in the order in which they were posted, before
/// tasks of the main actor that wait in the same turn. Posting costs a lock and, if the box was
/// empty, one write to an eventfd that wakes the loop: less than a task. It also works where the
/// loop does not run tasks.
public final class Mailbox: @unchecked Sendable {
    /// A function to run on the main actor.
    public typealias Action = @MainActor @Sendable () -> Void

    let descriptor: Int32
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var actions: [Action] = []
    private var isOpen = true

    init() throws(EventLoopError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard descriptor >= 0 else { throw .systemCall(name: "eventfd", code: errno) }
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        close(descriptor)
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Queues `action` for the main actor and wakes the loop.
    ///
    /// Does nothing once the loop has ended.
    public func post(_ action: @escaping Action) {
        pthread_mutex_lock(mutex)
        let wakes = isOpen && actions.isEmpty
        if isOpen { actions.append(action) }
        pthread_mutex_unlock(mutex)
        guard wakes else { return }
        var one: UInt64 = 1
        // This fails only if the counter is full, and then the loop is awake already.
        while write(descriptor, &one, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
    }

    /// Removes and returns all actions, in order.
    ///
    /// Called by the loop when the descriptor is readable.
    func takeAll() -> [Action] {
        var count: UInt64 = 0
        while read(descriptor, &count, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let taken = actions
        actions = []
        return taken
    }

    /// Rejects further actions, so that a background job keeps nothing alive of a loop that ended.
    func shut() {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        isOpen = false
        actions = []
    }
}
