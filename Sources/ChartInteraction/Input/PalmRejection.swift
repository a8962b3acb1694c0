// The hand that holds a pen also lies on the screen.
//
// Wayland does not say which touches are a palm, so it is decided here, from the pen that is near
// and from the sizes of contacts where the device measures them. Five rules:
// 1. While a pen is near, and half a second after it was, a single touch does not count, from its
//    beginning to its end. Some screens lose a hovering pen when the hand lies down; the half second
//    covers that.
// 2. A touch that began up to 0.3 s before the pen came near and has hardly moved was the hand: it
//    is cancelled, and what it did is undone.
// 3. Two fingers may pan and zoom near a pen if they come down together, far from the tip and while
//    it is lifted. When the tip comes down they end.
// 4. A large contact never starts anything, and one that becomes large before it has moved is
//    cancelled.
// 5. Once a pen has been used, fingers do not draw (`hasUsedPen`, for the tool that draws).
// A touch that did not count once never counts.
//
// Method: a filter of frames, before every tool. Near a pen the first of two fingers waits for the
// second, for 0.12 s at most; it is sent with its own time when that comes.

import Geometry

/// Leaves out the touches of the hand that holds a pen.
public struct PalmRejection: Hashable, Sendable {
    /// How long after a pen was near single touches do not count, in seconds.
    static let afterPen = 0.5
    /// How long before a pen came near a touch may have been the hand, in seconds.
    static let beforePen = 0.3
    /// How far a touch may have moved that was the hand, in points.
    static let rest = 10.0
    /// The longest time between two fingers that come down together, in seconds.
    static let together = 0.12
    /// The least distance of two fingers from the tip, in points.
    static let fromTip = 150.0
    /// The largest contact of each of two fingers near a pen, in points.
    static let finger = 30.0
    /// A contact above this is a hand, in points.
    static let hand = 40.0

    private enum Fate: Hashable {
        /// It counts, and its beginning was passed on.
        case counts
        /// It waits for a second finger.
        case waits
        /// It does not count.
        case ignored
    }

    private struct Touch: Hashable {
        let beginning: InputEvent
        var last: InputEvent
        var fate: Fate
        /// The farthest that it has been from its beginning, in points.
        var reach = 0.0
    }

    private var touches: [Int: Touch] = [:]
    /// The pens that are near, by their tools.
    private var near: Set<Int> = []
    private var down: Set<Int> = []
    private var tip = Point.zero
    private var lastPen = -Double.infinity

    /// Whether a pen has touched the screen: then fingers do not draw.
    public private(set) var hasUsedPen = false

    /// Makes a filter for the events of a seat.
    public init() {}

    /// The events of a frame that count.
    public mutating func filter(_ frame: InputFrame) -> InputFrame {
        var events: [InputEvent] = []
        for event in frame.events {
            if let pen = event.pen {
                follow(pen, event, &events)
                events.append(event)
                continue
            }
            switch event.kind {
            case .touchBegan(let id): begin(id, event, &events)
            case .touchMoved(let id): move(id, event, &events)
            case .touchEnded(let id):
                if touches.removeValue(forKey: id)?.fate == .counts { events.append(event) }
            case .touchCancelled:
                touches = [:]
                events.append(event)
            default: events.append(event)
            }
        }
        return InputFrame(time: frame.time, events: events)
    }

    // MARK: The pen

    private mutating func follow(
        _ pen: PenState, _ event: InputEvent, _ events: inout [InputEvent]
    ) {
        lastPen = event.time
        tip = event.position
        switch event.kind {
        case .pointerLeft:
            near.remove(pen.tool)
            down.remove(pen.tool)
        case .pointerPressed(.left):
            if near.insert(pen.tool).inserted { cancelHand(event, &events) }
            down.insert(pen.tool)
            hasUsedPen = true
            endAll(event, &events)
        case .pointerReleased(.left): down.remove(pen.tool)
        default:
            if near.insert(pen.tool).inserted { cancelHand(event, &events) }
        }
    }

