import Geometry
import HealthData
import Localization

/// The notes of the library, and their actions.
@MainActor
final class NotesScreen: ListScreen {
    nonisolated static let entry = ScreenEntry(.notes, make: NotesScreen.init) { viewer in
        [
            Command(
                .showNotes, tr("Notes"), keys: [KeyCombination(.character("n"), shift: true)],
                group: .notes, .worksOverDialogs,
                isEnabled: { [unowned viewer] in viewer.model.phase == .shown },
                perform: { [unowned viewer] in viewer.toggle(.notes) })
        ]
    } families: { viewer in
        families(viewer)
    }

    let id = ScreenID.notes
    private unowned let viewer: ViewerContext
    let list = RowList()
    /// The rows, which may be thousands.
    private var known = Cached<NoteRows.Content, [DialogModel.Row]>()

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let content = NoteRows.Content(viewer)
        let rows = known(content) { NoteRows.rows(content, viewer.model) }
        list.layout(tr("Notes"), rows, in: room, environment)
    }

    /// The commands for each of the notes.
    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        [
            NoteRows.show.commands { [unowned viewer] id, number in
                guard let note = viewer.model.notes[number] else { return nil }
                return Command(id, tr("Show “{1}”", note.text)) { [unowned viewer] in
                    viewer.closeDialogs()
                    viewer.model.notes.show(note, at: viewer.now())
                }
            },
            NoteRows.change.commands { [unowned viewer] id, number in
                guard let note = viewer.model.notes[number] else { return nil }
                return Command(id, tr("Edit “{1}”", note.text)) { [unowned viewer] in
                    NoteScreen.open(
                        NotePrompt(
                            note, candidate: viewer.model.notes.candidate,
                            in: viewer.model.calendar), viewer)
                }
            },
        ]
    }
}

extension ScreenID {
    static let notes = ScreenID("notes")
}

extension CommandID {
    static let showNotes = CommandID("notes.list")
}
