import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization
import Painting
import Text

/// How the window presents itself: what the compositor has decided, as far as it can be seen.
struct WindowLook: Equatable {
    /// The surface in points, shadow included.
    var surface = Size.zero
    /// Where the content is on the surface.
    var content = Rect.zero
    /// Device pixels per point.
    var scale = 1.0
    /// There when we draw the window's frame ourselves.
    var buttons: HeaderModel.WindowButtons?
    var isActive = true
    /// Of the content's corners, in points.
    var cornerRadius = 0.0
}

/// The picture of the model: the panes, the semantic tree, and how they are drawn.
///
/// Everything is in points of the surface (as the compositor's pointer events are), so with our own
/// shadow the content begins beside the origin.
@MainActor
final class ViewerScene {
    let viewer: ViewerContext
    let resources: PaneResources
    var look = WindowLook()
    /// Only the chart and its card: for pictures without the rest.
    var isChartOnly = false
    var hovered: ControlID?
    var model: ViewerModel { viewer.model }
    var focus: FocusRing {
        get { viewer.focus }
        set { viewer.focus = newValue }
    }
    private(set) var layout = MainLayout(
        size: .zero, isDrawerOpen: false, hasOverview: false)

    /// What lies beside an open drawer and closes it.
    static let veilID = ControlID("drawer.veil")

    private let ground = Pane<GroundModel>()
    private let header = Pane<HeaderModel>()
    private let sidebar = SidebarStage()
    private let headline = Pane<HeadlineModel>()
    private var headlineMotion = HeadlineMotion()
    private var isHeadlineMoving = false
    private let card = Pane<CardModel>()
    private let overview = Pane<OverviewModel>()
    private let overviewWindow = Pane<OverviewWindowModel>()
    private let legend = Pane<LegendModel>()
    private let pager = Pane<PagerModel>()
    private let state = StateStage()
    private let pinSign = Pane<PinModel>()
    let crosshair = CrosshairStage()
    let selection = SelectionStage()
    let flags = FlagStage()
    let workouts = WorkoutStage()
    /// The time of the frame, in seconds.
    private var time = 0.0
    private let veil = Pane<VeilModel>()
    private let drop = Pane<DropModel>()
    private var overviewShape: (key: OverviewKey, shape: OverviewShape)?
    /// What lies under the chart and changes seldom, which whoever draws keeps.
    private let base = PictureKey()

    private struct OverviewKey: Equatable {
        var metric: MetricID
        var revision: Int
        var columns: Int
        var domain: Extent
    }

    private var chromeKey: ChromeKey?
    private var chartKey: ChartKey?
    /// The visible range in words.
    private var title = ""
    private var knownTree: SemanticNode?
    private var treeStamp: [Int] = []

    /// All that everything around the chart depends on: while it is the same, a frame leaves the
    /// header, the list, the legend and what lies over them as they are.
    private struct ChromeKey: Equatable {
        var look: WindowLook
        var theme: Theme
        var isChartOnly: Bool
        var phase: ViewerModel.Phase
        var selected: MetricID?
        var period: Period?
        var document: Int
        var legend: Int
        var isDrawerOpen: Bool
        var dialog: ScreenID?
        var dropOffer: FileOffer?
        var pins: Preferences
        var sidebarScroll: Double
        var workout: WorkoutEntry.ID?
        var isWorkoutListOpen: Bool
        var hovered: ControlID?
        var focused: ControlID?
    }

    /// All that the figures over the chart depend on.
    private struct ChartKey: Equatable {
        /// What is told of: where the view is going, or where a hand has it.
        var range: Extent
        var isHeld: Bool
        var pages: PageButtons?
        var metric: MetricID
        var data: Int
        var kind: Int
        var frame: Rect
        var isStacked: Bool
        var style: PaneStyle
        var isChartOnly: Bool
    }

    private struct GroundModel: Equatable {
        var surface: Size
        var content: Rect
        var cornerRadius: Double
        var hasShadow: Bool
    }

    private struct CardModel: Equatable {
        var frame: Rect
        var isFocused: Bool
    }

    private struct VeilModel: Equatable {
        var frame: Rect
    }

    init(_ viewer: ViewerContext, resources: PaneResources) {
        self.viewer = viewer
        self.resources = resources
    }

    // MARK: Update

