import Synchronization

/// The wish that work on other threads end as soon as it can.
public final class Cancellation: Sendable {
    private let wish = Atomic(false)
    private let wakings = Mutex<[@Sendable () -> Void]>([])

    /// A wish that nobody has yet.
    public init() {}

    /// Whether the work is to end.
    public var isCancelled: Bool { wish.load(ordering: .acquiring) }

    /// Asks the work to end.
    public func cancel() {
        wish.store(true, ordering: .releasing)
        let wakings = wakings.withLock { wakings in
            defer { wakings = [] }
            return wakings
        }
        for wake in wakings { wake() }
    }

    /// Has `wake` called when the work is to end, on the thread that asks: for work that waits, to
    /// look at `isCancelled` again.
    public func onCancel(_ wake: @escaping @Sendable () -> Void) {
        let isLate = wakings.withLock { wakings in
            if !isCancelled { wakings.append(wake) }
            return isCancelled
        }
        if isLate { wake() }
    }
}
