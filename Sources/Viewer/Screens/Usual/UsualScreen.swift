import ChartCore
import Charts
import Geometry
import HealthData
import Localization

/// What is usual for the displayed metric, and its highest and lowest.
@MainActor
final class UsualScreen: ListScreen {
    nonisolated static let entry = ScreenEntry(
        .usual, make: UsualScreen.init, commands: commands, families: families)

    /// Shows some days on the chart, by the number of their row.
    private static let show = CommandFamily<Int>("usual.show")
    /// Puts a range on the chart or takes it off, by the number of its row.
    private static let band = CommandFamily<Int>("usual.band")

    let id = ScreenID.usual
    private unowned let viewer: ViewerContext
    let list = RowList()
    private var known = Cached<Key, [UsualRow]>()

    private struct Key: Equatable {
        var metric: MetricID?
        var data: Int
        var day: CivilDate
        var words: DayWords
        var units: UnitPreferences
        var goals: [Goal]
        var forecast: GoalForecast?
    }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    private var rows: [UsualRow] {
        let model = viewer.model
        let key = Key(
            metric: model.metricChart?.metric.id, data: model.dataRevision, day: viewer.lastDay,
            words: viewer.dayWords, units: model.appearance.pins.units,
            goals: model.appearance.pins.goals, forecast: model.metricChart?.guides?.forecast)
        return known(key) {
            guard let chart = model.metricChart,
                let found = UsualAndBest(chart.data, day: key.day, in: model.calendar)
            else { return [] }
            let guides = GuideRows(
                chart: chart, pins: model.appearance.pins, words: key.words)
            var rows = UsualRow.rows(found, chart.format, key.words)
            if found.usual?.count == 1, chart.guides != nil {
                rows[0].band = BandChoice(chart.metric.id, .usual)
            }
            rows.insert(contentsOf: guides.ranges + guides.goal, at: 1)
            return rows
        }
    }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let bands = viewer.model.appearance.pins.bands
        let rows = rows.enumerated().map { index, row in
            DialogModel.Row(
                leading: row.name, trailing: row.value, isCaption: row.isCaption,
                actions: actions(of: row, index, bands))
        }
        list.layout(
            tr("{1}: usual and best", viewer.model.metricChart?.metric.name ?? ""), rows, in: room,
            environment)
    }

    private func actions(
        of row: UsualRow, _ index: Int, _ bands: [BandChoice]
    ) -> [DialogModel.Action] {
        if let band = row.band {
            let isShown = bands.contains(band)
            return [
                DialogModel.Action(
                    title: isShown ? tr("Take off the chart") : tr("Put on the chart"),
                    name: isShown
                        ? tr("Take off the chart: {1}", row.name)
                        : tr("Put on the chart: {1}", row.name),
                    command: Self.band(index))
            ]
        }
        if row.setsGoal {
            let hasGoal = viewer.model.metricChart?.guides?.goal != nil
            return [
                DialogModel.Action(
                    title: hasGoal ? tr("Change the goal…") : tr("Set a goal…"), command: .setGoal)
            ]
        }
        return row.days == nil
            ? []
            : [
                DialogModel.Action(
                    title: tr("Show"), name: tr("Show {1}", row.name), command: Self.show(index))
            ]
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                .showUsual, tr("Usual and best"), keys: [KeyCombination(.character("q"))],
                group: .series,
                isEnabled: { [unowned viewer] in
                    guard viewer.model.phase == .shown, let chart = viewer.model.metricChart
                    else { return false }
                    return DaySource(chart.data, day: viewer.lastDay, viewer.model.calendar).hasDays
                },
                reason: { [unowned viewer] in
                    viewer.model.phase == .shown ? tr("Choose a metric first.") : nil
                }, perform: { [unowned viewer] in viewer.toggle(.usual) })
        ]
    }

    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        [
            band.commands { [unowned viewer] id, index in
                guard let screen = viewer.dialog(UsualScreen.self),
                    screen.rows.indices.contains(index), let band = screen.rows[index].band
                else { return nil }
                return Command(id, tr("Put on the chart: {1}", screen.rows[index].name)) {
                    let appearance = viewer.model.appearance
                    let isShown = appearance.pins.bands.contains(band)
                    appearance.pin(at: viewer.now()) {
                        $0.bands.removeAll { $0 == band }
                        if !isShown { $0.bands.append(band) }
                    }
                }
            },
            show.commands { [unowned viewer] id, index in
                guard let screen = viewer.dialog(UsualScreen.self),
                    screen.rows.indices.contains(index), let days = screen.rows[index].days
                else { return nil }
                return Command(id, tr("Show {1}", screen.rows[index].name)) {
                    let model = viewer.model
                    let span = model.calendar.extent(ofDays: days)
                    viewer.closeDialogs()
                    let period: Period = days.count > 31 ? .year : .month
                    model.show(span, as: period, at: viewer.now())
                    if days.count == 1 { model.show(span, as: nil, at: viewer.now()) }
                }
            },
        ]
    }
}

