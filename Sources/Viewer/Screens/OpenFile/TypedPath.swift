import Desktop
import Foundation

/// A path as a person types it: whole or from a folder on, with `~` for home, or a file's URI.
struct TypedPath: Hashable {
    /// Where paths begin that do not say so.
    struct Surroundings: Hashable {
        /// The person's home; nil where none is known.
        var home: String?
        var workingDirectory: String

        /// Those of this process.
        static var current: Surroundings {
            Surroundings(
                home: BaseDirectories.home,
                workingDirectory: FileManager.default.currentDirectoryPath)
        }
    }

    /// The path in the words that it was typed in; that of a URI.
    let text: String
    private let surroundings: Surroundings

    /// The path in what was typed.
    init(_ typed: String, in surroundings: Surroundings) {
        let isURI = typed.lowercased().hasPrefix("file:")
        text = isURI ? (try? FileURI.path(typed)) ?? typed : typed
        self.surroundings = surroundings
    }

    /// What stands up to the last slash, with it; empty where there is none.
    var folderText: String {
        text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
    }

    /// The beginning of a name behind it.
    var beginning: String { String(text.dropFirst(folderText.count)) }

    /// The whole path.
    var absolute: String { absolute(text) }

    /// The whole path of the folder that the name is looked for in.
    var folder: String { absolute(folderText) }

    private func absolute(_ text: String) -> String {
        if text.hasPrefix("/") { return text }
        if let home = surroundings.home, text == "~" || text.hasPrefix("~/") {
            return home + (text == "~" && !home.isEmpty ? "" : "/") + text.dropFirst(2)
        }
        let folder = surroundings.workingDirectory
        return (folder == "/" ? "" : folder) + "/" + text
    }

    /// What is to be typed for a name in that folder.
    func text(for entry: FolderIndex.Entry) -> String {
        folderText + entry.name + (entry.isFolder ? "/" : "")
    }

    /// What is to be typed for what this names as a folder.
    var asFolder: String { text.isEmpty || text.hasSuffix("/") ? text : text + "/" }
}
