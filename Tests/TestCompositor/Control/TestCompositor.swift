import Foundation
import WaylandServerProtocols

/// A Wayland compositor for tests.
///
/// It runs in this process on a separate thread, listens on a real socket, displays nothing, and
/// lets a test see and do everything.
///
/// Every call may come from any thread except the compositor's own, runs on the compositor's
/// thread, and returns when it is done and flushed. Waits have a deadline and throw a sentence when
/// it has passed.
///
/// - A client in a separate process: `ClientProcess(executable:arguments:on:)`.
/// - A client in the test's own process connects to `socket` and sets `clientTurn`, so that it can
///   work during waits.
/// - `withTestCompositor` ends everything and fails the test if a client broke a rule of a
///   protocol.
public final class TestCompositor: @unchecked Sendable {
    let thread: CompositorThread
    /// A folder of mode 0700, made for this compositor: the client's `XDG_RUNTIME_DIR`.
    public let folder: String
    /// The absolute path of the socket, usable as `WAYLAND_DISPLAY`.
    public let socket: String

    /// Lets a client on the main actor do its work while a call waits.
    ///
    /// It should wait a few milliseconds at most for something to do, and return. Only the main
    /// actor may wait while it is set.
    @MainActor public var clientTurn: (@MainActor () -> Void)? {
        get { turn }
        set { turn = newValue }
    }
    private nonisolated(unsafe) var turn: (@MainActor () -> Void)?
    var hasClientTurn: Bool { turn != nil }
    private let processLock = NSLock()
    private var processes: [ClientProcess] = []

