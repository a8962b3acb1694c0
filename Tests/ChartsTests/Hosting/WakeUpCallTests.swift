import EventLoop
import Platform
import Testing

@testable import ChartWindows
@testable import Charts

/// When a window's gestures wake up.
@MainActor
@Suite struct WakeUpCallTests {
    /// An object with a time to be woken at.
    private final class Sleeper {
        var next: Double?
        var woken: [Double] = []
    }

    @Test func itComesAtTheTimeAskedForAndNotOtherwise() throws {
        let clock = TestClock(now: 10)
        let loop = try EventLoop(clock: clock)
        let sleeper = Sleeper()
        let call = WakeUpCall(loop) {
            sleeper.next
        } wake: {
            sleeper.woken.append($0)
            sleeper.next = $0 < 20 ? $0 + 5 : nil
        }
        func pass(_ seconds: Double) throws {
            clock.advance(by: seconds)
            try loop.runOnce(waitingAtMost: 0)
        }
        // No time is requested.
        call.order()
        try pass(1)
        #expect(sleeper.woken == [])
        // Another time replaces the one before.
        sleeper.next = 12
        call.order()
        sleeper.next = 14
        call.order()
        try pass(1)
        #expect(sleeper.woken == [])
        try pass(2)
        #expect(sleeper.woken == [14])
        // The next call is ordered automatically, and a late loop passes the actual time.
        try pass(4)
        #expect(sleeper.woken == [14])
        try pass(3)
        #expect(sleeper.woken == [14, 21])
        try pass(100)
        #expect(sleeper.woken == [14, 21])
        // A withdrawn request wakes nothing.
        sleeper.next = 200
        call.order()
        sleeper.next = nil
        call.order()
        try pass(100)
        #expect(sleeper.woken == [14, 21])
    }

    @Test func itIsGoneWithItsOwner() throws {
        let clock = TestClock(now: 0)
        let loop = try EventLoop(clock: clock)
        let sleeper = Sleeper()
        sleeper.next = 1
        var call: WakeUpCall? = WakeUpCall(loop) {
            sleeper.next
        } wake: {
            sleeper.woken.append($0)
        }
        call?.order()
        call = nil
        clock.advance(by: 2)
        try loop.runOnce(waitingAtMost: 0)
        #expect(sleeper.woken == [])
    }
}
