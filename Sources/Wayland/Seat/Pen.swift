import Geometry
import WaylandClientProtocols

/// A tool of a drawing tablet.
@MainActor
final class Pen {
    /// The tool is gone.
    var onRemoved: (() -> Void)?

    private unowned let seat: Seat
    private let proxy: ZwpTabletToolV2
    private var tool: PenTool
    private var grouping = PenGrouping<WlSurface>()
    private var tablet: ZwpTabletV2?
    private let image: PointerImage

    private var connection: Connection { seat.connection }
    private var now: Double { connection.now }

    init(_ seat: Seat, _ proxy: ZwpTabletToolV2, number: Int) {
        self.seat = seat
        self.proxy = proxy
        tool = PenTool(number: number, kind: .pen, serial: 0, hasPressure: false, hasTilt: false)
        image = PointerImage(seat.connection) { [proxy] serial, surface, hotspot in
            proxy.setCursor(
                serial: serial, surface: surface, hotspotX: hotspot.x, hotspotY: hotspot.y)
        }
        proxy.events = { [weak self] event in self?.handle(event) }
    }

    /// - Parameter notifies: whether the window is still notified that the pen left.
    func destroy(notifies: Bool) {
        if notifies { leave() }
        image.destroy()
        proxy.destroy()
    }

    /// The tablet was unplugged: the pen is nowhere.
    func lost(_ tablet: ZwpTabletV2) {
        if self.tablet === tablet { leave() }
    }

    func forget(_ surface: WlSurface) {
        if grouping.focus == surface { leave() }
    }

    /// All received events have been dispatched: a pen that has left needs no frame to be gone.
    func dispatchEnded() {
        if grouping.hasLeft { deliver(time: now) }
    }

    private func leave() {
        tablet = nil
        image.serial = nil
        grouping.leave(tool: tool, now: now, modifiers: seat.modifiers)
        deliver(time: now)
    }

    private func handle(_ event: ZwpTabletToolV2.Event) {
        switch event {
        case .type(let kind): tool.kind = PenTool.Kind(kind)
        case .hardwareSerial(let high, let low): tool.serial = UInt64(high) << 32 | UInt64(low)
        case .capability(.pressure): tool.hasPressure = true
        case .capability(.tilt): tool.hasTilt = true
        case .removed: onRemoved?()
        case .proximityIn(let serial, let tablet, let surface):
            guard let surface else { return }
            self.tablet = tablet
            image.serial = serial
            grouping.enter(surface, tool: tool, now: now, modifiers: seat.modifiers)
            if let window = connection.window(of: surface) { image.show(window) }
        case .proximityOut:
            tablet = nil
            image.serial = nil
            grouping.leave(tool: tool, now: now, modifiers: seat.modifiers)
        case .down(let serial):
            seat.pressed(serial, .penDown)
            grouping.press()
        case .up: grouping.release()
        case .motion(let x, let y): grouping.move(to: Point(x: x, y: y))
        case .pressure(let pressure): grouping.setPressure(pressure)
        case .tilt(let x, let y): grouping.setTilt(Vector(dx: x, dy: y))
        case .rotation(let degrees): grouping.setRotation(degrees)
        case .button(let serial, let code, let state):
            if state == .pressed { seat.pressed(serial, .penDown) }
            grouping.button(PointerButton(penCode: code), isPressed: state == .pressed)
        case .frame(let time): deliver(time: connection.seconds(time))
        case .capability, .hardwareIdWacom, .done, .distance, .slider, .wheel: break
        }
    }

    private func deliver(time: Double) {
        for (surface, frame) in grouping.close(
            tool: tool, time: time, modifiers: seat.modifiers)
        {
            guard let window = connection.window(of: surface) else { continue }
            var frame = frame
            frame.position = window.contentPoint(frame.position.x, frame.position.y)
            window.onInput?(.pen(frame))
        }
    }

    // MARK: Shape

    func updateCursor(over window: Window) {
        if grouping.focus == window.surface { image.show(window) }
    }

    /// Shows the pointer in another theme.
    func updateTheme() { image.updateTheme(over: grouping.focus) }
}

extension PenTool.Kind {
    init(_ kind: ZwpTabletToolV2.Kind) {
        switch kind {
        case .eraser: self = .eraser
        case .finger, .mouse, .lens: self = .pointer
        default: self = .pen
        }
    }
}

extension PointerButton {
    /// A button of a tablet's tool by its Linux code: the lower one of a pen does what the second
    /// one of a mouse does.
    fileprivate init(penCode code: UInt32) {
        switch code {
        case 0x14B: self = .right  // BTN_STYLUS
        case 0x14C: self = .middle  // BTN_STYLUS2
        default: self.init(code: code)
        }
    }
}
