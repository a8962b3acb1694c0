import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Geometry
import HealthData
import Localization
import Painting

/// A chart with everything that belongs to it: headline, card, overview, legend, buttons, crosshair
/// and selection.
@MainActor
final class ChartArea: ChartSurface {
    private let viewer: ViewerContext
    private var model: ViewerModel { viewer.model }
    private(set) var frames = ChartFrames(card: .zero)
    private let headline = Pane<HeadlineModel>()
    private var headlineMotion = HeadlineMotion()
    private var isHeadlineMoving = false
    private let card = Pane<CardModel>()
    private let overview = Pane<OverviewModel>()
    private let overviewWindow = Pane<OverviewWindowModel>()
    private let legend = Pane<LegendModel>()
    private let pager = Pane<PagerModel>()
    private let pinSign = Pane<PinModel>()
    let crosshair = CrosshairStage()
    let selection = SelectionStage()
    private let flags = FlagStage()
    private var overviewShape: (key: OverviewKey, shape: OverviewShape)?
    private var chartKey: ChartKey?
    /// The series that can be shown and hidden.
    private var knownLegend = Cached<LegendKey, LegendContent>()

    private struct LegendKey: Equatable {
        var owner: ObjectIdentifier
        var revision: Int
        var isPicture: Bool
    }
    /// The displayed chart; nil for none.
    private(set) var chart: Chart?
    /// The chart's name.
    private var name = ""
    /// The visible range in words.
    private var title = ""
    /// What the plot shows in words.
    private var words: [ChartWords] = []
    private var wordsRevision = 0

    private struct OverviewKey: Equatable {
        var metric: MetricID
        var revision: Int
        /// That of the lines that are shown, and of their colours.
        var legend: Int
        var columns: Int
        var domain: Extent
    }

    /// Everything that the headline and the chart's card depend on.
    private struct ChartKey: Equatable {
        /// The range of the headline: the target of the view, or its current range while it is
        /// held.
        var range: Extent
        var isHeld: Bool
        var pages: PageButtons?
        var metric: MetricID
        var data: Int
        var kind: Int
        var frame: Rect?
        var isStacked: Bool
        var style: PaneStyle
        var hasWords: Bool
    }

    private struct CardModel: Equatable {
        var frame: Rect
        var isFocused: Bool
    }

    /// The tools that receive the input.
    private(set) lazy var tools = viewer.catalogue.tools.map { $0.make(viewer, self) }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    /// Whether it will look different in the next frame without any input.
    var isMoving: Bool { crosshair.isMoving || selection.isMoving || isHeadlineMoving }

    // MARK: Legend

    /// The contents of the row under the chart.
    ///
    /// - Parameter isPicture: whether nothing can be pressed: then only what is shown is named.
    private func legendContent(_ metricChart: MetricChart, isPicture: Bool) -> LegendContent {
        knownLegend(
            LegendKey(
                owner: ObjectIdentifier(metricChart), revision: metricChart.legendRevision,
                isPicture: isPicture)
        ) {
            LegendContent(
                items: metricChart.legend.filter { !isPicture || $0.isShown },
                amount: isPicture ? nil : metricChart.barAmount,
                hasBarChoice: metricChart.hasBarChoice,
                nightView: isPicture ? nil : metricChart.nightView,
                hasNightChoice: metricChart.hasNightChoice,
                isNights: metricChart.data.nights != nil)
        }
    }

    /// The height of the legend in a width.
    func legendHeight(
        _ metricChart: MetricChart, width: Double, _ environment: ScreenEnvironment
    ) -> Double {
        LegendPane.height(
            legendContent(metricChart, isPicture: environment.window.isAlone), width: width,
            environment.resources.typesetter)
    }

    // MARK: Layout

