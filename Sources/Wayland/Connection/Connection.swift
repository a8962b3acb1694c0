import CWaylandClient
import EventLoop
import Glibc
import Platform
import WaylandClientProtocols

/// The connection to a Wayland compositor: its globals, its seats and outputs, and its event queue
/// in the program's loop.
///
/// A connection that ends, because the compositor ends or rejects a request, calls `onClosed` once;
/// after that every call does nothing.
@MainActor
public final class Connection {
    /// Called once when the connection has ended, with a sentence for the user.
    public var onClosed: ((WaylandError) -> Void)?
    /// Called once for each compositor error that the program can ignore; earlier errors are
    /// reported when this is set.
    public var onError: ((WaylandError) -> Void)? {
        didSet { reportWaiting() }
    }
    /// Called when a seat appears or disappears.
    public var onSeatsChanged: (() -> Void)?

    /// The loop that waits for the compositor's events and delivers them.
    public let loop: EventLoop
    /// The socket's name.
    public let displayName: String
    /// Why the connection ended, or nil while it lives.
    public private(set) var failure: WaylandError?
    /// The seats, each with its input devices: usually one, at times none.
    public internal(set) var seats: [Seat] = []
    /// The activation token the program was started with, for its first window.
    public internal(set) var activationToken: String?

    /// The theme of the pointer where the environment names none (`XCURSOR_THEME`, `XCURSOR_SIZE`).
    ///
    /// A program that knows the desktop's settings sets it. A change is visible at once.
    public var pointerTheme = PointerTheme() {
        didSet {
            guard pointerTheme != oldValue else { return }
            for seat in seats { seat.updatePointerTheme() }
        }
    }

    var display: OpaquePointer?
    var registry: WlRegistry?
    var advertised: [UInt32: (interface: String, version: UInt32)] = [:]
    var bound: [String: UInt32] = [:]
    var outputs: [Output] = []

    var compositor: WlCompositor?
    var shm: WlShm?
    var wmBase: XdgWmBase?
    var dataDeviceManager: WlDataDeviceManager?
    var viewporter: WpViewporter?
    var fractionalScale: WpFractionalScaleManagerV1?
    var presentation: WpPresentation?
    var decorationManager: ZxdgDecorationManagerV1?
    var activation: XdgActivationV1?
    var exporter: ZxdgExporterV2?
    /// The exporter of desktops that do not have the second version of the protocol.
    var olderExporter: ZxdgExporterV1?
    var gestures: ZwpPointerGesturesV1?
    var textInputs: ZwpTextInputManagerV3?
    var tabletManager: ZwpTabletManagerV2?

    /// The clock of presentation times, when the compositor has announced it.
    var presentationClock: clockid_t?
    /// The seat of the last press, for moves, resizes and menus.
    weak var lastPressSeat: Seat?

    private var eventClock = EventClock()
    private var windows: [ObjectIdentifier: WeakWindow] = [:]
    /// Errors that did not end the connection, and the number of those that were reported.
    private var failures: [WaylandError] = []
    private var reportedErrors = 0
    /// The largest number of reported errors.
    private static let mostErrors = 16
    /// Why the connection must end after all received events are dispatched.
    private var wantedEnd: WaylandError?
    private var source: EventLoop.Token?
    private var isPrepared = false

    private struct WeakWindow {
        weak var window: Window?
    }

    /// Connects, reads the globals, binds those of the registry table, and joins the loop.
    ///
    /// Blocks for two round trips to the compositor.
    /// - Parameters:
    ///   - displayName: the socket's name or path; nil takes WAYLAND_DISPLAY.
    ///   - loop: waits for the events from then on, and delivers them on the main actor.
    /// - Throws: `WaylandError` if there is no compositor, or it lacks a required global.
    public convenience init(displayName: String? = nil, loop: EventLoop) throws(WaylandError) {
        try self.init(displayName: displayName, loop: loop, requirements: registryTable)
    }

    /// Connects with another registry table, which tests make stricter.
    init(
        displayName: String?, loop: EventLoop, requirements: [GlobalRequirement]
    ) throws(WaylandError) {
        self.loop = loop
        self.requirements = requirements
        let inherited = getenv("WAYLAND_SOCKET") != nil && displayName == nil
        let name = displayName ?? getenv("WAYLAND_DISPLAY").map { String(cString: $0) }
        guard inherited || !(name ?? "").isEmpty else { throw .noDisplay }
        self.displayName = inherited ? "WAYLAND_SOCKET" : (name ?? "")
        ClientLog.install()
        guard let display = inherited ? wl_display_connect(nil) : wl_display_connect(name) else {
            let code = errno
            let needsDirectory =
                !self.displayName.hasPrefix("/") && getenv("XDG_RUNTIME_DIR") == nil
            throw .unreachable(
                display: self.displayName,
                reason: needsDirectory
                    ? "XDG_RUNTIME_DIR is not set" : String(cString: strerror(code)))
        }
        self.display = display
        do {
            try learnGlobals(display)
        } catch {
            disconnect()
            throw error
        }
        takeActivationToken()
        source = loop.add(QueueSource(self))
    }

    let requirements: [GlobalRequirement]

    isolated deinit { disconnect() }

    /// Ends the connection.
    ///
    /// Windows must be closed first, and all GPU objects of the connection freed.
    public func close() {
        if failure == nil { failure = .connectionLost(reason: "") }
        disconnect()
    }

    // MARK: Windows

