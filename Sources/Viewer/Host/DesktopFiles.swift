/// File access on other threads, and the desktop's file dialog.
@MainActor
final class DesktopFiles: FileHost {
    private let opening: FileOpening
    private let session: DocumentSession
    private let model: ViewerModel
    private let dragged = DraggedFiles()
    /// Receives the errors of files that were chosen.
    var onError: (String) -> Void = { _ in }

    init(_ opening: FileOpening, _ session: DocumentSession, _ model: ViewerModel) {
        self.opening = opening
        self.session = session
        self.model = model
    }

    func choose(_ offer: FileOffer, otherwise: @escaping (String?) -> Void) {
        opening.choose(offer) { [session, onError] files, refused in
            session.take(files: files, as: offer)
            guard let first = refused.first else { return }
            for failure in refused { onError("\(failure)") }
            if files.isEmpty { otherwise("\(first)") }
        } otherwise: {
            otherwise(nil)
        }
    }

    func choosePlace(_ path: String, _ done: @escaping @MainActor (ChosenPlace) -> Void) {
        opening.choosePlace(path, done)
    }

    func lend(_ bytes: [UInt8], named name: String) -> String? {
        dragged.write(bytes, named: name)
    }

    /// Removes the files that were lent.
    func removeLent() { dragged.removeAll() }

    func readFolder(_ path: String, _ done: @escaping @MainActor (FolderContents) -> Void) {
        opening.readFolder(path, done)
    }

    func look(_ path: String, _ done: @escaping @MainActor (PathKind) -> Void) {
        opening.look(path, done)
    }

    func save(
        _ bytes: [UInt8], to path: String, _ done: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        opening.save(bytes, to: path, done)
    }

    func findRecents() {
        opening.findRecents { [weak model] in model?.recents = $0 }
    }

    var canForgetRecents: Bool { opening.remembersFiles }

    func forgetRecents() {
        opening.forgetRecents()
        model.recents = []
    }
}
