import ChartCore
import ChartRendering
import Charts
import GPU
import Geometry
import HealthData
import Localization
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
    let model: ViewerModel
    let resources: PaneResources
    var look = WindowLook()
    /// Only the chart and its card: for pictures without the rest.
    var isChartOnly = false
    var hovered: String?
    var focus = FocusRing()
    private(set) var layout = MainLayout(
        size: .zero, isDrawerOpen: false, hasOverview: false)

    private let ground = Pane<GroundModel>()
    private let header = Pane<HeaderModel>()
    private let sidebar = Pane<SidebarModel>()
    private let headline = Pane<HeadlineModel>()
    private let card = Pane<CardModel>()
    private let overview = Pane<OverviewModel>()
    private let overviewWindow = Pane<OverviewWindowModel>()
    private let legend = Pane<LegendModel>()
    private let state = Pane<StateModel>()
    private let dialog = Pane<DialogModel>()
    private let crosshair = Pane<CrosshairModel>()
    private let veil = Pane<VeilModel>()
    private var overviewShape: (key: OverviewKey, shape: OverviewShape)?
    private let base = Layer()
    private var baseRecordings = -1
    /// Whether the layer shows what was recorded last.
    private var isBaseDrawn = false

    private var knownSections: (key: SectionsKey, sections: [SidebarModel.Section])?

    private struct SectionsKey: Equatable {
        var revision: Int
        var selected: MetricID?
    }

    private struct OverviewKey: Equatable {
        var metric: MetricID
        var revision: Int
        var columns: Int
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
        var dialog: ViewerModel.Dialog?
        var dialogScroll: Double
        var sidebarScroll: Double
        var hovered: String?
        var focused: String?
    }

    /// All that the figures over the chart depend on.
    private struct ChartKey: Equatable {
        var range: Extent
        var metric: MetricID
        var data: Int
        var kind: Int
        var frame: Rect
        var isStacked: Bool
        var style: PaneStyle
        var isChartOnly: Bool
    }

    private struct GroundModel: Equatable {
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

    init(model: ViewerModel, resources: PaneResources) {
        self.model = model
        self.resources = resources
    }

    // MARK: Update

    /// Moves the model on to a frame's time and brings the picture up to date; whether another frame
    /// is needed.
    ///
    /// The model's ranges depend on the plot's size, and that on the layout: where the layout gave the
    /// plot another size, both are done once more.
    func advance(to time: Double) -> Bool {
        let before = model.chart?.plot.size
        var moves = model.advance(to: time)
        update()
        if model.chart?.plot.size != before {
            moves = model.advance(to: time)
            update()
        }
        return moves
    }

    /// Brings panes and chart up to date with the model; to be called before `draw`.
    ///
    /// A frame in which only the range moved touches nothing but what tells of the range.
    func update() {
        let style = PaneStyle(theme: model.theme, scale: look.scale)
        let presenter = model.phase == .shown ? model.presenter : nil
        let key = ChromeKey(
            look: look, theme: model.theme, isChartOnly: isChartOnly, phase: model.phase,
            selected: model.selected, period: model.period, document: model.documentRevision,
            legend: presenter?.legendRevision ?? 0, isDrawerOpen: model.isDrawerOpen,
            dialog: model.dialog, dialogScroll: model.dialogScroll,
            sidebarScroll: model.sidebarScroll, hovered: hovered, focused: shownFocus)
        let isOther = key != chromeKey
        if isOther {
            updateChrome(presenter, style)
            // Scrolling is brought within its limits on the way.
            chromeKey = key
            chromeKey?.dialogScroll = model.dialogScroll
            chromeKey?.sidebarScroll = model.sidebarScroll
        }
        if let presenter {
            updateChart(presenter, style)
        } else {
            chartKey = nil
            headline.clear()
            card.clear()
            overview.clear()
            overviewWindow.clear()
        }
        updateCrosshair(presenter, style)
        updateState(presenter, style)
        let stamp = [
            headline.recordings, overviewWindow.recordings, crosshair.recordings, state.recordings,
            crosshair.nodes.count, state.nodes.count,
        ]
        if isOther || stamp != treeStamp {
            treeStamp = stamp
            knownTree = nil
            if isOther || state.nodes.count > 0 { focus.reconcile(with: tree) }
        }
    }

    /// What is around the chart, and the layout of everything.
    private func updateChrome(_ presenter: MetricPresenter?, _ style: PaneStyle) {
        let legendItems = presenter?.legend ?? []
        layout =
            isChartOnly
            ? MainLayout(chartOnly: look.content)
            : MainLayout(
                size: look.content.size, origin: look.content.origin,
                hasSidebar: !model.order.isEmpty,
                isDrawerOpen: model.isDrawerOpen, hasOverview: presenter != nil
            ) { LegendPane.height(legendItems, width: $0, resources.typesetter) }
        updateGround(style)
        if !isChartOnly {
            updateHeader(style)
            updateSidebar(style)
        }
        updateLegend(legendItems, style)
        if layout.isDrawer, layout.sidebar != nil {
            veil.update(VeilModel(frame: layout.window), style, resources) { model, pane in
                pane.canvas.fill(
                    Rect(
                        x: model.frame.x, y: model.frame.y + Measure.headerHeight,
                        width: model.frame.width, height: model.frame.height - Measure.headerHeight),
                    Color(hex: 0, alpha: pane.theme.appearance == .light ? 0.2 : 0.45))
                return []
            }
        } else {
            veil.clear()
        }
        updateDialog(style)
    }

    /// The semantic tree of what is shown; put together when it is asked for.
    var tree: SemanticNode {
        if let knownTree { return knownTree }
        var nodes: [SemanticNode] = []
        if !isChartOnly { nodes += header.nodes }
        if !layout.isDrawer { nodes += sidebar.nodes }
        if model.phase == .shown, let presenter = model.presenter {
            nodes += headline.nodes
            nodes.append(
                SemanticNode(
                    id: "chart", role: .chart, name: presenter.metric.name, value: title,
                    frame: layout.card))
            nodes += overviewWindow.nodes
            nodes += legend.nodes
        }
        nodes += crosshair.nodes
        nodes += state.nodes
        if layout.isDrawer, layout.sidebar != nil {
            nodes.append(
                SemanticNode(
                    id: "drawer.veil", role: .group, name: tr("Close the list of metrics"),
                    frame: layout.content.union(layout.card), command: "drawer.toggle"))
            nodes += sidebar.nodes
        }
        nodes += dialog.nodes
        let tree = SemanticNode(
            id: "window", role: .window, name: "Oresen", frame: layout.window, children: nodes)
        knownTree = tree
        return tree
    }

    private var shownFocus: String? { focus.isVisible ? focus.focused : nil }

    /// What of the hover and the focus concerns a pane: so that others are not recorded again.
    private func only(_ id: String?, _ prefixes: String...) -> String? {
        guard let id, prefixes.contains(where: { id.hasPrefix($0) }) else { return nil }
        return id
    }

    private func updateGround(_ style: PaneStyle) {
        let hasShadow = look.surface != look.content.size
        ground.update(
            GroundModel(
                content: look.content, cornerRadius: look.cornerRadius, hasShadow: hasShadow),
            style,
            resources
        ) { model, pane in
            if model.hasShadow {
                pane.canvas.shadow(
                    model.content, radius: model.cornerRadius, blur: 24,
                    offset: Vector(dx: 0, dy: 4),
                    color: Color(hex: 0, alpha: 0.28))
            }
            pane.canvas.fill(
                model.content, pane.theme.window, corners: Corners(model.cornerRadius),
                border: model.hasShadow ? .hairline(pane.theme.hairline) : nil)
            return []
        }
    }

    private func updateHeader(_ style: PaneStyle) {
        let hasChart = model.phase == .shown
        header.update(
            HeaderModel(
                frame: layout.header, showsDrawerButton: layout.isDrawer && hasChart,
                isDrawerOpen: model.isDrawerOpen, periods: hasChart ? Period.allCases : [],
                period: model.period, windowButtons: look.buttons, isActive: look.isActive,
                hovered: only(hovered, "period", "window", "drawer"),
                focused: only(shownFocus, "period", "window", "drawer"),
                cornerRadius: look.cornerRadius), style, resources, record: HeaderPane.record)
    }

    private func updateSidebar(_ style: PaneStyle) {
        guard let frame = layout.sidebar else {
            sidebar.clear()
            return
        }
        let sections = sections()
        let status = status
        let listHeight =
            frame.height - (status == nil ? 0 : SidebarPane.statusHeight)
        let most = max(0, SidebarPane.contentHeight(sections) - listHeight)
        model.sidebarScroll = min(max(model.sidebarScroll, 0), most)
        sidebar.update(
            SidebarModel(
                frame: frame, sections: sections, status: status, isDrawer: layout.isDrawer,
                scroll: model.sidebarScroll, hovered: only(hovered, "metric", "status"),
                focused: only(shownFocus, "metric", "status"),
                cornerRadius: look.cornerRadius), style, resources, record: SidebarPane.record)
    }

    /// The rows of the list; made again only when data or the choice changed.
    private func sections() -> [SidebarModel.Section] {
        let key = SectionsKey(revision: model.dataRevision, selected: model.selected)
        if let known = knownSections, known.key == key { return known.sections }
        var sections: [SidebarModel.Section] = []
        for id in model.order {
            guard let presenter = model.presenters[id] else { continue }
            let row = SidebarRow(
                metric: id, name: presenter.metric.name, value: presenter.latest,
                accent: presenter.accent, sparkline: presenter.sparkline,
                isSelected: id == model.selected)
            let title = presenter.metric.family.name
            if sections.last?.title == title {
                sections[sections.count - 1].rows.append(row)
            } else {
                sections.append(SidebarModel.Section(title: title, rows: [row]))
            }
        }
        knownSections = (key, sections)
        return sections
    }

    /// Scrolls the list so that a metric's row can be seen.
    func reveal(_ metric: MetricID) {
        guard let frame = layout.sidebar,
            let span = SidebarPane.span(of: metric, in: sections())
        else { return }
        let height = frame.height - (status == nil ? 0 : SidebarPane.statusHeight)
        let lowest = span.bottom + SidebarPane.topPadding - height
        model.sidebarScroll = min(
            max(model.sidebarScroll, lowest), span.top - SidebarPane.captionHeight)
    }

    /// What the foot of the list says of reading and of what was left out.
    private var status: SidebarStatus? {
        if let progress = model.progress, model.report == nil, model.phase == .shown {
            return SidebarStatus(
                text: tr("Reading {1}", progress.path.lastPathPart),
                detail: trn(
                    "{n} record", "{n} records", count: progress.read),
                fraction: progress.fraction ?? -1, command: "import.cancel", action: tr("Stop"),
                isProblem: false)
        }
        guard let report = model.report, model.phase == .shown else { return nil }
        if let file = model.followed {
            return SidebarStatus(
                text: tr("Following {1}", file.lastPathPart),
                detail: trn(
                    "{n} record", "{n} records", count: report.files.reduce(0) { $0 + $1.used }),
                fraction: nil, command: "follow.stop", action: tr("Stop"), isProblem: false)
        }
        let refused = report.files.reduce(0) { $0 + $1.refused }
        let failed = report.files.count { $0.failure != nil }
        if report.wasCancelled {
            return SidebarStatus(
                text: tr("Stopped: only a part was read"), detail: tr("What was read is shown"),
                fraction: nil, command: "report.show", action: tr("Report"), isProblem: true)
        }
        if failed > 0 {
            return SidebarStatus(
                text: trn(
                    "{n} file could not be read", "{n} files could not be read", count: failed),
                detail: report.files.compactMap(\.failure).first?.problem ?? "", fraction: nil,
                command: "report.show", action: tr("Report"), isProblem: true)
        }
        guard refused > 0 else { return nil }
        let first = report.files.first { !$0.refusals.isEmpty }
        let detail = first?.refusals.first.map { "\($0.place): \($0.reason)" } ?? ""
        return SidebarStatus(
            text: trn(
                "{n} record could not be used", "{n} records could not be used", count: refused),
            detail: detail,
            fraction: nil, command: "report.show", action: tr("Report"), isProblem: false)
    }

    private func updateChart(_ presenter: MetricPresenter, _ style: PaneStyle) {
        let range = model.x.range
        let key = ChartKey(
            range: range, metric: presenter.metric.id, data: model.dataRevision,
            kind: presenter.legendRevision, frame: layout.headline,
            isStacked: layout.isHeadlineStacked, style: style, isChartOnly: isChartOnly)
        if key != chartKey {
            if key.range != chartKey?.range {
                title = model.locale.title(of: range, in: model.calendar)
            }
            chartKey = key
            if !isChartOnly {
                headline.update(
                    HeadlineModel(
                        frame: layout.headline, title: presenter.metric.name, range: title,
                        figures: presenter.figures(over: range),
                        isStacked: layout.isHeadlineStacked), style, resources,
                    record: HeadlinePane.record)
            }
        }
        card.update(
            CardModel(frame: layout.card, isFocused: shownFocus == "chart"), style, resources,
            record: recordCard)
        presenter.chart.prepare(
            in: layout.card, deviceScale: look.scale, typesetter: resources.typesetter,
            atlas: resources.atlas)
        if let frame = layout.overview {
            updateOverview(presenter, frame, style)
        } else {
            overview.clear()
            overviewWindow.clear()
        }
    }

    private func recordCard(_ model: CardModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        if theme.appearance == .light, !theme.isHighContrast {
            pane.canvas.shadow(
                model.frame, radius: Measure.cardCorner, blur: 24, offset: Vector(dx: 0, dy: 8),
                color: Color(hex: 0, alpha: 0.06))
            pane.canvas.shadow(
                model.frame, radius: Measure.cardCorner, blur: 2, offset: Vector(dx: 0, dy: 1),
                color: Color(hex: 0, alpha: 0.05))
        }
        pane.canvas.fill(
            model.frame, theme.card, corners: Corners(Measure.cardCorner),
            border: .hairline(theme.hairline))
        if model.isFocused { pane.focusRing(model.frame, radius: Measure.cardCorner) }
        return []
    }

    private func updateOverview(
        _ presenter: MetricPresenter, _ frame: Rect, _ style: PaneStyle
    ) {
        let domain = model.domain
        let key = OverviewKey(
            metric: presenter.metric.id, revision: model.dataRevision,
            columns: Int(frame.width / 7))
        if overviewShape?.key != key {
            overviewShape = (key, presenter.overview(over: domain, columns: key.columns))
        }
        let color = model.theme.color(of: presenter.accent)
        overview.update(
            OverviewModel(
                frame: frame, shape: overviewShape?.shape ?? OverviewShape(kind: .line, high: []),
                color: color.mixed(with: model.theme.card, 0.3)), style, resources,
            record: OverviewPane.record)
        let range = model.x.range
        func place(_ time: Double) -> Double {
            frame.x + (time - domain.min) / max(domain.length, 1) * frame.width
        }
        overviewWindow.update(
            OverviewWindowModel(
                frame: frame, left: place(range.min), right: place(range.max), range: title,
                isFocused: shownFocus == "overview"), style, resources,
            record: OverviewWindowPane.record)
    }

    private func updateCrosshair(_ presenter: MetricPresenter?, _ style: PaneStyle) {
        guard let presenter, let reading = model.reading else {
            crosshair.clear()
            return
        }
        let chart = presenter.chart
        let projection = chart.projection
        crosshair.update(
            CrosshairModel(
                card: layout.card, plot: chart.plot, x: projection.px(reading.time),
                top: reading.barTop.map { projection.py($0) },
                markers: reading.markers.map {
                    CrosshairModel.Marker(y: projection.py($0.value), color: $0.color)
                }, date: reading.date, rows: reading.rows), style, resources,
            record: CrosshairPane.record)
    }

    private func updateLegend(_ items: [LegendItem], _ style: PaneStyle) {
        guard let frame = layout.legend, !items.isEmpty else {
            legend.clear()
            return
        }
        legend.update(
            LegendModel(
                frame: frame, items: items, hovered: only(hovered, "series"),
                focused: only(shownFocus, "series")), style, resources, record: LegendPane.record)
    }

    private func updateDialog(_ style: PaneStyle) {
        guard let kind = model.dialog else {
            dialog.clear()
            return
        }
        var content = DialogModel(
            window: layout.window, top: Measure.headerHeight,
            title: kind == .keys ? tr("Keys") : tr("What was read"),
            rows: kind == .keys ? keyRows() : ReportRows.rows(model.report, locale: model.locale),
            scroll: 0, hovered: only(hovered, "dialog"), focused: only(shownFocus, "dialog"))
        model.dialogScroll = min(max(model.dialogScroll, 0), DialogPane.maximumScroll(content))
        content.scroll = model.dialogScroll
        dialog.update(content, style, resources, record: DialogPane.record)
    }

    /// The rows of the help: set by whoever owns the command table.
    var keyRows: () -> [DialogModel.Row] = { [] }

    private func updateState(_ presenter: MetricPresenter?, _ style: PaneStyle) {
        guard
            let content = StateModels.model(
                model, presenter: presenter, layout: layout, hovered: only(hovered, "state"),
                focused: only(shownFocus, "state"))
        else {
            state.clear()
            return
        }
        state.update(content, style, resources, record: StatePane.record)
    }

    // MARK: Drawing

    /// Draws everything into the frame that the renderer has begun.
    func draw(_ renderer: Renderer, surface: Surface) throws(GPUError) {
        let recordings =
            ground.recordings + header.recordings + card.recordings + overview.recordings
            + legend.recordings + (layout.isDrawer ? 0 : sidebar.recordings)
        if recordings != baseRecordings {
            // What may be shown only once needs no layer: its second frame makes it.
            baseRecordings = recordings
            isBaseDrawn = false
            try drawBase(renderer)
        } else {
            if !isBaseDrawn || !base.isValid(for: surface) {
                try renderer.drawLayer(base, clear: clearColor) { () throws(GPUError) in
                    try drawBase(renderer)
                }
                isBaseDrawn = true
            }
            try renderer.draw(base)
        }
        try headline.draw(renderer)
        if model.phase == .shown, let chart = model.presenter?.chart { try chart.draw(renderer) }
        try crosshair.draw(renderer)
        try overviewWindow.draw(renderer)
        try state.draw(renderer)
        if layout.isDrawer, layout.sidebar != nil {
            try veil.draw(renderer)
            try sidebar.draw(renderer)
        }
        try dialog.draw(renderer)
    }

    /// What lies under the chart and changes seldom.
    private func drawBase(_ renderer: Renderer) throws(GPUError) {
        try ground.draw(renderer)
        try header.draw(renderer)
        if !layout.isDrawer { try sidebar.draw(renderer) }
        try card.draw(renderer)
        try overview.draw(renderer)
        try legend.draw(renderer)
    }

    /// What a frame begins with: nothing where the window has a shadow or round corners.
    var clearColor: Color {
        look.cornerRadius > 0 || look.surface != look.content.size ? .clear : model.theme.window
    }
}

extension String {
    /// What follows the last slash of a path.
    var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }
}
