import ChartCore
import Charts
import HealthData
import Localization

/// Makes what the summary shows from the state of the viewer.
@MainActor
struct SummaryContent {
    let viewer: ViewerContext
    let insights: LibraryInsights?
    let isLooking: Bool

    private var model: ViewerModel { viewer.model }
    private var days: DayWords { viewer.dayWords }

    /// Everything that the content depends on.
    struct Key: Equatable {
        var document: Int
        var documentRevision: Int
        var data: Int
        var words: DayWords
        var lastDay: CivilDate
        var pins: Preferences
        var notes: [Library.Note]
        var insights: Int
        var forecasts: [GoalForecast?]
        var isLooking: Bool
    }

    /// The number of days in the picture of a card.
    private static let cardDays = 28
    /// The most sentences.
    private static let mostSentences = 6
    /// From how many days on the records are called old.
    static let oldFrom = 31

    // MARK: Favourites

    /// The metrics that most people look at, in order.
    private static let usual: [MetricID] = [
        .steps, .weight, .bloodPressure, .sleep, .glucose, .restingHeartRate, .heartRate,
        .workouts,
    ]

    /// The favourites of a document: those that the person has chosen, else the first four of the usual
    /// ones.
    static func favourites(_ model: ViewerModel) -> [MetricID] {
        if let chosen = model.appearance.pins.favourites {
            return chosen.filter { model.metricCharts[$0] != nil }
        }
        let usual = usual.filter { model.metricCharts[$0] != nil }
        return Array((usual + model.order.filter { !usual.contains($0) }).prefix(4))
    }

    var cards: [SummaryModel.Card] {
        Self.favourites(model).compactMap { id in
            guard let chart = model.metricCharts[id], let figure = chart.latest.figure else {
                return nil
            }
            let state = insights?.states[id]
            let goal = chart.guides?.state
            let day = chart.latest.day(days, isNight: chart.data.nights != nil)
            return SummaryModel.Card(
                metric: id, name: chart.metric.name, glyph: MetricGlyph(chart.metric),
                accent: chart.accent, figure: figure,
                state: [day, isOld(chart) ? "" : goal ?? state.map(Self.words) ?? ""].filter {
                    !$0.isEmpty
                }.joined(separator: " · "),
                direction: isOld(chart) ? nil : state?.direction, picture: picture(chart))
        }
    }

    /// Whether the latest value is too old to say how things are.
    private func isOld(_ chart: MetricChart) -> Bool {
        guard let time = chart.latest.time else { return true }
        let now = days.today ?? viewer.lastDay
        return now.days - model.calendar.date(of: time).days >= Self.oldFrom
    }

    private static func words(_ state: RecentState) -> String {
        switch state {
        case .rising: tr("rising")
        case .falling: tr("falling")
        case .steady: tr("steady")
        case .aboveUsual: tr("above your usual")
        case .usual: tr("as usual")
        case .belowUsual: tr("below your usual")
        }
    }

    /// The last four weeks with data, one place for each day.
    private func picture(_ chart: MetricChart) -> Sparkline {
        guard let time = chart.latest.time else { return chart.sparkline }
        let last = model.calendar.date(of: time)
        let source = DaySource(chart.data, day: last, model.calendar)
        guard source.hasDays else { return chart.sparkline }
        let first = last.days - Self.cardDays + 1
        let values = source.values(first..<last.days + 1, leavesOutOpenDay: false)
        func slots(_ values: DayValues, _ component: Int) -> [Double] {
            var slots = [Double](repeating: .nan, count: Self.cardDays)
            for (day, value) in zip(values.days, values.values[component]) {
                slots[day - first] = value
            }
            return slots
        }
        switch chart.metric.aggregation {
        case .sum, .category:
            return Sparkline(
                shape: .bars(Sparkline.normalized(slots(values, 0), from: 0)))
        case .pair:
            var extent = Extent.nothing
            for value in values.values.flatMap(\.self) { extent.include(value) }
            guard extent.length > 0 else { return chart.sparkline }
            let high = slots(values, 0)
            let low = slots(values, 1)
            return Sparkline(
                shape: .ranges(
                    high.indices.filter { high[$0].isFinite }.map { index in
                        let ends = [low[index], high[index]].map {
                            ($0 - extent.min) / extent.length
                        }.sorted()
                        return ends[0]...ends[1]
                    }))
        case .mean, .named:
            return Sparkline(
                shape: .line(Sparkline.joined(Sparkline.normalized(slots(values, 0)), over: 3)))
        }
    }

