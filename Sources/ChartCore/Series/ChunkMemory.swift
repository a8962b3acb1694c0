// Memory for the full chunks of columns, in huge pages if the system has them.
//
// The first access to memory costs more than filling it: a fault for each page of 4 KiB takes a
// microsecond or more, which is a second for the 1.6 GB of a hundred million samples; and a search
// through that much memory misses the processor's page table cache at each step. Huge pages of 2
// MiB make both 512 times rarer, but the system provides them only on request and only for memory
// that is aligned to them.
//
// So chunks come from slabs, a few huge pages each, that contain a small number of chunks of one
// size. An empty slab is returned to the system, except one of each size, which is kept: a ring
// that releases a chunk for each one it begins then touches no new memory. While columns are
// repeatedly made from columns (`ColumnMemory.reusing`), a few more are kept. The table of slabs
// that have room is protected by a lock, taken once per 65,536 elements.
//
// Rejected: a huge page for each chunk (a column of bytes would take 32 times its size); requesting
// huge pages for the C library's heap (they are not aligned, and heap and chunks would mix).

import Glibc
import Synchronization

/// A piece of memory for a chunk, from a slab of huge pages or, if it is small, from the heap.
@usableFromInline
struct ChunkMemory: @unchecked Sendable {
    @usableFromInline let base: UnsafeMutableRawPointer
    /// The slab that contains it; nil for heap memory.
    private let slab: UnsafeMutableRawPointer?
    private let byteCount: Int

    private static let hugePage = 2 << 20

    private struct Slab {
        var size: Int
        var parts: Int
        /// A bit for each part that is free.
        var free: UInt32

        var isEmpty: Bool { free.nonzeroBitCount == parts }
    }

    private struct Table {
        var slabs: [UnsafeMutableRawPointer: Slab] = [:]
        /// The slabs with free parts, by the size of the parts.
        var open: [Int: [UnsafeMutableRawPointer]] = [:]
        /// How many empty slabs of each size are kept.
        var spare = 1

        /// The empty slabs of a size.
        func empty(_ byteCount: Int) -> [UnsafeMutableRawPointer] {
            open[byteCount, default: []].filter { slabs[$0]?.isEmpty == true }
        }

        mutating func remove(_ slab: UnsafeMutableRawPointer, _ byteCount: Int) {
            slabs[slab] = nil
            open[byteCount]?.removeAll { $0 == slab }
            slab.deallocate()
        }
    }

    private struct Guarded: @unchecked Sendable {
        var table = Table()
    }

    private static let table = Mutex(Guarded())

    /// Memory for `byteCount` bytes, aligned to 64.
    @usableFromInline
    init(byteCount: Int, isInSlab: Bool) {
        self.byteCount = byteCount
        // Slabs of whole huge pages that contain a whole number of parts, at most 32.
        let isLarge = isInSlab && byteCount >= 262_144 && byteCount % 65_536 == 0
        if isLarge, let (slab, part) = ChunkMemory.takePart(byteCount) {
            self.slab = slab
            base = part
        } else {
            slab = nil
            base = UnsafeMutableRawPointer.allocate(byteCount: max(1, byteCount), alignment: 64)
        }
    }

    /// Releases the memory.
    @usableFromInline
    func free() {
        guard let slab else {
            base.deallocate()
            return
        }
        ChunkMemory.release(slab, part: base, byteCount)
    }

    private static func takePart(
        _ byteCount: Int
    ) -> (UnsafeMutableRawPointer, UnsafeMutableRawPointer)? {
        table.withLock { guarded -> Parts? in
            var address = guarded.table.open[byteCount]?.last
            if address == nil {
                let size = leastCommonMultiple(byteCount, hugePage)
                var new: UnsafeMutableRawPointer?
                guard size / byteCount <= 32, posix_memalign(&new, hugePage, size) == 0, let new
                else { return nil }
                // Without huge pages the memory is still usable.
                _ = madvise(new, size, MADV_HUGEPAGE)
                let parts = size / byteCount
                guarded.table.slabs[new] = Slab(
                    size: byteCount, parts: parts, free: UInt32.max >> UInt32(32 - parts))
                guarded.table.open[byteCount, default: []].append(new)
                address = new
            }
            guard let address, var slab = guarded.table.slabs[address] else { return nil }
            let part = slab.free.trailingZeroBitCount
            slab.free &= slab.free - 1
            guarded.table.slabs[address] = slab
            if slab.free == 0 { guarded.table.open[byteCount]?.removeAll { $0 == address } }
            return Parts(slab: address, part: address + part * byteCount)
        }.map { ($0.slab, $0.part) }
    }

    private struct Parts: @unchecked Sendable {
        let slab: UnsafeMutableRawPointer
        let part: UnsafeMutableRawPointer
    }

    private static func release(
        _ address: UnsafeMutableRawPointer, part: UnsafeMutableRawPointer, _ byteCount: Int
    ) {
        let place = Parts(slab: address, part: part)
        table.withLock { guarded in
            guard var slab = guarded.table.slabs[place.slab] else { return }
            let wasFull = slab.free == 0
            slab.free |= 1 << UInt32((place.part - place.slab) / byteCount)
            if slab.isEmpty, guarded.table.empty(byteCount).count >= guarded.table.spare {
                guarded.table.remove(place.slab, byteCount)
                return
            }
            guarded.table.slabs[place.slab] = slab
            if wasFull { guarded.table.open[byteCount, default: []].append(place.slab) }
        }
    }

    /// Changes how many empty slabs of each size are kept.
    static func keepSpare(more: Int) {
        table.withLock { guarded in
            guarded.table.spare += more
            for byteCount in guarded.table.open.keys {
                let empty = guarded.table.empty(byteCount)
                for slab in empty.dropFirst(guarded.table.spare) {
                    guarded.table.remove(slab, byteCount)
                }
            }
        }
    }

    private static func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
        var (x, y) = (a, b)
        while y != 0 { (x, y) = (y, x % y) }
        return a / x * b
    }
}

/// The memory of columns.
package enum ColumnMemory {
    /// How many more slabs of each size are kept while columns are made from columns: 4 MB of the
    /// usual ones.
    private static let reused = 2

    /// Runs a function in which columns replace others.
    ///
    /// Their memory is reused and not returned to the system before the function ends.
    package static func reusing<Result>(_ body: () throws -> Result) rethrows -> Result {
        ChunkMemory.keepSpare(more: reused)
        defer { ChunkMemory.keepSpare(more: -reused) }
        return try body()
    }
}
