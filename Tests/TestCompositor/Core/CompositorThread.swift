import CWaylandServer
import Foundation

/// Runs a compositor on a separate thread and transfers work to it.
///
/// Data layout: one condition guards the job list, the results, the turn counter and the phase;
/// `Core` and all protocol objects belong to the thread alone. A pipe in the event loop wakes it
/// for jobs. After every turn of the loop the counter increases and waiters check again, so nothing
/// polls by the clock.
final class CompositorThread: @unchecked Sendable {
    private enum Phase {
        case starting
        case running
        case ended
    }

    private let condition = NSCondition()
    private var jobs: [(Core) -> Void] = []
    private var turns = 0
    private var phase = Phase.starting
    private var startFailure: CompositorError?
    private var isAskedToEnd = false
    private var thread: Thread?
    private let wakeReader: Int32
    private let wakeWriter: Int32

    init(settings: CompositorSettings, socket: String) throws(CompositorError) {
        (wakeReader, wakeWriter) = try makePipe()
        _ = fcntl(wakeReader, F_SETFL, O_NONBLOCK)
        _ = fcntl(wakeWriter, F_SETFL, O_NONBLOCK)
        let thread = Thread { self.run(settings: settings, socket: socket) }
        thread.name = "compositor"
        self.thread = thread
        thread.start()
        condition.lock()
        while phase == .starting { condition.wait() }
        let failure = startFailure
        condition.unlock()
        if let failure { throw failure }
    }

    deinit {
        close(wakeReader)
        close(wakeWriter)
    }

    /// Runs `body` on the compositor's thread and waits for it.
    ///
    /// All messages that it sent are flushed on return.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Core) throws -> Value
    ) throws -> Value {
        precondition(
            Thread.current !== thread, "the compositor's own thread must not wait for itself")
        let slot = Slot<Value>()
        condition.lock()
        defer { condition.unlock() }
        guard phase == .running else { throw CompositorError("the test compositor has ended") }
        jobs.append { [condition] core in
            let result = Result { try body(core) }
            // A waiter may be awake and reading, woken by the previous turn or by another's result.
            condition.withLock { slot.result = result }
        }
        wake()
        while slot.result == nil, phase == .running { condition.wait() }
        guard let result = slot.result else {
            throw CompositorError("the test compositor ended before it came to this")
        }
        return try result.get()
    }

    /// Whether it has not ended.
    var isRunning: Bool { condition.withLock { phase == .running } }

    /// The number of turns of the loop, for use with `waitForTurn`.
    var turnCount: Int { condition.withLock { turns } }

    /// Waits until the loop has turned since `count`, or `deadline` has passed.
    func waitForTurn(since count: Int, until deadline: Date) {
        condition.lock()
        while turns == count, phase == .running, condition.wait(until: deadline) {}
        condition.unlock()
    }

    /// Ends the compositor: every client is disconnected.
    ///
    /// Returns when the thread has released everything.
    func end() {
        condition.lock()
        isAskedToEnd = true
        wake()
        while phase != .ended { condition.wait() }
        condition.unlock()
    }

    private func wake() {
        var byte: UInt8 = 1
        // A full pipe wakes it as well.
        _ = write(wakeWriter, &byte, 1)
    }

    private func run(settings: CompositorSettings, socket: String) {
        let core: Core
        do {
            core = try Core(settings: settings, socket: socket)
        } catch {
            condition.withLock {
                startFailure = error
                phase = .ended
                condition.broadcast()
            }
            return
        }
        wl_event_loop_add_fd(core.loop, wakeReader, UInt32(WL_EVENT_READABLE), drain, nil)
        condition.withLock {
            phase = .running
            condition.broadcast()
        }
        while true {
            wl_event_loop_dispatch(core.loop, -1)
            let (work, isLast) = condition.withLock {
                let work = jobs
                jobs = []
                return (work, isAskedToEnd)
            }
            for job in work { job(core) }
            wl_display_flush_clients(core.display)
            if isLast { break }
            condition.withLock {
                turns += 1
                condition.broadcast()
            }
        }
        core.end()
        condition.withLock {
            phase = .ended
            condition.broadcast()
        }
    }
}

/// The result of a job, guarded by the thread's condition.
private final class Slot<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, any Error>?
}

private func drain(_ descriptor: Int32, _ mask: UInt32, _ data: UnsafeMutableRawPointer?) -> Int32 {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
    return 0
}

/// A pipe that child processes do not inherit: its reading and its writing end.
///
/// A socket pair, since that can be made non-inheritable in one step; a child that held a writing
/// end open would keep a reader from ever seeing the end.
func makePipe() throws(CompositorError) -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
        throw CompositorError("there is no pipe: \(errorText())")
    }
    shutdown(ends[0], Int32(SHUT_WR))
    shutdown(ends[1], Int32(SHUT_RD))
    return (ends[0], ends[1])
}

/// The message of the last failed system call.
func errorText() -> String { String(cString: strerror(errno)) }

/// `CLOCK_MONOTONIC` in nanoseconds.
func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// `CLOCK_MONOTONIC` in the milliseconds of event timestamps, which wrap around.
func eventTime() -> UInt32 { UInt32(truncatingIfNeeded: monotonicNanoseconds() / 1_000_000) }
