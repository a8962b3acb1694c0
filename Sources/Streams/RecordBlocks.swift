// A stream in blocks that begin at records, scanned by several threads and taken by one in order.
//
// Method: one thread at a time reads the stream until a block is full and ends before a line that
// begins a record; the bytes after the last such line belong to the next block. A thread reads if
// no other does and few read blocks are waiting, else it scans one of those. So while one of them
// unpacks an archive the others scan the unpacked blocks; a file is read very quickly, so all of
// them scan. No thread waits while there is work. If it has a choice, a thread scans a block that
// it has read itself, and reads into a buffer that it has used before: if processors do not share
// their last cache, a byte written by one and read by another is slow for both. The calling thread
// takes part. It takes the parts in order together with their bytes, so that it can rescan a block
// that was scanned on a wrong assumption. Limits: at most `ahead` blocks are in progress, so memory
// is bounded; a block in which no record begins grows to `longest` bytes and then ends anywhere.
// Rejected: a thread that only reads, or only takes (it would be idle, and with more threads than
// processors two share one while another is idle), scanning of a block only by its reader (others
// would have nothing to do while one reads slowly), blocks by positions in the file (an archive has
// none; see `LineBlocks` for tables, where reading is a third of the work).

import Platform

/// One block in progress: its bytes, and the result of scanning them.
///
/// It is passed from thread to thread and belongs to the current holder. A value type would be
/// copied with all its bytes whenever the previous thread still holds it for a moment.
package final class RecordBlock<Part: Sendable>: @unchecked Sendable {
    /// The block, the bytes after it, and `ByteWindow.padding` bytes more.
    package fileprivate(set) var bytes: [UInt8] = []
    /// The number of bytes of the block.
    package fileprivate(set) var count = 0
    /// The number of bytes after it that belong to the next block, for detecting its end.
    package fileprivate(set) var ahead = 0
    /// Whether the stream ends after it.
    package fileprivate(set) var isLast = false
    /// The number of bytes of the underlying file that had been read with it, for progress.
    package fileprivate(set) var taken = 0
    /// The result of scanning the bytes.
    package var part: Part
    /// The thread that read it last.
    fileprivate(set) var reader: Int

    init(_ part: Part, reader: Int) {
        self.part = part
        self.reader = reader
    }

    /// Passes the bytes to the part.
    package func withBytes(_ body: (inout Part, RawSpan) -> Void) {
        let bytes = bytes
        body(&part, bytes.span.bytes)
    }
}

/// A stream as blocks.
package final class RecordBlocks<Stream: ByteStream & SendableMetatype>: @unchecked Sendable {
    private let size: Int
    private let longest: Int
    private let begins: @Sendable (RawSpan, Int) -> Bool
    /// The number of bytes that `begins` examines.
    private let reach: Int

    // The current reader owns all of these.
    private var stream: Stream
    private var rest: [UInt8] = []
    private var isAtEnd = false
    private var failure: StreamError?

    /// - Parameters:
    ///   - size: the smallest number of bytes of a block, except the last.
    ///   - longest: the largest number of bytes of a block in which no record begins.
    ///   - reach: the number of bytes from the start of a line that `begins` examines.
    ///   - begins: whether the line at a place begins a record.
    package init(
        _ stream: Stream, size: Int, longest: Int, reach: Int,
        begins: @escaping @Sendable (RawSpan, Int) -> Bool
    ) {
        precondition(size > 0 && longest >= size, "a block of \(size) bytes holds no records")
        self.stream = stream
        self.size = size
        self.longest = longest
        self.reach = reach
        self.begins = begins
    }

    /// Calls `scan` for every block on `workers` threads, including the calling one, and `take` on
    /// the calling thread for every block in order, until it returns false or the stream has ended.
    ///
    /// - Parameters:
    ///   - ahead: the largest number of blocks in progress at once.
    ///   - make: makes the parts, at most `ahead` of them; a part is used for many blocks.
    /// - Returns: why the stream could not be read to its end; nil if it was.
    package func forEach<Part: Sendable>(
        workers: Int, ahead: Int, make: @escaping @Sendable () -> Part,
        scan: @escaping @Sendable (RecordBlock<Part>) -> Void,
        take: (RecordBlock<Part>) -> Bool
    ) -> StreamError? {
        let queue = TurnQueue<Part>(ahead: max(ahead, workers), workers: workers)
        /// Reads or scans as one of the threads; false if there is no more work.
        let work: @Sendable (Int, TurnQueue<Part>.Step) -> Bool = { [self] worker, step in
            switch step {
            case .read(let spare):
                let block = spare ?? RecordBlock(make(), reader: worker)
                block.reader = worker
                queue.noteRead(readOn(block) ? block : nil)
            case .scan(let index, let block):
                scan(block)
                queue.noteScanned(index, block)
            case .take, .nothing: return false
            }
            return true
        }
        // If the system provides no thread, this one does all the work.
        let threads = (1..<max(1, workers)).compactMap { worker in
            WorkerThread { while work(worker, queue.next(for: worker)) {} }
        }
        while true {
            let step = queue.next(for: 0, takes: true)
            if case .take(let block) = step {
                guard take(block) else { break }
                queue.release(block)
            } else if !work(0, step) {
                break
            }
        }
        queue.end()
        for thread in threads { thread.join() }
        return failure
    }

    /// Reads the next block; false if there is none.
    private func readOn<Part>(_ block: RecordBlock<Part>) -> Bool {
        guard !isAtEnd || !rest.isEmpty else { return false }
        // Records are short compared to a block: a border is mostly found in the first read.
        var room = size + max(reach, 8192)
        var have = rest.count
        grow(&block.bytes, max(room, have))
        let before = rest
        block.bytes.withUnsafeMutableBytes { $0.copyBytes(from: before) }
        // Where to look for a border first: earlier bytes have been searched.
        var looked = size
        while true {
            fill(&block.bytes, &have, room)
            if isAtEnd {
                block.count = have
                break
            }
            if let border = border(block.bytes, from: looked, to: have) {
                block.count = border
                break
            }
            if room >= longest {
                block.count = have
                break
            }
            looked = max(size, have - reach)
            room = min(room * 2, longest)
            grow(&block.bytes, room)
        }
        rest = Array(block.bytes[block.count..<have])
        block.ahead = min(reach, rest.count)
        let end = block.count + block.ahead
        for index in end..<end + ByteWindow.padding { block.bytes[index] = 0 }
        block.isLast = isAtEnd && rest.isEmpty
        block.taken = stream.taken
        return true
    }

    /// Enlarges a block.
    ///
    /// New bytes are not initialised before they are read, so a block that a small file does not
    /// fill costs nothing.
    private func grow(_ bytes: inout [UInt8], _ count: Int) {
        let room = count + ByteWindow.padding
        guard bytes.count < room else { return }
        let known = bytes
        bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
            UnsafeMutableRawBufferPointer(buffer).copyBytes(from: known)
            initialized = room
        }
    }

    private func fill(_ bytes: inout [UInt8], _ have: inout Int, _ room: Int) {
        while have < room, !isAtEnd {
            do throws(StreamError) {
                let got = try stream.read(into: &bytes, have..<room)
                if got == 0 { isAtEnd = true }
                have += got
            } catch {
                failure = error
                isAtEnd = true
            }
        }
    }

    /// The first place from `from` on at which a line begins a record.
    private func border(_ buffer: [UInt8], from: Int, to end: Int) -> Int? {
        let bytes = buffer.span.bytes
        var index = max(from - 1, 0)
        while true {
            let feed = bytes.first(0x0a, from: index, to: end)
            guard feed + 1 + reach <= end else { return nil }
            if begins(bytes, feed + 1) { return feed + 1 }
            index = feed + 1
        }
    }
}

