// Blocks scanned by several threads, taken by one in their order.
//
// Method: a thread takes the next block that nobody has, reads it, scans it into a part of its own,
// and lays the part down; the calling thread takes the parts in the order of the file. Limits: at
// most `ahead` blocks are being read or wait to be taken, so memory is bounded however slow the taker
// is; buffers and parts are used again. The taker may end it at any block, and then goes on from
// there by itself: what was scanned beyond is dropped, so scanning may assume what only the taker can
// know (that a block begins between two records).

import Platform

extension LineBlocks {
    /// Calls `scan` for every block on `workers` threads, and `take` on the calling thread for every
    /// part in the order of the file, until it says false or a block cannot be read.
    ///
    /// - Parameters:
    ///   - ahead: how many blocks may be under way at once.
    ///   - make: makes the parts, at most `ahead` of them; a part is used for many blocks.
    ///   - scan: reads the lines at the range of the bytes, which stand at the offset of the file.
    ///   - take: takes what the part holds.
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
            queue.giveBack(part)
        }
        queue.stop()
        for thread in threads { thread.join() }
    }
}

/// The blocks that are under way, shared by the threads.
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

    /// The next block, and a part to use again; waits while too many are under way, nil at the end.
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

    /// The part of a block, once it is finished.
    func wait(for index: Int) -> Part? {
        monitor.locked {
            while true {
                if let part = finished.removeValue(forKey: index) { return part }
                monitor.wait()
            }
        }
    }

    /// Says that a part was taken.
    func giveBack(_ part: Part) {
        monitor.locked {
            spare.append(part)
            taken += 1
            monitor.wakeAll()
        }
    }

    /// Lets nobody begin another block.
    func stop() {
        monitor.locked {
            claimed = count
            monitor.wakeAll()
        }
    }
}
