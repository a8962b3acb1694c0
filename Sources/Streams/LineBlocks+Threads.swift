// Blocks scanned by several threads and delivered to one in order.
//
// Method: a thread takes the next free block, reads it, scans it into its own part, and stores the
// part; the calling thread takes the parts in the order of the file. Limits: at most `ahead` blocks
// are in progress or waiting to be taken, so memory is bounded however slow the taker is; buffers
// and parts are reused. The taker may stop at any block and continue alone from there. Later
// results are dropped, so scanning may rely on assumptions that only the taker can verify (that a
// block begins between two records).

import Platform

extension LineBlocks {
    /// Calls `scan` for every block on `workers` threads, and `take` on the calling thread for
    /// every part in the order of the file, until it returns false or a block cannot be read.
    ///
    /// - Parameters:
    ///   - ahead: the largest number of blocks in progress at once.
    ///   - make: makes the parts, at most `ahead` of them; a part is used for many blocks.
    ///   - scan: reads the lines in the range of the bytes; the offset is their position in the
    ///     file.
    ///   - take: takes the contents of the part.
    package func forEach<Part: Sendable>(
        workers: Int, ahead: Int, make: @escaping @Sendable () -> Part,
        scan: @escaping @Sendable (inout Part, RawSpan, _ lines: Range<Int>, _ offset: Int) -> Void,
        take: (inout Part) -> Bool
    ) {
        let queue = BlockQueue<Part>(count: count, ahead: max(ahead, workers))
        let work: @Sendable () -> Void = {
            var buffer: [UInt8] = []
            while let (index, given) = queue.next() {
                var part = given ?? make()
                do throws(StreamError) {
                    let (lines, offset) = try read(index, into: &buffer)
                    scan(&part, buffer.span.bytes, lines, offset)
                    queue.finish(index, part)
                } catch {
                    queue.finish(index, nil)
                }
            }
        }
        let threads = (0..<workers).compactMap { _ in WorkerThread(work) }
        for index in 0..<(threads.isEmpty ? 0 : count) {
            guard var part = queue.wait(for: index), take(&part) else { break }
            queue.release(part)
        }
        queue.stop()
        for thread in threads { thread.join() }
    }
}

/// The blocks in progress, shared by the threads.
private final class BlockQueue<Part: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    private let count: Int
    private let ahead: Int
    private var claimed = 0
    private var taken = 0
    /// Finished blocks; nil for one that could not be read.
    private var finished: [Int: Part?] = [:]
    private var spare: [Part] = []

    init(count: Int, ahead: Int) {
        self.count = count
        self.ahead = ahead
    }

    /// The next block, and a part to reuse; waits while too many are in progress, nil at the end.
    func next() -> (Int, Part?)? {
        monitor.locked {
            while claimed < count, claimed >= taken + ahead { monitor.wait() }
            guard claimed < count else { return nil }
            claimed += 1
            return (claimed - 1, spare.popLast())
        }
    }

    func finish(_ index: Int, _ part: Part?) {
        monitor.locked {
            finished[index] = .some(part)
            if index == taken { monitor.wakeAll() }
        }
    }

    /// The part of a block, when it is finished.
    func wait(for index: Int) -> Part? {
        monitor.locked {
            while true {
                if let part = finished.removeValue(forKey: index) { return part }
                monitor.wait()
            }
        }
    }

    /// Returns a part that was taken, for reuse.
    func release(_ part: Part) {
        monitor.locked {
            spare.append(part)
            taken += 1
            monitor.wakeAll()
        }
    }

    /// Prevents further blocks from being started.
    func stop() {
        monitor.locked {
            claimed = count
            monitor.wakeAll()
        }
    }
}
