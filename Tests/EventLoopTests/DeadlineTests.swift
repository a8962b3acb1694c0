import Platform
import SeededRandom
import Testing

@testable import EventLoop

@Suite struct DeadlineQueueTests {
    @Test func comesOutInTheOrderOfASortedArray() {
        var noise = SplitMix(seed: 7)
        var queue = DeadlineQueue<UInt64>()
        var expected: [(time: Double, serial: UInt64)] = []
        for serial in 1...2000 as ClosedRange<UInt64> {
            let time = Double(Int.random(in: 0..<300, using: &noise))
            queue.add(serial, at: time, serial: serial)
            expected.append((time, serial))
        }
        // Two thirds are cancelled, which makes the heap rebuild itself.
        for index in stride(from: expected.count - 1, through: 0, by: -1)
        where Int.random(in: 0..<3, using: &noise) != 0 {
            let cancelled = queue.cancel(expected[index].serial)
            let cancelledTwice = queue.cancel(expected[index].serial)
            #expect(cancelled && !cancelledTwice)
            expected.remove(at: index)
        }
        #expect(queue.count == expected.count)
        expected.sort { ($0.time, $0.serial) < ($1.time, $1.serial) }
        var taken: [UInt64] = []
        while let next = queue.next {
            let early = queue.popDue(at: next.nextDown, below: .max)
            #expect(early == nil)
            if let serial = queue.popDue(at: next, below: .max) { taken.append(serial) }
        }
        #expect(taken == expected.map(\.serial))
    }

    @Test func leavesWhatWasAddedAfterTheLimit() {
        var queue = DeadlineQueue<String>()
        queue.add("early", at: 0, serial: 1)
        queue.add("late", at: 1, serial: 2)
        let none = queue.popDue(at: 5, below: 1)
        let early = queue.popDue(at: 5, below: 2)
        let late = queue.popDue(at: 5, below: 3)
        let end = queue.next
        #expect(none == nil)
        #expect(early == "early")
        #expect(late == "late")
        #expect(end == nil)
    }
}

/// The token that a handler cancels, set after the handler was made.
@MainActor
final class Tokens {
    var all: [EventLoop.Token] = []
}

@MainActor
@Suite struct DeadlineTests {
    @Test func runInOrderOfTimeThenOfSetting() throws {
        let clock = TestClock(now: 100)
        let loop = try EventLoop(clock: clock)
        var ran: [Int] = []
        loop.schedule(at: 103) { ran.append(3) }
        loop.schedule(at: 101) { ran.append(1) }
        loop.schedule(after: 2) { ran.append(2) }
        loop.schedule(at: 101) { ran.append(11) }
        try loop.runOnce(waitingAtMost: 0)
        #expect(ran.isEmpty)
        clock.advance(by: 1)
        try loop.runOnce(waitingAtMost: 0)
        #expect(ran == [1, 11])
        clock.advance(by: 50)
        try loop.runOnce(waitingAtMost: 0)
        #expect(ran == [1, 11, 2, 3])
    }

    @Test func oneSetInAHandlerWaitsForTheNextTurn() throws {
        let clock = TestClock(now: 10)
        let loop = try EventLoop(clock: clock)
        var ran: [String] = []
        loop.schedule(at: 10) {
            ran.append("first")
            loop.schedule(at: 5) { ran.append("second") }
        }
        try loop.runOnce(waitingAtMost: 0)
        #expect(ran == ["first"])
        try loop.runOnce()
        #expect(ran == ["first", "second"])
    }

    @Test func oneDeadlineCancelsAnotherOfTheSameTurn() throws {
        let loop = try EventLoop(clock: TestClock(now: 1))
        var ran: [Int] = []
        let tokens = Tokens()
        loop.schedule(at: 1) {
            ran.append(1)
            for token in tokens.all { #expect(loop.cancel(token)) }
        }
        tokens.all.append(loop.schedule(at: 1) { ran.append(2) })
        try loop.runOnce(waitingAtMost: 0)
        try loop.runOnce(waitingAtMost: 0)
        #expect(ran == [1])
    }

    @Test func theRealClockWakesTheLoopNoEarlierThanTheDeadline() throws {
        let loop = try EventLoop()
        let clock = SystemClock()
        let due = clock.now + 0.02
        var ranAt: Double?
        loop.schedule(at: due) {
            ranAt = clock.now
            loop.stop()
        }
        try loop.run()
        #expect(try #require(ranAt) >= due)
    }
}
