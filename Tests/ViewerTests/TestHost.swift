import HealthData
import Sound

@testable import Viewer

/// A program around the screens, made of values and closures.
@MainActor
class TestHost: WindowHost, Clipboard, DocumentHost, NoteStore, TargetStore, FileHost,
    SoundHost
{
    private let direct = DirectFiles()

    // MARK: The window

    var onClose: () -> Void = {}
    var onToggleFullscreen: () -> Void = {}

    func close() { onClose() }
    func minimize() {}
    func toggleMaximized() {}
    func toggleFullscreen() { onToggleFullscreen() }

    // MARK: The clipboard

    var onCopy: ([String: [UInt8]]) -> Void = { _ in }
    var onPaste: (@escaping (String?) -> Void) -> Void = { $0(nil) }

    func copy(_ contents: [String: [UInt8]]) { onCopy(contents) }
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
    func answer(_ question: OpenQuestion, with choice: String, of path: String) {}
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
