// Converts a seat's events of pointers, fingers and touchpads for the gesture interpreter.

import ChartInteraction
import Geometry
import Wayland

extension InputFrame {
    /// The events of one event of a seat; nil for those that are not pointing.
    ///
    /// Positions are in points from the top left of the window's content.
    public init?(_ event: SeatEvent) {
        switch event {
        case .pointer(let frame): self = Self.pointer(frame)
        case .touch(let frame): self = Self.touch(frame)
        case .pen(let frame): self = Self.pen(frame)
        case .pinch(let pinch): self = Self.pinch(pinch)
        case .swipe(let swipe): self = Self.swipe(swipe)
        case .hold(let hold): self = Self.hold(hold)
        case .key, .keyboardFocus, .modifiers, .textInput: return nil
        }
    }

    private static func modifiers(_ held: Wayland.Modifiers) -> ChartInteraction.Modifiers {
        var result: ChartInteraction.Modifiers = []
        if held.contains(.shift) { result.insert(.shift) }
        if held.contains(.control) { result.insert(.control) }
        if held.contains(.alt) { result.insert(.alt) }
        if held.contains(.logo) { result.insert(.logo) }
        return result
    }

    private static func button(_ button: Wayland.PointerButton) -> ChartInteraction.PointerButton {
        switch button {
        case .left: .left
        case .right: .right
        case .middle: .middle
        case .back: .other(8)
        case .forward: .other(9)
        case .other(let code): .other(Int(code))
        }
    }

    private static func pointer(_ frame: PointerFrame) -> InputFrame {
        let held = modifiers(frame.modifiers)
        var events: [InputEvent] = []
        func add(_ kind: InputEvent.Kind, at position: Point, time: Double) {
            events.append(InputEvent(time: time, position: position, kind: kind, modifiers: held))
        }
        if frame.crossing == .left {
            add(.pointerLeft, at: frame.position, time: frame.time)
            return InputFrame(time: frame.time, events: events)
        }
        if frame.isMoved || frame.crossing == .entered {
            add(.pointerMoved, at: frame.position, time: frame.time)
        }
        for change in frame.buttons {
            let button = button(change.button)
            add(
                change.isPressed ? .pointerPressed(button) : .pointerReleased(button),
                at: change.position, time: change.time)
        }
        if let scroll = frame.scroll { addScroll(scroll, frame, add) }
        return InputFrame(time: frame.time, events: events)
    }

    private static func addScroll(
        _ scroll: Scroll, _ frame: PointerFrame,
        _ add: (InputEvent.Kind, Point, Double) -> Void
    ) {
        let distance = Vector(dx: scroll.horizontal.distance, dy: scroll.vertical.distance)
        var steps = Vector(dx: scroll.horizontal.steps, dy: scroll.vertical.steps)
        if steps == .zero { steps = wheelSteps(of: distance, from: scroll.source) }
        if steps != .zero {
            add(.wheel(steps), frame.position, frame.time)
        } else {
            if distance != .zero {
                // An old seat does not name its source and never sends a stop for fingers.
                let source: ChartInteraction.ScrollSource =
                    scroll.source == .finger ? .finger : .continuous
                add(.scrolled(distance, source), frame.position, frame.time)
            }
        }
        if scroll.horizontal.isStopped {
            add(.scrollStopped(.horizontal), frame.position, frame.time)
        }
        if scroll.vertical.isStopped {
            add(.scrollStopped(.vertical), frame.position, frame.time)
        }
    }

    /// The steps of a wheel whose seat sends only distances; none if it is no wheel.
    ///
    /// Compositors send 10 points a step, or 15. A seat older than version 5 does not name the
    /// source; fingers send other distances than whole steps.
    private static func wheelSteps(
        of distance: Vector, from source: Wayland.ScrollSource
    ) -> Vector {
        let whole = [15.0, 10].first { size in
            [distance.dx, distance.dy].allSatisfy {
                $0.truncatingRemainder(dividingBy: size) == 0
            }
        }
        let isWheel = source == .wheel || source == .wheelTilt
        guard isWheel || source == .unknown && whole != nil else { return .zero }
        let size = whole ?? 10
        return Vector(dx: distance.dx / size, dy: distance.dy / size)
    }

