// A toplevel window by the rules of xdg-shell.
//
// The first commit has no buffer; nothing is drawn before the first configure. A configure is
// collected from its events, delivered as one value, and acknowledged right before the commit that
// applies it. That is at the end of the same turn, with a frame drawn in the new size. If nothing
// is drawn because only states changed, it is a commit without a buffer, since some compositors
// wait for one. Only the last of several configures in one turn is answered.
// State that belongs to a frame (viewport, buffer scale, geometry, regions) is sent with that frame.

import CWaylandClient
import CWaylandEGL
import EventLoop
import Geometry
import Platform
import WaylandClientProtocols

/// A window of the desktop.
///
/// The program draws its controls in the content; with client-side decoration a shadow margin
/// surrounds it on the surface (`contentRect`). Everything here is in points except `bufferSize`.
@MainActor
public final class Window {
    /// The initial properties of a window.
    public typealias Options = WindowOptions

    /// Called with the compositor's decisions: the first time before anything may be drawn, then
    /// whenever size, states, decoration or scale change.
    ///
    /// A frame follows in the same turn.
    public var onConfigure: ((WindowConfigure) -> Void)?
    /// Called with the user's input in this window.
    public var onInput: ((SeatEvent) -> Void)?
    /// Called when the user wants to close the window; nothing happens automatically.
    public var onCloseRequest: (() -> Void)?
    /// Called during a drag over the window, and when it is dropped.
    public var onDrop: ((DropEvent) -> Void)?

    /// The connection that it belongs to.
    public let connection: Connection
    /// Determines when to draw.
    public let frameClock: FrameClock
    /// The latest configure, or nil before the first.
    public private(set) var configuration: WindowConfigure?

    /// The pointer's shape while it is over this window.
    public var cursor: CursorName = .default {
        didSet {
            guard cursor != oldValue else { return }
            for seat in connection.seats { seat.updateCursor(over: self) }
        }
    }

    /// The current text field of this window, for input methods; nil if there is none.
    ///
    /// A new value is sent to the compositor.
    public var textInput: TextInputState? {
        didSet {
            guard textInput != oldValue else { return }
            for seat in connection.seats { seat.updateTextInput(of: self) }
        }
    }

    /// The title in the title bar and in lists of windows; a new value is sent to the compositor.
    public var title: String {
        didSet { if title != oldValue, isUsable { toplevel.setTitle(title: title) } }
    }

    /// The smallest size of the content that the user can set, in points.
    public var minimumSize: Size {
        didSet { if minimumSize != oldValue { sendMinimumSize() } }
    }

    let surface: WlSurface
    let xdgSurface: XdgSurface
    let toplevel: XdgToplevel
    private let options: Options
    /// The limits on its picture.
    var limits = SurfaceLimits()
    private var decoration: ZxdgToplevelDecorationV1?
    private var viewport: WpViewport?
    private var fractional: WpFractionalScaleV1?
    private var sequence: ConfigureSequence
    private(set) var surfaceScale: SurfaceScale
    private(set) var geometry: FrameGeometry
    private var entered: Set<WlOutput> = []
    private var pendingSerial: UInt32?
    private var isSettling = false
    private var eglWindow: OpaquePointer?
    private var isClosed = false
    /// The layout of the last drawn frame, to detect whether the next one differs.
    private var committed: Layout?

    private struct Layout: Hashable {
        let geometry: FrameGeometry
        let scale: SurfaceScale
    }

    /// Makes the window and requests its first configure.
    public init(_ connection: Connection, _ options: Options) {
        guard let compositor = connection.compositor, let wmBase = connection.wmBase else {
            preconditionFailure("a window needs a connection with all required globals")
        }
        self.connection = connection
        self.options = options
        title = options.title
        minimumSize = options.minimumSize
        surface = compositor.createSurface()
        xdgSurface = wmBase.getXdgSurface(surface: surface)
        toplevel = xdgSurface.getToplevel()
        frameClock = FrameClock(connection, surface)
        sequence = ConfigureSequence(
            defaultSize: PixelSize(
                width: max(1, Int(options.size.width.rounded())),
                height: max(1, Int(options.size.height.rounded()))))
        surfaceScale = .one
        geometry = FrameGeometry(
            size: PixelSize(width: 1, height: 1), states: [], decoration: .server, shadow: 0,
            cornerRadius: 0, scale: .one)
        connection.add(self, surface)
        listen()
        surfaceScale = wantedScale
        toplevel.setTitle(title: title)
        toplevel.setAppId(appId: options.appID)
        sendMinimumSize()
        if let token = connection.activationToken, let activation = connection.activation {
            activation.activate(token: token, surface: surface)
            connection.activationToken = nil
        }
        surface.commit()
    }

