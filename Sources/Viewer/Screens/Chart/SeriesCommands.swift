import Charts
import Localization

/// The commands that show and hide the series of a chart, and move its value axis.
@MainActor
enum SeriesCommands {
    /// The commands that show and hide each series of the legend.
    static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        func item(_ id: String) -> LegendItem? {
            viewer.model.metricChart?.legend.first { $0.id == id }
        }
        return [
            LegendItem.toggle.commands { [unowned viewer] id, series in
                guard let item = item(series) else { return nil }
                return Command(id, tr("Show or hide {1}", item.name)) { [unowned viewer] in
                    viewer.model.active.toggleSeries(series, at: viewer.now())
                }
            },
            LegendItem.showAlone.commands { [unowned viewer] id, series in
                guard let item = item(series) else { return nil }
                return Command(id, tr("Show only {1}", item.name)) { [unowned viewer] in
                    viewer.model.active.showAlone(series, at: viewer.now())
                }
            },
        ]
    }

    /// The commands that show and hide the series of the legend.
    static func all(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                "series.alone", tr("Show only this series, or all"),
                keys: [KeyCombination(.enter, alt: true)], group: .series,
                isEnabled: { [unowned viewer] in focusedSeries(viewer) != nil },
                perform: { [unowned viewer] in
                    if let item = focusedSeries(viewer) {
                        viewer.commands.run(LegendItem.showAlone(item.id))
                    }
                }
            ),
            Command(
                .showAllSeries, tr("Show all series"), group: .series,
                isEnabled: { [unowned viewer] in
                    viewer.model.phase == .shown
                        && viewer.model.metricChart?.legend.contains { !$0.isShown } ?? false
                },
                perform: { [unowned viewer] in viewer.model.active.showAllSeries(at: viewer.now()) }
            ),
        ]
    }

    /// The series whose pill has the focus.
    private static func focusedSeries(_ viewer: ViewerContext) -> LegendItem? {
        guard let focused = viewer.focus.focused else { return nil }
        return viewer.model.metricChart?.legend.first { $0.control == focused }
    }

    /// The commands that move the value axis alone, and let it follow again.
    static func valueAxis(_ viewer: ViewerContext) -> [Command] {
        let canMove: () -> Bool = { [unowned viewer] in viewer.model.active.canMoveValues }
        func key(_ key: Key) -> KeyCombination { KeyCombination(key, alt: true) }
        func command(
            _ name: String, _ title: String, _ keys: [KeyCombination],
            perform: @escaping (ViewerModel, Double) -> Void
        ) -> Command {
            Command(name, title, keys: keys, group: .series, .repeats, isEnabled: canMove) {
                [unowned viewer] in
                perform(viewer.model, viewer.now())
            }
        }
        return [
            Command(
                .fitValues, tr("Fit the value axis"), keys: [KeyCombination(.character("f"))],
                group: .series,
                isEnabled: { [unowned viewer] in viewer.model.chart?.hasPinnedValues ?? false },
                reason: { [unowned viewer] in
                    viewer.model.chart == nil ? nil : tr("The value axis fits already.")
                },
                perform: { [unowned viewer] in viewer.model.active.releaseValues(at: viewer.now()) }
            ),
            command("axis.up", tr("Higher values"), [key(.up)]) {
                $0.active.moveValues(by: 0.2, at: $1)
            },
            command("axis.down", tr("Lower values"), [key(.down)]) {
                $0.active.moveValues(by: -0.2, at: $1)
            },
            command(
                "axis.zoom-in", tr("Zoom the values in"),
                [key(.character("+")), key(.character("="))]
            ) { $0.active.zoomValues(by: 1.5, at: $1) },
            command("axis.zoom-out", tr("Zoom the values out"), [key(.character("-"))]) {
                $0.active.zoomValues(by: 1 / 1.5, at: $1)
            },
        ]
    }
}

extension CommandID {
    static let showAllSeries = CommandID("series.all")
    static let fitValues = CommandID("axis.fit")
}
