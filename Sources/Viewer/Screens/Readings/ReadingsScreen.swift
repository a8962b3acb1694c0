import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// The list of all readings of the displayed metric.
@MainActor
final class ReadingsScreen: TextEntry {
    nonisolated static let entry = ScreenEntry(
        .readings, make: ReadingsScreen.init, commands: commands, families: families)

    /// Edits a reading that was typed in, by its dataset.
    private static let edit = CommandFamily<Int64>("readings.edit")
    /// Asks to confirm the removal of a reading that was typed in, by its dataset.
    private static let remove = CommandFamily<Int64>("readings.remove")
    /// Removes it.
    private static let confirm = CommandFamily<Int64>("readings.confirm")

    /// Shows only what was typed in, or all.
    private static let typedOnly = CommandFamily<Bool>("readings.typed")

    let id = ScreenID.readings
    private unowned let viewer: ViewerContext
    private let pane = Pane<ReadingsModel>()
    private var field = TextField("") { didSet { viewer.changed() } }
    private var choice = 0
    /// The height of the rows as they were last laid out.
    private var rowHeight = ReadingsModel.Look.line.rowHeight
    private var scrolling = ListScroll()
    private var known = Cached<Key, (rows: ReadingRows, areMixed: Bool)?>()
    private var pendingRemoval: Int64?
    /// Whether only what was typed in is listed, if there is anything else.
    private var isTypedOnly = false { didSet { viewer.changed() } }

    private struct Key: Equatable {
        var metric: MetricID?
        var data: Int
        var text: String
        var isTypedOnly: Bool
        var units: UnitPreferences
    }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    var nodes: [SemanticNode] { pane.nodes }
    var revision: Int { pane.recordings }
    var firstFocus: ControlID? { ReadingsPane.fieldID }

    private var rows: ReadingRows? { listed?.rows }

    /// The rows, and whether some of all readings were typed in and others were not.
    private var listed: (rows: ReadingRows, areMixed: Bool)? {
        let model = viewer.model
        let key = Key(
            metric: model.metricChart?.metric.id, data: model.dataRevision, text: field.text,
            isTypedOnly: isTypedOnly, units: model.appearance.pins.units)
        return known(key) {
            guard let chart = model.metricChart, var rows = ReadingRows(chart) else { return nil }
            rows.search(field.text, today: viewer.today())
            let areMixed = rows.areMixed
            if isTypedOnly, areMixed { rows.keepTyped() }
            return (rows, areMixed)
        }
    }

