import HealthData

/// Where the records on show come from.
enum DocumentSource: Hashable, Sendable {
    /// Files that are looked at, and not kept.
    case files([String])
    /// What the library in a directory holds, once these of its datasets are taken out.
    case library(String, removing: [Library.Dataset] = [])
    /// Files that are read into the library in a directory, and then what it holds.
    case addition([String], library: String)
    /// Files that are read anew in the place of the datasets that they brought.
    case replacement([Library.Dataset], library: String)

    /// The files that are named.
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

    /// Whether it can be read once more, which what comes through a pipe cannot.
    var canBeReadAgain: Bool {
        switch self {
        case .files(let files): !files.contains { $0 == "-" || FollowedImport.isPipe($0) }
        case .library, .addition, .replacement: true
        }
    }

    /// The directory of the library; nil where there is none.
    var library: String? {
        switch self {
        case .files: nil
        case .library(let directory, _), .addition(_, let directory),
            .replacement(_, let directory):
            directory
        }
    }
}
