import Geometry

// From events to meaning.
//
// Data layout: three independent tracks (pointer, touches, touchpad), each a small state machine; a
// value type, so that an interpreter can be copied, compared and replayed.
// Method: totals from an origin instead of sums of steps. A threshold decides *that* a movement is
// a drag and is then part of the drag, so no distance is lost. When the number of fingers changes,
// the gesture is ended and a new one begun at the present places of the fingers (a "handover"), so
// nothing jumps. Times are only those of the events. Anything that must happen without an event (a
// long press, the end of a scroll that is not announced) has a deadline, which the event loop
// queries.
// Limits: one pointer; any number of touches (all of them together make one gesture).
// Rejected: recognisers that compete and fail each other; timers inside.

/// Turns input frames into gestures.
///
/// It is independent of charts.
///
/// Pass every frame to `interpret(_:)`, and call `advance(to:)` when `nextDeadline` has come. The
/// same frames give exactly the same gestures.
public struct GestureInterpreter: Hashable, Sendable {
    /// The thresholds, in points and seconds.
    public struct Options: Hashable, Sendable {
        /// How far a pressed pointer moves before it drags.
        public var pointerSlop = 4.0
        /// How far a finger moves before it drags.
        public var touchSlop = 8.0
        /// How far a scroll moves before its direction is determined.
        public var scrollSlop = 3.0
        /// Directions are rounded to multiples of this angle when a drag begins; zero never locks.
        public var directionStep = Double.pi / 4
        /// How a pinch is split between the directions.
        public var pinchRule = PinchRule.rounded(step: .pi / 4)
        /// The longest pause between two taps that belong together.
        public var tapInterval = 0.4
        /// The farthest two clicks that belong together may be apart.
        public var clickRadius = 6.0
        /// The farthest two taps that belong together may be apart.
        public var tapRadius = 24.0
        /// How long a finger rests before it becomes a long press.
        public var longPressDelay = 0.5
        /// The pause after which a scroll without an announced end has ended.
        public var continuousScrollPause = 0.2
        /// The momentum of a pinch survives if the last finger follows the others within this time.
        public var pinchReleaseInterval = 0.1
        /// Dragging with these buttons marks a span.
        public var selectButtons: Set<PointerButton> = [.right]
        /// Dragging with the left button and any of these keys marks a span.
        public var selectModifiers: Modifiers = .shift

        /// Makes the usual thresholds.
        public init() {}
    }

    /// The thresholds; a change counts from the next event.
    public var options: Options
    private var stream = GestureStream()
    private var pointer = PointerTrack()
    private var touches = TouchTrack()
    private var touchpad = TouchpadTrack()

    /// Makes an interpreter without input.
    public init(options: Options = Options()) { self.options = options }

    /// When `advance(to:)` must be called if no event comes before, in seconds; nil if nothing
    /// waits.
    public var nextDeadline: Double? {
        [touches.deadline, touchpad.deadline].compactMap { $0 }.min()
    }

    /// The gestures that result from a frame of events, in order.
    ///
    /// Events with invalid numbers are ignored. Cost: proportional to the number of events.
    public mutating func interpret(_ frame: InputFrame) -> [Gesture] {
        for event in frame.events where event.isSensible {
            fireDeadlines(upTo: event.time)
            switch event.kind {
            case .pointerMoved, .pointerPressed, .pointerReleased, .pointerLeft:
                if event.kind == .pointerLeft {
                    touchpad.pointerLeft(at: event.time, options, &stream)
                }
                pointer.handle(event, options, &stream)
            case .touchBegan, .touchMoved, .touchEnded, .touchCancelled:
                touches.handle(event, options, &stream)
            default:
                touchpad.handle(event, options, &stream)
            }
        }
        touches.flush(options, &stream)
        touchpad.flush(options, &stream)
        return stream.take()
    }

    /// The gestures that result from time passing without an event.
    public mutating func advance(to time: Double) -> [Gesture] {
        fireDeadlines(upTo: time)
        return stream.take()
    }

    /// Ends all current gestures without momentum, as when the window loses its input.
    public mutating func reset(at time: Double) -> [Gesture] {
        touchpad.pointerLeft(at: time, options, &stream)
        pointer.release(at: time, &stream)
        touches.cancel(at: time, &stream)
        return stream.take()
    }

    private mutating func fireDeadlines(upTo time: Double) {
        if let deadline = touches.deadline, deadline <= time {
            touches.fireDeadline(deadline, &stream)
        }
        if let deadline = touchpad.deadline, deadline <= time {
            touchpad.fireDeadline(deadline, options, &stream)
        }
    }
}

/// How the spread of fingers is split between the two directions.
public enum PinchRule: Hashable, Sendable {
    /// The ratio of the distances, in both directions alike.
    case uniform
    /// Each direction by the fingers' own distance in it, so that every finger keeps its data; a
    /// direction in which they are close together does not zoom.
    case free
    /// As `free`, but if the line through the fingers, rounded to multiples of `step` radians, is
    /// along an axis when they come down, they zoom only along that axis.
    case rounded(step: Double)
}

/// The gestures being produced, and the source of their numbers.
struct GestureStream: Hashable, Sendable {
    private var gestures: [Gesture] = []
    private var nextID = 1

    mutating func makeID() -> Int {
        defer { nextID += 1 }
        return nextID
    }

    mutating func send(_ gesture: Gesture) { gestures.append(gesture) }

    mutating func take() -> [Gesture] {
        defer { gestures.removeAll(keepingCapacity: true) }
        return gestures
    }
}

/// Counts successive taps at one place.
struct TapCounter: Hashable, Sendable {
    private var count = 0
    private var time = -Double.infinity
    private var place = Point.zero
    private var button = PointerButton.left

    /// The number of the tap at `place` and `time`: 1, or one more than the tap it follows.
    mutating func count(
        at place: Point, time: Double, button: PointerButton, interval: Double, radius: Double
    ) -> Int {
        let follows =
            button == self.button && time - self.time <= interval
            && (place - self.place).length <= radius
        count = follows ? count + 1 : 1
        self.time = time
        self.place = place
        self.button = button
        return count
    }
}
