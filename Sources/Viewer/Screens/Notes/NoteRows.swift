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
        /// The ways to a library, if none is shown: whether the files can be added to one, and why
        /// they cannot; whether files can be imported into one, and whether one can be shown.
        case noLibrary(
            canAddToLibrary: Bool, reasonNotAddable: String?, canImport: Bool, canShow: Bool)

        @MainActor
        init(_ viewer: ViewerContext) {
            if viewer.model.notes.areKept {
                self = .notes(viewer.model.notes.all)
            } else {
                let document = viewer.hosts.document
                self = .noLibrary(
                    canAddToLibrary: document?.canAddToLibrary ?? false,
                    reasonNotAddable: document?.reasonNotAddable,
                    canImport: viewer.canImport, canShow: document?.canShowLibrary ?? false)
            }
        }
    }

    @MainActor
    static func rows(_ content: Content, _ model: ViewerModel) -> [DialogModel.Row] {
        let notes: [Library.Note]
        switch content {
        case .notes(let all): notes = all
        case .noLibrary(let canAddToLibrary, let reasonNotAddable, let canImport, let canShow):
            return withoutLibrary(canAddToLibrary, reasonNotAddable, canImport, canShow)
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

    private static func withoutLibrary(
        _ canAddToLibrary: Bool, _ reasonNotAddable: String?, _ canImport: Bool, _ canShow: Bool
    ) -> [DialogModel.Row] {
        var rows = [
            DialogModel.Row(
                leading: tr(
                    "Notes are saved in your library. You are viewing a file that isn’t in it."),
                trailing: "")
        ]
        func offer(_ title: String, _ command: CommandID, _ text: String) {
            rows.append(
                DialogModel.Row(
                    leading: text, trailing: "",
                    actions: [DialogModel.Action(title: title, command: command)]))
        }
        if canAddToLibrary {
            offer(
                tr("Add to library"), .keepInLibrary,
                tr("Add this file to your library to write notes on it."))
        } else if let reasonNotAddable, canImport {
            offer(tr("Import…"), .importFile, reasonNotAddable)
        }
        if canShow {
            offer(tr("Show library"), .showLibrary, tr("Your library has other files."))
        }
        return rows
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
        return [
            DialogModel.Row(
                leading: text, trailing: "", isHeading: true,
                actions: [
                    action(tr("Show"), tr("Show “{1}”", text), show),
                    action(tr("Edit"), tr("Edit “{1}”", text), change),
                ]),
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
