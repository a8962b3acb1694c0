import Desktop
import Foundation

/// A path as a person types it: absolute or relative, with `~` for home, or a file's URI.
struct TypedPath: Hashable {
    /// The base of relative paths.
    struct Surroundings: Hashable {
        /// The person's home; nil if none is known.
        var home: String?
        var workingDirectory: String

        /// The surroundings of this process.
        static var current: Surroundings {
            Surroundings(
                home: BaseDirectories.home,
                workingDirectory: FileManager.default.currentDirectoryPath)
        }
    }

    /// The path as it was typed; for a URI, its path.
    let text: String
    private let surroundings: Surroundings

    /// The path in a typed text.
    init(_ typed: String, in surroundings: Surroundings) {
        let isURI = typed.lowercased().hasPrefix("file:")
        text = isURI ? (try? FileURI.path(typed)) ?? typed : typed
        self.surroundings = surroundings
    }

    /// The part up to and including the last slash; empty if there is none.
    var folderText: String {
        text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
    }

    /// The beginning of a name after that part.
    var beginning: String { String(text.dropFirst(folderText.count)) }

    /// The absolute path.
    var absolute: String { absolute(text) }

    /// The absolute path of the folder in which the name is looked up.
    var folder: String { absolute(folderText) }

    private func absolute(_ text: String) -> String {
        if text.hasPrefix("/") { return text }
        if let home = surroundings.home, text == "~" || text.hasPrefix("~/") {
            return home + (text == "~" && !home.isEmpty ? "" : "/") + text.dropFirst(2)
        }
        let folder = surroundings.workingDirectory
        return (folder == "/" ? "" : folder) + "/" + text
    }

    /// The text to type for a name in that folder.
    func text(for entry: FolderIndex.Entry) -> String {
        folderText + entry.name + (entry.isFolder ? "/" : "")
    }

    /// The text to type for this path as a folder.
    var asFolder: String { text.isEmpty || text.hasSuffix("/") ? text : text + "/" }
}
