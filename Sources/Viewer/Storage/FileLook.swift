import Streams

/// What a path leads to.
enum FileLook: Hashable, Sendable {
    case file
    case folder
    /// Nothing that can be opened, and why.
    case failure(String)

    /// Looks, on the calling thread.
    init(_ path: String) {
        do throws(StreamError) {
            switch try InputFile.kind(of: path) {
            case .file: self = .file
            case .folder: self = .folder
            }
        } catch {
            self = .failure(error.sentence)
        }
    }
}
