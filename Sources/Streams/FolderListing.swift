import Glibc
import Platform

/// What one folder holds: the names in it, and which of them lead into folders.
///
/// For files as they are read, in folders in folders, see `Folder`.
package struct FolderListing: Hashable, Sendable {
    /// One name in a folder.
    package struct Entry: Hashable, Sendable {
        /// The name, without the folder's path.
        package let name: String
        /// Whether it is a folder, or a link to one.
        package let isFolder: Bool

        /// An entry by its name and kind.
        package init(name: String, isFolder: Bool) {
            self.name = name
            self.isFolder = isFolder
        }
    }

    /// The entries in the order in which the system gives them, hidden ones too.
    package let entries: [Entry]

    /// A listing of these entries.
    package init(_ entries: [Entry]) { self.entries = entries }

    /// Lists the folder at `path`, however long that takes; once it is cancelled, what there is so
    /// far.
    package init(
        path: String, cancellation: Cancellation = Cancellation()
    ) throws(StreamError) {
        var entries: [Entry] = []
        try FolderListing.read(path) { name, type in
            let isFolder =
                switch type {
                case DT_DIR: true
                // What the folder does not say, and what a link leads to, the file has to tell.
                case DT_LNK, DT_UNKNOWN: InputFile.isFolder(path + "/" + name)
                default: false
                }
            entries.append(Entry(name: name, isFolder: isFolder))
            return !cancellation.isCancelled
        }
        self.entries = entries
    }

    /// Calls `body` with every name in the folder but its own and its parent's, and with what the
    /// folder says of its kind, for as long as it wants more.
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
