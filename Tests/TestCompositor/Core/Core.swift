import CWaylandServer
import Foundation
import WaylandServerProtocols

/// The compositor itself.
///
/// It and all its parts are used only on the compositor's thread.
final class Core {
    let display: OpaquePointer
    let loop: OpaquePointer
    let log: ProtocolLog
    var settings: CompositorSettings
    private let socket: String

    /// Surfaces by the number in handles; numbers are never reused.
    private(set) var surfaces: [Int: Surface] = [:]
    private var surfacesByResource: [WaylandResource: Surface] = [:]
    /// The last states of destroyed surfaces.
    private(set) var lastStates: [Int: WindowState] = [:]
    private var lastKey = 0
    /// The living regions; a surface copies the region that it receives.
    private(set) var regions: [WaylandResource: Region] = [:]

    /// The serials of input events, which requests such as a move must contain.
    private(set) var inputSerials: Set<UInt32> = []
    /// Pings without a pong yet, by serial.
    var pings: [UInt32: WaylandClient] = [:]
    private(set) var outputs: [Output] = []
    private var retained: [AnyObject] = []
    private var lateSeat: Seat?
    private var latePacer: FramePacer?
    private var lateShell: Shell?
    private var lateDataDevices: DataDevices?
    private var lateActivation: Activation?
    private var lateExporter: Exporter?
    let textInputs = TextInputs()
    private(set) lazy var tablets = Tablets(core: self)

    init(settings: CompositorSettings, socket: String) throws(CompositorError) {
        guard let display = wl_display_create(), let loop = wl_display_get_event_loop(display)
        else {
            throw CompositorError("libwayland cannot make a display")
        }
        self.display = display
        self.loop = loop
        self.settings = settings
        self.socket = socket
        log = ProtocolLog(isOn: settings.isLogging)
        log.attach(to: display)
        let descriptor = try Self.listen(at: socket)
        guard wl_display_add_socket_fd(display, descriptor) == 0 else {
            close(descriptor)
            throw CompositorError("libwayland cannot listen on \(socket)")
        }
        latePacer = FramePacer(core: self, pacing: settings.pacing)
        lateSeat = try Seat(core: self, devices: settings.devices)
        lateShell = Shell(core: self)
        lateDataDevices = DataDevices(core: self)
        lateActivation = Activation()
        lateExporter = Exporter(core: self)
        advertise()
    }

    // The parts need the core for their creation, so they are made at the end of `init`.
    var seat: Seat { made(lateSeat) }
    var pacer: FramePacer { made(latePacer) }
    var shell: Shell { made(lateShell) }
    var dataDevices: DataDevices { made(lateDataDevices) }
    var activation: Activation { made(lateActivation) }
    var exporter: Exporter { made(lateExporter) }

    private func made<Part>(_ part: Part?) -> Part {
        guard let part else { preconditionFailure("the compositor is not made yet") }
        return part
    }

    /// Disconnects every client and frees the display.
    func end() {
        wl_display_destroy_clients(display)
        pacer.end()
        wl_display_destroy(display)
        unlink(socket)
    }

    /// Disconnects every client; new ones may connect.
    func disconnectClients() { wl_display_destroy_clients(display) }

    // MARK: - Serials

    func nextSerial() -> UInt32 { wl_display_next_serial(display) }

    /// The serial of an input event, valid for requests that must follow from input.
    func nextInputSerial() -> UInt32 {
        let serial = nextSerial()
        inputSerials.insert(serial)
        return serial
    }

    // MARK: - Surfaces

    func surface(_ resource: ServerWlSurface) -> Surface? { surfacesByResource[resource] }

    func surface(_ key: Int) throws(CompositorError) -> Surface {
        guard let surface = surfaces[key] else {
            throw CompositorError("surface \(key) is destroyed")
        }
        return surface
    }

    /// The known state of a surface, even after its end.
    func state(of key: Int) -> WindowState {
        surfaces[key]?.snapshot() ?? lastStates[key] ?? WindowState()
    }

    private func addSurface(_ resource: ServerWlSurface) {
        lastKey += 1
        let surface = Surface(key: lastKey, resource: resource, core: self)
        surfaces[lastKey] = surface
        surfacesByResource[resource] = surface
        resource.onDestroy = { [unowned self, unowned surface] in end(surface) }
    }

    private func addRegion(_ resource: ServerWlRegion) {
        regions[resource] = Region(resource: resource)
        resource.onDestroy = { [unowned self, unowned resource] in regions[resource] = nil }
    }

    private func end(_ surface: Surface) {
        var last = surface.snapshot()
        last.isGone = true
        last.isMapped = false
        lastStates[surface.key] = last
        seat.forget(surface)
        dataDevices.forget(surface)
        textInputs.forget(surface)
        tablets.forget(surface)
        surface.ended()
        surfaces[surface.key] = nil
        surfacesByResource[surface.resource] = nil
    }

