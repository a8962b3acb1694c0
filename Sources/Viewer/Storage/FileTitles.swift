import Desktop
import Localization
import Platform

extension String {
    /// What follows the last slash of a path.
    var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }

    /// The display name of a file at this path.
    ///
    /// Characters that would control or reverse the text around them are shown by their number.
    var fileTitle: String {
        self == "-" ? tr("standard input") : ControlCharacters.visible(inSentence: lastPathPart)
    }

    /// The folder that contains an absolute path.
    var folderPath: String {
        let folder = lastIndex(of: "/").map { String(self[..<$0]) } ?? ""
        return folder.isEmpty ? "/" : folder
    }

    /// The folder that contains an absolute path, for display: home is `~`.
    var folderTitle: String {
        let folder = folderPath
        guard let home = BaseDirectories.home, !home.isEmpty,
            folder == home || folder.hasPrefix(home + "/")
        else { return folder }
        return "~" + folder.dropFirst(home.count)
    }
}
