import Geometry
import HealthData
import Localization

/// The share of each source in the displayed metric, and the order of the sources.
@MainActor
final class SourcesScreen: ListScreen {
    nonisolated static let entry = ScreenEntry(
        .sources, make: SourcesScreen.init, commands: commands
    ) {
        viewer in
        families(viewer)
    }

    let id = ScreenID.sources
    private unowned let viewer: ViewerContext
    let list = RowList()
    private var known = Cached<SourceRows.Content, [DialogModel.Row]>()

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let model = viewer.model
        let rows = known(SourceRows.Content(model)) { SourceRows.rows(model) }
        list.layout(SourceRows.title(model), rows, in: room, environment)
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func move(_ name: String, _ key: Key, _ step: Int) -> Command {
            Command(
                name, tr("Move a source up or down"), keys: [KeyCombination(key, alt: true)],
                scope: .list,
                isEnabled: { [unowned viewer] in viewer.dialog(SourcesScreen.self) != nil },
                perform: { [unowned viewer] in
                    viewer.dialog(SourcesScreen.self)?.moveFocused(by: step)
                })
        }
        return [
            Command(
                .showSources, tr("Data sources"), keys: [KeyCombination(.character("o"))],
                .worksOverDialogs,
                isEnabled: { [unowned viewer] in viewer.model.metricChart != nil },
                perform: { [unowned viewer] in viewer.toggle(.sources) }
            ),
            move("sources.move-up", .up, -1), move("sources.move-down", .down, 1),
            Command(
                SourceRows.reset, tr("Reset to default"),
                isEnabled: { [unowned viewer] in
                    viewer.dialog(SourcesScreen.self) != nil && viewer.model.canMerge
                        && viewer.model.sources.haveOwnOrder
                },
                perform: { [unowned viewer] in
                    // The button disappears with the change that it resets.
                    if viewer.focus.focused == ControlID(SourceRows.reset) {
                        viewer.focus.focus(DialogFrame.closeID)
                    }
                    viewer.hosts.document?.merge(by: viewer.model.sources.orderWithoutOwn)
                }),
        ]
    }

    /// The commands for each source while the list is open.
    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        func family(
            _ family: CommandFamily<Int>, _ title: @escaping (_ name: String) -> String,
            _ perform: @escaping (SourcesScreen, Int) -> Void
        ) -> CommandMaker {
            family.commands { [unowned viewer] id, number in
                guard let screen = viewer.dialog(SourcesScreen.self), viewer.model.canMerge,
                    let listed = viewer.model.sources.listed.first(where: { $0.number == number })
                else { return nil }
                return Command(id, title(listed.share.source.title)) {
                    perform(screen, number)
                }
            }
        }
        return [
            family(SourceRows.up, { tr("Move {1} up", $0) }, { $0.move($1, by: -1) }),
            family(SourceRows.down, { tr("Move {1} down", $0) }, { $0.move($1, by: 1) }),
            family(SourceRows.toggle, { tr("Use {1}", $0) }, { $0.toggle($1) }),
        ]
    }

    /// Moves the focused source.
    private func moveFocused(by step: Int) {
        guard let number = SourceRows.source(of: viewer.focus.focused?.command) else { return }
        move(number, by: step)
    }

    private func move(_ number: Int, by step: Int) {
        let model = viewer.model
        var sources = model.sources.listed
        guard model.canMerge, model.sources.areRanked,
            let place = sources.firstIndex(where: { $0.number == number }),
            sources.indices.contains(place + step)
        else { return }
        sources.swapAt(place, place + step)
        // At the end of the list the pressed button is disabled.
        let up = ControlID(SourceRows.up(number), in: .dialog)
        let down = ControlID(SourceRows.down(number), in: .dialog)
        if viewer.focus.focused == up, place + step == 0 { viewer.focus.focus(down) }
        if viewer.focus.focused == down, place + step == sources.count - 1 {
            viewer.focus.focus(up)
        }
        viewer.hosts.document?.merge(by: model.sources.order(placing: sources))
    }

    private func toggle(_ number: Int) {
        let model = viewer.model
        var sources = model.sources.listed
        guard model.canMerge, let place = sources.firstIndex(where: { $0.number == number }) else {
            return
        }
        sources[place].counts.toggle()
        // At least one of them has to count.
        guard sources.contains(where: \.counts) else { return }
        viewer.hosts.document?.merge(by: model.sources.order(placing: sources))
    }
}

extension ScreenID {
    static let sources = ScreenID("sources")
}

extension CommandID {
    static let showSources = CommandID("sources.show")
}
