import Geometry
import HealthData
import Localization

/// The list in which a person chooses what is on top of the summary, and in which order.
@MainActor
final class FavouritesScreen: ListScreen {
    nonisolated static let entry = ScreenEntry(
        .favourites, make: FavouritesScreen.init, commands: commands, families: families)

    /// Moves a favourite up or down.
    private static let up = CommandFamily<MetricID>("favourites.up")
    private static let down = CommandFamily<MetricID>("favourites.down")
    /// Makes a metric a favourite, or none any more.
    private static let toggle = CommandFamily<MetricID>("favourites.toggle")

    let id = ScreenID.favourites
    private unowned let viewer: ViewerContext
    let list = RowList()

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    private var favourites: [MetricID] { SummaryContent.favourites(viewer.model) }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let model = viewer.model
        let favourites = favourites
        let others = model.order.filter { !favourites.contains($0) }
        var rows = [
            DialogModel.Row(
                leading: tr("Favourites are on top of the summary, in this order."), trailing: "")
        ]
        func name(_ metric: MetricID) -> String { model.metricCharts[metric]?.metric.name ?? "" }
        func toggle(_ metric: MetricID, isOn: Bool) -> DialogModel.Action {
            DialogModel.Action(
                title: tr("Favourite"), name: tr("Favourite: {1}", name(metric)),
                command: Self.toggle(metric), look: .toggle(isOn: isOn))
        }
        for (place, metric) in favourites.enumerated() {
            rows.append(
                DialogModel.Row(
                    leading: name(metric), trailing: "",
                    actions: [
                        toggle(metric, isOn: true),
                        DialogModel.Action(
                            title: tr("Move {1} up", name(metric)), command: Self.up(metric),
                            look: .arrow(up: true), isEnabled: place > 0),
                        DialogModel.Action(
                            title: tr("Move {1} down", name(metric)), command: Self.down(metric),
                            look: .arrow(up: false), isEnabled: place + 1 < favourites.count),
                    ]))
        }
        if !others.isEmpty {
            rows.append(
                DialogModel.Row(leading: tr("Other metrics"), trailing: "", isCaption: true))
        }
        rows += others.map {
            DialogModel.Row(
                leading: name($0), trailing: "", actions: [toggle($0, isOn: false)])
        }
        list.layout(tr("Favourites"), rows, in: room, environment)
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                .chooseFavourites, tr("Choose favourites…"),
                isEnabled: { [unowned viewer] in viewer.model.navigator.canShowSummary },
                reason: { tr("There are no records to summarise.") },
                perform: { [unowned viewer] in viewer.toggle(.favourites) })
        ]
    }

    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        func family(
            _ family: CommandFamily<MetricID>, _ title: @escaping (String) -> String,
            _ change: @escaping (inout [MetricID], MetricID) -> Void
        ) -> CommandMaker {
            family.commands { [unowned viewer] id, metric in
                guard let screen = viewer.dialog(FavouritesScreen.self),
                    let chart = viewer.model.metricCharts[metric]
                else { return nil }
                return Command(id, title(chart.metric.name)) { screen.edit { change(&$0, metric) } }
            }
        }
        func move(_ list: inout [MetricID], _ metric: MetricID, by step: Int) {
            guard let place = list.firstIndex(of: metric), list.indices.contains(place + step)
            else { return }
            list.swapAt(place, place + step)
        }
        return [
            family(up, { tr("Move {1} up", $0) }, { move(&$0, $1, by: -1) }),
            family(down, { tr("Move {1} down", $0) }, { move(&$0, $1, by: 1) }),
            family(
                toggle, { tr("Favourite: {1}", $0) },
                { list, metric in
                    if let place = list.firstIndex(of: metric) {
                        list.remove(at: place)
                    } else {
                        list.append(metric)
                    }
                }),
        ]
    }

    /// Changes the favourites; those of other libraries that are not shown now are kept.
    private func edit(_ change: (inout [MetricID]) -> Void) {
        let model = viewer.model
        var shown = favourites
        change(&shown)
        let hidden = (model.appearance.pins.favourites ?? []).filter {
            model.metricCharts[$0] == nil
        }
        let wanted = shown + hidden
        model.appearance.pin(at: viewer.now()) { $0.favourites = wanted }
    }
}

extension ScreenID {
    static let favourites = ScreenID("favourites")
}
