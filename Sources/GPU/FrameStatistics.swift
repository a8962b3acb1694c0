/// The cost of a frame, counted by the device since the counters were last reset.
public struct FrameStatistics: Hashable, Sendable {
    /// Bytes passed to the driver for buffers and textures (uniforms are not counted).
    public var uploadedBytes = 0
    /// The part of these bytes that went into vertex buffers.
    public var vertexBytes = 0
    /// Draw calls.
    public var draws = 0
    /// Instances drawn; 1 for a draw without instances.
    public var instances = 0
    /// Scissored or full clears.
    public var clears = 0

    /// Counters at zero.
    public init() {}
}
