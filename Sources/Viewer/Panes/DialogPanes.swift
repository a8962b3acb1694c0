import ChartScene
import Geometry
import HealthData
import Localization
import Text

/// What can lie over everything, one at a time: the help, the report, the library, the sources, the
/// notes, the menu, and what is typed: the path of a file to open, and a note.
@MainActor
final class DialogPanes {
    private let helpPane = Pane<HelpModel>()
    /// The report, the library, the sources, or the notes.
    private let list = Pane<DialogModel>()
    private let heights = DialogRowHeights()
    /// The report's rows, and what they were made of.
    private var report: (key: ReportKey, rows: [DialogModel.Row])?
    /// The library's rows, and what they were made of.
    private var library: (key: LibraryKey, rows: [DialogModel.Row])?
    private let menu = Pane<MenuModel>()
    private let path = Pane<PathModel>()
    private let note = Pane<NoteModel>()
    /// What had the keys of the note's dialog when it was brought into sight last.
    private var revealedField: ControlID?
    /// What the path's dialog shows now.
    private var pathModel: PathModel?
    /// How far a page of the list that is open goes, in points.
    private(set) var page = 0.0
    /// What was brought into sight last.
    private var revealed: Revealed?
    /// What the help lists and the menu offers: set by whoever owns the command table.
    var help: () -> [HelpModel.Group] = { [] }
    var choices: () -> [SegmentedControl] = { [] }
    var items: () -> [MenuModel.Item] = { [] }
    var notes: () -> [DialogModel.Row] = { [] }

    /// All that the rows of the library depend on.
    private struct LibraryKey: Equatable {
        var document: Int
        var doubted: Int64?
    }

    /// All that the rows of the report depend on.
    private struct ReportKey: Equatable {
        var document: Int
        var units: UnitPreferences
    }

    /// A button of the list, and where it stood.
    private struct Revealed: Equatable {
        var button: ControlID
        var row: Int
        var width: Double
    }

    /// How many rows were set in lines: for tests.
    var setRows: Int { heights.setCount }

    /// The semantic nodes of what is open.
    var nodes: [SemanticNode] { helpPane.nodes + list.nodes + menu.nodes + path.nodes + note.nodes }

    /// Brings what is open up to date with the model, and the model's scrolling within its limits.
    ///
    /// - Parameters:
    ///   - anchor: the menu's button.
    ///   - typedField: the text field that what is typed goes to.
    func update(
        _ model: ViewerModel, window: Rect, anchor: Rect, hovered: ControlID?, focused: ControlID?,
        typedField: ControlID?, _ style: PaneStyle, _ resources: PaneResources
    ) {
        if model.dialog != .keys { helpPane.clear() }
        let listed = listed(model)
        if listed == nil {
            list.clear()
            heights.clear()
            revealed = nil
        }
        if model.dialog != .report { report = nil }
        if model.dialog != .menu { menu.clear() }
        if model.dialog != .open {
            path.clear()
            pathModel = nil
        }
        if model.dialog != .note {
            note.clear()
            revealedField = nil
        }
        func scroll(_ frame: DialogFrame) -> Double {
            page = max(DialogPane.rowHeight, frame.list.height - DialogPane.rowHeight)
            model.dialogScroll = min(max(model.dialogScroll, 0), frame.maximumScroll)
            return model.dialogScroll
        }
        switch model.dialog {
        case .keys:
            var content = HelpModel(
                window: window, top: Measure.headerHeight, groups: help(), hovered: hovered,
                focused: focused)
            content.scroll = scroll(HelpPane.frame(content, resources.typesetter))
            helpPane.update(content, style, resources, record: HelpPane.record)
        case .report, .library, .sources, .notes:
            guard let listed else { return }
            var content = DialogModel(
                window: window, top: Measure.headerHeight, title: listed.title, rows: listed.rows,
                scroll: model.dialogScroll, hovered: hovered, focused: focused)
            heights.settle(&content, resources.typesetter)
            reveal(&content, resources.typesetter)
            model.dialogScroll = content.scroll
            content.scroll = scroll(content.frame)
            list.update(content, style, resources) { [heights] in
                DialogPane.record($0, heights, $1)
            }
        case .menu:
            menu.update(
                MenuModel(
                    window: window, anchor: anchor, choices: choices(), items: items(),
                    hovered: hovered, focused: focused), style, resources, record: MenuPane.record)
        case .open:
            guard let prompt = model.prompt else { break }
            var content = PathModel(
                prompt, window: window, hasKeys: typedField == PathPane.fieldID, hovered: hovered,
                focused: focused)
            content.scroll = scroll(PathPane.frame(content))
            content.show(prompt, rows: PathPane.rowsInSight(content))
            pathModel = content
            path.update(content, style, resources, record: PathPane.record)
        case .note:
            guard let prompt = model.notePrompt else { break }
            var content = NoteModel(
                prompt, window: window, typedField: typedField, hovered: hovered,
                focused: focused, locale: model.locale)
            let keys = typedField ?? focused
            if keys != revealedField {
                revealedField = keys
                content.scroll = model.dialogScroll
                model.dialogScroll = NotePane.scroll(revealing: keys, in: content)
            }
            content.scroll = scroll(NotePane.frame(content))
            note.update(content, style, resources, record: NotePane.record)
        case nil: break
        }
    }

