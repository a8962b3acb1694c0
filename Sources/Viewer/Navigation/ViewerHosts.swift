import Foundation
import HealthData
import Platform
import Sound

/// The services of the rest of the program that screens may call.
///
/// They are nil if they do not exist, as in a picture.
@MainActor
struct ViewerHosts {
    weak var window: (any WindowHost)?
    weak var clipboard: (any Clipboard)?
    var document: (any DocumentHost)?
    var notes: (any NoteStore)?
    var readings: (any ReadingStore)?
    var records: (any RecordHost)?
    var targets: (any TargetStore)?
    var files: any FileHost = DirectFiles()
    var homes: any HomeStore = PassingHomes()
    var pictures: (any PictureHost)?
    var printing: (any PrintHost)?
    var sounds: (any SoundHost)?
}

/// A window of the desktop.
@MainActor
protocol WindowHost: AnyObject {
    func close()
    func minimize()
    func toggleMaximized()
    func toggleFullscreen()
    /// Lets the person drag data out of the window, with the button that is down; returns whether a
    /// drag has begun.
    ///
    /// - Parameter done: is called once, with whether another program has taken the data.
    func drag(_ contents: OfferedContents, _ done: @escaping @MainActor (Bool) -> Void) -> Bool
}

extension WindowHost {
    func drag(_ contents: OfferedContents, _ done: @escaping @MainActor (Bool) -> Void) -> Bool {
        false
    }
}

/// The clipboard of the desktop.
@MainActor
protocol Clipboard: AnyObject {
    /// Offers data, by their media types.
    func copy(_ contents: [String: [UInt8]])
    /// Offers data, some of which are made when a program asks for them.
    func offer(_ contents: OfferedContents)
    /// Reads the text; nil if there is none, or more than a field can hold.
    func paste(_ done: @escaping (String?) -> Void)
}

extension Clipboard {
    func offer(_ contents: OfferedContents) { copy(contents.ready) }
}

/// The records that the window shows, and the library that they may be kept in.
@MainActor
protocol DocumentHost: AnyObject {
    /// Whether the sample records are shown, and the viewer itself has opened them.
    var isShowingSamples: Bool { get }
    /// Whether the files that are shown can be added to the library.
    var canAddToLibrary: Bool { get }
    /// Why they cannot be, as a sentence; nil if they can.
    var reasonNotAddable: String? { get }
    /// Whether there is a library that is not shown.
    var canShowLibrary: Bool { get }
    /// Whether there is a library that files can be imported into.
    var canImport: Bool { get }

    /// Opens the sample records.
    func openSamples()
    /// Opens files, or imports them.
    func take(files: [String], as offer: FileOffer)
    /// Ends the reading of files; what was read stays.
    func cancel()
    /// Stops reading what is appended to the files.
    func stopFollowing()
    /// Adds the files that are shown to the library.
    func keep()
    /// Shows the library.
    func showLibrary()
    /// Removes a dataset from the library.
    func remove(_ dataset: Library.Dataset)
    /// Saves the answer to a question about a file, and reads that file again.
    func answer(_ question: OpenQuestion, with choice: String, of path: String)
    /// Saves another order of sources, and merges the records by it.
    func merge(by order: SourceOrder)
}

/// The notes of the library.
@MainActor
protocol NoteStore: AnyObject {
    /// Changes the notes; `done` receives all notes after that, later or at once.
    func write(
        _ edit: NoteEdit,
        then done: @escaping @MainActor (Result<[Library.Note], LibraryError>) -> Void)
}

/// The readings of the library that a person typed in.
@MainActor
protocol ReadingStore: AnyObject {
    /// Keeps a reading; `done` receives its dataset, later or at once. What is shown is read again.
    func add(
        _ reading: OwnReading,
        then done: @escaping @MainActor (Result<Library.Dataset, LibraryError>) -> Void)
    /// Replaces a reading by another one of its metric, in one transaction; `done` receives its
    /// dataset, later or at once. What is shown is read again.
    func replace(
        _ dataset: Library.Dataset, by reading: OwnReading,
        then done: @escaping @MainActor (Result<Library.Dataset, LibraryError>) -> Void)
}

/// The targets of the library.
@MainActor
protocol TargetStore: AnyObject {
    /// Makes edits one after the other; `done` receives all targets after that, later or at once.
    func write(
        _ edits: [TargetEdit],
        then done: @escaping @MainActor (Result<TargetEdit.Outcome, LibraryError>) -> Void)
}

/// The loudspeaker.
@MainActor
protocol SoundHost: AnyObject {
    /// Plays a tone soon, without waiting for it.
    func play(_ tone: Tone)
}

/// The file system, and the desktop's dialog for choosing files.
@MainActor
protocol FileHost: AnyObject {
    /// Lets the person choose files in the desktop's dialog, and opens or imports them.
    ///
    /// - Parameter otherwise: called if there is no such dialog, with the error if there is one.
    func choose(_ offer: FileOffer, otherwise: @escaping (String?) -> Void)
    /// Lets the person choose a place for a new file in the desktop's dialog.
    ///
    /// - Parameters:
    ///   - path: the place that is offered.
    ///   - done: is called once, later or at once.
    func choosePlace(_ path: String, _ done: @escaping @MainActor (ChosenPlace) -> Void)
    /// Reads a folder; `done` is called later or at once.
    func readFolder(_ path: String, _ done: @escaping @MainActor (FolderContents) -> Void)
    /// Finds out what a path names; `done` is called later or at once.
    func look(_ path: String, _ done: @escaping @MainActor (PathKind) -> Void)
    /// Writes a whole file that only its owner can read; `done` is called later or at once, with a
    /// sentence if it failed.
    func save(
        _ bytes: [UInt8], to path: String, _ done: @escaping @MainActor @Sendable (String?) -> Void)
    /// Writes a file for another program that copies it soon; returns its path, nil if that failed.
    func lend(_ bytes: [UInt8], named name: String) -> String?
    /// Finds out which of the recent files still exist, and lists them in the model.
    func findRecents()
    /// Whether recent files are remembered.
    var canForgetRecents: Bool { get }
    /// Forgets the recent files.
    func forgetRecents()
}

extension FileHost {
    func choosePlace(_ path: String, _ done: @escaping @MainActor (ChosenPlace) -> Void) {
        done(.absent)
    }

    func lend(_ bytes: [UInt8], named name: String) -> String? { nil }

    func save(
        _ bytes: [UInt8], to path: String, _ done: @escaping @MainActor @Sendable (String?) -> Void
    ) { done(SavedFile.write(bytes, to: path)) }
}

/// Files that the viewer writes where a person wants them.
enum SavedFile {
    /// Writes a whole file; returns a sentence if it failed.
    static func write(_ bytes: [UInt8], to path: String) -> String? {
        do {
            try FileDraft.write(bytes, to: path, readers: .owner, isLasting: true)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

/// File access for a program without an event loop: folders are read at once, without a dialog.
final class DirectFiles: FileHost {
    func choose(_ offer: FileOffer, otherwise: @escaping (String?) -> Void) { otherwise(nil) }
    func readFolder(_ path: String, _ done: @escaping @MainActor (FolderContents) -> Void) {
        done(FolderReader.contents(path))
    }
    func look(_ path: String, _ done: @escaping @MainActor (PathKind) -> Void) {
        done(PathKind(path))
    }
    func findRecents() {}
    let canForgetRecents = false
    func forgetRecents() {}
}

extension ViewerContext {
    /// Whether there is a library that files can be imported into.
    var canImport: Bool { hosts.document?.canImport ?? false }
}
