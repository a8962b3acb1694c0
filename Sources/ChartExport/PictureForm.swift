/// A file format for pictures, by the extension of the file name.
public enum PictureForm: String, Hashable, Sendable, CaseIterable {
    /// Pixels.
    case png
    /// A drawing with texts, for the web and for drawing programs.
    case svg
    /// A page with texts, for reading and printing.
    case pdf

    /// The format for the extension of a path, in upper or lower case; nil for any other.
    public init?(endingOf path: String) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."),
            let form = PictureForm(rawValue: name[name.index(after: dot)...].lowercased())
        else { return nil }
        self = form
    }

    /// The extensions as a sentence lists them: `.png, .svg or .pdf`.
    public static var endings: String {
        let all = allCases.map { ".\($0.rawValue)" }
        return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
    }
}
