import Foundation
import Streams

/// Files with maps among those that a person opens.
package enum MapFiles {
    /// The files with records, and those with maps, each in their order.
    ///
    /// A map shows by its first bytes; a pipe is never one.
    package static func divided(_ paths: [String]) -> (records: [String], maps: [String]) {
        var (records, maps): ([String], [String]) = ([], [])
        for path in paths {
            if isMap(path) { maps.append(path) } else { records.append(path) }
        }
        return (records, maps)
    }

    private static let beginning = Array("PMTiles".utf8)

    private static func isMap(_ path: String) -> Bool {
        // What is read from a pipe is lost to its reader, also through a link to it.
        guard FileIdentity(path: path) != nil, let file = FileHandle(forReadingAtPath: path) else {
            return false
        }
        defer { try? file.close() }
        let bytes = try? file.read(upToCount: beginning.count)
        return bytes.map { Array($0) == beginning } ?? false
    }
}
