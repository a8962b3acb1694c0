import Localization

/// What becomes of files that are given to the window.
enum FileOffer: String {
    /// They are shown, and not kept.
    case look
    /// They are put into the library.
    case keep

    /// What the person is told of a file to be opened.
    var consequence: String {
        switch self {
        case .look: tr("The file is opened for viewing only; nothing is saved.")
        case .keep: tr("Its records are added to your library. The file isn’t changed.")
        }
    }

    /// What opening one is called.
    var action: String {
        switch self {
        case .look: tr("Open")
        case .keep: tr("Import")
        }
    }
}
