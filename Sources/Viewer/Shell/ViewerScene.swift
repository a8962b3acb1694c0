import ChartScene
import Charts
import Geometry
import HealthData
import Localization
import Painting
import Text

/// The look of the window: the compositor's decisions, as far as they are visible.
struct WindowLook: Equatable {
    /// The surface in points, shadow included.
    var surface = Size.zero
    /// Where the content is on the surface.
    var content = Rect.zero
    /// Device pixels per point.
    var scale = 1.0
    /// Set if the program draws the window's frame itself.
    var buttons: HeaderModel.WindowButtons?
    /// Whether the compositor draws a bar with the window's title above it.
    var hasTitleBar = false
    var isActive = true
    /// The radius of the content's corners, in points.
    var cornerRadius = 0.0
}

/// The picture of the window and its semantic tree: header and list, the screen in the content, the
/// dialog over it.
///
/// Everything is in points of the surface, as the compositor's pointer events are. With the
/// program's own shadow the content therefore begins away from the origin.
@MainActor
final class ViewerScene {
    let viewer: ViewerContext
    let resources: PaneResources
    var look = WindowLook()
    /// What is shown of the window: for pictures without the rest of it.
    var picture = PictureFrame(.window)
    var hovered: ControlID?
    var model: ViewerModel { viewer.model }
    var focus: FocusRing {
        get { viewer.focus }
        set { viewer.focus = newValue }
    }
    private(set) var layout = ShellLayout(size: .zero)
    /// The veil next to an open drawer, which closes it.
    static let veilID = ControlID("drawer.veil")

    private let ground = Pane<GroundModel>()
    private let header = Pane<HeaderModel>()
    private let sidebar = SidebarStage()
    private let banner = Pane<BannerModel>()
    private let notice = NoticeStage()
    private let toast = ToastStage()
    private let tooltip = TooltipStage()
    private let veil = Pane<VeilModel>()
    private let drop = Pane<DropModel>()
    /// The time of the frame, in seconds.
    private var time = 0.0
    /// The key of the picture under the chart, which changes seldom and is cached by the renderer.
    private let base = PictureKey()
    private var frameKey: FrameKey?
    private var knownBanner = Cached<BannerKey, BannerContent?>()
    private var knownTree: SemanticNode?
    private var treeStamp: [Int] = []
    /// The screen in the content, and how often it changed.
    private var content: (screen: ScreenID?, changes: Int) = (nil, 0)

    /// Everything that the window's frame depends on: while it is equal, header and list are not
    /// updated.
    private struct FrameKey: Equatable {
        var look: WindowLook
        var theme: Theme
        var picture: PictureFrame
        var phase: ViewerModel.Phase
        var route: Route?
        var words: DayWords
        var period: Period?
        var document: Int
        var isDrawerOpen: Bool
        var isMenuOpen: Bool
        var canImport: Bool
        var canExport: Bool
        var banner: BannerContent?
        var canDraw: Bool
        var canCompare: Bool
        var isComparing: Bool
        var canNote: Bool
        var isDrawing: Bool
        var dropOffer: FileOffer?
        var pins: Preferences
        var sidebarOffset: Double
        var hovered: ControlID?
        var focused: ControlID?
    }

    /// Everything that the banner depends on.
    private struct BannerKey: Equatable {
        var document: Int
        var number: Int
        var phase: ViewerModel.Phase
        var isShowingSamples: Bool
        var closed: BannerState
        var units: UnitPreferences
    }

    private struct GroundModel: Equatable {
        var surface: Size
        var content: Rect
        var color: Color?
        var cornerRadius: Double
        var hasShadow: Bool
    }

    private struct VeilModel: Equatable {
        var frame: Rect
    }

    init(_ viewer: ViewerContext, resources: PaneResources) {
        self.viewer = viewer
        self.resources = resources
    }

    // MARK: Update

