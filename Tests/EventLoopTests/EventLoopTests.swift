import Glibc
import Platform
import Testing

@testable import EventLoop

/// Both ends of a pipe, closed when it goes out of scope.
final class Pipe {
    let reading: Int32
    let writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "no pipe")
        reading = ends[0]
        writing = ends[1]
    }

    func send(_ byte: UInt8) {
        var byte = byte
        precondition(write(writing, &byte, 1) == 1, "a pipe accepted no byte")
    }

    func receive() -> UInt8 {
        var byte: UInt8 = 0
        precondition(read(reading, &byte, 1) == 1, "a pipe returned no byte")
        return byte
    }

    deinit {
        close(reading)
        close(writing)
    }
}

/// Records the steps of a turn, in order.
@MainActor
final class Recorder: EventSource {
    let pipe = Pipe()
    var pending = false
    var steps: [String] = []
    var onDispatch: () -> Void = {}

    var descriptor: Int32 { pipe.reading }

    func beginWaiting() -> Preparation {
        steps.append("begin")
        return pending ? .pending(.read) : .wait(.read)
    }

    func endWaiting(_ readiness: Readiness) {
        steps.append(readiness.contains(.readable) ? "read" : "withdraw")
    }

    func dispatch() {
        steps.append("dispatch")
        onDispatch()
    }
}

@MainActor
@Suite struct EventLoopTests {
    @Test func aWatchHearsOfItsDescriptorAndOnlyOfIt() throws {
        let loop = try EventLoop()
        let a = Pipe()
        let b = Pipe()
        var heard: [UInt8] = []
        _ = loop.watch(a.reading, for: .read) { _ in heard.append(a.receive()) }
        _ = loop.watch(b.reading, for: .read) { _ in heard.append(b.receive()) }
        b.send(2)
        try loop.runOnce()
        #expect(heard == [2])
        a.send(1)
        b.send(3)
        try loop.runOnce()
        #expect(heard == [2, 1, 3])
    }

    @Test func writeInterestIsReportedAsWritable() throws {
        let loop = try EventLoop()
        let pipe = Pipe()
        var readiness: Readiness = []
        _ = loop.watch(pipe.writing, for: .write) { readiness = $0 }
        try loop.runOnce()
        #expect(readiness == .writable)
    }

    @Test func aHandlerMayCancelItselfAndOthersOfTheSameTurn() throws {
        let loop = try EventLoop()
        let a = Pipe()
        let b = Pipe()
        a.send(1)
        b.send(2)
        var heard: [Int] = []
        let tokens = Tokens()
        tokens.all.append(
            loop.watch(a.reading, for: .read) { _ in
                heard.append(1)
                for token in tokens.all { #expect(loop.cancel(token)) }
            })
        tokens.all.append(loop.watch(b.reading, for: .read) { _ in heard.append(2) })
        try loop.runOnce()
        #expect(heard == [1])
        try loop.runOnce(waitingAtMost: 0)
        #expect(heard == [1])
    }

    @Test func aWatchAddedInAHandlerIsPolledFromTheNextTurn() throws {
        let loop = try EventLoop()
        let a = Pipe()
        let b = Pipe()
        a.send(1)
        b.send(2)
        var heard: [UInt8] = []
        _ = loop.watch(a.reading, for: .read) { _ in
            heard.append(a.receive())
            _ = loop.watch(b.reading, for: .read) { _ in heard.append(b.receive()) }
        }
        try loop.runOnce()
        #expect(heard == [1])
        try loop.runOnce()
        #expect(heard == [1, 2])
    }

    @Test func theOtherSideClosingIsAHangUp() throws {
        let loop = try EventLoop()
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        close(ends[1])
        defer { close(ends[0]) }
        var readiness: Readiness = []
        _ = loop.watch(ends[0], for: .read) { readiness = $0 }
        try loop.runOnce()
        #expect(readiness.contains(.hungUp))
    }

    @Test func aSourceGoesThroughItsStepsBeforeAnythingIsDelivered() throws {
        let loop = try EventLoop()
        let first = Recorder()
        let second = Recorder()
        var order: [String] = []
        let watched = Pipe()
        watched.send(9)
        _ = loop.watch(watched.reading, for: .read) { _ in order.append("watch") }
        _ = loop.add(first)
        _ = loop.add(second)
        loop.whenTurnEnds { order.append("end") }
        first.onDispatch = {
            #expect(second.steps == ["begin", "withdraw"])
            order.append("first")
        }
        second.onDispatch = { order.append("second") }
        first.pipe.send(1)
        try loop.runOnce()
        #expect(first.steps == ["begin", "read", "dispatch"])
        #expect(second.steps == ["begin", "withdraw", "dispatch"])
        #expect(order == ["first", "second", "watch", "end"])
    }

    @Test func aPendingSourceKeepsTheLoopFromBlocking() throws {
        let loop = try EventLoop()
        let source = Recorder()
        source.pending = true
        _ = loop.add(source)
        try loop.runOnce()
        #expect(source.steps == ["begin", "withdraw", "dispatch"])
    }

    @Test func deferredActionsEndTheTurnThatAskedForThem() throws {
        let loop = try EventLoop()
        let pipe = Pipe()
        pipe.send(1)
        var order: [Int] = []
        _ = loop.watch(pipe.reading, for: .read) { _ in
            _ = pipe.receive()
            loop.whenTurnEnds {
                order.append(2)
                loop.whenTurnEnds { order.append(3) }
            }
            let cancelled = loop.whenTurnEnds { order.append(99) }
            #expect(loop.cancel(cancelled))
            order.append(1)
        }
        try loop.runOnce()
        #expect(order == [1, 2])
        try loop.runOnce()
        #expect(order == [1, 2, 3])
    }

    @Test func nothingPendingWakesNobody() throws {
        let loop = try EventLoop()
        let pipe = Pipe()
        _ = loop.watch(pipe.reading, for: .read) { _ in }
        let cancelled = loop.schedule(after: 0.001) {}
        loop.cancel(cancelled)
        let before = loop.wakeUps
        #expect(try !loop.run(until: { false }, waitingAtMost: 0.05))
        #expect(loop.wakeUps == before + 1)
    }

    @Test func runUntilSaysWhetherItHappened() throws {
        let loop = try EventLoop()
        var done = false
        loop.schedule(after: 0.001) { done = true }
        #expect(try loop.run(until: { done }, waitingAtMost: 5))
    }
}
