// Linked programs, kept in a file between runs.
//
// A driver can return a linked program as bytes and load it again, without the compiler: on Mesa
// starting that alone costs 5 ms and 10 MB. The bytes are private to the driver. It rejects bytes
// that it did not write itself, and a rejected program is compiled from its sources as if there
// were no cache. The file is one blob. It is read once when the program starts and replaced as a
// whole when programs were added.
//
// Layout, integers little-endian: "OLP1"; the driver's hash, 8 bytes; then for each program the
// hash of its sources (8), the driver's format (4), the number of bytes (4), the bytes. The hash is
// 64-bit FNV-1a (Fowler, Noll, Vo). The complete programs of a truncated file are used.
// Rejected: one file for each program (a dozen to open); relying on the driver's own cache (it
// keeps linked programs as well, but is used only after the compiler was started).

import CGLES
import Glibc
import Platform

/// The programs that a driver has linked, from this run and the previous one.
@MainActor
public final class ProgramCache {
    private let path: String?
    private var bytes: [UInt8] = []
    private var driver: UInt64?
    private var known: [UInt64: Entry] = [:]
    private var used: Set<UInt64> = []
    /// Whether there are programs that are not in the file yet.
    public private(set) var isChanged = false

    struct Entry: Equatable {
        var format: UInt32
        /// A slice of the file's bytes, or all of an array.
        var bytes: ArraySlice<UInt8>
    }

    /// This number of programs is kept whether they are used or not.
    static let limit = 128
    private static let magic: [UInt8] = [0x4F, 0x4C, 0x50, 0x31]

    /// The programs in the file at `path`, if it exists; with nil they are kept for this run only.
    ///
    /// Reads the file once; it is parsed when the first device needs it.
    public init(path: String?) {
        self.path = path
        guard let path else { return }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        // A larger file is not one of these.
        guard fstat(descriptor, &status) == 0, (1...(64 << 20)).contains(status.st_size) else {
            return
        }
        let size = Int(status.st_size)
        bytes = [UInt8](unsafeUninitializedCapacity: size) { target, count in
            while count < size {
                let got = read(descriptor, target.baseAddress.map { $0 + count }, size - count)
                if got < 0 && errno == EINTR { continue }
                guard got > 0 else { return }
                count += got
            }
        }
    }

    /// Replaces the file with all programs if some were added; returns whether they are in it now.
    @discardableResult
    public func save() -> Bool {
        guard isChanged, let path, let driver else { return !isChanged }
        // Programs of old versions must not accumulate.
        if known.count > Self.limit { known = known.filter { used.contains($0.key) } }
        var out = Self.magic
        Self.append(driver, to: &out)
        for (mark, entry) in known.sorted(by: { $0.key < $1.key }) {
            Self.append(mark, to: &out)
            Self.append(entry.format, to: &out)
            Self.append(UInt32(entry.bytes.count), to: &out)
            out += entry.bytes
        }
        let isThere: Void? = try? FileDraft.write(
            out, to: path, readers: .owner, isLasting: false)
        guard isThere != nil else { return false }
        isChanged = false
        return true
    }

    // MARK: Use by devices

    /// Selects the programs of this driver; those of another driver are forgotten.
    func use(driver name: String) {
        let mark = Self.mark([name])
        guard mark != driver else { return }
        driver = mark
        known = [:]
        isChanged = false
        defer { bytes = [] }
        var place = 0
        func integer<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
            let size = MemoryLayout<Value>.size
            guard bytes.count - place >= size else { return nil }
            var value: Value = 0
            for index in 0..<size { value |= Value(bytes[place + index]) << (8 * Value(index)) }
            place += size
            return value
        }
        guard bytes.starts(with: Self.magic) else { return }
        place = Self.magic.count
        guard integer(UInt64.self) == mark else { return }
        while let mark = integer(UInt64.self), let format = integer(UInt32.self),
            let size = integer(UInt32.self), bytes.count - place >= Int(size)
        {
            known[mark] = Entry(format: format, bytes: bytes[place..<place + Int(size)])
            place += Int(size)
        }
    }

    /// The hashes of all known programs.
    var marks: [UInt64] { known.keys.sorted() }

    func entry(_ mark: UInt64) -> Entry? {
        used.insert(mark)
        return known[mark]
    }

    func add(_ entry: Entry, _ mark: UInt64) {
        guard known[mark] != entry else { return }
        known[mark] = entry
        isChanged = true
    }

    /// The 64-bit FNV-1a hash of texts, each with a terminator.
    static func mark(_ texts: some Sequence<String>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for text in texts {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01b3
        }
        return hash
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        var rest = value
        for _ in 0..<MemoryLayout.size(ofValue: value) {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}
