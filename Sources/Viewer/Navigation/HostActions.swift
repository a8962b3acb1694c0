import Foundation
import HealthData

/// What screens and commands can ask the program around for; nothing in a picture.
@MainActor
struct HostActions {
    var close: () -> Void = {}
    var toggleMaximized: () -> Void = {}
    var minimize: () -> Void = {}
    var toggleFullscreen: () -> Void = {}
    var openSamples: () -> Void = {}
    /// Whether the sample records are shown, and the viewer itself has opened them.
    var isShowingSamples: () -> Bool = { false }
    var cancelImport: () -> Void = {}
    var stopFollowing: () -> Void = {}
    /// Whether what is on show can be put into the library, and doing so.
    var canKeep: () -> Bool = { false }
    /// Why it cannot be, as a sentence.
    var whyNotKept: () -> String? = { nil }
    var keep: () -> Void = {}
    /// Whether there is a library that is not on show, and showing it.
    var canShowLibrary: () -> Bool = { false }
    var showLibrary: () -> Void = {}
    /// Takes a dataset out of the library.
    var remove: (Library.Dataset) -> Void = { _ in }
    /// Keeps the answer to a question about a file, and reads that anew.
    var answer: (OpenQuestion, String, _ path: String) -> Void = { _, _, _ in }
    /// Keeps another order of sources, and merges what is on show anew with it.
    var merge: (SourceOrder) -> Void = { _ in }
    /// Does something to the notes of the library, and hands over all there are then, later or
    /// at once.
    var write:
        (NoteEdit, @escaping @MainActor (Result<[Library.Note], LibraryError>) -> Void) ->
            Void =
            { _, _ in }
    /// The time on the clock of the wall, in seconds since 1970.
    var today: () -> Double = { Date().timeIntervalSince1970 }
    /// Puts data on the clipboard, by their types.
    var copy: ([String: [UInt8]]) -> Void = { _ in }
    /// Reads the clipboard; nil where there is no text on it, or more than a field can take.
    var paste: (@escaping (String?) -> Void) -> Void = { $0(nil) }
    /// Lets the person choose files by the desktop's dialog; where there is none, calls what it is
    /// given, with what has gone wrong.
    var chooseFiles: (FileOffer, _ otherwise: @escaping (String?) -> Void) -> Void = { $1(nil) }
    /// Opens files, or imports them.
    var openFiles: ([String], FileOffer) -> Void = { _, _ in }
    /// Whether there is a library that files can be imported into.
    var canImport: () -> Bool = { false }
    /// Reads a folder, or tells what a path names, and says it later or at once.
    var readFolder: (String, @escaping @MainActor (FolderContents) -> Void) -> Void = {
        $1(FolderReader.contents($0))
    }
    var look: (String, @escaping @MainActor (FileLook) -> Void) -> Void = { $1(FileLook($0)) }
    /// Tells which of the files are still there that were opened before, later or at once.
    var findRecents: () -> Void = {}
    /// Whether such files are remembered, and forgetting them.
    var canForgetRecents: () -> Bool = { false }
    var forgetRecents: () -> Void = {}
}
