/// An upright rectangle of whole device pixels; the origin is the top left corner of the target.
public struct PixelRect: Hashable, Sendable {
    /// The left edge.
    public var x: Int
    /// The top edge.
    public var y: Int
    /// How many columns it has.
    public var width: Int
    /// How many rows it has.
    public var height: Int

    /// A rectangle from its left, top, width and height.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The column after the last.
    public var maxX: Int { x + width }
    /// The row after the last.
    public var maxY: Int { y + height }
    /// Whether it has no pixels.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The pixels that both rectangles have; empty (of size 0) where there are none.
    public func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return PixelRect(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top))
    }

    /// The smallest rectangle that has the pixels of both.
    public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(
            x: left, y: top, width: max(maxX, other.maxX) - left,
            height: max(maxY, other.maxY) - top)
    }
}

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
