import Geometry

/// The pen with which a person points, in addition to what any pointer has.
///
/// A pen is a pointer: its tip is the first button, and its lower button the second. So everything
/// that takes a pointer takes a pen.
public struct PenState: Hashable, Sendable {
    /// The end of a pen that is in use.
    public enum Kind: String, Hashable, Sendable {
        /// The tip that draws.
        case pen
        /// The end that erases.
        case eraser
    }

    /// The number of the tool: a pen, and each end of it, has its own.
    public var tool: Int
    /// The end that is in use.
    public var kind: Kind
    /// How hard it is pressed, from 0 to 1; nil if it does not measure that.
    public var pressure: Double?
    /// How it leans, to the right and downwards, in degrees from the upright; nil if it does not
    /// measure that.
    public var tilt: Vector?
    /// How it is turned around itself, in degrees clockwise.
    public var rotation: Double

    /// A pen from its parts.
    public init(
        tool: Int, kind: Kind = .pen, pressure: Double? = nil, tilt: Vector? = nil,
        rotation: Double = 0
    ) {
        (self.tool, self.kind, self.pressure) = (tool, kind, pressure)
        (self.tilt, self.rotation) = (tilt, rotation)
    }

    /// Whether all of its numbers are possible.
    var isSensible: Bool {
        (pressure ?? 0).isFinite && (tilt?.dx ?? 0).isFinite && (tilt?.dy ?? 0).isFinite
            && rotation.isFinite
    }
}
