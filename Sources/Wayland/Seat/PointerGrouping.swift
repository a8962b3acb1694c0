// Groups the events of wl_pointer into frames.
//
// From version 5 a `frame` event closes a group. Older seats send none: there every event stands for
// itself, and the caller closes after each. One group may hold a leave and an enter of another
// surface; it then becomes two frames, each for its own surface. Of a wheel, version 8 sends
// value120 and no discrete steps, versions 5 to 7 the reverse; both arrive here as steps.
// Positions are points of the surface; whoever delivers them subtracts the window's margin.

import Geometry

/// Builds `PointerFrame`s from the single events of a pointer.
struct PointerGrouping<Surface: Hashable> {
    /// The surface the pointer is on.
    private(set) var focus: Surface?
    /// Where it is on that surface.
    private(set) var position = Point.zero

    private var closed: [(surface: Surface, frame: PointerFrame)] = []
    private var crossing: PointerFrame.Crossing?
    private var isMoved = false
    private var buttons: [ButtonChange] = []
    private var scroll: Scroll?
    private var time: Double?

    mutating func enter(_ surface: Surface, at position: Point, now: Double) {
        endSurface(now: now)
        focus = surface
        self.position = position
        crossing = .entered
    }

    /// The pointer left, or the surface or device is gone.
    mutating func leave(now: Double) {
        guard focus != nil else { return }
        // Coming and going within one frame is as if nothing had been.
        if crossing == .entered && buttons.isEmpty && scroll == nil {
            crossing = nil
            isMoved = false
        } else {
            crossing = .left
        }
        endSurface(now: now)
        focus = nil
    }

    mutating func motion(to position: Point, time: Double) {
        self.position = position
        self.time = time
        isMoved = true
    }

    mutating func button(_ button: PointerButton, isPressed: Bool, time: Double) {
        self.time = time
        guard buttons.count < EventBounds.mostChanges else { return }
        buttons.append(
            ButtonChange(button: button, isPressed: isPressed, time: time, position: position))
    }

    mutating func axis(_ axis: UInt32, distance: Double, time: Double) {
        self.time = time
        change(axis) {
            $0.distance = EventBounds.clamped(
                $0.distance + distance, to: EventBounds.scrolledPoints)
        }
    }

    mutating func axisSteps(_ axis: UInt32, steps: Double) {
        change(axis) {
            $0.steps = EventBounds.clamped($0.steps + steps, to: EventBounds.scrolledSteps)
        }
    }

    mutating func axisStop(_ axis: UInt32, time: Double) {
        self.time = time
        change(axis) { $0.isStopped = true }
    }

    mutating func axisSource(_ value: UInt32) {
        let source: ScrollSource =
            switch value {
            case 0: .wheel
            case 1: .finger
            case 2: .continuous
            case 3: .wheelTilt
            default: .unknown
            }
        var changed = scroll ?? Scroll()
        changed.source = source
        scroll = changed
    }

    /// The group is complete: its frames, in order.
    ///
    /// Without any change there is none.
    mutating func close(
        now: Double, modifiers: Modifiers
    ) -> [(surface: Surface, frame: PointerFrame)] {
        endSurface(now: now)
        defer { closed = [] }
        return closed.map { entry in
            var frame = entry.frame
            frame.modifiers = modifiers
            return (entry.surface, frame)
        }
    }

    private mutating func change(_ axis: UInt32, _ body: (inout ScrollAxis) -> Void) {
        guard axis <= 1 else { return }
        var changed = scroll ?? Scroll()
        if axis == 0 { body(&changed.vertical) } else { body(&changed.horizontal) }
        scroll = changed
    }

    private mutating func endSurface(now: Double) {
        defer {
            crossing = nil
            isMoved = false
            buttons = []
            scroll = nil
            time = nil
        }
        // A source alone says nothing happened.
        if let only = scroll, only.vertical == .none, only.horizontal == .none { scroll = nil }
        guard let focus, crossing != nil || isMoved || !buttons.isEmpty || scroll != nil else {
            return
        }
        guard closed.count < EventBounds.mostChanges else { return }
        closed.append(
            (
                focus,
                PointerFrame(
                    time: time ?? now, position: position, crossing: crossing, isMoved: isMoved,
                    buttons: buttons, scroll: scroll, modifiers: [])
            ))
    }
}