    /// Moves the model on to a frame's time and brings the picture up to date; whether another frame
    /// is needed.
    ///
    /// The model's ranges depend on the plot's size, and that on the layout: where the layout gave the
    /// plot another size, both are done once more.
    func advance(to time: Double) -> Bool {
        self.time = time
        let before = model.chart?.plot.size
        var moves = model.advance(to: time)
        update()
        if model.chart?.plot.size != before {
            moves = model.advance(to: time)
            update()
        }
        return crosshair.isMoving || selection.isMoving || state.isMoving || isHeadlineMoving
            || moves
    }

    /// Brings panes and chart up to date with the model; to be called before `draw`.
    ///
    /// A frame in which only the range moved touches nothing but what tells of the range.
    func update() {
        let style = PaneStyle(theme: model.theme, scale: look.scale)
        let all = model.phase == .shown ? model.presenter : nil
        let key = ChromeKey(
            look: look, theme: model.theme, isChartOnly: isChartOnly, phase: model.phase,
            selected: model.selected, period: model.period, document: model.documentRevision,
            legend: all?.legendRevision ?? 0, isDrawerOpen: model.isDrawerOpen,
            dialog: viewer.dialog?.id, dropOffer: model.dropOffer, pins: model.pins,
            sidebarScroll: model.sidebarScroll, workout: model.workoutPage?.entry.id,
            isWorkoutListOpen: model.isWorkoutListOpen, hovered: hovered, focused: shownFocus)
        let isOther = key != chromeKey
        if isOther {
            updateChrome(all, style)
            // Scrolling is brought within its limits on the way.
            chromeKey = key
            chromeKey?.sidebarScroll = model.sidebarScroll
        }
        viewer.dialog?.layout(in: layout.window, environment(style))
        // What lies under a page is not there.
        let presenter = isChartCovered ? nil : all
        if let presenter {
            updateChart(presenter, style)
        } else {
            chartKey = nil
            headline.clear()
            card.clear()
            pager.clear()
            overview.clear()
            overviewWindow.clear()
        }
        crosshair.update(model, presenter, card: layout.card, style, resources, at: time)
        selection.update(model, presenter, card: layout.card, style, resources, at: time)
        updateState(presenter, style)
        updatePin(presenter, style)
        flags.update(
            presenter, card: layout.card, focused: shownFocus.within(.flags),
            hovered: hovered.within(.flags), style, resources)
        if !isChartOnly {
            workouts.update(
                model, layout: layout, isPage: isChartCovered,
                hovered: hovered.within(.workouts, .workoutRows),
                focused: shownFocus.within(.workouts, .workoutRows), style, resources)
        }
        let stamp = [
            headline.recordings, overviewWindow.recordings, crosshair.spoken.revision,
            state.recordings,
            state.nodes.count, pager.recordings, pager.nodes.count, pinSign.recordings,
            selection.spoken.revision, viewer.dialogChanges, viewer.dialog?.revision ?? 0,
            pinSign.nodes.count, flags.revision, workouts.recordings, workouts.shownCount,
        ]
        if isOther || stamp != treeStamp {
            treeStamp = stamp
            knownTree = nil
            if isOther || state.nodes.count > 0 || viewer.dialog != nil {
                focus.reconcile(with: tree)
            }
        }
    }

    /// What the dialog on show is laid out with.
    private func environment(_ style: PaneStyle) -> ScreenEnvironment {
        ScreenEnvironment(
            style: style, resources: resources, hovered: hovered, focused: shownFocus, time: time
        ) { [header] id in header.nodes.first { $0.id == id }?.frame }
    }

    /// What stands beside the chart, or in its place.
    private var companion: MainLayout.Companion {
        if let page = model.workoutPage { return .page(charts: page.measured.count) }
        return model.hasWorkoutList ? .list : .none
    }

    /// Whether the list of workouts stands in the place of the chart, for which there is no room.
    var isChartCovered: Bool {
        model.isWorkoutListOpen && model.hasWorkoutList && layout.listButton != nil
    }

    /// Whether there is a page that one can go back from.
    var hasPage: Bool { model.workoutPage != nil || isChartCovered }

