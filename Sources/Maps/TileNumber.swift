/// A tile of Web Mercator: of the 2^zoom × 2^zoom tiles of a zoom, from the north-western corner on.
public struct TileNumber: Hashable, Sendable {
    /// The number of times that the earth was divided, from 0 to 31.
    public let zoom: Int
    /// From west to east.
    public let x: Int
    /// From north to south.
    public let y: Int

    /// A tile; nil if there is none with these numbers.
    public init?(zoom: Int, x: Int, y: Int) {
        guard (0...31).contains(zoom), (0..<1 << zoom).contains(x), (0..<1 << zoom).contains(y)
        else { return nil }
        (self.zoom, self.x, self.y) = (zoom, x, y)
    }

    private init(_ zoom: Int, _ x: Int, _ y: Int) { (self.zoom, self.x, self.y) = (zoom, x, y) }

    /// The tile of a zoom with a point of the plane in it; nil beyond the northern and southern ends.
    public init?(at point: PlanePoint, zoom: Int) {
        let count = Double(1 << min(max(zoom, 0), 31))
        guard point.x.isFinite, (0...1).contains(point.y) else { return nil }
        let x = ((point.x - point.x.rounded(.down)) * count).rounded(.down)
        let y = (point.y * count).rounded(.down)
        self.init(zoom: zoom, x: Int(min(x, count - 1)), y: Int(min(y, count - 1)))
    }

    /// The tile of the zoom before that has it; nil for that of zoom 0.
    public var parent: TileNumber? {
        zoom > 0 ? TileNumber(zoom - 1, x / 2, y / 2) : nil
    }

    /// The four tiles of the next zoom that are in it, row by row; empty at the last zoom.
    public var children: [TileNumber] {
        guard zoom < 31 else { return [] }
        return [(0, 0), (1, 0), (0, 1), (1, 1)].map {
            TileNumber(zoom + 1, 2 * x + $0.0, 2 * y + $0.1)
        }
    }

    /// Where it is in the plane.
    public var rect: PlaneRect {
        let side = 1 / Double(1 << zoom)
        return PlaneRect(x: Double(x) * side, y: Double(y) * side, width: side, height: side)
    }

    // MARK: The order of PMTiles

    /// The number of the tile in the order of PMTiles: all of one zoom after all of those before it, along
    /// a Hilbert curve (Hilbert, Mathematische Annalen 38, 1891).
    public var curveNumber: UInt64 {
        var sum = Self.first(zoom)
        var (x, y) = (x, y)
        for level in stride(from: zoom - 1, through: 0, by: -1) {
            let side = 1 << level
            let (right, lower) = (x & side != 0, y & side != 0)
            let quarter: UInt64 = right ? (lower ? 2 : 3) : (lower ? 1 : 0)
            sum += quarter << UInt64(2 * level)
            Self.turn(&x, &y, side, right, lower)
        }
        return sum
    }

    /// The tile with a number in that order; nil beyond the last one.
    public init?(curveNumber: UInt64) {
        guard curveNumber < Self.first(32) else { return nil }
        var zoom = 0
        while Self.first(zoom + 1) <= curveNumber { zoom += 1 }
        let place = curveNumber - Self.first(zoom)
        var (x, y) = (0, 0)
        for level in 0..<zoom {
            let side = 1 << level
            let quarter = place >> UInt64(2 * level) & 3
            let (right, lower) = (quarter >= 2, quarter == 1 || quarter == 2)
            Self.turn(&x, &y, side, right, lower)
            if right { x += side }
            if lower { y += side }
        }
        self.init(zoom, x, y)
    }

    /// The number of the first tile of a zoom: that of all tiles before it.
    private static func first(_ zoom: Int) -> UInt64 {
        // (4^zoom - 1) / 3, which fits up to a zoom of 32.
        zoom == 32 ? .max / 3 : ((1 << UInt64(2 * zoom)) - 1) / 3
    }

    /// Turns places within a square into those of the curve in a quarter of it.
    private static func turn(
        _ x: inout Int, _ y: inout Int, _ side: Int, _ right: Bool, _ lower: Bool
    ) {
        (x, y) = (x & (side - 1), y & (side - 1))
        guard !lower else { return }
        if right { (x, y) = (side - 1 - x, side - 1 - y) }
        swap(&x, &y)
    }
}
