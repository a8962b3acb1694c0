// Groups the events of wl_pointer into frames.
//
// From version 5 a `frame` event closes a group. Older seats send none: there every event is its
// own group, and the caller closes it. One group may contain a leave and an enter of another
// surface; it then becomes two frames, each for its own surface. For a wheel, version 8 sends
// value120 and no discrete steps, versions 5 to 7 the reverse; both are delivered as steps.
// Positions are in points of the surface; the code that delivers them subtracts the window's
// margin.

import Geometry

/// Builds `PointerFrame`s from the single events of a pointer.
struct PointerGrouping<Surface: Hashable> {
    /// The surface under the pointer.
    private(set) var focus: Surface?
    /// The pointer's position on that surface.
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
        // Entering and leaving within one frame cancel each other out.
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

    /// Closes the group and returns its frames, in order.
    ///
    /// Without any change there are none.
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
        // A source alone means that nothing happened.
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