    private static func touch(_ frame: TouchFrame) -> InputFrame {
        let held = modifiers(frame.modifiers)
        let events = frame.changes.map { change in
            let kind: InputEvent.Kind =
                switch change.phase {
                case .down: .touchBegan(Int(change.id))
                case .moved: .touchMoved(Int(change.id))
                case .up: .touchEnded(Int(change.id))
                case .cancelled: .touchCancelled
                }
            var event = InputEvent(
                time: change.time, position: change.position, kind: kind, modifiers: held)
            event.contact = change.contact
            return event
        }
        return InputFrame(time: frame.time, events: events)
    }

    /// A pen is a pointer whose tip is the first button.
    private static func pen(_ frame: PenFrame) -> InputFrame {
        let held = modifiers(frame.modifiers)
        // A mouse on a tablet is a pointer and nothing else.
        let state: PenState? =
            frame.tool.kind == .pointer
            ? nil
            : PenState(
                tool: frame.tool.number, kind: frame.tool.kind == .eraser ? .eraser : .pen,
                pressure: frame.pressure, tilt: frame.tilt, rotation: frame.rotation)
        var events: [InputEvent] = []
        func add(_ kind: InputEvent.Kind) {
            events.append(
                InputEvent(
                    time: frame.time, position: frame.position, kind: kind, modifiers: held,
                    pen: state))
        }
        if frame.isMoved || frame.crossing == .entered { add(.pointerMoved) }
        for change in frame.changes {
            switch change {
            case .down: add(.pointerPressed(.left))
            case .up: add(.pointerReleased(.left))
            case .button(let code, let isPressed):
                let button = button(code)
                add(isPressed ? .pointerPressed(button) : .pointerReleased(button))
            }
        }
        if frame.crossing == .left { add(.pointerLeft) }
        return InputFrame(time: frame.time, events: events)
    }

    private static func pinch(_ pinch: PinchEvent) -> InputFrame {
        let kind: InputEvent.Kind =
            switch pinch.phase {
            case .began(let fingers): .pinchBegan(fingers: fingers)
            case .changed:
                .pinchUpdated(
                    translation: pinch.translation, scale: pinch.scale, rotation: pinch.rotation)
            case .ended: .pinchEnded(isCancelled: false)
            case .cancelled: .pinchEnded(isCancelled: true)
            }
        return single(kind, pinch.time, pinch.position, pinch.modifiers)
    }

    private static func swipe(_ swipe: SwipeEvent) -> InputFrame {
        let kind: InputEvent.Kind =
            switch swipe.phase {
            case .began(let fingers): .swipeBegan(fingers: fingers)
            case .changed: .swipeUpdated(translation: swipe.translation)
            case .ended: .swipeEnded(isCancelled: false)
            case .cancelled: .swipeEnded(isCancelled: true)
            }
        return single(kind, swipe.time, swipe.position, swipe.modifiers)
    }

    private static func hold(_ hold: HoldEvent) -> InputFrame {
        let kind: InputEvent.Kind =
            switch hold.phase {
            case .began(let fingers): .holdBegan(fingers: fingers)
            case .changed: .pointerMoved
            case .ended: .holdEnded(isCancelled: false)
            case .cancelled: .holdEnded(isCancelled: true)
            }
        return single(kind, hold.time, hold.position, hold.modifiers)
    }

    private static func single(
        _ kind: InputEvent.Kind, _ time: Double, _ position: Point, _ held: Wayland.Modifiers
    ) -> InputFrame {
        InputFrame(
            InputEvent(time: time, position: position, kind: kind, modifiers: modifiers(held)))
    }
}
