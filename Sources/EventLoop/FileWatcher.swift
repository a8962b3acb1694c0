// What happens to files, told by the kernel (inotify(7)).
//
// Method: a watch on each file tells of writing, one on its folder of names that come, go or change
// their file, because programs that save by renaming put another file under the same name. A name
// that comes back gets a new watch of its own. All that is waiting in the queue becomes one call.
// Limits: a file under a symbolic link is watched where it lies, its folder where the link lies; a
// folder that goes away takes its files' news with it; network file systems tell only of what this
// machine does. Rejected: looking at the file's size from time to time (wakes an idle program), a
// watch on the folder for writing too (wakes for every other file in it).

import CLinux
import Glibc

/// What happened to a file that is watched.
public struct FileChange: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something was written to it, or it was cut.
    public static let written = FileChange(rawValue: 1)
    /// Somebody who could write to it has closed it.
    public static let closed = FileChange(rawValue: 2)
    /// Its name came to stand for another file.
    public static let replaced = FileChange(rawValue: 4)
    /// Its name stands for no file any more.
    public static let gone = FileChange(rawValue: 8)
}

/// Watches files by their names and tells what happens to them, without looking.
@MainActor
public final class FileWatcher {
    private let loop: EventLoop
    private let descriptor: Int32
    private let handler: @MainActor ([String: FileChange]) -> Void
    private var token: EventLoop.Token?
    private let paths: [String]
    /// The files that a watch on a file is for.
    private var files: [Int32: Set<String>] = [:]
    /// The files of a watched folder, by their names in it.
    private var folders: [Int32: [String: Set<String>]] = [:]

    /// Watches files, which need not be there yet; `handler` gets the changes of a turn at once.
    ///
    /// - Throws: `EventLoopError` where the kernel gives no queue.
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

    /// Ends the watching.
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

    /// Says whether there is such a file.
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

    /// Takes all that waits in the queue.
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
            // Something was lost: all of them are worth a look.
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
