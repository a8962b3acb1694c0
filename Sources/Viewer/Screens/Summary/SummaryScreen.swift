import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// The first screen of a library: favourites, what has changed, and what is new.
@MainActor
final class SummaryScreen: ContentScreen {
    nonisolated static let entry = ScreenEntry(
        content: .summary, make: SummaryScreen.init, commands: SummaryCommands.all,
        families: SummaryCommands.families)

    let id = ScreenID.summary
    private unowned let viewer: ViewerContext
    private let pane = Pane<SummaryModel>()
    private var loading = InsightLoading()
    private var counter = RevisionCounter()
    private var scrolling = 0.0
    /// The document that is summarised.
    private var document: Int?
    private var known = Cached<SummaryContent.Key, Content>()
    private var revealed: ControlID?

    /// What is shown, without its place.
    private struct Content {
        var cards: [SummaryModel.Card]
        var sentences: [(highlight: Highlight, sentence: SummaryModel.Sentence)]
        var noSentence: String
        var trends: [SummaryModel.Trend]
        var news: [SummaryModel.News]
    }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    var nodes: [SemanticNode] { pane.nodes }
    var revision: Int { counter.revision }
    var isMoving: Bool { loading.isRunning || viewer.forecasts.isRunning }
    var coversChart: Bool { true }
    var keyAreas: [ControlArea] { [.summary] }
    var title: String { tr("Summary") }
    var notice: PlaceholderModel? { nil }
    /// The highlights that are shown, in order.
    var highlights: [Highlight] { known.value?.sentences.map(\.highlight) ?? [] }
    /// How many metrics were looked at: for tests.
    var lookedAt: Int { loading.lookedAt }

    // MARK: Layout

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        load()
        let content = content
        var model = SummaryModel(
            frame: room, title: tr("Summary"), date: date, cards: content.cards,
            sentences: content.sentences.map(\.sentence), noSentence: content.noSentence,
            trends: content.trends, news: content.news, canEdit: viewer.model.order.count > 1,
            canAdd: viewer.canAddReading,
            scroll: 0, hovered: environment.hovered.within(.summary),
            focused: environment.focused.within(.summary))
        reveal(&model)
        scrolling = min(max(scrolling, 0), SummaryPane.maximumScroll(model))
        model.scroll = scrolling
        pane.update(
            model, environment.style, environment.resources, record: SummaryPane.record)
        counter.note([pane.recordings])
    }

    /// Looks for changes once everything has been read.
    private func load() {
        let model = viewer.model
        if document != model.documentNumber {
            document = model.documentNumber
            loading = InsightLoading()
            scrolling = 0
        }
        loading.collect()
        for chart in model.metricCharts.values where chart.guides?.goal != nil {
            viewer.updateForecast(of: chart)
        }
        guard model.report != nil else { return }
        let subjects = model.order.compactMap { id in
            model.metricCharts[id].map {
                InsightLoading.Subject(data: $0.data, revision: $0.dataRevision)
            }
        }
        loading.load(
            subjects, day: viewer.lastDay, isToday: viewer.dayWords.today == viewer.lastDay,
            notes: model.notes.all, in: model.calendar, waits: viewer.isOffscreen)
    }

    private var content: Content {
        let model = viewer.model
        let key = SummaryContent.Key(
            document: model.documentNumber, documentRevision: model.documentRevision,
            data: model.dataRevision, words: viewer.dayWords, lastDay: viewer.lastDay,
            pins: model.appearance.pins, notes: model.notes.all, insights: loading.revision,
            forecasts: model.order.map { model.metricCharts[$0]?.guides?.forecast },
            isLooking: loading.isRunning)
        let maker = SummaryContent(
            viewer: viewer, insights: loading.insights,
            isLooking: loading.isRunning || loading.insights == nil)
        return known(key) {
            Content(
                cards: maker.cards, sentences: maker.sentences, noSentence: maker.noSentence,
                trends: maker.trends, news: maker.news)
        }
    }

    /// The present day, or the last day with a record in a picture.
    private var date: String {
        let model = viewer.model
        if let today = viewer.dayWords.today {
            return model.locale.date(
                CivilMoment(model.calendar.start(of: today), in: model.calendar),
                .weekdayDayMonthYear)
        }
        let last = model.calendar.start(of: viewer.lastDay)
        return tr(
            "Records up to {1}",
            model.locale.date(CivilMoment(last, in: model.calendar), .fullDate))
    }

    /// Scrolls to the control that got the focus, if it is out of sight.
    private func reveal(_ model: inout SummaryModel) {
        guard model.focused != revealed else { return }
        revealed = model.focused
        guard let focused = model.focused,
            let node = nodes.lazy.compactMap({ $0.first { $0.id == focused } }).first
        else { return }
        let frame = model.frame
        if node.frame.height > 0, node.frame.minY >= frame.minY + 1,
            node.frame.maxY <= frame.maxY - 1
        {
            return
        }
        // The nodes are where the last layout had them; what is out of sight is at an edge.
        guard let place = SummaryPane.place(of: focused, in: model) else { return }
        if place.minY < scrolling {
            scrolling = place.minY - 8
        } else if place.maxY > scrolling + frame.height {
            scrolling = place.maxY + 8 - frame.height
        }
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {
        tags.group(pane.nodes) { pane.encode(into: scene) }
    }

    func scroll(by distance: Double, at place: Point) -> Bool {
        scrolling += distance
        return true
    }

    func walk(_ step: ListStep) { scrolling = step.scrolled(from: scrolling) }
}

extension SummaryPane {
    /// Where a control is in the whole summary, before it is scrolled; nil for another one.
    static func place(of control: ControlID, in model: SummaryModel) -> Rect? {
        let layout = layout(model)
        if control.command == .chooseFavourites { return layout.heading }
        if let metric = SummaryModel.card.subject(of: control.command) {
            return zip(model.cards, layout.cards).first { $0.0.metric == metric }?.1
        }
        if let index = SummaryModel.sentence.subject(of: control.command) {
            let height = SummaryLayout.sentenceHeight(in: layout.sentences.width)
            return Rect(
                x: 0, y: layout.sentences.y + 4 + Double(index) * height, width: 1, height: height)
        }
        if let metric = SummaryModel.trend.subject(of: control.command),
            let index = model.trends.firstIndex(where: { $0.metric == metric })
        {
            return Rect(
                x: 0, y: layout.trends.y + 7 + Double(index) * SummaryLayout.trendHeight,
                width: 1, height: SummaryLayout.trendHeight)
        }
        return model.news.firstIndex { $0.command == control.command }.map { layout.news[$0] }
    }
}

extension ScreenID {
    static let summary = ScreenID("summary")
}
