import Geometry

/// The mouse: hovering, clicking, dragging.
struct PointerTrack: Hashable, Sendable {
    private struct Press: Hashable, Sendable {
        let id: Int
        let button: PointerButton
        let modifiers: Modifiers
        let origin: Point
        var translation = Vector.zero
        var drag: Drag?
    }

    private struct Drag: Hashable, Sendable {
        let id: Int
        let kind: Gesture.Kind
    }

    private var press: Press?
    private var position = Point.zero
    private var hoverID: Int?
    private var estimate = VelocityEstimate()
    private var taps = TapCounter()

    mutating func handle(
        _ event: InputEvent, _ options: GestureInterpreter.Options, _ stream: inout GestureStream
    ) {
        switch event.kind {
        case .pointerMoved: move(event, options, &stream)
        case .pointerPressed(let button): begin(button, event, options, &stream)
        case .pointerReleased(let button):
            // The release of a button that does not drag changes nothing.
            guard press?.button == button else { return }
            move(event, options, &stream)
            end(event, options, &stream)
        case .pointerLeft:
            release(at: event.time, &stream)
            hover(.ended, event, &stream)
        default: break
        }
    }

    /// Ends the current press, without momentum and without a click.
    mutating func release(at time: Double, _ stream: inout GestureStream) {
        guard let press else { return }
        if let drag = press.drag {
            stream.send(gesture(drag.kind, .ended, press, id: drag.id, time: time))
        }
        stream.send(gesture(.contact, .ended, press, id: press.id, time: time))
        self.press = nil
    }

    private mutating func begin(
        _ button: PointerButton, _ event: InputEvent, _ options: GestureInterpreter.Options,
        _ stream: inout GestureStream
    ) {
        if let press {
            // Other buttons during a drag do nothing; the same one again means that a release was
            // lost.
            guard press.button == button else { return }
            release(at: event.time, &stream)
        }
        position = event.position
        let press = Press(
            id: stream.makeID(), button: button, modifiers: event.modifiers, origin: event.position)
        self.press = press
        estimate.reset()
        estimate.add(x: 0, y: 0, at: event.time)
        stream.send(gesture(.contact, .began, press, id: press.id, time: event.time))
    }

    private mutating func move(
        _ event: InputEvent, _ options: GestureInterpreter.Options, _ stream: inout GestureStream
    ) {
        guard var press else {
            if event.kind == .pointerMoved { hover(.changed, event, &stream) }
            return
        }
        let before = press.translation
        let hasMoved = event.position != position
        position = event.position
        press.translation = event.position - press.origin
        defer { self.press = press }
        // A release repeats the last place; it must not count as a movement.
        if hasMoved {
            estimate.add(x: press.translation.dx, y: press.translation.dy, at: event.time)
        }
        if let drag = press.drag {
            guard hasMoved else { return }
            stream.send(
                gesture(
                    drag.kind, .changed, press, id: drag.id, time: event.time,
                    delta: press.translation - before))
        } else if press.translation.length > options.pointerSlop,
            let kind = dragKind(press, options)
        {
            let drag = Drag(id: stream.makeID(), kind: kind)
            press.drag = drag
            stream.send(
                gesture(
                    kind, .began, press, id: drag.id, time: event.time, delta: press.translation))
        }
    }

    private mutating func end(
        _ event: InputEvent, _ options: GestureInterpreter.Options, _ stream: inout GestureStream
    ) {
        guard let press else { return }
        self.press = nil
        if let drag = press.drag {
            let speed = estimate.velocity(at: event.time)
            stream.send(
                gesture(
                    drag.kind, .ended, press, id: drag.id, time: event.time,
                    velocity: Vector(dx: speed.x, dy: speed.y)))
        } else if press.translation.length <= options.pointerSlop {
            let count = taps.count(
                at: event.position, time: event.time, button: press.button,
                interval: options.tapInterval, radius: options.clickRadius)
            stream.send(
                gesture(.tap(count: count), .ended, press, id: press.id, time: event.time))
        }
        stream.send(gesture(.contact, .ended, press, id: press.id, time: event.time))
    }

    private func dragKind(_ press: Press, _ options: GestureInterpreter.Options) -> Gesture.Kind? {
        if options.selectButtons.contains(press.button) { return .select }
        switch press.button {
        case .left where !press.modifiers.isDisjoint(with: options.selectModifiers): return .select
        case .left, .middle:
            return .pan(DirectionLock(movement: press.translation, step: options.directionStep))
        default: return nil
        }
    }

    private mutating func hover(
        _ phase: Gesture.Phase, _ event: InputEvent, _ stream: inout GestureStream
    ) {
        var phase = phase
        if phase == .ended {
            guard hoverID != nil else { return }
        } else if hoverID == nil {
            phase = .began
            hoverID = stream.makeID()
        }
        guard let id = hoverID else { return }
        stream.send(
            Gesture(
                kind: .hover, phase: phase, id: id, device: .mouse, modifiers: event.modifiers,
                time: event.time, origin: event.position))
        if phase == .ended { hoverID = nil }
    }

    private func gesture(
        _ kind: Gesture.Kind, _ phase: Gesture.Phase, _ press: Press, id: Int, time: Double,
        delta: Vector = .zero, velocity: Vector = .zero
    ) -> Gesture {
        Gesture(
            kind: kind, phase: phase, id: id, device: .mouse, button: press.button,
            modifiers: press.modifiers, time: time, origin: press.origin,
            translation: press.translation, delta: delta, velocity: velocity)
    }
}
