import Foundation
import Synchronization
import Testing

@testable import TestCompositor

/// Concurrent calls into the compositor's thread from many others.
struct ThreadTests {
    /// A result of several words and several objects: a torn one would be detected, or crash the
    /// tests.
    private struct Answer: Sendable, Equatable {
        var caller: Int
        var round: Int
        var text: String
        var list: [String]

        init(_ caller: Int, _ round: Int) {
            self.caller = caller
            self.round = round
            text = "the answer number \(round) to the caller \(caller)"
            list = [text, "\(caller)"]
        }
    }

    @Test func everyCallerGetsItsOwnAnswerWhole() throws {
        try withTestCompositor { compositor in
            let thread = compositor.thread
            let wrong = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 8) { caller in
                for round in 0..<4000 {
                    let answer = try? thread.perform { _ in Answer(caller, round) }
                    if answer != Answer(caller, round) { wrong.add(1, ordering: .relaxed) }
                }
            }
            #expect(wrong.load(ordering: .relaxed) == 0)
        }
    }

    @Test func anErrorComesToItsCallerAlone() throws {
        struct Refusal: Error, Equatable { let caller: Int }
        try withTestCompositor { compositor in
            let thread = compositor.thread
            let wrong = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 4) { caller in
                for round in 0..<500 {
                    do {
                        let got = try thread.perform { _ in
                            if caller % 2 == 0 { throw Refusal(caller: caller) }
                            return [round]
                        }
                        if caller % 2 == 0 || got != [round] { wrong.add(1, ordering: .relaxed) }
                    } catch {
                        let isRight = error as? Refusal == Refusal(caller: caller)
                        if !isRight { wrong.add(1, ordering: .relaxed) }
                    }
                }
            }
            #expect(wrong.load(ordering: .relaxed) == 0)
        }
    }
}
