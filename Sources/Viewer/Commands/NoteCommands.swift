import ChartCore
import Foundation
import HealthData
import Localization

extension ViewerController {
    /// How notes are listed and written.
    func noteCommands() -> [Command] {
        let isOpen: () -> Bool = { [model] in
            model.notePrompt?.isBeingWritten == false
        }
        func within(
            _ id: CommandID, _ title: String, _ keys: [Key] = [], _ traits: Command.Traits = [],
            isEnabled: (() -> Bool)? = nil, perform: @escaping () -> Void
        ) -> Command {
            Command(
                id, title, keys: keys.map { KeyCombination($0) }, scope: .area(.noteFields),
                group: .notes, traits, isEnabled: isEnabled ?? isOpen, perform: perform)
        }
        let isTime: () -> Bool = { [self] in typedTime != nil }
        let byDays = tr("A day earlier or later")
        return [
            Command(
                .writeNote, tr("Write a note…"), keys: [KeyCombination(.character("n"))],
                group: .notes, .worksOverDialogs, isEnabled: { [model] in model.phase == .shown },
                perform: { [self] in writeNote() }
            ),
            Command(
                .showNotes, tr("Notes"), keys: [KeyCombination(.character("n"), shift: true)],
                group: .notes, .worksOverDialogs, isEnabled: { [model] in model.phase == .shown },
                perform: { [self] in show(.notes) }
            ),
            within(.saveNote, tr("Save the note"), [.enter]) { [self] in saveNote() },
            within(CommandID("note.day-later"), byDays, [.up], .repeats, isEnabled: isTime) {
                [self] in
                moveTime(by: 1)
            },
            within(CommandID("note.day-earlier"), byDays, [.down], .repeats, isEnabled: isTime) {
                [self] in moveTime(by: -1)
            },
            within(.noteForAll, tr("On all charts")) { [self] in
                model.notePrompt?.choose(isForOne: false)
            },
            within(.noteForOne, tr("On one chart alone")) { [self] in
                model.notePrompt?.choose(isForOne: true)
            },
            within(.removeNote, tr("Remove the note")) { [self] in
                model.notePrompt?.doubt()
                // Who came by keys goes on by keys.
                if scene.focus.focused == ControlID(.removeNote) {
                    scene.focus.focus(ControlID(.confirmRemovingNote, in: .dialog))
                }
            },
            within(.confirmRemovingNote, tr("Really remove the note")) { [self] in
                guard let note = model.notePrompt?.original else { return }
                write(.remove(note.id))
            },
        ]
            + NotePrompt.Field.allCases.map { field in
                Command(field.command, field.name, group: .notes) { [self] in
                    enter(field)
                }
            }
    }

    /// What is done to each of the notes.
    func noteFamilies() -> [CommandMaker] {
        [
            NoteRows.show.commands { [unowned self] id, number in
                guard let note = model.note(number) else { return nil }
                return Command(id, tr("Show “{1}”", note.text)) { [self] in
                    show(nil)
                    model.show(note, at: now())
                }
            },
            NoteRows.change.commands { [unowned self] id, number in
                guard let note = model.note(number) else { return nil }
                return Command(id, tr("Change “{1}”", note.text)) { [self] in
                    let fromList = model.dialog == .notes
                    beginNote(
                        NotePrompt(
                            note, candidate: model.noteCandidate, returnsToList: fromList,
                            in: model.calendar))
                }
            },
        ]
    }

    // MARK: Writing

    private func writeNote() {
        guard model.keepsNotes else { return show(.notes) }
        let fromList = model.dialog == .notes
        beginNote(
            NotePrompt(
                at: model.noteSpan(now: window.today()), candidate: model.noteCandidate,
                returnsToList: fromList, in: model.calendar))
    }

    private func beginNote(_ prompt: NotePrompt) {
        if model.dialog != .note { show(.note) }
        model.notePrompt = prompt
        enter(.text)
    }

    private func enter(_ field: NotePrompt.Field) {
        model.notePrompt?.enter(field)
        scene.focus.focus(field.id)
        model.onChange(.input)
    }

    /// The time that is typed; nil where words are.
    private var typedTime: NotePrompt.Field? {
        scene.typedField.flatMap(NotePrompt.Field.init(id:)).flatMap { $0 == .text ? nil : $0 }
    }

    private func moveTime(by days: Int) {
        if let typedTime { model.notePrompt?.move(typedTime, days: days) }
    }

    private func saveNote() {
        guard let prompt = model.notePrompt else { return }
        do throws(NotePrompt.Trouble) {
            let note = try prompt.note()
            write(prompt.original == nil ? .add(note) : .change(note))
        } catch {
            model.notePrompt?.refuse(error)
            if let field = error.field { enter(field) }
        }
    }

    /// Does something to the notes; the dialog stays until it is done, and says where it is not.
    private func write(_ edit: NoteEdit) {
        guard let prompt = model.notePrompt else { return }
        model.notePrompt?.beginWriting()
        let known = Set(model.notes.map(\.id))
        window.write(edit) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let notes):
                model.takeNotes(notes, at: now())
                guard model.notePrompt?.isBeingWritten == true else { return }
                show(nil)
                if prompt.returnsToList { return show(.notes) }
                // What is new is seen.
                if case .add = edit, let new = notes.first(where: { !known.contains($0.id) }) {
                    model.show(new, at: now())
                }
            case .failure(let trouble):
                // What was written is not lost, be it that the dialog was closed meanwhile.
                if model.dialog != .note { beginNote(prompt) }
                model.notePrompt?.refuse(.init(field: nil, sentence: "\(trouble)"))
            }
        }
    }
}

extension CommandID {
    static let writeNote = CommandID("note.write")
    static let showNotes = CommandID("notes.list")
    static let saveNote = CommandID("note.save")
    static let removeNote = CommandID("note.remove")
    static let confirmRemovingNote = CommandID("note.really-remove")
    static let noteForAll = CommandID("note.for-all")
    static let noteForOne = CommandID("note.for-one")
}

extension ControlArea {
    /// The fields in which a note is typed.
    static let noteFields = ControlArea("note")
}
