import Charts
import HealthData
import Localization

/// The commands of the window: periods and pages, the list of metrics, focus, and the window itself.
@MainActor
final class ShellCommands {
    private unowned let viewer: ViewerContext
    private unowned let scene: ViewerScene
    private var model: ViewerModel { viewer.model }
    private var hosts: ViewerHosts { viewer.hosts }

    init(_ viewer: ViewerContext, scene: ViewerScene) {
        self.viewer = viewer
        self.scene = scene
    }

    // MARK: Periods

    func periods() -> [Command] {
        let keys: [Period: Character] = [
            .day: "d", .week: "w", .month: "m", .halfYear: "6", .year: "y", .all: "a",
        ]
        return Period.allCases.map { period in
            Command(
                period.command, period.name,
                keys: keys[period].map { [KeyCombination(.character($0))] } ?? [],
                group: .periods,
                isEnabled: { [self] in
                    model.phase == .shown && model.isTimed && model.navigator.route != .summary
                },
                reason: { [self] in
                    model.phase != .shown ? nil : noChart ?? tr("These values have no dates.")
                },
                perform: { [self] in choose(period) })
        }
    }

    /// Why the summary cannot be moved or zoomed; nil elsewhere.
    private var noChart: String? {
        model.navigator.route == .summary
            ? tr("The summary is about all time. Choose a metric to move in it.") : nil
    }

    private func choose(_ period: Period) {
        let before = (model.dates.period, model.x.target)
        model.choose(period, at: viewer.now())
        if before == (model.dates.period, model.x.target) {
            viewer.showMessage(tr("This period is shown already."))
        }
    }

    /// A command that turns pages; at the last one it says why nothing changes.
    private func pageCommand(
        _ id: CommandID, _ title: String, _ keys: [Key], _ count: Int
    ) -> Command {
        Command(
            id, title, keys: keys.map { KeyCombination($0) }, group: .periods,
            [.repeats, .goesElsewhere],
            isEnabled: { [self] in model.phase == .shown && model.canTurnPage(by: count) },
            reason: { [self] in
                model.phase != .shown
                    ? nil
                    : noChart
                        ?? (count < 0
                            ? tr("This is the first page.") : tr("This is the last page."))
            },
            perform: { [self] in model.turnPage(by: count, at: viewer.now()) })
    }

    // MARK: Views

    func views() -> [Command] {
        let shown: () -> Bool = { [self] in model.phase == .shown }
        let zoomable: () -> Bool = { [self] in model.phase == .shown && model.canZoom }
        let noChart: () -> String? = { [self] in self.noChart }
        func key(_ key: Key, shift: Bool = false) -> KeyCombination {
            KeyCombination(key, shift: shift)
        }
        return [
            pageCommand(.previousPage, tr("Previous page"), [.left, .pageUp], -1),
            pageCommand(.nextPage, tr("Next page"), [.right, .pageDown], 1),
            Command(
                "view.zoom-in", tr("Zoom in"),
                keys: [key(.character("+")), key(.character("="))], group: .moving, .repeats,
                isEnabled: zoomable, reason: noChart
            ) { [self] in model.zoom(by: 1.5, at: viewer.now()) },
            Command(
                "view.zoom-out", tr("Zoom out"), keys: [key(.character("-"))], group: .moving,
                .repeats, isEnabled: zoomable, reason: noChart
            ) {
                [self] in model.zoom(by: 1 / 1.5, at: viewer.now())
            },
            Command(
                .showAllTime, tr("Show all"), keys: [key(.home)], group: .moving,
                isEnabled: { [self] in shown() && self.noChart == nil }, reason: noChart,
                perform: { [self] in model.fit(at: viewer.now()) }
            ),
            metricCommand("metric.previous", tr("Previous metric"), .up, -1),
            metricCommand("metric.next", tr("Next metric"), .down, 1),
            Command(
                "focus.next", tr("Next or previous control"), keys: [key(.tab)],
                [.repeats, .worksOverDialogs, .keepsMotion]
            ) { [self] in moveFocus(backwards: false) },
            Command(
                "focus.previous", tr("Next or previous control"), keys: [key(.tab, shift: true)],
                [.repeats, .worksOverDialogs, .keepsMotion]
            ) { [self] in moveFocus(backwards: true) },
            Command(
                "focus.press", tr("Activate the control"), keys: [key(.enter), key(.space)],
                [.worksOverDialogs, .keepsMotion],
                isEnabled: { [self] in focusedCommand != nil },
                reason: { tr("Move to a control with Tab first.") },
                perform: { [self] in if let focusedCommand { viewer.commands.run(focusedCommand) }
                }
            ),
            Command(.performToastAction, tr("Do what the message offers")) { [self] in
                viewer.performToastAction()
            },
            Command(.closeBanner, tr("Close")) { [self] in scene.closeBanner() },
            Command(.dismissToast, tr("Close the message")) { [self] in
                viewer.dismissToast()
            },
            Command(
                "view.back", tr("Go back, or close"), keys: [key(.escape)], .worksOverDialogs,
                isEnabled: { [self] in canBackOut },
                reason: { tr("There is nothing to close.") },
                perform: { [self] in backOut() }
            ),
            Command(
                .toggleDrawer, tr("List of metrics"), keys: [key(.function(9))],
                isEnabled: { [self] in scene.layout.isDrawer },
                reason: { tr("The list of metrics is shown already.") },
                perform: { [self] in
                    viewer.isDrawerOpen.toggle()
                    model.onChange(.input)
                }
            ),
        ]
    }

