// Files left behind by a program that was ended while writing them.
//
// Method: a file that needs a name during writing has a name that identifies its writer: the
// machine since its last start (and its PID namespace), the process, and when that process began.
// On the same machine it is certain whether the writer still runs. A file of another machine, on a
// disk that both use, is left alone for a day. So a file that is being written is never removed.
// Rejected: locks, because SQLite's own locks and network disks interfere; the process's number
// alone, which another process may have by now.

import Glibc

/// Names for files that are being written, and the removal of those whose writer has ended.
package enum Leftovers {
    /// The suffixes of the files that SQLite writes for a database.
    package static let endings = ["", "-journal", "-wal", "-shm"]

    /// A file of another machine is left alone for this number of seconds after its last change.
    private static let patience = 86_400

    /// A name for a file that this process is going to write.
    ///
    /// It begins with `stem` and identifies the writer.
    ///
    /// No two calls give the same name.
    package static func name(_ stem: String) -> String {
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        return "\(stem)\(machine)-\(getpid())-\(beginning(of: "self") ?? 0)-\(random)"
    }

    /// Removes the files in a folder whose writer has ended.
    ///
    /// Only files of this user, and the files that SQLite wrote next to them, are removed. A file
    /// may have two names if its writer was about to give it the second one, which is kept. A file
    /// that cannot be removed is kept, without an error.
    ///
    /// - Parameters:
    ///   - marker: the text in the names just before the part that `name` adds, such as `.part-`.
    ///   - isOlder: whether an earlier version gave a name, which does not identify the writer.
    ///     Such a file is removed if it has not been written to for a day.
    /// - Returns: the names of the removed files.
    @discardableResult package static func sweep(
        _ folder: String, marker: String, isOlder: (String) -> Bool = { _ in false }
    ) -> [String] {
        var gone: [String] = []
        for name in names(in: folder) {
            let ending = endings.last { name.hasSuffix($0) } ?? ""
            let own = String(name.dropLast(ending.count))
            let hasEnded: Bool
            if let writer = Writer(own, marker: marker) {
                hasEnded =
                    writer.isOfThisMachine
                    ? !writer.isRunning : isQuiet(folder + "/" + name, patience)
            } else {
                hasEnded = isOlder(own) && isQuiet(folder + "/" + name, patience)
            }
            if hasEnded, remove(folder + "/" + name) { gone.append(name) }
        }
        return gone
    }

    /// Removes a file of this user; another name of it is kept.
    static func remove(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid()
        else { return false }
        return unlink(path) == 0
    }

    /// Whether a file has not been written to for a number of seconds.
    static func isQuiet(_ path: String, _ seconds: Int) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return time(nil) - status.st_mtim.tv_sec > seconds
    }

    static func names(in folder: String) -> [String] {
        guard let open = opendir(folder) else { return [] }
        defer { closedir(open) }
        var names: [String] = []
        while let entry = readdir(open) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    /// The writer of a file, from the file's name.
    private struct Writer {
        var machine: String
        var process: Int
        var beginning: Int

        init?(_ name: String, marker: String) {
            guard let found = name.ranges(of: marker).last else { return nil }
            let parts = name[found.upperBound...].split(
                separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0].count == 16,
                let process = Int(parts[1]), let beginning = Int(parts[2]),
                UInt64(parts[3], radix: 16) != nil
            else { return nil }
            machine = String(parts[0])
            self.process = process
            self.beginning = beginning
        }

        var isOfThisMachine: Bool { machine == Leftovers.machine }

        /// Whether it is still running; also true if that is unknown.
        var isRunning: Bool {
            guard let number = pid_t(exactly: process), number > 0,
                kill(number, 0) == 0 || errno == EPERM
            else { return false }
            guard beginning > 0, let now = Leftovers.beginning(of: "\(number)") else { return true }
            return now == beginning
        }
    }

    /// Identifies this machine since it was started, and the PID namespace of this process, in
    /// sixteen digits.
    private static let machine: String = {
        var space = stat()
        // An unknown machine gets a random number, so that no other assumes that these files are
        // its own.
        let start = contents(of: "/proc/sys/kernel/random/boot_id")
        let isKnown = start != nil && stat("/proc/self/ns/pid", &space) == 0
        let text = isKnown ? "\(start ?? "")\(space.st_ino)" : "\(UInt64.random(in: .min ... .max))"
        // FNV-1a, 64 bits.
        let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }()

    /// The start time of a process, in ticks of the kernel; nil if there is none.
    ///
    /// Source: proc(5), the 22nd field of stat. The second is a name in brackets, which may contain
    /// blanks.
    private static func beginning(of process: String) -> Int? {
        guard let line = contents(of: "/proc/\(process)/stat"), let end = line.lastIndex(of: ")")
        else { return nil }
        let fields = line[line.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? Int(fields[19]) : nil
    }

    private static func contents(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let got = read(descriptor, &buffer, buffer.count)
        return got > 0 ? String(decoding: buffer[..<got], as: UTF8.self) : nil
    }
}
