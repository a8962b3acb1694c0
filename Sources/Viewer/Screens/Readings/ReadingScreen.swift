import ChartCore
import Geometry
import HealthData
import Localization

/// The dialog in which a person types a reading.
@MainActor
final class ReadingScreen: EntryScreen {
    nonisolated static let entry = ScreenEntry(
        .reading, make: ReadingScreen.init, commands: commands, families: families)

    /// Chooses the metric that is typed.
    private static let choose = CommandFamily<MetricID>("reading.metric")

    let id = ScreenID.reading
    private unowned let viewer: ViewerContext
    let form = EntryForm()
    private var prompt: ReadingPrompt { didSet { viewer.changed() } }
    /// The dataset of the reading that is edited; nil for a new reading.
    private let dataset: Library.Dataset?

    /// The metrics that are usually measured at home.
    private static let usual: [MetricID] = [.weight, .bloodPressure, .glucose, .temperature]

    init(_ viewer: ViewerContext) {
        self.viewer = viewer
        dataset = nil
        let model = viewer.model
        let selected = model.metricChart?.metric
        var choices = Self.usual.compactMap { Metric($0) }
        if let selected, OwnReading.isPossible(selected), !choices.contains(selected) {
            choices.insert(selected, at: 0)
        }
        // What the person has typed or measured before is more likely than what nobody has.
        let known = choices.first { model.metricCharts[$0.id] != nil } ?? choices[0]
        let metric = selected.flatMap { choices.contains($0) ? $0 : nil } ?? known
        prompt = ReadingPrompt(
            metric, among: choices, at: viewer.today(), in: model.calendar)
    }

    /// - Parameters:
    ///   - reading: the reading to edit, of the metric.
    ///   - dataset: its dataset.
    private init(
        editing reading: OwnReading, of metric: Metric, _ dataset: Library.Dataset,
        _ viewer: ViewerContext
    ) {
        self.viewer = viewer
        self.dataset = dataset
        prompt = ReadingPrompt(
            editing: reading, of: metric, Self.format(metric, viewer), in: viewer.model.calendar)
    }

    /// Opens it over the list of readings, filled with a reading that was typed in.
    static func edit(
        _ reading: OwnReading, _ dataset: Library.Dataset, _ viewer: ViewerContext
    ) {
        guard let metric = Metric(reading.metric) else { return }
        viewer.push(ReadingScreen(editing: reading, of: metric, dataset, viewer))
    }

    var firstFocus: ControlID? { ReadingPrompt.Field.value.id }

    /// The format of the metric's values, in the person's units.
    private var format: MetricFormat { Self.format(prompt.metric, viewer) }