    /// Starts a compositor.
    public init(_ settings: CompositorSettings = CompositorSettings()) throws {
        var template = Array("/tmp/oresen-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CompositorError("/tmp: no folder for the test compositor: \(errorText())")
        }
        folder = template.withUnsafeBufferPointer { buffer in
            String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        socket = folder + "/wayland-0"
        thread = try CompositorThread(settings: settings, socket: socket)
    }

    deinit {
        endClients()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The environment for a client of this compositor: the software driver, and nothing of the
    /// surrounding session.
    public var environment: [String: String] {
        [
            "WAYLAND_DISPLAY": socket, "XDG_RUNTIME_DIR": folder, "XDG_SESSION_TYPE": "wayland",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        ]
    }

    /// Ends the compositor as if it had crashed: every connection breaks, the socket is removed.
    ///
    /// Does nothing the second time.
    public func stop() { thread.end() }

    /// Ends the compositor and every `ClientProcess` on it.
    ///
    /// Those that outlive the broken connection by `grace` seconds are asked to end, and killed if
    /// they do not.
    public func endClients(grace: Double = 5) {
        thread.end()
        let all = processLock.withLock { processes }
        for process in all where (try? process.waitForExit(deadline: grace)) == nil {
            _ = try? process.end()
        }
    }

    func add(_ process: ClientProcess) { processLock.withLock { processes.append(process) } }

    /// Breaks every connection and continues to listen.
    public func disconnectClients() throws { try thread.perform { $0.disconnectClients() } }

    // MARK: - Rules

    /// The protocol errors that were sent to clients and not taken yet.
    public var violations: [Violation] {
        get throws { try thread.perform { $0.log.violations } }
    }

    /// The protocol errors so far, for a test that expects them; they no longer count.
    public func takeViolations() throws -> [Violation] {
        try thread.perform { $0.log.takeViolations() }
    }

    /// Throws a sentence if a client broke a rule.
    public func requireNoViolations() throws {
        let found = try violations
        if let first = found.first {
            throw CompositorError(
                "a client broke a rule of the protocol: \(first)"
                    + (found.count > 1 ? " (and \(found.count - 1) more)" : ""))
        }
    }

    // MARK: - Behaviour

    /// Changes how the compositor behaves from now on; globals and outputs do not change.
    public func change(_ body: @escaping @Sendable (inout CompositorSettings) -> Void) throws {
        try thread.perform { core in
            body(&core.settings)
            if core.pacer.pacing != core.settings.pacing {
                core.pacer.pacing = core.settings.pacing
            }
        }
    }

    /// Answers all waiting frame callbacks, whether or not `pacing` withholds them.
    ///
    /// Returns their number.
    @discardableResult
    public func fireFrames() throws -> Int { try thread.perform { $0.pacer.fire() } }

    /// Sets the scale of the whole desktop: 1.5 gives outputs of scale 2 and a preferred scale of
    /// 180.
    ///
    /// Clients are notified at once; a window is not resized.
    public func setScale(_ scale: Double) throws {
        let preferred = UInt32((scale * 120).rounded())
        try thread.perform { core in
            for output in core.outputs {
                var settings = output.settings
                settings.scale = Int((Double(preferred) / 120).rounded(.up))
                output.change(to: settings)
            }
            core.settings.preferredScale = preferred
            for surface in core.surfaces.values {
                surface.fractionalScale?.sendPreferredScale(scale: preferred)
            }
        }
    }

    /// Adds a screen.
    public func addOutput(_ output: OutputSettings) throws {
        try thread.perform { _ = $0.addOutput(output) }
    }

    /// Changes a screen, identified by its old name.
    public func changeOutput(named name: String, to output: OutputSettings) throws {
        try thread.perform { try $0.output(named: name).change(to: output) }
    }

    /// Removes a screen, identified by its name.
    public func removeOutput(named name: String) throws {
        try thread.perform { try $0.removeOutput(named: name) }
    }

    /// Plugs input devices in and pulls them out.
    public func setDevices(_ devices: InputDevices) throws {
        try thread.perform { $0.seat.change(devices: devices) }
    }

    // MARK: - Log

    /// Whether every message is logged for diagnosis.
    public func setLogging(_ isOn: Bool) throws { try thread.perform { $0.log.isOn = isOn } }

    /// The messages so far, `<-` from and `->` to a client.
    public var log: [String] {
        get throws { try thread.perform { $0.log.lines } }
    }

    /// The currently valid names of windows, in the order in which they were assigned.
    public var exportedHandles: [String] {
        get throws { try thread.perform { $0.exporter.handles } }
    }

    /// The requests to `xdg_activation_v1`.
    public var activation: ActivationRecord {
        get throws { try thread.perform { $0.activation.record } }
    }

    // MARK: - Devices

    /// The mouse and touchpad.
    public var pointer: PointerInput { PointerInput(compositor: self) }
    /// The touchscreen.
    public var touch: TouchInput { TouchInput(compositor: self) }

    /// The drawing tablet.
    public var tablet: TabletInput { TabletInput(compositor: self) }
    /// The keyboard.
    public var keyboard: KeyboardInput { KeyboardInput(compositor: self) }
    /// The clipboard.
    public var clipboard: Clipboard { Clipboard(compositor: self) }
    /// Data that are dragged over windows.
    public var drag: DragInput { DragInput(compositor: self) }
}

/// Runs `body` with a fresh compositor and ends it.
///
/// Throws if `body` does, or if a client broke a rule of a protocol and the test did not take the
/// violation.
@discardableResult
public func withTestCompositor<Result>(
    _ settings: CompositorSettings = CompositorSettings(),
    _ body: (TestCompositor) throws -> Result
) throws -> Result {
    let compositor = try TestCompositor(settings)
    defer { compositor.endClients() }
    let result: Result
    do {
        result = try body(compositor)
    } catch {
        // A broken rule explains most other failures.
        guard let first = try? compositor.violations.first else { throw error }
        throw CompositorError("\(error) (a client broke a rule before: \(first))")
    }
    // A test may have stopped the compositor itself: then it has checked before.
    if compositor.thread.isRunning { try compositor.requireNoViolations() }
    return result
}
