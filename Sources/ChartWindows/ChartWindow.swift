// A window for charts: it lets a program show one in a few lines.
//
// Nothing runs between two events: frames come from the compositor's callbacks, and only while
// something moves or has changed.

import ChartInteraction
import ChartRendering
import ChartScene
import EventLoop
import GPU
import Geometry
import Painting
import Platform
import Text
import Wayland

/// A Wayland window that shows charts and handles input.
///
///     try ChartWindow("Weight", chart).run()
///
/// Drag, scroll, pinch and wheel move the charts, a double click shows everything; ← → turn pages,
/// + − zoom, Home fits, Esc and Ctrl+Q close. If the compositor draws no frame around windows, the
/// window has a title bar of its own.
///
/// If no theme was chosen, the desktop's settings decide whether it is light or dark and whether it
/// has high contrast. They also turn off motion without a hand, and the window follows all their
/// changes. It reads them over D-Bus from the settings portal; if nothing answers, the window is
/// light and moves. A program with another source of those preferences turns `followsDesktop` off
/// and sets `prefersDark`, `prefersHighContrast` and `prefersReducedMotion` of the figure.
@MainActor
public final class ChartWindow {
    /// The charts; changes to them are shown after `setNeedsFrame`.
    public let figure: ChartFigure
    /// Runs the window; a program may watch descriptors of its own with it.
    public let loop: EventLoop
    /// Called with each frame's time in seconds, before anything moves: the figure's `willAdvance`.
    public var willAdvance: ((_ time: Double) -> Bool)? {
        get { figure.willAdvance }
        set { figure.willAdvance = newValue }
    }
    /// Called with typed text that the window does not use.
    public var onText: ((_ text: String) -> Void)?
    /// The theme that is shown; one that is set stays, whatever the desktop's setting is.
    public var theme: ChartTheme {
        get { figure.theme }
        set { themes = ThemePair(newValue) }
    }
    /// The themes for light and dark desktops, as `ChartFigure.themes`.
    public var themes: ThemePair? {
        get { figure.themes }
        set {
            figure.themes = newValue
            setNeedsFrame()
        }
    }
    /// Whether the figure's preferences follow the desktop; true by default.
    public var followsDesktop = true { didSet { watchSurroundings() } }
    /// Whether the window was closed, by the person or by `close`.
    public private(set) var isClosed = false
    /// The number of frames drawn.
    public private(set) var frameCount = 0
    /// The cost of the last frame.
    public private(set) var statistics = FrameStatistics()
    private let connection: Connection
    private let window: Window
    private let surface: WindowSurface
    private let typesetter: Typesetter
    private let atlas: GlyphAtlas
    private var controls: WindowFrameControls?
    private var bar: TitleBar?
    /// The hand that holds a pen is not a touch.
    private var palms = PalmRejection()
    private var failure: GPUError?
    private var ending: WaylandError?
    private lazy var wakeUp = WakeUpCall(loop) { [figure] in
        figure.nextDeadline
    } wake: { [weak self] time in
        if let self, figure.wake(at: time) { setNeedsFrame() }
    }
    private var observations: [ChartObservation] = []
    private let bus: String?
    private let patience: Double
    private var watch: SurroundingsWatch?
    /// Whether the first picture waits for the desktop's answer about dark surroundings.
    private var isHeld = false

    /// A window for a chart.
    ///
    /// - Parameters:
    ///   - size: the first size of the content, in points.
    ///   - theme: nil for that of the chart, else by the desktop.
    /// - Throws: `WaylandError` if no compositor answers, `FontError` if no font is installed,
    ///   `GPUError` if no driver answers.
    public convenience init(
        _ title: String, _ chart: Chart, size: Size = Size(width: 900, height: 560),
        theme: ChartTheme? = nil
    ) throws {
        try self.init(
            title, ChartFigure([chart], themes: theme.map { ThemePair($0) }), size: size)
    }

    /// A window for several charts.
    public convenience init(
        _ title: String, _ figure: ChartFigure, size: Size = Size(width: 900, height: 560)
    ) throws {
        try self.init(title, figure, size: size, loop: try EventLoop(), display: nil)
    }

