import Desktop
import Foundation
import Streams

/// The files that were opened before, newest first.
///
/// Standard input and pipes cannot be opened again, and are not included.
struct RecentFiles: Codable, Hashable, Sendable {
    /// How many are kept.
    static let most = 12
    /// How many the welcome screen shows.
    static let mostOnWelcome = 4
    /// Where they are kept between runs.
    static let file = KeptFile(name: "recent.json", kind: .state)

    /// Their absolute paths.
    private(set) var paths: [String] = []

    /// Loads the list.
    static func load(library: String?) -> RecentFiles {
        file.load(RecentFiles.self, library: library) ?? RecentFiles()
    }

    /// The paths of the files that still exist.
    static func present(library: String?) -> [String] {
        load(library: library).paths.filter { FileManager.default.fileExists(atPath: $0) }
    }

    /// Puts files before the others, in the given order, by their absolute paths.
    mutating func add(_ files: [String]) {
        var all: [String] = []
        let new = FilePaths.absolute(files.filter { $0 != "-" && !InputFile.isPipe($0) })
        for path in new + paths where path.hasPrefix("/") && !all.contains(path) {
            all.append(path)
        }
        paths = Array(all.prefix(RecentFiles.most))
    }

    /// The commands that open a listed file, by its position in the list.
    static let open = CommandFamily<Int>("recent") { "\($0 + 1)" }
}
