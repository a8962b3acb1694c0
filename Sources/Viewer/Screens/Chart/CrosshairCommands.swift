import Charts
import Localization

/// The keys that read the chart.
@MainActor
enum CrosshairCommands {
    /// The commands that read the chart by keys while it has the focus.
    static func all(_ viewer: ViewerContext) -> [Command] {
        func key(_ key: Key, shift: Bool = false) -> KeyCombination {
            KeyCombination(key, shift: shift)
        }
        func command(
            _ name: String, _ title: String, _ keys: [KeyCombination],
            _ traits: Command.Traits = [], atEnd: String,
            perform: @escaping (ViewerModel, Double) -> Void
        ) -> Command {
            Command(
                name, title, keys: keys, scope: .area(.chart), group: .series, traits,
                isEnabled: { [unowned viewer] in viewer.model.chart != nil },
                perform: { [unowned viewer] in
                    ChartView.change(
                        viewer,
                        orExplain: viewer.model.active.reading == nil
                            ? tr("There is nothing to read here.") : atEnd
                    ) { perform(viewer.model, viewer.now()) }
                })
        }
        let (first, last) = (tr("This is the first record."), tr("This is the last record."))
        return [
            command(
                "crosshair.previous", tr("Chart: previous or next record"), [key(.left)], .repeats,
                atEnd: first
            ) {
                $0.active.crosshair.step(by: -1, at: $1)
            },
            command(
                "crosshair.next", tr("Chart: previous or next record"), [key(.right)], .repeats,
                atEnd: last
            ) {
                $0.active.crosshair.step(by: 1, at: $1)
            },
            command(
                "crosshair.previous-ten", tr("Chart: by ten records"), [key(.left, shift: true)],
                .repeats, atEnd: first
            ) {
                $0.active.crosshair.step(by: -10, at: $1)
            },
            command(
                "crosshair.next-ten", tr("Chart: by ten records"), [key(.right, shift: true)],
                .repeats, atEnd: last
            ) {
                $0.active.crosshair.step(by: 10, at: $1)
            },
            command(
                "crosshair.first", tr("Chart: first or last record in view"), [key(.home)],
                atEnd: tr("This is the first record in view.")
            ) {
                $0.active.crosshair.move(toEnd: false, at: $1)
            },
            command(
                "crosshair.last", tr("Chart: first or last record in view"), [key(.end)],
                atEnd: tr("This is the last record in view.")
            ) {
                $0.active.crosshair.move(toEnd: true, at: $1)
            },
            command(
                "crosshair.toggle", tr("Show or hide the crosshair"), [key(.enter), key(.space)],
                atEnd: tr("There is nothing to read here.")
            ) { $0.active.crosshair.toggle(at: $1) },
        ]
    }
}
