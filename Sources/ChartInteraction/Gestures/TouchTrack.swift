import Geometry
import Glibc

// Fingers on a screen.
//
// Data layout: the fingers in the order they came down; their current action (`Stage`); the places
// and spans at which the present gesture took hold (`Grip`).
// Method: all fingers of a frame are moved first and evaluated together, so a pinch never has one
// finger ahead of the other. The centre is the mean of the fingers, the spread their mean distance
// from it (for two fingers, half their distance), the spans the same in each direction. The zoom is
// the ratio of the present values to those of the grip, whatever the number of fingers.
// Limits: when fingers swap sides the spans shrink to `Grip.leastSpan` and grow again; the zoom has
// no singularity but is not mirrored.

/// The touch screen: tap, long press, drag, pinch.
struct TouchTrack: Hashable, Sendable {
    private enum Stage: Hashable, Sendable {
        case idle
        /// One finger is down, and its action is not yet determined.
        case waiting
        case pan(id: Int, DirectionLock)
        case pinch(id: Int)
        case longPress(id: Int)
    }

    private struct Finger: Hashable, Sendable {
        let id: Int
        var position: Point
        /// Its last measured direction from the centre, in radians clockwise.
        var direction = 0.0
    }

    private var fingers: [Finger] = []
    private var stage = Stage.idle
    private var grip = Grip()
    private var contactID = 0
    private var contactOrigin = Point.zero
    private var modifiers: Modifiers = []
    private var translation = Vector.zero
    /// How far the fingers have turned around their centre since the grip, in radians clockwise.
    private var rotation = 0.0
    private var estimate = VelocityEstimate()
    private var pinchRelease: (time: Double, velocity: Vector)? {
        get { releaseTime.map { ($0, releaseVelocity) } }
        set {
            releaseTime = newValue?.time
            releaseVelocity = newValue?.velocity ?? .zero
        }
    }
    private var releaseTime: Double?
    private var releaseVelocity = Vector.zero
    private var hasUnseenMovement = false
    private var movementTime = 0.0
    private var taps = TapCounter()

    /// When the waiting finger becomes a long press.
    private(set) var deadline: Double?

    mutating func handle(
        _ event: InputEvent, _ options: GestureInterpreter.Options, _ stream: inout GestureStream
    ) {
        switch event.kind {
        case .touchBegan(let id):
            flush(options, &stream)
            // If the finger is already down, the event of its end was lost.
            lift(id, at: event.time, isTap: false, options, &stream)
            land(Finger(id: id, position: event.position), event, options, &stream)
        case .touchMoved(let id):
            guard let index = fingers.firstIndex(where: { $0.id == id }),
                fingers[index].position != event.position
            else { return }
            fingers[index].position = event.position
            hasUnseenMovement = true
            movementTime = event.time
        case .touchEnded(let id):
            flush(options, &stream)
            lift(id, at: event.time, isTap: true, options, &stream)
        case .touchCancelled:
            cancel(at: event.time, &stream)
        default: break
        }
    }

    /// Sends the movements of the frame as one step.
    mutating func flush(
        _ options: GestureInterpreter.Options, _ stream: inout GestureStream
    ) {
        guard hasUnseenMovement else { return }
        hasUnseenMovement = false
        let before = translation
        translation = centre - grip.centre
        turn()
        estimate.add(x: translation.dx, y: translation.dy, at: movementTime)
        let delta = translation - before
        switch stage {
        case .idle: break
        case .waiting:
            guard translation.length > options.touchSlop else { return }
            deadline = nil
            let lock = DirectionLock(movement: translation, step: options.directionStep)
            let id = stream.makeID()
            stage = .pan(id: id, lock)
            send(.pan(lock), .began, id: id, time: movementTime, delta: translation, to: &stream)
        case .pan(let id, let lock):
            send(.pan(lock), .changed, id: id, time: movementTime, delta: delta, to: &stream)
        case .pinch(let id):
            let pinch = self.pinch(options)
            send(.pinch(pinch), .changed, id: id, time: movementTime, delta: delta, to: &stream)
        case .longPress(let id):
            send(.longPress, .changed, id: id, time: movementTime, delta: delta, to: &stream)
        }
    }

