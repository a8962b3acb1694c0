import Geometry

/// What a person did, delivered to the window it happened in.
///
/// Positions are points from the top left corner of the window's content (the shadow has negative
/// positions); times are seconds of the monotonic clock, as near as the compositor's stamps allow.
public enum SeatEvent: Hashable, Sendable {
    /// The pointer moved, pressed, scrolled, came or left.
    case pointer(PointerFrame)
    /// Fingers on the screen.
    case touch(TouchFrame)
    /// Fingers on the touchpad, apart, together or round one another.
    case pinch(PinchEvent)
    /// Fingers on the touchpad in one direction.
    case swipe(SwipeEvent)
    /// Fingers that rest on the touchpad.
    case hold(HoldEvent)
    /// A key while the window has the keyboard.
    case key(KeyEvent)
    /// The window got or lost the keyboard. When it loses it, no release follows for keys held.
    case keyboardFocus(Bool)
    /// An input method has done something to the text that is typed in.
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

    /// Those that take part in a shortcut: all but the locks.
    public static let held: Modifiers = [.shift, .control, .alt, .logo]
}

/// A button of a mouse, pen or touchpad.
public enum PointerButton: Hashable, Sendable {
    /// The first button, whichever hand it is set up for.
    case left
    /// The second button.
    case right
    /// The third button, often a wheel that is pressed.
    case middle
    /// The thumb's button for going back (BTN_SIDE or BTN_BACK).
    case back
    /// The thumb's button for going forward (BTN_EXTRA or BTN_FORWARD).
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
    /// Which one.
    public var button: PointerButton
    /// Whether it went down; else it came up.
    public var isPressed: Bool
    /// Seconds of the monotonic clock.
    public var time: Double
    /// Where the pointer was at that moment.
    public var position: Point
}

/// What turned, in a scroll.
public enum ScrollSource: Hashable, Sendable {
    /// The compositor does not say (version 4 of the seat and older).
    case unknown
    /// A wheel with steps; there is no stop event to wait for.
    case wheel
    /// Fingers on a touchpad; a stop tells that they left it, and may start momentum.
    case finger
    /// A device without steps and without fingers; it has no certain end.
    case continuous
    /// A wheel pushed sideways.
    case wheelTilt
}

/// A scroll along one direction.
public struct ScrollAxis: Hashable, Sendable {
    /// Points, positive downwards or to the right.
    public var distance: Double = 0
    /// Wheel steps, with fractions for fine wheels; 0 where the device has none.
    ///
    /// Where there are steps, they are the exact measure and `distance` is the compositor's
    /// translation of them.
    public var steps: Double = 0
    /// The fingers left the touchpad.
    public var isStopped = false

    /// No scroll along this direction.
    public static let none = ScrollAxis()
}

/// A scroll, both directions together.
public struct Scroll: Hashable, Sendable {
    /// What turned.
    public var source: ScrollSource = .unknown
    /// The part along x, positive to the right.
    public var horizontal: ScrollAxis = .none
    /// The part along y, positive downwards.
    public var vertical: ScrollAxis = .none
}

/// All that a pointer did at one moment, as the device reported it.
public struct PointerFrame: Hashable, Sendable {
    /// The pointer coming into the window or leaving it.
    public enum Crossing: Hashable, Sendable {
        /// It came in, at the frame's position.
        case entered
        /// It left. A button that was held counts as let go: a drag keeps the pointer in the window,
        /// so this comes with a button down only where the compositor took over, as for a move of the
        /// window, and then no release follows.
        case left
    }

    /// Seconds of the monotonic clock.
    public var time: Double
    /// Where the pointer is at the end of the frame; on leaving, where it last was.
    public var position: Point
    /// Whether it came or left; nil where it did neither.
    public var crossing: Crossing?
    /// Whether the pointer moved; false for a click or scroll in place.
    public var isMoved: Bool
    /// Buttons that changed, in order.
    public var buttons: [ButtonChange]
    /// What was scrolled; nil where nothing was.
    public var scroll: Scroll?
    /// The modifiers held, as the keyboard of the seat last said.
    public var modifiers: Modifiers
}

