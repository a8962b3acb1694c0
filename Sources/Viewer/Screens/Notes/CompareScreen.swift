import ChartCore
import Charts
import Geometry
import HealthData
import Localization
import Statistics

/// What was measured before a note, and after it.
@MainActor
final class CompareScreen: ListScreen {
    nonisolated static let entry = ScreenEntry(
        .compareNote, make: { viewer in NotesScreen(viewer) }, commands: commands,
        families: families)

    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        [
            CompareRows.compare.commands { [unowned viewer] id, number in
                guard let note = viewer.model.notes[number],
                    CompareRows.metric(of: note, viewer.model) != nil
                else { return nil }
                return Command(id, tr("Compare before and after “{1}”", note.text)) {
                    [unowned viewer] in
                    viewer.push(CompareScreen(note.id, viewer))
                }
            }
        ]
    }

    let id = ScreenID.compareNote
    private unowned let viewer: ViewerContext
    let list = RowList()
    private let note: Library.Note.ID
    private var windows = BeforeAfter.Windows() { didSet { viewer.changed() } }
    private var known = Cached<Key, [DialogModel.Row]>()

    private struct Key: Equatable {
        var note: Library.Note?
        var metric: MetricID?
        var notes: [Library.Note]
        var windows: BeforeAfter.Windows
        var units: UnitPreferences
        var revision: Int
    }

    init(_ note: Library.Note.ID, _ viewer: ViewerContext) {
        (self.note, self.viewer) = (note, viewer)
    }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let model = viewer.model
        let key = Key(
            note: model.notes[note],
            metric: model.notes[note].flatMap { CompareRows.metric(of: $0, model)?.metric.id },
            notes: model.notes.all, windows: windows,
            units: model.appearance.pins.units, revision: model.dataRevision)
        let rows = known(key) {
            key.note.map { CompareRows.rows($0, windows, model) } ?? []
        }
        let text = key.note?.text ?? ""
        list.layout(tr("Before and after “{1}”", text), rows, in: room, environment)
    }

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func changing(
            _ id: CommandID, _ title: String,
            _ change: @escaping @MainActor (inout BeforeAfter.Windows) -> Void
        ) -> Command {
            Command(
                id, title, scope: .list, group: .notes,
                isEnabled: { [unowned viewer] in viewer.dialog(CompareScreen.self) != nil },
                perform: { [unowned viewer] in
                    if let screen = viewer.dialog(CompareScreen.self) { change(&screen.windows) }
                })
        }
        func next(_ value: Int, of choices: [Int]) -> Int {
            choices.first { $0 > value } ?? choices[0]
        }
        return [
            changing(.compareDays, tr("Compare more or fewer days")) {
                $0.days = next($0.days, of: BeforeAfter.Windows.choicesOfDays)
            },
            changing(.compareLeftOut, tr("Leave out more or fewer days after a note")) {
                $0.leftOut = next($0.leftOut, of: BeforeAfter.Windows.choicesOfLeftOut)
            },
        ]
    }
}

/// The rows of a comparison: the answer in words, and the figures that it is from.
@MainActor
enum CompareRows {
    /// Compares the days before and after a note.
    static let compare = CommandFamily<Library.Note.ID>("notes.compare")

    /// The metric that a note is compared by: its own, else the one that is shown; nil if that has no days.
    static func metric(of note: Library.Note, _ model: ViewerModel) -> MetricChart? {
        let own = note.metric.flatMap { model.metricCharts[$0] } ?? model.metricChart
        switch own?.data.content {
        case .totals, .readings, .pairs: return own
        case .lines, .categories, nil: return nil
        }
    }

