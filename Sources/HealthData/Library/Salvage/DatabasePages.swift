// The pages of an SQLite database, read one by one from its file and its log.
//
// Source: "Database File Format", https://www.sqlite.org/fileformat2.html, sections 1.2, 1.3 and 4.
// A frame of the log counts if its salts and running checksum are right, up to the last frame that
// ends a transaction; a later frame of a page replaces an earlier one. A page that cannot be read
// counts as zeros. If the header is damaged, the page size is the one that libraries have.

import Glibc

/// The pages of a database.
final class DatabasePages {
    /// The size of a page in bytes.
    let size: Int
    /// The bytes of a page that b-trees use.
    let usable: Int
    /// How many pages there are; the first one has the number 1.
    let count: Int
    /// The requested pages that could not be read.
    private(set) var unreadable: Set<Int> = []
    private let descriptor: Int32
    private let fileSize: Int
    private let log: Int32
    /// The position in the log of the newest committed version of a page.
    private var logged: [Int: Int] = [:]

    private static let usualSize = 4096
    private static let magic = Array("SQLite format 3\u{0}".utf8)

    /// Nil if the file cannot be opened or is empty.
    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        log = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        var status = stat()
        fileSize = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        var (size, usable) = (Self.usualSize, Self.usualSize)
        let head = Self.bytes(descriptor, 0, 100) ?? []
        if head.count == 100, head[..<16].elementsEqual(Self.magic) {
            let stored = Int(head[16]) << 8 | Int(head[17])
            let size0 = stored == 1 ? 1 << 16 : stored
            if size0 >= 512, size0.nonzeroBitCount == 1 {
                size = size0
                usable = size - Int(head[20]) >= 480 ? size - Int(head[20]) : size
            }
        }
        self.size = size
        self.usable = usable
        let inFile = (fileSize + size - 1) / size
        let logs = log >= 0 ? Self.frames(log, size) : nil
        logged = logs?.pages ?? [:]
        count = max(inFile, logs?.count ?? 0)
        guard count > 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if log >= 0 { close(log) }
    }

    /// The bytes of a page; zeros if they cannot be read.
    func page(_ number: Int) -> [UInt8] {
        let place = logged[number]
        let bytes =
            if let place {
                Self.bytes(log, place, size)
            } else {
                Self.bytes(descriptor, (number - 1) * size, size)
            }
        guard var bytes else {
            unreadable.insert(number)
            return [UInt8](repeating: 0, count: size)
        }
        // The file may end inside a page.
        if bytes.count < size {
            bytes += [UInt8](repeating: 0, count: size - bytes.count)
        }
        return bytes
    }

    /// Bytes of a file, fewer at its end; nil if they cannot be read.
    private static func bytes(_ file: Int32, _ offset: Int, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let more = bytes.withUnsafeMutableBytes { buffer in
                pread(file, buffer.baseAddress?.advanced(by: got), count - got, off_t(offset + got))
            }
            if more < 0, errno == EINTR { continue }
            if more < 0 { return nil }
            if more == 0 { break }
            got += more
        }
        return Array(bytes[..<got])
    }

    // MARK: The log

    private static func frames(_ log: Int32, _ size: Int) -> (pages: [Int: Int], count: Int)? {
        guard let head = bytes(log, 0, 32), head.count == 32 else { return nil }
        let magic = word(head, 0)
        guard magic & ~1 == 0x377F_0682, Int(word(head, 8)) == size else { return nil }
        let isBigEndian = magic & 1 == 1
        var sum = (UInt32(0), UInt32(0))
        add(head, 0..<24, isBigEndian, &sum)
        guard sum == (word(head, 24), word(head, 28)) else { return nil }
        var (pages, count): ([Int: Int], Int) = ([:], 0)
        var open: [Int: Int] = [:]
        var place = 32
        while let frame = bytes(log, place, 24 + size), frame.count == 24 + size {
            add(frame, 0..<8, isBigEndian, &sum)
            add(frame, 24..<frame.count, isBigEndian, &sum)
            guard word(frame, 8) == word(head, 16), word(frame, 12) == word(head, 20),
                sum == (word(frame, 16), word(frame, 20)), word(frame, 0) > 0
            else { break }
            open[Int(word(frame, 0))] = place + 24
            if word(frame, 4) > 0 {
                pages.merge(open) { $1 }
                open = [:]
                count = Int(word(frame, 4))
            }
            place += 24 + size
        }
        return (pages, count)
    }

    private static func add(
        _ bytes: [UInt8], _ range: Range<Int>, _ isBigEndian: Bool, _ sum: inout (UInt32, UInt32)
    ) {
        for at in stride(from: range.lowerBound, to: range.upperBound - 7, by: 8) {
            var pair = (word(bytes, at), word(bytes, at + 4))
            if !isBigEndian { pair = (pair.0.byteSwapped, pair.1.byteSwapped) }
            sum.0 = sum.0 &+ pair.0 &+ sum.1
            sum.1 = sum.1 &+ pair.1 &+ sum.0
        }
    }

    /// A number of four bytes, the highest first.
    static func word(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
            | UInt32(bytes[at + 3])
    }
}
