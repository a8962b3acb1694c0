import WaylandServerProtocols

/// `zwp_tablet_manager_v2`: one drawing tablet, the tools that tests add, and pads.
final class Tablets {
    /// A tool, with the objects of clients for it.
    private struct Tool {
        var number: Int
        var settings: TabletTool
        var focus: Surface?
        var serial: UInt32 = 0
        var cursor = CursorState.unset
    }

    /// A client's tablet seat, and the objects that it was sent.
    private final class Bound {
        let seat: ServerZwpTabletSeatV2
        var tablet: ServerZwpTabletV2?
        var tools: [Int: ServerZwpTabletToolV2] = [:]
        var pads: [ServerZwpTabletPadV2] = []

        init(_ seat: ServerZwpTabletSeatV2) { self.seat = seat }
    }

    private unowned let core: Core
    private var bound: [Bound] = []
    private var tools: [Tool] = []
    private var hasTablet = false

    init(core: Core) { self.core = core }

    func serve(_ manager: ServerZwpTabletManagerV2) {
        manager.requests = { [unowned self] request in
            guard case .getTabletSeat(let seat, _) = request else { return }
            let new = Bound(seat)
            bound.append(new)
            seat.onDestroy = { [unowned self, unowned seat] in bound.removeAll { $0.seat === seat }
            }
            if hasTablet { announceTablet(to: new) }
            for tool in tools { announce(tool, to: new) }
        }
    }

    /// Stops sending events to this surface.
    func forget(_ surface: Surface) {
        for index in tools.indices where tools[index].focus === surface { tools[index].focus = nil }
    }

    // MARK: - Devices

    func addTool(_ number: Int, _ settings: TabletTool) {
        if !hasTablet {
            hasTablet = true
            for client in bound { announceTablet(to: client) }
        }
        let tool = Tool(number: number, settings: settings)
        tools.append(tool)
        for client in bound { announce(tool, to: client) }
    }

    func removeTool(_ number: Int) {
        tools.removeAll { $0.number == number }
        for client in bound { client.tools.removeValue(forKey: number)?.sendRemoved() }
    }

    /// The tablet is unplugged; its tools stay known, as in real compositors.
    func unplug() {
        hasTablet = false
        for index in tools.indices { tools[index].focus = nil }
        for client in bound {
            client.tablet?.sendRemoved()
            client.tablet = nil
        }
    }

    /// Adds a pad with a ring and a strip, which also turn.
    func addPad() {
        for client in bound {
            let pad = client.seat.sendPadAdded()
            client.pads.append(pad)
            let group = pad.sendGroup()
            group.sendButtons(buttons: [0, 1])
            let ring = group.sendRing()
            let strip = group.sendStrip()
            group.sendModes(modes: 1)
            group.sendDone()
            pad.sendPath(path: "/dev/input/event9")
            pad.sendButtons(buttons: 2)
            pad.sendDone()
            ring.sendSource(source: .finger)
            ring.sendAngle(degrees: 40)
            ring.sendFrame(time: 1)
            strip.sendPosition(position: 900)
            strip.sendStop()
            strip.sendFrame(time: 2)
        }
    }

    func removePads() {
        for client in bound {
            for pad in client.pads { pad.sendRemoved() }
            client.pads = []
        }
    }

    private func announceTablet(to client: Bound) {
        let tablet = client.seat.sendTabletAdded()
        tablet.sendName(name: "Test tablet")
        tablet.sendId(vid: 0x56A, pid: 0x357)
        tablet.sendPath(path: "/dev/input/event8")
        tablet.sendDone()
        client.tablet = tablet
    }

    private func announce(_ tool: Tool, to client: Bound) {
        let object = client.seat.sendToolAdded()
        let number = tool.number
        client.tools[number] = object
        object.sendType(toolType: .init(rawValue: tool.settings.kind.rawValue))
        if tool.settings.serial != 0 {
            object.sendHardwareSerial(
                hardwareSerialHi: UInt32(tool.settings.serial >> 32),
                hardwareSerialLo: UInt32(truncatingIfNeeded: tool.settings.serial))
        }
        if tool.settings.hasPressure { object.sendCapability(capability: .pressure) }
        if tool.settings.hasTilt { object.sendCapability(capability: .tilt) }
        object.sendCapability(capability: .distance)
        object.sendDone()
        object.requests = { [unowned self] request in
            guard case .setCursor(let serial, let target, let x, let y) = request,
                let index = tools.firstIndex(where: { $0.number == number }),
                serial == tools[index].serial
            else { return }
            let surface = target.flatMap { core.surface($0) }
            if let surface, case .none = surface.role { surface.role = .cursor }
            tools[index].cursor =
                surface == nil
                ? .hidden
                : .image(
                    hotspotX: Int(x), hotspotY: Int(y), buffer: surface?.state.bufferSize)
        }
    }

    func cursor(of number: Int) -> CursorState {
        tools.first { $0.number == number }?.cursor ?? .unset
    }

    // MARK: - Events

    /// Sends events of a tool in order, and a frame after them if asked.
    func send(
        _ events: [TabletEvent], of number: Int, on target: Surface?, time: UInt32, endsFrame: Bool
    ) throws(CompositorError) {
        guard let index = tools.firstIndex(where: { $0.number == number }) else {
            throw CompositorError("there is no tool \(number): add it first")
        }
        var client = tools[index].focus?.resource.client
        for event in events {
            let serial = core.nextInputSerial()
            if case .proximityIn = event {
                guard let target else { throw CompositorError("the tool is near no window") }
                tools[index].focus = target
                tools[index].serial = serial
                tools[index].cursor = .unset
                client = target.resource.client
            }
            for receiver in bound where receiver.seat.client == client {
                if let tool = receiver.tools[number] {
                    send(event, to: tool, receiver, target, serial: serial)
                }
            }
            if case .proximityOut = event { tools[index].focus = nil }
        }
        guard endsFrame else { return }
        for receiver in bound where receiver.seat.client == client {
            receiver.tools[number]?.sendFrame(time: time)
        }
    }

    private func send(
        _ event: TabletEvent, to tool: ServerZwpTabletToolV2, _ client: Bound, _ target: Surface?,
        serial: UInt32
    ) {
        switch event {
        case .proximityIn:
            guard let tablet = client.tablet, let target else { return }
            tool.sendProximityIn(serial: serial, tablet: tablet, surface: target.resource)
        case .proximityOut: tool.sendProximityOut()
        case .down: tool.sendDown(serial: serial)
        case .up: tool.sendUp()
        case .motion(let x, let y): tool.sendMotion(x: x, y: y)
        case .pressure(let pressure): tool.sendPressure(pressure: pressure)
        case .distance(let distance): tool.sendDistance(distance: distance)
        case .tilt(let x, let y): tool.sendTilt(tiltX: x, tiltY: y)
        case .rotation(let degrees): tool.sendRotation(degrees: degrees)
        case .slider(let position): tool.sendSlider(position: position)
        case .wheel(let degrees, let clicks): tool.sendWheel(degrees: degrees, clicks: clicks)
        case .button(let code, let isPressed):
            tool.sendButton(
                serial: serial, button: code, state: isPressed ? .pressed : .released)
        }
    }
}