    /// Brings everything up to date with the state; without a chart there is nothing.
    func layout(
        _ metricChart: MetricChart?, _ frames: ChartFrames, _ environment: ScreenEnvironment
    ) {
        self.frames = frames
        chart = metricChart?.chart
        name = metricChart?.metric.name ?? ""
        let (style, resources) = (environment.style, environment.resources)
        if let metricChart {
            updateChart(metricChart, environment)
            updateLegend(metricChart, environment)
        } else {
            chartKey = nil
            headline.clear()
            card.clear()
            pager.clear()
            overview.clear()
            overviewWindow.clear()
            legend.clear()
        }
        crosshair.update(
            model, metricChart, card: frames.card, style, resources, at: environment.time)
        selection.update(
            model, metricChart, card: frames.card, style, resources, at: environment.time)
        updatePin(metricChart, environment)
        flags.update(
            metricChart, card: frames.card, focused: environment.focused.within(.flags),
            hovered: environment.hovered.within(.flags), style, resources)
    }

    private func updateChart(_ metricChart: MetricChart, _ environment: ScreenEnvironment) {
        let (style, resources) = (environment.style, environment.resources)
        let hasWords = environment.window.hasWords
        let axis = model.axis
        let isHeld = axis.panZoom.isHeld || model.isScrubbing
        let key = ChartKey(
            range: model.headlineRange, isHeld: isHeld, pages: pageButtons(environment),
            metric: metricChart.metric.id, data: model.dataRevision,
            kind: metricChart.legendRevision, frame: frames.headline,
            isStacked: frames.isHeadlineStacked, style: style, hasWords: hasWords)
        let isOther = key != chartKey
        if isOther {
            if key.range != chartKey?.range || !model.isTimed {
                title = model.rangeTitle(of: key.range)
            }
            // A dragged view changes at once; only the way to another range of the same metric is
            // animated.
            let isMotion =
                chartKey?.metric == key.metric && chartKey?.range != key.range
                && axis.panZoom.isMoving && !isHeld && !model.appearance.reducesMotion
            chartKey = key
            // Hidden series have no figures.
            let hasFigures = hasWords && !metricChart.isAllHidden
            headlineMotion.show(
                range: title,
                figures: !hasFigures
                    ? []
                    : isHeld
                        ? metricChart.figures(over: key.range)
                        : figures(metricChart, over: key.range),
                at: min(environment.time, model.active.targetTime ?? environment.time),
                animated: isMotion)
        }
        if let frame = frames.headline, hasWords {
            if isOther || isHeadlineMoving {
                isHeadlineMoving = headlineMotion.isMoving(at: environment.time)
                let words = headlineMotion.words(at: environment.time)
                headline.update(
                    HeadlineModel(
                        frame: frame, title: metricChart.metric.name, range: words.new,
                        oldRange: words.old, rangePart: words.part,
                        figures: headlineMotion.figures(at: environment.time),
                        isStacked: frames.isHeadlineStacked, pages: key.pages), style, resources,
                    record: HeadlinePane.record)
            }
        } else {
            isHeadlineMoving = false
            headline.clear()
        }
        card.update(
            CardModel(frame: frames.card, isFocused: environment.focused == .chart), style,
            resources, record: recordCard)
        if model.active.fitting?.chart === metricChart.chart {
            model.active.prepare(
                in: frames.card, deviceScale: style.scale, typesetter: resources.typesetter)
        } else {
            metricChart.chart.prepare(
                in: frames.card, deviceScale: style.scale, typesetter: resources.typesetter)
        }
        if metricChart.words != words {
            words = metricChart.words
            wordsRevision += 1
        }
        if var content = metricChart.pager, !environment.window.isAlone {
            content.hovered = environment.hovered.within(.pages)
            content.focused = environment.focused.within(.pages)
            pager.update(content, style, resources, record: PagerPane.record)
        } else {
            pager.clear()
        }
        if let frame = frames.overview {
            updateOverview(metricChart, frame, environment)
        } else {
            overview.clear()
            overviewWindow.clear()
        }
    }