    /// A window in a given loop and on a given display.
    ///
    /// - Parameters:
    ///   - appID: the reverse-DNS name of the program, as in its desktop file.
    ///   - display: the name of the compositor's socket; nil for the environment's.
    ///   - bus: the address of the message bus with the desktop's settings; nil for the session's.
    ///   - patience: how long the first picture waits for the settings, in seconds; a later answer
    ///     changes the picture then.
    public init(
        _ title: String, _ figure: ChartFigure, size: Size, appID: String = "OresenCharts",
        loop: EventLoop, display: String?, bus: String? = nil, patience: Double = 0.1
    ) throws {
        self.figure = figure
        self.loop = loop
        self.bus = bus
        self.patience = patience
        let fonts = try FontLibrary()
        typesetter = Typesetter(fonts: fonts)
        atlas = GlyphAtlas(fonts: fonts)
        connection = try Connection(displayName: display, loop: loop)
        window = Window(
            connection,
            .init(
                title: title, appID: appID, size: size,
                minimumSize: Size(width: 240, height: 180), shadow: 0))
        surface = WindowSurface(window, atlas: atlas)
        window.onConfigure = { [weak self] in self?.configure($0) }
        window.onInput = { [weak self] in self?.take($0) }
        window.onCloseRequest = { [weak self] in self?.close() }
        connection.onClosed = { [weak self] error in
            self?.ending = error
            self?.close()
        }
        window.frameClock.onFrame = { [weak self] in self?.draw($0) }
        watchSurroundings()
        try surface.start()
    }

    /// Requests a frame: call it after changing anything from outside.
    public func setNeedsFrame() { window.frameClock.setNeedsFrame() }

    /// Changes something and shows it.
    public func update(_ change: () -> Void) {
        change()
        setNeedsFrame()
    }

    /// Keeps an observation until the window is closed.
    func keep(_ observation: ChartObservation) {
        observations.removeAll { $0.isCancelled }
        observations.append(observation)
    }

    /// Shows the window until it is closed.
    ///
    /// In the meantime, `Task`s and `await`s of the main actor run. The window is shown by the thread
    /// that made it; an asynchronous `main` may continue in another one after an `await`.
    ///
    /// - Throws: `EventLoopError`, `WaylandError` if the compositor has gone, and `GPUError` if the
    ///   driver can no longer draw.
    public func run() throws {
        defer {
            surface.close()
            window.close()
            leaveSurroundings()
            for observation in observations { observation.cancel() }
            observations = []
        }
        if !isClosed { try loop.run() }
        if let failure { throw failure }
        if let ending { throw ending }
    }

    /// Ends `run`.
    public func close() {
        isClosed = true
        loop.stop()
    }

    // MARK: Surroundings

    /// Requests the desktop's settings and listens for changes, as long as they are followed.
    private func watchSurroundings() {
        guard !isClosed, followsDesktop else {
            leaveSurroundings()
            return release()
        }
        guard watch == nil else { return }
        let watch = SurroundingsWatch(
            loop: loop, address: bus, onChange: { [weak self] in self?.follow($0) },
            onAnswer: { [weak self] in
                guard let self, let watch = self.watch else { return }
                follow(watch.surroundings)
                release()
            })
        self.watch = watch
        // Until there is an answer, the last known settings apply.
        guard watch.isAsking else { return follow(watch.surroundings) }
        // The first picture has the desktop's theme, unless the answer is late.
        guard frameCount == 0 else { return }
        isHeld = true
        loop.schedule(after: patience) { [weak self] in self?.release() }
    }

    /// Stops listening to the desktop.
    private func leaveSurroundings() {
        watch?.close()
        watch = nil
    }

    /// Applies the desktop's settings.
    private func follow(_ surroundings: Surroundings) {
        let theme = figure.theme
        connection.pointerTheme = PointerTheme(
            name: surroundings.pointerTheme, size: surroundings.pointerSize)
        figure.prefersDark = surroundings.prefersDark
        figure.prefersHighContrast = surroundings.prefersHighContrast
        // Motions under way end in the next frame, which has been requested.
        figure.prefersReducedMotion = surroundings.prefersReducedMotion
        if figure.theme != theme { setNeedsFrame() }
    }

