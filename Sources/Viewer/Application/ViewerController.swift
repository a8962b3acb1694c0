import ChartInteraction
import Charts
import Foundation
import Geometry
import HealthData
import Localization

/// Brings together what a person does and the model: presses on controls, gestures on the chart,
/// keys, and the table of commands that all of them run.
///
/// It knows nothing of Wayland: a picture without a window and a test drive it all the same.
@MainActor
final class ViewerController {
    let viewer: ViewerContext
    let model: ViewerModel
    let scene: ViewerScene
    var window: HostActions {
        get { viewer.host }
        set { viewer.host = newValue }
    }
    /// The time of the frame clock, in seconds.
    var now: () -> Double {
        get { viewer.now }
        set { viewer.now = newValue }
    }
    var commands: CommandTable { viewer.commands }
    private(set) var interpreter = GestureInterpreter()
    /// The control that a pointer or finger went down on: it runs if it comes up there too.
    private var pressed: (id: ControlID, touch: Int?, at: Point)?
    /// The pill of the legend among them.
    private var pillPress: PillPress?
    /// A finger that scrolls a list, and where it was.
    private var listScroll: (touch: Int, y: Double)?
    /// What of the overview is dragged, and by which finger.
    var overviewDrag: OverviewDrag?
    var overviewTouch: Int?

    init(_ viewer: ViewerContext, scene: ViewerScene) {
        self.viewer = viewer
        model = viewer.model
        self.scene = scene
        viewer.commands = makeCommands()
    }

    // MARK: Commands

    private func makeCommands() -> CommandTable {
        let parts: [[Command]] = [
            openingCommands(), periodCommands(), viewCommands(), crosshairCommands(),
            overviewCommands(),
            selectionCommands(), historyCommands(),
            viewer.catalogue.entries.flatMap { $0.commands(viewer) }, windowCommands(),
            seriesCommands(), valueAxisCommands(), libraryCommands(), fieldCommands(),
        ]
        let families: [CommandMaker] =
            viewer.catalogue.entries.flatMap { $0.families(viewer) }
            + [metricFamily(), recentFamily()] + seriesFamilies()
        return CommandTable(parts.flatMap { $0 }, families: families)
    }

    private func periodCommands() -> [Command] {
        let keys: [Period: Character] = [
            .day: "d", .week: "w", .month: "m", .halfYear: "6", .year: "y", .all: "a",
        ]
        return Period.allCases.map { period in
            Command(
                period.command, period.name,
                keys: keys[period].map { [KeyCombination(.character($0))] } ?? [],
                group: .periods, isEnabled: { [model] in model.phase == .shown && model.isTimed }
            ) { [self] in choose(period) }
        }
    }

    private func choose(_ period: Period) {
        let before = (model.period, model.x.target)
        model.choose(period, at: now())
        if before == (model.period, model.x.target) {
            viewer.say(tr("This period is shown already."))
        }
    }

    /// A command that turns pages; at the last one it says so.
    private func pageCommand(
        _ id: CommandID, _ title: String, _ keys: [Key], _ count: Int
    ) -> Command {
        Command(
            id, title, keys: keys.map { KeyCombination($0) }, group: .periods,
            [.repeats, .goesElsewhere],
            isEnabled: { [model] in model.phase == .shown && model.canTurnPage(by: count) },
            reason: { [model] in
                model.phase != .shown
                    ? nil : count < 0 ? tr("This is the first page.") : tr("This is the last page.")
            },
            perform: { [self] in model.turnPage(by: count, at: now()) })
    }

    /// A command that walks through the metrics; at the last one it says so.
    private func metricCommand(
        _ name: String, _ title: String, _ key: Key, _ count: Int
    ) -> Command {
        Command(
            name, title, keys: [KeyCombination(key)], group: .series, .repeats,
            isEnabled: { [model] in
                guard model.phase == .shown, let selected = model.selected,
                    let place = model.order.firstIndex(of: selected)
                else { return false }
                return model.order.indices.contains(place + count)
            },
            reason: { [model] in
                model.phase != .shown
                    ? nil
                    : count < 0 ? tr("This is the first metric.") : tr("This is the last metric.")
            },
            perform: { [self] in stepMetric(by: count) })
    }

    /// Whether Escape closes anything or goes back from anything.
    private var canBackOut: Bool {
        viewer.dialog != nil || viewer.isDrawerOpen || model.selection != nil
            || model.crosshair.isHeldFast || !viewer.content.keyAreas.isEmpty
            || viewer.toast != nil || scene.focus.focused != nil
    }

    /// The command of the control that has the focus; nil where there is none.
    private var focusedCommand: CommandID? {
        scene.focus.focused.flatMap { id in scene.tree.first { $0.id == id }?.command }
    }