    /// Advances the model to a frame's time and updates the picture.
    ///
    /// - Returns: Whether another frame is needed.
    func advance(to time: Double) -> Bool {
        self.time = time
        let moves = model.advance(to: time)
        update()
        return viewer.content.isMoving || viewer.dialog?.isMoving == true || notice.isMoving
            || toast.isMoving || tooltip.isMoving
            || moves
            || (model.chart != nil && model.active.figure.movesAfterLayout)
    }

    /// Brings everything up to date with the state; call it before `encode`.
    ///
    /// A frame in which only the range moved updates only what shows the range.
    func update() {
        let style = PaneStyle(theme: model.appearance.theme, scale: look.scale)
        let isOther = updateFrame(style)
        let environment = environment(style)
        let content = viewer.content
        if content.id != self.content.screen {
            self.content = (content.id, self.content.changes + 1)
        }
        content.layout(in: layout.content, environment)
        viewer.dialog?.layout(in: layout.window, environment)
        notice.update(
            content.notice, style, resources,
            // Over a chart only: nothing else shows through.
            fades: model.phase == .shown && !model.appearance.reducesMotion, at: time)
        toast.update(
            viewer.toast, window: layout.window, environment, fades: !model.appearance.reducesMotion
        )
        let stamp =
            toast.stamp + [
                self.content.changes, content.revision, notice.recordings, notice.nodes.count,
                viewer.dialogChanges, viewer.dialog?.revision ?? 0,
            ]
        if isOther || stamp != treeStamp {
            treeStamp = stamp
            knownTree = nil
            if focus.focused != nil { focus.reconcile(with: tree) }
        }
        updateTooltip(environment)
    }

    /// Brings the tooltip up to date; it belongs to a control in the tree.
    private func updateTooltip(_ environment: ScreenEnvironment) {
        let before = tooltip.stamp
        let node = viewer.tooltip.shown.flatMap { id in tree.first { $0.id == id } }
        tooltip.update(
            node.flatMap { TooltipContent($0, viewer) }, of: node, window: layout.window,
            environment, fades: !model.appearance.reducesMotion)
        if tooltip.stamp != before { knownTree = nil }
    }

    /// The environment in which screens are laid out.
    private func environment(_ style: PaneStyle) -> ScreenEnvironment {
        ScreenEnvironment(
            style: style, resources: resources, hovered: hovered, focused: shownFocus, time: time,
            window: layout
        ) { [header] id in header.nodes.first { $0.id == id }?.frame }
    }

    /// Brings the window's frame up to date and returns whether anything in it changed.
    private func updateFrame(_ style: PaneStyle) -> Bool {
        var key = FrameKey(
            look: look, theme: model.appearance.theme, picture: picture, phase: model.phase,
            route: model.navigator.route, words: viewer.dayWords, period: model.dates.period,
            document: model.documentRevision,
            isDrawerOpen: viewer.isDrawerOpen, isMenuOpen: viewer.dialog?.id == .menu,
            canImport: viewer.canImport, canExport: viewer.exportSubject != nil,
            banner: bannerContent,
            canDraw: viewer.canDraw, canCompare: canCompare,
            isComparing: model.active.compared != nil, canNote: canNote,
            isDrawing: viewer.ink.isOpen,
            dropOffer: model.dropOffer,
            pins: model.appearance.pins, sidebarOffset: sidebar.offset,
            hovered: hovered, focused: shownFocus)
        guard key != frameKey else { return false }
        layout =
            picture.part != .window
            ? ShellLayout(
                alone: look.content, margin: picture.part == .page ? picture.margin : nil)
            : ShellLayout(
                size: look.content.size, origin: look.content.origin,
                // The totals in the list have what a page leaves out.
                hasSidebar: !model.order.isEmpty && model.workouts.page?.entry.cut == nil,
                isDrawerOpen: viewer.isDrawerOpen,
                bannerHeight: key.banner.map(bannerHeight) ?? 0)
        updateGround(style)
        if picture.part == .window {
            updateHeader(style)
            sidebar.update(
                model, frame: layout.sidebar, isDrawer: layout.isDrawer,
                cornerRadius: look.cornerRadius, words: key.words, links: links,
                status: status,
                hovered: hovered, focused: shownFocus, style, resources)
        }
        if let frame = layout.banner, let content = key.banner {
            banner.update(
                BannerModel(
                    frame: frame, content: content, hovered: hovered.within(.banner),
                    focused: shownFocus.within(.banner)), style, resources,
                record: BannerPane.record)
        } else {
            banner.clear()
        }
        updateVeil(style)
        if let offer = model.dropOffer {
            drop.update(
                DropModel(
                    window: layout.window, offer: offer, cornerRadius: look.cornerRadius), style,
                resources, record: DropPane.record)
        } else {
            drop.clear()
        }
        // The update has clamped the scroll offset.
        key.sidebarOffset = sidebar.offset
        frameKey = key
        return true
    }

