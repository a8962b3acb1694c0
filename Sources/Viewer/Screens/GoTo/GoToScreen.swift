import ChartCore
import Charts
import Geometry
import HealthData
import Localization

/// The dialog in which a date is typed, to go there on the chart.
@MainActor
final class GoToScreen: EntryScreen {
    nonisolated static let entry = ScreenEntry(
        .goTo, make: GoToScreen.init, commands: commands)

    let id = ScreenID.goTo
    private unowned let viewer: ViewerContext
    let form = EntryForm()
    private var prompt: DatePrompt { didSet { viewer.changed() } }

    init(_ viewer: ViewerContext) {
        self.viewer = viewer
        let model = viewer.model
        let day = model.calendar.start(of: .day, containing: Self.place(in: model))
        prompt = DatePrompt(ISOInstant.typed(day, in: model.calendar))
    }

    /// Where the person is: the reading that is shown, else the last day in view.
    private static func place(in model: ViewerModel) -> Double {
        if let reading = model.active.reading { return reading.time }
        let view = model.x.target.intersection(model.timedExtent)
        return view.isEmpty ? model.x.target.mid : view.max.nextDown
    }

    var firstFocus: ControlID? { Self.field }

    private static let field = ControlID(.editDate, in: .goToFields)

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let typed = typedField(focused: environment.focused)
        let model = EntryModel(
            window: room, top: Measure.headerHeight, title: tr("Go to a date"),
            fields: [
                FieldModel(
                    id: Self.field, command: .editDate, name: tr("Date"), field: prompt.field,
                    placeholder: tr("For example 2026-05-03, 2026-05, or yesterday"),
                    hasKeys: typed != nil)
            ], message: prompt.failure ?? hint, messageID: ControlID("go-to.message"),
            isError: prompt.failure != nil,
            buttons: [
                DialogModel.Action(title: tr("Latest record"), command: .goToLatest),
                DialogModel.Action(title: tr("Go"), command: .goToDate, look: .prominent),
            ], hovered: environment.hovered, focused: environment.focused)
        form.layout(model, typedField: typed, environment)
    }

    /// The days that have records.
    private var hint: String {
        let model = viewer.model
        let extent = model.timedExtent
        guard extent.isProper else { return "" }
        return tr(
            "Records: {1}",
            model.locale.days(
                from: CivilMoment(extent.min, in: model.calendar),
                to: CivilMoment(extent.max.nextDown, in: model.calendar)))
    }

    // MARK: Typing

    func typedField(focused: ControlID?) -> ControlID? {
        focused == nil || focused == Self.field ? Self.field : nil
    }

    func text(of field: ControlID) -> TextField? { field == Self.field ? prompt.field : nil }

    func edit(_ field: ControlID, _ change: (inout TextField) -> Void) { prompt.edit(change) }

    func refuse(_ sentence: String) { prompt.refuse(sentence) }

    // MARK: Going

    private func go() {
        let model = viewer.model
        guard
            let (span, period) = DatePrompt.goal(
                of: prompt.field.text, today: viewer.today(), in: model.calendar)
        else {
            return prompt.refuse(tr("Write a day as 2026-05-03, a month as 2026-05, or a year."))
        }
        guard !span.intersection(model.dates.domain).isEmpty else {
            return prompt.refuse(tr("There are no records then.") + " " + hint)
        }
        viewer.closeDialogs()
        viewer.model.show(span, as: period, at: viewer.now())
    }

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func within(
            _ id: CommandID, _ title: String, _ keys: [KeyCombination] = [],
            _ perform: @escaping (GoToScreen) -> Void
        ) -> Command {
            Command(
                id, title, keys: keys, scope: .area(.goToFields), group: .periods,
                isEnabled: { [unowned viewer] in viewer.dialog(GoToScreen.self) != nil },
                perform: { [unowned viewer] in
                    if let screen = viewer.dialog(GoToScreen.self) { perform(screen) }
                })
        }
        return [
            Command(
                .showGoTo, tr("Go to a date…"),
                keys: [KeyCombination(.character("g"), control: true)], group: .periods,
                isEnabled: { [unowned viewer] in
                    viewer.model.phase == .shown && viewer.model.active.canSelect
                },
                reason: { [unowned viewer] in
                    viewer.model.phase == .shown ? tr("These values have no dates.") : nil
                }, perform: { [unowned viewer] in viewer.toggle(.goTo) }),
            within(.goToDate, tr("Go to the date"), [KeyCombination(.enter)]) { $0.go() },
            within(.goToLatest, tr("Go to the latest record")) { screen in
                let viewer = screen.viewer
                let calendar = viewer.model.calendar
                let last = viewer.model.timedExtent.max.nextDown
                viewer.closeDialogs()
                viewer.model.show(
                    Extent(
                        min: calendar.start(of: .day, containing: last),
                        max: calendar.next(.day, after: last)), as: nil, at: viewer.now())
            },
            Command(.editDate, tr("Date"), group: .typing) { [unowned viewer] in
                viewer.focus.focus(field)
                viewer.changed()
            },
        ]
    }
}

extension ScreenID {
    static let goTo = ScreenID("go-to")
}

extension CommandID {
    static let showGoTo = CommandID("go-to.open")
    static let goToDate = CommandID("go-to.date")
    static let goToLatest = CommandID("go-to.latest")
    static let editDate = CommandID("go-to.field")
}

extension ControlArea {
    /// The field of the date to go to.
    static let goToFields = ControlArea("go-to")
}
