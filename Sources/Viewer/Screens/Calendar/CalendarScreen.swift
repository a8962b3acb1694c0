import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// A year of the displayed metric as a calendar.
@MainActor
final class CalendarScreen: Screen {
    nonisolated static let entry = ScreenEntry(
        .calendar, make: CalendarScreen.init, commands: commands, families: families)

    let id = ScreenID.calendar
    private unowned let viewer: ViewerContext
    private let pane = Pane<CalendarModel>()
    private var scrolling = ListScroll()
    private var known = Cached<Key, CalendarYear?>()
    private var knownDays = Cached<Key, [CalendarModel.Day]>()
    /// The day that the keys are at, which decides the year.
    private var chosen: Int
    /// Whether that day has yet to be scrolled into view.
    private var reveals = true

    private struct Key: Equatable {
        var metric: MetricID?
        var data: Int
        var year: Int
        var day: CivilDate
        var units: UnitPreferences
    }

    init(_ viewer: ViewerContext) {
        self.viewer = viewer
        let model = viewer.model
        // Where the person is: the reading that is shown, else the last day in view.
        let view = model.x.target.intersection(model.timedExtent)
        let instant =
            model.active.reading?.time
            ?? (view.isEmpty || !view.max.isFinite ? nil : view.max.nextDown)
        chosen = (instant.map { model.calendar.date(of: $0) } ?? viewer.lastDay).days
        chosen = min(max(chosen, days.lowerBound), days.upperBound - 1)
    }

    var nodes: [SemanticNode] { pane.nodes }
    var revision: Int { pane.recordings }
    var firstFocus: ControlID? { CalendarPane.id(of: chosen) }
    var walksAcross: Bool { true }

    private var year: Int { CivilDate(days: chosen).year }

    /// The days of all years that have records.
    private var days: Range<Int> {
        let calendar = viewer.model.calendar
        let last = viewer.lastDay.year
        guard let extent = viewer.model.metricChart?.data.extent, extent.min.isFinite else {
            return YearGrid.days(of: last)
        }
        let first = min(calendar.date(of: extent.min).year, last)
        return YearGrid.days(of: first).lowerBound..<YearGrid.days(of: last).upperBound
    }

    private var key: Key {
        let model = viewer.model
        return Key(
            metric: model.metricChart?.metric.id, data: model.dataRevision, year: year,
            day: viewer.lastDay, units: model.appearance.pins.units)
    }

    private var content: CalendarYear? {
        let (model, key) = (viewer.model, key)
        return known(key) {
            model.metricChart.map {
                CalendarYear(key.year, DaySource($0.data, day: key.day, model.calendar))
            }
        }
    }

