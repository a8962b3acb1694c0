import Geometry

/// The touchpad and the wheel: scroll, pinch, swipe, hold.
struct TouchpadTrack: Hashable, Sendable {
    private struct Scroll: Hashable, Sendable {
        let id: Int
        let source: ScrollSource
        let origin: Point
        let modifiers: Modifiers
        var translation = Vector.zero
        var shown = Vector.zero
        var time: Double
        var lock: DirectionLock?
        var movesHorizontally = false
        var movesVertically = false

        var device: Gesture.Device { source == .finger ? .touchpad : .continuousScroll }
    }

    private struct Sweep: Hashable, Sendable {
        let id: Int
        let origin: Point
        let modifiers: Modifiers
        var kind: Gesture.Kind
        var translation = Vector.zero
    }

    private var scroll: Scroll?
    private var sweep: Sweep?
    private var hold: Sweep?
    private var wheel: (steps: Vector, event: InputEvent)? {
        get { wheelEvent.map { (wheelSteps, $0) } }
        set {
            wheelSteps = newValue?.steps ?? .zero
            wheelEvent = newValue?.event
        }
    }
    private var wheelSteps = Vector.zero
    private var wheelEvent: InputEvent?
    private var scrollEstimate = VelocityEstimate()
    private var sweepEstimate = VelocityEstimate()

    /// When a scroll without an announced end has ended.
    private(set) var deadline: Double?

    mutating func handle(
        _ event: InputEvent, _ options: GestureInterpreter.Options, _ stream: inout GestureStream
    ) {
        switch event.kind {
        case .scrolled(let delta, let source): add(delta, source, event, options, &stream)
        case .scrollStopped(let axis): stop(axis, event, options, &stream)
        case .wheel(let steps):
            wheel = ((wheel?.steps ?? .zero) + steps, event)
        case .pinchBegan(let fingers):
            endSweep(at: event.time, isCancelled: false, &stream)
            endScroll(at: event.time, hasMomentum: false, options, &stream)
            beginSweep(.pinch(Pinch(fingers: fingers)), event, &stream)
        case .pinchUpdated(let translation, let scale, let rotation):
            guard case .pinch(var pinch) = sweep?.kind else { return }
            pinch.scale = scale
            pinch.scaleX = scale
            pinch.scaleY = scale
            pinch.rotation += rotation
            sweep?.kind = .pinch(pinch)
            moveSweep(by: translation, event, &stream)
        case .swipeBegan(let fingers):
            endSweep(at: event.time, isCancelled: false, &stream)
            beginSweep(.swipe(fingers: fingers), event, &stream)
        case .swipeUpdated(let translation): moveSweep(by: translation, event, &stream)
        case .pinchEnded(let isCancelled), .swipeEnded(let isCancelled):
            endSweep(at: event.time, isCancelled: isCancelled, &stream)
        case .holdBegan:
            endHold(.ended, at: event.time, &stream)
            let hold = Sweep(
                id: stream.makeID(), origin: event.position, modifiers: event.modifiers,
                kind: .contact)
            self.hold = hold
            send(hold, .began, time: event.time, to: &stream)
        case .holdEnded(let isCancelled):
            endHold(isCancelled ? .cancelled : .ended, at: event.time, &stream)
        default: break
        }
    }

    /// Sends the scroll and the wheel steps of the frame as one step each.
    mutating func flush(
        _ options: GestureInterpreter.Options, _ stream: inout GestureStream
    ) {
        if let wheel {
            self.wheel = nil
            if wheel.steps != .zero {
                stream.send(
                    Gesture(
                        kind: .wheel(steps: wheel.steps), phase: .ended, id: stream.makeID(),
                        device: .mouse, modifiers: wheel.event.modifiers, time: wheel.event.time,
                        origin: wheel.event.position))
            }
        }
        flushScroll(options, &stream)
    }

    /// The pointer left: a scroll ends without momentum.
    mutating func pointerLeft(
        at time: Double, _ options: GestureInterpreter.Options, _ stream: inout GestureStream
    ) {
        flush(options, &stream)
        endScroll(at: time, hasMomentum: false, options, &stream)
        endSweep(at: time, isCancelled: false, &stream)
        endHold(.ended, at: time, &stream)
    }

    mutating func fireDeadline(
        _ time: Double, _ options: GestureInterpreter.Options, _ stream: inout GestureStream
    ) {
        deadline = nil
        endScroll(at: time, hasMomentum: false, options, &stream)
    }

    // MARK: Scroll

    private mutating func add(
        _ delta: Vector, _ source: ScrollSource, _ event: InputEvent,
        _ options: GestureInterpreter.Options, _ stream: inout GestureStream
    ) {
        guard delta != .zero else { return }
        if let old = scroll, old.source != source {
            endScroll(at: event.time, hasMomentum: false, options, &stream)
        }
        var scroll =
            self.scroll
            ?? Scroll(
                id: stream.makeID(), source: source, origin: event.position,
                modifiers: event.modifiers, time: event.time)
        // The first distance was covered before its event, in an unknown time.
        if self.scroll == nil { scrollEstimate.reset() }
        // The content moves opposite to the scroll.
        scroll.translation = scroll.translation - Vector(dx: delta.dx, dy: delta.dy)
        scroll.time = event.time
        if delta.dx != 0 { scroll.movesHorizontally = true }
        if delta.dy != 0 { scroll.movesVertically = true }
        self.scroll = scroll
        deadline = source == .continuous ? event.time + options.continuousScrollPause : nil
    }