    isolated deinit { close() }

    /// Ends the window.
    ///
    /// All GPU objects of `nativeSurface` must be freed first.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        frameClock.end()
        connection.remove(surface)
        if let eglWindow { wl_egl_window_destroy(eglWindow) }
        eglWindow = nil
        guard connection.display != nil else { return }
        // The decoration must be destroyed before the toplevel, and that before its surface.
        decoration?.destroy()
        fractional?.destroy()
        viewport?.destroy()
        toplevel.destroy()
        xdgSurface.destroy()
        surface.destroy()
    }

    /// Whether requests still reach a compositor.
    var isUsable: Bool { !isClosed && connection.failure == nil }

    // MARK: Geometry

    /// The rectangle of the content on the surface, in points.
    public var contentRect: Rect { geometry.content }
    /// The width of the shadow around the content in points; 0 if none is drawn.
    public var shadowMargin: Double { Double(geometry.margin) }
    /// The whole surface in points: the content and the shadow around it.
    public var surfaceSize: Size { Size(geometry.surface) }
    /// Device pixels per point.
    public var scale: Double { surfaceScale.value }
    /// The size of the next frame in device pixels.
    public var bufferSize: PixelSize { surfaceScale.pixels(geometry.surface) }

    /// The window for EGL, made at its first use, which must not be before the first configure.
    ///
    /// Its size follows the window's automatically, as long as nothing is drawn between two frames.
    /// Drivers allocate a buffer of the current size as early as eglMakeCurrent, so making it
    /// before the size is known would make the first frame wrong.
    public var nativeSurface: NativeSurface {
        get throws(WaylandError) {
            let display = try connection.nativeDisplay
            guard isUsable else { throw .connectionLost(reason: "") }
            precondition(
                configuration != nil, "the window for EGL was used before the first configure")
            let size = bufferSize
            let window =
                eglWindow
                ?? wl_egl_window_create(surface.pointer, Int32(size.width), Int32(size.height))
            guard let window else {
                throw .refused(what: "wl_egl_window_create", reason: "no EGL window could be made")
            }
            eglWindow = window
            return NativeSurface(display: display, window: UnsafeMutableRawPointer(window))
        }
    }

    // MARK: Frames

    /// Ends a frame: sends its state, requests the next callback and runs `swap`, which must commit
    /// the surface, as eglSwapBuffers does.
    ///
    /// Only for use within `frameClock.onFrame`, after the first configure.
    public func commitFrame<Failure: Error>(
        _ swap: () throws(Failure) -> Void
    ) throws(Failure) {
        guard isUsable else { return }
        precondition(configuration != nil, "a frame was committed before the first configure")
        acknowledge()
        sendLayout()
        frameClock.willCommit()
        do {
            try swap()
        } catch {
            committed = nil
            frameClock.commitFailed()
            throw error
        }
        frameClock.didCommit()
    }

    private func acknowledge() {
        guard let serial = pendingSerial else { return }
        pendingSerial = nil
        xdgSurface.ackConfigure(serial: serial)
    }

    private func sendLayout() {
        let layout = Layout(geometry: geometry, scale: surfaceScale)
        guard committed != layout else { return }
        committed = layout
        let content = geometry.content
        xdgSurface.setWindowGeometry(
            x: Int32(content.x), y: Int32(content.y), width: Int32(content.width),
            height: Int32(content.height))
        if let viewport {
            viewport.setDestination(
                width: Int32(geometry.surface.width), height: Int32(geometry.surface.height))
        } else if surface.version >= 3 {
            surface.setBufferScale(scale: Int32(surfaceScale.numerator / 120))
        }
        sendRegion([geometry.input]) { surface.setInputRegion(region: $0) }
        sendRegion(geometry.opaque) { surface.setOpaqueRegion(region: $0) }
    }

    private func sendRegion(_ rects: [Rect], _ send: (WlRegion) -> Void) {
        guard let region = connection.compositor?.createRegion() else { return }
        for rect in rects where !rect.isEmpty {
            region.add(
                x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width),
                height: Int32(rect.height))
        }
        send(region)
        region.destroy()
    }

    // MARK: Configuring

    private func listen() {
        toplevel.events = { [weak self] event in self?.handle(event) }
        xdgSurface.events = { [weak self] event in
            switch event {
            case .configure(let serial): self?.configured(serial)
            }
        }
        surface.events = { [weak self] event in
            switch event {
            case .enter(let output): if let output { self?.entered(output) }
            case .leave(let output): if let output { self?.left(output) }
            }
        }
        if let manager = connection.decorationManager {
            let decoration = manager.getToplevelDecoration(toplevel: toplevel)
            decoration.events = { [weak self] event in
                switch event {
                case .configure(let mode):
                    self?.sequence.decoration(mode == .serverSide ? .server : .client)
                }
            }
            decoration.setMode(mode: options.prefersServerDecoration ? .serverSide : .clientSide)
            self.decoration = decoration
        }
        if let manager = connection.fractionalScale, let viewporter = connection.viewporter {
            viewport = viewporter.getViewport(surface: surface)
            let fractional = manager.getFractionalScale(surface: surface)
            fractional.events = { [weak self] event in
                switch event {
                case .preferredScale(let numerator):
                    self?.preferred(numerator)
                }
            }
            self.fractional = fractional
        }
    }

    private func handle(_ event: XdgToplevel.Event) {
        switch event {
        case .configure(let width, let height, let states):
            sequence.toplevel(
                width: width, height: height, states: WindowStates(protocolValues: states))
        case .configureBounds(let width, let height):
            sequence.bounds(width: width, height: height)
        case .wmCapabilities(let capabilities):
            sequence.capabilities(WindowCapabilities(protocolValues: capabilities))
        case .close:
            onCloseRequest?()
        }
    }

    private func configured(_ serial: UInt32) {
        pendingSerial = serial
        take(sequence.close(scale: surfaceScale.value))
        settleAtTurnEnd()
    }

    /// Applies a state with a size and a scale that can be drawn.
    ///
    /// A size that is too large is ignored if the protocol lets a window be smaller than requested.
    /// A maximized window must obey, so the connection ends.
    private func take(_ wanted: WindowConfigure) {
        var value = wanted
        if drawableScale(of: value) == nil, !value.states.contains(.maximized) {
            reportTooLarge(value.size)
            sequence.passOverSize()
            value = sequence.value(scale: value.scale)
        }
        guard let scale = drawableScale(of: value) else {
            return connection.endAfterDispatch(tooLarge(value.size))
        }
        if scale != wantedScale {
            connection.report(
                .badData(
                    what: "scale",
                    reason:
                        "a window of \(value.size.text) points at a scale of \(wantedScale.value) is more than can be drawn; its scale is \(scale.value)"
                ))
        }
        surfaceScale = scale
        value.scale = scale.value
        deliver(value)
    }

    /// The largest scale up to the requested one at which a window of this size can be drawn; nil
    /// if not even one pixel per point is possible.
    private func drawableScale(of value: WindowConfigure) -> SurfaceScale? {
        var scale = wantedScale
        while !limits.allow(scale.pixels(geometry(value, scale).surface)) {
            guard scale.numerator > 120 else { return nil }
            scale = SurfaceScale(numerator: (scale.numerator - 1) / 120 * 120)
        }
        return scale
    }

    private func tooLarge(_ size: Size) -> WaylandError {
        .badData(
            what: "xdg_toplevel.configure",
            reason:
                "the compositor wants a window of \(size.text) points, which is more than can be drawn"
        )
    }

    private func reportTooLarge(_ size: Size) {
        let error = tooLarge(size)
        connection.report(
            .badData(what: error.place, reason: error.problem + "; it keeps its own size"))
    }

    /// Applies a new state, delivers it to the program, and requests a frame if the surface
    /// changed.
    private func deliver(_ value: WindowConfigure) {
        let isFirst = configuration == nil
        let isChanged = value != configuration
        configuration = value
        layOut(value)
        if isFirst { frameClock.open() }
        if isChanged { onConfigure?(value) }
        if isFirst || committed != Layout(geometry: geometry, scale: surfaceScale) {
            frameClock.demandFrame()
        }
    }

    private func layOut(_ value: WindowConfigure) {
        geometry = geometry(value, surfaceScale)
        let pixels = bufferSize
        if let eglWindow {
            wl_egl_window_resize(eglWindow, Int32(pixels.width), Int32(pixels.height), 0, 0)
        }
    }

    private func geometry(_ value: WindowConfigure, _ scale: SurfaceScale) -> FrameGeometry {
        FrameGeometry(
            size: PixelSize(width: Int(value.size.width), height: Int(value.size.height)),
            states: value.states, decoration: value.decoration,
            shadow: Int(options.shadow.rounded()),
            cornerRadius: Int(options.cornerRadius.rounded()),
            scale: scale)
    }

    private func settleAtTurnEnd() {
        guard !isSettling else { return }
        isSettling = true
        connection.loop.whenTurnEnds { [weak self] in self?.settle() }
    }

    /// Answers a configure that no frame answered.
    ///
    /// If the surface has not been drawn in its new size yet, that frame answers: a compositor may
    /// treat another size as an error.
    private func settle() {
        isSettling = false
        guard isUsable, pendingSerial != nil, frameClock.isMapped,
            committed == Layout(geometry: geometry, scale: surfaceScale)
        else { return }
        acknowledge()
        surface.commit()
    }

    // MARK: Scale

    private var preferredScale: SurfaceScale?

    private func preferred(_ numerator: UInt32) {
        guard let scale = EventBounds.scale(numerator: numerator) else {
            return connection.report(
                .badData(
                    what: "wp_fractional_scale_v1.preferred_scale",
                    reason:
                        "a scale of \(Double(numerator) / 120) is ignored; 0.2 to 20 can be drawn"
                ))
        }
        preferredScale = scale
        outputsChanged()
    }

    /// Sets the longest side in device pixels that the driver can draw.
    public func limitSide(to pixels: Int) { limits.longestSide = pixels }

    /// The compositor's fractional scale if it sent one, else the highest scale of the window's
    /// outputs, else that of the only output.
    private var wantedScale: SurfaceScale {
        if fractional != nil, let preferredScale { return preferredScale }
        let on = connection.outputs.filter { entered.contains($0.proxy) }
        let candidates = on.isEmpty && connection.outputs.count == 1 ? connection.outputs : on
        guard surface.version >= 3 else { return .one }
        return SurfaceScale(whole: candidates.map(\.scale).max() ?? 1)
    }

    private func entered(_ output: WlOutput) {
        entered.insert(output)
        outputsChanged()
    }

    func left(_ output: WlOutput) {
        entered.remove(output)
        // A window on no output, such as a hidden one, keeps its scale.
        if !entered.isEmpty { outputsChanged() }
    }

    /// Scale or refresh rate of an output changed, or the window moved to others.
    func outputsChanged() {
        guard isUsable else { return }
        let on = connection.outputs.filter { entered.contains($0.proxy) }
        frameClock.setOutputInterval(
            (on.isEmpty ? connection.outputs : on).compactMap(\.interval).min())
        guard configuration != nil else {
            surfaceScale = wantedScale
            return
        }
        let value = sequence.value(scale: wantedScale.value)
        guard drawableScale(of: value) != surfaceScale else { return }
        take(value)
        for seat in connection.seats { seat.updateCursor(over: self) }
    }

    private func sendMinimumSize() {
        let minimum = PixelSize(
            width: max(0, Int(minimumSize.width.rounded(.up))),
            height: max(0, Int(minimumSize.height.rounded(.up))))
        sequence.minimum = minimum
        guard isUsable else { return }
        toplevel.setMinSize(width: Int32(minimum.width), height: Int32(minimum.height))
    }

    /// Sets another content size of a floating window, in points.
    public func resize(to size: Size) {
        sequence.resize(
            to: PixelSize(
                width: max(1, Int(size.width.rounded())), height: max(1, Int(size.height.rounded()))
            ))
        guard isUsable, configuration != nil else { return }
        take(sequence.value(scale: surfaceScale.value))
    }
}

extension Size {
    /// Its sides in whole numbers, for sentences.
    fileprivate var text: String { "\(Int(width)) × \(Int(height))" }
}
