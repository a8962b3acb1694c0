import Geometry

/// An input event, delivered to the window in which it occurred.
///
/// Positions are in points from the top left corner of the window's content (the shadow has
/// negative positions). Times are in seconds of the monotonic clock, as exact as the compositor's
/// stamps allow.
public enum SeatEvent: Hashable, Sendable {
    /// The pointer moved, pressed, scrolled, entered or left.
    case pointer(PointerFrame)
    /// Fingers on the screen.
    case touch(TouchFrame)
    /// A pen of a drawing tablet.
    case pen(PenFrame)
    /// Fingers on the touchpad moving apart, together or around one another.
    case pinch(PinchEvent)
    /// Fingers on the touchpad in one direction.
    case swipe(SwipeEvent)
    /// Fingers resting on the touchpad.
    case hold(HoldEvent)
    /// A key while the window has the keyboard.
    case key(KeyEvent)
    /// The window got or lost the keyboard. After a loss, no release follows for held keys.
    case keyboardFocus(Bool)
    /// An input method changed the text in the current field.
    case textInput(TextInputEvent)
    /// The modifiers changed while the window has the keyboard.
    case modifiers(Modifiers)
}

/// The keys that change the meaning of others, and the locks.
public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Either Shift key.
    public static let shift = Modifiers(rawValue: 1 << 0)
    /// Either Control key.
    public static let control = Modifiers(rawValue: 1 << 1)
    /// The Alt key: Mod1 of X11's modifiers.
    public static let alt = Modifiers(rawValue: 1 << 2)
    /// The key with a logo on it, also called Super.
    public static let logo = Modifiers(rawValue: 1 << 3)
    /// Caps Lock is on.
    public static let capsLock = Modifiers(rawValue: 1 << 4)
    /// Num Lock is on.
    public static let numLock = Modifiers(rawValue: 1 << 5)

    /// Those that are part of a shortcut: all except the locks.
    public static let held: Modifiers = [.shift, .control, .alt, .logo]
}

/// A button of a mouse, pen or touchpad.
public enum PointerButton: Hashable, Sendable {
    /// The primary button, also on a left-handed device.
    case left
    /// The secondary button.
    case right
    /// The third button, often a pressed wheel.
    case middle
    /// The thumb button for going back (BTN_SIDE or BTN_BACK).
    case back
    /// The thumb button for going forward (BTN_EXTRA or BTN_FORWARD).
    case forward
    /// Any other, by its number in Linux's input-event-codes.h.
    case other(UInt32)

    init(code: UInt32) {
        switch code {
        case 0x110: self = .left
        case 0x111: self = .right
        case 0x112: self = .middle
        case 0x113, 0x116: self = .back  // BTN_SIDE, BTN_BACK
        case 0x114, 0x115: self = .forward  // BTN_EXTRA, BTN_FORWARD
        default: self = .other(code)
        }
    }
}

/// A button going down or up.
public struct ButtonChange: Hashable, Sendable {
    /// The button.
    public var button: PointerButton
    /// Whether it went down; otherwise it went up.
    public var isPressed: Bool
    /// Seconds of the monotonic clock.
    public var time: Double
    /// The position of the pointer at that moment.
    public var position: Point
}

/// The source of a scroll.
public enum ScrollSource: Hashable, Sendable {
    /// The compositor does not report it (version 4 of the seat and older).
    case unknown
    /// A wheel with steps; there is no stop event to wait for.
    case wheel
    /// Fingers on a touchpad; a stop event means that they left it, and may start momentum.
    case finger
    /// A device without steps and without fingers; its end is not reported.
    case continuous
    /// A wheel pushed sideways.
    case wheelTilt
}

/// A scroll along one direction.
public struct ScrollAxis: Hashable, Sendable {
    /// Points, positive downwards or to the right.
    public var distance: Double = 0
    /// Wheel steps, with fractions for fine wheels; 0 if the device has none.
    ///
    /// If there are steps, they are the exact measure and `distance` is the compositor's conversion
    /// of them.
    public var steps: Double = 0
    /// The fingers left the touchpad.
    public var isStopped = false

    /// No scroll along this direction.
    public static let none = ScrollAxis()
}

/// A scroll, both directions together.
public struct Scroll: Hashable, Sendable {
    /// The source of the scroll.
    public var source: ScrollSource = .unknown
    /// The part along x, positive to the right.
    public var horizontal: ScrollAxis = .none
    /// The part along y, positive downwards.
    public var vertical: ScrollAxis = .none
}

/// A pointer's events of one moment, as grouped by the device.
public struct PointerFrame: Hashable, Sendable {
    /// The pointer entering or leaving the window.
    public enum Crossing: Hashable, Sendable {
        /// It entered, at the frame's position.
        case entered
        /// It left. A held button counts as released: a drag keeps the pointer in the window, so
        /// this comes with a button down only if the compositor took over, for example to move the
        /// window, and then no release follows.
        case left
    }

