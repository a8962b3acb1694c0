import Geometry

/// The keys that change the meaning of a pointer's action.
public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public let rawValue: UInt8

    /// Makes a set of bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Either Shift key.
    public static let shift = Modifiers(rawValue: 1)
    /// Either Control key.
    public static let control = Modifiers(rawValue: 2)
    /// The Alt key.
    public static let alt = Modifiers(rawValue: 4)
    /// The logo key.
    public static let logo = Modifiers(rawValue: 8)
}

/// A button of a pointing device.
public enum PointerButton: Hashable, Sendable {
    /// The first button, for either hand.
    case left
    /// The second button.
    case right
    /// The third button, often a wheel that is pressed.
    case middle
    /// Any other button, by the device's number for it.
    case other(Int)
}

/// The kind of device that scrolls without steps.
public enum ScrollSource: Hashable, Sendable {
    /// Fingers on a touchpad: the end is announced, and momentum may follow.
    case finger
    /// A trackpoint or a held button: the end is not announced, and no momentum follows.
    case continuous
}

/// One of the two directions of the screen.
public enum ScreenAxis: Hashable, Sendable {
    /// Along x.
    case horizontal
    /// Along y.
    case vertical
}

/// An action of a person with a pointing device, with its own time.
///
/// Positions and distances are points of the surface with y downwards. Times are seconds of the
/// clock that also drives the frames, taken from the event and not from its arrival.
public struct InputEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// The pointer moved.
        case pointerMoved
        /// A button was pressed at the pointer.
        case pointerPressed(PointerButton)
        /// A button was released at the pointer.
        case pointerReleased(PointerButton)
        /// The pointer left the surface.
        case pointerLeft

        /// A scroll without steps, positive to the right and downwards as reported by the window
        /// system (the content moves the other way).
        case scrolled(Vector, ScrollSource)
        /// The fingers left the touchpad, as far as this direction is concerned.
        case scrollStopped(ScreenAxis)
        /// A wheel's movement in steps (120ths divided by 120), positive to the right and
        /// downwards.
        case wheel(Vector)

        /// A finger came down; its number stays the same until it leaves the screen.
        case touchBegan(Int)
        /// The finger with that number moved.
        case touchMoved(Int)
        /// The finger with that number left the screen at its last position.
        case touchEnded(Int)
        /// The compositor cancelled all touches.
        case touchCancelled

        /// A number of fingers on the touchpad began to move apart, together or around one another.
        case pinchBegan(fingers: Int)
        /// The centre's displacement since the last event, the absolute scale since the beginning,
        /// and the rotation since the last event in degrees clockwise.
        case pinchUpdated(translation: Vector, scale: Double, rotation: Double)
        /// The fingers left the touchpad; cancelled if it was a different gesture after all.
        case pinchEnded(isCancelled: Bool)

        /// A number of fingers on the touchpad began to move in one direction.
        case swipeBegan(fingers: Int)
        /// The displacement since the last event.
        case swipeUpdated(translation: Vector)
        /// The fingers left the touchpad; cancelled if it was a different gesture after all.
        case swipeEnded(isCancelled: Bool)

        /// Fingers rest on the touchpad without moving.
        case holdBegan(fingers: Int)
        /// They moved, or left the touchpad; cancelled if they moved.
        case holdEnded(isCancelled: Bool)
    }

    /// When it happened, in seconds.
    public var time: Double
    /// The position of the pointer or the touch, in points; for touchpad gestures that of the
    /// pointer.
    public var position: Point
    /// What happened.
    public var kind: Kind
    /// The modifier keys that were down.
    public var modifiers: Modifiers
    /// The pen that is the pointer of this event; nil for anything else.
    public var pen: PenState?
    /// The length of a touch's contact along its longer axis, in points; nil if it is not measured.
    public var contact: Double?

    /// Makes an event.
    public init(
        time: Double, position: Point, kind: Kind, modifiers: Modifiers = [], pen: PenState? = nil
    ) {
        self.time = time
        self.position = position
        self.kind = kind
        self.modifiers = modifiers
        self.pen = pen
    }

    /// The farthest that anything on a screen can be, in points.
    private static let farthest = 1e7

    /// Whether every number in the event is possible on a screen; other events are ignored.
    public var isSensible: Bool {
        func isNear(_ vector: Vector) -> Bool {
            abs(vector.dx) <= Self.farthest && abs(vector.dy) <= Self.farthest
        }
        guard time.isFinite, isNear(position - .zero), pen?.isSensible ?? true,
            contact?.isFinite ?? true
        else { return false }
        switch kind {
        case .scrolled(let delta, _), .wheel(let delta), .swipeUpdated(translation: let delta):
            return isNear(delta)
        case .pinchUpdated(let delta, let scale, let rotation):
            return isNear(delta) && scale.isFinite && scale > 0 && rotation.isFinite
        default:
            return true
        }
    }
}

/// The events that belong together: all up to the window system's `frame`.
public struct InputFrame: Hashable, Sendable {
    /// The time of the frame, in seconds: that of its events.
    public var time: Double
    /// What happened, in order.
    public var events: [InputEvent]

    /// Makes a frame of simultaneous events.
    public init(time: Double, events: [InputEvent]) {
        self.time = time
        self.events = events
    }

    /// Makes a frame of one event.
    public init(_ event: InputEvent) {
        self.init(time: event.time, events: [event])
    }
}
