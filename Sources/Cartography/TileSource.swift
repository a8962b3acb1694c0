import Geodesy
import Geometry
import Imaging
import Localization
import Maps
import Painting

/// Where the tiles of a map come from.
///
/// Pictures are made on any thread.
public struct TileSource: Sendable {
    /// The archive.
    public let archive: any TileArchive
    /// How its layers are named.
    public let schema: MapSchema
    /// The zooms that there are tiles of, in order; those of all others are parts of the next smaller
    /// one.
    let zooms: [Int]
    /// The greatest zoom that makes sense.
    let mostZoom: Int
    /// The part of the plane that has tiles.
    public let bounds: PlaneRect
    /// The pixels of a side of the archive's pictures; nil for vector tiles, which are painted in any size.
    public let pictureSide: Int?

    /// Pixels that a tile may have: sixteen times as many as usual.
    static let mostPixels = 2048 * 2048

    /// Tiles of an archive; it throws if the archive has tiles of a kind that is not read.
    ///
    /// Cost: a tile is read to see its kind and its size.
    public init(_ archive: any TileArchive) throws(TileArchiveError) {
        self.archive = archive
        schema = MapSchema(layers: archive.metadata.layers)
        let first = schema == .base ? nil : try archive.anyTile()
        let size = first.flatMap { Bitmap.size(ofEncoded: $0) }
        switch archive.kind {
        case .avif: throw .hasPictures("AVIF")
        case .png, .jpeg, .webp: pictureSide = size?.width ?? 256
        case .vector, .unknown: pictureSide = size?.width
        }
        if let side = pictureSide, !(16...2048).contains(side) { throw .isTooLarge }
        zooms = schema == .base ? BaseMap.zooms : Array(archive.zooms)
        // A picture that is enlarged is the picture of its zoom.
        mostZoom =
            schema == .base ? 11 : pictureSide == nil ? 20 : archive.zooms.upperBound
        let bounds = archive.bounds
        let corners = [
            Coordinate(latitude: bounds.north, longitude: bounds.west),
            Coordinate(latitude: bounds.south, longitude: bounds.east),
        ].compactMap { MapPlane.mercator.point($0) }
        let whole = PlaneRect(x: 0, y: 0, width: 1, height: 1)
        // Makers often leave the bounds out.
        let known = PlaneRect(around: corners) ?? whole
        self.bounds = known.width > 0 && known.height > 0 ? known : whole
    }

    /// The zooms that tiles may be asked for.
    var wantedZooms: ClosedRange<Int> {
        pictureSide == nil ? 0...mostZoom : archive.zooms
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

    /// Why there is no picture of a tile.
    enum Problem: Error {
        case archive(TileArchiveError)
        case picture(ImagingError)
    }

    /// Paints a tile, or decodes it.
    ///
    /// - Parameters:
    ///   - side: device pixels of a vector tile.
    ///   - scale: device pixels per point.
    func picture(
        _ number: TileNumber, side: Int, scale: Double, palette: MapPalette
    ) throws(Problem) -> Picture? {
        guard let source = source(of: number) else { return nil }
        let bytes: [UInt8]?
        do throws(TileArchiveError) {
            bytes = try archive.tile(source)
        } catch { throw .archive(error) }
        var tile: VectorTile?
        if let bytes {
            // The tiles of one file may be of several formats, and its maker may be wrong about them.
            if PictureFormat(bytes) != nil {
                return number == source ? try Self.decoded(bytes, number) : nil
            }
            do throws(TileArchiveError) {
                tile = try VectorTile(bytes)
            } catch { throw .archive(error) }
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

    private static func decoded(
        _ bytes: [UInt8], _ number: TileNumber
    ) throws(Problem) -> Picture {
        do throws(ImagingError) {
            let bitmap = try Bitmap(
                encoded: bytes, name: "\(number.zoom)/\(number.x)/\(number.y)",
                mostPixels: mostPixels)
            return Picture(
                image: PaintedImage(
                    width: bitmap.width, height: bitmap.height, bytes: bitmap.bytes), labels: [],
                lineLabels: [])
        } catch { throw .picture(error) }
    }
}
