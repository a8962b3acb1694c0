// One chart or several, one below the other or in a grid, with the usual interaction: gestures,
// values that follow, a crosshair with its board in all charts of one x dimension.
//
// A frame is `advance`, `prepare`, `encode`. The figure is independent of windows: `ChartWindow`,
// `ChartImage` and `ChartLayer` host it, and so may any other program. How values follow: while the
// range is held or moves they grow and shrink with what is visible; once it rests they fit it (see
// Chart+Ranges).

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
    /// A chart with its position in the figure.
    public typealias Panel = FigurePanel

    /// The charts from the top down.
    public private(set) var panels: [Panel] = []
    /// The theme of the ground and of all charts without a theme of their own, with their
    /// crosshairs and boards.
    ///
    /// `prefersDark` and `prefersHighContrast` choose it among `shownThemes`. A theme that is set
    /// stays, whatever the surroundings are. The program has to request a frame.
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
    /// The last theme whose contrast was raised, and the result.
    private var raised: (of: ChartTheme, theme: ChartTheme)?
    /// The themes that were chosen for the figure; nil, the default, for none.
    public var themes: ThemePair? { didSet { renewTheme() } }
    /// The themes to choose from, each possibly as its `raisedContrast`: those that were chosen,
    /// else that of the first chart with a theme of its own, else the one that suits the first
    /// chart with a style and no theme, else `ThemePair.automatic`.
    public var shownThemes: ThemePair {
        let charts = panels.lazy.map(\.chart)
        let own =
            charts.compactMap(\.theme).first
            ?? charts.first { $0.shownTheme == nil }?.style.suitedTheme
        return themes ?? own.map { ThemePair($0) } ?? .automatic
    }
    /// Whether the person prefers dark surroundings, by the setting of the desktop.
    ///
    /// A `ChartWindow` sets it, and keeps it up to date; another host sets it from its own source.
    /// The program has to request a frame.
    public var prefersDark = false { didSet { renewTheme() } }
    /// Whether the person prefers high contrast, by the setting of the desktop:
    /// `ChartTheme.raisedContrast`.
    ///
    /// Set in the same way as `prefersDark`. The program has to request a frame.
    public var prefersHighContrast = false { didSet { renewTheme() } }
    /// Whether the person prefers reduced motion, by the setting of the desktop.
    ///
    /// While it is true all charts behave as with `reducesMotion` among the options of their
    /// interaction, which stay unchanged, and the crosshair appears and disappears at once. Motions
    /// under way end with the next frame. A `ChartWindow` sets it, and keeps it up to date.
    public var prefersReducedMotion = false {
        didSet { for panel in panels { hold(panel.chart) } }
    }
    /// Whether a pointer over a plot, or a finger held there, shows the values.
    public var showsCrosshair = true
    /// How many charts are next to one another, above zero; 1, the default, for one below the
    /// other.
    ///
    /// In a grid the charts fill rows from the left, and all plots have the same width. The height
    /// of a row's plots is the largest share in the row.
    public var columns: Int {
        get { layout.columns }
        set {
            precondition(newValue > 0, "a figure needs at least one column, not \(newValue)")
            layout.columns = newValue
        }
    }
    /// Whether axes that show the same dimension are labelled once: in the bottom row, and in the
    /// outermost column; false by default.
    ///
    /// Then all plots in a column have the same width and height, as in a grid.
    public var labelsSharedAxesOnce: Bool {
        get { layout.labelsSharedAxesOnce }
        set { layout.labelsSharedAxesOnce = newValue }
    }
    /// The distance from one panel to the next, in points.
    public var spacing: Double {
        get { layout.spacing }
        set { layout.spacing = newValue }
    }
    /// The room around the charts, their legend and their overview, in points: for `drawing`.
    public var insets = Insets()
    /// A drawing of the program's own next to the charts or behind them; nil for none.
    public var drawing: (any FigureDrawing)?
    /// The locale of numbers and times.
    public var locale = LocaleFormat.current
    /// Called with each frame's time in seconds, before anything moves: for a program's own
    /// animations.
    ///
    /// Returns whether another frame is needed. The time is that of the window's frame clock, or
    /// the time a picture is drawn for.
    public var willAdvance: ((_ time: Double) -> Bool)?
    /// Called with each gesture, in points of the figure, before the charts are: for a program's
    /// own interactions.
    ///
    /// Returns the outcome, as `PanZoomInteraction.handle` does: with `consumed` the charts do not
    /// get it and the crosshair disappears, with `changed` or `moving` a frame is drawn. A program
    /// that takes the beginning of a gesture also takes the rest of it: the phases of one have the
    /// same `id`.
    public var willHandle: ((_ gesture: Gesture) -> PanZoomInteraction.Response)?
    /// Called with each gesture after the charts have handled it, with the outcome.
    public var didHandle: ((_ gesture: Gesture, _ response: PanZoomInteraction.Response) -> Void)?
    /// Receive raw input before gestures are recognised, in order: a program's own interactions
    /// that need every sample of a pointer, a finger or a pen.
    public var tools: [any InputTool] = []
    /// A small picture of the whole record below the charts, with a window that moves their range.
    ///
    /// Nil for none. It is left out if there is no room.
    public var overview: Overview? {
        get { parts.overview }
        set { parts.overview = newValue }
    }
    /// The legend below the charts and the overview, which shows and hides the series.
    ///
    /// Nil for none. It is left out if there is no room.
    public var legend: Legend? {
        get { parts.legend }
        set { parts.legend = newValue }
    }
    private lazy var parts = FigureParts(self)
    private lazy var layout = FigureLayout(self)
    /// Whether a drag with the right button or with Shift selects a span of x.
    public var selectsSpans = false
    private var interpreter = GestureInterpreter()
    /// The charts that gestures under way began in, by the ids of the gestures.
    private var gestures: [Int: Chart] = [:]
    private lazy var crosshair = FigureCrosshair(self)
    private lazy var selection = FigureSelection(self)
    /// Whether the last layout began a motion, so that another frame is needed.
    public private(set) var movesAfterLayout = false
    /// The time up to which its requests for time were answered.
    private var wakeTime = -Double.infinity

    /// A figure of charts of equal height.
    ///
    /// - Parameter themes: for light and dark surroundings; nil for the default of `shownThemes`.
    public init(_ charts: [any PanelContent] = [], themes: ThemePair? = nil) {
        self.themes = themes
        for chart in charts { add(chart) }
    }

    /// A figure of charts of equal height, in a theme.
    public convenience init(_ charts: [any PanelContent] = [], theme: ChartTheme) {
        self.init(charts, themes: ThemePair(theme))
    }

    /// A figure of charts in a grid, in which axes that show the same dimension are labelled once.
    ///
    /// Charts share the x dimension if they have the same axis of x, and values if they have the
    /// same `ValueAxis.shared()`.
    public static func grid(
        columns: Int, _ charts: [any PanelContent], themes: ThemePair? = nil
    ) -> ChartFigure {
        let figure = ChartFigure(charts, themes: themes)
        figure.columns = columns
        figure.labelsSharedAxesOnce = true
        return figure
    }

    /// Adds a chart after the others; does nothing if it is there.
    ///
    /// - Parameter share: of the height, relative to the other panels' shares.
    @discardableResult
    public func add(_ content: any PanelContent, share: Double = 1) -> Panel {
        if let known = panels.first(where: { $0.chart === content.chart }) { return known }
        let panel = Panel(content, share: share, theme: theme)
        panels.append(panel)
        if legend == nil { legend = panel.chart.legend }
        hold(panel.chart)
        renewTheme()
        return panel
    }

    /// Shows one chart in place of all others; nothing changes if it is the only one.
    ///
    /// - Returns: its panel; nil for no chart.
    @discardableResult
    public func show(_ content: (any PanelContent)?) -> Panel? {
        for panel in panels where panel.chart !== content?.chart { remove(panel.chart) }
        return content.map { add($0) }
    }

    /// Removes a chart; does nothing if it is not there.
    public func remove(_ chart: Chart) {
        guard let index = panels.firstIndex(where: { $0.chart === chart }) else { return }
        let panel = panels.remove(at: index)
        chart.interaction.isHeldStill = false
        panel.detach()
    }

    /// Reduces the motion of a chart, or returns it to its own setting.
    private func hold(_ chart: Chart) { chart.interaction.isHeldStill = prefersReducedMotion }

    /// Applies the theme that is shown to the charts.
    private func renewTheme() {
        let theme = theme
        for panel in panels {
            panel.apply(theme)
            panel.equip(words)
        }
    }

    // MARK: Frame

    /// Advances everything to the time of a frame, in seconds; returns whether another frame is
    /// needed.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        var moves = willAdvance?(time) ?? false
        for panel in panels where panel.fitting.advance(to: time) { moves = true }
        crosshair.update(at: time)
        for panel in panels where panel.crosshair.advance(to: time) { moves = true }
        for panel in panels where panel.highlight.advance(to: time) { moves = true }
        return moves || hasDueAnimations
    }

    /// Lays the charts out in a frame, in points; costs next to nothing if nothing changed.
    public func prepare(
        in frame: Rect, deviceScale: Double, typesetter: Typesetter
    ) {
        // A chart may have been given a theme since.
        renewTheme()
        let theme = theme
        drawing?.prepare(
            in: frame, insets: insets, theme: theme, deviceScale: deviceScale,
            typesetter: typesetter)
        layout.prepare(
            in: parts.prepare(
                in: frame.inset(by: insets), deviceScale: deviceScale, typesetter: typesetter),
            deviceScale: deviceScale, typesetter: typesetter)
        movesAfterLayout = layout.begunMotion
        for panel in panels {
            panel.prepareGround(theme, deviceScale: deviceScale)
            panel.crosshair.prepare(deviceScale: deviceScale, typesetter: typesetter)
            if panel.crosshair.isMoving { movesAfterLayout = true }
        }
    }

    /// Adds the charts to a scene, as they were prepared; in a document each is a figure with its
    /// summary.
    public func encode(into scene: SceneBuilder) {
        drawing?.encode(into: scene)
        for (index, panel) in panels.enumerated() {
            guard scene.purpose == .document, let summary = summary(of: panel) else {
                panel.encode(into: scene)
                continue
            }
            let tag = PictureTag(.figure, label: summary, id: "chart-\(index + 1)")
            scene.tagged(tag) { panel.encode(into: scene) }
        }
        parts.encode(into: scene)
    }

    /// A sentence for screen readers that describes what is visible: the marks of each chart, and
    /// its range.
    public var summary: String {
        panels.compactMap { summary(of: $0) }.joined(separator: "; ")
    }

    /// Formats positions and values.
    var words: FigureWords { FigureWords(locale: locale) }

    /// A description of a chart; nil if it shows nothing.
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

    /// Whether an animation waits for a frame of a time that has come, though no frame has reached
    /// it.
    private var hasDueAnimations: Bool {
        panels.contains { ($0.chart.animator.nextDeadline ?? .infinity) <= wakeTime }
    }

    /// The next time at which the figure has something to do, in seconds; nil if there is none: for
    /// a gesture that time decides, and for an animation that waits.
    public var nextDeadline: Double? {
        let animations = panels.compactMap(\.chart.animator.nextDeadline).filter { $0 > wakeTime }
        return
            (animations
            + [interpreter.nextDeadline, InputTools(allTools).nextDeadline]
            .compactMap(\.self)).min()
    }

    /// Handles a frame of input, in points of the figure; returns whether another frame is needed.
    @discardableResult
    public func handle(_ frame: InputFrame) -> Bool {
        let tools = allTools
        guard !tools.isEmpty else { return take(interpreter.interpret(frame)) }
        var rest = frame
        rest.events = frame.events.filter { event in !tools.contains { $0.handle(event) } }
        for tool in tools { tool.endFrame(at: frame.time) }
        let isTaken = rest.events.count < frame.events.count
        return take(interpreter.interpret(rest)) || parts.takeChange() || isTaken
    }

    /// The legend, the overview, and the program's own tools.
    private var allTools: [any InputTool] { parts.tools + tools }

    /// Handles the time that the figure requested; returns whether another frame is needed.
    @discardableResult
    public func wake(at time: Double) -> Bool {
        wakeTime = max(wakeTime, time)
        for tool in allTools { tool.advance(to: time) }
        return take(interpreter.advance(to: time)) || parts.takeChange() || hasDueAnimations
    }

    private func take(_ gestures: [Gesture]) -> Bool {
        var changes = false
        for gesture in gestures where handle(gesture) { changes = true }
        return changes
    }

    /// Handles a gesture; returns whether another frame is needed.
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
        if follow(gesture) { changes = true }
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
        // A range that is released at rest is fitted in the next frame.
        return changes || gesture.phase == .ended
    }

    /// Over a value axis, fits values that were moved alone again; elsewhere, fits the values to
    /// the target range of the double tap.
    private func doubleTap(_ panel: Panel, at gesture: Gesture) {
        guard case .gutter(let id) = panel.chart.interaction.regions.region(at: gesture.origin),
            panel.chart.dimension(id) != nil
        else { return fitTarget(of: panel.chart.x, at: gesture.time) }
        for other in panels where other.chart.hasPinnedValues {
            other.fitting.release(at: gesture.time)
        }
    }

    /// The panels whose charts share an x dimension.
    private func sharing(_ dimension: Dimension) -> [Panel] {
        panels.filter { $0.chart.x === dimension }
    }

    /// Fits the values to the target range of a dimension.
    ///
    /// Call it when a program moves the range (`PanZoomAxis.glide`): then the values move to what
    /// will be visible together with the range, and do not wait until it rests.
    public func fitTarget(of dimension: Dimension, at time: Double) {
        for panel in sharing(dimension) { panel.fitting.fit(at: time, animated: true) }
    }

    /// Lets the crosshair follow a gesture, or over a chart with one, its tooltip.
    private func follow(_ gesture: Gesture) -> Bool {
        let panel = panel(at: gesture.location)
        var changes = false
        for other in panels where other !== panel {
            if other.chart.tooltip?.point(at: nil, in: other.chart) == true { changes = true }
        }
        guard let panel, let tooltip = panel.chart.tooltip else {
            return crosshair.follow(gesture) || changes
        }
        return tooltip.follow(gesture, in: panel.chart) || changes
    }

    /// The panel that a gesture belongs to: the one it began in, however panels were laid out
    /// since.
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

    /// Pages, zooms or fits all charts, for keys.
    ///
    /// It also turns the page if keys have moved the crosshair, which stays in view when keys zoom.
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

    /// The motions of `perform`.
    public enum Motion: Hashable, Sendable {
        /// Forward by a number of windows; back if negative.
        case page(by: Int)
        /// Magnified if the factor is above 1.
        case zoom(by: Double)
        /// To all data.
        case fit
    }

    // MARK: Selection

    /// The selected span of x; nil for none.
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
    /// The program has to request a frame, as after the other functions that select.
    public func beginSelection(at time: Double) { selection.tracker.begin(at: time) }

    /// Moves the end that is being selected by a number of readings, back if negative.
    public func extendSelection(by count: Int, at time: Double) {
        selection.tracker.extend(by: count, at: time)
    }

    /// Completes the selection.
    public func finishSelection(at time: Double) { selection.tracker.finish(at: time) }

    /// Clears the selection.
    public func clearSelection(at time: Double) { selection.tracker.clear(at: time) }

    /// The position of the crosshair, for the selection.
    var crosshairPlace: Double? { crosshair.tracker.x }

    /// The panel that a gesture or a crosshair was last over.
    var leadPanel: Panel? { crosshair.leadPanel }

    // MARK: Crosshair

    /// What holds the crosshair; nil while there is no crosshair.
    public var crosshairHold: CrosshairHold? { crosshair.tracker.hold }

    /// Removes the crosshair; returns whether there was one.
    @discardableResult
    public func hideCrosshair(at time: Double) -> Bool { crosshair.hide(at: time) }

    /// Shows the values at a position in points, in the chart there and in all with its x
    /// dimension; returns whether anything changed.
    @discardableResult
    public func point(at place: Point, at time: Double) -> Bool {
        guard showsCrosshair, let panel = panel(at: place), panel.chart.plot.contains(place) else {
            return hideCrosshair(at: time)
        }
        return showCrosshair(
            at: panel.chart.projection.valueX(atPoint: place.x), of: panel.chart.x, at: time)
    }

    /// Shows the values at a position of an x dimension in all of its charts; returns whether there
    /// are any.
    @discardableResult
    public func showCrosshair(at x: Double, of dimension: Dimension, at time: Double) -> Bool {
        crosshair.show(at: x, of: dimension, at: time)
    }

    /// Moves the crosshair by a number of readings, back if negative, and the view with it.
    ///
    /// If there is none yet, it enters from the side. The program has to request a frame.
    public func stepCrosshair(by count: Int, at time: Double) {
        crosshair.tracker.step(by: count, at: time)
    }

    /// Moves the crosshair to the first or the last reading in view.
    ///
    /// The program has to request a frame.
    public func moveCrosshair(toEnd isLast: Bool, at time: Double) {
        crosshair.tracker.move(toEnd: isLast, at: time)
    }

    /// Shows the crosshair in the middle of the view, where it stays, or removes it.
    ///
    /// The program has to request a frame.
    public func toggleCrosshair(at time: Double) { crosshair.tracker.toggle(at: time) }
}
