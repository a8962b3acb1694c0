import Foundation

/// Paths that the person gives.
enum FilePaths {
    /// Paths that mean the same from every folder.
    static func absolute(_ files: [String]) -> [String] {
        files.map { $0 == "-" ? $0 : URL(fileURLWithPath: $0).standardizedFileURL.path }
    }
}
