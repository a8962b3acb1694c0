import ChartExport

/// An export while it is prepared: the path that is typed, and what the file shows.
struct ExportPrompt {
    let subject: ExportSubject
    private(set) var field: TextField
    /// Whether homes are hidden; nil if there is none to hide.
    private(set) var hidesHomes: Bool?
    /// Whether a picture of a chart has the words around it.
    private(set) var part: PicturePart
    /// Device pixels per point of a picture of pixels.
    private(set) var scale = 2
    /// The look that the person has chosen; nil for none.
    private var chosenAppearance: Appearance?
    private let windowAppearance: Appearance
    /// Why the file could not be written, or what happens if it is; nil if there is nothing to say.
    private(set) var failure: String?
    /// What the person should know first; nil for nothing.
    private(set) var note: String?
    /// Whether the file is opened in another program once it is written.
    private(set) var opensFile = false
    /// The path of a file that is there already, and is replaced if the person saves once more.
    private(set) var replaced: String?
    private(set) var isBeingWritten = false

    /// The sizes of a picture of pixels.
    static let scales = [1, 2, 3, 4]

    /// - Parameters:
    ///   - path: the path that is offered.
    ///   - appearance: the look of the window.
    init(
        _ subject: ExportSubject, path: String, hidesHomes: Bool? = nil,
        appearance: Appearance = .light
    ) {
        self.subject = subject
        field = TextField(path)
        self.hidesHomes = hidesHomes
        part = subject == .chart(hasPage: true) ? .page : .chart
        windowAppearance = appearance
    }

    /// The form of the typed path; nil if it has none of the subject's.
    var form: ExportForm? {
        ExportForm(endingOf: field.text).flatMap { subject.forms.contains($0) ? $0 : nil }
    }

    /// The look of the picture: a page is for paper, and everything else looks like the window.
    var appearance: Appearance {
        chosenAppearance ?? (form == .pdf ? .light : windowAppearance)
    }

    /// How the picture is made; nil for data.
    var wish: PictureWish? {
        (form?.picture).map {
            PictureWish(form: $0, part: part, scale: Double(scale), appearance: appearance)
        }
    }

    mutating func edit(_ change: (inout TextField) -> Void) {
        let before = field.text
        change(&field)
        if field.text != before { (failure, replaced, note) = (nil, nil, nil) }
    }

    /// Gives the path the extension of a form.
    mutating func choose(_ form: ExportForm) {
        var path = field.text
        if ExportForm(endingOf: path) != nil, let dot = path.lastIndex(of: ".") {
            path = String(path[..<dot])
        }
        edit { $0 = TextField(path + "." + form.rawValue) }
    }

    /// Takes a place that was chosen in a dialog, which has asked about a file there.
    mutating func take(path: String) {
        var path = path
        if ExportForm(endingOf: path) == nil, let form { path += "." + form.rawValue }
        edit { $0 = TextField(path) }
        replaced = path
    }

    mutating func show(_ part: PicturePart) {
        guard subject == .chart(hasPage: true) else { return }
        (self.part, failure) = (part, nil)
    }

    mutating func scale(by scale: Int) { (self.scale, failure) = (scale, nil) }

    mutating func color(_ appearance: Appearance) {
        (chosenAppearance, failure) = (appearance, nil)
    }

    mutating func hideHomes(_ hides: Bool) {
        guard hidesHomes != nil else { return }
        hidesHomes = hides
        failure = nil
    }

    /// Says something first, and opens the file in another program when it is written.
    mutating func open(after note: String) { (self.note, opensFile) = (note, true) }

    mutating func beginWriting() { (isBeingWritten, failure) = (true, nil) }

    mutating func refuse(_ sentence: String, replacing path: String? = nil) {
        (failure, replaced, isBeingWritten) = (sentence, path, false)
    }
}
