// One poll(2) for everything the program waits for.
//
// A turn: sources announce their reads and flush (`beginWaiting`), poll(2) waits until a descriptor
// is ready or the next deadline, sources read what arrived (`endWaiting`), and only then is
// anything delivered, in this order: sources, watches, the mailbox, the main queue, deadlines that are
// due, actions deferred to the end of the turn. So all input of a turn is known before the frame that shows it
// is drawn.
// With nothing pending, poll(2) has no time-out: an idle program does not wake.
//
// A handler may cancel or add anything: a turn iterates over a snapshot of tokens and looks each
// one up again before calling it.
// Rejected: epoll (no gain for a dozen descriptors, no time-out finer than a millisecond without
// epoll_pwait2), timerfd (a descriptor and two system calls per timer), a loop of libdispatch's
// (cannot do prepare-read, wakes on its own).

import CLinux
import Glibc
import Platform

/// The program's only loop over descriptors, deadlines, a mailbox and the main queue.
///
/// While it waits, `Task`s and `await`s of the main actor run, as do blocks that are sent to
/// `DispatchQueue.main`; none of them wakes an idle program. After an asynchronous `main` has
/// awaited something they wait until the loop has ended, because from then on the caller of the loop
/// is itself one of these tasks.
@MainActor
public final class EventLoop {
    /// Identifies a watch, source, deadline or deferred action, so that it can be cancelled.
    public struct Token: Hashable, Sendable {
        let serial: UInt64
    }

    /// The clock of the deadlines.
    public let clock: any MonotonicClock
    /// Where background work posts actions for the main actor.
    public nonisolated let mailbox: Mailbox

    private struct Watch {
        let descriptor: Int32
        let interest: Interest
        let handler: @MainActor (Readiness) -> Void
    }

    private var serial: UInt64 = 0
    private var watches: [Token: Watch] = [:]
    private var sources: [Token: any EventSource] = [:]
    private var order: [Token] = []
    private var deadlines = DeadlineQueue<@MainActor () -> Void>()
    private var deferred: [(token: Token, action: @MainActor () -> Void)] = []
    private let mainQueue = MainQueue()
    private var isStopped = false
    private var isInTurn = false

    /// The number of times poll(2) has returned, for measuring that an idle program sleeps.
    public private(set) var wakeUps = 0

    /// A loop whose deadlines use `clock`.
    ///
    /// - Throws: `EventLoopError` if the kernel provides no descriptor for the mailbox.
    public init(clock: any MonotonicClock = SystemClock()) throws(EventLoopError) {
        self.clock = clock
        mailbox = try Mailbox()
    }

    deinit { mailbox.shut() }

    /// The time on the loop's clock, in seconds.
    public var now: Double { clock.now }

    // MARK: Adding and cancelling

    /// Calls `handler` whenever `descriptor` is ready for `interest`, has hung up or has failed.
    ///
    /// The descriptor stays the caller's: cancel the watch before closing it. A handler that
    /// receives `.hungUp` or `.failed` and does not cancel is called again at once.
    public func watch(
        _ descriptor: Int32, for interest: Interest,
        _ handler: @escaping @MainActor (Readiness) -> Void
    ) -> Token {
        let token = nextToken()
        watches[token] = Watch(descriptor: descriptor, interest: interest, handler: handler)
        order.append(token)
        return token
    }

    /// Adds a client library's queue to the loop, which retains it until it is cancelled.
    public func add(_ source: any EventSource) -> Token {
        let token = nextToken()
        sources[token] = source
        order.append(token)
        return token
    }

    /// Calls `action` once, at `time` on the loop's clock or as soon after it as possible.
    ///
    /// Deadlines at the same time run in the order in which they were set. A deadline set from
    /// inside a handler runs in a later turn even if its time has passed.
    @discardableResult
    public func schedule(at time: Double, _ action: @escaping @MainActor () -> Void) -> Token {
        let token = nextToken()
        deadlines.add(action, at: time, serial: token.serial)
        return token
    }

    /// Calls `action` once, `seconds` from now.
    @discardableResult
    public func schedule(
        after seconds: Double, _ action: @escaping @MainActor () -> Void
    ) -> Token {
        schedule(at: clock.now + seconds, action)
    }

    /// Calls `action` at the end of the current turn.
    ///
    /// If called from another deferred action or outside a turn, it is the end of the next one.
    @discardableResult
    public func whenTurnEnds(_ action: @escaping @MainActor () -> Void) -> Token {
        let token = nextToken()
        deferred.append((token, action))
        return token
    }

    /// Cancels the item that `token` identifies.
    ///
    /// Returns whether it was still pending; cancelling twice is allowed.
    @discardableResult
    public func cancel(_ token: Token) -> Bool {
        if watches.removeValue(forKey: token) != nil || sources.removeValue(forKey: token) != nil {
            order.removeAll { $0 == token }
            return true
        }
        if deadlines.cancel(token.serial) { return true }
        guard let index = deferred.firstIndex(where: { $0.token == token }) else { return false }
        deferred.remove(at: index)
        return true
    }

    private func nextToken() -> Token {
        serial += 1
        return Token(serial: serial)
    }

