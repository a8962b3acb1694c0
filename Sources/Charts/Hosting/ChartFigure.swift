// One chart or several, one below the other, with what a person expects of them: gestures, values that
// follow, a crosshair with its board in all charts of one x dimension.
//
// A frame is `advance`, `prepare`, `encode`. The figure knows no window: `ChartWindow`, `ChartImage` and
// `ChartLayer` host it, and so may any other program.
// How values follow: while the range is under a hand or moves they grow and shrink with what is visible,
// once it rests they fit it (see Chart+Ranges).

import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Glibc
import Localization
import Painting
import Text

/// Charts that are laid out, moved and drawn together.
@MainActor
public final class ChartFigure {
    /// A chart with its place in the figure.
    @MainActor
    public final class Panel {
        /// What stands in it: a chart, or what lays one out.
        public let content: any PanelContent
        /// The chart that is drawn.
        public let chart: Chart
        /// Its share of the height, beside the other panels' shares.
        public var share: Double
        /// How the place of the crosshair is written; nil for the x scale's own way.
        public var title: ((Double) -> String)?
        /// How a value of a mark is written; nil for a number of the locale.
        public var value: ((_ mark: String, _ value: Double) -> String)?
        let crosshair: Crosshair
        let board: InfoBoard
        /// Lets the values follow the range.
        public let fitting: ValueFitting
        /// The span that is selected, drawn under the crosshair.
        let highlight: SpanHighlight
        private var theme: ChartTheme
        private var ground: (key: GroundKey, picture: Picture)?

        private struct GroundKey: Equatable {
            var frame: Rect
            var color: Color
            var scale: Double
        }

        /// A panel for a chart.
        init(_ content: any PanelContent, share: Double, theme: ChartTheme) {
            precondition(share > 0 && share.isFinite, "a panel needs a share above zero")
            self.content = content
            chart = content.chart
            self.share = share
            self.theme = theme
            fitting = ValueFitting(content)
            crosshair = Crosshair(style: theme.crosshair)
            crosshair.chart = chart
            board = InfoBoard(style: InfoBoard.Style(theme))
            crosshair.board = board
            highlight = SpanHighlight(style: theme.selection)
        }

        /// Adds the parts that a tool of the figure shows to the chart, once there is something to show.
        func attach(_ parts: [any Attachment]) {
            chart.overlay += parts.filter { part in !chart.overlay.contains { $0 === part } }
        }

        /// Takes the figure's parts off the chart.
        fileprivate func detach() {
            chart.overlay.removeAll { $0 === crosshair || $0 === highlight }
        }

        /// Wears the theme of the figure, or the chart's own: its crosshair and board stand on the
        /// chart's ground.
        fileprivate func wear(_ theme: ChartTheme) {
            chart.adopt(theme)
            let worn = chart.theme ?? chart.themeOfOwnGround ?? theme
            guard worn != self.theme else { return }
            self.theme = worn
            crosshair.style = worn.crosshair
            board.style = InfoBoard.Style(worn)
            highlight.style = worn.selection
        }

        /// Records what lies under a chart with a ground that is not the figure's.
        fileprivate func prepareGround(_ figure: ChartTheme, deviceScale: Double) {
            let color = chart.style.ground ?? theme.ground
            guard color != figure.ground else {
                ground = nil
                return
            }
            let key = GroundKey(
                frame: chart.frame, color: color, scale: deviceScale)
            guard ground?.key != key else { return }
            let canvas = Canvas(scale: deviceScale)
            canvas.fill(chart.frame, color)
            ground = (key, canvas.finish())
        }

        fileprivate func encode(into scene: SceneBuilder) {
            if let ground { scene.picture(ground.picture) }
            chart.encode(into: scene)
        }
    }