    /// The title and the rows of the list that is open; nil where none is.
    private func listed(_ model: ViewerModel) -> (title: String, rows: [DialogModel.Row])? {
        switch model.dialog {
        case .report: (tr("What was read"), reportRows(model))
        case .library:
            (tr("What the library holds"), libraryRows(model))
        case .sources: (SourceRows.title(model), SourceRows.rows(model))
        case .notes: (tr("Notes"), notes())
        case .keys, .menu, .open, .note, nil: nil
        }
    }

    /// The rows of the report, which may be thousands: made again only when it is another one.
    private func reportRows(_ model: ViewerModel) -> [DialogModel.Row] {
        let key = ReportKey(document: model.documentRevision, units: model.pins.units)
        if let report, report.key == key { return report.rows }
        let rows = ReportRows.rows(model.report, locale: model.locale, units: key.units)
        report = (key, rows)
        return rows
    }

    /// The rows of the library, of which there may be as many.
    private func libraryRows(_ model: ViewerModel) -> [DialogModel.Row] {
        let key = LibraryKey(document: model.documentRevision, doubted: model.doubtedDataset)
        if let library, library.key == key { return library.rows }
        let rows = LibraryRows.rows(
            model.datasets ?? [], doubted: model.doubtedDataset, calendar: model.calendar,
            locale: model.locale)
        library = (key, rows)
        return rows
    }

    /// Scrolls the list to the button that the keyboard came to, or that moved away under it.
    private func reveal(_ content: inout DialogModel, _ typesetter: Typesetter) {
        guard let button = content.focused,
            let row = content.rows.firstIndex(where: { row in
                row.actions.contains { ControlID($0.command) == button }
            })
        else {
            revealed = nil
            return
        }
        let place = Revealed(button: button, row: row, width: content.rowWidth)
        guard revealed != place else { return }
        revealed = place
        heights.reveal(row, in: &content, typesetter)
    }

    // MARK: The list under a path

    /// The row of the list that is the first in sight.
    var firstPathRow: Int { pathModel?.rows.first?.place ?? 0 }

    /// How far the list is to be scrolled for a row to be in sight as a whole, in points.
    func scroll(revealing row: Int) -> Double? {
        guard let pathModel else { return nil }
        let top = Double(row) * PathPane.rowHeight
        let height = PathPane.frame(pathModel).list.height
        return min(max(pathModel.scroll, top + PathPane.rowHeight - height), top)
    }

    func encode(into scene: SceneBuilder) {
        helpPane.encode(into: scene)
        list.encode(into: scene)
        menu.encode(into: scene)
        path.encode(into: scene)
        note.encode(into: scene)
    }
}