    /// The compositor cancelled the touches: their effects are undone.
    mutating func cancel(at time: Double, _ stream: inout GestureStream) {
        guard !fingers.isEmpty else { return }
        switch stage {
        case .idle, .waiting: break
        case .pan(let id, let lock): send(.pan(lock), .cancelled, id: id, time: time, to: &stream)
        case .pinch(let id):
            let fingers = fingers.count
            send(.pinch(Pinch(fingers: fingers)), .cancelled, id: id, time: time, to: &stream)
        case .longPress(let id): send(.longPress, .cancelled, id: id, time: time, to: &stream)
        }
        sendContact(.cancelled, time: time, to: &stream)
        fingers.removeAll()
        stage = .idle
        deadline = nil
        hasUnseenMovement = false
    }

    /// The finger has rested long enough.
    mutating func fireDeadline(_ time: Double, _ stream: inout GestureStream) {
        deadline = nil
        guard stage == .waiting else { return }
        let id = stream.makeID()
        stage = .longPress(id: id)
        send(.longPress, .began, id: id, time: time, to: &stream)
    }

    // MARK: Changes of the number of fingers

    private mutating func land(
        _ finger: Finger, _ event: InputEvent, _ options: GestureInterpreter.Options,
        _ stream: inout GestureStream
    ) {
        let time = event.time
        if fingers.isEmpty {
            fingers = [finger]
            modifiers = event.modifiers
            contactID = stream.makeID()
            contactOrigin = finger.position
            pinchRelease = nil
            takeGrip(at: time, options)
            stage = .waiting
            deadline = time + options.longPressDelay
            sendContact(.began, time: time, to: &stream)
            return
        }
        deadline = nil
        let isHandover = closeForHandover(at: time, options, &stream)
        fingers.append(finger)
        openPinch(at: time, isHandover: isHandover, options, &stream)
    }

    private mutating func lift(
        _ id: Int, at time: Double, isTap: Bool, _ options: GestureInterpreter.Options,
        _ stream: inout GestureStream
    ) {
        guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
        if fingers.count == 1 {
            finish(at: time, isTap: isTap, options, &stream)
            fingers.removeAll()
            stage = .idle
            deadline = nil
            return
        }
        let velocity = estimate.velocity(at: time)
        let isHandover = closeForHandover(at: time, options, &stream)
        fingers.remove(at: index)
        if fingers.count > 1 {
            openPinch(at: time, isHandover: isHandover, options, &stream)
            return
        }
        pinchRelease = (time, Vector(dx: velocity.x, dy: velocity.y))
        takeGrip(at: time, options)
        let pan = stream.makeID()
        stage = .pan(id: pan, .free)
        send(.pan(.free), .began, id: pan, time: time, isHandover: isHandover, to: &stream)
    }

    private mutating func finish(
        at time: Double, isTap: Bool, _ options: GestureInterpreter.Options,
        _ stream: inout GestureStream
    ) {
        switch stage {
        case .idle, .pinch: break
        case .waiting:
            guard isTap else { break }
            let count = taps.count(
                at: centre, time: time, button: .left, interval: options.tapInterval,
                radius: options.tapRadius)
            send(.tap(count: count), .ended, id: contactID, time: time, to: &stream)
        case .pan(let id, let lock):
            var velocity = Vector.zero
            if let release = pinchRelease, time - release.time <= options.pinchReleaseInterval {
                velocity = release.velocity
            } else {
                let speed = estimate.velocity(at: time)
                velocity = Vector(dx: speed.x, dy: speed.y)
            }
            send(.pan(lock), .ended, id: id, time: time, velocity: velocity, to: &stream)
        case .longPress(let id): send(.longPress, .ended, id: id, time: time, to: &stream)
        }
        sendContact(.ended, time: time, to: &stream)
    }

    /// Ends the present gesture because the number of fingers changes; returns whether it held the
    /// content.
    private mutating func closeForHandover(
        at time: Double, _ options: GestureInterpreter.Options, _ stream: inout GestureStream
    ) -> Bool {
        switch stage {
        case .idle, .waiting: return false
        case .pan(let id, let lock):
            send(.pan(lock), .ended, id: id, time: time, isHandover: true, to: &stream)
            return true
        case .pinch(let id):
            send(.pinch(pinch(options)), .ended, id: id, time: time, isHandover: true, to: &stream)
            return true
        case .longPress(let id):
            send(.longPress, .ended, id: id, time: time, to: &stream)
            return false
        }
    }