    /// What is around the chart, and the layout of everything.
    private func updateChrome(_ presenter: MetricPresenter?, _ style: PaneStyle) {
        let legendItems = presenter?.legend ?? []
        layout =
            isChartOnly
            ? MainLayout(chartOnly: look.content)
            : MainLayout(
                size: look.content.size, origin: look.content.origin,
                hasSidebar: !model.order.isEmpty,
                isDrawerOpen: model.isDrawerOpen, hasOverview: presenter != nil,
                companion: companion,
                legendHeight: { LegendPane.height(legendItems, width: $0, resources.typesetter) },
                detailsHeight: { width in
                    guard let page = model.workoutPage else { return 0 }
                    let content = workouts.content(of: page, model)
                    return WorkoutDetailsPane.height(
                        figures: content.figures.count, laps: content.laps.count, width: width)
                })
        updateGround(style)
        if !isChartOnly {
            updateHeader(style)
            sidebar.update(
                model, frame: layout.sidebar, isDrawer: layout.isDrawer,
                cornerRadius: look.cornerRadius, status: status,
                hovered: hovered, focused: shownFocus, style, resources)
        }
        updateLegend(legendItems, style)
        if layout.isDrawer, layout.sidebar != nil {
            veil.update(VeilModel(frame: layout.window), style, resources) { model, pane in
                pane.canvas.fill(
                    Rect(
                        x: model.frame.x, y: model.frame.y + Measure.headerHeight,
                        width: model.frame.width, height: model.frame.height - Measure.headerHeight),
                    pane.theme.drawerVeil)
                return []
            }
        } else {
            veil.clear()
        }
        if let offer = model.dropOffer {
            drop.update(
                DropModel(
                    window: layout.window, offer: offer, cornerRadius: look.cornerRadius), style,
                resources, record: DropPane.record)
        } else {
            drop.clear()
        }
    }

    /// The semantic tree of what is shown; put together when it is asked for.
    var tree: SemanticNode {
        if let knownTree { return knownTree }
        var nodes: [SemanticNode] = []
        if !isChartOnly { nodes += header.nodes }
        if !layout.isDrawer { nodes += sidebar.nodes }
        nodes += workouts.headingNodes
        if model.phase == .shown, !isChartCovered, let presenter = model.presenter {
            nodes += headline.nodes
            nodes.append(
                SemanticNode(
                    id: .chart, role: .chart, name: presenter.metric.name, value: title,
                    frame: layout.card))
            nodes += flags.nodes + pinSign.nodes + pager.nodes
            nodes += overviewWindow.nodes
            nodes += legend.nodes
        }
        nodes += workouts.nodes
        if let board = crosshair.spoken.node { nodes.append(board) }
        if let figures = selection.spoken.node { nodes.append(figures) }
        nodes += state.nodes
        if layout.isDrawer, layout.sidebar != nil {
            nodes.append(
                SemanticNode(
                    id: Self.veilID, role: .group, name: tr("Close the list of metrics"),
                    frame: layout.content.union(layout.card), command: .toggleDrawer))
            nodes += sidebar.nodes
        }
        nodes += (viewer.dialog?.nodes ?? []) + drop.nodes
        let tree = SemanticNode(
            id: ControlID("window"), role: .window, name: "Oresen", frame: layout.window,
            children: nodes)
        knownTree = tree
        return tree
    }

    /// What has the keyboard focus, where that is to be seen.
    var shownFocus: ControlID? { viewer.shownFocus }

    private func updateGround(_ style: PaneStyle) {
        let hasShadow = look.surface != look.content.size
        ground.update(
            GroundModel(
                surface: look.surface, content: look.content, cornerRadius: look.cornerRadius,
                hasShadow: hasShadow),
            style,
            resources
        ) { model, pane in
            pane.canvas.ground(
                model.content, pane.theme.window, in: Rect(origin: .zero, size: model.surface),
                corners: Corners(model.cornerRadius),
                border: model.hasShadow ? .hairline(pane.theme.hairline) : nil,
                under: !model.hasShadow
                    ? nil
                    : {
                        pane.canvas.shadow(
                            model.content, radius: model.cornerRadius, blur: 24,
                            offset: Vector(dx: 0, dy: 4), color: Color(hex: 0, alpha: 0.28))
                    })
            return []
        }
    }

