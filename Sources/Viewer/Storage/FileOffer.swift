import Localization

/// What happens to files that are given to the window.
enum FileOffer: String {
    /// They are shown, and not kept.
    case look
    /// They are added to the library.
    case keep

    /// What opening a file does, as the person reads it.
    var consequence: String {
        switch self {
        case .look: tr("The file is opened for viewing only; nothing is saved.")
        case .keep: tr("Its records are added to your library. The file isn’t changed.")
        }
    }

    /// The label of the button that opens it.
    var action: String {
        switch self {
        case .look: tr("Open")
        case .keep: tr("Import")
        }
    }
}
