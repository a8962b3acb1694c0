// What a program keeps in memory although only its start needed it, and what its start is going to need.
//
// Kept are two things: heap that was freed and that the allocator keeps for later, and the code that was
// run. Of the second there is much where the driver draws on the processor: it brings a compiler along, and
// some 60 MB of it count as ours for as long as we live, although it ran for a few milliseconds. Pages
// of code are never written to, so that letting go of them loses nothing: they stay in the system's
// cache of the file, and one that is run again is there again within microseconds.
// Rejected: MADV_PAGEOUT, which throws them out of that cache as well; mappings that are not code,
// which may hold addresses that the loader has put there.
//
// And what is large is given back at once where it is freed, once `prepare` has said so: by itself
// the allocator keeps ever larger pieces for later after the first of a size was freed, and a heap for
// each thread, which together are as much again as the records that were read.
//
// Needed is heap, which `bringIn` has brought in at once. Rejected: huge pages for it. Clearing 2 MB
// that are in no cache costs what 500 faults cost, and more where the system has to make room for them.

import CLinux
import Glibc

/// Memory that is not needed any more, or soon will be.
public enum SpareMemory {
    /// Pieces of at least so many bytes are the system's own, and its again when they are freed.
    static let largePiece = 1 << 19
    /// How much that is free at the end of the heap is kept there by itself.
    private static let usualRest = 1 << 17

    /// Tells the allocator to keep little for later.
    ///
    /// To be called before threads are started.
    public static func prepare() {
        mallopt(M_MMAP_THRESHOLD, Int32(largePiece))
        mallopt(M_ARENA_MAX, 2)
    }

    /// Has the kernel bring in heap that is going to be needed, all at once and not page by page.
    ///
    /// A page that is first written to costs a fault of its own, and a driver that draws on the
    /// processor touches two thousand of them until the first picture is there. What was not needed
    /// goes back with `giveBack`. Where the kernel cannot (before Linux 5.14), nothing happens.
    ///
    /// To be called once `prepare` was.
    public static func bringIn(heap bytes: Int) { bringIn(heap: bytes) { _ in } }

    /// Shows `body` the piece of the heap that is there for as long.
    static func bringIn(heap bytes: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
        // A piece of the heap itself, which then keeps it at its end until all is given back.
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

    /// Gives back the code that was run, in the middle of work.
    ///
    /// Costs less than a millisecond, and some hundred page faults in what is run next.
    public static func giveBackCode() {
        for code in codeMappings(in: ownMappings()) {
            guard let start = UnsafeMutableRawPointer(bitPattern: code.lowerBound) else { continue }
            madvise(start, Int(code.upperBound - code.lowerBound), MADV_DONTNEED)
        }
    }

    /// Gives it back to the system: for moments when much was done and it is quiet.
    ///
    /// Costs about two milliseconds, and some hundred page faults in what is run next.
    public static func giveBack() {
        mallopt(M_TRIM_THRESHOLD, Int32(usualRest))
        malloc_trim(0)
        giveBackCode()
    }

    /// The addresses of code that comes from files, in the form of `/proc/self/maps`.
    ///
    /// Source: proc_pid_maps(5).
    static func codeMappings(in text: String) -> [Range<UInt>] {
        text.split(separator: "\n").compactMap { line in
            // Addresses, rights, offset, device, inode, and the file's name, which may have blanks.
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
