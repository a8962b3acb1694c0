import Foundation

/// Paths that the person gives.
enum FilePaths {
    /// Absolute paths, which are valid from every folder.
    static func absolute(_ files: [String]) -> [String] {
        files.map { $0 == "-" ? $0 : URL(fileURLWithPath: $0).standardizedFileURL.path }
    }
}
