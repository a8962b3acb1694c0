// A growing list of numbers in chunks.
//
// Layout: element i is at place start + i; places are counted through chunks of 65,536, all of them
// full except the last one. An element that was appended never moves (only the first chunk, while
// it is the only one, grows like an array, so that short columns stay small). A copy shares the
// chunks, including the last one: see ColumnChunk. Changing an element copies its chunk if other
// columns hold it.
//
// Dropping elements at the front only moves `start`; chunks that are entirely before it are
// released, and a column with little left moves that to its own chunk. It moves by a multiple of 64
// places, so that aligned elements stay aligned.
//
// `bases` repeats the chunks' addresses: reading an element then costs two loads and no access to a
// reference count. The chunks outlive the addresses because both are in the same value.
//
// Rejected: one array (growing copies a gigabyte, and a snapshot of a file that is still being read
// copies it again); an array of arrays (a snapshot makes the next append copy half a megabyte for
// each column, and appending costs two checks for uniqueness).

import CLinux
import Synchronization

/// A growing column of elements, shared between copies.
///
/// Appending is O(1) and moves nothing. A copy costs the list of the chunks, and keeps sharing the
/// common elements, whichever of the two grows. Access to an element is O(1); loops over many
/// elements should use `withSpans(in:_:)`.
public struct Column<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    @usableFromInline typealias Chunk = ColumnChunk<Element>

    /// How many elements a chunk holds.
    @inlinable public static var chunkSize: Int { 65_536 }
    @usableFromInline static var shift: Int { @inlinable get { 16 } }
    @usableFromInline static var mask: Int { @inlinable get { 65_535 } }

    /// The chunks except the last one, all of them full.
    @usableFromInline var full: [Chunk] = []
    /// The last chunk; nil if there are no elements.
    @usableFromInline var tail: Chunk?
    @usableFromInline var bases: [UnsafeMutablePointer<Element>] = []
    /// The place of the first element, in the first chunk.
    @usableFromInline var start = 0
    @usableFromInline var size = 0

    /// A column without elements.
    @inlinable
    public init() {}

    /// A column of these elements; another column is shared, not copied.
    @inlinable
    public init(_ elements: some Sequence<Element>) {
        if let column = elements as? Column<Element> {
            self = column
        } else {
            append(contentsOf: elements)
        }
    }

    /// A column with one element repeated.
    @inlinable
    public init(repeating element: Element, count: Int) {
        var left = count
        while left > 0 {
            let room = claim(left)
            room.initialize(repeating: element)
            left -= room.count
        }
    }

    // MARK: Growing

    /// Adds an element at the end.
    @inlinable
    public mutating func append(_ element: Element) {
        let place = (start + size) & Self.mask
        if place != 0, isKnownUniquelyReferenced(&tail), let chunk = tail, place < chunk.capacity {
            chunk.claimed.store(place + 1, ordering: .relaxed)
            (chunk.base + place).initialize(to: element)
            size += 1
        } else {
            claim(1).initialize(repeating: element)
        }
    }

    /// Adds elements at the end; whole chunks of another column are shared if this one ends at the
    /// border of a chunk.
    @inlinable
    public mutating func append(contentsOf elements: some Sequence<Element>) {
        if let column = elements as? Column<Element> {
            append(sharing: column)
            return
        }
        let done: Void? = elements.withContiguousStorageIfAvailable { append(copying: $0) }
        if done == nil { for element in elements { append(element) } }
    }

    /// Adds the elements of a span at the end.
    @inlinable
    public mutating func append(contentsOf elements: Span<Element>) {
        elements.withUnsafeBufferPointer { append(copying: $0) }
    }

    /// Adds `number` elements at the end, each made from its number, starting at 0.
    @inlinable
    public mutating func append(count: Int, _ element: (Int) -> Element) {
        var from = 0
        while from < count {
            let room = claim(count - from)
            for offset in 0..<room.count {
                room.initializeElement(at: offset, to: element(from + offset))
            }
            from += room.count
        }
    }

    @inlinable
    mutating func append(copying elements: UnsafeBufferPointer<Element>) {
        var from = 0
        while from < elements.count {
            let room = claim(elements.count - from)
            _ = room.initialize(
                fromContentsOf: UnsafeBufferPointer(rebasing: elements[from..<from + room.count]))
            from += room.count
        }
    }

    @inlinable
    mutating func append(sharing other: Column<Element>) {
        if size == 0 {
            self = other
        } else if (start + size) & Self.mask == 0, other.start == 0, other.size > 0 {
            if let tail { full.append(tail) }
            full.append(contentsOf: other.full)
            tail = other.tail
            bases.append(contentsOf: other.bases)
            size += other.size
        } else {
            other.withBuffers(in: 0..<other.size) { append(copying: $0) }
        }
    }

    /// Takes room for some of the `wanted` elements, at least one, and counts them as belonging to
    /// this column.
    @inlinable @inline(never)
    mutating func claim(_ wanted: Int) -> UnsafeMutableBufferPointer<Element> {
        let end = start + size
        let place = end & Self.mask
        if let last = tail, place == 0, size > 0 {
            // The last chunk is full.
            full.append(last)
            let chunk = Chunk(
                capacity: Self.chunkSize, isOneOfMany: true, copying: nil, 0..<0)
            tail = chunk
            bases.append(chunk.base)
        }
        let isMine = isKnownUniquelyReferenced(&tail)
        if let chunk = tail, place < chunk.capacity {
            let taken = Swift.min(wanted, chunk.capacity - place)
            var isClaimed = isMine
            if isMine {
                chunk.claimed.store(place + taken, ordering: .relaxed)
            } else {
                isClaimed =
                    chunk.claimed.compareExchange(
                        expected: place, desired: place + taken, ordering: .acquiringAndReleasing
                    ).exchanged
            }
            if isClaimed {
                size += taken
                return UnsafeMutableBufferPointer(start: chunk.base + place, count: taken)
            }
        }
        // Too small, or another column grew from here: use a new chunk.
        let isOnly = full.isEmpty
        let capacity =
            isOnly
            ? Swift.min(Self.chunkSize, Swift.max(16, 2 * place, place + wanted)) : Self.chunkSize
        let source = tail.map { UnsafePointer($0.base) }
        let chunk = Chunk(
            capacity: capacity, isOneOfMany: !isOnly, copying: source,
            (isOnly ? start : 0)..<place)
        let taken = Swift.min(wanted, capacity - place)
        chunk.claimed.store(place + taken, ordering: .relaxed)
        if bases.isEmpty { bases.append(chunk.base) } else { bases[bases.count - 1] = chunk.base }
        tail = chunk
        size += taken
        return UnsafeMutableBufferPointer(start: chunk.base + place, count: taken)
    }

    /// The elements at these indices, in this order; the indices may be of any integer type.
    ///
    /// An index without an element is a trap.
    @inlinable
    public func gathered(at indices: [some BinaryInteger]) -> Column {
        var result = Column()
        var from = 0
        while from < indices.count {
            let room = result.claim(indices.count - from)
            for offset in 0..<room.count {
                room.initializeElement(at: offset, to: self[Int(indices[from + offset])])
            }
            from += room.count
        }
        return result
    }

    // MARK: Shrinking

    /// Removes the last elements; chunks that become empty are released.
    public mutating func removeLast(_ number: Int = 1) {
        precondition(number >= 0 && number <= size, "removing \(number) of \(size) elements")
        size -= number
        if size == 0 {
            self = Column()
            return
        }
        let needed = (start + size + Self.mask) >> Self.shift
        while bases.count > needed {
            bases.removeLast()
            tail = full.popLast()
        }
    }

    /// Removes the first elements; chunks that become empty are released.
    public mutating func removeFirst(_ number: Int = 1) {
        precondition(number >= 0 && number <= size, "removing \(number) of \(size) elements")
        size -= number
        start += number
        if size == 0 {
            let rest = start & 63
            self = Column()
            start = rest
            return
        }
        let passed = start >> Self.shift
        if passed > 0 {
            full.removeFirst(passed)
            bases.removeFirst(passed)
            start &= Self.mask
        }
        if start >= 1024, start >= 2 * size { moveToTheFront() }
    }

    /// Moves the remaining elements to a chunk that is not shared, near its beginning.
    private mutating func moveToTheFront() {
        var moved = Column()
        moved.start = start & 63
        withBuffers(in: 0..<size) { moved.append(copying: $0) }
        self = moved
    }

    /// The same elements, placed so that aligned runs of 64 of them are in one chunk.
    var aligned: Column {
        if start & 63 == 0 { return self }
        var moved = Column()
        withBuffers(in: 0..<size) { moved.append(copying: $0) }
        return moved
    }

    /// Removes all elements.
    ///
    /// - Parameter keepsRoom: whether to keep the memory for other elements: that of one chunk, and
    ///   only if no other column shares it.
    public mutating func removeAll(keepingCapacity keepsRoom: Bool = false) {
        guard keepsRoom, full.isEmpty, isKnownUniquelyReferenced(&tail), let chunk = tail else {
            self = Column()
            return
        }
        chunk.claimed.store(0, ordering: .relaxed)
        start = 0
        size = 0
    }

    // MARK: Reading in pieces

    /// Calls `body` with the elements of a range, in order, in contiguous pieces.
    @inlinable
    public func withSpans<Failure: Error>(
        in range: Range<Int>, _ body: (Span<Element>) throws(Failure) -> Void
    ) throws(Failure) {
        try withBuffers(in: range) { (piece) throws(Failure) in try body(piece.span) }
    }

    @inlinable
    func withBuffers<Failure: Error>(
        in range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= size, "elements \(range) of \(size)")
        defer { extendLifetime(self) }
        var place = start + range.lowerBound
        let end = start + range.upperBound
        while place < end {
            let next = Swift.min(end, (place | Self.mask) + 1)
            try body(
                UnsafeBufferPointer(
                    start: bases[place >> Self.shift] + (place & Self.mask), count: next - place))
            place = next
        }
    }

    /// The address of an element; valid as long as the column exists and is not changed.
    @inline(__always)
    func pointer(at index: Int) -> UnsafePointer<Element> {
        let place = start + index
        return UnsafePointer(bases[place >> Self.shift] + (place & Self.mask))
    }

    /// Prefetches the cache line of an element and of the one before it, which will be read soon;
    /// does not wait.
    ///
    /// A load would not do: the compiler removes it if nothing depends on it.
    @inline(__always)
    func prefetch(endingAt index: Int) {
        let place = UnsafeRawPointer(pointer(at: index))
        prefetch_line(place - MemoryLayout<Element>.stride)
        prefetch_line(place)
    }

    /// Prefetches a number of cache lines from an element on.
    @inline(__always)
    func prefetch(from index: Int, lines: Int) {
        let place = UnsafeRawPointer(pointer(at: index))
        for line in 0..<lines { prefetch_line(place + 64 * line) }
    }

    /// Makes the chunk with this number unique to this column.
    @inlinable
    mutating func makeUnique(chunk index: Int) {
        let used = Swift.min(Self.chunkSize, start + size - index << Self.shift)
        func copied(_ chunk: Chunk) -> Chunk {
            Chunk(
                capacity: chunk.capacity, isOneOfMany: bases.count > 1,
                copying: UnsafePointer(chunk.base),
                (index == 0 ? start : 0)..<used)
        }
        if index < full.count {
            if !isKnownUniquelyReferenced(&full[index]) {
                full[index] = copied(full[index])
                bases[index] = full[index].base
            }
        } else if !isKnownUniquelyReferenced(&tail), let last = tail {
            let chunk = copied(last)
            tail = chunk
            bases[index] = chunk.base
        }
    }

    /// The bytes of the column's chunks, shared or not.
    public var byteCount: Int {
        (full.reduce(0) { $0 + $1.capacity } + (tail?.capacity ?? 0))
            * MemoryLayout<Element>.stride
    }
}