    // MARK: Sentences and trends

    private var words: HighlightWords {
        HighlightWords(days: days) { [model] in model.metricCharts[$0]?.format }
    }

    /// The sentences with the highlights that they are about.
    var sentences: [(highlight: Highlight, sentence: SummaryModel.Sentence)] {
        return Array(
            (insights?.highlights ?? []).lazy.compactMap { highlight in
                guard let text = words.text(highlight),
                    let chart = model.metricCharts[highlight.metric.id]
                else { return nil }
                return (
                    highlight,
                    SummaryModel.Sentence(
                        text: text.sentence, detail: arrival(highlight, chart) ?? text.detail,
                        accent: chart.accent,
                        picture: HighlightPicture(highlight))
                )
            }.prefix(Self.mostSentences))
    }

    /// When a level that rises or falls is likely to reach its goal; nil for another highlight, or without
    /// a date.
    private func arrival(_ highlight: Highlight, _ chart: MetricChart) -> String? {
        guard case .rate = highlight, let guides = chart.guides, let goal = guides.goal,
            case .between(_, let middle, _) = guides.forecast
        else { return nil }
        return tr(
            "If this goes on, you reach your goal of {1} about {2}", guides.words.value(goal.value),
            days.date(model.calendar.start(of: CivilDate(days: middle))))
    }

    var noSentence: String {
        isLooking
            ? tr("Looking for changes…")
            : tr("Nothing has clearly changed. Highlights need some weeks of records.")
    }

    var trends: [SummaryModel.Trend] {
        return (insights?.trends ?? []).compactMap { metric, trend in
            guard let chart = model.metricCharts[metric.id] else { return nil }
            let (before, after) = words.values(of: trend, chart.format)
            let direction =
                switch trend.direction {
                case 1: tr("higher")
                case -1: tr("lower")
                default: tr("no clear difference")
                }
            return SummaryModel.Trend(
                metric: metric.id, name: metric.name, glyph: MetricGlyph(metric),
                accent: chart.accent,
                values: (before.unit == after.unit ? before.number : before.text) + " → "
                    + after.text,
                words: tr(
                    "{1} in the last 90 days, {2} in the year before: {3}", after.text,
                    before.text, direction), direction: trend.direction,
                picture: Sparkline(shape: .line(Sparkline.normalized(trend.weeks))))
        }
    }

    // MARK: News

    var news: [SummaryModel.News] {
        [age, imported].compactMap(\.self)
    }

    /// How old the records are, if nothing has come for a month.
    private var age: SummaryModel.News? {
        guard let today = days.today, model.datasets != nil else { return nil }
        let old = today.days - viewer.lastDay.days
        guard old >= Self.oldFrom else { return nil }
        return SummaryModel.News(
            strong: trn(
                "Your last record is {n} day old.", "Your last record is {n} days old.", count: old),
            text: tr("Import a new export to see what has changed since."), isGood: false,
            button: tr("Import…"), command: .importFile)
    }

    /// What the last import brought.
    private var imported: SummaryModel.News? {
        let datasets = (model.datasets ?? []).filter { $0.ownMetric == nil }.sorted {
            $0.added < $1.added
        }
        guard let last = datasets.last else { return nil }
        let day = model.calendar.date(of: last.added)
        let latest = datasets.filter { model.calendar.date(of: $0.added) == day }
        let earlier = datasets.last { model.calendar.date(of: $0.added) != day }
        let count = latest.reduce(0) { $0 + $1.samples }
        let records = trn("{n} record", "{n} records", count: count)
        let from =
            latest.count == 1
            ? tr("{1} from “{2}”", records, last.name)
            : trn(
                "{1} from {n} file", "{1} from {n} files", count: latest.count, records)
        return SummaryModel.News(
            strong: earlier.map { tr("New since {1}:", days.text($0.added)) }
                ?? tr("Imported {1}:", days.text(last.added)),
            text: from, isGood: true, button: tr("What was found"), command: .showFound)
    }
}
