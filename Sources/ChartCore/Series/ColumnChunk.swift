// The memory of a piece of a column, which several columns may share.
//
// A chunk is written only at its end, beyond the elements of any column. A writer first claims the
// room there with one atomic step from the count that it expects. If the expectation is wrong
// (because another column grew from the same place), the claim fails and the chunk is copied. So a
// column and its copies share even the chunk that is still growing, and an append to one of them
// copies nothing as long as the others do not change.

import Synchronization

/// A fixed capacity for elements, filled from the front.
@usableFromInline
final class ColumnChunk<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    @usableFromInline let memory: ChunkMemory
    @usableFromInline let base: UnsafeMutablePointer<Element>
    @usableFromInline let capacity: Int
    /// How many elements from the front belong to some column; the rest is free.
    @usableFromInline let claimed: Atomic<Int>

    /// A chunk with the elements before `count` at `source`, and room after them.
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
