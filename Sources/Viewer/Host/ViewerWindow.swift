import ChartCore
import ChartInteraction
import ChartRendering
import ChartWindows
import Charts
import Desktop
import EventLoop
import GPU
import Geometry
import Glibc
import HealthData
import Platform
import Text
import Wayland

/// The viewer's window: passes events to the controller and draws the scene on the frame clock.
@MainActor
final class ViewerWindow {
    let window: Window
    private let loop: EventLoop
    private let model: ViewerModel
    private let scene: ViewerScene
    private let controller: ViewerController
    private let trace: TraceWriter?
    private let surface: WindowSurface
    private let programs = ProgramCache(path: ViewerWindow.cachePath("programs"))
    private var cause = FrameCause.resize
    /// Whether frames wait for something that they must not be drawn without.
    var isHeld = false {
        didSet { if !isHeld, let heldCause { setNeedsFrame(heldCause) } }
    }
    private var heldCause: FrameCause?
    private var frames = 0
    /// Whether there is a picture on the screen.
    var hasDrawn: Bool { frames > 0 }
    private let wakeUp: WakeUpCall
    private var tracedText = ""
    private let frameControls: WindowFrameControls
    /// The hand that holds a pen is not a touch.
    private var palms = PalmRejection()
    /// Called with an error that ends the program: a driver that cannot draw.
    var onFailure: (GPUError) -> Void = { _ in }
    /// Set when all data has arrived: the next frame shows it.
    var isLoaded = false {
        didSet { if !isLoaded { reportedLoaded = false } }
    }
    private var reportedLoaded = false

    init(
        loop: EventLoop, connection: Connection, options: ViewerOptions,
        controller: ViewerController,
        trace: TraceWriter?
    ) {
        self.loop = loop
        self.controller = controller
        self.trace = trace
        model = controller.model
        scene = controller.scene
        wakeUp = WakeUpCall(loop) {
            controller.nextDeadline
        } wake: {
            controller.advance(to: $0)
        }
        window = Window(
            connection,
            .init(
                title: ProgramIdentity.name, appID: ProgramIdentity.appID, size: options.size,
                minimumSize: Size(width: 360, height: 480), cornerRadius: Measure.windowCorner))
        surface = WindowSurface(window, atlas: scene.resources.atlas, programs: programs)
        frameControls = WindowFrameControls(window: window) { [scene] point in
            scene.layout.header.contains(point) && scene.tree.pressable(at: point) == nil
        } toggleMaximized: {
            controller.viewer.hosts.window?.toggleMaximized()
        }
        if options.isFullscreen { window.setFullscreen(true) }
        window.onConfigure = { [weak self] in self?.configure($0) }
        window.onInput = { [weak self] in self?.input($0) }
        window.frameClock.onFrame = { [weak self] in self?.draw($0) }
        model.onChange = { [weak self] in self?.setNeedsFrame($0) }
        model.onSelect = { metric, reading in
            trace?.write(
                "select",
                [
                    ("metric", .string(metric.rawValue)), ("time", .number(reading.time)),
                    ("value", .number(reading.value)),
                ])
        }
        model.onRange = { axis, range, cause in
            trace?.write(
                "range",
                [
                    ("axis", .string(axis)), ("min", .number(range.min)),
                    ("max", .number(range.max)),
                    ("cause", .string(cause)),
                ])
        }
    }

    /// Frees the GPU's objects before the window closes.
    func close() {
        surface.close()
        window.close()
        programs.save()
    }

    /// The path of a cache file; nil if the person has no home.
    static func cachePath(_ name: String) -> String? {
        guard let directories = try? BaseDirectories(), let cache = try? directories.made(.cache)
        else { return nil }
        return cache + "/" + name
    }

    private func setNeedsFrame(_ cause: FrameCause) {
        // The trace names the first cause of a frame; an event takes precedence over an ongoing
        // animation.
        if !window.frameClock.needsFrame || self.cause == .animation { self.cause = cause }
        window.frameClock.setNeedsFrame()
    }

    // MARK: Configuration

    private func configure(_ configuration: WindowConfigure) {
        let isFloating = configuration.states.isFloating
        let drawsFrame =
            configuration.decoration == .client
            && !configuration.states.contains(.fullscreen)
        scene.look = WindowLook(
            surface: window.surfaceSize, content: window.contentRect, scale: window.scale,
            buttons: drawsFrame
                ? HeaderModel.WindowButtons(
                    canMinimize: configuration.capabilities.contains(.minimize),
                    canMaximize: configuration.capabilities.contains(.maximize),
                    isMaximized: configuration.states.contains(.maximized)) : nil,
            hasTitleBar: configuration.decoration == .server
                && !configuration.states.contains(.fullscreen),
            isActive: configuration.states.contains(.activated) || !drawsFrame,
            cornerRadius: drawsFrame && isFloating ? Measure.windowCorner : 0)
        if !drawsFrame {
            frameControls.reset()
        }
        trace?.write(
            "configure",
            [
                ("width", .number(configuration.size.width)),
                ("height", .number(configuration.size.height)), ("scale", .number(window.scale)),
            ])
        setNeedsFrame(.resize)
    }

    /// Starts the driver, which is the slowest part of the start.
    ///
    /// Meanwhile the compositor decides on the window's size, and files are read.
    func startDriver() throws(GPUError) { try surface.start() }

    // MARK: Frames

