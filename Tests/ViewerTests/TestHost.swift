import HealthData
import Sound

@testable import Viewer

/// A program around the screens, made of values and closures.
@MainActor
class TestHost: WindowHost, Clipboard, DocumentHost, NoteStore, TargetStore, FileHost,
    SoundHost, PrintHost
{
    private let direct = DirectFiles()

    // MARK: The window

    var onClose: () -> Void = {}
    var onToggleFullscreen: () -> Void = {}

    func close() { onClose() }
    func minimize() {}
    func toggleMaximized() {}
    func toggleFullscreen() { onToggleFullscreen() }

    /// What was dragged out of the window, in order.
    private(set) var drags: [OfferedContents] = []

    func drag(_ contents: OfferedContents, _ done: @escaping @MainActor (Bool) -> Void) -> Bool {
        drags.append(contents)
        return true
    }

    // MARK: Printing

    var onPrint: (String, (PictureWish.Paper) -> [UInt8]?) -> PrintOutcome = { _, _ in .absent }
    var onOpen: (String) -> Bool = { _ in false }

    func print(
        _ title: String, _ document: @escaping @MainActor (PictureWish.Paper) -> [UInt8]?,
        _ done: @escaping @MainActor (PrintOutcome) -> Void
    ) { done(onPrint(title, document)) }

    func open(_ path: String, _ done: @escaping @MainActor (Bool) -> Void) { done(onOpen(path)) }

    // MARK: The clipboard

    var onCopy: ([String: [UInt8]]) -> Void = { _ in }
    var onPaste: (@escaping (String?) -> Void) -> Void = { $0(nil) }

    func copy(_ contents: [String: [UInt8]]) { onCopy(contents) }

    /// The data that were offered last, some of which are made on demand.
    private(set) var offered: OfferedContents?

    func offer(_ contents: OfferedContents) {
        offered = contents
        onCopy(contents.ready)
    }
    func paste(_ done: @escaping (String?) -> Void) { onPaste(done) }

    // MARK: The records

    var isShowingSamples = false
    var canAddToLibrary = false
    var reasonNotAddable: String?
    var canShowLibrary = false
    var canImport = false
    var onTake: ([String], FileOffer) -> Void = { _, _ in }
    var onMerge: (SourceOrder) -> Void = { _ in }

    func openSamples() {}
    func take(files: [String], as offer: FileOffer) { onTake(files, offer) }
    func cancel() {}
    func stopFollowing() {}
    func keep() {}
    func showLibrary() {}
    func remove(_ dataset: Library.Dataset) {}
    /// The questions that were answered, with the answers.
    private(set) var answers: [(question: String, choice: String)] = []

    func answer(_ question: OpenQuestion, with choice: String, of path: String) {
        answers.append((question.id, choice))
    }
    func merge(by order: SourceOrder) { onMerge(order) }

    // MARK: Notes

    var onWrite:
        (NoteEdit, @escaping @MainActor (Result<[Library.Note], LibraryError>) -> Void) -> Void = {
            _, _ in
        }

    func write(
        _ edit: NoteEdit,
        then done: @escaping @MainActor (Result<[Library.Note], LibraryError>) -> Void
    ) { onWrite(edit, done) }

    // MARK: Targets

    var onWriteTargets:
        (
            [TargetEdit], @escaping @MainActor (Result<TargetEdit.Outcome, LibraryError>) -> Void
        ) -> Void = { _, _ in }

    func write(
        _ edits: [TargetEdit],
        then done: @escaping @MainActor (Result<TargetEdit.Outcome, LibraryError>) -> Void
    ) { onWriteTargets(edits, done) }

    // MARK: The loudspeaker

    var onPlay: (Tone) -> Void = { _ in }

    func play(_ tone: Tone) { onPlay(tone) }

    // MARK: Files

    var onChoose: (FileOffer, _ otherwise: @escaping (String?) -> Void) -> Void = { $1(nil) }
    var onReadFolder: ((String, @escaping @MainActor (FolderContents) -> Void) -> Void)?
    var onLook: ((String, @escaping @MainActor (PathKind) -> Void) -> Void)?
    var onFindRecents: () -> Void = {}
    var onChoosePlace: (String) -> ChosenPlace = { _ in .absent }
    var onSave: (([UInt8], String) -> String?)?
    var onLend: ([UInt8], String) -> String? = { _, _ in nil }
    var canForgetRecents = false

    func choose(_ offer: FileOffer, otherwise: @escaping (String?) -> Void) {
        onChoose(offer, otherwise)
    }
    func readFolder(_ path: String, _ done: @escaping @MainActor (FolderContents) -> Void) {
        (onReadFolder ?? direct.readFolder)(path, done)
    }
    func look(_ path: String, _ done: @escaping @MainActor (PathKind) -> Void) {
        (onLook ?? direct.look)(path, done)
    }
    func findRecents() { onFindRecents() }
    func choosePlace(_ path: String, _ done: @escaping @MainActor (ChosenPlace) -> Void) {
        done(onChoosePlace(path))
    }
    func save(
        _ bytes: [UInt8], to path: String, _ done: @escaping @MainActor @Sendable (String?) -> Void
    ) { done((onSave ?? SavedFile.write(_:to:))(bytes, path)) }
    func lend(_ bytes: [UInt8], named name: String) -> String? { onLend(bytes, name) }
    func forgetRecents() {}
}

extension OffscreenViewer {
    /// The program around the screens; from the first use on it replaces the one without a window.
    var host: TestHost {
        if let known = context.hosts.document as? TestHost { return known }
        let made = TestHost()
        context.hosts = ViewerHosts(
            window: made, clipboard: made, document: made, notes: made, targets: made, files: made,
            sounds: made)
        return made
    }
}
