// The directory at the end of a zip archive.
//
// libarchive walks an archive and names its members, but does not expose the positions of their
// bytes. The faster library for large members needs them. Source: PKWARE, APPNOTE.TXT 6.3.10,
// sections 4.3.7 to 4.3.16 and 4.5.3 (ZIP64). Only simple members are listed: deflated, not
// encrypted, and with a local header that agrees with the directory. Everything else, and every
// archive whose directory is damaged or missing, is left to libarchive.

import Glibc

/// The positions of a zip archive's deflated members.
struct ZipDirectory {
    /// A member as described by the directory.
    struct Member {
        /// The position of its local header.
        fileprivate var header: Int
        var compressedSize: Int
        var size: Int
        var checksum: UInt32
    }

    /// The largest directory that is read.
    private static let mostBytes = 1 << 24
    private let file: InputFile
    private var members: [[UInt8]: [Member]] = [:]

    /// The directory of an archive; nil if it has none that can be read.
    init?(_ file: InputFile) {
        self.file = file
        guard let end = ZipDirectory.end(of: file) else { return nil }
        let (count, length, start) = (end.count, end.length, end.start)
        guard length <= ZipDirectory.mostBytes,
            let entries = ZipDirectory.bytes(of: file, start, length)
        else { return nil }
        var place = 0
        for _ in 0..<max(0, min(count, length / 46)) {
            guard place + 46 <= entries.count, entries.number(place, 4) == 0x0201_4b50 else {
                return nil
            }
            let nameLength = entries.number(place + 28, 2)
            let extraLength = entries.number(place + 30, 2)
            let behind = place + 46 + nameLength + extraLength + entries.number(place + 32, 2)
            guard behind <= entries.count else { return nil }
            let name = Array(entries[place + 46..<place + 46 + nameLength])
            let extra = entries[place + 46 + nameLength..<place + 46 + nameLength + extraLength]
            members[name, default: []].append(
                ZipDirectory.member(entries, place, Array(extra)))
            place = behind
        }
    }

    /// The number of members that an archive announces; nil if it has no directory.
    static func announcedCount(_ file: InputFile) -> Int? {
        end(of: file).map { $0.count < 0 ? .max : $0.count }
    }

    /// The contents of the end record of an archive: the number of entries in its directory, its
    /// length and its position.
    private static func end(of file: InputFile) -> (count: Int, length: Int, start: Int)? {
        let size = file.size
        // The end record is 22 bytes and a comment of up to 65,535.
        let tailStart = max(0, size - 22 - 65_535)
        guard let tail = ZipDirectory.bytes(of: file, tailStart, size - tailStart),
            let end = stride(from: tail.count - 22, through: 0, by: -1)
                .first(where: { tail.number($0, 4) == 0x0605_4b50 })
        else { return nil }
        var count = tail.number(end + 10, 2)
        var length = tail.number(end + 12, 4)
        var start = tail.number(end + 16, 4)
        if count == 0xffff || length == 0xffff_ffff || start == 0xffff_ffff {
            // The locator of the ZIP64 end record is right before the end record.
            guard end >= 20, tail.number(end - 20, 4) == 0x0706_4b50,
                let record = ZipDirectory.bytes(of: file, tail.number(end - 12, 8), 56),
                record.number(0, 4) == 0x0606_4b50
            else { return nil }
            count = record.number(32, 8)
            length = record.number(40, 8)
            start = record.number(48, 8)
        }
        return (count, length, start)
    }

    /// A member from its entry; one of size zero if it is not simple.
    private static func member(_ entries: [UInt8], _ place: Int, _ extra: [UInt8]) -> Member {
        var member = Member(
            header: entries.number(place + 42, 4), compressedSize: entries.number(place + 20, 4),
            size: entries.number(place + 24, 4),
            checksum: UInt32(truncatingIfNeeded: entries.number(place + 16, 4)))
        // Values that do not fit into four bytes are in the extra field, in this order.
        var field = 0
        while field + 4 <= extra.count {
            let length = extra.number(field + 2, 2)
            let end = min(extra.count, field + 4 + length)
            if extra.number(field, 2) == 1 {
                var value = field + 4
                for part in [\Member.size, \.compressedSize, \.header]
                where member[keyPath: part] == 0xffff_ffff && value + 8 <= end {
                    member[keyPath: part] = extra.number(value, 8)
                    value += 8
                }
            }
            field += 4 + length
        }
        // Bit 0 of the flags: encrypted. Method 8: deflated.
        let isPlain = entries.number(place + 8, 2) & 1 == 0 && entries.number(place + 10, 2) == 8
        if !isPlain { member.size = 0 }
        return member
    }

    /// A deflated member and the position of its first byte; nil if its name is not unique, or it
    /// does not match the directory.
    func member(_ name: [UInt8]) -> (member: Member, start: Int)? {
        guard let named = members[name], named.count == 1, let member = named.first,
            member.size > 0,
            let header = ZipDirectory.bytes(of: file, member.header, 30),
            header.number(0, 4) == 0x0403_4b50, header.number(8, 2) == 8,
            header.number(6, 2) & 1 == 0, header.number(26, 2) == name.count
        else { return nil }
        let start = member.header + 30 + name.count + header.number(28, 2)
        let (end, isTooLarge) = start.addingReportingOverflow(member.compressedSize)
        guard !isTooLarge, end <= file.size,
            ZipDirectory.bytes(of: file, member.header + 30, name.count) == name
        else { return nil }
        return (member, start)
    }

    /// Bytes of a file; nil if it does not have all of them.
    private static func bytes(of file: InputFile, _ place: Int, _ count: Int) -> [UInt8]? {
        guard place >= 0, count >= 0, place <= file.size, count <= file.size - place else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: count)
        var have = 0
        while have < count {
            guard let got = try? file.read(at: place + have, into: &bytes, have..<count), got > 0
            else { return nil }
            have += got
        }
        return bytes
    }
}

extension [UInt8] {
    /// A number of up to eight bytes, the lowest first; negative if it is too large for `Int`.
    fileprivate func number(_ place: Int, _ count: Int) -> Int {
        var number: UInt64 = 0
        for index in (place..<place + count).reversed() {
            number = number << 8 | UInt64(self[index])
        }
        return Int(truncatingIfNeeded: number)
    }
}
