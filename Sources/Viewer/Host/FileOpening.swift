import Desktop
import EventLoop
import Localization
import Platform
import Wayland

/// The ways to open files: the desktop's dialog, browsing folders, and recent files.
@MainActor
final class FileOpening {
    private let loop: EventLoop
    private let window: Window
    /// The location of the library, as given by an option.
    private let library: String?
    private let portal: FileChooserPortal
    private let folders: FolderReader
    /// The window under the name by which the desktop's dialog refers to it, while the dialog is
    /// open.
    private var exported: ExportedSurface?
    private var isAsking = false
    /// Files that were opened and will be remembered.
    private var unremembered: [String] = []
    private var remembering: EventLoop.Token?

    init(loop: EventLoop, bus: SessionBus, window: Window, library: String?) {
        self.loop = loop
        self.window = window
        self.library = library
        portal = FileChooserPortal(bus)
        folders = FolderReader(mailbox: loop.mailbox)
    }

    // MARK: The desktop's dialog

    /// Lets the person choose files in the desktop's dialog.
    ///
    /// A second call before the answer means that the person sees no dialog, or wants another way:
    /// the request is cancelled.
    ///
    /// - Parameters:
    ///   - chosen: receives the files, and errors for what was chosen but is not a file.
    ///   - otherwise: called if no dialog appears, or if the request was cancelled.
    func choose(
        _ offer: FileOffer, chosen: @escaping ([String], [DesktopError]) -> Void,
        otherwise: @escaping () -> Void
    ) {
        if isAsking {
            cancel()
            return otherwise()
        }
        guard portal.canAnswer else { return otherwise() }
        isAsking = true
        var question = FileChooserPortal.Question(
            title: offer.action, acceptLabel: offer.action, kinds: FileOpening.kinds)
        question.folder = RecentFiles.load(library: library).paths.first?.folderPath
        ask(question) { answer in
            switch answer {
            case .chosen(let files, let refused): chosen(files, refused)
            case .dismissed: break
            case .absent: otherwise()
            }
        }
    }

    /// Lets the person choose a place for a new file in the desktop's dialog.
    ///
    /// A second call before the answer cancels the request.
    func choosePlace(_ path: String, _ done: @escaping @MainActor (ChosenPlace) -> Void) {
        if isAsking {
            cancel()
            return done(.absent)
        }
        guard portal.canAnswer else { return done(.absent) }
        isAsking = true
        var question = FileChooserPortal.Question(
            title: tr("Export"), acceptLabel: tr("Save"), kinds: [])
        question.newName = path.lastPathPart
        question.folder = path.folderPath
        ask(question) { answer in
            switch answer {
            case .chosen(let paths, let refused):
                if let path = paths.first {
                    done(.path(path))
                } else {
                    done(refused.first.map { .failed("\($0)") } ?? .dismissed)
                }
            case .dismissed: done(.dismissed)
            case .absent: done(.absent)
            }
        }
    }

    /// Asks a question in the desktop's dialog, with the window as its parent if possible.
    private func ask(
        _ question: FileChooserPortal.Question,
        _ answer: @escaping (FileChooserPortal.Answer) -> Void
    ) {
        let ask: (String) -> Void = { [weak self] parent in
            var question = question
            question.parent = parent
            self?.portal.ask(question) { result in
                self?.isAsking = false
                self?.exported = nil
                answer(result)
            }
        }
        exported = window.export { ask("wayland:" + $0) }
        if exported == nil { ask("") }
    }

    /// Cancels the request.
    func cancel() {
        portal.cancel()
        exported = nil
        isAsking = false
    }

    /// Records in all forms that can be read, and all files.
    private static var kinds: [FileChooserPortal.Question.Kind] {
        let endings = [
            "zip", "xml", "csv", "tsv", "txt", "json", "jsonl", "gpx", "tcx", "fit", "db", "sqlite",
            "tar", "tgz", "gz", "bz2", "xz", "zst",
        ]
        // Some devices write file names in capitals, and patterns are case-sensitive.
        return [
            .init(
                name: tr("Health records"),
                patterns: endings.flatMap { ["*." + $0, "*." + $0.uppercased()] }),
            .init(name: tr("All files"), patterns: ["*"]),
        ]
    }

    // MARK: Folders

    /// Reads the contents of a folder, and calls `answer` later.
    func readFolder(
        _ path: String, _ answer: @escaping @MainActor (FolderContents) -> Void
    ) { folders.read(path, answer) }

    /// Examines a path, and calls `answer` later.
    func look(_ path: String, _ answer: @escaping @MainActor (PathKind) -> Void) {
        let mailbox = loop.mailbox
        WorkerThread.detach {
            let look = PathKind(path)
            mailbox.post { answer(look) }
        }
    }

    /// Writes a whole file, and calls `answer` later, with a sentence if that failed.
    func save(
        _ bytes: [UInt8], to path: String,
        _ answer: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        let mailbox = loop.mailbox
        WorkerThread.detach {
            let failure = SavedFile.write(bytes, to: path)
            mailbox.post { answer(failure) }
        }
    }

    // MARK: Recent files

    /// Finds the recent files that still exist, and calls `answer` later.
    func findRecents(_ answer: @escaping @MainActor ([String]) -> Void) {
        remember()
        let (mailbox, library) = (loop.mailbox, library)
        guard library != ":memory:" else { return answer([]) }
        WorkerThread.detach {
            let paths = RecentFiles.present(library: library)
            mailbox.post { answer(paths) }
        }
    }

    /// Remembers files that were opened, except the sample records.
    ///
    /// It waits until the picture has had time to appear, so that it does not delay a start.
    func rememberSoon(_ files: [String]) {
        unremembered += files
        if remembering == nil {
            remembering = loop.schedule(after: 0.2) { [weak self] in self?.remember() }
        }
    }

    /// Remembers immediately what `rememberSoon` has deferred.
    func remember() {
        if let remembering { loop.cancel(remembering) }
        remembering = nil
        guard !unremembered.isEmpty else { return }
        let samples = SampleRecords.paths()
        let files = unremembered.filter { !samples.contains($0) }
        unremembered = []
        guard !files.isEmpty else { return }
        var recents = RecentFiles.load(library: library)
        let before = recents
        recents.add(files)
        if recents != before { _ = RecentFiles.file.save(recents, library: library) }
    }

    var remembersFiles: Bool { RecentFiles.file.exists(library: library) }

    /// Forgets all recent files.
    func forgetRecents() {
        remember()
        _ = RecentFiles.file.remove(library: library)
    }
}
