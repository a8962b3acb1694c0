import Desktop
import Glibc
import Localization
import Platform

/// Files of drags, which other programs copy after the drop.
///
/// They are in a folder of the cache that only the person can read, and are removed when the program
/// ends. What a killed program has left there is removed a day later, with the next drag.
@MainActor
final class DraggedFiles {
    private var written: Set<String> = []
    private let folder: String?
    /// After how many seconds a file of a killed program is removed.
    private static let patience = 86_400

    /// - Parameter folder: where the files are; nil for the cache.
    init(folder: String? = nil) {
        self.folder = folder ?? ViewerWindow.cachePath("dragged")
    }

    /// Writes a file with a name, replacing that of an earlier drag; nil if that failed.
    func write(_ bytes: [UInt8], named name: String) -> String? {
        guard let folder else { return nil }
        mkdir(folder, 0o700)
        sweep(folder)
        let path = folder + "/" + name
        guard SavedFile.write(bytes, to: path) == nil else { return nil }
        written.insert(path)
        return path
    }

    /// Removes the files of this program.
    func removeAll() {
        for path in written { unlink(path) }
        written = []
        if let folder { rmdir(folder) }
    }

    private func sweep(_ folder: String) {
        guard let open = opendir(folder) else { return }
        defer { closedir(open) }
        while let entry = readdir(open) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            let path = folder + "/" + name
            guard !written.contains(path), lstat(path, &status) == 0,
                status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
                time(nil) - status.st_mtim.tv_sec > Self.patience
            else { continue }
            unlink(path)
        }
    }
}
