import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization
import Reports

/// The usual course of a day of the displayed metric, over the days in view.
@MainActor
final class DayProfileScreen: Screen {
    nonisolated static let entry = ScreenEntry(
        .dayProfile, make: DayProfileScreen.init, commands: commands)

    let id = ScreenID.dayProfile
    private unowned let viewer: ViewerContext
    private let pane = Pane<DayProfileModel>()
    private var scrolling = ListScroll()
    private var known = Cached<Key, DayProfile?>()

    private struct Key: Equatable {
        var metric: MetricID?
        var data: Int
        var range: Extent
    }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    var nodes: [SemanticNode] { pane.nodes }
    var revision: Int { pane.recordings }

    private var profile: DayProfile? {
        let model = viewer.model
        let range = model.headlineRange
        return known(
            Key(metric: model.metricChart?.metric.id, data: model.dataRevision, range: range)
        ) {
            model.metricChart.flatMap { DayProfile($0.data, over: range, model.calendar) }
        }
    }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        guard let chart = viewer.model.metricChart else { return pane.clear() }
        let theme = environment.style.theme
        var model = DayProfileModel(
            window: room, title: tr("{1}: daily profile", chart.metric.name),
            message: tr(
                "The period shown has readings on fewer than {1} days. Show a longer one.",
                viewer.model.locale.number(ModalDay.fewestDays)),
            color: theme.color(of: chart.accent), hovered: environment.hovered,
            focused: environment.focused)
        if let profile { fill(&model, with: profile, chart) }
        model.scroll = scrolling.offset
        model.scroll = scrolling.settle(DayProfilePane.frame(model))
        pane.update(model, environment.style, environment.resources, record: DayProfilePane.record)
    }

    private func fill(
        _ model: inout DayProfileModel, with profile: DayProfile, _ chart: MetricChart
    ) {
        let (locale, calendar, format) = (viewer.model.locale, viewer.model.calendar, chart.format)
        model.message =
            locale.days(
                from: CivilMoment(profile.span.min, in: calendar),
                to: CivilMoment(profile.span.max.nextDown, in: calendar)) + " · "
            + trn("{n} day with readings", "{n} days with readings", count: profile.days)
        var values = Extent.nothing
        for bin in profile.day.bins {
            for value in bin?.percentiles ?? [] { values.include(value) }
        }
        if let target = chart.metric.target {
            values.include(target.lowerBound)
            values.include(target.upperBound)
        }
        values = ReadingsMarks.headroom(values, upTo: chart.metric.ceiling)
        let (ends, step) = format.ladder.niceRange(
            format.scale.shown(values), maximumTicks: 7, finest: format.finestStep)
        func height(_ shown: Double) -> Double { (shown - ends.min) / max(ends.length, 1e-9) }
        model.bins = profile.day.bins.map { bin in
            bin?.percentiles.map { height(format.scale.shown($0)) }
        }
        model.ticks = step.ticks(over: ends).map {
            DayProfileModel.Tick(height: height($0.value), label: format.label($0, step: step))
        }
        model.target = chart.metric.target.map {
            height(format.scale.shown($0.lowerBound))...height(format.scale.shown($0.upperBound))
        }
        func clock(_ hour: Int) -> String {
            locale.date(CivilMoment(year: 2000, month: 1, day: 1, hour: hour % 24), .hour)
        }
        model.hours = stride(from: 0, through: 24, by: 6).map(clock)
        let every = ModalDay.binCount / 8
        model.rows = (0..<8).compactMap { part in
            // The percentiles are those of the first quarter of an hour: what is usual at that time.
            guard let bin = profile.day.bins[part * every] else { return nil }
            let values = bin.percentiles
            let median = format.figure(values[2])
            let half = format.range(values[1], values[3]).number
            let most = format.range(values[0], values[4]).number
            return DayProfileModel.Row(
                hours: clock(part * 3),
                value: tr("median {1}, half {2}, 9 of 10 {3}", median.text, half, most),
                shortValue: [median.number, half, most].joined(separator: " · "))
        }
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) { pane.encode(into: scene) }

    func scroll(by distance: Double, at place: Point) -> Bool {
        scrolling.offset += distance
        return true
    }

    func walk(_ step: ListStep) { scrolling.walk(step, row: DayProfilePane.rowHeight) }

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                .showDayProfile, tr("Daily profile"), group: .series,
                isEnabled: { [unowned viewer] in
                    viewer.model.phase == .shown
                        && viewer.model.metricChart.map { DayProfile.exists(for: $0.data) } == true
                },
                reason: { [unowned viewer] in
                    viewer.model.phase == .shown
                        ? tr("The metric has too few readings a day.") : nil
                }, perform: { [unowned viewer] in viewer.toggle(.dayProfile) })
        ]
    }
}

extension ScreenID {
    static let dayProfile = ScreenID("day-profile")
}

extension CommandID {
    static let showDayProfile = CommandID("day-profile.open")
}
