import Geometry
import HealthData
import Localization

/// The contents of the library.
@MainActor
final class DatasetsScreen: ListScreen {
    nonisolated static let entry = ScreenEntry(.library, make: DatasetsScreen.init) { viewer in
        [
            Command(
                .showDatasets, tr("Library"),
                keys: [KeyCombination(.character("l"))], .worksOverDialogs,
                isEnabled: { [unowned viewer] in viewer.model.datasets != nil },
                reason: { tr("Your library is not what is shown. Open it from the menu.") },
                perform: { [unowned viewer] in viewer.toggle(.library) })
        ]
    } families: { viewer in
        removal(viewer)
    }

    let id = ScreenID.library
    private unowned let viewer: ViewerContext
    let list = RowList()
    /// The dataset whose removal is to be confirmed, and the list that it was in.
    private var pendingRemoval: (dataset: Int64, among: [Library.Dataset])?
    /// The rows, of which there may be thousands.
    private var known = Cached<Key, [DialogModel.Row]>()

    /// Everything that the rows depend on.
    private struct Key: Equatable {
        var document: Int
        var pendingRemoval: Int64?
    }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        list.layout(tr("Library"), rows, in: room, environment)
    }

    private var rows: [DialogModel.Row] {
        let model = viewer.model
        let datasets = model.datasets ?? []
        if let pendingRemoval, pendingRemoval.among != datasets { self.pendingRemoval = nil }
        let key = Key(document: model.documentRevision, pendingRemoval: pendingRemoval?.dataset)
        return known(key) {
            DatasetRows.rows(
                datasets, pendingRemoval: key.pendingRemoval, calendar: model.calendar,
                locale: model.locale)
        }
    }

    /// The commands that ask to confirm the removal of a dataset, and remove it.
    private static func removal(_ viewer: ViewerContext) -> [CommandMaker] {
        func dataset(_ id: Int64) -> Library.Dataset? {
            viewer.model.datasets?.first { $0.id == id }
        }
        return [
            DatasetRows.remove.commands { [unowned viewer] id, number in
                guard let dataset = dataset(number) else { return nil }
                return Command(id, tr("Remove {1}", dataset.name)) { [unowned viewer] in
                    viewer.dialog(DatasetsScreen.self)?.pendingRemoval = (
                        number, viewer.model.datasets ?? []
                    )
                    // A person who used the keyboard continues with the keyboard.
                    if viewer.focus.focused == ControlID(id) {
                        viewer.focus.focus(ControlID(DatasetRows.confirm(number), in: .dialog))
                    }
                    viewer.changed()
                }
            },
            DatasetRows.confirm.commands { [unowned viewer] id, number in
                guard let dataset = dataset(number) else { return nil }
                return Command(id, tr("Really remove {1}", dataset.name)) { [unowned viewer] in
                    if viewer.focus.focused == ControlID(id) {
                        viewer.focus.focus(DialogFrame.closeID)
                    }
                    viewer.hosts.document?.remove(dataset)
                }
            },
        ]
    }
}

extension ScreenID {
    static let library = ScreenID("library")
}

extension CommandID {
    static let showDatasets = CommandID("library.list")
}
