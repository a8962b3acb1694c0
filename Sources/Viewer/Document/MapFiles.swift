import Desktop
import Maps

/// Files with maps among those that a person opens.
package enum MapFiles {
    /// The files with records, and those with maps, each in their order.
    ///
    /// A map shows by its contents; a pipe is never one.
    package static func divided(_ paths: [String]) -> (records: [String], maps: [String]) {
        var (records, maps): ([String], [String]) = ([], [])
        for path in paths {
            if isMap(path) { maps.append(path) } else { records.append(path) }
        }
        return (records, maps)
    }

    /// Whether it is a map; of pictures only those that have a place on the earth are.
    private static func isMap(_ path: String) -> Bool {
        guard let format = MapFile.format(of: path) else { return false }
        return format != .picture || PictureMap.hasPlace(path)
    }

    /// Where the tiles of pictures are kept; nil without a home.
    package static var folderOfTiles: String? {
        (try? BaseDirectories()).map { $0.path(.cache) + "/maps" }
    }
}
