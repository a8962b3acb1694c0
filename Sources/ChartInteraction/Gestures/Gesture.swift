import Geometry
import Glibc

/// What a person means by a movement, as the interpreter understands it.
///
/// A continuous gesture comes as `began`, any number of `changed`, and one of `ended` and
/// `cancelled`; a discrete one (tap, wheel) only as `ended`. Totals count from the origin, so an
/// interaction computes from where it began and never adds up small steps.
public struct Gesture: Hashable, Sendable {
    /// How far a gesture has come.
    public enum Phase: Hashable, Sendable {
        /// It was recognised just now; totals may already be more than zero.
        case began
        /// It went on.
        case changed
        /// It came to its end, or happened at once.
        case ended
        /// The window system took the gesture away: what it did is to be undone.
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

    /// What is meant.
    public enum Kind: Hashable, Sendable {
        /// A finger or a button is down, or (from a touchpad) fingers rest: motion stops.
        case contact
        /// The pointer moves with no button down; `ended` when it leaves.
        case hover
        /// A drag, a finger's movement or a scroll: the content follows.
        case pan(DirectionLock)
        /// A drag with the selecting button or key: a span is marked.
        case select
        /// Two or more fingers: pan and zoom together.
        case pinch(Pinch)
        /// A wheel, in steps, positive to the right and downwards.
        case wheel(steps: Vector)
        /// A click or a tap, with how many have followed one another.
        case tap(count: Int)
        /// Press and hold on touch, then moving on: the crosshair follows.
        case longPress
        /// Three or more fingers sweeping over a touchpad.
        case swipe(fingers: Int)
    }

    /// What is meant.
    public var kind: Kind
    /// How far the gesture has come.
    public var phase: Phase
    /// The same for all phases of one gesture, different for gestures that overlap in time.
    public var id: Int
    /// Where it came from.
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
    /// Nothing is lost to the recognition threshold.
    public var translation: Vector
    /// The displacement since the last phase, in points.
    public var delta: Vector
    /// The velocity at the end of the gesture, in points per second; zero before.
    public var velocity: Vector
    /// Whether the gesture hands over to another of the same fingers, or takes over from one.
    ///
    /// On `ended`: another one begins in this frame, and no momentum follows; on `began`: it is that
    /// one, and a cancellation undoes both.
    public var isHandover: Bool

    /// Where the held point of the content is now: `origin + translation`.
    public var location: Point { origin + translation }

    /// Makes a gesture; the interpreter does, and tests.
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

/// To which direction a pan was judged to belong when it was recognised.
public enum DirectionLock: Hashable, Sendable {
    /// Both directions follow the finger.
    case free
    /// Only what lies along x counts.
    case horizontal
    /// Only what lies along y counts.
    case vertical

    /// The lock for a movement whose direction is rounded to multiples of `step` radians.
    ///
    /// A direction that rounds onto an axis locks to it; any other stays free, so that what is
    /// under the finger stays there. A step of zero never locks.
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
    /// The factor along x; this and the next are what the interpreter's rule makes of the fingers.
    public var scaleX: Double
    /// The factor along y.
    public var scaleY: Double
    /// The direction of the line through the fingers when they came down, where the rule rounds it.
    public var lock: DirectionLock
    /// How far the fingers have turned, in degrees clockwise; no chart does anything with it.
    public var rotation: Double
    /// How many fingers there are.
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
