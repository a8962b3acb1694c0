import Geodesy
import Maps

/// A named place near another one.
public struct NearestPlace: Hashable, Sendable {
    /// What it is called.
    public var name: String
    /// Where it is.
    public var place: Coordinate
    /// Metres from it to the other place.
    public var distance: Double
    /// The direction from it to the other place, in degrees clockwise from north.
    public var direction: Double
}

extension BaseMap {
    /// The places of the base map that are nearest to a place, the nearest first.
    ///
    /// These have 5,000 people or more, and are not farther away than some hundred kilometres. Cost: nine
    /// tiles are read, in some milliseconds.
    public static func places(near place: Coordinate, most: Int = 3) -> [NearestPlace] {
        guard let archive, let point = MapPlane.mercator.point(place),
            let zoom = zooms.last, let middle = TileNumber(at: point, zoom: zoom)
        else { return [] }
        let count = 1 << zoom
        var found: [NearestPlace] = []
        for y in middle.y - 1...middle.y + 1 {
            for x in middle.x - 1...middle.x + 1 {
                guard
                    let number = TileNumber(zoom: zoom, x: ((x % count) + count) % count, y: y),
                    let bytes = try? archive.tile(number), let tile = try? VectorTile(bytes)
                else { continue }
                let painter = TilePainter(schema: .base, palette: .light, scale: 1)
                let rect = number.rect
                for label in painter.labels(tile, number, as: number) {
                    let town = MapPlane.mercator.place(
                        PlanePoint(
                            x: rect.x + label.x * rect.width, y: rect.y + label.y * rect.height))
                    let way = Geodesic(from: town, to: place)
                    found.append(
                        NearestPlace(
                            name: label.text, place: town, distance: way.length,
                            direction: way.azimuth))
                }
            }
        }
        return Array(found.sorted { $0.distance < $1.distance }.prefix(most))
    }
}
