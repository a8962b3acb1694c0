import Localization

/// Why an archive of tiles, or a tile of it, cannot be read.
public enum TileArchiveError: Error, Hashable, Sendable {
    /// The file cannot be read, for a reason in words.
    case cannotRead(String)
    /// It does not begin as such an archive.
    case isNoArchive
    /// It has another version.
    case hasVersion(Int)
    /// A part of it is outside the file, or not as the format demands.
    case isDamaged
    /// Its tiles or directories are compressed in a way that is not read: its name.
    case hasCompression(String)
    /// Its tiles are pictures of a kind that is not read: its name.
    case hasPictures(String)
    /// A directory or tile is larger than is allowed.
    case isTooLarge
    /// It is a database without tiles.
    case hasNoTiles
    /// Its tiles come from something other than its own tables.
    case computesTiles
    /// Finding a tile takes longer than any map needs.
    case takesTooLong
    /// The place of a picture is not known.
    case hasNoPlace(PlacementError)
    /// It is a picture that cannot be read, for a reason in words.
    case cannotReadPicture(String)
    /// Its tiles are being made.
    case isBeingPrepared
    /// The making of its tiles was ended.
    case wasCancelled
}

extension TileArchiveError: CustomStringConvertible {
    /// The problem and what to do about it, as a sentence in the user's language.
    public var description: String {
        switch self {
        case .cannotRead(let reason): tr("The map cannot be read: {1}.", reason)
        case .isNoArchive: tr("This is not a map in the format PMTiles or MBTiles.")
        case .hasVersion(let version):
            tr("This map has version {1} of PMTiles; convert it to version 3.", "\(version)")
        case .isDamaged: tr("The map is damaged here; get it again.")
        case .hasCompression(let name):
            tr("The map is compressed with {1}, which is not read; convert it to gzip.", name)
        case .hasPictures(let name):
            tr("The tiles of this map are {1} pictures, which are not read.", name)
        case .isTooLarge: tr("A part of the map is larger than any map needs; it is not shown.")
        case .hasNoTiles:
            tr("This database has no tiles of a map; open one in the format MBTiles.")
        case .computesTiles:
            tr("This map computes its tiles, which is not allowed; make it again with tables.")
        case .takesTooLong:
            tr("A tile of this map takes too long to find; make the map again with an index.")
        case .hasNoPlace(let error): error.description
        case .cannotReadPicture(let reason): reason
        case .isBeingPrepared:
            tr("The picture is being cut into tiles; it is shown when that is done.")
        case .wasCancelled: tr("The picture was not cut into tiles; open it again.")
        }
    }
}
