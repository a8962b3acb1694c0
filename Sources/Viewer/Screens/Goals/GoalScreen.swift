import ChartCore
import Charts
import Geometry
import HealthData
import Localization

/// The dialog in which a person sets the goal of the displayed metric.
@MainActor
final class GoalScreen: EntryScreen {
    nonisolated static let entry = ScreenEntry(
        .goal, make: GoalScreen.init, commands: commands, families: families)

    private static let direct = CommandFamily<String>("goal.direction")
    private static let weekdays = CommandFamily<String>("goal.weekdays")
    /// The choices of weekdays, by the word in their command.
    private static let weeks: [(word: String, days: Set<Int>)] = [
        ("all", []), ("working", Goal.workingDays), ("weekend", Goal.weekend),
    ]

    let id = ScreenID.goal
    private unowned let viewer: ViewerContext
    let form = EntryForm()
    private var prompt: GoalPrompt { didSet { viewer.changed() } }
    /// What is usual, as a sentence; empty if there is too little of it.
    private let usual: String
    /// The latest value of a level.
    private let latest: Double?

    init(_ viewer: ViewerContext) {
        self.viewer = viewer
        let model = viewer.model
        // The command is not enabled without a chart that can have a goal.
        let chart = model.metricChart
        let metric = chart?.metric ?? Metric.catalogue[0]
        let format = Self.format(metric, model)
        var isAmount = false
        if case .totals? = chart?.data.content { isAmount = true }
        prompt = GoalPrompt(
            metric, isAmount: isAmount, known: model.appearance.pins.goal(of: metric.id), format,
            in: model.calendar)
        usual =
            chart.flatMap { UsualRange($0.data, .recent, in: model.calendar) }.map {
                tr(
                    "Half of your last 90 days are within {1}.",
                    format.range($0.range.lowerBound, $0.range.upperBound).text)
            } ?? ""
        latest = chart?.guides?.latest?.value
    }

    private static func format(_ metric: Metric, _ model: ViewerModel) -> MetricFormat {
        MetricFormat(metric, locale: model.locale, units: model.appearance.pins.units)
    }

    private var format: MetricFormat { Self.format(prompt.metric, viewer.model) }
    private var known: Goal? { viewer.model.appearance.pins.goal(of: prompt.metric.id) }

    var firstFocus: ControlID? { GoalPrompt.Field.value.id }

