/// The dialog in which the path of a file is typed: the field, and the list of possible
/// completions.
///
/// It reads no folder itself: `folder` is the one it needs, and `take` receives the contents.
struct PathPrompt {
    /// A line of the list under the field.
    enum Row: Hashable {
        /// A file that was opened before, by its place among those.
        case recent(Int, path: String)
        case entry(FolderIndex.Entry)
    }

    /// The purpose for which the file is opened.
    let offer: FileOffer
    let surroundings: TypedPath.Surroundings
    /// The typed text.
    private(set) var field = TextField()
    /// The row chosen by the keys; nil for the typed text.
    private(set) var choice: Int?
    /// Why the file was not opened; nil if nothing went wrong.
    private(set) var failure: String?
    /// The files that were opened before; they are listed while nothing is typed.
    var recents: [String] { didSet { updateChoices() } }
    private var contents = FolderContents.awaited
    private var matches = FolderIndex.Matches()
    /// Changes whenever the display does.
    private(set) var revision = 0

    init(
        offer: FileOffer, recents: [String], in surroundings: TypedPath.Surroundings
    ) {
        self.offer = offer
        self.recents = recents
        self.surroundings = surroundings
    }

    // MARK: Looking

    /// The typed path.
    var path: TypedPath { TypedPath(field.text, in: surroundings) }
    /// The path of an entry in the folder of the typed path.
    func path(to entry: FolderIndex.Entry) -> TypedPath {
        TypedPath(path.text(for: entry), in: surroundings)
    }

    /// The folder whose contents are needed.
    var folder: String { path.folder }

    /// Whether the recent files are listed.
    var listsRecents: Bool { field.isEmpty && !recents.isEmpty }

    /// How many rows the list has.
    var rowCount: Int { listsRecents ? recents.count : matches.count }

    /// A row by its place.
    func row(_ place: Int) -> Row {
        listsRecents ? .recent(place, path: recents[place]) : .entry(matches[place])
    }

    /// The chosen row.
    var chosenRow: Row? { choice.map(row) }

    /// The text under the field, and whether it is an error.
    var message: (text: String, isError: Bool) {
        if let failure { return (failure, true) }
        if !listsRecents, case .closed(let reason) = contents { return (reason, false) }
        return (offer.consequence, false)
    }

    // MARK: Changing

    /// Changes the typed text, or the place of the caret.
    ///
    /// - Returns: Whether the contents of another folder are needed now.
    mutating func edit(_ change: (inout TextField) -> Void) -> Bool {
        let before = (text: field.text, folder: folder)
        change(&field)
        revision += 1
        guard field.text != before.text else { return false }
        failure = nil
        let isElsewhere = folder != before.folder
        if isElsewhere { contents = .awaited }
        updateChoices()
        return isElsewhere
    }

    /// Takes the contents of the folder.
    mutating func take(_ contents: FolderContents) {
        self.contents = contents
        updateChoices()
    }

    /// Shows why the file was not opened.
    mutating func refuse(_ reason: String) {
        failure = reason
        revision += 1
    }

    /// Moves the choice in the list; the typed text is before its first row.
    mutating func choose(by count: Int) {
        guard rowCount > 0 else { return }
        let place = min(max((choice ?? -1) + count, -1), rowCount - 1)
        choice = place < 0 ? nil : place
        revision += 1
    }

    /// The text after completion to the chosen row, or as far as there is only one way to continue;
    /// nil if nothing can be added.
    var completion: String? {
        let path = path
        if field.text == "~" { return "~/" }
        switch chosenRow {
        case .recent(_, let path): return path
        case .entry(let entry): return path.text(for: entry)
        case nil: break
        }
        guard !listsRecents, let common = matches.commonPart else { return nil }
        if matches.count == 1 { return path.text(for: matches[0]) }
        return common.count > path.beginning.count ? path.folderText + common : nil
    }

    private mutating func updateChoices() {
        choice = nil
        if case .known(let index) = contents {
            matches = index.matches(path.beginning)
        } else {
            matches = FolderIndex.Matches()
        }
        revision += 1
    }
}
