import Foundation

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
        var isFolder: ObjCBool = false
        let files = FileManager.default
        guard files.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
            (try? files.attributesOfItem(atPath: path)[.type] as? FileAttributeType) == .typeRegular
                || (try? files.destinationOfSymbolicLink(atPath: path)) != nil,
            let file = FileHandle(forReadingAtPath: path)
        else { return false }
        defer { try? file.close() }
        let bytes = try? file.read(upToCount: beginning.count)
        return bytes.map { Array($0) == beginning } ?? false
    }
}