    // MARK: Running

    /// Turns until `stop()`.
    ///
    /// - Throws: `EventLoopError` if poll(2) itself fails, from which there is no recovery.
    public func run() throws(EventLoopError) {
        isStopped = false
        while !isStopped { try turn(waitingAtMost: .infinity) }
    }

    /// Ends `run()` when the current turn is over.
    public func stop() { isStopped = true }

    /// Waits for something to do, does all of it, and returns.
    ///
    /// - Parameter limit: the longest wait in seconds; 0 polls without waiting.
    public func runOnce(waitingAtMost limit: Double = .infinity) throws(EventLoopError) {
        try turn(waitingAtMost: limit)
    }

    /// Turns until `condition` holds or `limit` seconds have passed; returns whether it holds.
    public func run(
        until condition: @MainActor () -> Bool, waitingAtMost limit: Double
    ) throws(EventLoopError) -> Bool {
        let end = SystemClock().now + limit
        while !condition() {
            let rest = end - SystemClock().now
            guard rest > 0 else { return false }
            try turn(waitingAtMost: rest)
        }
        return true
    }

    private func turn(waitingAtMost limit: Double) throws(EventLoopError) {
        precondition(!isInTurn, "the event loop was run from inside one of its own handlers")
        isInTurn = true
        defer { isInTurn = false }

        // An action deferred outside a turn does not wait.
        var longest = deferred.isEmpty ? limit : 0
        if let next = deadlines.next { longest = min(longest, max(0, next - clock.now)) }

        let waiting = order
        var polled: [pollfd] = []
        polled.reserveCapacity(waiting.count + 2)
        polled.append(pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0))
        for token in waiting {
            if let source = sources[token] {
                let interest: Interest
                switch source.beginWaiting() {
                case .wait(let wanted): interest = wanted
                case .pending(let wanted):
                    interest = wanted
                    longest = 0
                }
                polled.append(pollfd(fd: source.descriptor, events: interest.events, revents: 0))
            } else if let watch = watches[token] {
                polled.append(
                    pollfd(fd: watch.descriptor, events: watch.interest.events, revents: 0))
            }
        }

        if let mainQueue {
            polled.append(pollfd(fd: mainQueue.descriptor, events: Int16(POLLIN), revents: 0))
        }

        let failure = wait(&polled, atMost: longest)
        wakeUps += 1
        let ready = polled.map { Readiness(events: $0.revents) }
        for (index, token) in waiting.enumerated() {
            sources[token]?.endWaiting(failure == nil ? ready[index + 1] : [])
        }
        if let failure { throw failure }
        deliver(waiting, ready)
    }

    private func deliver(_ waiting: [Token], _ ready: [Readiness]) {
        // Set before any handler runs: what a handler schedules or defers belongs to a later turn.
        // What handlers other than deferred actions defer still ends this one.
        let limit = serial + 1
        for token in waiting { sources[token]?.dispatch() }
        for (index, token) in waiting.enumerated() where !ready[index + 1].isEmpty {
            watches[token]?.handler(ready[index + 1])
        }
        if !ready[0].isEmpty {
            for action in mailbox.takeAll() { action() }
        }
        if ready.count > waiting.count + 1, !ready[waiting.count + 1].isEmpty { mainQueue?.run() }
        if deadlines.count > 0 {
            let now = clock.now
            while let action = deadlines.popDue(at: now, below: limit) { action() }
        }
        if !deferred.isEmpty {
            let last = serial
            while let first = deferred.first, first.token.serial <= last {
                deferred.removeFirst()
                first.action()
            }
        }
    }

    /// poll(2) with a time-out in seconds, resumed after an interruption by a signal handler.
    private func wait(_ polled: inout [pollfd], atMost limit: Double) -> EventLoopError? {
        let end = limit.isFinite ? SystemClock().now + limit : .infinity
        while true {
            let result: Int32
            if limit.isFinite {
                let rest = min(max(0, end - SystemClock().now), 1e9)
                var time = timespec(
                    tv_sec: Int(rest), tv_nsec: Int((rest - rest.rounded(.down)) * 1e9))
                result = ppoll(&polled, nfds_t(polled.count), &time, nil)
            } else {
                result = ppoll(&polled, nfds_t(polled.count), nil, nil)
            }
            if result >= 0 { return nil }
            if errno != EINTR { return .systemCall(name: "ppoll", code: errno) }
        }
    }
}

extension Interest {
    fileprivate var events: Int16 {
        var events: Int16 = 0
        if contains(.read) { events |= Int16(POLLIN) }
        if contains(.write) { events |= Int16(POLLOUT) }
        return events
    }
}

extension Readiness {
    fileprivate init(events: Int16) {
        var readiness: Readiness = []
        if events & Int16(POLLIN) != 0 { readiness.insert(.readable) }
        if events & Int16(POLLOUT) != 0 { readiness.insert(.writable) }
        if events & Int16(POLLHUP) != 0 { readiness.insert(.hungUp) }
        if events & Int16(POLLERR) != 0 || events & Int16(POLLNVAL) != 0 {
            readiness.insert(.failed)
        }
        self = readiness
    }
}
