import Desktop
import Foundation
import Streams

/// The files that were opened before, the newest first.
///
/// What was read from standard input or a pipe cannot be opened again, and is not among them.
struct RecentFiles: Codable, Hashable, Sendable {
    /// How many are kept.
    static let most = 12
    /// How many the welcome shows.
    static let mostOnWelcome = 4
    /// Where they are kept between runs.
    static let file = KeptFile(name: "recent.json", kind: .state)

    /// Their paths, absolute.
    private(set) var paths: [String] = []

    /// Those that were kept.
    static func load(library: String?) -> RecentFiles {
        file.load(RecentFiles.self, library: library) ?? RecentFiles()
    }

    /// Those that were kept and are still there.
    static func present(library: String?) -> [String] {
        load(library: library).paths.filter { FileManager.default.fileExists(atPath: $0) }
    }

    /// Puts files before the others, in their order, whose paths mean the same from every folder.
    mutating func add(_ files: [String]) {
        var all: [String] = []
        let new = FilePaths.absolute(files.filter { $0 != "-" && !InputFile.isPipe($0) })
        for path in new + paths where path.hasPrefix("/") && !all.contains(path) {
            all.append(path)
        }
        paths = Array(all.prefix(RecentFiles.most))
    }

    /// What opens one of those that are listed, by its place among them.
    static let open = CommandFamily<Int>("recent") { "\($0 + 1)" }
}