    /// Lets the first picture be drawn.
    private func release() {
        guard isHeld else { return }
        isHeld = false
        setNeedsFrame()
    }

    // MARK: Frames

    /// The rectangle of the charts on the surface, in points.
    private var content: Rect {
        let all = window.contentRect
        guard bar != nil else { return all }
        return all.inset(by: Insets(top: TitleBar.height))
    }

    private func configure(_ configuration: WindowConfigure) {
        let drawsFrame =
            configuration.decoration == .client && !configuration.states.contains(.fullscreen)
        if drawsFrame, bar == nil {
            bar = TitleBar(window.title)
            controls = WindowFrameControls(window: window) { [weak self] place in
                guard let self, let bar else { return false }
                let header = bar.rect(in: window.contentRect)
                return header.contains(place) && !bar.closeRect(in: header).contains(place)
            } toggleMaximized: { [weak self] in
                guard let self else { return }
                window.setMaximized(
                    !(window.configuration?.states.contains(.maximized) ?? false))
            }
        } else if !drawsFrame, bar != nil {
            controls?.reset()
            controls = nil
            bar = nil
        }
        setNeedsFrame()
    }

    private func draw(_ time: FrameTime) {
        // A chosen theme need not wait; it may be set or removed until here.
        guard !isHeld || figure.shownThemes.isFixed else { return }
        isHeld = false
        let moves = figure.advance(to: time.target)
        figure.prepare(
            in: content, deviceScale: window.scale, typesetter: typesetter)
        let header = bar?.picture(
            in: window.contentRect, theme: figure.theme, scale: window.scale, typesetter)
        do {
            let cost = try surface.draw(clear: figure.theme.ground) {
                (renderer, _) throws(GPUError) in
                try renderer.draw { scene in
                    figure.encode(into: scene)
                    if let header { scene.picture(header) }
                }
            }
            guard let cost else { return setNeedsFrame() }
            statistics = cost
        } catch {
            failure = error
            return close()
        }
        frameCount += 1
        if moves || figure.movesAfterLayout { setNeedsFrame() }
        // An animation added since may need a wake-up.
        wakeUp.order()
    }

    // MARK: Input

    private func take(_ event: SeatEvent) {
        if case .key(let key) = event { return take(key) }
        guard let unfiltered = InputFrame(event) else { return }
        var frame = palms.filter(unfiltered)
        if let controls {
            frame.events.removeAll { event in
                if isClose(event) { return true }
                return controls.handle(event)
            }
        }
        if !frame.events.isEmpty, figure.handle(frame) { setNeedsFrame() }
        if frame.events.contains(where: \.isPress) { endFocus() }
        wakeUp.order()
    }

    /// Removes the keyboard's focus from the figure's parts: the person uses the pointer.
    private func endFocus() {
        let focus = FigureFocus(figure)
        guard focus.place != nil else { return }
        focus.place = nil
        setNeedsFrame()
    }

    /// Closes the window if an event is a press on its close button; returns whether it is.
    private func isClose(_ event: InputEvent) -> Bool {
        guard let bar else { return false }
        let button = bar.closeRect(in: bar.rect(in: window.contentRect))
        guard button.contains(event.position) else { return false }
        switch event.kind {
        case .pointerReleased(.left), .touchEnded:
            close()
            return true
        case .pointerPressed(.left), .touchBegan: return true
        default: return false
        }
    }

    /// While keys hold the crosshair, the arrows move from reading to reading, and Escape removes
    /// it.
    private func moveCrosshair(_ key: KeyEvent, at time: Double) -> Bool {
        let isHeld = figure.crosshairHold == .keys
        let count = key.modifiers.contains(.shift) ? 10 : 1
        switch key.keysym {
        case .left where isHeld: figure.stepCrosshair(by: -count, at: time)
        case .right where isHeld: figure.stepCrosshair(by: count, at: time)
        case .home where isHeld: figure.moveCrosshair(toEnd: false, at: time)
        case .end where isHeld: figure.moveCrosshair(toEnd: true, at: time)
        case .escape where figure.crosshairHold == .pinned || isHeld:
            figure.hideCrosshair(at: time)
        default:
            guard key.text == " ", key.phase == .pressed, figure.showsCrosshair else {
                return false
            }
            figure.toggleCrosshair(at: time)
        }
        return true
    }