    /// The pen came near: a touch just before was the hand.
    private mutating func cancelHand(_ event: InputEvent, _ events: inout [InputEvent]) {
        let counting = touches.filter { $0.value.fate == .counts }
        let hand = counting.filter { _, touch in
            event.time - touch.beginning.time <= Self.beforePen && touch.reach < Self.rest
        }
        cancel(hand.map(\.key), of: counting.count, event, &events)
    }

    /// The tip came down: nothing but the pen counts.
    private mutating func endAll(_ event: InputEvent, _ events: inout [InputEvent]) {
        for (id, touch) in touches.sorted(by: { $0.key < $1.key }) where touch.fate != .ignored {
            if touch.fate == .counts { end(id, touch, event, &events) }
            touches[id]?.fate = .ignored
        }
    }

    // MARK: Touches

    private func isPenNear(_ time: Double) -> Bool {
        !near.isEmpty || time - lastPen < Self.afterPen
    }

    private mutating func begin(
        _ id: Int, _ event: InputEvent, _ events: inout [InputEvent]
    ) {
        var touch = Touch(beginning: event, last: event, fate: .counts)
        if isLarge(event) || !down.isEmpty {
            touch.fate = .ignored
        } else if isPenNear(event.time) {
            touch.fate = isFarFinger(event) ? .waits : .ignored
            // Fingers that pan already are joined by a third one.
            if touch.fate == .waits, touches.values.contains(where: { $0.fate == .counts }) {
                touch.fate = .counts
            }
        }
        touches[id] = touch
        if touch.fate == .counts { events.append(event) }
        if touch.fate == .waits { pair(id, event, &events) }
    }

    /// Lets two fingers count that came down together.
    private mutating func pair(_ id: Int, _ event: InputEvent, _ events: inout [InputEvent]) {
        for (other, touch) in touches where touch.fate == .waits && other != id {
            if event.time - touch.beginning.time > Self.together {
                touches[other]?.fate = .ignored
                continue
            }
            guard isFarFinger(touch.last) else { continue }
            touches[other]?.fate = .counts
            touches[id]?.fate = .counts
            events.append(touch.beginning)
            events.append(event)
            if touch.last.position != touch.beginning.position { events.append(touch.last) }
            return
        }
    }

    private mutating func move(_ id: Int, _ event: InputEvent, _ events: inout [InputEvent]) {
        guard var touch = touches[id] else { return }
        touch.last = event
        touch.reach = max(touch.reach, (event.position - touch.beginning.position).length)
        if touch.fate == .waits, event.time - touch.beginning.time > Self.together {
            touch.fate = .ignored
        }
        touches[id] = touch
        guard touch.fate == .counts else { return }
        if isLarge(event), touch.reach < Self.rest {
            cancel([id], of: touches.values.count { $0.fate == .counts }, event, &events)
        } else {
            events.append(event)
        }
    }

    private func isLarge(_ event: InputEvent) -> Bool { event.contact ?? 0 > Self.hand }

    private func isFarFinger(_ event: InputEvent) -> Bool {
        event.contact ?? 0 < Self.finger && (event.position - tip).length >= Self.fromTip
    }

    /// Takes touches back: all that count at once are undone, single ones of several end.
    private mutating func cancel(
        _ ids: [Int], of count: Int, _ event: InputEvent, _ events: inout [InputEvent]
    ) {
        guard !ids.isEmpty else { return }
        if ids.count == count {
            events.append(
                InputEvent(
                    time: event.time, position: event.position, kind: .touchCancelled,
                    modifiers: event.modifiers))
        }
        for id in ids.sorted() {
            if ids.count < count, let touch = touches[id] { end(id, touch, event, &events) }
            touches[id]?.fate = .ignored
        }
    }

    private func end(
        _ id: Int, _ touch: Touch, _ event: InputEvent, _ events: inout [InputEvent]
    ) {
        events.append(
            InputEvent(
                time: event.time, position: touch.last.position, kind: .touchEnded(id),
                modifiers: touch.last.modifiers))
    }
}
