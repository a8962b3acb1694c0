// Changes of files, reported by the kernel (inotify(7)).
//
// Method: a watch on each file reports writes, and one on its folder reports names that appear,
// disappear or change their file, because programs that save by renaming put another file under the
// same name. A name that reappears gets a new watch. All queued events become one call.
// Limits: for a symbolic link, the file is watched at its target, the folder at the link. Nothing
// is reported from a folder that is removed. Network file systems report only changes by this
// machine. Rejected: polling the file's size (wakes an idle program), a watch for writes on the
// folder too (wakes for every other file in it).

import CLinux
import Glibc

/// A change of a watched file.
public struct FileChange: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Data was written to it, or it was truncated.
    public static let written = FileChange(rawValue: 1)
    /// A process that could write to it has closed it.
    public static let closed = FileChange(rawValue: 2)
    /// Its name now refers to another file.
    public static let replaced = FileChange(rawValue: 4)
    /// Its name no longer refers to a file.
    public static let gone = FileChange(rawValue: 8)
}

/// Watches files by name and reports their changes, without polling.
@MainActor
public final class FileWatcher {
    private let loop: EventLoop
    private let descriptor: Int32
    private let handler: @MainActor ([String: FileChange]) -> Void
    private var token: EventLoop.Token?
    private let paths: [String]
    /// The files of a watch on a file.
    private var files: [Int32: Set<String>] = [:]
    /// The files of a watched folder, by their names in it.
    private var folders: [Int32: [String: Set<String>]] = [:]

    /// Watches files, which need not exist yet; `handler` receives the changes of a turn in one
    /// call.
    ///
    /// - Throws: `EventLoopError` if the kernel provides no queue.
    public init(
        loop: EventLoop, paths: [String],
        _ handler: @escaping @MainActor ([String: FileChange]) -> Void
    ) throws(EventLoopError) {
        self.loop = loop
        self.paths = paths
        self.handler = handler
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { throw .systemCall(name: "inotify_init1", code: errno) }
        for path in paths {
            watchFolder(of: path)
            watchFile(path)
        }
        token = loop.watch(descriptor, for: .read) { [weak self] _ in self?.take() }
    }

    isolated deinit { close() }

    /// Stops watching.
    public func close() {
        guard let token else { return }
        loop.cancel(token)
        self.token = nil
        Glibc.close(descriptor)
    }

    private func watchFolder(of path: String) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_ONLYDIR)
        let watch = inotify_add_watch(descriptor, folder, mask)
        if watch >= 0 { folders[watch, default: [:]][name, default: []].insert(path) }
    }

    /// Returns whether the file exists.
    @discardableResult
    private func watchFile(_ path: String) -> Bool {
        for watch in files.keys { files[watch]?.remove(path) }
        let mask = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF)
        let watch = inotify_add_watch(descriptor, path, mask)
        if watch >= 0 { files[watch, default: []].insert(path) }
        for (old, paths) in files where paths.isEmpty {
            files[old] = nil
            inotify_rm_watch(descriptor, old)
        }
        return watch >= 0
    }

    /// Reads the whole queue.
    private func take() {
        var changes: [String: FileChange] = [:]
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let got = read(descriptor, &buffer, buffer.count)
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            var index = 0
            while index + 16 <= got {
                let (watch, mask, length) = buffer.withUnsafeBytes { bytes in
                    (
                        bytes.loadUnaligned(fromByteOffset: index, as: Int32.self),
                        bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self),
                        Int(bytes.loadUnaligned(fromByteOffset: index + 12, as: UInt32.self))
                    )
                }
                let name = buffer[(index + 16)..<min(got, index + 16 + length)]
                note(
                    watch, mask, String(decoding: name.prefix { $0 != 0 }, as: UTF8.self),
                    &changes)
                index += 16 + length
            }
        }
        if !changes.isEmpty { handler(changes) }
    }

    private func note(
        _ watch: Int32, _ mask: UInt32, _ name: String, _ changes: inout [String: FileChange]
    ) {
        func has(_ bits: Int32) -> Bool { mask & UInt32(bits) != 0 }
        if has(IN_Q_OVERFLOW) {
            // Events were lost: all files may have changed.
            for path in paths {
                changes[path, default: []].insert(watchFile(path) ? .written : .gone)
            }
        }
        for path in folders[watch]?[name] ?? [] {
            changes[path, default: []].insert(watchFile(path) ? .replaced : .gone)
        }
        for path in files[watch] ?? [] {
            if has(IN_MODIFY) { changes[path, default: []].insert(.written) }
            if has(IN_CLOSE_WRITE) { changes[path, default: []].insert(.closed) }
            if has(IN_DELETE_SELF | IN_MOVE_SELF) {
                changes[path, default: []].insert(watchFile(path) ? .replaced : .gone)
            }
        }
        if has(IN_IGNORED) {
            files[watch] = nil
            folders[watch] = nil
        }
    }
}
