import Geometry
import Glibc

/// The meaning of a person's movement, as recognized by the interpreter.
///
/// A continuous gesture has a `began` phase, any number of `changed` phases, and one of `ended` and
/// `cancelled`; a discrete one (tap, wheel) has only `ended`. Totals count from the origin, so an
/// interaction computes from the start and never adds up small steps.
public struct Gesture: Hashable, Sendable {
    /// The progress of a gesture.
    public enum Phase: Hashable, Sendable {
        /// It has just been recognized; totals may already be above zero.
        case began
        /// It continued.
        case changed
        /// It ended, or it was instantaneous.
        case ended
        /// The window system cancelled the gesture: its effects are to be undone.
        case cancelled
    }

    /// The kind of device the gesture came from.
    public enum Device: Hashable, Sendable {
        /// A pointer with buttons, and its wheel.
        case mouse
        /// Fingers on the screen.
        case touch
        /// Fingers on a touchpad, which move the content and not the pointer.
        case touchpad
        /// A scroll without an end (trackpoint, held button).
        case continuousScroll
    }

    /// The kinds of gestures.
    public enum Kind: Hashable, Sendable {
        /// A finger or a button is down, or (from a touchpad) fingers rest: motion stops.
        case contact
        /// The pointer moves without a button; `ended` when it leaves.
        case hover
        /// A drag, a finger's movement or a scroll: the content follows.
        case pan(DirectionLock)
        /// A drag with the selecting button or key: a span is marked.
        case select
        /// Two or more fingers: pan and zoom together.
        case pinch(Pinch)
        /// Wheel steps, positive to the right and downwards.
        case wheel(steps: Vector)
        /// A click or a tap, with the number of successive ones.
        case tap(count: Int)
        /// Press and hold on touch, then movement: the crosshair follows.
        case longPress
        /// Three or more fingers move across a touchpad.
        case swipe(fingers: Int)
    }

    /// The kind of gesture.
    public var kind: Kind
    /// The progress of the gesture.
    public var phase: Phase
    /// The same for all phases of one gesture, different for gestures that overlap in time.
    public var id: Int
    /// The device it came from.
    public var device: Device
    /// The button of a mouse gesture; `left` for all others.
    public var button: PointerButton
    /// The modifier keys at the beginning of the gesture.
    public var modifiers: Modifiers
    /// The time of the event, in seconds.
    public var time: Double
    /// Where the gesture took hold of the content, in points.
    public var origin: Point
    /// The displacement since `origin`, in points.
    ///
    /// It includes the distance of the recognition threshold.
    public var translation: Vector
    /// The displacement since the last phase, in points.
    public var delta: Vector
    /// The velocity at the end of the gesture, in points per second; zero before.
    public var velocity: Vector
    /// Whether the gesture hands over to another one of the same fingers, or takes over from one.
    ///
    /// On `ended`: another one begins in this frame, and no momentum follows. On `began`: this is
    /// that one, and a cancellation undoes both.
    public var isHandover: Bool

    /// The present position of the held point of the content: `origin + translation`.
    public var location: Point { origin + translation }

    /// Makes a gesture; for the interpreter and tests.
    public init(
        kind: Kind, phase: Phase, id: Int, device: Device, button: PointerButton = .left,
        modifiers: Modifiers = [], time: Double, origin: Point, translation: Vector = .zero,
        delta: Vector = .zero, velocity: Vector = .zero, isHandover: Bool = false
    ) {
        self.kind = kind
        self.phase = phase
        self.id = id
        self.device = device
        self.button = button
        self.modifiers = modifiers
        self.time = time
        self.origin = origin
        self.translation = translation
        self.delta = delta
        self.velocity = velocity
        self.isHandover = isHandover
    }
}

/// The direction assigned to a pan when it was recognized.
public enum DirectionLock: Hashable, Sendable {
    /// Both directions follow the finger.
    case free
    /// Only the part along x counts.
    case horizontal
    /// Only the part along y counts.
    case vertical

    /// The lock for a movement whose direction is rounded to multiples of `step` radians.
    ///
    /// A direction that is rounded onto an axis locks to it; any other stays free, so that the
    /// content stays under the finger. A step of zero never locks.
    public init(movement: Vector, step: Double) {
        guard step > 0, movement.length > 0 else {
            self = .free
            return
        }
        // Folded into the first quadrant: 0 is along x, π/2 along y.
        let angle = atan2(abs(movement.dy), abs(movement.dx))
        let rounded = (angle / step).rounded() * step
        if abs(rounded) < 1e-9 {
            self = .horizontal
        } else if abs(rounded - .pi / 2) < 1e-9 {
            self = .vertical
        } else {
            self = .free
        }
    }

    /// The part of a movement that the lock lets through.
    public func applied(to movement: Vector) -> Vector {
        switch self {
        case .free: movement
        case .horizontal: Vector(dx: movement.dx, dy: 0)
        case .vertical: Vector(dx: 0, dy: movement.dy)
        }
    }
}

/// How far fingers have moved apart since the gesture began.
public struct Pinch: Hashable, Sendable {
    /// The ratio of the distances between the fingers, now to then.
    public var scale: Double
    /// The factor along x; this and the next follow from the fingers by the interpreter's rule.
    public var scaleX: Double
    /// The factor along y.
    public var scaleY: Double
    /// The direction of the line through the fingers when they came down, if the rule rounds it.
    public var lock: DirectionLock
    /// How far the fingers have turned, in degrees clockwise; no chart uses it.
    public var rotation: Double
    /// The number of fingers.
    public var fingers: Int

    /// Makes a pinch; with no arguments, one that has not moved.
    public init(
        scale: Double = 1, scaleX: Double = 1, scaleY: Double = 1, lock: DirectionLock = .free,
        rotation: Double = 0, fingers: Int = 2
    ) {
        self.scale = scale
        self.scaleX = scaleX
        self.scaleY = scaleY
        self.lock = lock
        self.rotation = rotation
        self.fingers = fingers
    }
}