    private func viewCommands() -> [Command] {
        let shown: () -> Bool = { [model] in model.phase == .shown }
        let zoomable: () -> Bool = { [model] in model.phase == .shown && model.canZoom }
        func key(_ key: Key, shift: Bool = false) -> KeyCombination {
            KeyCombination(key, shift: shift)
        }
        return [
            pageCommand(.previousPage, tr("Previous page"), [.left, .pageUp], -1),
            pageCommand(.nextPage, tr("Next page"), [.right, .pageDown], 1),
            Command(
                "view.zoom-in", tr("Zoom in"),
                keys: [key(.character("+")), key(.character("="))], group: .moving, .repeats,
                isEnabled: zoomable
            ) { [self] in model.zoom(by: 1.5, at: now()) },
            Command(
                "view.zoom-out", tr("Zoom out"), keys: [key(.character("-"))], group: .moving,
                .repeats, isEnabled: zoomable
            ) {
                [self] in model.zoom(by: 1 / 1.5, at: now())
            },
            Command(
                .showAllTime, tr("Show all"), keys: [key(.home)], group: .moving,
                isEnabled: shown
            ) { [self] in model.fit(at: now()) },
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
                perform: { [self] in if let focusedCommand { commands.run(focusedCommand) } }
            ),
            Command(.performToastAction, tr("Do what the message offers")) { [viewer] in
                viewer.performToastAction()
            },
            Command(.dismissToast, tr("Close the message")) { [viewer] in viewer.dismissToast() },
            Command(
                "view.back", tr("Go back, or close"), keys: [key(.escape)], .worksOverDialogs,
                isEnabled: { [self] in canBackOut }, reason: { tr("There is nothing to close.") },
                perform: { [self] in backOut() }
            ),
            Command(
                .toggleDrawer, tr("List of metrics"), keys: [key(.function(9))],
                isEnabled: { [scene] in scene.layout.isDrawer },
                reason: { tr("The list of metrics is shown already.") },
                perform: { [self] in
                    viewer.isDrawerOpen.toggle()
                    model.onChange(.input)
                }
            ),
        ]
    }

    private func windowCommands() -> [Command] {
        func control(_ character: Character) -> KeyCombination {
            KeyCombination(.character(character), control: true)
        }
        return [
            Command(.openSamples, tr("Show sample records")) { [self] in window.openSamples()
            },
            Command(
                .stopReading, tr("Stop reading"),
                isEnabled: { [model] in model.report == nil && model.phase != .welcome },
                perform: { [self] in window.cancelImport() }
            ),
            Command(
                .stopFollowing, tr("Stop following the file"),
                isEnabled: { [model] in model.followed != nil },
                perform: { [self] in window.stopFollowing() }
            ),
            Command(
                "window.fullscreen", tr("Full screen"), keys: [KeyCombination(.function(11))],
                .worksOverDialogs
            ) { [self] in window.toggleFullscreen() },
            Command(.maximizeWindow, tr("Maximise or restore")) { [self] in
                window.toggleMaximized()
            },
            Command(.minimizeWindow, tr("Minimise")) { [self] in window.minimize() },
            Command(
                .closeWindow, tr("Close"), keys: [control("q"), control("w")], .worksOverDialogs
            ) { [self] in window.close() },
        ]
    }

    private func metricFamily() -> CommandMaker {
        SidebarRow.choose.commands { [unowned self] id, metric in
            guard let presenter = model.presenters[metric] else { return nil }
            return Command(id, presenter.metric.name) { [self] in
                model.choose(metric, at: now())
            }
        }
    }

    private func backOut() {
        viewer.dismissToast()
        if let dialog = viewer.dialog {
            if !dialog.back() { viewer.closeDialog() }
        } else if viewer.isDrawerOpen {
            viewer.isDrawerOpen = false
        } else if model.selection != nil {
            model.clearSelection(at: now())
        } else if model.crosshair.isHeldFast {
            model.point(at: nil, at: now())
        } else if !viewer.content.back() {
            scene.focus.isVisible = false
            scene.focus.focus(nil)
        }
        model.onChange(.input)
    }

    /// Walks through the metrics.
    private func stepMetric(by count: Int) {
        model.stepMetric(by: count, at: now())
        if let selected = model.selected { scene.reveal(selected) }
    }

    // MARK: Keys and focus

    private func moveFocus(backwards: Bool) {
        scene.focus.move(in: scene.focusScope, backwards: backwards)
        if let metric = SidebarRow.choose.subject(of: scene.focus.focused?.command) {
            scene.reveal(metric)
        }
        model.onChange(.input)
    }

    /// Runs the command of a key, or types its text where something is typed; whether it came to
    /// either.
    ///
    /// - Parameter text: what the key enters; empty for nothing.
    @discardableResult
    func press(
        _ combinations: [KeyCombination], text: String = "", isRepeat: Bool = false
    ) -> Bool {
        viewer.isByKeys = true
        let isTyping = viewer.typedField != nil
        for combination in combinations {
            guard let command = command(for: combination),
                !(isTyping && command.scope == .window && combination.isTyped)
            else { continue }
            // A held key turns pages and walks on, but switches nothing to and fro.
            if isRepeat, !command.traits.contains(.repeats) { return true }
            if viewer.dialog != nil, command.scope == .window,
                !command.traits.contains(.worksOverDialogs)
            {
                return true
            }
            let stops = chartStops(for: command)
            guard command.isEnabled() else {
                if !isRepeat, !stops { refuse(command) }
                return true
            }
            command.perform()
            return true
        }
        guard isTyping, !text.isEmpty else { return false }
        viewer.edit { $0.insert(text) }
        return true
    }

    /// Says why a command cannot be run now.
    private func refuse(_ command: Command) {
        let isEmpty = model.phase != .shown
        viewer.say(
            command.reason()
                ?? (isEmpty
                    ? tr("Open a file first.") : tr("Not available here: {1}", command.title)))
    }

    /// The command of a key: that of what lies over everything or has the focus goes before that of
    /// the window.
    private func command(for combination: KeyCombination) -> Command? {
        let scopes: [Command.Scope]
        if let field = viewer.typedField {
            scopes = [.field] + (field.area.map { [.area($0)] } ?? []) + [.list]
        } else if viewer.dialog != nil {
            scopes = [.list]
        } else if model.selection?.hold == .keys {
            scopes = [.area(.selection)]
        } else {
            scopes =
                (scene.shownFocus?.area.map { [.area($0)] } ?? [])
                + viewer.content.keyAreas.map { .area($0) }
        }
        let found = (scopes + [.window]).lazy.compactMap { [commands] scope in
            commands.command(for: combination, in: scope)
        }
        return found.first { $0.isEnabled() } ?? found.first
    }

    /// A key stops momentum, as a finger does; a glide that another key began is left to go on, so
    /// that pages asked for quickly add up.
    ///
    /// - Returns: Whether something was stopped.
    private func chartStops(for command: Command) -> Bool {
        guard !command.traits.contains(.keepsMotion), model.axis.panZoom.isCoasting else {
            return false
        }
        // A swipe on its way to a page has one already.
        if model.hasCalendarPages, command.traits.contains(.goesElsewhere) { return false }
        model.chart?.interaction.stop(at: now())
        return true
    }

    /// Presses the control with an id, as assistive technology and tests do.
    @discardableResult
    func press(control id: ControlID) -> Bool {
        guard let node = scene.tree.first(where: { $0.id == id }), node.isEnabled,
            let command = node.command
        else { return false }
        return commands.run(command)
    }

    // MARK: Pointing

    /// When `advance` wants to be called although nothing happens; nil for never.
    var nextDeadline: Double? {
        [interpreter.nextDeadline, heldPill?.due, viewer.toast?.end].compactMap { $0 }.min()
    }

    /// The pill that is held and may yet be shown alone.
    private var heldPill: PillPress? {
        guard let pillPress, pressed?.id == pillPress.id, !pillPress.isDone, !pillPress.isAlone
        else { return nil }
        return pillPress
    }

    /// Lets time pass for gestures that depend on it (a long press).
    func advance(to time: Double) {
        if let pill = heldPill, pill.due <= time {
            pillPress?.isDone = true
            showAlone(pill.id)
        }
        viewer.expireToast(at: time)
        for gesture in interpreter.advance(to: time) { model.handle(gesture) }
    }

    /// The window lost the pointer or the keyboard: what was begun is over.
    func reset(at time: Double) {
        pressed = nil
        endOverviewDrag()
        for gesture in interpreter.reset(at: time) { model.handle(gesture) }
    }

    /// Does what a frame of events means.
    func handle(_ frame: InputFrame) {
        var rest: [InputEvent] = []
        for event in frame.events where !handleByControls(event) { rest.append(event) }
        guard !rest.isEmpty else { return }
        for gesture in interpreter.interpret(InputFrame(time: frame.time, events: rest)) {
            model.handle(gesture)
        }
    }

    /// Whether an event belongs to a control, the overview, a list or the dialog.
    private func handleByControls(_ event: InputEvent) -> Bool {
        let isHandled = handleControls(event)
        // Under a list or an open drawer nothing of the chart is moved.
        return isHandled || isShielded
    }

    /// Whether something lies over everything else.
    private var isShielded: Bool {
        viewer.dialog != nil || (scene.layout.isDrawer && scene.layout.sidebar != nil)
            || viewer.content.coversChart
    }

    private func handleControls(_ event: InputEvent) -> Bool {
        switch event.kind {
        case .pointerMoved:
            hover(event.position)
            if let pressed, pressed.touch == nil {
                placeCaret(in: pressed.id, at: event.position, selecting: true)
            }
            if pressed?.touch == nil { watchPill(event.position) }
            if overviewDrag != nil, overviewTouch == nil {
                dragOverview(to: event.position.x, at: event.time)
                return true
            }
            return pressed != nil && pressed?.touch == nil
        case .pointerLeft:
            // The compositor took the pointer: a button that was down is no longer ours.
            if pressed?.touch == nil { pressed = nil }
            if overviewTouch == nil { endOverviewDrag() }
            setHovered(nil)
            return false
        case .pointerPressed(let button):
            if viewer.dialog == nil, handleHistoryButton(button) { return true }
            guard button == .left else { return viewer.dialog != nil }
            return begin(event, touch: nil)
        case .pointerReleased(let button):
            guard button == .left else { return viewer.dialog != nil }
            return end(at: event.position, touch: nil)
        case .touchBegan(let id): return begin(event, touch: id)
        case .touchMoved(let id):
            if pressed?.touch == id { watchPill(event.position) }
            if overviewDrag != nil, overviewTouch == id {
                dragOverview(to: event.position.x, at: event.time)
                return true
            }
            return scrollList(id, to: event.position)
        case .touchEnded(let id): return end(at: event.position, touch: id)
        case .touchCancelled:
            pressed = nil
            listScroll = nil
            if overviewTouch != nil { cancelOverviewDrag(at: event.time) }
            return false
        case .wheel(let steps): return scroll(by: steps.dy * 48, at: event.position)
        case .scrolled(let delta, _): return scroll(by: delta.dy, at: event.position)
        default: return false
        }
    }

    private func begin(_ event: InputEvent, touch: Int?) -> Bool {
        let point = event.position
        viewer.isByKeys = false
        scene.focus.isVisible = false
        if let node = scene.tree.pressable(at: point) {
            pressed = (node.id, touch, point)
            pillPress = pillPress(
                on: node.id, at: event.time, alt: event.modifiers.contains(.alt))
            scene.focus.focus(node.isFocusable ? node.id : nil)
            placeCaret(in: node.id, at: point, selecting: event.modifiers.contains(.shift))
            return true
        }
        return beginOverview(at: point, touch: touch)
    }

    private func end(at point: Point, touch: Int?) -> Bool {
        if overviewDrag != nil, overviewTouch == touch {
            endOverviewDrag()
            return true
        }
        if let touch, listScroll?.touch == touch {
            listScroll = nil
            return true
        }
        guard let pressed, pressed.touch == touch else { return false }
        self.pressed = nil
        let pill = pillPress
        pillPress = nil
        guard scene.tree.pressable(at: point)?.id == pressed.id, pill?.isDone != true else {
            return true
        }
        if pill?.isAlone == true { showAlone(pressed.id) } else { press(control: pressed.id) }
        return true
    }

    /// A hand that moves away holds no pill.
    private func watchPill(_ place: Point) {
        guard let pressed, heldPill != nil,
            (place - pressed.at).length > PillPress.slack
        else { return }
        pillPress = nil
    }

    /// Whether a finger that moves is one that pressed a control; in a list it scrolls from then
    /// on.
    private func scrollList(_ touch: Int, to place: Point) -> Bool {
        if let scroll = listScroll, scroll.touch == touch {
            listScroll = (touch, place.y)
            return self.scroll(by: scroll.y - place.y, at: place)
        }
        guard let pressed, pressed.touch == touch else { return false }
        if abs(place.y - pressed.at.y) > 8, self.scroll(by: pressed.at.y - place.y, at: pressed.at)
        {
            self.pressed = nil
            listScroll = (touch, place.y)
        }
        return true
    }

    private func scroll(by distance: Double, at point: Point) -> Bool {
        if let dialog = viewer.dialog {
            _ = dialog.scroll(by: distance, at: point)
            model.onChange(.input)
            return true
        }
        guard
            scene.scrollSidebar(by: distance, at: point)
                || viewer.content.scroll(by: distance, at: point)
        else { return false }
        model.onChange(.input)
        return true
    }

    private func hover(_ point: Point) {
        setHovered(scene.tree.pressable(at: point)?.id)
    }

    private func setHovered(_ id: ControlID?) {
        guard id != scene.hovered else { return }
        scene.hovered = id
        model.onChange(.input)
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