    private static func format(_ metric: Metric, _ viewer: ViewerContext) -> MetricFormat {
        let model = viewer.model
        return MetricFormat(metric, locale: model.locale, units: model.appearance.pins.units)
    }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let typed = typedField(focused: environment.focused)
        let unit = format.figure(0).unit
        let fields = ReadingPrompt.Field.allCases.map { field in
            FieldModel(
                id: field.id, command: field.command,
                name: field == .time
                    ? tr("When")
                    : unit.isEmpty
                        ? prompt.metric.name : tr("{1} in {2}", prompt.metric.name, unit),
                field: prompt[field],
                placeholder: field == .time ? "2026-05-02 07:30" : TypedReading.example(format),
                hasKeys: typed == field.id)
        }
        var model = EntryModel(
            window: room, top: Measure.headerHeight,
            title: dataset == nil ? tr("Add a reading") : tr("Edit the reading"), fields: fields,
            message: prompt.failure?.sentence
                ?? (dataset == nil
                    ? tr("It is kept in your library as entered by hand.")
                    : tr("It replaces the reading that you entered.")),
            messageID: ControlID("reading.message"), isError: prompt.failure != nil,
            buttons: [
                DialogModel.Action(
                    title: prompt.isBeingWritten ? tr("Saving…") : tr("Save"),
                    command: .saveReading, look: .prominent, isEnabled: !prompt.isBeingWritten)
            ], hovered: environment.hovered, focused: environment.focused)
        if dataset == nil {
            model.choices = [
                SegmentedControl(
                    id: ControlID("reading.metrics", in: .dialog), name: tr("Metric"),
                    options: prompt.choices.map {
                        SegmentedControl.Option(
                            label: $0.name, name: $0.name, command: Self.choose($0.id),
                            isChosen: $0 == prompt.metric)
                    })
            ]
        }
        model.pairs = [0]
        form.layout(model, typedField: typed, environment)
    }

    // MARK: Typing

    func typedField(focused: ControlID?) -> ControlID? {
        guard !prompt.isBeingWritten else { return nil }
        guard let focused else { return prompt.current.id }
        return ReadingPrompt.Field(id: focused)?.id
    }

    func text(of field: ControlID) -> TextField? {
        ReadingPrompt.Field(id: field).map { prompt[$0] }
    }

    func edit(_ field: ControlID, _ change: (inout TextField) -> Void) {
        if let field = ReadingPrompt.Field(id: field) { prompt.edit(field, change) }
    }

    func refuse(_ sentence: String) {
        prompt.refuse(ReadingPrompt.InputError(field: prompt.current, sentence: sentence))
    }

    private func enter(_ field: ReadingPrompt.Field) {
        prompt.enter(field)
        viewer.focus.focus(field.id)
        viewer.changed()
    }

    // MARK: Keeping

    private func save() {
        let format = format
        let reading: OwnReading
        do throws(ReadingPrompt.InputError) {
            reading = try prompt.reading(
                format, now: viewer.today(), in: viewer.model.calendar)
        } catch {
            prompt.refuse(error)
            if let field = error.field { enter(field) }
            return
        }
        if reading == prompt.edited?.reading {
            viewer.closeDialog()
            return viewer.showMessage(tr("Nothing was changed."))
        }
        prompt.beginWriting()
        let done: @MainActor (Result<Library.Dataset, LibraryError>) -> Void = {
            [self, weak viewer] result in
            guard let viewer else { return }
            switch result {
            case .success(let dataset):
                if viewer.dialog === self { viewer.closeDialog() }
                report(reading, format, dataset, viewer)
                viewer.changed()
            case .failure(let failure):
                // What was typed is not lost, even if the dialog was closed meanwhile.
                if viewer.dialog !== self { viewer.open(self) }
                prompt.refuse(.init(field: nil, sentence: "\(failure)"))
            }
        }
        if let dataset {
            viewer.hosts.readings?.replace(dataset, by: reading, then: done)
        } else {
            viewer.hosts.readings?.add(reading, then: done)
        }
    }

    /// Says what was written, and offers to undo it.
    private func report(
        _ reading: OwnReading, _ format: MetricFormat, _ written: Library.Dataset,
        _ viewer: ViewerContext
    ) {
        func text(_ reading: OwnReading) -> String {
            reading.second.map { format.pair(reading.value, $0).text }
                ?? format.figure(reading.value).text
        }
        let name = Metric.name(of: reading.metric)
        guard let old = prompt.edited?.reading else {
            return viewer.showMessage(
                tr("{1}: {2} added", name, text(reading)),
                action: Toast.Action(title: tr("Undo")) { [weak viewer] in
                    viewer?.hosts.document?.remove(written)
                })
        }
        viewer.showMessage(
            text(old) == text(reading)
                ? tr("{1}: {2} changed", name, text(reading))
                : tr("{1}: {2} changed to {3}", name, text(old), text(reading)),
            action: Toast.Action(title: tr("Undo")) { [weak viewer] in
                viewer?.hosts.readings?.replace(written, by: old) { [weak viewer] result in
                    if case .failure(let failure) = result { viewer?.showMessage("\(failure)") }
                }
            })
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                .addReading, tr("Add a reading…"),
                keys: [KeyCombination(.character("n"), control: true)], group: .notes,
                isEnabled: { [unowned viewer] in viewer.canAddReading },
                reason: { [unowned viewer] in viewer.reasonNoReading },
                perform: { [unowned viewer] in viewer.toggle(.reading) }),
            Command(
                .saveReading, tr("Save"), keys: [KeyCombination(.enter)],
                scope: .area(.readingFields), group: .typing,
                isEnabled: { [unowned viewer] in
                    viewer.dialog(ReadingScreen.self)?.prompt.isBeingWritten == false
                },
                perform: { [unowned viewer] in viewer.dialog(ReadingScreen.self)?.save() }),
        ]
            + ReadingPrompt.Field.allCases.map { field in
                Command(
                    field.command, field == .value ? tr("Value") : tr("When"), group: .notes
                ) { [unowned viewer] in
                    viewer.dialog(ReadingScreen.self)?.enter(field)
                }
            }
    }

    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        [
            choose.commands { [unowned viewer] id, metric in
                guard let screen = viewer.dialog(ReadingScreen.self), let metric = Metric(metric)
                else { return nil }
                return Command(id, metric.name) { screen.prompt.choose(metric) }
            }
        ]
    }
}

extension ViewerContext {
    /// Whether readings can be typed in: the library is shown, or will begin with the reading.
    var canAddReading: Bool {
        hosts.readings != nil
            && (model.datasets != nil || (model.phase == .welcome && canImport))
    }

    /// Why no reading can be typed in, as a sentence; nil if there is no particular reason.
    fileprivate var reasonNoReading: String? {
        model.phase == .shown
            ? tr(
                "Readings are kept in your library. You are viewing records that are not in it.")
            : nil
    }
}

extension ScreenID {
    static let reading = ScreenID("reading")
}

extension CommandID {
    static let addReading = CommandID("reading.add")
    static let saveReading = CommandID("reading.save")
}

extension ControlArea {
    /// The fields of a reading.
    static let readingFields = ControlArea("reading")
}
