/// What a frame cost, counted by the device since the counters were last reset.
public struct FrameStatistics: Hashable, Sendable {
    /// Bytes handed to the driver for buffers and textures (uniforms are not counted).
    public var uploadedBytes = 0
    /// Of these, bytes that went into vertex buffers.
    public var vertexBytes = 0
    /// Draw calls.
    public var draws = 0
    /// Instances that draw calls were asked for; 1 for a draw without any.
    public var instances = 0
    /// Scissored or full clears.
    public var clears = 0

    /// Counters at zero.
    public init() {}
}
