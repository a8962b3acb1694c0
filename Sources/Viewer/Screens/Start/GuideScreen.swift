import Geometry
import HealthData
import Localization

/// How to get one's records, step by step, from what they are on.
@MainActor
final class GuideScreen: ListScreen {
    nonisolated static let entry = ScreenEntry(.guide, make: all) { viewer in
        [
            Command(
                .showGuide, tr("How to get your records"),
                perform: { [unowned viewer] in viewer.toggle(.guide) })
        ]
    } families: { viewer in
        [
            open.commands { [unowned viewer] id, origin in
                Command(id, tr("Step by step: {1}", origin.title)) {
                    viewer.open(GuideScreen(viewer, origin))
                }
            }
        ]
    }

    private static func all(_ viewer: ViewerContext) -> any Screen { GuideScreen(viewer) }

    /// Shows the steps for what the records are on.
    static let open = CommandFamily<RecordOrigin>("guide") { $0.rawValue }

    let id = ScreenID.guide
    let list = RowList()
    private unowned let viewer: ViewerContext
    /// What the steps are for; nil for everything.
    private let origin: RecordOrigin?

    init(_ viewer: ViewerContext, _ origin: RecordOrigin? = nil) {
        self.viewer = viewer
        self.origin = origin
    }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        list.layout(
            origin?.title ?? tr("How to get your records"), rows, in: room, environment)
    }

    private var rows: [DialogModel.Row] {
        let origins = origin.map { [$0] } ?? RecordOrigin.allCases
        let steps = origins.flatMap(\.ways).flatMap { way in
            [DialogModel.Row(leading: way.name, trailing: "", isHeading: true)]
                + way.steps.enumerated().map { index, step in
                    DialogModel.Row(
                        leading: way.steps.count > 1
                            ? tr("{1}. {2}", "\(index + 1)", step) : step, trailing: "")
                }
        }
        let canImport = viewer.canImport
        var here = [
            DialogModel.Row(leading: tr("On this computer"), trailing: "", isHeading: true),
            DialogModel.Row(
                leading: tr("Drop the file on this window. Archives need no unpacking."),
                trailing: "",
                actions: [
                    DialogModel.Action(
                        title: canImport ? tr("Import…") : tr("Open…"),
                        command: canImport ? .importFile : .openFile)
                ]),
        ]
        if canImport {
            here.append(
                DialogModel.Row(
                    leading: tr(
                        "Export everything again after some weeks and import that file, too: only what is new is added."
                    ), trailing: ""))
        }
        return steps + here
    }
}

extension ScreenID {
    static let guide = ScreenID("guide")
}

extension CommandID {
    static let showGuide = CommandID("guide.show")
}