    /// The banner over the content; nil for none.
    private var bannerContent: BannerContent? {
        let key = BannerKey(
            document: model.documentRevision, number: model.documentNumber, phase: model.phase,
            isShowingSamples: viewer.hosts.document?.isShowingSamples == true,
            closed: viewer.banners, units: model.appearance.pins.units)
        return knownBanner(key) { BannerWords(viewer: viewer).content }
    }

    private func bannerHeight(_ content: BannerContent) -> Double {
        let width = look.content.width
        return BannerPane.height(
            content,
            width: width < Measure.drawerBelow ? width : width - Measure.sidebarWidth,
            resources.typesetter)
    }

    /// Closes the banner that is shown.
    func closeBanner() {
        if let content = bannerContent { viewer.closeBanner(content.subject) }
    }

    private func updateGround(_ style: PaneStyle) {
        let hasShadow = look.surface != look.content.size
        ground.update(
            GroundModel(
                surface: look.surface, content: look.content, color: picture.ground,
                cornerRadius: look.cornerRadius, hasShadow: hasShadow), style, resources
        ) { model, pane in
            pane.canvas.ground(
                model.content, model.color ?? pane.theme.window,
                in: Rect(origin: .zero, size: model.surface),
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
        // A file with nothing but places has maps, and no chart.
        let hasChart = model.phase == .shown && !model.order.isEmpty
        header.update(
            HeaderModel(
                frame: layout.header, showsDrawerButton: layout.isDrawer && hasChart,
                isDrawerOpen: viewer.isDrawerOpen, isMenuOpen: viewer.dialog?.id == .menu,
                canDraw: viewer.canDraw, isDrawing: viewer.ink.isOpen,
                canImport: viewer.canImport, canExport: viewer.exportSubject != nil,
                canCompare: canCompare, isComparing: model.active.compared != nil,
                canNote: canNote, showsName: !look.hasTitleBar,
                title: model.navigator.route == .summary ? tr("Summary") : "",
                periods: hasChart && model.navigator.route != .summary ? Period.allCases : [],
                period: model.isTimed ? model.dates.period : nil, hasPages: !model.isTimed,
                windowButtons: look.buttons, isActive: look.isActive,
                hovered: hovered.within(.header), focused: shownFocus.within(.header),
                cornerRadius: look.cornerRadius), style, resources, record: HeaderPane.record)
    }

    /// Whether the chart has pages that can be compared with earlier ones.
    private var canCompare: Bool {
        viewer.content.chart != nil && model.isTimed && model.metricChart?.earlier != nil
    }

    /// Whether a note can be written on the chart.
    private var canNote: Bool {
        viewer.content.chart != nil && viewer.commands[.writeNote]?.isEnabled() == true
    }

    /// The pages below the list of metrics.
    private var links: [SidebarModel.Link] {
        let all: [(glyph: LineGlyph, id: CommandID, isExtra: Bool)] = [
            (.list, .showReadings, false), (.usual, .showUsual, true),
            (.calendar, .showCalendar, true),
            (.related, .showRelated, true), (.profile, .showDayProfile, true),
            (.document, .makeDoctorReport, false),
        ]
        return all.compactMap { glyph, id, isExtra in
            guard let command = viewer.commands[id], command.isEnabled() else { return nil }
            return SidebarModel.Link(
                name: command.title, glyph: glyph, command: id, isExtra: isExtra)
        }
    }

    private func updateVeil(_ style: PaneStyle) {
        guard layout.isDrawer, layout.sidebar != nil else { return veil.clear() }
        veil.update(VeilModel(frame: layout.window), style, resources) { model, pane in
            pane.canvas.fill(
                Rect(
                    x: model.frame.x, y: model.frame.y + Measure.headerHeight,
                    width: model.frame.width, height: model.frame.height - Measure.headerHeight),
                pane.theme.drawerVeil)
            return []
        }
    }

    /// Scrolls the list until a metric's row is visible.
    func reveal(_ metric: MetricID) {
        guard let frame = layout.sidebar else { return }
        sidebar.reveal(metric, model, height: frame.height, status: status)
    }

    /// Scrolls the list by a distance if it is at a place.
    func scrollSidebar(by distance: Double, at place: Point) -> Bool {
        guard layout.sidebar?.contains(place) == true else { return false }
        sidebar.scroll(by: distance)
        return true
    }

    // MARK: Semantics

    /// The semantic tree of what is shown; built on demand.
    var tree: SemanticNode {
        if let knownTree { return knownTree }
        var nodes: [SemanticNode] = []
        if picture.part == .window { nodes += header.nodes }
        if !layout.isDrawer { nodes += sidebar.nodes }
        nodes += banner.nodes + viewer.content.nodes + notice.nodes
        if layout.isDrawer, layout.sidebar != nil {
            nodes.append(
                SemanticNode(
                    id: Self.veilID, role: .group, name: tr("Close the list of metrics"),
                    frame: layout.banner.map(layout.content.union) ?? layout.content,
                    command: .toggleDrawer))
            nodes += sidebar.nodes
        }
        nodes += (viewer.dialog?.nodes ?? []) + toast.nodes + tooltip.nodes + drop.nodes
        let tree = SemanticNode(
            id: ControlID("window"), role: .window, name: "Oresen", frame: layout.window,
            children: nodes)
        knownTree = tree
        return tree
    }

    /// The control with the keyboard focus, if the focus is visible.
    var shownFocus: ControlID? { viewer.shownFocus }

    // MARK: Drawing

    /// Adds everything to a scene.
    func encode(into scene: SceneBuilder) {
        let content = viewer.content
        let parts =
            [
                ground.recordings, header.recordings, layout.isDrawer ? 0 : sidebar.recordings,
                self.content.changes,
            ] + content.groundStamp
        let tags = ViewerTags(tree, scene)
        scene.keep(WholePicture(base, stamp: parts, ground: clearColor)) {
            tags.decoration { ground.encode(into: scene) }
            tags.group(header.nodes) { header.encode(into: scene) }
            if !layout.isDrawer {
                tags.group(ControlID("metrics")) { sidebar.encodeList(into: scene) }
            }
            content.encodeGround(into: scene, tags)
        }
        if !layout.isDrawer { sidebar.encodeStatus(into: scene) }
        tags.group(banner.nodes) { banner.encode(into: scene) }
        content.encode(into: scene, tags)
        notice.encode(into: scene)
        if layout.isDrawer, layout.sidebar != nil {
            tags.decoration { veil.encode(into: scene) }
            tags.group(ControlID("metrics")) { sidebar.encodeList(into: scene) }
            sidebar.encodeStatus(into: scene)
        }
        if let dialog = viewer.dialog {
            tags.group(dialog.nodes) { dialog.encode(into: scene, tags) }
        }
        toast.encode(into: scene)
        tooltip.encode(into: scene)
        drop.encode(into: scene)
    }

    /// The colour that every frame begins with: the window's background.
    ///
    /// `ground` removes it again outside of the window's corners.
    var clearColor: Color { picture.ground ?? model.appearance.theme.window }
}

extension ControlArea {
    /// The chart, which can be read by keys.
    static let chart = ControlArea("chart")
}

extension ControlID {
    static let chart = ControlID("chart", in: .chart)
}
