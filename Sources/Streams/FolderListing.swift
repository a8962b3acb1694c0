import Glibc
import Platform

/// The entries of one folder: their names, and which of them are folders.
///
/// For reading files recursively, see `Folder`.
package struct FolderListing: Hashable, Sendable {
    /// One entry of a folder.
    package struct Entry: Hashable, Sendable {
        /// The name, without the folder's path.
        package let name: String
        /// Whether it is a folder, or a link to one.
        package let isFolder: Bool

        /// An entry with its name and kind.
        package init(name: String, isFolder: Bool) {
            self.name = name
            self.isFolder = isFolder
        }
    }

    /// The entries in the system's order, including hidden ones.
    package let entries: [Entry]

    /// A listing of these entries.
    package init(_ entries: [Entry]) { self.entries = entries }

    /// Lists the folder at `path`, however long that takes; if it is cancelled, the entries so far.
    package init(
        path: String, cancellation: Cancellation = Cancellation()
    ) throws(StreamError) {
        var entries: [Entry] = []
        try FolderListing.read(path) { name, type in
            let isFolder =
                switch type {
                case DT_DIR: true
                // If the folder does not state the kind, or for a link, the file itself is checked.
                case DT_LNK, DT_UNKNOWN: InputFile.isFolder(path + "/" + name)
                default: false
                }
            entries.append(Entry(name: name, isFolder: isFolder))
            return !cancellation.isCancelled
        }
        self.entries = entries
    }

    /// Calls `body` with every name in the folder except its own and its parent's, and with the
    /// kind that the folder states, until it returns false.
    static func read(
        _ path: String, _ body: (_ name: String, _ type: Int) -> Bool
    ) throws(StreamError) {
        guard let folder = opendir(path) else { throw InputFile.failure(path, errno) }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { place in
                place.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name == "." || name == ".." { continue }
            guard body(name, Int(entry.pointee.d_type)) else { return }
        }
    }
}