/// One finger's part of a touch frame.
public struct TouchChange: Hashable, Sendable {
    /// What a finger did.
    public enum Phase: Hashable, Sendable {
        /// It came down on the window.
        case down
        /// It moved.
        case moved
        /// It left the screen.
        case up
        /// The compositor took the gesture for itself: what the finger began is to be undone.
        case cancelled
    }

    /// The finger, for as long as it stays down; numbers are reused and need not be small.
    public var id: Int32
    /// What it did.
    public var phase: Phase
    /// For `up` and `cancelled`, where the finger last was.
    public var position: Point
    /// Seconds of the monotonic clock.
    public var time: Double
}

/// All that the fingers on a touchscreen did at one moment.
public struct TouchFrame: Hashable, Sendable {
    /// Seconds of the monotonic clock.
    public var time: Double
    /// The fingers that changed, in order; the others stay where they are.
    public var changes: [TouchChange]
    /// The modifiers held, as the keyboard of the seat last said.
    public var modifiers: Modifiers
}

/// Where a gesture on the touchpad stands.
public enum GesturePhase: Hashable, Sendable {
    /// It began, with so many fingers.
    case began(fingers: Int)
    /// It went on.
    case changed
    /// The fingers left the touchpad.
    case ended
    /// The gesture turned into something else: what it began is to be undone or settled.
    case cancelled
}

/// Two or more fingers on a touchpad moving together, apart or round one another.
public struct PinchEvent: Hashable, Sendable {
    /// Where the gesture stands.
    public var phase: GesturePhase
    /// Seconds of the monotonic clock.
    public var time: Double
    /// Where the pointer is: the middle of the gesture.
    public var position: Point
    /// How far the middle moved since the last event, in points.
    public var translation: Vector
    /// The distance of the fingers over that at the beginning: absolute, 1 at the beginning.
    public var scale: Double
    /// How far the fingers turned since the last event, in degrees clockwise.
    public var rotation: Double
    /// The modifiers held, as the keyboard of the seat last said.
    public var modifiers: Modifiers
}

/// Several fingers moving together on a touchpad.
public struct SwipeEvent: Hashable, Sendable {
    /// Where the gesture stands.
    public var phase: GesturePhase
    /// Seconds of the monotonic clock.
    public var time: Double
    /// Where the pointer is.
    public var position: Point
    /// How far the middle moved since the last event, in points.
    public var translation: Vector
    /// The modifiers held, as the keyboard of the seat last said.
    public var modifiers: Modifiers
}

/// Fingers resting on a touchpad: they stop a momentum.
public struct HoldEvent: Hashable, Sendable {
    /// Where the gesture stands.
    public var phase: GesturePhase
    /// Seconds of the monotonic clock.
    public var time: Double
    /// Where the pointer is.
    public var position: Point
    /// The modifiers held, as the keyboard of the seat last said.
    public var modifiers: Modifiers
}

/// A key going down, repeating or going up.
public struct KeyEvent: Hashable, Sendable {
    /// What a key did.
    public enum Phase: Hashable, Sendable {
        /// It went down.
        case pressed
        /// The key is held and repeats at the rate the person has set.
        case repeated
        /// It came up.
        case released
    }

    /// What it did.
    public var phase: Phase
    /// Seconds of the monotonic clock.
    public var time: Double
    /// The key's place, by its number in Linux's input-event-codes.h.
    public var keycode: UInt32
    /// What the key means with the modifiers held and the layout in use.
    public var keysym: Keysym
    /// What the key would mean on its own in a Latin layout, so that a shortcut can be typed where
    /// the layout in use has no Latin letters.
    public var baseKeysym: Keysym
    /// The text it enters, after composing; empty for keys that enter none and for releases.
    public var text: String
    /// The key belongs to a compose sequence that is not finished.
    public var isComposing: Bool
    /// The modifiers held, as the keyboard of the seat last said.
    public var modifiers: Modifiers
    /// The modifiers that the layout did not use up to arrive at `keysym`: for "+" typed with Shift,
    /// none.
    public var shortcutModifiers: Modifiers
    /// The key was down already when the window got the keyboard: most commands should ignore it.
    public var isHeldFromBefore: Bool
}
