import ChartExport
import HealthData

/// The forms in which the way of a workout can be exported.
enum WayForm: String, CaseIterable {
    /// Positions with what was measured, for other programs.
    case gpx
    case png
    case svg
    case pdf

    /// The form of a picture; nil for positions.
    var picture: PictureForm? { PictureForm(rawValue: rawValue) }

    /// The form by the extension of a path; nil for any other.
    init?(endingOf path: String) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."),
            let form = WayForm(rawValue: name[name.index(after: dot)...].lowercased())
        else { return nil }
        self = form
    }
}

/// An export while it is prepared: the path that is typed, and what is hidden.
struct ExportPrompt {
    private(set) var field: TextField
    /// Whether homes are hidden; nil if there is none to hide.
    private(set) var hidesHomes: Bool?
    /// Why the file could not be written, or what happens if it is; nil if there is nothing to say.
    private(set) var failure: String?
    /// The path of a file that is there already, and is replaced if the person saves once more.
    private(set) var replaced: String?
    private(set) var isBeingWritten = false

    /// - Parameter path: the path that is offered.
    init(path: String, hidesHomes: Bool?) {
        field = TextField(path)
        self.hidesHomes = hidesHomes
    }

    /// The form of the typed path.
    var form: WayForm? { WayForm(endingOf: field.text) }

    mutating func edit(_ change: (inout TextField) -> Void) {
        let before = field.text
        change(&field)
        if field.text != before { (failure, replaced) = (nil, nil) }
    }

    /// Gives the path the extension of a form.
    mutating func choose(_ form: WayForm) {
        var path = field.text
        if self.form != nil, let dot = path.lastIndex(of: ".") { path = String(path[..<dot]) }
        edit { $0 = TextField(path + "." + form.rawValue) }
    }

    mutating func hideHomes(_ hides: Bool) {
        guard hidesHomes != nil else { return }
        hidesHomes = hides
        failure = nil
    }

    mutating func beginWriting() { (isBeingWritten, failure) = (true, nil) }

    mutating func refuse(_ sentence: String, replacing path: String? = nil) {
        (failure, replaced, isBeingWritten) = (sentence, path, false)
    }
}
