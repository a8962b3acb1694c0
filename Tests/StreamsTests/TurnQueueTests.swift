import Glibc
import Platform
import Synchronization
import Testing

@testable import Streams

/// The distribution of blocks in progress among threads.
@Suite struct TurnQueueTests {
    private typealias Queue = TurnQueue<Int>

    /// A step as a text: its kind, and its block.
    private func word(_ step: Queue.Step) -> String {
        switch step {
        case .read(let spare): "read \(spare?.part ?? -1)"
        case .scan(let index, let block): "scan \(index) (\(block.part))"
        case .take(let block): "take \(block.part)"
        case .nothing: "nothing"
        }
    }

    /// Lets a thread read a new block, with a number for its part.
    private func read(_ queue: Queue, _ worker: Int, _ number: Int) {
        #expect(word(queue.next(for: worker)) == "read -1")
        queue.noteRead(RecordBlock(number, reader: worker))
    }

    @Test func whoHasReadABlockScansIt() throws {
        let queue = Queue(ahead: 5, workers: 2)
        read(queue, 0, 10)
        read(queue, 1, 11)
        // Enough are read.
        #expect(word(queue.next(for: 1)) == "scan 1 (11)")
        read(queue, 0, 12)
        #expect(word(queue.next(for: 0)) == "scan 0 (10)")
    }

    @Test func whatNobodyElseScansIsScannedByAnyone() {
        let queue = Queue(ahead: 5, workers: 2)
        read(queue, 0, 10)
        read(queue, 0, 11)
        #expect(word(queue.next(for: 1)) == "scan 0 (10)")
        #expect(word(queue.next(for: 1)).hasPrefix("read"))
    }

    /// A thread that has read a block leaves the stream to an idle thread, and scans.
    @Test func aThreadThatWaitsReadsOn() {
        let queue = Queue(ahead: 5, workers: 2)
        #expect(word(queue.next(for: 0)) == "read -1")
        let other = Mutex("")
        let thread = WorkerThread { [self] in
            let step = word(queue.next(for: 1))
            other.withLock { $0 = step }
        }
        while queue.idleThreads == 0 { sched_yield() }
        queue.noteRead(RecordBlock(10, reader: 0))
        #expect(word(queue.next(for: 0)) == "scan 0 (10)")
        thread?.join()
        #expect(other.withLock { $0 } == "read -1")
    }

    @Test func blocksAreReadIntoAgainByTheirReader() {
        let queue = Queue(ahead: 2, workers: 2)
        let blocks = [RecordBlock(10, reader: 0), RecordBlock(11, reader: 1)]
        for block in blocks {
            #expect(word(queue.next(for: block.reader)) == "read -1")
            queue.noteRead(block)
        }
        for index in blocks.indices {
            #expect(word(queue.next(for: index)) == "scan \(index) (\(10 + index))")
            queue.noteScanned(index, blocks[index])
        }
        #expect(word(queue.next(for: 0, takes: true)) == "take 10")
        #expect(word(queue.next(for: 0, takes: true)) == "take 11")
        for block in blocks { queue.release(block) }
        // The one that was returned first, though another was returned after it.
        #expect(word(queue.next(for: 0)) == "read 10")
        queue.noteRead(blocks[0])
        // Another thread's block is better than none.
        #expect(word(queue.next(for: 0)) == "read 11")
        queue.noteRead(nil)
        #expect(word(queue.next(for: 1)) == "scan 2 (10)")
        queue.noteScanned(2, blocks[0])
        #expect(word(queue.next(for: 1)) == "nothing")
        #expect(word(queue.next(for: 0, takes: true)) == "take 10")
        queue.end()
        #expect(word(queue.next(for: 0, takes: true)) == "nothing")
    }
}
