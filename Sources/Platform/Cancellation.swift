import Synchronization

/// A request that work on other threads end as soon as possible.
public final class Cancellation: Sendable {
    private let wish = Atomic(false)
    private let wakings = Mutex<[@Sendable () -> Void]>([])

    /// Not requested yet.
    public init() {}

    /// Whether the work should end.
    public var isCancelled: Bool { wish.load(ordering: .acquiring) }

    /// Requests the end of the work.
    public func cancel() {
        wish.store(true, ordering: .releasing)
        let wakings = wakings.withLock { wakings in
            defer { wakings = [] }
            return wakings
        }
        for wake in wakings { wake() }
    }

    /// Calls `wake` when the end is requested, on the requesting thread.
    ///
    /// Work that waits uses it to check `isCancelled` again.
    public func onCancel(_ wake: @escaping @Sendable () -> Void) {
        let isLate = wakings.withLock { wakings in
            if !isCancelled { wakings.append(wake) }
            return isCancelled
        }
        if isLate { wake() }
    }
}