    /// A command that steps through the metrics; at the last one it says why nothing changes.
    private func metricCommand(
        _ name: String, _ title: String, _ key: Key, _ count: Int
    ) -> Command {
        Command(
            name, title, keys: [KeyCombination(key)], group: .series, .repeats,
            isEnabled: { [self] in
                guard model.navigator.canShowSummary else { return false }
                // The summary is before the first metric.
                let place = model.selected.flatMap { model.order.firstIndex(of: $0) } ?? -1
                return (-1..<model.order.count).contains(place + count)
            },
            reason: { [self] in
                model.phase != .shown
                    ? nil
                    : count < 0
                        ? tr("This is the summary: metrics follow it.")
                        : tr("This is the last metric.")
            },
            perform: { [self] in stepMetric(by: count) })
    }

    /// Whether Escape has anything to close or to go back from.
    private var canBackOut: Bool {
        viewer.dialog != nil || viewer.isDrawerOpen || model.active.selection != nil
            || model.active.crosshair.isHeldFast || !viewer.content.keyAreas.isEmpty
            || viewer.toast != nil || scene.focus.focused != nil
    }

    /// The command of the focused control; nil if there is none.
    private var focusedCommand: CommandID? {
        scene.focus.focused.flatMap { id in scene.tree.first { $0.id == id }?.command }
    }

    private func backOut() {
        viewer.dismissToast()
        if let dialog = viewer.dialog {
            if !dialog.back() { viewer.closeDialog() }
        } else if viewer.isDrawerOpen {
            viewer.isDrawerOpen = false
        } else if model.active.selection != nil {
            model.active.clearSelection(at: viewer.now())
        } else if model.active.crosshair.isHeldFast {
            model.active.point(at: nil, at: viewer.now())
        } else if !viewer.content.back() {
            scene.focus.isVisible = false
            scene.focus.focus(nil)
        }
        model.onChange(.input)
    }

    /// Steps through the metrics.
    private func stepMetric(by count: Int) {
        model.stepMetric(by: count, at: viewer.now())
        if let selected = model.selected { scene.reveal(selected) }
    }

    private func moveFocus(backwards: Bool) {
        scene.focus.move(in: scene.focusScope, backwards: backwards)
        if let metric = SidebarRow.choose.subject(of: scene.focus.focused?.command) {
            scene.reveal(metric)
        }
        model.onChange(.input)
    }

    // MARK: Window

    func window() -> [Command] {
        func control(_ character: Character) -> KeyCombination {
            KeyCombination(.character(character), control: true)
        }
        return [
            Command(.openSamples, tr("Show sample records")) { [self] in
                hosts.document?.openSamples()
            },
            Command(
                .stopReading, tr("Stop reading"),
                isEnabled: { [self] in model.report == nil && model.phase != .welcome },
                perform: { [self] in hosts.document?.cancel() }
            ),
            Command(
                .stopFollowing, tr("Stop following the file"),
                isEnabled: { [self] in model.followed != nil },
                perform: { [self] in hosts.document?.stopFollowing() }
            ),
            Command(
                "window.fullscreen", tr("Full screen"), keys: [KeyCombination(.function(11))],
                .worksOverDialogs
            ) { [self] in hosts.window?.toggleFullscreen() },
            Command(.maximizeWindow, tr("Maximise or restore")) { [self] in
                hosts.window?.toggleMaximized()
            },
            Command(.minimizeWindow, tr("Minimise")) { [self] in hosts.window?.minimize() },
            Command(
                .closeWindow, tr("Close"), keys: [control("q"), control("w")], .worksOverDialogs
            ) { [self] in hosts.window?.close() },
        ]
    }

    func metricFamily() -> CommandMaker {
        SidebarRow.choose.commands { [self] id, metric in
            guard let metricChart = model.metricCharts[metric] else { return nil }
            return Command(id, metricChart.metric.name) { [self] in
                model.choose(metric, at: viewer.now())
            }
        }
    }
}

extension CommandID {
    static let previousPage = CommandID("page.previous")
    static let nextPage = CommandID("page.next")
    static let showAllTime = CommandID("view.fit")
    static let toggleDrawer = CommandID("drawer.toggle")
    static let openSamples = CommandID("samples.open")
    static let stopReading = CommandID("import.cancel")
    static let stopFollowing = CommandID("follow.stop")
    static let closeWindow = CommandID("window.close")
    static let maximizeWindow = CommandID("window.maximize")
    static let minimizeWindow = CommandID("window.minimize")
}
