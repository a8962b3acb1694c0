import ChartCore
import ChartScene
import Geometry
import HealthData
import Localization

/// The dialog in which a note is written or changed.
@MainActor
final class NoteScreen: EntryScreen {
    nonisolated static let entry = ScreenEntry(
        .note,
        make: { viewer in
            viewer.model.notes.areKept
                ? NoteScreen(new(viewer), viewer) : NotesScreen(viewer) as any Screen
        }, commands: commands)

    let id = ScreenID.note
    private unowned let viewer: ViewerContext
    let form = EntryForm()
    private(set) var prompt: NotePrompt { didSet { viewer.changed() } }

    init(_ prompt: NotePrompt, _ viewer: ViewerContext) {
        self.prompt = prompt
        self.viewer = viewer
        self.prompt.enter(.text)
    }

    /// Opens it; if the list of notes is open, it goes on top and leads back to the list.
    static func open(_ prompt: NotePrompt, _ viewer: ViewerContext) {
        let screen = NoteScreen(prompt, viewer)
        if viewer.dialog(NotesScreen.self) != nil {
            viewer.push(screen)
        } else {
            viewer.open(screen)
        }
        viewer.focus.focus(NotePrompt.Field.text.id)
    }

    /// A new note for what is displayed.
    private static func new(_ viewer: ViewerContext) -> NotePrompt {
        let model = viewer.model
        return NotePrompt(
            at: model.notes.span(now: viewer.today()), candidate: model.notes.candidate,
            in: model.calendar)
    }

    var firstFocus: ControlID? { NotePrompt.Field.text.id }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let typed = typedField(focused: environment.focused)
        form.layout(
            EntryModel(
                prompt, window: room, typedField: typed, hovered: environment.hovered,
                focused: environment.focused, locale: viewer.model.locale), typedField: typed,
            environment)
    }

    // MARK: Typing

    func typedField(focused: ControlID?) -> ControlID? {
        guard !prompt.isBeingWritten else { return nil }
        guard let focused else { return prompt.current.id }
        return NotePrompt.Field(id: focused)?.id
    }

    func text(of field: ControlID) -> TextField? {
        NotePrompt.Field(id: field).map { prompt[$0] }
    }

    func edit(_ field: ControlID, _ change: (inout TextField) -> Void) {
        if let field = NotePrompt.Field(id: field) { prompt.edit(field, change) }
    }

    func refuse(_ sentence: String) {
        prompt.refuse(NotePrompt.InputError(field: prompt.current, sentence: sentence))
    }

    private func enter(_ field: NotePrompt.Field) {
        prompt.enter(field)
        viewer.focus.focus(field.id)
        viewer.changed()
    }

    /// The time field being typed in; nil in the text field.
    private var typedTime: NotePrompt.Field? {
        viewer.typedField.flatMap(NotePrompt.Field.init(id:)).flatMap { $0 == .text ? nil : $0 }
    }

    private func moveTime(by days: Int) {
        if let typedTime { prompt.move(typedTime, days: days) }
    }

    // MARK: Keeping

    private func save() {
        do throws(NotePrompt.InputError) {
            let note = try prompt.note()
            write(prompt.original == nil ? .add(note) : .change(note))
        } catch {
            prompt.refuse(error)
            if let field = error.field { enter(field) }
        }
    }

    /// Writes an edit of the notes; the dialog stays until it is done, and shows any error.
    private func write(_ edit: NoteEdit) {
        let prompt = prompt
        let returns = viewer.dialogs.count > 1
        self.prompt.beginWriting()
        let known = Set(viewer.model.notes.all.map(\.id))
        viewer.hosts.notes?.write(edit) { [self, weak viewer] result in
            guard let viewer else { return }
            switch result {
            case .success(let notes):
                viewer.model.notes.take(notes, at: viewer.now())
                guard viewer.dialog === self, self.prompt.isBeingWritten else { return }
                viewer.closeDialog()
                // Shows the new note.
                if !returns, case .add = edit,
                    let new = notes.first(where: { !known.contains($0.id) })
                {
                    viewer.model.notes.show(new, at: viewer.now())
                }
            case .failure(let failure):
                // The text is not lost, even if the dialog was closed meanwhile.
                let screen: NoteScreen
                if let open = viewer.dialog(NoteScreen.self) {
                    screen = open
                } else {
                    NoteScreen.open(prompt, viewer)
                    guard let opened = viewer.dialog(NoteScreen.self) else { return }
                    screen = opened
                }
                screen.prompt.refuse(.init(field: nil, sentence: "\(failure)"))
            }
        }
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func within(
            _ id: CommandID, _ title: String, _ keys: [Key] = [], _ traits: Command.Traits = [],
            isEnabled: @escaping @MainActor (NoteScreen) -> Bool = { !$0.prompt.isBeingWritten },
            perform: @escaping (NoteScreen) -> Void
        ) -> Command {
            Command(
                id, title, keys: keys.map { KeyCombination($0) }, scope: .area(.noteFields),
                group: .notes, traits,
                isEnabled: { [unowned viewer] in
                    viewer.dialog(NoteScreen.self).map(isEnabled) ?? false
                },
                perform: { [unowned viewer] in
                    if let screen = viewer.dialog(NoteScreen.self) { perform(screen) }
                })
        }
        let byDays = tr("A day earlier or later")
        return [
            Command(
                .writeNote, tr("New note…"), keys: [KeyCombination(.character("n"))],
                group: .notes, .worksOverDialogs,
                isEnabled: { [unowned viewer] in viewer.model.phase == .shown },
                perform: { [unowned viewer] in
                    guard viewer.model.notes.areKept else { return viewer.toggle(.notes) }
                    open(new(viewer), viewer)
                }
            ),
            within(.saveNote, tr("Save note"), [.enter]) { $0.save() },
            within(
                CommandID("note.day-later"), byDays, [.up], .repeats,
                isEnabled: { $0.typedTime != nil }, perform: { $0.moveTime(by: 1) }),
            within(
                CommandID("note.day-earlier"), byDays, [.down], .repeats,
                isEnabled: { $0.typedTime != nil }, perform: { $0.moveTime(by: -1) }),
            within(.noteForAll, tr("On all charts")) { $0.prompt.choose(isForOne: false) },
            within(.noteForOne, tr("On one chart alone")) { $0.prompt.choose(isForOne: true) },
            within(.removeNote, tr("Delete note")) { screen in
                screen.prompt.askToConfirm()
                // A person who used the keyboard continues with the keyboard.
                let focus = screen.viewer.focus.focused
                if focus == ControlID(.removeNote) {
                    screen.viewer.focus.focus(ControlID(.confirmRemovingNote, in: .dialog))
                }
            },
            within(.confirmRemovingNote, tr("Delete this note")) { screen in
                guard let note = screen.prompt.original else { return }
                screen.write(.remove(note.id))
            },
        ]
            + NotePrompt.Field.allCases.map { field in
                Command(field.command, field.name, group: .notes) { [unowned viewer] in
                    viewer.dialog(NoteScreen.self)?.enter(field)
                }
            }
    }
}

extension ScreenID {
    static let note = ScreenID("note")
}

extension CommandID {
    static let writeNote = CommandID("note.write")
    static let saveNote = CommandID("note.save")
    static let removeNote = CommandID("note.remove")
    static let confirmRemovingNote = CommandID("note.really-remove")
    static let noteForAll = CommandID("note.for-all")
    static let noteForOne = CommandID("note.for-one")
}

extension ControlArea {
    /// The fields of a note.
    static let noteFields = ControlArea("note")
}
