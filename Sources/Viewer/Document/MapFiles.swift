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
            if MapFile.format(of: path) != nil { maps.append(path) } else { records.append(path) }
        }
        return (records, maps)
    }

    /// Where the tiles of pictures are kept; nil without a home.
    package static var folderOfTiles: String? {
        (try? BaseDirectories()).map { $0.path(.cache) + "/maps" }
    }
}
