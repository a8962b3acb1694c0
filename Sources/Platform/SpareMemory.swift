// Memory that a program keeps although only its start needed it, and memory that its start is about
// to need.
//
// Two kinds are kept: freed heap that the allocator retains, and code that has run. The code is
// large if the driver draws on the processor: it brings a compiler, and some 60 MB of it count as
// the process's own as long as it lives, although it ran for a few milliseconds. Pages of code are
// never written to, so releasing them loses nothing: they stay in the system's cache of the file,
// and are back within microseconds when they run again.
// Rejected: MADV_PAGEOUT, which also evicts them from that cache; mappings other than code, which
// may hold addresses that the loader has written.
//
// After `prepare`, large pieces are returned to the system as soon as they are freed. By default
// the allocator retains ever larger pieces after the first of a size was freed, and a heap for each
// thread; together they are as large as the records that were read.
//
// Heap that is about to be needed can be mapped at once with `prefault`. Rejected: huge pages for
// it. Clearing 2 MB that are in no cache costs as much as 500 faults, and more if the system must
// free memory for them.

import CLinux
import Glibc

/// Memory that is no longer needed, or soon will be.
public enum SpareMemory {
    /// Pieces of at least this size come from the system and return to it when they are freed.
    static let largePiece = 1 << 19
    /// The free memory at the end of the heap that the allocator keeps by default.
    private static let usualRest = 1 << 17

    /// Makes the allocator retain little freed memory.
    ///
    /// Call it before starting threads.
    public static func prepare() {
        mallopt(M_MMAP_THRESHOLD, Int32(largePiece))
        mallopt(M_ARENA_MAX, 2)
    }

    /// Lets the kernel map heap that is about to be needed, all at once instead of page by page.
    ///
    /// The first write to a page costs a fault, and a driver that draws on the processor touches
    /// two thousand of them until the first picture is complete. `release` returns the unused
    /// part. If the kernel does not support this (before Linux 5.14), nothing happens.
    ///
    /// Call it after `prepare`.
    public static func prefault(heap bytes: Int) { prefault(heap: bytes) { _ in } }

    /// Passes `body` the piece of the heap, which exists during the call.
    static func prefault(heap bytes: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
        // A piece of the heap itself, which then stays at its end until all is returned.
        mallopt(M_MMAP_THRESHOLD, Int32(clamping: 2 * bytes))
        mallopt(M_TRIM_THRESHOLD, Int32(clamping: 2 * bytes))
        let piece = malloc(bytes)
        mallopt(M_MMAP_THRESHOLD, Int32(largePiece))
        defer { free(piece) }
        guard let piece else { return }
        let page = UInt(getpagesize())
        let first = (UInt(bitPattern: piece) + page - 1) & ~(page - 1)
        let last = (UInt(bitPattern: piece) + UInt(bytes)) & ~(page - 1)
        if first < last, let start = UnsafeMutableRawPointer(bitPattern: first) {
            madvise(start, Int(last - first), MADV_POPULATE_WRITE)
        }
        body(piece)
    }

    /// Returns the memory of code that has run, in the middle of work.
    ///
    /// Costs less than a millisecond, and some hundred page faults in the code that runs next.
    public static func giveBackCode() {
        for code in codeMappings(in: ownMappings()) {
            guard let start = UnsafeMutableRawPointer(bitPattern: code.lowerBound) else { continue }
            madvise(start, Int(code.upperBound - code.lowerBound), MADV_DONTNEED)
        }
    }

    /// Returns memory to the system: for idle moments after much work.
    ///
    /// Costs about two milliseconds, and some hundred page faults in the code that runs next.
    public static func release() {
        mallopt(M_TRIM_THRESHOLD, Int32(usualRest))
        malloc_trim(0)
        giveBackCode()
    }

    /// The addresses of code from files, in a text in the format of `/proc/self/maps`.
    ///
    /// Source: proc_pid_maps(5).
    static func codeMappings(in text: String) -> [Range<UInt>] {
        text.split(separator: "\n").compactMap { line in
            // Addresses, permissions, offset, device, inode, and the file's name, which may contain
            // blanks.
            let fields = line.split(separator: " ")
            guard fields.count >= 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else {
                return nil
            }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, ends[0] < ends[1] else { return nil }
            return ends[0]..<ends[1]
        }
    }

    private static func ownMappings() -> String {
        guard let file = fopen("/proc/self/maps", "re") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
