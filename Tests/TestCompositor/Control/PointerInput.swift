/// A test's actions on the mouse and the touchpad.
///
/// Places are in points of the window's surface. Times are event times in milliseconds. The default
/// is `CLOCK_MONOTONIC`; with explicit times a recorded trace replays exactly.
public struct PointerInput: Sendable {
    let compositor: TestCompositor

    /// Moves the pointer onto a window.
    public func enter(_ window: TestWindow, x: Double, y: Double) throws {
        let key = window.key
        try compositor.thread.perform { core in
            try core.seat.enterPointer(core.surface(key), x: x, y: y)
        }
    }

    /// Moves the pointer off every window.
    public func leave() throws { try compositor.thread.perform { $0.seat.leavePointer() } }

    /// Sends events as one group, ended by one `frame`.
    public func send(_ events: [PointerEvent], time: UInt32? = nil) throws {
        try compositor.thread.perform { try $0.seat.send(events, time: time ?? eventTime()) }
    }

    /// Moves the pointer in its window.
    public func move(x: Double, y: Double, time: UInt32? = nil) throws {
        try send([.motion(x: x, y: y)], time: time)
    }

    /// Presses a button.
    public func press(_ button: UInt32 = PointerEvent.left, time: UInt32? = nil) throws {
        try send([.button(button, isPressed: true)], time: time)
    }

    /// Releases a button.
    public func release(_ button: UInt32 = PointerEvent.left, time: UInt32? = nil) throws {
        try send([.button(button, isPressed: false)], time: time)
    }

    /// Moves to a place, presses and releases.
    public func click(
        x: Double, y: Double, button: UInt32 = PointerEvent.left, time: UInt32? = nil
    ) throws {
        try move(x: x, y: y, time: time)
        try press(button, time: time)
        try release(button, time: time)
    }

    /// Turns the wheel by whole steps, downwards or to the right if positive; 15 points per step,
    /// as in libinput.
    public func turnWheel(
        steps: Int, axis: PointerEvent.Axis = .vertical, time: UInt32? = nil
    ) throws {
        try send(
            [
                .source(.wheel), .discrete(axis, steps), .value120(axis, 120 * steps),
                .axis(axis, 15 * Double(steps)),
            ], time: time)
    }

    /// Scrolls with two fingers on the touchpad, by points.
    public func scroll(dx: Double = 0, dy: Double = 0, time: UInt32? = nil) throws {
        var events: [PointerEvent] = [.source(.finger)]
        if dy != 0 { events.append(.axis(.vertical, dy)) }
        if dx != 0 { events.append(.axis(.horizontal, dx)) }
        try send(events, time: time)
    }

    /// Lifts the scrolling fingers from the touchpad.
    public func stopScrolling(
        _ axes: [PointerEvent.Axis] = [.vertical, .horizontal], time: UInt32? = nil
    ) throws {
        try send([.source(.finger)] + axes.map { .stop($0) }, time: time)
    }

    /// Sends one event of a touchpad gesture to the window under the pointer.
    public func gesture(_ event: GestureEvent, time: UInt32? = nil) throws {
        try compositor.thread.perform { try $0.seat.send(event, time: time ?? eventTime()) }
    }

    /// The pointer image that the client set since the pointer entered, and its pixels.
    public var cursor: CursorState {
        get throws { try compositor.thread.perform { $0.seat.cursorState } }
    }

    public var cursorPicture: WindowPicture? {
        get throws { try compositor.thread.perform { $0.seat.cursorPicture } }
    }

    /// Waits for the client to set a pointer image, or to hide it.
    @discardableResult
    public func waitForCursor(deadline: Double = defaultDeadline) throws -> CursorState {
        try compositor.wait("a cursor", deadline: deadline) { core in
            let cursor = core.seat.cursorState
            switch cursor {
            case .unset, .image(_, _, nil): return nil
            default: return cursor
            }
        }
    }
}

/// A test's actions on the touchscreen.
public struct TouchInput: Sendable {
    let compositor: TestCompositor

    /// Sends events as one group.
    ///
    /// A real compositor may leave out the `frame` after the last finger is lifted; `endsFrame`
    /// false imitates that.
    public func send(
        _ events: [TouchEvent], on window: TestWindow, time: UInt32? = nil, endsFrame: Bool = true
    ) throws {
        let key = window.key
        try compositor.thread.perform { core in
            try core.seat.send(
                events, on: core.surface(key), time: time ?? eventTime(), endsFrame: endsFrame)
        }
    }

    /// Cancels the client's touches: the compositor recognised its own gesture.
    public func cancel() throws { try compositor.thread.perform { $0.seat.cancelTouch() } }
}
