import Foundation
import Synchronization
import Testing

@testable import Platform

@Suite("Work on several processors")
struct WorkersTests {
    @Test("Every number is done once", arguments: [0, 1, 2, 3, 17, 1_000])
    func everyNumber(count: Int) {
        let done = Mutex<[Int]>([])
        Workers.perform(count) { number in done.withLock { $0.append(number) } }
        #expect(done.withLock { $0.sorted() } == Array(0..<count))
    }

    /// The kernel's number of the calling thread.
    private static var thread: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        return path?.split(separator: "/").last.map(String.init) ?? ""
    }

    @Test("When it is over, no thread of it is left to wake up later")
    func threads() throws {
        let mine = Mutex<Set<String>>([])
        Workers.perform(64) { _ in
            usleep(1_000)
            _ = mine.withLock { $0.insert(WorkersTests.thread) }
        }
        let others = mine.withLock { $0 }.subtracting([WorkersTests.thread])
        #expect(ProcessorCount.usable == 1 || !others.isEmpty, "others took part")
        func areGone() throws -> Bool {
            let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
            return others.isDisjoint(with: tasks)
        }
        // The kernel reports the end of a thread a moment before it removes it from the list.
        for _ in 0..<1_000 where try !areGone() { usleep(1_000) }
        #expect(try areGone())
    }

    @Test("Work in the background gives way, and so does what it starts")
    func background() throws {
        @Sendable func niceness() -> Int32 {
            getpriority(Int32(bitPattern: PRIO_PROCESS.rawValue), 0)
        }
        let before = niceness()
        let seen = Mutex<[Int32]>([])
        let thread = try #require(
            WorkerThread(priority: .background) {
                seen.withLock { $0.append(niceness()) }
                let inner = WorkerThread { seen.withLock { $0.append(niceness()) } }
                inner?.join()
            })
        thread.join()
        let other = try #require(WorkerThread { seen.withLock { $0.append(niceness()) } })
        other.join()
        #expect(seen.withLock { $0 } == [max(before, 10), max(before, 10), before])
        #expect(niceness() == before)
    }
}
