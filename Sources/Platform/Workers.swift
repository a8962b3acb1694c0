// Work on several processors.
//
// Method: separate threads that end with the work. Rejected: a pool (libdispatch), whose threads
// stay for some seconds and then wake up to end, so a program without further work would not be
// idle yet.

import Glibc
import Synchronization

/// The number of processors.
public enum ProcessorCount {
    /// The processors that this process may use, from 1 to 16.
    public static var usable: Int { min(16, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// A thread of the operating system that runs a closure to its end.
public struct WorkerThread {
    /// The priority of a thread's work relative to that of others.
    public enum Priority: Sendable {
        /// The same as that of the thread that starts it.
        case same
        /// Lower than work that a user is waiting for: if both need a processor, a tenth. The
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
            // On Linux niceness is per thread, and 0 means the calling one. If it cannot be changed
            // the work is done anyway.
            let threads = Int32(bitPattern: PRIO_PROCESS.rawValue)
            if priority == .background, getpriority(threads, 0) < 10 {
                setpriority(threads, 0, 10)
            }
            run()
        }
    }

    private var thread = pthread_t()

    /// Starts the thread; nil if the system provides none.
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

    /// Waits for its end.
    ///
    /// A thread must be joined or detached, or its memory is not freed.
    public func join() { pthread_join(thread, nil) }

    /// Lets it run to its end without being joined.
    public func detach() { pthread_detach(thread) }

    /// Starts a thread that is not waited for.
    ///
    /// If the system provides none, the calling one runs the closure to its end first.
    public static func detach(
        priority: Priority = .same, _ run: @escaping @Sendable () -> Void
    ) {
        if let thread = WorkerThread(priority: priority, run) { thread.detach() } else { run() }
    }
}

/// Work distributed over all processors.
public enum Workers {
    private final class Counter: Sendable {
        let next = Atomic(0)
    }

    /// Calls `body` once with each number below `count` and returns when all calls have ended.
    ///
    /// The calling thread takes part, and does everything if the system provides no other. Numbers
    /// are started in order. Costs some 20 microseconds per processor.
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