    // MARK: Layout

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let typed = typedField(focused: environment.focused)
        let format = format
        let fields = prompt.shownFields.map { field in
            FieldModel(
                id: field.id, command: field.command, name: name(of: field, format),
                field: prompt[field],
                placeholder: field == .day
                    ? tr("A day, or empty") : TypedGoal.example(format),
                hasKeys: typed == field.id)
        }
        var buttons = [
            DialogModel.Action(title: tr("Set the goal"), command: .saveGoal, look: .prominent)
        ]
        if known != nil {
            buttons.insert(
                DialogModel.Action(title: tr("Remove the goal"), command: .removeGoal), at: 0)
        }
        var model = EntryModel(
            window: room, top: Measure.headerHeight, title: tr("Goal: {1}", prompt.metric.name),
            fields: fields, message: prompt.failure?.sentence ?? hint,
            messageID: ControlID("goal.message"), isError: prompt.failure != nil,
            buttons: buttons, hovered: environment.hovered, focused: environment.focused)
        model.messageLines = 3
        model.choices = choices
        model.pairs = [0]
        form.layout(model, typedField: typed, environment)
    }

    private func name(of field: GoalPrompt.Field, _ format: MetricFormat) -> String {
        guard field == .value else { return tr("Reach it by") }
        let metric = prompt.metric
        let name =
            !prompt.isAmount
            ? metric.name
            : metric.id == .sleep ? tr("{1} a night", metric.name) : tr("{1} a day", metric.name)
        let unit = metric.unit == "s" ? tr("hours and minutes") : format.figure(0).unit
        return unit.isEmpty ? name : tr("{1} in {2}", name, unit)
    }

    private var choices: [SegmentedControl] {
        let directions = SegmentedControl(
            id: ControlID("goal.directions", in: .dialog), name: tr("Direction"),
            options: GoalPrompt.directions(of: prompt.metric).map { direction in
                let name = Self.name(of: direction)
                return SegmentedControl.Option(
                    label: name, name: name, command: Self.direct(direction.rawValue),
                    isChosen: prompt.direction == direction)
            })
        guard prompt.isAmount else { return [directions] }
        let weekdays = SegmentedControl(
            id: ControlID("goal.days", in: .dialog), name: tr("Days that count"),
            options: Self.weeks.map { word, days in
                let (label, name) = Self.name(of: word)
                return SegmentedControl.Option(
                    label: label, name: name, command: Self.weekdays(word),
                    isChosen: prompt.weekdays == days)
            })
        return [directions, weekdays]
    }

    private static func name(of direction: Goal.Direction) -> String {
        switch direction {
        case .atLeast: tr("At least")
        case .atMost: tr("At most")
        case .reach: tr("Reach")
        }
    }

    private static func name(of week: String) -> (label: String, name: String) {
        switch week {
        case "working": (tr("Mon–Fri"), tr("Monday to Friday"))
        case "weekend": (tr("Sat–Sun"), tr("Saturday and Sunday"))
        default: (tr("Every day"), tr("Every day"))
        }
    }

    /// What is usual, and when the present goal is likely to be reached.
    private var hint: String {
        let guides = viewer.model.metricCharts[prompt.metric.id]?.guides
        return [usual, guides.map { $0.words.explanation($0.forecast) } ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    // MARK: Typing

    func typedField(focused: ControlID?) -> ControlID? {
        guard let focused else { return prompt.current.id }
        return GoalPrompt.Field(id: focused)?.id
    }

    func text(of field: ControlID) -> TextField? {
        GoalPrompt.Field(id: field).map { prompt[$0] }
    }

    func edit(_ field: ControlID, _ change: (inout TextField) -> Void) {
        if let field = GoalPrompt.Field(id: field) { prompt.edit(field, change) }
    }

    func refuse(_ sentence: String) {
        prompt.refuse(GoalPrompt.InputError(field: prompt.current, sentence: sentence))
    }

    private func enter(_ field: GoalPrompt.Field) {
        prompt.enter(field)
        viewer.focus.focus(field.id)
        viewer.changed()
    }

    // MARK: Setting

    private func save() {
        let model = viewer.model
        let goal: Goal
        do throws(GoalPrompt.InputError) {
            goal = try prompt.goal(
                format, from: latest, today: model.calendar.date(of: viewer.today()),
                in: model.calendar)
        } catch {
            prompt.refuse(error)
            return enter(error.field)
        }
        set(goal, message: tr("{1}: set", name(of: goal)))
    }

    private func remove() {
        guard let known else { return }
        set(nil, message: tr("{1}: removed", name(of: known)))
    }

    private func name(of goal: Goal) -> String {
        let words =
            viewer.model.metricCharts[prompt.metric.id]?.guides?.words
            ?? GoalWords(format: format, calendar: viewer.model.calendar, year: nil)
        return words.name(goal)
    }

    /// Sets the goal or removes it, with a message that can undo that.
    private func set(_ goal: Goal?, message: String) {
        let (viewer, metric, before) = (viewer, prompt.metric.id, known)
        viewer.closeDialogs()
        viewer.model.appearance.pin(at: viewer.now()) { $0.setGoal(goal, of: metric) }
        viewer.showMessage(
            message,
            action: Toast.Action(title: tr("Undo")) { [weak viewer] in
                guard let viewer else { return }
                viewer.model.appearance.pin(at: viewer.now()) { $0.setGoal(before, of: metric) }
                viewer.changed()
            })
        viewer.changed()
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                .setGoal, tr("Set a goal…"),
                keys: [KeyCombination(.character("g"), shift: true)], group: .notes,
                isEnabled: { [unowned viewer] in
                    viewer.model.phase == .shown && viewer.model.metricChart?.guides != nil
                },
                reason: { [unowned viewer] in
                    guard viewer.model.phase == .shown else { return nil }
                    return viewer.model.metricChart == nil
                        ? tr("Choose a metric first.")
                        : tr("A goal needs a metric with one value a day.")
                }, perform: { [unowned viewer] in viewer.toggle(.goal) }),
            within(viewer, .saveGoal, tr("Save"), [KeyCombination(.enter)]) { $0.save() },
            within(viewer, .removeGoal, tr("Remove the goal")) { $0.remove() },
        ]
            + GoalPrompt.Field.allCases.map { field in
                Command(
                    field.command, field == .value ? tr("Value of the goal") : tr("Reach it by"),
                    group: .typing
                ) { [unowned viewer] in viewer.dialog(GoalScreen.self)?.enter(field) }
            }
    }

    private static func within(
        _ viewer: ViewerContext, _ id: CommandID, _ title: String, _ keys: [KeyCombination] = [],
        _ perform: @escaping (GoalScreen) -> Void
    ) -> Command {
        Command(
            id, title, keys: keys, scope: .area(.goalFields), group: .typing,
            isEnabled: { [unowned viewer] in
                guard let screen = viewer.dialog(GoalScreen.self) else { return false }
                return id != .removeGoal || screen.known != nil
            },
            perform: { [unowned viewer] in
                if let screen = viewer.dialog(GoalScreen.self) { perform(screen) }
            })
    }

    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        [
            direct.commands { [unowned viewer] id, word in
                guard let screen = viewer.dialog(GoalScreen.self),
                    let direction = Goal.Direction(rawValue: word)
                else { return nil }
                return Command(id, name(of: direction)) { screen.prompt.direction = direction }
            },
            weekdays.commands { [unowned viewer] id, word in
                guard let screen = viewer.dialog(GoalScreen.self),
                    let week = weeks.first(where: { $0.word == word })
                else { return nil }
                return Command(id, name(of: word).name) { screen.prompt.weekdays = week.days }
            },
        ]
    }
}

extension ScreenID {
    static let goal = ScreenID("goal")
}

extension CommandID {
    static let setGoal = CommandID("goal.open")
    static let saveGoal = CommandID("goal.save")
    static let removeGoal = CommandID("goal.remove")
}

extension ControlArea {
    /// The fields of a goal.
    static let goalFields = ControlArea("goal")
}