/// The blocks in progress, shared by the threads.
final class TurnQueue<Part: Sendable>: @unchecked Sendable {
    typealias Block = RecordBlock<Part>

    /// The next task of a thread.
    enum Step {
        /// The thread becomes the reader: it reads a block, reusing one if possible.
        case read(Block?)
        case scan(Int, Block)
        /// The next block in order.
        case take(Block)
        /// No more work.
        case nothing
    }

    private let monitor = Monitor()
    private let ahead: Int
    /// With this number of blocks waiting to be scanned, threads scan rather than read.
    private let enough: Int
    private var underWay = 0
    private var isReading = false
    private var readCount = 0
    private var waiting: [(index: Int, block: Block)] = []
    private var scanning = 0
    private var scanned: [Int: Block] = [:]
    private var taken = 0
    private var spare: [Block] = []
    /// The number of threads waiting for work.
    private var idle = 0
    /// The same, for callers other than these threads.
    var idleThreads: Int { monitor.locked { idle } }
    /// Whether there are no more blocks.
    private var isAtEnd = false
    /// Whether no more blocks are wanted.
    private var hasEnded = false

    init(ahead: Int, workers: Int) {
        self.ahead = ahead
        enough = workers
    }

    /// The next task; waits while there is none.
    ///
    /// - Parameters:
    ///   - worker: the calling thread.
    ///   - takes: whether it is the one that takes the blocks.
    func next(for worker: Int, takes: Bool = false) -> Step {
        monitor.locked {
            while !hasEnded {
                if takes, let block = scanned.removeValue(forKey: taken) {
                    taken += 1
                    return .take(block)
                }
                let own = waiting.firstIndex { $0.block.reader == worker }
                // An idle thread can read on instead.
                let isRelieved = own != nil && idle > 0
                if !isReading, !isAtEnd, underWay < ahead, waiting.count < enough, !isRelieved {
                    isReading = true
                    underWay += 1
                    let place = spare.lastIndex { $0.reader == worker } ?? spare.indices.last
                    return .read(place.map { spare.remove(at: $0) })
                }
                if !waiting.isEmpty {
                    scanning += 1
                    let (index, block) = waiting.remove(at: own ?? 0)
                    return .scan(index, block)
                }
                if isAtEnd, !isReading, !takes || scanning == 0 { return .nothing }
                idle += 1
                monitor.wait()
                idle -= 1
            }
            return .nothing
        }
    }

    /// Adds a block that was read; nil if the stream has ended.
    func noteRead(_ block: Block?) {
        monitor.locked {
            isReading = false
            if let block {
                waiting.append((readCount, block))
                readCount += 1
            } else {
                isAtEnd = true
            }
            monitor.wakeAll()
        }
    }

    func noteScanned(_ index: Int, _ block: Block) {
        monitor.locked {
            scanned[index] = block
            scanning -= 1
            monitor.wakeAll()
        }
    }

    /// Returns a taken block for reuse.
    func release(_ block: Block) {
        monitor.locked {
            spare.append(block)
            underWay -= 1
            monitor.wakeAll()
        }
    }

    /// Ends the work: no more blocks are wanted.
    func end() {
        monitor.locked {
            hasEnded = true
            monitor.wakeAll()
        }
    }
}