    /// Tab moves the focus through the overview and the legend, the arrows move the part of the
    /// overview that has it, and Space and Enter show and hide the series that has it.
    private func moveFocus(_ key: KeyEvent, at time: Double) -> Bool {
        let focus = FigureFocus(figure)
        let isFar = key.modifiers.contains(.shift)
        let windows = isFar ? 1 : 0.1
        switch key.keysym {
        case .tab: return focus.move(by: isFar ? -1 : 1)
        case .backTab: return focus.move(by: -1)
        case .escape where focus.place != nil:
            focus.place = nil
            return true
        case .left: return focus.move(.windows(-windows), at: time)
        case .right: return focus.move(.windows(windows), at: time)
        case .home: return focus.move(.end(-1), at: time)
        case .end: return focus.move(.end(1), at: time)
        case .space, .enter, .keypadEnter:
            return key.phase == .pressed
                && focus.toggle(alone: key.modifiers.contains(.alt), at: time)
        default: return false
        }
    }

    private func take(_ key: KeyEvent) {
        guard key.phase != .released, !key.isHeldFromBefore else { return }
        let time = loop.now
        if moveFocus(key, at: time) || moveCrosshair(key, at: time) { return setNeedsFrame() }
        let motion: ChartFigure.Motion? =
            switch key.keysym {
            case .left, .pageUp: .page(by: -1)
            case .right, .pageDown: .page(by: 1)
            case .home: .fit
            case .keypadAdd: .zoom(by: 1.5)
            case .keypadSubtract: .zoom(by: 1 / 1.5)
            default:
                switch key.text {
                case "+", "=": .zoom(by: 1.5)
                case "-": .zoom(by: 1 / 1.5)
                default: nil
                }
            }
        if let motion {
            figure.perform(motion, at: time)
            return setNeedsFrame()
        }
        let isQuit =
            key.keysym == .escape
            || (key.modifiers.contains(.control) && key.baseKeysym.lowercased.scalar == "q")
        if isQuit { return close() }
        if !key.text.isEmpty { onText?(key.text) }
    }
}

/// The bar above the charts if the compositor draws no frame around windows.
@MainActor
private final class TitleBar {
    static let height = 36.0
    private let title: String
    private var known: (key: Key, picture: Picture)?

    private struct Key: Hashable {
        var content: Rect
        var theme: ChartTheme
        var scale: Double
    }

    init(_ title: String) { self.title = title }

    func rect(in content: Rect) -> Rect {
        Rect(x: content.x, y: content.y, width: content.width, height: Self.height)
    }

    func closeRect(in header: Rect) -> Rect {
        Rect(
            x: header.maxX - Self.height, y: header.y, width: Self.height, height: Self.height)
    }

    func picture(
        in content: Rect, theme: ChartTheme, scale: Double, _ typesetter: Typesetter
    ) -> Picture {
        let key = Key(content: content, theme: theme, scale: scale)
        if let known, known.key == key { return known.picture }
        let canvas = Canvas(scale: scale)
        let header = rect(in: content)
        let button = closeRect(in: header)
        canvas.fill(header, theme.board)
        canvas.horizontalLine(
            from: header.minX, to: header.maxX, y: header.maxY - 1 / scale, color: theme.hairline)
        let room = max(0, header.width - 2 * Self.height)
        canvas.text(
            typesetter.line(title, TextStyle(size: 13, weight: .semibold), fitting: room),
            in: header, color: theme.strongLabel, alignment: .center)
        let middle = Point(x: button.midX, y: button.midY)
        for side in [-1.0, 1.0] {
            canvas.line(
                from: Point(x: middle.x - 5, y: middle.y - 5 * side),
                to: Point(x: middle.x + 5, y: middle.y + 5 * side), width: 1.5,
                color: theme.label)
        }
        let picture = canvas.finish()
        known = (key, picture)
        return picture
    }
}

extension InputEvent {
    /// Whether a button or a finger goes down.
    fileprivate var isPress: Bool {
        switch kind {
        case .pointerPressed, .touchBegan: true
        default: false
        }
    }
}
