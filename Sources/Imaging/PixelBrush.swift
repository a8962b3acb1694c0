import Geometry

/// The brush of a `PixelCanvas`: a size and a colour.
public struct PixelBrush: Hashable, Sendable {
    /// The sizes: a brush of size 1 paints single pixels, others discs.
    public static let sizes = 1...64

    /// The eight colours of a switch each for red, green and blue: black, red, green, blue, yellow,
    /// magenta, cyan and white.
    public static let colors = [
        color(red: false, green: false, blue: false), color(red: true, green: false, blue: false),
        color(red: false, green: true, blue: false), color(red: false, green: false, blue: true),
        color(red: true, green: true, blue: false), color(red: true, green: false, blue: true),
        color(red: false, green: true, blue: true), color(red: true, green: true, blue: true),
    ]

    /// The size, one of `sizes`.
    public var size: Int {
        didSet { precondition(Self.sizes.contains(size), "\(size) is not the size of a brush") }
    }
    /// The colour; a translucent one lets what is below show through.
    public var color: Bitmap.Pixel

    /// A brush of size 1 in black, or of another size and colour.
    public init(size: Int = 1, color: Bitmap.Pixel = Bitmap.Pixel(red: 0, green: 0, blue: 0)) {
        precondition(Self.sizes.contains(size), "\(size) is not the size of a brush")
        self.size = size
        self.color = color
    }

    /// The colour in which each component is full or missing.
    public static func color(red: Bool, green: Bool, blue: Bool) -> Bitmap.Pixel {
        Bitmap.Pixel(red: red ? 255 : 0, green: green ? 255 : 0, blue: blue ? 255 : 0)
    }

    /// Doubles the size, up to the largest.
    public mutating func grow() { size = min(size * 2, Self.sizes.upperBound) }

    /// Halves the size, down to the smallest.
    public mutating func shrink() { size = max(size / 2, Self.sizes.lowerBound) }

    /// The disc that it paints.
    public var disc: PixelDisc { PixelDisc(radius: size / 2) }
}

/// A filled circle of pixels around the middle of one.
///
/// Method: J. E. Bresenham, "A linear algorithm for incremental digital display of circular arcs",
/// Communications of the ACM 20 (1977): a walk over a quadrant, in which each step is the one that
/// stays nearest to the circle. The rows between its outlines are filled.
public struct PixelDisc: Hashable, Sendable {
    /// The radius in pixels; the disc is one pixel wider than twice that.
    public let radius: Int
    /// How many pixels a row extends to each side of the middle column, from the middle row to the
    /// last.
    private let reaches: [Int]

    /// A disc of a radius in pixels, from 0 (a single pixel) to 4,096.
    public init(radius: Int) {
        precondition((0...4_096).contains(radius), "a disc cannot have a radius of \(radius)")
        self.radius = radius
        var reaches = Array(repeating: 0, count: radius + 1)
        // From the top of the circle to its right end. `error` is the difference of the squares of
        // the distance and the radius, for the pixel diagonally ahead.
        var (x, y, error) = (0, radius, 2 - 2 * radius)
        while y > 0 {
            reaches[y] = Swift.max(reaches[y], x)
            let movesDown = error > -y
            if movesDown {
                y -= 1
                error += 1 - 2 * y
            }
            if error <= x {
                x += 1
                error += 1 + 2 * x
            }
        }
        reaches[0] = radius
        self.reaches = reaches
    }

    /// The columns of a row, both relative to the middle.
    public func columns(inRow row: Int) -> ClosedRange<Int> {
        let reach = reaches[abs(row)]
        return -reach...reach
    }

    /// The number of its pixels.
    public var count: Int { (-radius...radius).reduce(0) { $0 + columns(inRow: $1).count } }
}
