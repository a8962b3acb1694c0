// The pixels of a straight line.
//
// Method: J. E. Bresenham, "Algorithm for computer control of a digital plotter", IBM Systems
// Journal 4 (1965). A line takes one step along its longer side for each pixel, and along the
// shorter one whenever the exact line is more than half a pixel away. That error has a closed form,
// so any pixel of a line is found at once, and a canvas skips what is outside of it however long
// the line is.

/// A pixel by its column from the left and its row from the top.
public struct PixelPlace: Hashable, Sendable {
    /// The farthest that a pixel may be from the first one, in either direction.
    public static let farthest = 1 << 29

    /// Columns from the left.
    public var x: Int
    /// Rows from the top.
    public var y: Int

    /// A pixel from its column and row, neither farther away than `farthest`.
    public init(x: Int, y: Int) {
        precondition(
            abs(x) <= Self.farthest && abs(y) <= Self.farthest,
            "(\(x), \(y)) is too far away for a pixel")
        self.x = x
        self.y = y
    }
}

/// The pixels of a straight line from one pixel to another, both included: each one touches the
/// next at a side or a corner.
///
/// Their number is the larger of the two distances, plus one. Cost of an element: two divisions.
public struct PixelLine: RandomAccessCollection, Hashable, Sendable {
    /// The first pixel.
    public let start: PixelPlace
    /// The last pixel.
    public let end: PixelPlace
    private let width: Int
    private let height: Int

    /// The line between two pixels, which may be the same.
    public init(from start: PixelPlace, to end: PixelPlace) {
        self.start = start
        self.end = end
        width = end.x - start.x
        height = end.y - start.y
    }

    /// Whether it is at least as wide as it is high: each pixel is in a column of its own.
    public var isFlat: Bool { abs(width) >= abs(height) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { Swift.max(abs(width), abs(height)) + 1 }

    public subscript(index: Int) -> PixelPlace {
        precondition(indices.contains(index), "\(index) is not in a line of \(count) pixels")
        let (long, short) = isFlat ? (abs(width), abs(height)) : (abs(height), abs(width))
        // The nearest whole number of `index * short / long`; the lower one if two are as near.
        let steps = long == 0 ? 0 : (2 * index * short + long - 1) / (2 * long)
        let (x, y) = isFlat ? (index, steps) : (steps, index)
        return PixelPlace(x: start.x + x * width.signum(), y: start.y + y * height.signum())
    }

    /// The indices of the pixels whose columns (of a flat line) or rows (of a steep one) are in a
    /// range.
    func indices(within range: ClosedRange<Int>) -> Range<Int> {
        let (origin, sign) =
            isFlat ? (start.x, width.signum()) : (start.y, height.signum())
        guard sign != 0 else { return range.contains(origin) ? 0..<1 : 0..<0 }
        let (a, b) = ((range.lowerBound - origin) * sign, (range.upperBound - origin) * sign)
        let first = Swift.max(Swift.min(a, b), 0)
        let last = Swift.min(Swift.max(a, b), count - 1)
        return first <= last ? first..<(last + 1) : 0..<0
    }
}