    // MARK: - Outputs

    @discardableResult
    func addOutput(_ output: OutputSettings) -> Output? {
        guard let version = settings.globals.output else { return nil }
        let new = Output(core: self, settings: output, version: version)
        outputs.append(new)
        return new
    }

    func output(named name: String) throws(CompositorError) -> Output {
        guard let output = outputs.first(where: { $0.settings.name == name }) else {
            throw CompositorError("there is no output \(name)")
        }
        return output
    }

    func removeOutput(named name: String) throws(CompositorError) {
        let output = try output(named: name)
        for surface in surfaces.values { surface.leave(output) }
        output.remove()
        outputs.removeAll { $0 === output }
        // Bound objects of clients outlive the global.
        retained.append(output)
    }

    // MARK: - Globals

    private func advertise() {
        let globals = settings.globals
        if globals.shm { wl_display_init_shm(display) }
        global(ServerWlCompositor.self, globals.compositor) { core, compositor in
            compositor.requests = { [unowned core] request in
                switch request {
                case .createSurface(let id): core.addSurface(id)
                case .createRegion(let id): core.addRegion(id)
                }
            }
        }
        global(ServerWlSubcompositor.self, globals.subcompositor) { core, subcompositor in
            core.serve(subcompositor)
        }
        for output in settings.outputs { addOutput(output) }
        global(ServerWlSeat.self, globals.seat) { core, seat in core.seat.bind(seat) }
        global(ServerXdgWmBase.self, globals.shell) { core, base in core.shell.bind(base) }
        global(ServerZxdgDecorationManagerV1.self, globals.decoration) { core, manager in
            core.shell.serve(manager)
        }
        global(ServerWpViewporter.self, globals.viewporter) { core, viewporter in
            core.serve(viewporter)
        }
        global(ServerWpFractionalScaleManagerV1.self, globals.fractionalScale) { core, manager in
            core.serve(manager)
        }
        global(ServerZwpTextInputManagerV3.self, globals.textInput) { core, manager in
            core.textInputs.serve(manager)
        }
        global(ServerZwpPointerGesturesV1.self, globals.gestures) { core, gestures in
            core.seat.serve(gestures)
        }
        global(ServerZwpTabletManagerV2.self, globals.tablets) { core, manager in
            core.tablets.serve(manager)
        }
        global(ServerWpPresentation.self, globals.presentation) { core, presentation in
            presentation.sendClockId(clkId: UInt32(CLOCK_MONOTONIC))
            presentation.requests = { [unowned core] request in
                if case .feedback(let surface, let callback) = request {
                    core.surface(surface)?.pending.feedbacks.append(callback)
                }
            }
        }
        global(ServerWlDataDeviceManager.self, globals.dataDeviceManager) { core, manager in
            core.dataDevices.serve(manager)
        }
        global(ServerXdgActivationV1.self, globals.activation) { core, activation in
            core.activation.serve(activation)
        }
        global(ServerZxdgExporterV2.self, globals.exporter) { core, exporter in
            core.exporter.serve(exporter)
        }
        global(ServerZxdgExporterV1.self, globals.olderExporter) { core, exporter in
            core.exporter.serve(exporter)
        }
    }

    private func global<Resource: WaylandResource>(
        _ type: Resource.Type, _ version: UInt32?, _ bind: @escaping (Core, Resource) -> Void
    ) {
        guard let version else { return }
        let global = WaylandGlobal<Resource>(display: display, version: version) {
            [unowned self] resource in bind(self, resource)
        }
        retained.append(global)
    }

    /// A listening Unix socket at an absolute path.
    private static func listen(at path: String) throws(CompositorError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else {
            throw CompositorError("the socket's path \(path) is longer than \(room - 1) bytes")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = Glibc.socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw CompositorError("there is no socket: \(errorText())") }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, Glibc.listen(descriptor, 16) == 0 else {
            let reason = errorText()
            close(descriptor)
            throw CompositorError("\(path): the socket cannot be listened on: \(reason)")
        }
        return descriptor
    }
}

/// A `wl_region`: the parts in the order in which they were added or subtracted.
final class Region {
    private(set) var parts: [RegionPart] = []

    init(resource: ServerWlRegion) {
        resource.requests = { [unowned self] request in
            switch request {
            case .add(let x, let y, let width, let height):
                append(x, y, width, height, isAdded: true)
            case .subtract(let x, let y, let width, let height):
                append(x, y, width, height, isAdded: false)
            case .destroy:
                break
            }
        }
    }

    private func append(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32, isAdded: Bool) {
        let box = PixelBox(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        parts.append(RegionPart(box: box, isAdded: isAdded))
    }
}
