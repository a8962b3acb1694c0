import Glibc

/// The links to files in a folder and in its subfolders.
struct LinkedFiles {
    /// The paths of the links.
    private(set) var paths: [String] = []

    private static let deepest = 64

    /// Searches a folder; there are no links if the path is that of a file.
    ///
    /// Hidden files and folders are left out, as in reading a folder.
    init(in path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        look(in: path, depth: 0)
    }

    private mutating func look(in path: String, depth: Int) {
        guard depth < LinkedFiles.deepest else { return }
        var folders: [String] = []
        FolderEntries.read(path) { name, type in
            guard !name.hasPrefix(".") else { return }
            let place = path + "/" + name
            switch LinkedFiles.kind(of: place, type) {
            case DT_DIR: folders.append(place)
            case DT_LNK:
                var status = stat()
                guard stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
                paths.append(place)
            default: break
            }
        }
        for folder in folders { look(in: folder, depth: depth + 1) }
    }

    /// The kind of an entry; not every file system provides it with the name.
    private static func kind(of path: String, _ type: Int) -> Int {
        guard type == DT_UNKNOWN else { return type }
        var status = stat()
        guard lstat(path, &status) == 0 else { return type }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return DT_DIR
        case S_IFLNK: return DT_LNK
        default: return DT_REG
        }
    }
}

/// The entries of one folder.
enum FolderEntries {
    /// Calls `body` with every name in the folder except `.` and `..`, and with the kind that the
    /// folder states for it.
    ///
    /// A folder that cannot be read has no names.
    static func read(_ path: String, _ body: (_ name: String, _ type: Int) -> Void) {
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { place in
                place.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { body(name, Int(entry.pointee.d_type)) }
        }
    }
}
