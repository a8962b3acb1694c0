/// The dialog in which the path of a file is typed: the field, and what it may be completed to.
///
/// It reads no folder itself: `folder` says which one it wants to know, and `take` brings that.
struct PathPrompt {
    /// A line of the list under the field.
    enum Row: Hashable {
        /// A file that was opened before, by its place among those.
        case recent(Int, path: String)
        case entry(FolderIndex.Entry)
    }

    /// What becomes of the file that is opened.
    let offer: FileOffer
    let surroundings: TypedPath.Surroundings
    /// What was typed.
    private(set) var field = TextField()
    /// The row that the keys have chosen; nil for what was typed.
    private(set) var choice: Int?
    /// Why what was to be opened is not; nil where nothing went wrong.
    private(set) var failure: String?
    /// The files that were opened before, which are listed while nothing is typed.
    var recents: [String] { didSet { updateChoices() } }
    private var contents = FolderContents.awaited
    private var matches = FolderIndex.Matches()
    /// Changes whenever what is to be seen does.
    private(set) var revision = 0

    init(
        offer: FileOffer, recents: [String], in surroundings: TypedPath.Surroundings
    ) {
        self.offer = offer
        self.recents = recents
        self.surroundings = surroundings
    }

    // MARK: Looking

    /// What was typed, as a path.
    var path: TypedPath { TypedPath(field.text, in: surroundings) }
    /// The path of an entry in the folder that is typed in.
    func path(to entry: FolderIndex.Entry) -> TypedPath {
        TypedPath(path.text(for: entry), in: surroundings)
    }

    /// The folder whose contents are wanted.
    var folder: String { path.folder }

    /// Whether the list is that of the files that were opened before.
    var listsRecents: Bool { field.isEmpty && !recents.isEmpty }

    /// How many rows the list has.
    var rowCount: Int { listsRecents ? recents.count : matches.count }

    /// A row by its place.
    func row(_ place: Int) -> Row {
        listsRecents ? .recent(place, path: recents[place]) : .entry(matches[place])
    }

    /// The row that was chosen.
    var chosenRow: Row? { choice.map(row) }

    /// What is said under the field, and whether something is wrong.
    var message: (text: String, isError: Bool) {
        if let failure { return (failure, true) }
        if !listsRecents, case .closed(let reason) = contents { return (reason, false) }
        return (offer.consequence, false)
    }

    // MARK: Changing

    /// Changes what was typed, or where the caret is.
    ///
    /// - Returns: Whether another folder's contents are wanted now.
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

    /// Takes in what the folder that was wanted holds.
    mutating func take(_ contents: FolderContents) {
        self.contents = contents
        updateChoices()
    }

    /// Says why what was to be opened is not.
    mutating func refuse(_ reason: String) {
        failure = reason
        revision += 1
    }

    /// Moves the choice along the list; before its first row is what was typed.
    mutating func choose(by count: Int) {
        guard rowCount > 0 else { return }
        let place = min(max((choice ?? -1) + count, -1), rowCount - 1)
        choice = place < 0 ? nil : place
        revision += 1
    }

    /// The text that completes what was typed, as far as it goes on in one way alone, or to what was
    /// chosen; nil where nothing can be added.
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
