import Geometry
import WaylandClientProtocols

/// A seat's pointer and the gestures on its touchpad.
@MainActor
final class Pointer {
    private unowned let seat: Seat
    private let proxy: WlPointer
    private var grouping = PointerGrouping<WlSurface>()
    private let image: PointerImage
    private var gestures: Gestures?

    private var connection: Connection { seat.connection }
    private var now: Double { connection.now }

    init(_ seat: Seat, _ proxy: WlPointer) {
        self.seat = seat
        self.proxy = proxy
        image = PointerImage(seat.connection) { [proxy] serial, surface, hotspot in
            proxy.setCursor(
                serial: serial, surface: surface, hotspotX: hotspot.x, hotspotY: hotspot.y)
        }
        proxy.events = { [weak self] event in self?.handle(event) }
        makeGestures()
    }

    func makeGestures() {
        guard gestures == nil, let manager = connection.gestures else { return }
        gestures = Gestures(seat, manager, proxy) { [weak self] in
            self?.grouping.position ?? .zero
        }
    }

    /// - Parameter notifies: whether the window is still notified that the pointer left.
    func destroy(notifies: Bool) {
        if notifies {
            grouping.leave(now: now)
            deliver()
        }
        seat.serials.forget(.pointerEnter)
        seat.serials.forget(.pointerPress)
        gestures?.destroy(notifies: notifies)
        gestures = nil
        image.destroy()
        proxy.destroy()
    }

    func forget(_ surface: WlSurface) {
        gestures?.forget(surface)
        guard grouping.focus == surface else { return }
        grouping.leave(now: now)
        image.serial = nil
    }

    private func handle(_ event: WlPointer.Event) {
        switch event {
        case .enter(let serial, let surface, let x, let y):
            guard let surface else { return }
            image.serial = serial
            seat.serials.record(serial, .pointerEnter)
            grouping.enter(surface, at: Point(x: x, y: y), now: now)
            if let window = connection.window(of: surface) { image.show(window) }
        case .leave:
            image.serial = nil
            grouping.leave(now: now)
        case .motion(let time, let x, let y):
            grouping.motion(to: Point(x: x, y: y), time: connection.seconds(time))
        case .button(let serial, let time, let button, let state):
            if state == .pressed { seat.pressed(serial, .pointerPress) }
            grouping.button(
                PointerButton(code: button), isPressed: state == .pressed,
                time: connection.seconds(time))
        case .axis(let time, let axis, let value):
            grouping.axis(axis.rawValue, distance: value, time: connection.seconds(time))
        case .axisSource(let source):
            grouping.axisSource(source.rawValue)
        case .axisStop(let time, let axis):
            grouping.axisStop(axis.rawValue, time: connection.seconds(time))
        case .axisDiscrete(let axis, let discrete):
            grouping.axisSteps(axis.rawValue, steps: Double(discrete))
        case .axisValue120(let axis, let value):
            grouping.axisSteps(axis.rawValue, steps: Double(value) / 120)
        case .frame:
            deliver()
        }
        if proxy.version < 5 { deliver() }
    }

    private func deliver() {
        for (surface, frame) in grouping.close(now: now, modifiers: seat.modifiers) {
            guard let window = connection.window(of: surface) else { continue }
            var frame = frame
            frame.position = window.contentPoint(frame.position.x, frame.position.y)
            for index in frame.buttons.indices {
                let position = frame.buttons[index].position
                frame.buttons[index].position = window.contentPoint(position.x, position.y)
            }
            window.onInput?(.pointer(frame))
        }
    }

    // MARK: Shape

    func updateCursor(over window: Window) {
        if grouping.focus == window.surface { image.show(window) }
    }

    /// Shows the pointer in another theme.
    func updateTheme() { image.updateTheme(over: grouping.focus) }
}