    /// The charts from the top down.
    public private(set) var panels: [Panel] = []
    /// What the charts are drawn on, and the theme of all that have none of their own, with their
    /// crosshairs and boards.
    ///
    /// It is the one of `shownThemes` that `prefersDark` and `prefersHighContrast` ask for. One that is
    /// set stays, whatever the surroundings are. A frame has to be asked for.
    public var theme: ChartTheme {
        get {
            let themes = shownThemes
            let theme = themes.theme(isDark: prefersDark)
            guard prefersHighContrast, !themes.isFixed else { return theme }
            if let raised, raised.of == theme { return raised.theme }
            let raised = theme.raisedContrast
            self.raised = (theme, raised)
            return raised
        }
        set { themes = ThemePair(newValue) }
    }
    /// The last theme whose contrast was raised, and what became of it.
    private var raised: (of: ChartTheme, theme: ChartTheme)?
    /// The themes that were chosen for the figure; nil, unless told otherwise, for none.
    public var themes: ThemePair? { didSet { renewTheme() } }
    /// The themes of which one is shown, or its `raisedContrast`: those that were chosen, else that of
    /// the first chart with a theme of its own, else the one that suits the first chart with a style and
    /// no theme, else `ThemePair.automatic`.
    public var shownThemes: ThemePair {
        let charts = panels.lazy.map(\.chart)
        let own =
            charts.compactMap(\.theme).first
            ?? charts.first { $0.shownTheme == nil }?.style.suitedTheme
        return themes ?? own.map { ThemePair($0) } ?? .automatic
    }
    /// Whether the surroundings are to be dark, by what the person has chosen for the whole desktop.
    ///
    /// A `ChartWindow` sets it, and keeps it up to date; another host sets it from whatever it knows of
    /// the person. A frame has to be asked for.
    public var prefersDark = false { didSet { renewTheme() } }
    /// Whether grounds and texts are to stand far apart, by what the person has chosen for the whole
    /// desktop: `ChartTheme.raisedContrast`.
    ///
    /// Set as `prefersDark` is. A frame has to be asked for.
    public var prefersHighContrast = false { didSet { renewTheme() } }
    /// Whether things are to appear in their place rather than move there, by what the person has chosen
    /// for the whole desktop.
    ///
    /// While it is true all charts do as with `reducesMotion` among the options of their interaction,
    /// which stay theirs, and the crosshair comes and goes at once. What moves arrives with the next
    /// frame. A `ChartWindow` sets it, and keeps it up to date.
    public var prefersReducedMotion = false {
        didSet { for panel in panels { hold(panel.chart) } }
    }
    /// Whether a pointer over a plot and a finger that is held there show the values.
    public var showsCrosshair = true
    /// From one panel to the next, in points.
    public var spacing = 0.0
    /// In which numbers and times are told.
    public var locale = LocaleFormat.current
    /// Called with each frame's time in seconds, before anything moves: for what a program animates.
    ///
    /// Says whether another frame is needed. The time is the window's frame clock, or what a picture
    /// is asked for.
    public var willAdvance: ((_ time: Double) -> Bool)?
    /// Called with each gesture, in points of the figure, before the charts are: for interactions of a
    /// program's own.
    ///
    /// Says what became of it, as `PanZoomInteraction.handle` does: with `consumed` the charts never
    /// hear of it and the crosshair goes away, with `changed` or `moving` a frame is drawn. Who takes
    /// the beginning of a gesture takes the rest of it too: the phases of one have the same `id`.
    public var willHandle: ((_ gesture: Gesture) -> PanZoomInteraction.Response)?
    /// Called with each gesture after the charts have handled it, with what became of it.
    public var didHandle: ((_ gesture: Gesture, _ response: PanZoomInteraction.Response) -> Void)?
    /// What raw input goes to before gestures are recognised, in order: interactions of a program's own
    /// that need every sample of a pointer, a finger or a pen.
    public var tools: [any InputTool] = []
    /// Whether a drag with the right button or with Shift selects a span of x.
    public var selectsSpans = false
    private var interpreter = GestureInterpreter()
    /// The charts that gestures began in, by the numbers of the gestures under way.
    private var gestures: [Int: Chart] = [:]
    private lazy var crosshair = FigureCrosshair(self)
    private lazy var selection = FigureSelection(self)
    /// Whether the last layout began a motion, so that another frame is needed.
    public private(set) var movesAfterLayout = false
    /// Up to when it was told of the time that it asked for.
    private var wakeTime = -Double.infinity
    /// What annotations took beside the axes of each chart in the last layout.
    private var margins: [Insets]?

    /// A figure of charts, all of one height.
    ///
    /// - Parameter themes: for light and dark surroundings; nil for what `shownThemes` says.
    public init(_ charts: [any PanelContent] = [], themes: ThemePair? = nil) {
        self.themes = themes
        for chart in charts { add(chart) }
    }

    /// A figure of charts, all of one height, in a theme.
    public convenience init(_ charts: [any PanelContent] = [], theme: ChartTheme) {
        self.init(charts, themes: ThemePair(theme))
    }

    /// Adds a chart below the others; nothing where it is there.
    ///
    /// - Parameter share: of the height, beside the other panels' shares.
    @discardableResult
    public func add(_ content: any PanelContent, share: Double = 1) -> Panel {
        if let known = panels.first(where: { $0.chart === content.chart }) { return known }
        let panel = Panel(content, share: share, theme: theme)
        panels.append(panel)
        hold(panel.chart)
        renewTheme()
        return panel
    }

