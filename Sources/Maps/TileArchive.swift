/// What the tiles of a map are.
public enum TileKind: UInt8, Hashable, Sendable {
    /// It is not said, or is of the future.
    case unknown
    /// Vector tiles (`VectorTile`).
    case vector
    /// Pictures in PNG.
    case png
    /// Pictures in JPEG.
    case jpeg
    /// Pictures in WebP.
    case webp
    /// Pictures in AVIF.
    case avif
}

/// The borders of a map, in degrees.
public struct MapBounds: Hashable, Sendable {
    /// Degrees to the east.
    public var west: Double
    /// Degrees to the north.
    public var south: Double
    /// Degrees to the east.
    public var east: Double
    /// Degrees to the north.
    public var north: Double

    /// Borders at two meridians and two parallels.
    public init(west: Double, south: Double, east: Double, north: Double) {
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    /// All that Web Mercator has.
    public static var world: MapBounds {
        let north = MapPlane.mercatorLatitude
        return MapBounds(west: -180, south: -north, east: 180, north: north)
    }
}

/// Tiles of a map in Web Mercator, wherever they are kept.
///
/// Tiles may be read on any thread, and by several at a time.
public protocol TileArchive: AnyObject, Sendable {
    /// The path of the file, or the name of what is not in a file.
    var path: String { get }
    /// What its maker says of the map.
    var metadata: MapMetadata { get }
    /// What the tiles are, as far as the archive says; the bytes of a tile decide.
    var kind: TileKind { get }
    /// The zooms that there are tiles of.
    var zooms: ClosedRange<Int> { get }
    /// The borders of the map, which may be wrong.
    var bounds: MapBounds { get }

    /// The bytes of a tile, unpacked; nil if the archive has none.
    func tile(_ number: TileNumber) throws(TileArchiveError) -> [UInt8]?

    /// The bytes of a tile that is quickly found, to see what tiles are like; nil if there are none.
    func anyTile() throws(TileArchiveError) -> [UInt8]?
}
