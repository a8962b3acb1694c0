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
        case .look: tr("It is read and not kept.")
        case .keep: tr("What it holds is added to the library; the file itself stays as it is.")
        }
    }

    /// What opening one is called.
    var action: String {
        switch self {
        case .look: tr("Open")
        case .keep: tr("Add to the library")
        }
    }
}