/// A row of what is usual and best.
struct UsualRow: Equatable {
    var name: String
    var value: String
    var isCaption = false
    /// What can be shown; nil for nothing.
    var days: Range<Int>?
    /// The range that can be put on the chart; nil for none.
    var band: BandChoice?
    /// Whether it leads to the dialog of the goal.
    var setsGoal = false

    /// The rows of a metric.
    static func rows(
        _ found: UsualAndBest, _ format: MetricFormat, _ words: DayWords
    ) -> [UsualRow] {
        let calendar = words.calendar
        func start(_ day: Int) -> Double { calendar.start(of: CivilDate(days: day)) }
        func text(_ values: [Double], isMean: Bool = false) -> String {
            func one(_ value: Double) -> Figure {
                isMean ? format.average(value) : format.figure(value)
            }
            return
                (values.count == 2 ? format.pair(one(values[0]), one(values[1])) : one(values[0]))
                .text
        }
        func span(_ days: Range<Int>) -> String {
            words.locale.days(
                from: CivilMoment(start(days.lowerBound), in: calendar),
                to: CivilMoment(start(days.upperBound - 1), in: calendar))
        }
        let isSum =
            found.metric.aggregation == .sum || found.metric.aggregation == .category
        var rows: [UsualRow] = []
        if let usual = found.usual {
            rows.append(
                UsualRow(
                    name: tr("Half of your last 90 days are within"),
                    value: usual.map { format.range($0.lowerBound, $0.upperBound).text }
                        .joined(separator: ", ")))
        } else {
            rows.append(
                UsualRow(
                    name: tr("What is usual needs {1} days with values.", words.locale.number(28)),
                    value: ""))
        }
        func add(_ name: String, _ extreme: UsualAndBest.Extreme?, isUnit: Bool = false) {
            guard let extreme else { return }
            let when =
                isUnit
                ? span(extreme.days) : words.text(start(extreme.days.lowerBound))
            let tie =
                extreme.ties > 0
                ? trn("and {n} other", "and {n} others", count: extreme.ties) : ""
            rows.append(
                UsualRow(
                    name: name,
                    value: [text(extreme.values, isMean: isUnit && !isSum), when, tie]
                        .filter { !$0.isEmpty }.joined(separator: " · "), days: extreme.days))
        }
        add(tr("Highest day"), found.highestDay)
        add(tr("Lowest day"), found.lowestDay)
        add(isSum ? tr("Best week") : tr("Highest week"), found.highestWeek, isUnit: true)
        add(isSum ? tr("Best month") : tr("Highest month"), found.highestMonth, isUnit: true)
        func add(_ name: String, _ run: UsualAndBest.Run?) {
            guard let run, run.days.count > 1 else { return }
            rows.append(
                UsualRow(
                    name: name,
                    value: [
                        trn("{n} day", "{n} days", count: run.days.count), span(run.days),
                    ].joined(separator: " · "), days: run.days))
        }
        add(tr("Longest run of days with records"), found.longestRun)
        if found.currentRun != found.longestRun {
            add(tr("Current run of days with records"), found.currentRun)
        }
        guard found.weekdays.contains(where: { $0 != nil }) else { return rows }
        rows.append(
            UsualRow(name: tr("Average by weekday, last 12 months"), value: "", isCaption: true))
        // 5 January 1970 was a Monday.
        let first = words.locale.firstWeekday
        for offset in 0..<7 {
            let weekday = (first - 1 + offset) % 7
            guard let means = found.weekdays[weekday] else { continue }
            rows.append(
                UsualRow(
                    name: words.locale.date(
                        CivilMoment(start(4 + weekday), in: calendar), .weekdayName),
                    value: text(means, isMean: true)))
        }
        return rows
    }
}

extension ScreenID {
    static let usual = ScreenID("usual")
}

extension CommandID {
    static let showUsual = CommandID("usual.open")
}
