import Glibc
import Synchronization
import Testing

@testable import Platform

@Suite struct DynamicLibraryTests {
    @Test func aFunctionIsFoundAndCalled() throws {
        let library = try #require(DynamicLibrary("libm.so.6"))
        let cosine: @convention(c) (Double) -> Double = try library.function("cos")
        #expect(cosine(0) == 1)
    }

    @Test func whatIsMissingIsNamed() throws {
        #expect(DynamicLibrary("libnosuchthing.so.7") == nil)
        let library = try #require(DynamicLibrary("libm.so.6"))
        #expect {
            let _: @convention(c) () -> Void = try library.function("no_such_function")
        } throws: {
            ($0 as? DynamicLibrary.Missing)?.function == "no_such_function"
        }
    }

    @Test func oneAtATimeTakesItsTurn() {
        struct Failure: Error {}
        let inside = Atomic(0)
        let met = Atomic(0)
        let failed = Atomic(0)
        Workers.perform(8) { _ in
            for turn in 0..<200 {
                do {
                    try DynamicLibrary.takingTurn { () throws(Failure) in
                        let others = inside.wrappingAdd(1, ordering: .relaxed).oldValue
                        met.wrappingAdd(others, ordering: .relaxed)
                        sched_yield()
                        inside.wrappingSubtract(1, ordering: .relaxed)
                        // A failing call lets the next one in.
                        if turn % 2 == 0 { throw Failure() }
                    }
                } catch {
                    failed.wrappingAdd(1, ordering: .relaxed)
                }
            }
        }
        #expect(met.load(ordering: .relaxed) == 0)
        #expect(failed.load(ordering: .relaxed) == 800)
    }
}
