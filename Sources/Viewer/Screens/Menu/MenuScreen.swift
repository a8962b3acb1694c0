import ChartScene
import Geometry
import Localization

/// The menu: the look of the window, and the lists that can be opened.
@MainActor
final class MenuScreen: Screen {
    nonisolated static let entry = ScreenEntry(.menu, make: MenuScreen.init) { viewer in
        [
            Command(
                .openMenu, tr("Menu"), keys: [KeyCombination(.function(10))], .worksOverDialogs
            ) { [unowned viewer] in viewer.toggle(.menu) }
        ]
            + DialogCommands.all(viewer) + AppearanceCommands.all(viewer)
            + UnitCommands.all(viewer)
    }

    let id = ScreenID.menu
    private unowned let viewer: ViewerContext
    private let pane = Pane<MenuModel>()

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    var nodes: [SemanticNode] { pane.nodes }
    var revision: Int { pane.recordings }
    var walksAcross: Bool { true }

    var firstFocus: ControlID? {
        (AppearanceCommands.choices(viewer).first?.options.first(where: \.isChosen)?.command).map {
            ControlID($0, in: .dialog)
        }
    }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let anchor =
            environment.frame(.menu)
            ?? Rect(x: room.maxX - 40, y: room.y + 9, width: 28, height: 28)
        pane.update(
            MenuModel(
                window: room, anchor: anchor, choices: AppearanceCommands.choices(viewer),
                items: items, hovered: environment.hovered, focused: environment.focused),
            environment.style, environment.resources, record: MenuPane.record)
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) { pane.encode(into: scene) }

    func scroll(by distance: Double, at place: Point) -> Bool { true }

    func walk(_ step: ListStep) {
        switch step {
        case .rows(let count): move(down: count)
        case .across(let count): move(across: count)
        case .pages, .start, .end: break
        }
    }

    private func move(down: Int = 0, across: Int = 0) {
        guard
            let body = nodes.lazy.compactMap({ $0.first { $0.id == MenuPane.bodyID } }).first
        else { return }
        viewer.focus.move(inRows: body.children, down: down, across: across)
        viewer.changed()
    }

    /// The entries in addition to the choices.
    private var items: [MenuModel.Item] {
        let items: [CommandID] = [
            .openFile, .importFile, .exportView, .forgetRecents,
            .keepInLibrary,
            .showLibrary, .showDatasets, .showNotes, .showTargets, .toggleDrawings,
            .showKeys, .showReport, .showSources,
        ]
        return items.compactMap { id in
            // With a single source the list would be one sentence.
            if id == .showSources, !viewer.model.sources.areSeveral { return nil }
            guard let command = viewer.commands[id], command.isEnabled() else { return nil }
            return MenuModel.Item(
                title: command.title, keys: command.keys.first?.label ?? "", command: id)
        }
    }
}

extension ScreenID {
    static let menu = ScreenID("menu")
}

extension CommandID {
    static let openMenu = CommandID("menu.open")
}
