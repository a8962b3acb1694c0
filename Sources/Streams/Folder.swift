import Glibc
import Localization

/// The files in a folder and in its subfolders.
package struct Folder: Sendable {
    /// The largest depth of nested folders.
    static let deepest = 64
    /// The largest number of files.
    static let mostFiles = 200_000

    /// The files' paths relative to the folder, in the order of their names.
    package private(set) var files: [String] = []
    /// Errors of subfolders that could not be read.
    package private(set) var failures: [StreamError] = []

    /// Searches the folder at `path`.
    ///
    /// Links to files are followed; links to folders are not, as they may form a loop. Hidden files
    /// are left out.
    package init(path: String) throws(StreamError) {
        try list(path, below: "", depth: 0)
        if isFull {
            failures.append(
                StreamError(
                    place: path,
                    problem: tr(
                        "there are more than {1} files in the folder; the others were left out",
                        "\(Folder.mostFiles)"),
                    remedy: tr("give the folders in it one by one")))
        }
    }

    private var isFull = false

    private mutating func list(
        _ path: String, below prefix: String, depth: Int
    ) throws(StreamError) {
        guard depth < Folder.deepest else { return }
        var names: [String] = []
        try FolderListing.read(path) { name, _ in
            if !name.hasPrefix(".") { names.append(name) }
            return true
        }
        for name in names.sorted() {
            var status = stat()
            let place = path + "/" + name
            guard lstat(place, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                do throws(StreamError) {
                    try list(place, below: prefix + name + "/", depth: depth + 1)
                } catch {
                    failures.append(error)
                }
                continue
            }
            guard stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            guard files.count < Folder.mostFiles else {
                isFull = true
                return
            }
            files.append(prefix + name)
        }
    }
}
