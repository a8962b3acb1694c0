// A stream in blocks that begin where records do, scanned by several threads, taken by one in order.
//
// Method: whoever of the threads is free takes the stream, reads on until a block is full and ends
// before a line that begins a record, lets go of the stream and scans. So while one of them unpacks
// an archive the others scan what it has unpacked, and of a file, which is read in no time, all of
// them scan. What stands behind the last such line of a block is the beginning of the next one. The
// calling thread takes the parts in their order with the bytes they came from, so that it can scan
// again what was scanned on a wrong assumption. Limits: at most `ahead` blocks are under way, so memory
// is bounded; a block in which no record begins grows to `longest` bytes and ends anywhere then.
// Rejected: a thread that only reads (it would be idle, or the others would), blocks by places in the
// file (an archive has none; see `LineBlocks` for tables, where reading is a third of the work).

import Platform

/// One block on its way: its bytes, and what was made of them.
///
/// It is handed from thread to thread and belongs to whoever has it: as a value it would be copied with
/// all its bytes wherever the thread before still holds it for a moment.
public final class RecordBlock<Part: Sendable>: @unchecked Sendable {
    /// The block, what is ahead of it, and `ByteWindow.padding` bytes more.
    public fileprivate(set) var bytes: [UInt8] = []
    /// How many bytes the block has.
    public fileprivate(set) var count = 0
    /// How many bytes behind it are those of the next block, so that its end can be told.
    public fileprivate(set) var ahead = 0
    /// Whether the stream ends behind it.
    public fileprivate(set) var isLast = false
    /// How many bytes of the underlying file had been taken when it was read, for progress.
    public fileprivate(set) var taken = 0
    /// What was made of the bytes.
    public var part: Part

    fileprivate init(_ part: Part) { self.part = part }

    /// Gives the bytes to the part.
    public func withBytes(_ body: (inout Part, RawSpan) -> Void) {
        let bytes = bytes
        body(&part, bytes.span.bytes)
    }
}

/// A stream as blocks.
public final class RecordBlocks<Stream: ByteStream & SendableMetatype>: @unchecked Sendable {
    private let size: Int
    private let longest: Int
    private let begins: @Sendable (RawSpan, Int) -> Bool
    /// How many bytes `begins` looks at.
    private let reach: Int

    // All of these belong to whoever has the stream.
    private let turn = Monitor()
    private var stream: Stream
    private var rest: [UInt8] = []
    private var isAtEnd = false
    private var trouble: StreamTrouble?
    private var next = 0

    /// - Parameters:
    ///   - size: how many bytes a block has at least, but for the last.
    ///   - longest: how many it has at most where no record begins in it.
    ///   - reach: how many bytes behind the beginning of a line `begins` looks at.
    ///   - begins: whether the line at a place begins a record.
    public init(
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

    /// Calls `scan` for every block on `workers` threads, and `take` on the calling thread for every
    /// block in their order, until it says false or the stream has ended.
    ///
    /// - Parameters:
    ///   - ahead: how many blocks may be under way at once.
    ///   - make: makes the parts, at most `ahead` of them; a part is used for many blocks.
    /// - Returns: why the stream could not be read on; nil where it was read to its end.
    public func forEach<Part: Sendable>(
        workers: Int, ahead: Int, make: @escaping @Sendable () -> Part,
        scan: @escaping @Sendable (RecordBlock<Part>) -> Void,
        take: (RecordBlock<Part>) -> Bool
    ) -> StreamTrouble? {
        let queue = TurnQueue<RecordBlock<Part>>(ahead: max(ahead, workers))
        let work: @Sendable () -> Void = { [self] in
            while queue.begin() {
                let block = queue.spareBlock() ?? RecordBlock(make())
                guard let index = turn.locked({ read(block) }) else { return queue.leave() }
                scan(block)
                queue.finish(index, block)
            }
        }
        let threads = (0..<workers).compactMap { _ in WorkerThread(work) }
        if threads.isEmpty {
            // No thread is to be had: this one does it all.
            let block = RecordBlock(make())
            while read(block) != nil {
                scan(block)
                if !take(block) { break }
            }
        } else {
            var index = 0
            while let block = queue.wait(for: index) {
                guard take(block) else { break }
                queue.giveBack(block)
                index += 1
            }
            queue.end()
            for thread in threads { thread.join() }
        }
        return trouble
    }

    /// Reads the next block; nil where there is none.
    private func read<Part>(_ block: RecordBlock<Part>) -> Int? {
        guard !isAtEnd || !rest.isEmpty else { return nil }
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
        defer { next += 1 }
        return next
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
            do throws(StreamTrouble) {
                let got = try stream.read(into: &bytes, have..<room)
                if got == 0 { isAtEnd = true }
                have += got
            } catch {
                trouble = error
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
private final class TurnQueue<Block: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    private let ahead: Int
    private var underWay = 0
    private var finished: [Int: Block] = [:]
    private var spare: [Block] = []
    private var hasEnded = false
    /// Threads that are at work on a block.
    private var busy = 0

    init(ahead: Int) { self.ahead = ahead }

    /// Lets a thread begin; waits while too many blocks are under way, false at the end.
    func begin() -> Bool {
        monitor.locked {
            while !hasEnded, underWay >= ahead { monitor.wait() }
            guard !hasEnded else { return false }
            underWay += 1
            busy += 1
            return true
        }
    }

    /// A block to use again.
    func spareBlock() -> Block? { monitor.locked { spare.popLast() } }

    func finish(_ index: Int, _ block: Block) {
        monitor.locked {
            finished[index] = block
            busy -= 1
            monitor.wakeAll()
        }
    }

    /// Says that a thread has begun, and that there is no block for it or any other.
    func leave() {
        monitor.locked {
            busy -= 1
            hasEnded = true
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

    /// The block with this number, once it is finished; nil where it never will be.
    func wait(for index: Int) -> Block? {
        monitor.locked {
            while true {
                if let block = finished.removeValue(forKey: index) { return block }
                if hasEnded, busy == 0 { return nil }
                monitor.wait()
            }
        }
    }

    func giveBack(_ block: Block) {
        monitor.locked {
            spare.append(block)
            underWay -= 1
            monitor.wakeAll()
        }
    }
}