    private func draw(_ time: FrameTime) {
        let start = ViewerWindow.processTime
        guard !isHeld else {
            heldCause = heldCause ?? cause
            return
        }
        heldCause = nil
        let cause = cause
        self.cause = .animation
        let moves = scene.advance(to: time.target)
        window.textInput = textInput
        window.title = WindowTitle.text(controller.viewer, program: ProgramIdentity.name)
        let statistics: FrameStatistics?
        do {
            statistics = try surface.draw(clear: scene.clearColor) {
                (renderer, _) throws(GPUError) in
                try renderer.draw { self.scene.encode(into: $0) }
            }
        } catch {
            onFailure(error)
            return
        }
        guard let statistics else {
            // Everything is rebuilt from state with the next frame.
            setNeedsFrame(.resize)
            return
        }
        frames += 1
        report(statistics, cause: cause, moves: moves, cpu: ViewerWindow.processTime - start)
        if moves { setNeedsFrame(.animation) }
    }

    private func report(
        _ statistics: FrameStatistics, cause: FrameCause, moves: Bool, cpu: Double
    ) {
        guard let trace else { return }
        traceLayout()
        trace.write(
            "frame",
            [
                ("n", .integer(frames)), ("cpu_us", .integer(Int(cpu * 1e6))),
                ("uploaded", .integer(statistics.uploadedBytes)),
                ("vertices", .integer(statistics.vertexBytes)),
                ("draws", .integer(statistics.draws)), ("animating", .boolean(moves)),
                ("cause", .string(cause.rawValue)),
                ("shaped", .integer(scene.resources.typesetter.shapedCount)),
            ])
        if frames == 1 { trace.write("first-frame") }
        if isLoaded, !reportedLoaded {
            reportedLoaded = true
            trace.write("loaded")
        }
    }

    /// Releases memory that only reading and the first frames needed; a lost context holds none.
    func releaseSpareMemory() {
        surface.releaseCompiler()
        SpareMemory.release()
        trace?.write("memory-released")
    }

    private func traceLayout() {
        var fields: [(String, TraceValue)] = []
        fields.append(("plot", .rect(model.chart?.plot ?? .zero)))
        fields.append(("metric", .string(model.selected?.rawValue ?? "")))
        fields.append(("period", .string(model.isTimed ? model.dates.period?.rawValue ?? "" : "")))
        fields.append(("phase", .string(model.phase.rawValue)))
        fields.append(("controls", LayoutReport.controls(scene) { .rect($0) }))
        var text = ""
        TraceValue.object(fields).write(to: &text)
        guard text != tracedText else { return }
        tracedText = text
        trace?.write("layout", fields)
    }

    /// The processor time that the program has used, in seconds.
    private static var processTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    // MARK: Input

    /// The state of the focused text field for an input method; nil if there is none.
    private var textInput: TextInputState? {
        controller.typing.map { typing in
            let field = typing.field
            return TextInputState(
                text: field.text, caret: field.utf8Offset(of: field.caret),
                anchor: field.utf8Offset(of: field.anchor), place: typing.caret)
        }
    }

    private func input(_ event: SeatEvent) {
        switch event {
        case .key(let key): self.key(key)
        case .keyboardFocus(let has): if !has { controller.reset(at: loop.now) }
        case .modifiers: break
        case .textInput(let event):
            controller.viewer.edit { $0.apply(InputAdapter.edit(event)) }
            wakeUp.order()
        default:
            guard var frame = InputFrame(event) else { return }
            let shift = window.contentRect.origin - Point.zero
            for index in frame.events.indices {
                frame.events[index].position = frame.events[index].position + shift
            }
            take(frame)
        }
    }

    /// Takes recorded input, in points of the content, as if it came from the seat.
    func play(_ frame: InputFrame) {
        var frame = frame
        for index in frame.events.indices {
            frame.events[index].position =
                frame.events[index].position + (scene.look.content.origin - .zero)
        }
        take(frame)
    }

    /// Handles a frame of input, in points of the surface.
    private func take(_ frame: InputFrame) {
        traceInput(frame)
        var frame = palms.filter(frame)
        if scene.look.buttons != nil {
            frame.events.removeAll { frameControls.handle($0) }
        }
        if !frame.events.isEmpty { controller.handle(frame) }
        wakeUp.order()
    }

    private func traceInput(_ frame: InputFrame) {
        guard let trace else { return }
        for event in frame.events {
            var fields: [(String, TraceValue)] = [
                ("kind", .string(event.traceKind)), ("time", .number(event.time)),
                ("x", .number(event.position.x)), ("y", .number(event.position.y)),
            ]
            switch event.kind {
            case .pinchUpdated(let translation, let scale, _):
                fields += [
                    ("scale", .number(scale)), ("dx", .number(translation.dx)),
                    ("dy", .number(translation.dy)),
                ]
            case .scrolled(let delta, _), .wheel(let delta):
                fields += [("dx", .number(delta.dx)), ("dy", .number(delta.dy))]
            case .touchBegan(let id), .touchMoved(let id), .touchEnded(let id):
                fields.append(("id", .integer(id)))
            default: break
            }
            if let pen = event.pen {
                fields.append(("pen", .integer(pen.tool)))
                if let pressure = pen.pressure { fields.append(("pressure", .number(pressure))) }
            }
            trace.write("input", fields)
        }
    }

    private func key(_ event: KeyEvent) {
        // A key that was down when the window got the keyboard was meant for another window.
        guard event.phase != .released, !event.isComposing, !event.isHeldFromBefore else { return }
        let combinations = InputAdapter.combinations(event)
        if let trace, let first = combinations.first {
            trace.write(
                "input",
                [("kind", "key"), ("key", .string(first.label)), ("time", .number(event.time))])
        }
        controller.press(combinations, text: event.text, isRepeat: event.phase == .repeated)
        wakeUp.order()
    }
}
