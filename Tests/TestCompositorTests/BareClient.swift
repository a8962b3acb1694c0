import CWaylandClient
import Glibc
import TestCompositor
import WaylandClientProtocols

/// A client of only the generated bindings: enough to follow and to break the protocols' rules.
///
/// It lives as long as its compositor, and its windows as long as itself.
@MainActor
final class BareClient {
    nonisolated(unsafe) let raw: OpaquePointer
    let display: WlDisplay
    let registry: WlRegistry
    private unowned let compositorUnderTest: TestCompositor
    fileprivate var windows: [BareWindow] = []
    private(set) var globals: [String: (name: UInt32, version: UInt32)] = [:]

    init(on compositor: TestCompositor) throws {
        guard let raw = wl_display_connect(compositor.socket) else {
            throw CompositorError("the bare client cannot connect to \(compositor.socket)")
        }
        self.raw = raw
        compositorUnderTest = compositor
        display = WlDisplay(borrowing: raw)
        registry = display.getRegistry()
        registry.events = { [unowned self] event in
            switch event {
            case .global(let name, let interface, let version):
                globals[interface] = (name, version)
            case .globalRemove(let name):
                globals = globals.filter { $0.value.name != name }
            }
        }
        let others = compositor.clientTurn
        compositor.clientTurn = {
            others?()
            self.turn()
        }
        try roundTrip()
    }

    deinit { wl_display_disconnect(raw) }

    /// Sends the queue and processes events that come within a few milliseconds.
    func turn() {
        while wl_display_prepare_read(raw) != 0 { wl_display_dispatch_pending(raw) }
        wl_display_flush(raw)
        var descriptor = pollfd(fd: wl_display_get_fd(raw), events: Int16(POLLIN), revents: 0)
        if poll(&descriptor, 1, 2) > 0 {
            wl_display_read_events(raw)
        } else {
            wl_display_cancel_read(raw)
        }
        wl_display_dispatch_pending(raw)
    }

    var isBroken: Bool { wl_display_get_error(raw) != 0 }

    /// Waits until the compositor has processed everything, or has broken the connection.
    func roundTrip() throws {
        var isDone = false
        display.sync().events = { _ in isDone = true }
        try compositorUnderTest.wait(until: { isDone || self.isBroken }, "an answer to sync")
    }

    func bind<Object: WaylandProxy>(_ type: Object.Type, version: UInt32? = nil) throws -> Object {
        guard let global = globals[type.interfaceName] else {
            throw CompositorError("there is no global \(type.interfaceName)")
        }
        return registry.bind(
            name: global.name, to: type,
            version: version ?? min(global.version, type.knownVersion))
    }

    /// A buffer whose pixels are `color` of column and row.
    func buffer(
        width: Int, height: Int, padding: Int = 0, format: WlShm.Format = .argb8888,
        color: (Int, Int) -> UInt32 = { _, _ in 0xFF00_00FF }
    ) throws -> WlBuffer {
        let shm = try bind(WlShm.self)
        let stride = width * 4 + padding
        let name = "/oresen-bare-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
        shm_unlink(name)
        defer { close(descriptor) }
        guard ftruncate(descriptor, stride * height) == 0 else {
            throw CompositorError("there is no memory for a buffer")
        }
        var bytes: [UInt32] = Array(repeating: 0xDEAD_BEEF, count: stride * height / 4)
        for row in 0..<height {
            for column in 0..<width { bytes[row * stride / 4 + column] = color(column, row) }
        }
        let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard written == stride * height else {
            throw CompositorError("a buffer cannot be filled")
        }
        let pool = shm.createPool(fd: descriptor, size: Int32(stride * height))
        defer { pool.destroy() }
        return pool.createBuffer(
            offset: 0, width: Int32(width), height: Int32(height), stride: Int32(stride),
            format: format)
    }
}

/// A window of a bare client, with the received configures.
@MainActor
final class BareWindow {
    unowned let client: BareClient
    let compositor: WlCompositor
    let base: XdgWmBase
    let surface: WlSurface
    let shell: XdgSurface
    let toplevel: XdgToplevel
    private(set) var serials: [UInt32] = []
    private(set) var configures: [XdgToplevel.Event] = []
    /// Whether configures are acknowledged when they come.
    var acknowledges = true
    var pongs = true

    init(_ client: BareClient) throws {
        self.client = client
        compositor = try client.bind(WlCompositor.self)
        base = try client.bind(XdgWmBase.self)
        surface = compositor.createSurface()
        shell = base.getXdgSurface(surface: surface)
        toplevel = shell.getToplevel()
        base.events = { [unowned self] event in
            if case .ping(let serial) = event, pongs { base.pong(serial: serial) }
        }
        shell.events = { [unowned self] event in
            guard case .configure(let serial) = event else { return }
            serials.append(serial)
            if acknowledges { shell.ackConfigure(serial: serial) }
        }
        toplevel.events = { [unowned self] event in configures.append(event) }
        client.windows.append(self)
    }

    /// The handshake: an empty commit, the configure, and a first buffer.
    func show(width: Int = 64, height: Int = 48) throws {
        surface.commit()
        try client.roundTrip()
        try draw(width: width, height: height)
    }

    func draw(
        width: Int = 64, height: Int = 48, color: (Int, Int) -> UInt32 = { _, _ in 0xFF00_00FF }
    ) throws {
        try draw(client.buffer(width: width, height: height, color: color))
    }

    func draw(_ buffer: WlBuffer) throws {
        surface.attach(buffer: buffer, x: 0, y: 0)
        surface.damage(x: 0, y: 0, width: .max, height: .max)
        surface.commit()
        try client.roundTrip()
    }
}

/// A bare client with a displayed window.
@MainActor
func shownWindow(on compositor: TestCompositor) throws -> (BareWindow, TestWindow) {
    let window = try BareWindow(BareClient(on: compositor))
    window.toplevel.setTitle(title: "bare")
    try window.show()
    return (window, try compositor.waitForWindow { $0.title == "bare" })
}