    static func rows(
        _ note: Library.Note, _ windows: BeforeAfter.Windows, _ model: ViewerModel
    ) -> [DialogModel.Row] {
        guard let chart = metric(of: note, model),
            let found = BeforeAfter(
                chart.data, around: note.start, until: note.end, windows, in: model.calendar)
        else { return [] }
        let words = Words(chart: chart, found: found, model: model)
        var rows = [choices(windows)]
        rows += found.parts.indices.flatMap { index in
            [
                DialogModel.Row(
                    leading: words.answer(index), trailing: "", isHeading: true)
            ] + words.figures(index)
        }
        let others = model.notes.all.filter { other in
            other.id != note.id
                && (other.metric == nil || other.metric == chart.metric.id)
                && other.start < found.after.max && max(other.end, other.start) >= found.before.min
        }
        if !others.isEmpty {
            rows.append(
                DialogModel.Row(
                    leading: tr("Other notes in these days"),
                    trailing: others.map(\.text).joined(separator: " · ")))
        }
        rows.append(
            DialogModel.Row(
                leading: tr(
                    "Each day counts once. In 95 of 100 such comparisons the true difference is in the likely range. It does not say what caused it."
                ), trailing: "", isCaption: true))
        return rows
    }

    private static func choices(_ windows: BeforeAfter.Windows) -> DialogModel.Row {
        DialogModel.Row(
            leading: "", trailing: "", isCaption: true,
            actions: [
                DialogModel.Action(
                    title: trn("{n} day each side", "{n} days each side", count: windows.days),
                    command: .compareDays),
                DialogModel.Action(
                    title: windows.leftOut == 1
                        ? tr("Leave out the day itself")
                        : trn(
                            "Leave out {n} day", "Leave out {n} days", count: windows.leftOut),
                    command: .compareLeftOut),
            ])
    }

    /// A comparison in words.
    @MainActor
    private struct Words {
        var chart: MetricChart
        var found: BeforeAfter
        var model: ViewerModel

        private var format: MetricFormat { chart.format }

        private func name(_ index: Int) -> String {
            guard found.parts.count > 1 else { return chart.metric.name }
            return index == 0 ? tr("Systolic") : tr("Diastolic")
        }

        /// The figure of a difference without its sign.
        private func size(_ difference: Double) -> String {
            format.difference(abs(difference), signed: false).text
        }

        func answer(_ index: Int) -> String {
            let part = found.parts[index]
            guard let difference = part.difference else {
                return tr("{1}: too few days to compare", name(index))
            }
            guard difference.isClear else {
                return tr("{1}: no clear difference", name(index))
            }
            let size = size(difference.difference)
            return difference.difference < 0
                ? tr("{1}: {2} lower after than before", name(index), size)
                : tr("{1}: {2} higher after than before", name(index), size)
        }

        func figures(_ index: Int) -> [DialogModel.Row] {
            let part = found.parts[index]
            let covered = DialogModel.Row(
                leading: tr("Days with values"),
                trailing: tr(
                    "{1} of {2} before, {3} of {2} after",
                    model.locale.number(Double(part.counts.before)),
                    model.locale.number(Double(found.windows.days)),
                    model.locale.number(Double(part.counts.after))))
            guard let difference = part.difference else {
                return [
                    covered,
                    DialogModel.Row(
                        leading: tr(
                            "On each side at least {1} days are needed.",
                            model.locale.number(Double(MeanDifference.least))), trailing: ""),
                ]
            }
            return [
                DialogModel.Row(
                    leading: tr("Average before, {1}", days(found.before)),
                    trailing: format.average(difference.before).text),
                DialogModel.Row(
                    leading: tr("Average after, {1}", days(found.after)),
                    trailing: format.average(difference.after).text),
                DialogModel.Row(
                    leading: tr("Difference"),
                    trailing: format.difference(difference.difference).text),
                DialogModel.Row(
                    leading: tr("Likely difference"),
                    trailing: model.locale.range(
                        format.difference(difference.interval.lowerBound).number,
                        format.difference(difference.interval.upperBound).text)),
                covered,
            ]
        }

        private func days(_ span: Extent) -> String {
            let calendar = model.calendar
            return model.locale.days(
                from: CivilMoment(span.min, in: calendar),
                to: CivilMoment(span.max.nextDown, in: calendar))
        }
    }
}

extension ScreenID {
    static let compareNote = ScreenID("compare-note")
}

extension CommandID {
    static let compareDays = CommandID("notes.compare-days")
    static let compareLeftOut = CommandID("notes.compare-left-out")
}