    private func updateHeader(_ style: PaneStyle) {
        let hasChart = model.phase == .shown
        header.update(
            HeaderModel(
                frame: layout.header, showsDrawerButton: layout.isDrawer && hasChart,
                isDrawerOpen: model.isDrawerOpen, isMenuOpen: viewer.dialog?.id == .menu,
                periods: hasChart ? Period.allCases : [],
                period: model.isTimed ? model.period : nil, hasPages: !model.isTimed,
                windowButtons: look.buttons, isActive: look.isActive,
                hovered: hovered.within(.header),
                focused: shownFocus.within(.header),
                cornerRadius: look.cornerRadius), style, resources, record: HeaderPane.record)
    }

    /// Scrolls the list so that a metric's row can be seen.
    func reveal(_ metric: MetricID) {
        guard let frame = layout.sidebar else { return }
        sidebar.reveal(metric, model, height: frame.height, status: status)
    }

    private func updateChart(_ presenter: MetricPresenter, _ style: PaneStyle) {
        let axis = model.axis
        let isHeld = axis.panZoom.isHeld || model.isScrubbing
        let key = ChartKey(
            range: model.toldRange, isHeld: isHeld, pages: pageButtons,
            metric: presenter.metric.id, data: model.dataRevision,
            kind: presenter.legendRevision, frame: layout.headline,
            isStacked: layout.isHeadlineStacked, style: style, isChartOnly: isChartOnly)
        let isOther = key != chartKey
        if isOther {
            if key.range != chartKey?.range || !model.isTimed {
                title = model.rangeTitle(of: key.range)
            }
            // A hand sees at once what it does; only another view of the same thing is gone to.
            let isMotion =
                chartKey?.metric == key.metric && chartKey?.range != key.range
                && axis.panZoom.isMoving && !isHeld && !model.reducesMotion
            chartKey = key
            // Nothing is told of what is not shown.
            let hasFigures = !isChartOnly && !presenter.isAllHidden
            headlineMotion.show(
                range: title, figures: hasFigures ? presenter.figures(over: key.range) : [],
                at: min(time, model.targetTime ?? time), animated: isMotion)
        }
        if model.workoutPage != nil {
            // The page has a heading of its own.
            isHeadlineMoving = false
            headline.clear()
        } else if !isChartOnly, isOther || isHeadlineMoving {
            isHeadlineMoving = headlineMotion.isMoving(at: time)
            let words = headlineMotion.words(at: time)
            headline.update(
                HeadlineModel(
                    frame: layout.headline, title: presenter.metric.name, range: words.new,
                    oldRange: words.old, rangePart: words.part,
                    figures: headlineMotion.figures(at: time),
                    isStacked: layout.isHeadlineStacked, pages: key.pages), style, resources,
                record: HeadlinePane.record)
        }
        card.update(
            CardModel(frame: layout.card, isFocused: shownFocus == .chart), style, resources,
            record: recordCard)
        presenter.chart.prepare(
            in: layout.card, deviceScale: look.scale, typesetter: resources.typesetter)
        if var content = presenter.pager, !isChartOnly {
            content.hovered = hovered.within(.pages)
            content.focused = shownFocus.within(.pages)
            pager.update(content, style, resources, record: PagerPane.record)
        } else {
            pager.clear()
        }
        if let frame = layout.overview {
            updateOverview(presenter, frame, style)
        } else {
            overview.clear()
            overviewWindow.clear()
        }
    }

    /// The first and the last day in view, as far as the view is told of.
    private var overviewEnds: [String] {
        guard model.isTimed, let range = chartKey?.range, range.isProper else { return [] }
        return [range.min, range.max.nextDown].map {
            model.locale.date(CivilMoment($0, in: model.calendar), .fullDate)
        }
    }

    /// The buttons over the chart; none where the chart has buttons of its own.
    private var pageButtons: PageButtons? {
        guard model.isTimed else { return nil }
        return PageButtons(
            hasPrevious: model.canTurnPage(by: -1), hasNext: model.canTurnPage(by: 1),
            hovered: hovered.within(.pages), focused: shownFocus.within(.pages))
    }

    private func recordCard(_ model: CardModel, _ pane: PaneCanvas) -> [SemanticNode] {
        pane.card(model.frame)
        if model.isFocused { pane.focusRing(model.frame, radius: Measure.cardCorner) }
        return []
    }