    /// Shows one chart in the place of all others; nothing changes if it is the only one.
    ///
    /// - Returns: its panel; nil for no chart.
    @discardableResult
    public func show(_ content: (any PanelContent)?) -> Panel? {
        for panel in panels where panel.chart !== content?.chart { remove(panel.chart) }
        return content.map { add($0) }
    }

    /// Takes a chart out; nothing where it is not there.
    public func remove(_ chart: Chart) {
        guard let index = panels.firstIndex(where: { $0.chart === chart }) else { return }
        let panel = panels.remove(at: index)
        chart.interaction.isHeldStill = false
        panel.detach()
    }

    /// Reduces the motion of a chart, or lets it move as it has chosen itself.
    private func hold(_ chart: Chart) { chart.interaction.isHeldStill = prefersReducedMotion }

    /// Lets the charts wear the theme that is shown.
    private func renewTheme() {
        let theme = theme
        for panel in panels { panel.wear(theme) }
    }

    // MARK: Frame

    /// Moves everything on to the time of a frame, in seconds; whether another frame is needed.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        var moves = willAdvance?(time) ?? false
        for panel in panels where panel.fitting.advance(to: time) { moves = true }
        crosshair.update(at: time)
        for panel in panels where panel.crosshair.advance(to: time) { moves = true }
        for panel in panels where panel.highlight.advance(to: time) { moves = true }
        return moves || hasDueAnimations
    }

    /// Lays the charts out in a frame, in points; costs next to nothing where nothing changed.
    public func prepare(
        in frame: Rect, deviceScale: Double, typesetter: Typesetter
    ) {
        // A chart may have been given a theme since.
        renewTheme()
        movesAfterLayout = false
        let shares = panels.reduce(0) { $0 + $1.share }
        let room = max(0, frame.height - spacing * Double(max(0, panels.count - 1)))
        var top = frame.y
        var places: [Rect] = []
        for panel in panels {
            let height = shares > 0 ? room * panel.share / shares : 0
            places.append(Rect(x: frame.x, y: top, width: frame.width, height: height))
            top += height + spacing
        }
        func layout(_ index: Int) {
            panels[index].content.prepare(
                in: places[index], deviceScale: deviceScale, typesetter: typesetter)
        }
        for index in panels.indices {
            layout(index)
            // Round ends and the width of bars depend on the plot's size, which is known only now.
            guard panels[index].fitting.fitLayout() else { continue }
            if panels[index].content.advance(to: panels[index].chart.lastTime) {
                movesAfterLayout = true
            }
            layout(index)
        }
        // Plots stand in line: all have the widest room at their sides. What annotations take beside
        // the axes of one comes and goes at once, and so it does in the others.
        let widest = panels.reduce(SideGutters()) { $0.union($1.chart.neededGutters) }
        let margins = panels.map(\.chart.margins.room)
        let areOther = margins != self.margins ?? margins
        self.margins = margins
        for index in panels.indices where areOther || panels[index].chart.leastGutters != widest {
            panels[index].chart.leastGutters = widest
            if areOther { panels[index].chart.standAnew() }
            layout(index)
        }
        let theme = theme
        for panel in panels {
            panel.prepareGround(theme, deviceScale: deviceScale)
            panel.crosshair.prepare(deviceScale: deviceScale, typesetter: typesetter)
            if panel.crosshair.isMoving { movesAfterLayout = true }
        }
    }

    /// Adds the charts to a scene, as they were prepared; in a document each is a figure with its summary.
    public func encode(into scene: SceneBuilder) {
        for (index, panel) in panels.enumerated() {
            guard scene.purpose == .document, let summary = summary(of: panel) else {
                panel.encode(into: scene)
                continue
            }
            let tag = PictureTag(.figure, label: summary, id: "chart-\(index + 1)")
            scene.tagged(tag) { panel.encode(into: scene) }
        }
    }

    /// What is seen, in a sentence, for those who have it read to them: the marks of each chart, and from
    /// where to where it goes.
    public var summary: String {
        panels.compactMap { summary(of: $0) }.joined(separator: "; ")
    }

    /// How places and values are written.
    var words: FigureWords { FigureWords(locale: locale) }

    /// What is seen of a chart; nil for nothing.
    private func summary(of panel: Panel) -> String? {
        let names = panel.chart.marks.filter { !$0.isHidden }.map(\.id)
        guard !names.isEmpty else { return nil }
        let range = panel.chart.x.scale.kind.transform.values(of: panel.chart.x.range)
        guard range.isProper else { return names.joined(separator: ", ") }
        return tr(
            "{1}: {2}", names.joined(separator: ", "),
            locale.range(words.place(range.min, panel), words.place(range.max, panel)))
    }

    // MARK: Gestures

    /// Whether an animation waits for a frame of a time that has come, though the frames' have not.
    private var hasDueAnimations: Bool {
        panels.contains { ($0.chart.animator.nextDeadline ?? .infinity) <= wakeTime }
    }

    /// When the figure wants to be told of the time next, in seconds; nil where it does not: for a
    /// gesture that time decides, and for an animation that waits.
    public var nextDeadline: Double? {
        let animations = panels.compactMap(\.chart.animator.nextDeadline).filter { $0 > wakeTime }
        return
            (animations
            + [interpreter.nextDeadline, InputTools(tools).nextDeadline]
            .compactMap(\.self)).min()
    }

    /// Does what a frame of input means, in points of the figure; whether another frame is needed.
    @discardableResult
    public func handle(_ frame: InputFrame) -> Bool {
        guard !tools.isEmpty else { return take(interpreter.interpret(frame)) }
        var rest = frame
        rest.events = frame.events.filter { event in !tools.contains { $0.handle(event) } }
        for tool in tools { tool.endFrame(at: frame.time) }
        let isTaken = rest.events.count < frame.events.count
        return take(interpreter.interpret(rest)) || isTaken
    }

    /// Tells the figure of the time it asked for; whether another frame is needed.
    @discardableResult
    public func wake(at time: Double) -> Bool {
        wakeTime = max(wakeTime, time)
        for tool in tools { tool.advance(to: time) }
        return take(interpreter.advance(to: time)) || hasDueAnimations
    }

    private func take(_ gestures: [Gesture]) -> Bool {
        var changes = false
        for gesture in gestures where handle(gesture) { changes = true }
        return changes
    }

    /// Does what a gesture means; whether another frame is needed.
    @discardableResult
    public func handle(_ gesture: Gesture) -> Bool {
        var changes = false
        if let response = willHandle?(gesture) {
            changes = !response.isDisjoint(with: [.changed, .moving])
            if response.contains(.consumed) {
                return hideCrosshair(at: gesture.time) || changes
            }
        }
        if selectsSpans, selection.tracker.follow(gesture) { return true }
        if crosshair.follow(gesture) { changes = true }
        guard let panel = panel(for: gesture) else { return changes }
        let response = panel.chart.interaction.handle(gesture)
        if response.contains(.changed) || response.contains(.moving) {
            changes = true
            var isWheel = false
            if case .wheel = gesture.kind { isWheel = true }
            for other in sharing(panel.chart.x) {
                other.fitting.follow(at: gesture.time, rests: isWheel)
            }
        }
        if case .tap(2) = gesture.kind, response.contains(.consumed) {
            doubleTap(panel, at: gesture)
        }
        didHandle?(gesture, response)
        // A range that is let go of at rest is fitted in the next frame.
        return changes || gesture.phase == .ended
    }

    /// Over a value axis lets values that were moved alone fit again; elsewhere fits the values to the range
    /// that the double tap goes to.
    private func doubleTap(_ panel: Panel, at gesture: Gesture) {
        guard case .gutter(let id) = panel.chart.interaction.regions.region(at: gesture.origin),
            panel.chart.dimension(id) != nil
        else { return fitTarget(of: panel.chart.x, at: gesture.time) }
        for other in panels where other.chart.hasPinnedValues {
            other.fitting.release(at: gesture.time)
        }
    }

    /// The panels whose charts have an x dimension.
    private func sharing(_ dimension: Dimension) -> [Panel] {
        panels.filter { $0.chart.x === dimension }
    }

    /// Fits the values to where the range of a dimension is going.
    ///
    /// To be called when a program moves the range (`PanZoomAxis.glide`): then the values go to what will
    /// be visible while the range does, and need not wait until it rests.
    public func fitTarget(of dimension: Dimension, at time: Double) {
        for panel in sharing(dimension) { panel.fitting.fit(at: time, animated: true) }
    }

    /// The panel that a gesture belongs to: that in which it began, however panels are laid out since.
    private func panel(for gesture: Gesture) -> Panel? {
        if panels.count == 1 { return panels.first }
        let known = gestures[gesture.id].flatMap { chart in panels.first { $0.chart === chart } }
        let panel = known ?? panel(at: gesture.origin)
        switch gesture.phase {
        case .began, .changed: gestures[gesture.id] = panel?.chart
        case .ended, .cancelled: gestures[gesture.id] = nil
        }
        return panel
    }

    func panel(at place: Point) -> Panel? {
        panels.first { $0.chart.frame.contains(place) }
    }

    /// Pages, zooms or fits all charts, as keys do.
    ///
    /// A crosshair that is moved by keys turns the page, too, and stays in view when keys zoom.
    public func perform(_ motion: Motion, at time: Double) {
        var done: [ObjectIdentifier] = []
        for panel in panels {
            let id = ObjectIdentifier(panel.chart.x)
            guard !done.contains(id) else { continue }
            done.append(id)
            switch motion {
            case .page(let count):
                crosshair.rangeCause = .page
                panel.chart.interaction.page(by: Double(count), at: time)
            case .zoom(let factor):
                crosshair.rangeCause = .zoom
                panel.chart.interaction.zoom(by: factor, at: time)
                crosshair.tracker.keepInView(
                    at: time, duration: panel.chart.isStill ? 0 : panel.chart.rangeDuration)
            case .fit:
                panel.chart.interaction.fit(at: time, axes: [panel.chart.x.panZoom])
            }
            fitTarget(of: panel.chart.x, at: time)
        }
    }

    /// What `perform` does.
    public enum Motion: Hashable, Sendable {
        /// So many windows onwards; back where negative.
        case page(by: Int)
        /// Closer by a factor above 1.
        case zoom(by: Double)
        /// To everything there is.
        case fit
    }

    // MARK: Selection

    /// The span of x that is selected; nil for nothing.
    public var selectedSpan: SpanSelection? {
        selection.tracker.selection.flatMap { $0.isShown ? $0 : nil }
    }

    /// Called when another span is selected, or none.
    public var onSelect: (SpanSelection?) -> Void {
        get { selection.onSelect }
        set { selection.onSelect = newValue }
    }

    /// Begins to select a span by keys, at the crosshair or in the middle of the view.
    ///
    /// A frame has to be asked for, as after the other functions that select.
    public func beginSelection(at time: Double) { selection.tracker.begin(at: time) }

    /// Moves the end that is being selected by a number of readings, back if negative.
    public func extendSelection(by count: Int, at time: Double) {
        selection.tracker.extend(by: count, at: time)
    }

    /// Completes the selection.
    public func finishSelection(at time: Double) { selection.tracker.finish(at: time) }

    /// Clears the selection.
    public func clearSelection(at time: Double) { selection.tracker.clear(at: time) }

    /// What the crosshair reads, for the selection.
    var crosshairPlace: Double? { crosshair.tracker.x }

    /// The panel that a gesture or a crosshair was over last.
    var leadPanel: Panel? { crosshair.leadPanel }

    // MARK: Crosshair

    /// What holds the crosshair; nil while there is none.
    public var crosshairHold: CrosshairHold? { crosshair.tracker.hold }

    /// Takes the crosshair away; whether there was one.
    @discardableResult
    public func hideCrosshair(at time: Double) -> Bool { crosshair.hide(at: time) }

    /// Shows the values at a place in points, in the chart there and in all with its x dimension;
    /// whether anything changed.
    @discardableResult
    public func point(at place: Point, at time: Double) -> Bool {
        guard showsCrosshair, let panel = panel(at: place), panel.chart.plot.contains(place) else {
            return hideCrosshair(at: time)
        }
        return showCrosshair(
            at: panel.chart.projection.valueX(atPoint: place.x), of: panel.chart.x, at: time)
    }

    /// Shows the values at a place of an x dimension in all of its charts; whether there are any.
    @discardableResult
    public func showCrosshair(at x: Double, of dimension: Dimension, at time: Double) -> Bool {
        crosshair.show(at: x, of: dimension, at: time)
    }

    /// Moves the crosshair on by a number of readings, back where negative, and the view with it.
    ///
    /// Where there is none yet, it comes in from the side. A frame has to be asked for.
    public func stepCrosshair(by count: Int, at time: Double) {
        crosshair.tracker.step(by: count, at: time)
    }

    /// Moves the crosshair to the first or the last reading in view.
    ///
    /// A frame has to be asked for.
    public func moveCrosshair(toEnd isLast: Bool, at time: Double) {
        crosshair.tracker.move(toEnd: isLast, at: time)
    }

    /// Shows the crosshair in the middle of the view, where it stays, or takes it away.
    ///
    /// A frame has to be asked for.
    public func toggleCrosshair(at time: Double) { crosshair.tracker.toggle(at: time) }
}