    /// The datasets of the readings of the metric that were typed in, by their times.
    private var typed: [Double: [Library.Dataset]] {
        let metric = viewer.model.metricChart?.metric.id
        var typed: [Double: [Library.Dataset]] = [:]
        for dataset in viewer.model.datasets ?? [] {
            guard let own = dataset.ownMetric, own == metric, let span = dataset.span else {
                continue
            }
            typed[span.first, default: []].append(dataset)
        }
        return typed
    }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let locale = viewer.model.locale
        guard let (rows, areMixed) = listed else { return pane.clear() }
        choice = min(choice, max(0, rows.count - 1))
        let kind =
            rows.areDays
            ? trn("{n} day", "{n} days", count: rows.count)
            : trn("{n} record", "{n} records", count: rows.count)
        var model = ReadingsModel(
            window: room,
            title: rows.areDays
                ? tr("{1}: all days", viewer.model.metricChart?.metric.name ?? "")
                : tr("{1}: all readings", viewer.model.metricChart?.metric.name ?? ""),
            field: field, hasKeys: typedField(focused: environment.focused) != nil,
            message: rows.count == rows.total
                ? kind : tr("{1} of {2}", kind, locale.number(rows.total)),
            count: rows.count, look: look(of: rows, in: room), hovered: environment.hovered,
            focused: environment.focused)
        if areMixed { model.filter = filter }
        rowHeight = model.look.rowHeight
        model.scroll = scrolling.settle(ReadingsPane.frame(model))
        let typed = rows.areDays ? [:] : typed
        model.rows = ReadingsPane.rowsInSight(model).map { row in
            ReadingsModel.Row(
                place: row, name: rows.name(row), value: rows.value(row),
                source: rows.source(row),
                actions: rows.reading(row).flatMap { reading in
                    typed[reading.time]?.first(where: reading.isKept).map { actions(of: $0.id) }
                } ?? [],
                isChosen: row == choice)
        }
        pane.update(
            model, environment.style, environment.resources, record: ReadingsPane.record)
    }

    private var filter: SegmentedControl {
        func option(_ label: String, _ name: String, _ isTyped: Bool) -> SegmentedControl.Option {
            SegmentedControl.Option(
                label: label, name: name, command: Self.typedOnly(isTyped),
                isChosen: isTypedOnly == isTyped)
        }
        return SegmentedControl(
            id: ControlID("readings.filter", in: .dialog), name: tr("Readings"),
            options: [
                option(tr("All"), tr("All readings"), false),
                option(tr("By hand"), tr("Entered by hand"), true),
            ])
    }

    private func look(of rows: ReadingRows, in room: Rect) -> ReadingsModel.Look {
        if rows.areDays { return .line }
        return room.width < ReadingsPane.wideFrom
            ? .narrow : rows.haveSources ? .withSources : .line
    }

    private func actions(of dataset: Int64) -> [DialogModel.Action] {
        if dataset == pendingRemoval {
            return [
                DialogModel.Action(
                    title: tr("Delete this reading?"), command: Self.confirm(dataset), look: .grave)
            ]
        }
        let edit = DialogModel.Action(
            title: tr("Edit"), name: tr("Edit the reading entered by hand"),
            command: Self.edit(dataset))
        let removal = DialogModel.Action(
            title: tr("Delete"), name: tr("Delete the reading entered by hand"),
            command: Self.remove(dataset))
        return viewer.hosts.readings == nil ? [removal] : [edit, removal]
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) { pane.encode(into: scene) }

    func scroll(by distance: Double, at place: Point) -> Bool {
        scrolling.offset += distance
        return true
    }

    func walk(_ step: ListStep) {
        let count = rows?.count ?? 0
        guard count > 0 else { return }
        let page = max(1, Int(scrolling.page / rowHeight))
        switch step {
        case .rows(let rows): choice += rows
        case .pages(let pages): choice += pages * page
        case .start: choice = 0
        case .end: choice = count - 1
        case .across: break
        }
        choice = min(max(choice, 0), count - 1)
        let top = Double(choice) * rowHeight
        scrolling.offset = min(max(scrolling.offset, top - scrolling.page), top)
    }

    /// Shows a reading on the chart.
    private func show(_ row: Int) {
        guard let rows, row < rows.count else { return }
        let model = viewer.model
        let time = rows.time(row)
        let calendar = model.calendar
        viewer.closeDialogs()
        let day = calendar.span(of: .day, containing: time)
        if !model.x.target.contains(day) { model.show(day, as: .month, at: viewer.now()) }
        model.active.crosshair.stand(at: time, by: .keys, at: viewer.now())
        viewer.changed()
    }

    // MARK: Typing

    func typedField(focused: ControlID?) -> ControlID? {
        focused == nil || focused == ReadingsPane.fieldID ? ReadingsPane.fieldID : nil
    }

    func text(of field: ControlID) -> TextField? {
        field == ReadingsPane.fieldID ? self.field : nil
    }

    func edit(_ field: ControlID, _ change: (inout TextField) -> Void) {
        let before = self.field.text
        change(&self.field)
        if self.field.text != before { startAgain() }
    }

    /// Goes to the first row of another list.
    private func startAgain() {
        choice = 0
        scrolling.offset = 0
        pendingRemoval = nil
    }

    func refuse(_ sentence: String) {}

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                .showReadings, tr("All readings"), keys: [KeyCombination(.character("r"))],
                group: .series,
                isEnabled: { [unowned viewer] in
                    viewer.model.phase == .shown
                        && viewer.model.metricChart.flatMap { ReadingRows($0) } != nil
                },
                reason: { [unowned viewer] in
                    viewer.model.phase == .shown ? tr("Choose a metric first.") : nil
                }, perform: { [unowned viewer] in viewer.toggle(.readings) }),
            Command(
                "readings.take", tr("Go to what was found"),
                keys: [KeyCombination(.enter)], scope: .area(.readingSearch), group: .typing,
                isEnabled: { [unowned viewer] in viewer.dialog(ReadingsScreen.self) != nil },
                perform: { [unowned viewer] in
                    if let screen = viewer.dialog(ReadingsScreen.self) {
                        screen.show(screen.choice)
                    }
                }),
            Command(.editReadingSearch, tr("Search"), group: .series) { [unowned viewer] in
                viewer.focus.focus(ReadingsPane.fieldID)
                viewer.changed()
            },
        ]
    }

    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        [
            ReadingsPane.show.commands { [unowned viewer] id, row in
                guard let screen = viewer.dialog(ReadingsScreen.self) else { return nil }
                return Command(id, tr("Show the reading on the chart")) { screen.show(row) }
            },
            typedOnly.commands { [unowned viewer] id, isTyped in
                guard let screen = viewer.dialog(ReadingsScreen.self),
                    screen.listed?.areMixed == true
                else { return nil }
                return Command(id, isTyped ? tr("Entered by hand") : tr("All readings")) {
                    screen.isTypedOnly = isTyped
                    screen.startAgain()
                }
            },
            edit.commands { [unowned viewer] id, number in
                guard let screen = viewer.dialog(ReadingsScreen.self),
                    let dataset = viewer.model.datasets?.first(where: { $0.id == number })
                else { return nil }
                return Command(id, tr("Edit the reading entered by hand")) {
                    screen.pendingRemoval = nil
                    guard let reading = screen.rows?.reading(of: dataset) else { return }
                    ReadingScreen.edit(reading, dataset, viewer)
                }
            },
            remove.commands { [unowned viewer] id, dataset in
                guard let screen = viewer.dialog(ReadingsScreen.self) else { return nil }
                return Command(id, tr("Delete the reading entered by hand")) {
                    screen.pendingRemoval = dataset
                    // A person who used the keyboard continues with the keyboard.
                    if screen.viewer.focus.focused == ControlID(id) {
                        screen.viewer.focus.focus(ControlID(confirm(dataset), in: .dialog))
                    }
                    screen.viewer.changed()
                }
            },
            confirm.commands { [unowned viewer] id, number in
                guard let screen = viewer.dialog(ReadingsScreen.self),
                    let dataset = viewer.model.datasets?.first(where: { $0.id == number })
                else { return nil }
                return Command(id, tr("Delete this reading?")) {
                    screen.pendingRemoval = nil
                    viewer.focus.focus(ReadingsPane.fieldID)
                    viewer.hosts.document?.remove(dataset)
                }
            },
        ]
    }
}

extension ScreenID {
    static let readings = ScreenID("readings")
}
