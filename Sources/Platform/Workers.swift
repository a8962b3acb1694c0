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
    /// What a thread's work is worth beside that of others.
    public enum Priority: Sendable {
        /// As much as the work of the thread that starts it.
        case same
        /// Less than what a person waits for at this moment: where both want a processor, a tenth. The
        /// threads that it starts inherit it.
        case background
    }

    private final class Body {
        let run: @Sendable () -> Void
        let priority: Priority

        init(_ run: @escaping @Sendable () -> Void, _ priority: Priority) {
            self.run = run
            self.priority = priority
        }

        func perform() {
            // On Linux niceness is a thread's own, and 0 stands for the calling one. Where it may not
            // be changed the work is done all the same.
            let threads = Int32(bitPattern: PRIO_PROCESS.rawValue)
            if priority == .background, getpriority(threads, 0) < 10 {
                setpriority(threads, 0, 10)
            }
            run()
        }
    }

    private var thread = pthread_t()

    /// Starts the thread; nil where the system gives none.
    public init?(priority: Priority = .same, _ run: @escaping @Sendable () -> Void) {
        let body = Unmanaged.passRetained(Body(run, priority))
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument {
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().perform()
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

    /// Starts a thread that nobody waits for; where the system gives none, the calling one runs the
    /// closure to its end first.
    public static func detach(
        priority: Priority = .same, _ run: @escaping @Sendable () -> Void
    ) {
        if let thread = WorkerThread(priority: priority, run) { thread.detach() } else { run() }
    }
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
