import HealthData

/// Where the displayed records come from.
enum DocumentSource: Hashable, Sendable {
    /// Files that are viewed, and not kept.
    case files([String])
    /// The contents of the library in a directory, after these datasets are removed.
    case library(String, removing: [Library.Dataset] = [])
    /// Files that are read into the library in a directory, followed by its contents.
    case addition([String], library: String)
    /// Files that are read again to replace the datasets that came from them.
    case replacement([Library.Dataset], library: String)

    /// The files of the source.
    var files: [String] {
        switch self {
        case .files(let files), .addition(let files, _): files
        case .replacement(let datasets, _): datasets.map(\.path)
        case .library: []
        }
    }

    /// Whether reading it changes the library.
    var changesLibrary: Bool {
        switch self {
        case .files: false
        case .library(_, let removing): !removing.isEmpty
        case .addition, .replacement: true
        }
    }

    /// Whether it can be read once more, which is impossible for a pipe.
    var canBeReadAgain: Bool {
        switch self {
        case .files(let files): !files.contains { $0 == "-" || FollowedImport.isPipe($0) }
        case .library, .addition, .replacement: true
        }
    }

    /// The directory of the library; nil if there is none.
    var library: String? {
        switch self {
        case .files: nil
        case .library(let directory, _), .addition(_, let directory),
            .replacement(_, let directory):
            directory
        }
    }
}