    /// The connection for EGL, which can be initialised with it before any window is configured.
    public var nativeDisplay: NativeDisplay {
        get throws(WaylandError) {
            guard let display, failure == nil else {
                throw failure ?? .connectionLost(reason: "")
            }
            return NativeDisplay(
                system: .wayland, pointer: UnsafeMutableRawPointer(display), owner: self)
        }
    }

    func add(_ window: Window, _ surface: WlSurface) {
        windows[ObjectIdentifier(surface)] = WeakWindow(window: window)
    }

    func remove(_ surface: WlSurface) {
        windows[ObjectIdentifier(surface)] = nil
        for seat in seats { seat.forget(surface) }
    }

    func window(of surface: WlSurface?) -> Window? {
        surface.flatMap { windows[ObjectIdentifier($0)]?.window }
    }

    var allWindows: [Window] { windows.values.compactMap(\.window) }

    /// A compositor's time stamp in seconds of the loop's clock.
    func seconds(_ stamp: UInt32) -> Double {
        followClock()
        return eventClock.seconds(stamp, now: now)
    }

    /// A presentation time in seconds of the loop's clock.
    func seconds(presented time: Double) -> Double {
        followClock()
        return time + eventClock.skew
    }

    private func followClock() {
        guard let presentationClock, presentationClock != CLOCK_MONOTONIC else { return }
        var time = timespec()
        guard clock_gettime(presentationClock, &time) == 0 else { return }
        eventClock.follow(Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9, now: now)
    }

    /// The loop's clock.
    var now: Double { loop.now }

    // MARK: The queue

    fileprivate func beginWaiting() -> Preparation {
        guard let display, failure == nil else { return .wait([]) }
        isPrepared = wl_display_prepare_read(display) == 0
        var interest: Interest = .read
        // Data that the socket does not accept now are sent later; other errors appear when
        // reading.
        if wl_display_flush(display) < 0 && errno == EAGAIN { interest.insert(.write) }
        return isPrepared ? .wait(interest) : .pending(interest)
    }

    fileprivate func endWaiting(_ readiness: Readiness) {
        guard let display, isPrepared else { return }
        isPrepared = false
        if readiness.isDisjoint(with: [.readable, .hungUp, .failed]) {
            wl_display_cancel_read(display)
        } else {
            wl_display_read_events(display)
        }
    }

    fileprivate func dispatch() {
        guard let display, failure == nil else { return }
        wl_display_dispatch_pending(display)
        for seat in seats { seat.dispatchEnded() }
        if wl_display_get_error(display) != 0 {
            end(with: displayError(display))
        } else if let wantedEnd {
            end(with: wantedEnd)
        }
    }

    /// Sends the queue without waiting for the loop's next turn.
    func flush() {
        if let display, failure == nil { wl_display_flush(display) }
    }

    // MARK: The end

    /// libwayland's current error, as a sentence.
    func displayError(_ display: OpaquePointer) -> WaylandError {
        let code = wl_display_get_error(display)
        if code == EPROTO {
            var interface: UnsafePointer<wl_interface>?
            var object: UInt32 = 0
            let number = wl_display_get_protocol_error(display, &interface, &object)
            return .protocolError(
                interface: interface.map { String(cString: $0.pointee.name) } ?? "wl_display",
                code: number, message: ClientLog.lastMessage)
        }
        return .connectionLost(
            reason: ConnectionEnd(code: code, displayName: displayName).description)
    }

    /// Reports an error that the program can ignore.
    func report(_ failure: WaylandError) {
        guard !failures.contains(failure), failures.count < Self.mostErrors else { return }
        failures.append(failure)
        reportWaiting()
    }

    private func reportWaiting() {
        guard let onError else { return }
        while reportedErrors < failures.count {
            reportedErrors += 1
            onError(failures[reportedErrors - 1])
        }
    }

    /// Ends the connection because of an error, after all received events are dispatched.
    func endAfterDispatch(_ error: WaylandError) { wantedEnd = wantedEnd ?? error }

    private func end(with error: WaylandError) {
        guard display != nil, failure == nil else { return }
        failure = error
        leaveLoop()
        for seat in seats { seat.connectionEnded() }
        for window in allWindows { window.frameClock.end() }
        onClosed?(error)
    }

    private func leaveLoop() {
        if let source { loop.cancel(source) }
        source = nil
    }

    private func disconnect() {
        guard let display else { return }
        leaveLoop()
        for window in allWindows { window.close() }
        for seat in seats { seat.destroy(notifies: false) }
        seats = []
        for output in outputs { output.proxy.discard() }
        outputs = []
        // Their wrappers are retained until they are released.
        let singletons: [WaylandProxy?] = [
            compositor, shm, wmBase, dataDeviceManager, viewporter, fractionalScale, presentation,
            decorationManager, activation, exporter, olderExporter, gestures,
            textInputs, tabletManager,
        ]
        for global in singletons { global?.discard() }
        if isPrepared { wl_display_cancel_read(display) }
        isPrepared = false
        registry?.destroy()
        if failure == nil { wl_display_flush(display) }
        wl_display_disconnect(display)
        self.display = nil
    }

    /// The connection's source in the loop: it must not keep the connection alive.
    private final class QueueSource: EventSource {
        weak var connection: Connection?
        let descriptor: Int32

        init(_ connection: Connection) {
            self.connection = connection
            descriptor = connection.display.map { wl_display_get_fd($0) } ?? -1
        }

        func beginWaiting() -> Preparation { connection?.beginWaiting() ?? .wait([]) }

        func endWaiting(_ readiness: Readiness) { connection?.endWaiting(readiness) }

        func dispatch() { connection?.dispatch() }
    }
}
