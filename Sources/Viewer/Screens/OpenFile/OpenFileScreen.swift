import ChartScene
import Geometry
import HealthData
import Localization

/// The dialog in which the path of a file is typed.
@MainActor
final class OpenFileScreen: TextEntry {
    nonisolated static let entry = ScreenEntry(
        .open, make: OpenFileScreen.init, commands: commands
    ) { viewer in
        [
            PathPane.row.commands { [unowned viewer] id, slot in
                Command(id, tr("Row {1} of the list", "\(slot + 1)")) { [unowned viewer] in
                    viewer.dialog(OpenFileScreen.self)?.takeRow(inSight: slot)
                }
            }
        ]
    }

    let id = ScreenID.open
    private unowned let viewer: ViewerContext
    private let pane = Pane<PathModel>()
    /// The model it shows now.
    private var shown: PathModel?
    private var scrolling = ListScroll()
    private(set) var prompt: PathPrompt { didSet { viewer.changed() } }

    convenience init(_ viewer: ViewerContext) { self.init(viewer, .view) }

    /// - Parameter offer: the purpose for which the file is opened.
    init(_ viewer: ViewerContext, _ offer: FileOffer) {
        self.viewer = viewer
        prompt = PathPrompt(
            offer: offer, recents: viewer.model.recents, in: .current)
        readFolder()
        viewer.hosts.files.findRecents()
    }

    var nodes: [SemanticNode] { pane.nodes }
    var revision: Int { pane.recordings }
    var firstFocus: ControlID? { PathPane.fieldID }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        if prompt.recents != viewer.model.recents { prompt.recents = viewer.model.recents }
        var content = PathModel(
            prompt, window: room,
            hasKeys: typedField(focused: environment.focused) == PathPane.fieldID,
            hovered: environment.hovered, focused: environment.focused)
        content.scroll = scrolling.offset
        content.scroll = scrolling.settle(PathPane.frame(content))
        content.show(prompt, rows: PathPane.rowsInSight(content))
        shown = content
        pane.update(content, environment.style, environment.resources, record: PathPane.record)
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) { pane.encode(into: scene) }

    func scroll(by distance: Double, at place: Point) -> Bool {
        scrolling.offset += distance
        return true
    }

    func walk(_ step: ListStep) {
        switch step {
        case .rows(let count): choose(by: count)
        case .pages(let count):
            choose(by: count * max(1, Int(scrolling.page / PathPane.rowHeight)))
        case .start, .end: scrolling.walk(step, row: PathPane.rowHeight)
        case .across: break
        }
    }

    // MARK: Typing

    func typedField(focused: ControlID?) -> ControlID? {
        focused == nil || focused == PathPane.fieldID ? PathPane.fieldID : nil
    }

    func text(of field: ControlID) -> TextField? {
        field == PathPane.fieldID ? prompt.field : nil
    }

    func edit(_ field: ControlID, _ change: (inout TextField) -> Void) { edit(change) }

    /// Changes the typed path, and reads its folder if that is another one.
    private func edit(_ change: (inout TextField) -> Void) {
        let isElsewhere = prompt.edit(change)
        scrolling.offset = 0
        if isElsewhere { readFolder() }
    }

    func refuse(_ sentence: String) { prompt.refuse(sentence) }

    /// Reads the folder of the typed path.
    private func readFolder() {
        let folder = prompt.folder
        viewer.hosts.files.readFolder(folder) { [weak self] contents in
            guard let self, prompt.folder == folder else { return }
            prompt.take(contents)
        }
    }

    // MARK: The list

    /// Moves the choice in the list under the path, and scrolls to it.
    private func choose(by count: Int) {
        prompt.choose(by: count)
        guard let choice = prompt.choice, let shown else { return }
        let top = Double(choice) * PathPane.rowHeight
        let height = PathPane.frame(shown).list.height
        scrolling.offset = min(max(shown.scroll, top + PathPane.rowHeight - height), top)
    }

    private func takeRow(inSight slot: Int) {
        let place = (shown?.rows.first?.place ?? 0) + slot
        guard place < prompt.rowCount else { return }
        viewer.focus.focus(PathPane.fieldID)
        take(prompt.row(place), whole: false)
    }

    private func take(whole: Bool) {
        if let row = prompt.chosenRow {
            take(row, whole: whole)
        } else if !prompt.field.isEmpty {
            take(prompt.path, whole: whole)
        } else {
            prompt.refuse(tr("Type a path, or choose a file from the list."))
        }
    }

    /// Completes the typed path, as far as there is only one way to continue it.
    private func complete() {
        guard let text = prompt.completion else {
            return prompt.refuse(
                prompt.field.isEmpty
                    ? tr("Type the beginning of a path first.")
                    : tr("Nothing here completes this."))
        }
        edit { $0 = TextField(text) }
    }

    private func take(_ row: PathPrompt.Row, whole: Bool) {
        switch row {
        case .recent(_, let path):
            viewer.closeDialogs()
            viewer.hosts.document?.take(files: [path], as: prompt.offer)
        case .entry(let entry): take(prompt.path(to: entry), whole: whole)
        }
    }

    /// Opens a file, enters a folder, or shows why neither is possible.
    ///
    /// - Parameter whole: whether a folder is opened as a whole, with everything in it.
    private func take(_ path: TypedPath, whole: Bool) {
        let typed = prompt.field.text
        viewer.hosts.files.look(path.absolute) { [weak self] look in
            // If the person has typed on or closed the dialog, this is out of date.
            guard let self, viewer.dialog === self, prompt.field.text == typed else { return }
            switch look {
            case .folder where !whole:
                if path.asFolder == typed {
                    prompt.refuse(
                        tr("This is a folder: choose a file, or open all of it with Ctrl+Enter."))
                } else {
                    edit { $0 = TextField(path.asFolder) }
                }
            case .file, .folder:
                viewer.closeDialogs()
                viewer.hosts.document?.take(files: [path.absolute], as: prompt.offer)
            case .failure(let sentence): prompt.refuse(sentence)
            }
        }
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func key(
            _ name: String, _ title: String, _ keys: [KeyCombination],
            _ perform: @escaping (OpenFileScreen) -> Void
        ) -> Command {
            Command(
                name, title, keys: keys, scope: .field, group: .typing,
                isEnabled: { [unowned viewer] in viewer.dialog(OpenFileScreen.self) != nil },
                perform: { [unowned viewer] in
                    if let screen = viewer.dialog(OpenFileScreen.self) { perform(screen) }
                })
        }
        let open = tr("Open the file, or the whole folder")
        return [
            key("path.complete", tr("Complete the path"), [KeyCombination(.tab)]) {
                $0.complete()
            },
            key("path.take", open, [KeyCombination(.enter)]) { $0.take(whole: false) },
            key("path.take-whole", open, [KeyCombination(.enter, control: true)]) {
                $0.take(whole: true)
            },
            Command(.editPath, tr("Path of the file"), group: .typing) { [unowned viewer] in
                viewer.focus.focus(PathPane.fieldID)
                viewer.changed()
            },
        ]
    }
}

extension ScreenID {
    static let open = ScreenID("open")
}

extension CommandID {
    static let editPath = CommandID("path.edit")
}
