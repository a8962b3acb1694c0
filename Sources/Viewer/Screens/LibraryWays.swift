import Localization

/// The ways to a library while none is shown.
struct LibraryWays: Equatable {
    var canAddToLibrary: Bool
    /// Why the files that are shown cannot be added; nil if they can.
    var reasonNotAddable: String?
    /// Whether files can be imported into a library.
    var canImport: Bool
    /// Whether there is a library that can be shown.
    var canShow: Bool

    @MainActor
    init(_ viewer: ViewerContext) {
        let document = viewer.hosts.document
        canAddToLibrary = document?.canAddToLibrary ?? false
        reasonNotAddable = document?.reasonNotAddable
        canImport = viewer.canImport
        canShow = document?.canShowLibrary ?? false
    }

    /// The rows of a list of what is kept in a library.
    ///
    /// - Parameters:
    ///   - sentence: why nothing can be kept.
    ///   - adding: what adding the files that are shown is good for.
    func rows(_ sentence: String, adding: String) -> [DialogModel.Row] {
        var rows = [DialogModel.Row(leading: sentence, trailing: "")]
        func offer(_ title: String, _ command: CommandID, _ text: String) {
            rows.append(
                DialogModel.Row(
                    leading: text, trailing: "",
                    actions: [DialogModel.Action(title: title, command: command)]))
        }
        if canAddToLibrary {
            offer(tr("Add to library"), .keepInLibrary, adding)
        } else if let reasonNotAddable, canImport {
            offer(tr("Import…"), .importFile, reasonNotAddable)
        }
        if canShow {
            offer(tr("Show library"), .showLibrary, tr("Your library has other files."))
        }
        return rows
    }
}