    private mutating func flushScroll(
        _ options: GestureInterpreter.Options, _ stream: inout GestureStream
    ) {
        guard var scroll, scroll.translation != scroll.shown else { return }
        scrollEstimate.add(x: scroll.translation.dx, y: scroll.translation.dy, at: scroll.time)
        var phase = Gesture.Phase.changed
        if scroll.lock == nil {
            guard scroll.translation.length > options.scrollSlop else { return }
            scroll.lock = DirectionLock(movement: scroll.translation, step: options.directionStep)
            phase = .began
        }
        let delta = scroll.translation - scroll.shown
        scroll.shown = scroll.translation
        self.scroll = scroll
        send(scroll, phase, time: scroll.time, delta: delta, to: &stream)
    }

    private mutating func stop(
        _ axis: ScreenAxis, _ event: InputEvent, _ options: GestureInterpreter.Options,
        _ stream: inout GestureStream
    ) {
        guard scroll != nil else { return }
        flushScroll(options, &stream)
        switch axis {
        case .horizontal: scroll?.movesHorizontally = false
        case .vertical: scroll?.movesVertically = false
        }
        // The fingers are off when no direction moves any more.
        guard scroll?.movesHorizontally == false, scroll?.movesVertically == false else { return }
        endScroll(at: event.time, hasMomentum: true, options, &stream)
    }

    private mutating func endScroll(
        at time: Double, hasMomentum: Bool, _ options: GestureInterpreter.Options,
        _ stream: inout GestureStream
    ) {
        guard let scroll else { return }
        flushScroll(options, &stream)
        let shown = self.scroll ?? scroll
        self.scroll = nil
        deadline = nil
        guard shown.lock != nil else { return }
        var velocity = Vector.zero
        if hasMomentum, shown.source == .finger {
            let speed = scrollEstimate.velocity(at: time)
            velocity = Vector(dx: speed.x, dy: speed.y)
        }
        send(shown, .ended, time: time, velocity: velocity, to: &stream)
    }

    private func send(
        _ scroll: Scroll, _ phase: Gesture.Phase, time: Double, delta: Vector = .zero,
        velocity: Vector = .zero, to stream: inout GestureStream
    ) {
        stream.send(
            Gesture(
                kind: .pan(scroll.lock ?? .free), phase: phase, id: scroll.id,
                device: scroll.device, modifiers: scroll.modifiers, time: time,
                origin: scroll.origin, translation: scroll.shown, delta: delta, velocity: velocity))
    }

    // MARK: Pinch, swipe and hold

    private mutating func beginSweep(
        _ kind: Gesture.Kind, _ event: InputEvent, _ stream: inout GestureStream
    ) {
        let sweep = Sweep(
            id: stream.makeID(), origin: event.position, modifiers: event.modifiers, kind: kind)
        self.sweep = sweep
        sweepEstimate.reset()
        sweepEstimate.add(x: 0, y: 0, at: event.time)
        send(sweep, .began, time: event.time, to: &stream)
    }

    private mutating func moveSweep(
        by delta: Vector, _ event: InputEvent, _ stream: inout GestureStream
    ) {
        guard var sweep else { return }
        sweep.translation = sweep.translation + delta
        self.sweep = sweep
        sweepEstimate.add(x: sweep.translation.dx, y: sweep.translation.dy, at: event.time)
        send(sweep, .changed, time: event.time, delta: delta, to: &stream)
    }

    private mutating func endSweep(
        at time: Double, isCancelled: Bool, _ stream: inout GestureStream
    ) {
        guard let sweep else { return }
        self.sweep = nil
        let speed = sweepEstimate.velocity(at: time)
        send(
            sweep, isCancelled ? .cancelled : .ended, time: time,
            velocity: isCancelled ? .zero : Vector(dx: speed.x, dy: speed.y), to: &stream)
    }

    private mutating func endHold(
        _ phase: Gesture.Phase, at time: Double, _ stream: inout GestureStream
    ) {
        guard let hold else { return }
        self.hold = nil
        send(hold, phase, time: time, to: &stream)
    }

    private func send(
        _ sweep: Sweep, _ phase: Gesture.Phase, time: Double, delta: Vector = .zero,
        velocity: Vector = .zero, to stream: inout GestureStream
    ) {
        stream.send(
            Gesture(
                kind: sweep.kind, phase: phase, id: sweep.id, device: .touchpad,
                modifiers: sweep.modifiers, time: time, origin: sweep.origin,
                translation: sweep.translation, delta: delta, velocity: velocity))
    }
}
