import Localization

/// What happens to files that are given to the window.
enum FileOffer {
    /// They are shown, and not kept.
    case view
    /// They are added to the library.
    case `import`

    /// What opening a file does, as the person reads it.
    var consequence: String {
        switch self {
        case .view: tr("The file is opened for viewing only; nothing is saved.")
        case .import: tr("Its records are added to your library. The file isn’t changed.")
        }
    }

    /// The label of the button that opens it.
    var action: String {
        switch self {
        case .view: tr("Open")
        case .import: tr("Import")
        }
    }
}
