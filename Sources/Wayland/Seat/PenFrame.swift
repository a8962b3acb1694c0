import Geometry

/// A pen of a drawing tablet, or another tool that works on one.
public struct PenTool: Hashable, Sendable {
    /// The kind of tool.
    public enum Kind: Hashable, Sendable {
        /// A pen, a pencil, a brush or an airbrush.
        case pen
        /// An eraser, such as the other end of a pen.
        case eraser
        /// A mouse or a lens that works on the tablet, or a finger.
        case pointer
    }

    /// The number of the tool in this seat; it stays the same while the tool is known.
    public var number: Int
    /// The kind.
    public var kind: Kind
    /// The number of the physical tool, which both ends of a pen may have; 0 if it has none.
    public var serial: UInt64
    /// Whether it measures how hard it is pressed.
    public var hasPressure: Bool
    /// Whether it measures how it leans.
    public var hasTilt: Bool
}

/// What a pen does at one moment, as grouped by the device.
///
/// No frame is left out, however fast a pen reports.
public struct PenFrame: Hashable, Sendable {
    /// The pen coming near the window, or leaving it.
    public enum Crossing: Hashable, Sendable {
        /// It came near.
        case entered
        /// It left, or went to another window. Before, `changes` lift it and release its buttons.
        case left
    }

    /// A change of the tip or a button.
    public enum Change: Hashable, Sendable {
        /// The tip touched the surface.
        case down
        /// The tip left the surface.
        case up
        /// A button of the pen went down or up: the lower one is `right`, the upper one `middle`.
        case button(PointerButton, isPressed: Bool)
    }

    /// Seconds of the monotonic clock.
    public var time: Double
    /// The pen.
    public var tool: PenTool
    /// The position of the tip; on leaving, its last position.
    public var position: Point
    /// Whether it came near or left; nil if it did neither.
    public var crossing: Crossing?
    /// Whether it moved.
    public var isMoved: Bool
    /// The changes of the tip and the buttons, in order.
    public var changes: [Change]
    /// Whether the tip touches the surface after those changes.
    public var isDown: Bool
    /// How hard it is pressed, from 0 to 1; nil if the tool does not measure it.
    public var pressure: Double?
    /// How it leans, to the right and downwards, in degrees from the upright; nil if the tool does
    /// not measure it.
    public var tilt: Vector?
    /// How it is turned around itself, in degrees clockwise; 0 if the tool does not measure it.
    public var rotation: Double
    /// The held modifiers, as last reported by the seat's keyboard.
    public var modifiers: Modifiers
}
