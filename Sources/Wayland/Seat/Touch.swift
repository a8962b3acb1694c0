import Geometry
import WaylandClientProtocols

/// A seat's touchscreen.
@MainActor
final class Touch {
    private unowned let seat: Seat
    private let proxy: WlTouch
    private var grouping = TouchGrouping<WlSurface>()

    private var connection: Connection { seat.connection }

    init(_ seat: Seat, _ proxy: WlTouch) {
        self.seat = seat
        self.proxy = proxy
        proxy.events = { [weak self] event in self?.handle(event) }
    }

    /// - Parameter notifies: whether the windows are still notified that their fingers are gone.
    func destroy(notifies: Bool) {
        if notifies {
            grouping.cancel(now: connection.now)
            deliver(grouping.close(modifiers: seat.modifiers))
        }
        seat.serials.forget(.touchDown)
        proxy.destroy()
    }

    func forget(_ surface: WlSurface) {
        grouping.cancel(on: surface, now: connection.now)
    }

    func dispatchEnded() {
        deliver(grouping.closeAfterDispatch(modifiers: seat.modifiers))
    }

    private func handle(_ event: WlTouch.Event) {
        switch event {
        case .down(let serial, let time, let surface, let id, let x, let y):
            guard let surface else { return }
            seat.pressed(serial, .touchDown)
            grouping.down(id, on: surface, at: Point(x: x, y: y), time: connection.seconds(time))
        case .up(_, let time, let id):
            grouping.up(id, time: connection.seconds(time))
        case .motion(let time, let id, let x, let y):
            grouping.motion(id, to: Point(x: x, y: y), time: connection.seconds(time))
        case .cancel:
            grouping.cancel(now: connection.now)
            deliver(grouping.close(modifiers: seat.modifiers))
        case .frame:
            deliver(grouping.close(modifiers: seat.modifiers))
        case .shape(let id, let major, _):
            grouping.shape(id, major: major, now: connection.now)
        case .orientation:
            break
        }
    }

    private func deliver(_ frames: [(surface: WlSurface, frame: TouchFrame)]) {
        for (surface, frame) in frames {
            guard let window = connection.window(of: surface) else { continue }
            var frame = frame
            for index in frame.changes.indices {
                let position = frame.changes[index].position
                frame.changes[index].position = window.contentPoint(position.x, position.y)
            }
            window.onInput?(.touch(frame))
        }
    }
}
