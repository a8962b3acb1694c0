/// A kind of file that a picture is written as, by the ending of its name.
public enum PictureForm: String, Hashable, Sendable, CaseIterable {
    /// Pixels.
    case png
    /// A drawing with texts, for the web and for drawing programs.
    case svg
    /// A page with texts, for reading and printing.
    case pdf

    /// The form that the ending of a path names, in capitals or not; nil for any other.
    public init?(endingOf path: String) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."),
            let form = PictureForm(rawValue: name[name.index(after: dot)...].lowercased())
        else { return nil }
        self = form
    }

    /// The endings that there are, as a sentence lists them: `.png, .svg or .pdf`.
    public static var endings: String {
        let all = allCases.map { ".\($0.rawValue)" }
        return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
    }
}
