// The memory behind a piece of a column, which several columns may look at.
//
// A chunk is written only at its end, past what anybody has seen of it. Whoever wants to write
// there first claims the room by one atomic step from the number it believes is taken; who believes
// wrongly (because another column went on from the same place) fails and copies the chunk. So a
// column and its copies share even the chunk that is still growing, and an append to one of them
// copies nothing as long as the others stay as they are.

import Synchronization

/// A fixed room for elements, filled from the front.
@usableFromInline
final class ColumnChunk<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    @usableFromInline let memory: ChunkMemory
    @usableFromInline let base: UnsafeMutablePointer<Element>
    @usableFromInline let capacity: Int
    /// How many elements from the front on belong to some column; the rest is free.
    @usableFromInline let claimed: Atomic<Int>

    /// A chunk with the elements that stand before `count` at `source`, and room after them.
    @inlinable
    init(
        capacity: Int, isOneOfMany: Bool, copying source: UnsafePointer<Element>?,
        _ range: Range<Int>
    ) {
        memory = ChunkMemory(
            byteCount: capacity * MemoryLayout<Element>.stride, isInSlab: isOneOfMany)
        base = memory.base.bindMemory(to: Element.self, capacity: capacity)
        self.capacity = capacity
        claimed = Atomic(range.upperBound)
        if let source, !range.isEmpty {
            (base + range.lowerBound).initialize(
                from: source + range.lowerBound, count: range.count)
        }
    }

    @inlinable
    deinit { memory.free() }
}
