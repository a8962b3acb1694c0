import Streams

/// What a path leads to.
enum FileLook: Hashable, Sendable {
    case file
    case folder
    /// Nothing that can be opened, and why.
    case trouble(String)

    /// Looks, on the calling thread.
    init(_ path: String) {
        do throws(StreamTrouble) {
            switch try InputFile.kind(of: path) {
            case .file: self = .file
            case .folder: self = .folder
            }
        } catch {
            self = .trouble(error.sentence)
        }
    }
}
