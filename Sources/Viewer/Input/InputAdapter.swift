import ChartInteraction
import Geometry
import Wayland

/// Turns what the seat says into what the gesture interpreter and the command table understand.
enum InputAdapter {
    /// What an input method does to a text field.
    static func edit(_ event: TextInputEvent) -> TextField.MethodEdit {
        TextField.MethodEdit(
            deletedBefore: event.deletedBefore, deletedAfter: event.deletedAfter, text: event.text,
            composing: event.composition?.text ?? "",
            composingCaret: event.composition?.caret)
    }

    /// The events of one seat event as a frame; `nil` for those that are not pointing.
    static func frame(_ event: SeatEvent) -> InputFrame? {
        switch event {
        case .pointer(let frame): pointer(frame)
        case .touch(let frame): touch(frame)
        case .pinch(let pinch): self.pinch(pinch)
        case .swipe(let swipe): self.swipe(swipe)
        case .hold(let hold): self.hold(hold)
        case .key, .keyboardFocus, .modifiers, .textInput: nil
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
        let steps = Vector(dx: scroll.horizontal.steps, dy: scroll.vertical.steps)
        if steps != .zero {
            add(.wheel(steps), frame.position, frame.time)
        } else {
            let distance = Vector(dx: scroll.horizontal.distance, dy: scroll.vertical.distance)
            if distance != .zero {
                // An old seat does not name its source and its fingers never say stop.
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
            return InputEvent(
                time: change.time, position: change.position, kind: kind, modifiers: held)
        }
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

    // MARK: Keys

    /// The combinations a key event can stand for, the likeliest first: what the layout in use says,
    /// then what the key would be on a Latin layout.
    static func combinations(_ event: KeyEvent) -> [KeyCombination] {
        // What is held with the logo key belongs to the desktop.
        if event.modifiers.contains(.logo) { return [] }
        var result: [KeyCombination] = []
        if let key = key(event.keysym) {
            // Shift that the layout used up to make "+" or "?" is not a modifier of the shortcut.
            let held = isCharacter(key) ? event.shortcutModifiers : event.modifiers
            result.append(combination(key, held, dropsShift: isCharacter(key)))
        }
        if let key = key(event.baseKeysym) {
            let other = combination(key, event.modifiers, dropsShift: false)
            // Of the same key the one with Shift says more: Ctrl+Shift+C is not Ctrl+C.
            if !result.contains(other) {
                result.insert(other, at: result.first?.key == other.key ? 0 : result.count)
            }
        }
        return result
    }

    private static func isCharacter(_ key: Key) -> Bool {
        if case .character = key { true } else { false }
    }

    private static func combination(
        _ key: Key, _ held: Wayland.Modifiers, dropsShift: Bool
    ) -> KeyCombination {
        KeyCombination(
            key, control: held.contains(.control), shift: !dropsShift && held.contains(.shift),
            alt: held.contains(.alt))
    }

    private static func key(_ keysym: Keysym) -> Key? {
        switch keysym {
        case .none: return nil
        case .left: return .left
        case .right: return .right
        case .up: return .up
        case .down: return .down
        case .home: return .home
        case .end: return .end
        case .pageUp: return .pageUp
        case .pageDown: return .pageDown
        case .tab, .backTab: return .tab
        case .enter, .keypadEnter: return .enter
        case .space: return .space
        case .escape: return .escape
        case .backspace: return .backspace
        case .delete: return .delete
        case .keypadAdd: return .character("+")
        case .keypadSubtract: return .character("-")
        default: break
        }
        for number in 1...12 where keysym == .function(number) { return .function(number) }
        guard let scalar = keysym.lowercased.scalar, scalar.value > 0x20 else { return nil }
        return .character(Character(scalar))
    }
}