extension Column: RandomAccessCollection, MutableCollection {
    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { size }
    @inlinable public var count: Int { size }

    @inlinable
    public subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < size, "no such element of the column")
            defer { extendLifetime(self) }
            let place = start + index
            return bases[place >> Self.shift][place & Self.mask]
        }
        set {
            precondition(index >= 0 && index < size, "no such element of the column")
            let place = start + index
            makeUnique(chunk: place >> Self.shift)
            bases[place >> Self.shift][place & Self.mask] = newValue
        }
    }

    /// Iterates over the elements, chunk by chunk.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let column: Column<Element>
        @usableFromInline var cursor: UnsafeMutablePointer<Element>?
        @usableFromInline var left = 0
        @usableFromInline var place: Int

        @inlinable
        init(_ column: Column<Element>) {
            self.column = column
            place = column.start
        }

        @inlinable
        public mutating func next() -> Element? {
            if left == 0 {
                let end = column.start + column.size
                guard place < end else { return nil }
                left = Swift.min(end, (place | Column.mask) + 1) - place
                cursor = column.bases[place >> Column.shift] + (place & Column.mask)
                place += left
            }
            guard let from = cursor else { return nil }
            cursor = from + 1
            left -= 1
            return from.pointee
        }
    }

    @inlinable public func makeIterator() -> Iterator { Iterator(self) }

    @inlinable
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<Element>) throws -> Result
    ) rethrows -> Result? {
        if size == 0 { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
        guard bases.count == 1 else { return nil }
        defer { extendLifetime(self) }
        return try body(UnsafeBufferPointer(start: bases[0] + start, count: size))
    }
}

extension Column: ExpressibleByArrayLiteral {
    @inlinable
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension Column: Equatable where Element: Equatable {
    public static func == (a: Column, b: Column) -> Bool {
        if a.size != b.size { return false }
        return a.size == 0 || (a.bases == b.bases && a.start == b.start) || a.elementsEqual(b)
    }
}

extension Column: CustomStringConvertible {
    public var description: String { Array(self).description }
}
