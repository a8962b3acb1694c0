import Geometry
import HealthData
import Localization

extension EntryModel {
    /// The dialog in which a note is written.
    @MainActor
    init(
        _ prompt: NotePrompt, window: Rect, typedField: ControlID?, hovered: ControlID?,
        focused: ControlID?, locale: LocaleFormat
    ) {
        let (message, isError) = prompt.message(locale)
        self.init(
            window: window, top: Measure.headerHeight,
            title: prompt.original == nil ? tr("New note") : tr("Edit note"),
            fields: NotePrompt.Field.allCases.map { field in
                FieldModel(
                    id: field.id, command: field.command, name: field.name, field: prompt[field],
                    placeholder: field.placeholder, hasKeys: typedField == field.id)
            }, pairs: [1], message: message, messageID: ControlID("note.message"),
            isError: isError, buttons: [], hovered: hovered, focused: focused)
        choices =
            prompt.candidate.map { candidate in
                SegmentedControl(
                    id: ControlID("note.charts", in: .dialog), name: tr("Show on"),
                    options: [
                        SegmentedControl.Option(
                            label: tr("All charts"), name: tr("All charts"), command: .noteForAll,
                            isChosen: !prompt.isForOne),
                        SegmentedControl.Option(
                            label: Metric.name(of: candidate), name: Metric.name(of: candidate),
                            command: .noteForOne, isChosen: prompt.isForOne),
                    ])
            }.map { [$0] } ?? []
        buttons = [
            DialogModel.Action(
                title: prompt.isBeingWritten ? tr("Saving…") : tr("Save"), command: .saveNote,
                look: .prominent, isEnabled: !prompt.isBeingWritten)
        ]
        if prompt.original != nil {
            buttons.insert(
                DialogModel.Action(
                    title: prompt.isPendingRemoval ? tr("Delete this note?") : tr("Delete"),
                    command: prompt.isPendingRemoval ? .confirmRemovingNote : .removeNote,
                    look: prompt.isPendingRemoval ? .grave : .plain,
                    isEnabled: !prompt.isBeingWritten), at: 0)
        }
    }
}

extension NotePrompt.Field {
    var name: String {
        switch self {
        case .text: tr("Note")
        case .start: tr("Start")
        case .end: tr("End")
        }
    }

    fileprivate var placeholder: String {
        switch self {
        case .text: tr("What happened?")
        case .start: "2026-05-02"
        case .end: tr("Optional")
        }
    }
}
