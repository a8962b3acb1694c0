import Streams

/// Files with maps, whatever their format is.
public enum MapFile {
    /// The formats of maps.
    public enum Format: Hashable, Sendable {
        /// An archive of tiles in PMTiles.
        case pmtiles
        /// An archive of tiles in SQLite.
        case mbtiles
        /// A picture in PNG or JPEG, whose place is in a file of its own or in its name.
        case picture
    }

    /// The format of the file at a path, by its contents; nil if it is no map or cannot be read.
    ///
    /// Nothing is read from a pipe. Cost: a read, and for a database that of its definitions.
    public static func format(of path: String) -> Format? {
        // What is read from a pipe is lost to its reader, also through a link to it.
        guard FileIdentity(path: path) != nil, let file = try? InputFile(path: path),
            let head = try? file.head(16)
        else { return nil }
        if head.starts(with: Array("PMTiles".utf8)) { return .pmtiles }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) || head.starts(with: [0xFF, 0xD8, 0xFF]) {
            return .picture
        }
        guard head.starts(with: Array("SQLite format 3\u{0}".utf8)) else { return nil }
        return (try? TileDatabase(file)) == nil ? nil : .mbtiles
    }

    /// Opens an archive of tiles.
    ///
    /// - Throws: that it is none, or is damaged.
    public static func archive(path: String) throws(TileArchiveError) -> any TileArchive {
        switch format(of: path) {
        case .mbtiles: try MBTilesArchive(path: path)
        // The reader finds out what is wrong.
        case .pmtiles, .picture, nil: try PMTilesArchive(path: path)
        }
    }
}