    /// The figures over a range; those of a whole page of the calendar with their change from the page before.
    ///
    /// A view that is held has none: it is on a page for a moment at most.
    private func figures(_ metricChart: MetricChart, over range: Extent) -> [CaptionedFigure] {
        let figures = metricChart.figures(over: range)
        guard model.isTimed,
            let page = model.calendar.page(before: range) ?? model.dates.dayPage(before: range),
            metricChart.hasData(over: page)
        else { return figures }
        let before = metricChart.figures(over: page)
        let words = Self.words(for: page, before: range, model)
        return figures.map { figure in
            let same = before.first { $0.caption == figure.caption }
            return same.map { figure.changed(from: $0, of: words) } ?? figure
        }
    }

    /// The page before another one in words: `October`, `2025`, `the week before`.
    private static func words(
        for page: Extent, before range: Extent, _ model: ViewerModel
    ) -> String {
        let (calendar, locale) = (model.calendar, model.locale)
        if model.dates.days.isShifted, let night = model.dates.daySpan(of: page) {
            return locale.date(CivilMoment(night.max.nextDown, in: calendar), .weekdayName)
        }
        func isOne(_ unit: CalendarUnit) -> Bool {
            calendar.next(unit, after: page.min) == page.max
        }
        if isOne(.year) { return locale.date(CivilMoment(page.min, in: calendar), .year) }
        if isOne(.month) {
            let isSameYear = calendar.date(of: page.min).year == calendar.date(of: range.min).year
            return locale.date(
                CivilMoment(page.min, in: calendar), isSameYear ? .monthName : .monthYear)
        }
        return isOne(.week) ? tr("the week before") : tr("the months before")
    }

    /// The first and the last day in view, as in the headline.
    private var overviewEnds: [String] {
        guard model.isTimed, let range = chartKey?.range, range.isProper else { return [] }
        return [range.min, range.max.nextDown].map {
            model.locale.date(CivilMoment($0, in: model.calendar), .fullDate)
        }
    }

    /// The buttons over the chart; nil if the chart has buttons of its own.
    private func pageButtons(_ environment: ScreenEnvironment) -> PageButtons? {
        guard model.isTimed, !environment.window.isAlone else { return nil }
        return PageButtons(
            hasPrevious: model.canTurnPage(by: -1), hasNext: model.canTurnPage(by: 1),
            hovered: environment.hovered.within(.pages),
            focused: environment.focused.within(.pages))
    }

    private func recordCard(_ model: CardModel, _ pane: PaneCanvas) -> [SemanticNode] {
        pane.card(model.frame)
        if model.isFocused { pane.focusRing(model.frame, radius: Measure.cardCorner) }
        return []
    }

    private func updateOverview(
        _ metricChart: MetricChart, _ frame: Rect, _ environment: ScreenEnvironment
    ) {
        let (style, resources) = (environment.style, environment.resources)
        let domain = model.overviewDomain
        let key = OverviewKey(
            metric: metricChart.metric.id, revision: model.dataRevision,
            legend: metricChart.context.legendRevision, columns: Int(frame.width / 7),
            domain: domain)
        if overviewShape?.key != key {
            overviewShape = (key, metricChart.overview(over: domain, columns: key.columns))
        }
        let color = model.appearance.theme.color(of: metricChart.accent)
        overview.update(
            OverviewModel(
                frame: frame, shape: overviewShape?.shape ?? OverviewShape(kind: .line, high: []),
                color: model.appearance.theme.faded(color, by: 0.3, on: model.appearance.theme.card)
            ), style, resources,
            record: OverviewPane.record)
        let range = model.axis.range
        func place(_ time: Double) -> Double {
            frame.x + (time - domain.min) / max(domain.length, 1) * frame.width
        }
        overviewWindow.update(
            OverviewWindowModel(
                frame: frame, left: place(range.min), right: place(range.max), range: title,
                ends: overviewEnds, resizes: model.isTimed,
                focused: environment.focused.within(.overview)), style, resources,
            record: OverviewWindowPane.record)
    }

