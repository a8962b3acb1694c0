import ChartCore
import HealthData
import Localization

/// The rows of the library's notes: each text with its actions, and its time.
enum NoteRows {
    /// Shows the time of a note on its chart.
    static let show = CommandFamily<Library.Note.ID>("notes.show")
    /// Opens a note to be changed.
    static let change = CommandFamily<Library.Note.ID>("notes.change")

    /// What the rows depend on.
    enum Content: Equatable {
        /// The notes of the library that is shown.
        case notes([Library.Note])
        /// The ways to a library, if none is shown.
        case noLibrary(LibraryWays)

        @MainActor
        init(_ viewer: ViewerContext) {
            self =
                viewer.model.notes.areKept
                ? .notes(viewer.model.notes.all) : .noLibrary(LibraryWays(viewer))
        }
    }

    @MainActor
    static func rows(_ content: Content, _ model: ViewerModel) -> [DialogModel.Row] {
        let notes: [Library.Note]
        switch content {
        case .notes(let all): notes = all
        case .noLibrary(let ways):
            return ways.rows(
                tr("Notes are saved in your library. You are viewing a file that isn’t in it."),
                adding: tr("Add this file to your library to write notes on it."))
        }
        let write = DialogModel.Action(
            title: tr("New note…"), command: .writeNote, look: .prominent)
        let count = notes.count
        let head = DialogModel.Row(
            leading: count == 0
                ? tr("No notes yet. Notes appear on your charts at the date you give them.")
                : trn("{n} note", "{n} notes", count: count), trailing: "", isCaption: true,
            actions: [write])
        return [head] + notes.reversed().flatMap { rows(of: $0, model) }
    }

    @MainActor
    private static func rows(of note: Library.Note, _ model: ViewerModel) -> [DialogModel.Row] {
        func action(
            _ title: String, _ name: String, _ family: CommandFamily<Library.Note.ID>
        ) -> DialogModel.Action {
            DialogModel.Action(title: title, name: name, command: family(note.id))
        }
        let span = NoteTime.span(of: note, in: model.calendar)
        let time = NoteTime.words(span, in: model.calendar, model.locale)
        let text = note.text
        let comparing =
            CompareRows.metric(of: note, model) == nil
            ? []
            : [
                action(
                    tr("Compare"), tr("Compare before and after “{1}”", text), CompareRows.compare)
            ]
        return [
            DialogModel.Row(
                leading: text, trailing: "", isHeading: true,
                actions: [
                    action(tr("Show"), tr("Show “{1}”", text), show),
                    action(tr("Edit"), tr("Edit “{1}”", text), change),
                ] + comparing),
            DialogModel.Row(
                leading: time + (note.metric.map { " · " + Metric.name(of: $0) } ?? ""),
                trailing: ""),
        ]
    }
}

extension Metric {
    /// The name of a metric; its id, if there is no metric of that id.
    static func name(of id: MetricID) -> String { Metric(id)?.name ?? id.rawValue }
}
