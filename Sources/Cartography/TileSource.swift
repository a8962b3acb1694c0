import Geodesy
import Geometry
import Localization
import Maps
import Painting

/// Where the tiles of a map come from.
///
/// Pictures are made on any thread.
public struct TileSource: Sendable {
    /// The archive.
    public let archive: PMTilesArchive
    /// How its layers are named.
    public let schema: MapSchema
    /// The zooms that there are tiles of, in order; those of all others are parts of the next smaller
    /// one.
    let zooms: [Int]
    /// The greatest zoom that makes sense.
    let mostZoom: Int
    /// The part of the plane that has tiles.
    public let bounds: PlaneRect

    /// Tiles of an archive of vector tiles; it throws if the archive has tiles of another kind.
    public init(_ archive: PMTilesArchive) throws(TileArchiveError) {
        switch archive.header.kind {
        case .vector, .unknown: break
        case .png: throw .hasPictures("PNG")
        case .jpeg: throw .hasPictures("JPEG")
        case .webp: throw .hasPictures("WebP")
        case .avif: throw .hasPictures("AVIF")
        }
        self.archive = archive
        schema = MapSchema(layers: archive.metadata.layers)
        zooms = schema == .base ? BaseMap.zooms : Array(archive.header.zooms)
        mostZoom = schema == .base ? 11 : 20
        let bounds = archive.header.bounds
        let corners = [
            Coordinate(latitude: bounds.north, longitude: bounds.west),
            Coordinate(latitude: bounds.south, longitude: bounds.east),
        ].compactMap { MapPlane.mercator.point($0) }
        let whole = PlaneRect(x: 0, y: 0, width: 1, height: 1)
        // Makers often leave the bounds out.
        let known = PlaneRect(around: corners) ?? whole
        self.bounds = known.width > 0 && known.height > 0 ? known : whole
    }

    /// The tile of the archive that has a tile in it; nil if there is none.
    func source(of number: TileNumber) -> TileNumber? {
        var number = number
        while !zooms.contains(number.zoom) {
            guard let parent = number.parent else { return nil }
            number = parent
        }
        return number
    }

    /// A tile as a picture.
    struct Picture: Sendable {
        var image: PaintedImage
        var labels: [MapLabel]
        var lineLabels: [MapLineLabel]

        /// The memory that it takes, about.
        var bytes: Int {
            lineLabels.reduce(image.bytes.count) {
                $0 + MemoryLayout<PlanePoint>.stride * $1.points.count
                    + MemoryLayout<MapLineLabel>.stride
            }
        }
    }

    /// Paints a tile.
    ///
    /// - Parameters:
    ///   - side: device pixels.
    ///   - scale: device pixels per point.
    func picture(
        _ number: TileNumber, side: Int, scale: Double, palette: MapPalette
    ) throws(TileArchiveError) -> Picture? {
        guard let source = source(of: number) else { return nil }
        let bytes = try archive.tile(source)
        var tile: VectorTile?
        if let bytes {
            tile = try VectorTile(bytes)
        } else if schema != .base {
            // Beyond its sides a map has no tiles, where the sea of the base map has none either.
            return nil
        }
        let painter = TilePainter(schema: schema, palette: palette, scale: scale)
        guard let pixels = painter.paint(tile, source, as: number, side: side) else { return nil }
        return Picture(
            image: PaintedImage(width: side, height: side, bytes: pixels),
            labels: tile.map { painter.labels($0, source, as: number) } ?? [],
            lineLabels: tile.map { painter.lineLabels($0, source, as: number) } ?? [])
    }
}
