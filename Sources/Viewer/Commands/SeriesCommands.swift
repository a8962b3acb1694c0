import Charts
import Localization

/// A pill of the legend that a pointer or finger is on.
struct PillPress {
    /// Its node.
    var id: ControlID
    /// When it has been held for long.
    var due: Double
    /// Whether it was pressed to be shown alone.
    var isAlone: Bool
    /// Whether it was held until then, and done.
    var isDone = false

    /// How long a pill is held to show its series alone, in seconds.
    static let duration = 0.5
    /// How far a hand may go meanwhile, in points.
    static let slack = 8.0
}

extension ViewerController {
    /// What shows and hides each series of the legend.
    func seriesFamilies() -> [CommandMaker] {
        func item(_ id: String) -> LegendItem? { model.presenter?.legend.first { $0.id == id } }
        return [
            LegendItem.toggle.commands { [unowned self] id, series in
                guard let item = item(series) else { return nil }
                return Command(id, tr("Show or hide {1}", item.name)) { [self] in
                    model.toggleSeries(series, at: now())
                }
            },
            LegendItem.showAlone.commands { [unowned self] id, series in
                guard let item = item(series) else { return nil }
                return Command(id, tr("Show only {1}", item.name)) { [self] in
                    model.showAlone(series, at: now())
                }
            },
        ]
    }

    /// What shows and hides the series of the legend.
    func seriesCommands() -> [Command] {
        [
            Command(
                "series.alone", tr("Show only this series, or all"),
                keys: [KeyCombination(.enter, alt: true)], group: .series,
                isEnabled: { [self] in series(of: scene.focus.focused) != nil },
                perform: { [self] in showAlone(scene.focus.focused) }
            ),
            Command(
                .showAllSeries, tr("Show all series"), group: .series,
                isEnabled: { [model] in
                    model.phase == .shown
                        && model.presenter?.legend.contains { !$0.isShown } ?? false
                }, perform: { [self] in model.showAllSeries(at: now()) }
            ),
        ]
    }

    /// The series whose pill a node is.
    private func series(of node: ControlID?) -> LegendItem? {
        guard let node else { return nil }
        return model.presenter?.legend.first { $0.control == node }
    }

    /// Shows the series of a pill alone.
    func showAlone(_ node: ControlID?) {
        if let item = series(of: node) { commands.run(LegendItem.showAlone(item.id)) }
    }

    /// What a press on a control may become, where it is a pill.
    func pillPress(on id: ControlID, at time: Double, alt: Bool) -> PillPress? {
        guard series(of: id) != nil else { return nil }
        return PillPress(id: id, due: time + PillPress.duration, isAlone: alt)
    }

    /// What moves the value axis by itself, and lets it follow again.
    func valueAxisCommands() -> [Command] {
        let canMove: () -> Bool = { [model] in model.canMoveValues }
        func key(_ key: Key) -> KeyCombination { KeyCombination(key, alt: true) }
        func command(
            _ name: String, _ title: String, _ keys: [KeyCombination],
            perform: @escaping (ViewerModel, Double) -> Void
        ) -> Command {
            Command(name, title, keys: keys, group: .series, .repeats, isEnabled: canMove) {
                [self] in
                perform(model, now())
            }
        }
        return [
            Command(
                .fitValues, tr("Fit the value axis"), keys: [KeyCombination(.character("f"))],
                group: .series, isEnabled: { [model] in model.chart?.hasPinnedValues ?? false },
                reason: { [model] in
                    model.chart == nil ? nil : tr("The value axis fits already.")
                },
                perform: { [self] in model.releaseValues(at: now()) }
            ),
            command("axis.up", tr("Higher values"), [key(.up)]) { $0.moveValues(by: 0.2, at: $1) },
            command("axis.down", tr("Lower values"), [key(.down)]) {
                $0.moveValues(by: -0.2, at: $1)
            },
            command(
                "axis.zoom-in", tr("Zoom the values in"),
                [key(.character("+")), key(.character("="))]
            ) { $0.zoomValues(by: 1.5, at: $1) },
            command("axis.zoom-out", tr("Zoom the values out"), [key(.character("-"))]) {
                $0.zoomValues(by: 1 / 1.5, at: $1)
            },
        ]
    }
}

extension CommandID {
    static let showAllSeries = CommandID("series.all")
    static let fitValues = CommandID("axis.fit")
}