    // MARK: Layout

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        guard let chart = viewer.model.metricChart, let content else { return pane.clear() }
        let typesetter = environment.resources.typesetter
        let (locale, firstWeekday) = (viewer.model.locale, viewer.model.calendar.firstWeekday)
        let words = CalendarWords(format: chart.format, locale: locale)
        let width = CalendarPane.width(in: room)
        var model = CalendarModel(
            window: room, title: tr("{1}: calendar", chart.metric.name),
            grid: YearGrid(year, firstWeekday: firstWeekday, width: width),
            days: knownDays(key) { words.days(content) }, chosen: chosen,
            rowNames: words.rowNames(firstWeekday: firstWeekday), monthNames: words.monthNames,
            color: environment.style.theme.color(of: chart.accent),
            hovered: environment.hovered, focused: environment.focused)
        model.keys = words.keys(content).map { key in
            CalendarModel.Key(
                step: key.step, words: key.words,
                width: typesetter.measure(key.words, TypeStyle.label).width)
        }
        model.explanation = typesetter.lines(
            words.explanation(content), TypeStyle.label, wrappedTo: width
        ).map(\.text)
        model.weekdays = words.weekdays(content, firstWeekday: firstWeekday)
        model.years = [-1, 1].map { step in
            DialogModel.Action(
                title: step < 0 ? "‹ \(year - 1)" : "\(year + 1) ›",
                name: step < 0
                    ? tr("Previous year: {1}", String(year - 1))
                    : tr("Next year: {1}", String(year + 1)),
                command: step < 0 ? .previousCalendarYear : .nextCalendarYear,
                isEnabled: days.overlaps(YearGrid.days(of: year + step)))
        }
        let frame = CalendarPane.frame(model)
        if reveals { reveal(in: model.grid, frame) }
        model.scroll = scrolling.settle(frame)
        pane.update(model, environment.style, environment.resources, record: CalendarPane.record)
    }

    private func reveal(in grid: YearGrid, _ frame: DialogFrame) {
        reveals = false
        guard let rect = grid.rect(of: chosen) else { return }
        let room = frame.list.height
        // With the names of its months.
        let top = rect.minY - YearGrid.monthsHeight - 6 * grid.cell
        scrolling.offset = min(scrolling.offset, max(0, top))
        scrolling.offset = max(scrolling.offset, rect.maxY + 8 - room)
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) { pane.encode(into: scene) }

    func scroll(by distance: Double, at place: Point) -> Bool {
        scrolling.offset += distance
        return true
    }

    // MARK: Moving

    func walk(_ step: ListStep) {
        switch step {
        case .rows(let count): choose(chosen + count)
        case .across(let count): choose(chosen + 7 * count)
        case .pages: scrolling.walk(step, row: 0)
        case .start: choose(content?.values.days.first ?? chosen)
        case .end: choose(content?.values.days.last ?? chosen)
        }
    }

    /// Moves the keys to a day, as far as there are years with records.
    private func choose(_ day: Int) {
        chosen = min(max(day, days.lowerBound), days.upperBound - 1)
        reveals = true
        if viewer.isByKeys {
            viewer.focus.focus(CalendarPane.id(of: chosen))
            viewer.focus.isVisible = true
        }
        viewer.changed()
    }

    /// Goes to the same day of another year, and stays at the same control.
    private func turn(_ years: Int) {
        let date = CivilDate(days: chosen)
        let isAtDay = viewer.focus.focused == CalendarPane.id(of: chosen)
        let length = CivilDate.length(ofMonth: date.month, year: date.year + years)
        chosen =
            CivilDate(
                year: date.year + years, month: date.month, day: min(date.day, length)
            ).days
        if isAtDay { viewer.focus.focus(CalendarPane.id(of: chosen)) }
        viewer.changed()
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func turn(_ id: CommandID, _ key: Character, _ step: Int) -> Command {
            Command(
                id, tr("Previous or next year of the calendar"),
                keys: [KeyCombination(.character(key))], scope: .list, group: .periods, .repeats,
                isEnabled: { [unowned viewer] in
                    viewer.dialog(CalendarScreen.self).map {
                        $0.days.overlaps(YearGrid.days(of: $0.year + step))
                    } ?? false
                },
                reason: { [unowned viewer] in
                    viewer.dialog(CalendarScreen.self) == nil
                        ? nil : tr("There are no records in that year.")
                }, perform: { [unowned viewer] in viewer.dialog(CalendarScreen.self)?.turn(step) })
        }
        return [
            Command(
                .showCalendar, tr("Calendar of the year"),
                keys: [KeyCombination(.character("y"), shift: true)], group: .periods,
                isEnabled: { [unowned viewer] in
                    guard viewer.model.phase == .shown, let chart = viewer.model.metricChart
                    else { return false }
                    return DaySource(chart.data, day: viewer.lastDay, viewer.model.calendar).hasDays
                },
                reason: { [unowned viewer] in
                    guard viewer.model.phase == .shown else { return nil }
                    return viewer.model.metricChart == nil
                        ? tr("Choose a metric first.") : tr("These values have no days.")
                }, perform: { [unowned viewer] in viewer.toggle(.calendar) }),
            turn(.previousCalendarYear, "[", -1), turn(.nextCalendarYear, "]", 1),
        ]
    }

    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        [
            CalendarPane.show.commands { [unowned viewer] id, day in
                guard viewer.dialog(CalendarScreen.self) != nil else { return nil }
                let span = viewer.model.calendar.extent(ofDays: day..<day + 1)
                return Command(
                    id, tr("Show the day"),
                    isEnabled: { !span.intersection(viewer.model.timedExtent).isEmpty },
                    perform: {
                        viewer.closeDialogs()
                        viewer.model.show(span, as: .day, at: viewer.now())
                    })
            }
        ]
    }
}

extension ScreenID {
    static let calendar = ScreenID("calendar")
}

extension CommandID {
    static let showCalendar = CommandID("calendar.open")
    static let previousCalendarYear = CommandID("calendar.previous")
    static let nextCalendarYear = CommandID("calendar.next")
}
