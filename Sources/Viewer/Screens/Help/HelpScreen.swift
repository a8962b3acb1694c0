import ChartScene
import Geometry
import Localization

/// The help: every command that has a key and every gesture, by topic.
@MainActor
final class HelpScreen: Screen {
    nonisolated static let entry = ScreenEntry(.keys, make: HelpScreen.init) { viewer in
        [
            Command(
                .showKeys, tr("Keyboard shortcuts"),
                keys: [KeyCombination(.function(1)), KeyCombination(.character("?"))],
                .worksOverDialogs
            ) { [unowned viewer] in viewer.toggle(.keys) }
        ]
    }

    let id = ScreenID.keys
    private unowned let viewer: ViewerContext
    private let pane = Pane<HelpModel>()
    private(set) var scrolling = ListScroll()

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    var nodes: [SemanticNode] { pane.nodes }
    var revision: Int { pane.recordings }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        var content = HelpModel(
            window: room, top: Measure.headerHeight, groups: groups,
            hovered: environment.hovered, focused: environment.focused)
        content.scroll = scrolling.offset
        content.scroll = scrolling.settle(
            HelpPane.frame(content, environment.resources.typesetter))
        pane.update(
            content, environment.style, environment.resources, record: HelpPane.record)
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) { pane.encode(into: scene) }

    func scroll(by distance: Double, at place: Point) -> Bool {
        scrolling.offset += distance
        return true
    }

    func walk(_ step: ListStep) { scrolling.walk(step, row: DialogPane.rowHeight) }

    private var groups: [HelpModel.Group] {
        CommandGroup.allCases.compactMap { group in
            var rows = group.gestures.map {
                HelpModel.Row(title: $0.title, keys: [], gesture: $0.gesture)
            }
            for command in viewer.commands.commands
            where command.group == group && !command.keys.isEmpty {
                let keys = command.keys.map(\.label)
                // Commands for the directions of one thing are one row, as are those that do the same
                // on several pages.
                let known = rows.firstIndex { $0.title == command.title && !$0.keys.isEmpty }
                if let known {
                    rows[known].keys += keys.filter { !rows[known].keys.contains($0) }
                } else {
                    rows.append(HelpModel.Row(title: command.title, keys: keys, gesture: ""))
                }
            }
            return rows.isEmpty ? nil : HelpModel.Group(title: group.title, rows: rows)
        }
    }
}

extension ScreenID {
    static let keys = ScreenID("keys")
}

extension CommandID {
    static let showKeys = CommandID("help.keys")
}
