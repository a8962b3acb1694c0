import Geometry
import HealthData
import Localization

/// The results of reading files, and the open questions about them.
@MainActor
final class ReportScreen: ListScreen {
    nonisolated static let entry = ScreenEntry(.report, make: ReportScreen.init) { viewer in
        [
            Command(
                .showReport, tr("Import report"), keys: [KeyCombination(.character("i"))],
                .worksOverDialogs,
                isEnabled: { [unowned viewer] in viewer.model.report != nil },
                perform: { [unowned viewer] in viewer.toggle(.report) })
        ]
    } families: { viewer in
        [answers(viewer)]
    }

    let id = ScreenID.report
    private unowned let viewer: ViewerContext
    let list = RowList()
    /// The rows, of which there may be thousands.
    private var known = Cached<Key, [DialogModel.Row]>()

    /// Everything that the rows depend on.
    private struct Key: Equatable {
        var document: Int
        var units: UnitPreferences
    }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    /// How many rows were wrapped into lines: for tests.
    var setRows: Int { list.setRows }
    /// The scroll offset: for tests.
    var offset: Double { list.offset }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        list.layout(tr("Import report"), rows, in: room, environment)
    }

    private var rows: [DialogModel.Row] {
        let model = viewer.model
        let key = Key(document: model.documentRevision, units: model.appearance.pins.units)
        return known(key) {
            ReportRows.rows(model.report, locale: model.locale, units: key.units)
        }
    }

    /// The commands that answer open questions.
    private static func answers(_ viewer: ViewerContext) -> CommandMaker {
        QuestionRows.answer.commands { [unowned viewer] id, answer in
            let entries = QuestionRows.entries(viewer.model.report)
            guard
                let entry = entries.first(where: {
                    $0.file == answer.file && $0.number == answer.question
                }), entry.question.choices.indices.contains(answer.choice)
            else { return nil }
            let choice = entry.question.choices[answer.choice]
            return Command(
                id, QuestionRows.title(entry.question) + " " + entry.name(of: choice)
            ) { [unowned viewer] in
                viewer.closeDialogs()
                viewer.hosts.document?.answer(entry.question, with: choice, of: entry.path)
            }
        }
    }
}

extension ScreenID {
    static let report = ScreenID("report")
}

extension CommandID {
    static let showReport = CommandID("report.show")
}
