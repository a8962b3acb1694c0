import Geometry
import WaylandClientProtocols

/// Pinch, swipe and hold on the touchpad of one pointer.
@MainActor
final class Gestures {
    private unowned let seat: Seat
    private let pinch: ZwpPointerGesturePinchV1
    private let swipe: ZwpPointerGestureSwipeV1
    /// Since version 3 of the protocol.
    private let hold: ZwpPointerGestureHoldV1?
    private let position: () -> Point

    private var pinchSurface: WlSurface?
    private var pinchScale = 1.0
    private var swipeSurface: WlSurface?
    private var holdSurface: WlSurface?

    /// - Parameter position: returns the pointer's position on its surface.
    init(
        _ seat: Seat, _ manager: ZwpPointerGesturesV1, _ pointer: WlPointer,
        position: @escaping () -> Point
    ) {
        self.seat = seat
        self.position = position
        pinch = manager.getPinchGesture(pointer: pointer)
        swipe = manager.getSwipeGesture(pointer: pointer)
        hold = manager.version >= 3 ? manager.getHoldGesture(pointer: pointer) : nil
        pinch.events = { [weak self] event in self?.handle(event) }
        swipe.events = { [weak self] event in self?.handle(event) }
        hold?.events = { [weak self] event in self?.handle(event) }
    }

    func destroy(notifies: Bool) {
        if notifies { cancelAll() }
        pinch.destroy()
        swipe.destroy()
        hold?.destroy()
    }

    func forget(_ surface: WlSurface) {
        if pinchSurface == surface { pinchSurface = nil }
        if swipeSurface == surface { swipeSurface = nil }
        if holdSurface == surface { holdSurface = nil }
    }

    /// The device was removed during a gesture, whose effects must be undone.
    private func cancelAll() {
        let now = seat.connection.now
        if pinchSurface != nil { send(pinch: .cancelled, now) }
        if swipeSurface != nil { send(swipe: .cancelled, now) }
        if holdSurface != nil { send(hold: .cancelled, now) }
        pinchSurface = nil
        swipeSurface = nil
        holdSurface = nil
    }

    private func handle(_ event: ZwpPointerGesturePinchV1.Event) {
        switch event {
        case .begin(_, let time, let surface, let fingers):
            pinchSurface = surface
            pinchScale = 1
            send(pinch: .began(fingers: Int(fingers)), seat.connection.seconds(time))
        case .update(let time, let dx, let dy, let scale, let rotation):
            pinchScale = EventBounds.clamped(scale, to: EventBounds.pinches)
            send(
                pinch: .changed, seat.connection.seconds(time), Vector(dx: dx, dy: dy),
                rotation: rotation)
        case .end(_, let time, let cancelled):
            send(pinch: cancelled != 0 ? .cancelled : .ended, seat.connection.seconds(time))
            pinchSurface = nil
        }
    }

    private func handle(_ event: ZwpPointerGestureSwipeV1.Event) {
        switch event {
        case .begin(_, let time, let surface, let fingers):
            swipeSurface = surface
            send(swipe: .began(fingers: Int(fingers)), seat.connection.seconds(time))
        case .update(let time, let dx, let dy):
            send(swipe: .changed, seat.connection.seconds(time), Vector(dx: dx, dy: dy))
        case .end(_, let time, let cancelled):
            send(swipe: cancelled != 0 ? .cancelled : .ended, seat.connection.seconds(time))
            swipeSurface = nil
        }
    }

    private func handle(_ event: ZwpPointerGestureHoldV1.Event) {
        switch event {
        case .begin(_, let time, let surface, let fingers):
            holdSurface = surface
            send(hold: .began(fingers: Int(fingers)), seat.connection.seconds(time))
        case .end(_, let time, let cancelled):
            send(hold: cancelled != 0 ? .cancelled : .ended, seat.connection.seconds(time))
            holdSurface = nil
        }
    }

    private func send(
        pinch phase: GesturePhase, _ time: Double, _ translation: Vector = .zero,
        rotation: Double = 0
    ) {
        guard let window = seat.connection.window(of: pinchSurface) else { return }
        let point = position()
        window.onInput?(
            .pinch(
                PinchEvent(
                    phase: phase, time: time, position: window.contentPoint(point.x, point.y),
                    translation: translation, scale: pinchScale, rotation: rotation,
                    modifiers: seat.modifiers)))
    }

    private func send(swipe phase: GesturePhase, _ time: Double, _ translation: Vector = .zero) {
        guard let window = seat.connection.window(of: swipeSurface) else { return }
        let point = position()
        window.onInput?(
            .swipe(
                SwipeEvent(
                    phase: phase, time: time, position: window.contentPoint(point.x, point.y),
                    translation: translation, modifiers: seat.modifiers)))
    }

    private func send(hold phase: GesturePhase, _ time: Double) {
        guard let window = seat.connection.window(of: holdSurface) else { return }
        let point = position()
        window.onInput?(
            .hold(
                HoldEvent(
                    phase: phase, time: time, position: window.contentPoint(point.x, point.y),
                    modifiers: seat.modifiers)))
    }
}
