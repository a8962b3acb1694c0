import Glibc
import Platform
import Testing

@testable import EventLoop

/// Runs `body` on a separate thread.
private func onThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    let code = pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }, box)
    precondition(code == 0, "no thread")
    return thread
}

@MainActor
private final class Tally {
    var values: [Int] = []
}

@MainActor
@Suite(.serialized) struct MailboxTests {
    @Test func aThreadWakesTheBlockedLoop() throws {
        let loop = try EventLoop()
        let mailbox = loop.mailbox
        let tally = Tally()
        let thread = onThread {
            for value in 0..<1000 { mailbox.post { tally.values.append(value) } }
            mailbox.post { loop.stop() }
        }
        try loop.run()
        pthread_join(thread, nil)
        #expect(tally.values == Array(0..<1000))
    }

    @Test func whatAnActionPostsRunsInALaterTurn() throws {
        let loop = try EventLoop()
        let mailbox = loop.mailbox
        let tally = Tally()
        mailbox.post {
            tally.values.append(1)
            mailbox.post { tally.values.append(2) }
        }
        try loop.runOnce()
        #expect(tally.values == [1])
        try loop.runOnce()
        #expect(tally.values == [1, 2])
    }

    @Test func aLoopThatIsGoneHoldsNothing() throws {
        var loop: EventLoop? = try EventLoop()
        let mailbox = try #require(loop).mailbox
        loop = nil
        let tally = Tally()
        weak let held = tally
        mailbox.post { tally.values.append(1) }
        #expect(mailbox.takeAll().isEmpty)
        #expect(held != nil)
    }

    @Test func aSignalBecomesACall() throws {
        let loop = try EventLoop()
        var heard: [Int32] = []
        let token = try loop.catchSignals([SIGUSR2]) { heard.append($0) }
        // To this thread, whose mask is known; a test runner has others that the signal would kill.
        pthread_kill(pthread_self(), SIGUSR2)
        #expect(try loop.run(until: { !heard.isEmpty }, waitingAtMost: 5))
        #expect(heard == [SIGUSR2])
        loop.cancel(token)
    }

    @Test func anInterruptedWaitIsTakenUpAgain() throws {
        let loop = try EventLoop()
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        var previous = sigaction()
        #expect(sigaction(SIGUSR1, &action, &previous) == 0)
        defer { sigaction(SIGUSR1, &previous, nil) }
        let waiting = pthread_self()
        let mailbox = loop.mailbox
        let thread = onThread {
            for _ in 0..<20 {
                pthread_kill(waiting, SIGUSR1)
                usleep(500)
            }
            mailbox.post { loop.stop() }
        }
        try loop.run()
        pthread_join(thread, nil)
        #expect(loop.wakeUps == 1)
    }
}
