// Work on several processors.
//
// Method: threads of our own that end with the work. Rejected: a pool (libdispatch), whose threads
// stay for some seconds and then wake up to end: a program that has nothing to do any more would
// not be still yet.

import Glibc
import Synchronization

/// How many processors there are to work on.
public enum ProcessorCount {
    /// The processors that this process may use, from 1 to 16.
    public static var usable: Int { min(16, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// A thread of the operating system that runs a closure to its end.
public struct WorkerThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private var thread = pthread_t()

    /// Starts the thread; nil where the system gives none.
    public init?(_ run: @escaping @Sendable () -> Void) {
        let body = Unmanaged.passRetained(Body(run))
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument {
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, body.toOpaque())
        if code != 0 {
            body.release()
            return nil
        }
    }

    /// Waits for its end; a thread is either joined or detached, or its memory stays.
    public func join() { pthread_join(thread, nil) }

    /// Leaves it to itself.
    public func detach() { pthread_detach(thread) }
}

/// A piece of work for all processors.
public enum Workers {
    private final class Counter: Sendable {
        let next = Atomic(0)
    }

    /// Calls `body` once with each number below `count` and returns when all calls have.
    ///
    /// The calling thread takes part, and does all where the system gives no other. Numbers are
    /// begun in their order. Costs some 20 microseconds a processor.
    public static func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
        withoutActuallyEscaping(body) { body in
            let counter = Counter()
            let work: @Sendable () -> Void = {
                while true {
                    let index = counter.next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard index < count else { return }
                    body(index)
                }
            }
            let others = (1..<max(1, min(count, ProcessorCount.usable))).compactMap { _ in
                WorkerThread(work)
            }
            work()
            for thread in others { thread.join() }
        }
    }
}