    private func updateLegend(_ metricChart: MetricChart, _ environment: ScreenEnvironment) {
        let content = legendContent(metricChart, isPicture: environment.window.isAlone)
        guard let frame = frames.legend, !content.isEmpty else {
            legend.clear()
            return
        }
        legend.update(
            LegendModel(
                frame: frame, content: content, hovered: environment.hovered.within(.legend),
                focused: environment.focused.within(.legend)), environment.style,
            environment.resources, record: LegendPane.record)
    }

    /// The sign for a value axis that was moved on its own.
    private func updatePin(_ metricChart: MetricChart?, _ environment: ScreenEnvironment) {
        guard let metricChart, metricChart.chart.hasPinnedValues, !environment.window.isAlone else {
            return pinSign.clear()
        }
        pinSign.update(
            PinModel(
                card: frames.card, isHovered: environment.hovered == PinPane.id,
                isFocused: environment.focused == PinPane.id), environment.style,
            environment.resources, record: PinPane.record)
    }

    // MARK: Semantics

    /// The nodes for assistive technology and for presses.
    var nodes: [SemanticNode] {
        guard chart != nil else { return [] }
        var node = SemanticNode(
            id: .chart, role: .chart, name: name, value: title, frame: frames.card)
        node.children = words.enumerated().map { index, part in
            SemanticNode(
                id: ControlID("chart.part.\(index)"), role: .text, name: part.name,
                value: part.value, frame: part.frame)
        }
        return headline.nodes + [node] + flags.nodes + pinSign.nodes + pager.nodes
            + overviewWindow.nodes + legend.nodes
    }

    /// The nodes of the crosshair and the selected span, above everything else on the screen.
    var boardNodes: [SemanticNode] {
        [crosshair.accessible.node, selection.accessible.node].compactMap(\.self)
    }

    /// Changes whenever `nodes` or `boardNodes` do.
    var stamp: [Int] {
        [
            headline.recordings, overviewWindow.recordings, crosshair.accessible.revision,
            selection.accessible.revision, pager.recordings, pager.nodes.count, pinSign.recordings,
            pinSign.nodes.count, flags.revision, legend.recordings, legend.nodes.count,
            chart == nil ? 0 : 1, card.recordings, wordsRevision,
        ]
    }

    // MARK: Drawing

    /// Changes whenever what `encodeGround` adds does.
    var groundStamp: [Int] {
        [card, overview, legend].map { (pane: any ShownPane) in pane.isShown ? pane.recordings : 0 }
    }

    /// Adds the parts under the chart, which change seldom.
    func encodeGround(into scene: SceneBuilder, _ tags: ViewerTags) {
        tags.decoration { card.encode(into: scene) }
        tags.figure(ControlID("overview")) { overview.encode(into: scene) }
        tags.group(legend.nodes) { legend.encode(into: scene) }
    }

    /// Adds the parts above the chart's card.
    func encodeHeadline(into scene: SceneBuilder, _ tags: ViewerTags) {
        tags.group(headline.nodes) { headline.encode(into: scene) }
    }

    /// Adds the chart, the parts over it, and the window of the overview.
    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {
        if let chart {
            tags.figure(.chart) {
                chart.encode(into: scene)
                flags.encode(into: scene)
            }
            pinSign.encode(into: scene)
            pager.encode(into: scene)
            selection.encodeBand(into: scene, chart.plotProjection)
            crosshair.encode(into: scene, chart.plotProjection)
            selection.encodePanel(into: scene)
        }
        tags.decoration { overviewWindow.encode(into: scene) }
    }

    // MARK: Notice

    /// The notice over a chart that is empty in its range; nil if it has data there.
    func notice(_ metricChart: MetricChart?, _ environment: ScreenEnvironment) -> PlaceholderModel?
    {
        guard let metricChart, !metricChart.hasData(over: model.axis.range) else { return nil }
        return StateModels.empty(
            metricChart, card: frames.card, hasLegend: frames.legend != nil,
            hovered: environment.hovered.within(.state),
            focused: environment.focused.within(.state))
    }
}
