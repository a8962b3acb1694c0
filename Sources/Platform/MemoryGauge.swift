// How much memory the process has, and how much more it may take.
//
// Swift ends the program where the allocator gives nothing, so whoever reads foreign data has to ask
// before it comes to that. Three things may be the limit, and the nearest one counts: what the machine
// has left (`MemAvailable` and `SwapFree` of proc_meminfo(5)), the limits of the process (RLIMIT_AS and RLIMIT_DATA of
// getrlimit(2), against proc_pid_statm(5)), and those of its control group and the groups around it
// (`memory.max` of Linux's cgroup-v2.rst; what the group holds of files can be given back and does not
// count). A limit that cannot be read is none. The files are opened once, by `prepare`, because a
// sandbox may keep them from being opened later.
// Cost: 5 microseconds for `resident`, 20 to 80 for `room`.
// Rejected: mallinfo2(3), which knows only of the allocator's own heaps; a handler for failed
// allocations, which Swift does not offer.

import Glibc

/// What tells how much memory there is for this process.
public struct MemoryGauge: Sendable {
    private let readResident: @Sendable () -> Int
    private let readRoom: @Sendable () -> Int

    /// A gauge that asks two functions, each of which gives bytes.
    public init(
        resident: @escaping @Sendable () -> Int, room: @escaping @Sendable () -> Int
    ) {
        readResident = resident
        readRoom = room
    }

    /// How many bytes of memory the process takes now.
    public var resident: Int { readResident() }

    /// How many bytes more it may take; `Int.max` where nothing limits it.
    public var room: Int { readRoom() }

    /// The gauge of this process, its control group and the machine.
    public static let system: MemoryGauge = {
        let sources = MemorySources()
        return MemoryGauge(resident: { sources.resident }, room: { sources.room })
    }()

    /// Opens what the system's gauge reads, for a program that may not open files later.
    public static func prepare() { _ = system.resident }
}

/// The kernel's files that tell of memory.
final class MemorySources: Sendable {
    /// One control group with a limit.
    private struct Group: Sendable {
        let limit: Int
        let current: Int32
        let statistics: Int32
    }

    private let sizes: Int32
    private let machine: Int32
    private let groups: [Group]
    private let page = Int(getpagesize())

    init() {
        sizes = MemorySources.open("/proc/self/statm")
        machine = MemorySources.open("/proc/meminfo")
        let own = MemorySources.open("/proc/self/cgroup")
        defer { if own >= 0 { close(own) } }
        groups = MemorySources.folders(ofGroup: MemorySources.text(own)).compactMap { folder in
            let file = MemorySources.open(folder + "/memory.max")
            defer { if file >= 0 { close(file) } }
            // "max" says that there is no limit.
            guard let limit = MemorySources.number(MemorySources.text(file)) else { return nil }
            return Group(
                limit: limit, current: MemorySources.open(folder + "/memory.current"),
                statistics: MemorySources.open(folder + "/memory.stat"))
        }
    }

    var resident: Int { pages(1) }

    var room: Int {
        var room = Int.max
        let memory = MemorySources.text(machine)
        if let available = MemorySources.field("MemAvailable:", in: memory) {
            room = (available + (MemorySources.field("SwapFree:", in: memory) ?? 0)) * 1024
        }
        for (resource, column) in [(RLIMIT_AS, 0), (RLIMIT_DATA, 5)] {
            var limit = rlimit()
            guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0,
                let most = Int(exactly: limit.rlim_cur)
            else { continue }
            room = min(room, most - pages(column))
        }
        for group in groups {
            guard let current = MemorySources.number(MemorySources.text(group.current)) else {
                continue
            }
            let statistics = MemorySources.text(group.statistics)
            let files =
                (MemorySources.field("inactive_file", in: statistics) ?? 0)
                + (MemorySources.field("active_file", in: statistics) ?? 0)
            room = min(room, group.limit - current + files)
        }
        return max(0, room)
    }

    /// A column of statm, in bytes: 0 is all addresses, 1 what is in memory, 5 data and stacks.
    private func pages(_ column: Int) -> Int {
        let columns = MemorySources.text(sizes).split(separator: " ")
        guard columns.count > column, let count = Int(columns[column]) else { return 0 }
        return count * page
    }

    // MARK: Texts

    /// The folders of a process's control group and those around it, from the text of
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

    /// The number behind a name at the beginning of a line.
    static func field(_ name: String, in text: String) -> Int? {
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            let words = line.split(separator: " ")
            if words.count >= 2, words[0] == name { return Int(words[1]) }
        }
        return nil
    }

    private static func number(_ text: String) -> Int? {
        text.split(separator: "\n").first.flatMap { Int($0) }
    }

    private static func open(_ path: String) -> Int32 {
        Glibc.open(path, O_RDONLY | O_CLOEXEC)
    }

    /// The whole text of a file that is open; empty where there is none.
    private static func text(_ descriptor: Int32) -> String {
        guard descriptor >= 0 else { return "" }
        return withUnsafeTemporaryAllocation(byteCount: 1 << 13, alignment: 1) { buffer in
            var have = 0
            while have < buffer.count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + have }, buffer.count - have,
                    off_t(have))
                if got <= 0 { break }
                have += got
            }
            return String(decoding: buffer[..<have], as: UTF8.self)
        }
    }
}
