// A stream in blocks that begin where records do, scanned by several threads, taken by one in order.
//
// Method: the stream is read by one thread at a time, on until a block is full and ends before a line
// that begins a record; what stands behind the last such line of a block is the beginning of the next
// one. Every thread reads where nobody does and there are few read blocks, else scans one of those. So
// while one of them unpacks an archive the others scan what it has unpacked, and of a file, which is
// read in no time, all of them scan; nobody waits while there is something to do. Who has the choice
// scans what it has read itself, and reads into what it has read into before: where processors do not
// share their last cache, a byte that one writes and another reads is slow for both. The calling thread
// is one of them, and takes the parts in their order with the bytes they came from, so that it can
// scan again what was scanned on a wrong assumption. Limits: at most `ahead` blocks are under way, so
// memory is bounded; a block in which no record begins grows to `longest` bytes and ends anywhere
// then. Rejected: a thread that only reads, or only takes (it would be idle, and of more threads than
// processors two run on one while another is idle), scanning of a block only by who read it (others
// would have nothing to do where one reads slowly), blocks by places in the file (an archive has none;
// see `LineBlocks` for tables, where reading is a third of the work).

import Platform

/// One block on its way: its bytes, and what was made of them.
///
/// It is handed from thread to thread and belongs to whoever has it: as a value it would be copied with
/// all its bytes wherever the thread before still holds it for a moment.
package final class RecordBlock<Part: Sendable>: @unchecked Sendable {
    /// The block, what is ahead of it, and `ByteWindow.padding` bytes more.
    package fileprivate(set) var bytes: [UInt8] = []
    /// How many bytes the block has.
    package fileprivate(set) var count = 0
    /// How many bytes behind it are those of the next block, so that its end can be told.
    package fileprivate(set) var ahead = 0
    /// Whether the stream ends behind it.
    package fileprivate(set) var isLast = false
    /// How many bytes of the underlying file had been taken when it was read, for progress.
    package fileprivate(set) var taken = 0
    /// What was made of the bytes.
    package var part: Part
    /// The thread that has read it last.
    fileprivate(set) var reader: Int

    init(_ part: Part, reader: Int) {
        self.part = part
        self.reader = reader
    }

    /// Gives the bytes to the part.
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
    /// How many bytes `begins` looks at.
    private let reach: Int

    // All of these belong to whoever reads.
    private var stream: Stream
    private var rest: [UInt8] = []
    private var isAtEnd = false
    private var failure: StreamError?

    /// - Parameters:
    ///   - size: how many bytes a block has at least, but for the last.
    ///   - longest: how many it has at most where no record begins in it.
    ///   - reach: how many bytes behind the beginning of a line `begins` looks at.
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

    /// Calls `scan` for every block on `workers` threads, of which the calling one is one, and `take`
    /// on the calling thread for every block in their order, until it says false or the stream has
    /// ended.
    ///
    /// - Parameters:
    ///   - ahead: how many blocks may be under way at once.
    ///   - make: makes the parts, at most `ahead` of them; a part is used for many blocks.
    /// - Returns: why the stream could not be read on; nil where it was read to its end.
    package func forEach<Part: Sendable>(
        workers: Int, ahead: Int, make: @escaping @Sendable () -> Part,
        scan: @escaping @Sendable (RecordBlock<Part>) -> Void,
        take: (RecordBlock<Part>) -> Bool
    ) -> StreamError? {
        let queue = TurnQueue<Part>(ahead: max(ahead, workers), workers: workers)
        /// Reads or scans as one of the threads; false where there is nothing more to do.
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
        // Where the system gives no thread this one does it all.
        let threads = (1..<max(1, workers)).compactMap { worker in
            WorkerThread { while work(worker, queue.next(for: worker)) {} }
        }
        while true {
            let step = queue.next(for: 0, takes: true)
            if case .take(let block) = step {
                guard take(block) else { break }
                queue.giveBack(block)
            } else if !work(0, step) {
                break
            }
        }
        queue.end()
        for thread in threads { thread.join() }
        return failure
    }

    /// Reads the next block; false where there is none.
    private func readOn<Part>(_ block: RecordBlock<Part>) -> Bool {
        guard !isAtEnd || !rest.isEmpty else { return false }
        // Records are short beside a block: a border is mostly found in what is read first.
        var room = size + max(reach, 8192)
        var have = rest.count
        grow(&block.bytes, max(room, have))
        let before = rest
        block.bytes.withUnsafeMutableBytes { $0.copyBytes(from: before) }
        // Where to look for a border first: what is before it has been looked at.
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

    /// Gives a block room.
    ///
    /// What is new of it has no value before it is read: a block that a small file does not fill costs
    /// nothing.
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

/// The blocks that are under way, shared by the threads.
final class TurnQueue<Part: Sendable>: @unchecked Sendable {
    typealias Block = RecordBlock<Part>

    /// What there is to do for a thread.
    enum Step {
        /// The stream is its own: it reads a block, into one that is used again where there is one.
        case read(Block?)
        case scan(Int, Block)
        /// The block that comes next in order.
        case take(Block)
        /// Nothing more.
        case nothing
    }

    private let monitor = Monitor()
    private let ahead: Int
    /// So many blocks wait to be scanned before threads scan rather than read.
    private let enough: Int
    private var underWay = 0
    private var isReading = false
    private var readCount = 0
    private var waiting: [(index: Int, block: Block)] = []
    private var scanning = 0
    private var scanned: [Int: Block] = [:]
    private var taken = 0
    private var spare: [Block] = []
    /// How many threads wait for something to do.
    private var idle = 0
    /// The same, for whoever is none of them.
    var idleThreads: Int { monitor.locked { idle } }
    /// Whether no more blocks are to be had.
    private var isAtEnd = false
    /// Whether no more blocks are wanted.
    private var hasEnded = false

    init(ahead: Int, workers: Int) {
        self.ahead = ahead
        enough = workers
    }

    /// What there is to do next; waits where there is nothing yet.
    ///
    /// - Parameters:
    ///   - worker: the thread that asks.
    ///   - takes: whether it is the one that takes the blocks.
    func next(for worker: Int, takes: Bool = false) -> Step {
        monitor.locked {
            while !hasEnded {
                if takes, let block = scanned.removeValue(forKey: taken) {
                    taken += 1
                    return .take(block)
                }
                let own = waiting.firstIndex { $0.block.reader == worker }
                // Another thread that has nothing to do reads on.
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

    /// The block that was read; nil where the stream has ended.
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

    /// A taken block may be used again.
    func giveBack(_ block: Block) {
        monitor.locked {
            spare.append(block)
            underWay -= 1
            monitor.wakeAll()
        }
    }

    /// Says that no more blocks are wanted.
    func end() {
        monitor.locked {
            hasEnded = true
            monitor.wakeAll()
        }
    }
}