    private mutating func openPinch(
        at time: Double, isHandover: Bool, _ options: GestureInterpreter.Options,
        _ stream: inout GestureStream
    ) {
        takeGrip(at: time, options)
        let id = stream.makeID()
        stage = .pinch(id: id)
        send(
            .pinch(pinch(options)), .began, id: id, time: time, isHandover: isHandover, to: &stream)
    }

    // MARK: Positions of the fingers

    private var centre: Point {
        var sum = Vector.zero
        for finger in fingers { sum = sum + (finger.position - Point.zero) }
        let count = Double(max(1, fingers.count))
        return Point(x: sum.dx / count, y: sum.dy / count)
    }

    private mutating func takeGrip(at time: Double, _ options: GestureInterpreter.Options) {
        grip = Grip(positions: fingers.map(\.position), centre: centre)
        translation = .zero
        turn()
        rotation = 0
        estimate.reset()
        estimate.add(x: 0, y: 0, at: time)
    }

    /// Adds how far the fingers have turned around their centre since the last call.
    private mutating func turn() {
        guard fingers.count > 1 else { return }
        let centre = centre
        var sum = 0.0
        for index in fingers.indices {
            let arm = fingers[index].position - centre
            let direction = atan2(arm.dy, arm.dx)
            sum += remainder(direction - fingers[index].direction, 2 * .pi)
            fingers[index].direction = direction
        }
        rotation += sum / Double(fingers.count)
    }

    private func pinch(_ options: GestureInterpreter.Options) -> Pinch {
        let now = Grip(positions: fingers.map(\.position), centre: centre)
        var pinch = grip.pinch(to: now, rule: options.pinchRule, fingers: fingers.count)
        pinch.rotation = rotation * 180 / .pi
        return pinch
    }

    // MARK: Sending

    private func send(
        _ kind: Gesture.Kind, _ phase: Gesture.Phase, id: Int, time: Double, delta: Vector = .zero,
        velocity: Vector = .zero, isHandover: Bool = false, to stream: inout GestureStream
    ) {
        stream.send(
            Gesture(
                kind: kind, phase: phase, id: id, device: .touch, modifiers: modifiers, time: time,
                origin: grip.centre, translation: translation, delta: delta, velocity: velocity,
                isHandover: isHandover))
    }

    private func sendContact(
        _ phase: Gesture.Phase, time: Double, to stream: inout GestureStream
    ) {
        stream.send(
            Gesture(
                kind: .contact, phase: phase, id: contactID, device: .touch, modifiers: modifiers,
                time: time, origin: contactOrigin))
    }
}

/// Where fingers took hold: their centre and how far they were from it.
struct Grip: Hashable, Sendable {
    /// Spans below this do not determine a direction, in points from the centre.
    static let leastSpan = 12.0

    var centre = Point.zero
    private var spread = 0.0
    private var spanX = 0.0
    private var spanY = 0.0

    init() {}

    init(positions: [Point], centre: Point) {
        self.centre = centre
        let count = Double(max(1, positions.count))
        for position in positions {
            let arm = position - centre
            spread += arm.length / count
            spanX += abs(arm.dx) / count
            spanY += abs(arm.dy) / count
        }
    }

    /// The pinch from this grip to `now` under a rule.
    func pinch(to now: Grip, rule: PinchRule, fingers: Int) -> Pinch {
        let scale = max(now.spread, Self.leastSpan) / max(spread, Self.leastSpan)
        var pinch = Pinch(scale: scale, scaleX: scale, scaleY: scale, fingers: fingers)
        if rule == .uniform { return pinch }
        pinch.scaleX = max(now.spanX, Self.leastSpan) / max(spanX, Self.leastSpan)
        pinch.scaleY = max(now.spanY, Self.leastSpan) / max(spanY, Self.leastSpan)
        if case .rounded(let step) = rule {
            pinch.lock = DirectionLock(movement: Vector(dx: spanX, dy: spanY), step: step)
            if pinch.lock == .horizontal { pinch.scaleY = 1 }
            if pinch.lock == .vertical { pinch.scaleX = 1 }
        }
        return pinch
    }
}