    private func updateOverview(
        _ presenter: MetricPresenter, _ frame: Rect, _ style: PaneStyle
    ) {
        let domain = model.overviewDomain
        let key = OverviewKey(
            metric: presenter.metric.id, revision: model.dataRevision,
            columns: Int(frame.width / 7), domain: domain)
        if overviewShape?.key != key {
            overviewShape = (key, presenter.overview(over: domain, columns: key.columns))
        }
        let color = model.theme.color(of: presenter.accent)
        overview.update(
            OverviewModel(
                frame: frame, shape: overviewShape?.shape ?? OverviewShape(kind: .line, high: []),
                color: model.theme.paler(color, by: 0.3, on: model.theme.card)), style, resources,
            record: OverviewPane.record)
        let range = model.axis.range
        func place(_ time: Double) -> Double {
            frame.x + (time - domain.min) / max(domain.length, 1) * frame.width
        }
        overviewWindow.update(
            OverviewWindowModel(
                frame: frame, left: place(range.min), right: place(range.max), range: title,
                ends: overviewEnds, resizes: model.isTimed, focused: shownFocus.within(.overview)),
            style, resources,
            record: OverviewWindowPane.record)
    }

    private func updateLegend(_ items: [LegendItem], _ style: PaneStyle) {
        guard let frame = layout.legend, !items.isEmpty else {
            legend.clear()
            return
        }
        legend.update(
            LegendModel(
                frame: frame, items: items, hovered: hovered.within(.legend),
                focused: shownFocus.within(.legend)), style, resources, record: LegendPane.record)
    }

    private func updateState(_ presenter: MetricPresenter?, _ style: PaneStyle) {
        state.update(
            StateModels.model(
                model, presenter: presenter, layout: layout, hovered: hovered.within(.state),
                focused: shownFocus.within(.state)), style, resources,
            // Only over a chart: nothing else shows through.
            fades: model.phase == .shown && !model.reducesMotion, at: time)
    }

    /// The sign of a value axis that was moved by itself.
    private func updatePin(_ presenter: MetricPresenter?, _ style: PaneStyle) {
        guard let presenter, presenter.chart.hasPinnedValues, !isChartOnly else {
            return pinSign.clear()
        }
        pinSign.update(
            PinModel(
                card: layout.card, isHovered: hovered == PinPane.id,
                isFocused: shownFocus == PinPane.id), style, resources, record: PinPane.record)
    }

    // MARK: Drawing

    /// Adds everything to a scene.
    func encode(into scene: SceneBuilder) {
        let parts = [
            ground.recordings, header.recordings, layout.isDrawer ? 0 : sidebar.recordings,
            card.isShown ? card.recordings : 0, overview.isShown ? overview.recordings : 0,
            legend.isShown ? legend.recordings : 0,
        ]
        let tags = ViewerTags(tree, scene)
        scene.keep(WholePicture(base, stamp: parts, ground: clearColor)) {
            tags.decoration { ground.encode(into: scene) }
            tags.group(header.nodes) { header.encode(into: scene) }
            if !layout.isDrawer {
                tags.group(ControlID("metrics")) { sidebar.encodeList(into: scene) }
            }
            tags.decoration { card.encode(into: scene) }
            tags.figure(ControlID("overview")) { overview.encode(into: scene) }
            tags.group(ControlID("legend")) { legend.encode(into: scene) }
        }
        if !layout.isDrawer { sidebar.encodeStatus(into: scene) }
        tags.group(headline.nodes) { headline.encode(into: scene) }
        workouts.encode(into: scene)
        if model.phase == .shown, !isChartCovered, let chart = model.presenter?.chart {
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
        state.encode(into: scene)
        if layout.isDrawer, layout.sidebar != nil {
            tags.decoration { veil.encode(into: scene) }
            tags.group(ControlID("metrics")) { sidebar.encodeList(into: scene) }
            sidebar.encodeStatus(into: scene)
        }
        if let dialog = viewer.dialog { tags.group(dialog.nodes) { dialog.encode(into: scene) } }
        drop.encode(into: scene)
    }

    /// What a frame begins with, everywhere: the window's ground, which `ground` takes away again
    /// outside of the window's corners.
    var clearColor: Color { model.theme.window }
}

extension ControlArea {
    /// The chart, which is read by keys.
    static let chart = ControlArea("chart")
}

extension ControlID {
    static let chart = ControlID("chart", in: .chart)
}
