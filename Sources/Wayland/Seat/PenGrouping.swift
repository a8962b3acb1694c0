// Groups the events of zwp_tablet_tool_v2 into frames.
//
// A `frame` event closes a group, and every group becomes a frame of its own: a line between two
// positions that were joined would be a chord of the way that the pen took. Pressure and tilt hold
// until they change. Some drivers report the tip before the first pressure of a frame, so both count
// together at its end.
// A pen that leaves while it is down, whose tablet is unplugged or whose surface closes is lifted
// first: a stroke always ends.

import Geometry

/// Builds `PenFrame`s from the single events of a tool.
struct PenGrouping<Surface: Hashable> {
    private(set) var focus: Surface?
    private var position = Point.zero
    private var isDown = false
    private var buttons: [PointerButton] = []
    private var pressure = 0.0
    private var tilt = Vector.zero
    private var rotation = 0.0
    private var hasPosition = false

    private var crossing: PenFrame.Crossing?
    private var isMoved = false
    private var changes: [PenFrame.Change] = []
    /// The frames of surfaces that the pen has left within the present group.
    private var left: [(surface: Surface, frame: PenFrame)] = []

    /// Whether the pen has left a surface, and the group is still open.
    var hasLeft: Bool { !left.isEmpty }

    /// The pen came near a surface.
    mutating func enter(_ surface: Surface, tool: PenTool, now: Double, modifiers: Modifiers) {
        if focus != nil { leave(tool: tool, now: now, modifiers: modifiers) }
        focus = surface
        crossing = .entered
        hasPosition = false
    }

    /// The pen left its surface, or is gone.
    mutating func leave(tool: PenTool, now: Double, modifiers: Modifiers) {
        guard let focus else { return }
        // A pen that came and went within one group did both.
        if hasPosition, crossing == .entered {
            left.append((focus, frame(tool, time: now, modifiers: modifiers)))
        }
        lift()
        // A pen that came and went without a position was nowhere.
        let wasThere = hasPosition
        crossing = .left
        let frame = frame(tool, time: now, modifiers: modifiers)
        if wasThere { left.append((focus, frame)) }
        self.focus = nil
        hasPosition = false
        pressure = 0
    }

    mutating func move(to place: Point) {
        guard focus != nil else { return }
        position = place
        isMoved = true
        hasPosition = true
    }

    mutating func press() {
        guard focus != nil, !isDown else { return }
        isDown = true
        add(.down)
    }

    mutating func lift() {
        if isDown {
            isDown = false
            changes.append(.up)
        }
        for button in buttons { changes.append(.button(button, isPressed: false)) }
        buttons = []
    }

    mutating func release() {
        guard isDown else { return }
        isDown = false
        changes.append(.up)
    }

    mutating func button(_ button: PointerButton, isPressed: Bool) {
        guard focus != nil, buttons.contains(button) != isPressed else { return }
        if isPressed {
            guard buttons.count < EventBounds.mostButtons else { return }
            buttons.append(button)
        } else {
            buttons.removeAll { $0 == button }
        }
        add(.button(button, isPressed: isPressed))
    }

    /// - Parameter value: from 0 to 65,535.
    mutating func setPressure(_ value: UInt32) { pressure = Double(min(value, 65_535)) / 65_535 }

    /// - Parameter degrees: from the upright, to the right and downwards.
    mutating func setTilt(_ degrees: Vector) {
        tilt = Vector(
            dx: EventBounds.clamped(degrees.dx, to: -90...90),
            dy: EventBounds.clamped(degrees.dy, to: -90...90))
    }

    mutating func setRotation(_ degrees: Double) { rotation = degrees }

    /// Closes the group, and returns the frame of each surface that is concerned, in order.
    mutating func close(
        tool: PenTool, time: Double, modifiers: Modifiers
    ) -> [(surface: Surface, frame: PenFrame)] {
        var frames = left
        left = []
        guard let focus else { return frames }
        // The position comes with the first motion.
        guard hasPosition else { return frames }
        frames.append((focus, frame(tool, time: time, modifiers: modifiers)))
        return frames
    }

    private mutating func frame(
        _ tool: PenTool, time: Double, modifiers: Modifiers
    ) -> PenFrame {
        defer { (crossing, isMoved, changes) = (nil, false, []) }
        return PenFrame(
            time: time, tool: tool, position: position, crossing: crossing, isMoved: isMoved,
            changes: changes, isDown: isDown, pressure: tool.hasPressure ? pressure : nil,
            tilt: tool.hasTilt ? tilt : nil, rotation: rotation, modifiers: modifiers)
    }

    private mutating func add(_ change: PenFrame.Change) {
        // The end of something is always reported.
        if changes.count < EventBounds.mostChanges || isEnd(change) { changes.append(change) }
    }

    private func isEnd(_ change: PenFrame.Change) -> Bool {
        switch change {
        case .up, .button(_, isPressed: false): true
        case .down, .button: false
        }
    }
}
