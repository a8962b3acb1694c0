import Foundation
import Geodesy
import Geometry

/// The tiles of a picture at its greatest zoom, and where their pixels are in the picture.
struct PictureGrid: Hashable, Sendable {
    /// Pixels of a side of a tile.
    static let side = 512
    /// Pixels between two places that are computed exactly; those between them are on lines.
    static let step = 32

    let placement: PicturePlacement
    let width: Int
    let height: Int
    let zoom: Int
    /// The tiles from west to east; they go on beyond the antimeridian.
    let columns: Range<Int>
    /// The tiles from north to south.
    let rows: Range<Int>
    /// The borders.
    let bounds: MapBounds

    /// Tiles of the greatest zoom: those of 80,000 × 80,000 pixels.
    private static let mostTiles = 25_000
    private static let mostZoom = 22

    /// The grid of a picture; nil if the picture is not on the plane.
    init?(_ placement: PicturePlacement, width: Int, height: Int) {
        (self.placement, self.width, self.height) = (placement, width, height)
        let (w, h) = (Double(width), Double(height))
        // The sides show where it is.
        let parts = (0...64).map { Double($0) / 64 }
        let border = parts.flatMap {
            [($0 * w, 0.0), ($0 * w, h), (0.0, $0 * h), (w, $0 * h)]
        }
        guard let middle = Self.point(placement, w / 2, h / 2),
            let right = Self.point(placement, w / 2 + 1, h / 2),
            let below = Self.point(placement, w / 2, h / 2 + 1)
        else { return nil }
        func distance(_ a: PlanePoint) -> Double {
            let x = (a.x - middle.x).remainder(dividingBy: 1)
            return (x * x + (a.y - middle.y) * (a.y - middle.y)).squareRoot()
        }
        let pixel = min(distance(right), distance(below))
        var (west, east, north, south) = (middle.x, middle.x, middle.y, middle.y)
        var longest = 0.0
        for (x, y) in border {
            guard let point = Self.point(placement, x, y) else { continue }
            let near = middle.x + (point.x - middle.x).remainder(dividingBy: 1)
            (west, east) = (min(west, near), max(east, near))
            (north, south) = (min(north, point.y), max(south, point.y))
            longest = max(longest, abs(near - middle.x))
        }
        // All around the earth, both ends are at the same place.
        if longest > 0.499 { (west, east) = (0, 1) }
        guard pixel > 0, pixel.isFinite, east > west, south > north else { return nil }
        let exact = -log2(pixel * Double(Self.side))
        var zoom = min(max(Int((exact - 0.25).rounded(.up)), 0), Self.mostZoom)
        func tiles(_ zoom: Int) -> (columns: Range<Int>, rows: Range<Int>) {
            let count = Double(1 << zoom)
            func range(_ first: Double, _ last: Double) -> Range<Int> {
                // An end that is a border of tiles has no tile beyond it.
                let begin = Int((first * count + 1e-6).rounded(.down))
                return begin..<max(Int((last * count - 1e-6).rounded(.up)), begin + 1)
            }
            return (range(west, east), range(max(north, 0), min(south, 1)))
        }
        while zoom > 0, tiles(zoom).columns.count * tiles(zoom).rows.count > Self.mostTiles {
            zoom -= 1
        }
        self.zoom = zoom
        (columns, rows) = tiles(zoom)
        let first = MapPlane.mercator.place(PlanePoint(x: west, y: north))
        let last = MapPlane.mercator.place(PlanePoint(x: east, y: south))
        bounds = MapBounds(
            west: first.longitude, south: last.latitude, east: last.longitude,
            north: first.latitude)
    }

    /// The point of the plane at a pixel; latitudes beyond the plane are at its end.
    private static func point(
        _ placement: PicturePlacement, _ x: Double, _ y: Double
    ) -> PlanePoint? {
        guard var place = placement.place(column: x, row: y) else { return nil }
        let most = MapPlane.mercatorLatitude
        place.latitude = min(max(place.latitude, -most), most)
        return MapPlane.mercator.point(place)
    }

    /// The pixels of the picture in a row of device pixels of tiles, each `step` of them, and at their end;
    /// not a number where the picture's system has no place.
    ///
    /// - Parameters:
    ///   - row: of pixels from the top of the plane.
    ///   - columns: of tiles.
    func nodes(row: Int, columns: Range<Int>) -> [(x: Double, y: Double)] {
        let pixels = Double(Self.side) * Double(1 << zoom)
        let y = (Double(row) + 0.5) / pixels
        let first = columns.lowerBound * Self.side
        let latitude = MapPlane.mercator.place(PlanePoint(x: 0.5, y: y)).latitude
        return (0...columns.count * Self.side / Self.step).map { index in
            let x = (Double(first + index * Self.step) + 0.5) / pixels
            // A picture across the antimeridian goes on beyond 180°.
            let longitude = (x - 0.5) * 360
            let pixel = placement.pixel(
                at: Coordinate(latitude: latitude, longitude: longitude))
            return pixel.map { ($0.column, $0.row) } ?? (.nan, .nan)
        }
    }
}
