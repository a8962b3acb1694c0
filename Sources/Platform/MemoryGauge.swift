// The memory that the process uses, and the memory still available to it.
//
// Swift ends the program when the allocator fails, so code that reads foreign data must check
// first. There are three limits, and the lowest one counts: the machine's available memory
// (`MemAvailable` and `SwapFree` of proc_meminfo(5)), the limits of the process (RLIMIT_AS and
// RLIMIT_DATA of getrlimit(2), against proc_pid_statm(5)), and those of its control group and the
// groups above it (`memory.max` of Linux's cgroup-v2.rst; the group's cached files can be reclaimed
// and do not count). A limit that cannot be read counts as none. The files are opened once, when
// they are first needed, or by `prepare` before a sandbox that prevents opening them later.
// Cost: 2 microseconds for `resident`, 20 to 80 for `room`.
// Rejected: mallinfo2(3), which covers only the allocator's own heaps; a handler for failed
// allocations, which Swift does not offer.

import Glibc
import Synchronization

/// Measures the memory available to this process.
public struct MemoryGauge: Sendable {
    private let readResident: @Sendable () -> Int
    private let readRoom: @Sendable () -> Int

    /// A gauge from two functions, each of which returns bytes.
    public init(
        resident: @escaping @Sendable () -> Int, room: @escaping @Sendable () -> Int
    ) {
        readResident = resident
        readRoom = room
    }

    /// The bytes of memory that the process uses now.
    public var resident: Int { readResident() }

    /// The additional bytes that it may use; `Int.max` without a limit.
    public var room: Int { readRoom() }

    /// The gauge of this process, its control group and the machine.
    public static let system = MemoryGauge(
        resident: { sources.resident }, room: { sources.room })
    private static let sources = MemorySources()

    /// Opens the files of the system's gauge, for a program that cannot open files later.
    public static func prepare() { sources.prepare() }
}

/// The kernel's files about memory.
final class MemorySources: Sendable {
    /// The limits on the memory of the process, apart from its own limits.
    private struct Limits: Sendable {
        let machine: Int32
        let groups: [Group]
    }

    /// One control group with a limit.
    private struct Group: Sendable {
        let limit: Int
        let current: Int32
        let statistics: Int32
    }

    private let sizes: Int32
    private let page = Int(getpagesize())
    /// Opened at its first use, as starting the program does not need it.
    private let limits = Mutex<Limits?>(nil)

    init() {
        sizes = MemorySources.open("/proc/self/statm")
    }

    /// Opens the files of `room`, unless that has been done.
    func prepare() { _ = openedLimits() }

    private func openedLimits() -> Limits {
        limits.withLock { limits in
            if let limits { return limits }
            let own = MemorySources.open("/proc/self/cgroup")
            defer { if own >= 0 { close(own) } }
            let folders = MemorySources.withText(own) {
                MemorySources.folders(ofGroup: String(decoding: $0, as: UTF8.self))
            }
            let opened = Limits(
                machine: MemorySources.open("/proc/meminfo"),
                groups: folders.compactMap(MemorySources.group))
            limits = opened
            return opened
        }
    }

    /// The control group of a folder; nil if it has no limit.
    private static func group(_ folder: String) -> Group? {
        let file = open(folder + "/memory.max")
        defer { if file >= 0 { close(file) } }
        // "max" means no limit.
        guard let limit = withText(file, { number(in: $0, from: 0) }) else { return nil }
        return Group(
            limit: limit, current: open(folder + "/memory.current"),
            statistics: open(folder + "/memory.stat"))
    }

    var resident: Int { pages(1) }

    var room: Int {
        let limits = openedLimits()
        var room = Int.max
        MemorySources.withText(limits.machine) { text in
            if let available = MemorySources.field("MemAvailable:", in: text) {
                room = (available + (MemorySources.field("SwapFree:", in: text) ?? 0)) * 1024
            }
        }
        for (resource, column) in [(RLIMIT_AS, 0), (RLIMIT_DATA, 5)] {
            var limit = rlimit()
            guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0,
                let most = Int(exactly: limit.rlim_cur)
            else { continue }
            room = min(room, most - pages(column))
        }
        for group in limits.groups {
            let current = MemorySources.withText(group.current) {
                MemorySources.number(in: $0, from: 0)
            }
            guard let current else { continue }
            let files = MemorySources.withText(group.statistics) { text in
                (MemorySources.field("inactive_file", in: text) ?? 0)
                    + (MemorySources.field("active_file", in: text) ?? 0)
            }
            room = min(room, group.limit - current + files)
        }
        return max(0, room)
    }

    /// A column of statm, in bytes: 0 is all addresses, 1 the resident memory, 5 data and stacks.
    private func pages(_ column: Int) -> Int {
        MemorySources.withText(sizes) { text in
            var (at, left) = (0, column)
            while left > 0, at < text.count {
                if text[at] == UInt8(ascii: " ") { left -= 1 }
                at += 1
            }
            return (MemorySources.number(in: text, from: at) ?? 0) * page
        }
    }

    // MARK: Texts

    /// The folders of a process's control group and its parents, from the text of
    /// `/proc/self/cgroup`.
    static func folders(ofGroup text: String) -> [String] {
        // Version 2 has one line, which begins with "0::".
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
            return []
        }
        var parts = line.dropFirst(3).split(separator: "/")
        guard !parts.contains("..") else { return [] }
        var folders: [String] = []
        while true {
            folders.append((["/sys/fs/cgroup"] + parts.map(String.init)).joined(separator: "/"))
            if parts.isEmpty { return folders }
            parts.removeLast()
        }
    }

    /// The number after a name at the beginning of a line.
    static func field(_ name: String, in text: String) -> Int? {
        var text = text
        return text.withUTF8 { field(name, in: UnsafeRawBufferPointer($0)) }
    }

    private static func field(_ name: String, in text: UnsafeRawBufferPointer) -> Int? {
        var at = 0
        while at < text.count {
            let end = text[at...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            let rest = at + name.utf8.count
            if rest < end, text[at..<rest].elementsEqual(name.utf8), text[rest] == UInt8(ascii: " ")
            {
                return number(in: text, from: rest)
            }
            at = end + 1
        }
        return nil
    }

    /// The decimal number after blanks; nil if there is none, or it is too large.
    private static func number(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var (at, result) = (start, nil as Int?)
        while at < text.count, text[at] == UInt8(ascii: " ") { at += 1 }
        while at < text.count, case let digit = text[at] &- UInt8(ascii: "0"), digit < 10 {
            let (tens, isTooLarge) = (result ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tens.addingReportingOverflow(Int(digit))
            if isTooLarge || overflows { return nil }
            result = sum
            at += 1
        }
        return result
    }

    private static func open(_ path: String) -> Int32 {
        Glibc.open(path, O_RDONLY | O_CLOEXEC)
    }

    /// Passes the whole text of an open file; an empty one if there is no file.
    private static func withText<Result>(
        _ descriptor: Int32, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(byteCount: 1 << 13, alignment: 1) { buffer in
            var have = 0
            while descriptor >= 0, have < buffer.count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + have }, buffer.count - have,
                    off_t(have))
                if got <= 0 { break }
                have += got
            }
            return body(UnsafeRawBufferPointer(rebasing: buffer[..<have]))
        }
    }
}
