import Streams

/// The kind of thing at a path.
enum PathKind: Hashable, Sendable {
    case file
    case folder
    /// It cannot be opened, for this reason.
    case failure(String)

    /// Examines the path, on the calling thread.
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