    /// Seconds of the monotonic clock.
    public var time: Double
    /// The position of the pointer at the end of the frame; on leaving, its last position.
    public var position: Point
    /// Whether it entered or left; nil if it did neither.
    public var crossing: Crossing?
    /// Whether the pointer moved; false for a click or scroll in place.
    public var isMoved: Bool
    /// Buttons that changed, in order.
    public var buttons: [ButtonChange]
    /// The scroll; nil if there was none.
    public var scroll: Scroll?
    /// The held modifiers, as last reported by the seat's keyboard.
    public var modifiers: Modifiers
}

/// One finger's part of a touch frame.
public struct TouchChange: Hashable, Sendable {
    /// The change of a finger.
    public enum Phase: Hashable, Sendable {
        /// It touched the window.
        case down
        /// It moved.
        case moved
        /// It left the screen.
        case up
        /// The compositor took over the gesture: the finger's effects must be undone.
        case cancelled
    }

    /// The finger's number while it is down; numbers are reused and need not be small.
    public var id: Int32
    /// The change.
    public var phase: Phase
    /// For `up` and `cancelled`, the finger's last position.
    public var position: Point
    /// The length of the contact along its longer axis, in points; nil if it is not measured.
    public var contact: Double?
    /// Seconds of the monotonic clock.
    public var time: Double
}

/// A touchscreen's events of one moment.
public struct TouchFrame: Hashable, Sendable {
    /// Seconds of the monotonic clock.
    public var time: Double
    /// The fingers that changed, in order; the others did not move.
    public var changes: [TouchChange]
    /// The held modifiers, as last reported by the seat's keyboard.
    public var modifiers: Modifiers
}

/// The phase of a gesture on the touchpad.
public enum GesturePhase: Hashable, Sendable {
    /// It began, with this number of fingers.
    case began(fingers: Int)
    /// It continued.
    case changed
    /// The fingers left the touchpad.
    case ended
    /// It became another gesture: its effects must be undone or settled.
    case cancelled
}

/// Two or more fingers on a touchpad moving together, apart or around one another.
public struct PinchEvent: Hashable, Sendable {
    /// The phase of the gesture.
    public var phase: GesturePhase
    /// Seconds of the monotonic clock.
    public var time: Double
    /// The position of the pointer, which is the middle of the gesture.
    public var position: Point
    /// The movement of the middle since the last event, in points.
    public var translation: Vector
    /// The distance of the fingers relative to the start: absolute, 1 at the start.
    public var scale: Double
    /// The rotation of the fingers since the last event, in degrees clockwise.
    public var rotation: Double
    /// The held modifiers, as last reported by the seat's keyboard.
    public var modifiers: Modifiers
}

/// Several fingers moving together on a touchpad.
public struct SwipeEvent: Hashable, Sendable {
    /// The phase of the gesture.
    public var phase: GesturePhase
    /// Seconds of the monotonic clock.
    public var time: Double
    /// The position of the pointer.
    public var position: Point
    /// The movement of the middle since the last event, in points.
    public var translation: Vector
    /// The held modifiers, as last reported by the seat's keyboard.
    public var modifiers: Modifiers
}

/// Fingers resting on a touchpad: they stop momentum.
public struct HoldEvent: Hashable, Sendable {
    /// The phase of the gesture.
    public var phase: GesturePhase
    /// Seconds of the monotonic clock.
    public var time: Double
    /// The position of the pointer.
    public var position: Point
    /// The held modifiers, as last reported by the seat's keyboard.
    public var modifiers: Modifiers
}

/// A key going down, repeating or going up.
public struct KeyEvent: Hashable, Sendable {
    /// The change of a key.
    public enum Phase: Hashable, Sendable {
        /// It went down.
        case pressed
        /// The key is held and repeats at the user's rate.
        case repeated
        /// It went up.
        case released
    }

    /// The change.
    public var phase: Phase
    /// Seconds of the monotonic clock.
    public var time: Double
    /// The key's position, by its number in Linux's input-event-codes.h.
    public var keycode: UInt32
    /// The meaning of the key with the held modifiers and the current layout.
    public var keysym: Keysym
    /// The meaning of the key alone in a Latin layout, so that shortcuts work in layouts without
    /// Latin letters.
    public var baseKeysym: Keysym
    /// The text that it enters, after composing; empty for keys without text and for releases.
    public var text: String
    /// The key belongs to an incomplete compose sequence.
    public var isComposing: Bool
    /// The held modifiers, as last reported by the seat's keyboard.
    public var modifiers: Modifiers
    /// The modifiers that the layout did not use to determine `keysym`: none for "+" typed with
    /// Shift.
    public var shortcutModifiers: Modifiers
    /// The key was already down when the window got the keyboard: most commands should ignore it.
    public var isHeldFromBefore: Bool
}
