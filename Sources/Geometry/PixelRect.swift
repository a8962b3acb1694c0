/// An axis-aligned rectangle of whole device pixels; the origin is the top left corner of the
/// target.
public struct PixelRect: Hashable, Sendable {
    /// The left edge.
    public var x: Int
    /// The top edge.
    public var y: Int
    /// The number of columns.
    public var width: Int
    /// The number of rows.
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

    /// The pixels in both rectangles; empty (of size 0) if there are none.
    public func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return PixelRect(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top))
    }

    /// The smallest rectangle that contains the pixels of both.
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

extension PixelRect {
    /// A rectangle of points at a scale, each edge rounded to a device pixel.
    public init(snapping rect: Rect, scale: Double) {
        let left = Self.whole((rect.minX * scale).rounded())
        let top = Self.whole((rect.minY * scale).rounded())
        self.init(
            x: left, y: top, width: Self.whole((rect.maxX * scale).rounded()) - left,
            height: Self.whole((rect.maxY * scale).rounded()) - top)
    }

    /// The whole device pixels that a rectangle of device pixels touches.
    public init(enclosing rect: Rect) {
        let left = Self.whole(rect.minX.rounded(.down))
        let top = Self.whole(rect.minY.rounded(.down))
        self.init(
            x: left, y: top, width: Self.whole(rect.maxX.rounded(.up)) - left,
            height: Self.whole(rect.maxY.rounded(.up)) - top)
    }

    /// A pixel number; places from data may be anywhere, and those far outside stay outside.
    private static func whole(_ value: Double) -> Int {
        value.isNaN ? 0 : Int(min(max(value, -1e9), 1e9))
    }

    /// The rectangle moved right and down by a number of pixels.
    public func moved(_ dx: Int, _ dy: Int) -> PixelRect {
        PixelRect(x: x + dx, y: y + dy, width: width, height: height)
    }
}
