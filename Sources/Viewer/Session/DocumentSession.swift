// What is read, and how much of it is shown.
//
// Method: one state, and few entry points. Whatever a person, another program or a file requests
// goes through `open`, `merge` or `stopFollowing`; whatever is read comes in through `take`. A
// reading that changes nothing gives way to the next request; one that changes the library is
// finished first, and the next request waits in a queue.

import Desktop
import EventLoop
import Foundation
import HealthData
import Localization
import Platform

/// The displayed records: reads and merges them, follows their files, and watches their library.
@MainActor
final class DocumentSession {
    /// What is in progress.
    enum State {
        /// Nothing is being read; a file may be followed.
        case idle
        /// Something is being read.
        ///
        /// What was shown before stays until there is something new to show; a merge may have been
        /// requested meanwhile.
        case reading(staying: DocumentSource?, thenMerges: Bool)
        /// What is shown is read and merged once more, and stays complete until that is done.
        case merging

        var isReading: Bool { if case .reading = self { true } else { false } }
        var isMerging: Bool { if case .merging = self { true } else { false } }
    }

    /// What the rest of the program does when something happens.
    @MainActor
    struct Events {
        /// Something else is about to be shown.
        var willOpen: () -> Void = {}
        /// A reading starts, possibly of what is already shown.
        var didStartReading: () -> Void = {}
        /// A picture arrived and is not shown yet; `isComplete` if it is the whole.
        var didReceive: (_ snapshot: ImportSnapshot, _ isComplete: Bool) -> Void = { _, _ in }
        /// All of the source was read, for the first time, with this report.
        var didComplete: (ImportReport?) -> Void = { _ in }
        /// Files were read, whether they brought records or not: they may be opened again.
        var didReadFiles: (_ files: [String], ImportReport) -> Void = { _, _ in }
        /// Files were added to a library, with the datasets that are new in it.
        var didAdd: (_ new: [Library.Dataset], _ directory: String) -> Void = { _, _ in }
        /// Files were opened in the window that could also be imported.
        var didOpenForViewing: () -> Void = {}
        /// Maps were opened, with a sentence for each.
        var didOpenMaps: ([String]) -> Void = { _ in }
        /// Nothing is shown.
        var foundNoLibrary: () -> Void = {}
        /// Drawings could not be written; they are tried again with the next ones.
        var onDrawingFailure: (LibraryError) -> Void = { _ in }
        /// There is a message, as a sentence, for a person who started the program from a terminal.
        var onMessage: (String) -> Void = { _ in }
    }

    private let model: ViewerModel
    private let loop: EventLoop
    private let options: ViewerOptions
    /// Where the library is; nil if nothing is to be kept.
    let libraryDirectory: String?
    /// The person's choices of how files are read.
    private(set) var rules: ReadingRules
    var events = Events()
    private(set) var state = State.idle
    /// What is shown, or being read; nil for nothing.
    private(set) var source: DocumentSource? {
        didSet { model.canMerge = source?.canBeReadAgain ?? true }
    }
    /// What was last opened in the window, until the person has seen that it is not kept.
    private var opened: DocumentSource?
    /// Whether a library begins with its summary, as nothing else was asked for.
    var canBeginWithSummary = false
    /// Requests that came while something else was being read.
    private var queue: [DocumentSource] = []
    /// Whether to show what is written to the files from now on.
    private var isFollowing = false
    private var loader: DocumentLoader?
    /// The wall-clock time of the request: what is added to the library after that is new.
    private var begun = 0.0
    /// Watches the library that is shown.
    private var libraryWatch: LibraryWatch?
    /// The sample records.
    private lazy var samples = SampleRecords.paths()
    /// The reading that began before this session.
    ///
    /// It is nil once it is taken over, and if no files were named.
    private var first: FirstReading?

    init(
        _ model: ViewerModel, loop: EventLoop, options: ViewerOptions, rules: ReadingRules,
        first: FirstReading?
    ) {
        self.model = model
        self.loop = loop
        self.options = options
        self.rules = rules
        self.first = first
        libraryDirectory = DocumentSession.directory(options.library)
    }

    /// Whether anything is being read, even if it is shown already.
    private var isBusy: Bool { if case .idle = state { false } else { true } }

    // MARK: Sources

    /// What the program starts with: the files that were named, else the library if there is one.
    var start: DocumentSource? {
        if !options.files.isEmpty { return .files(options.files) }
        return libraryDirectory.flatMap { Library.exists(in: $0) ? .library($0) : nil }
    }

    /// The directory of the library that an option names.
    private static func directory(_ library: String?) -> String? {
        if library == ":memory:" { return nil }
        return library ?? (try? BaseDirectories())?.path(.data)
    }

    /// The source that adds the files shown to the library; nil if that is impossible.
    var addition: DocumentSource? {
        guard case .files(let files) = source, let libraryDirectory, !isBusy, !isFollowing,
            model.phase == .shown, !files.contains("-"), files != SampleRecords.paths()
        else { return nil }
        return .addition(files, library: libraryDirectory)
    }

    /// Why the files shown cannot be added to the library, as a sentence.
    ///
    /// It is nil if there is no file.
    var reasonNotAddable: String? {
        guard model.phase == .shown else { return nil }
        if isBusy { return tr("Wait until everything has been read.") }
        if source?.library != nil { return tr("These records are in your library already.") }
        if libraryDirectory == nil { return tr("There is no library in this run.") }
        if source?.files == SampleRecords.paths() {
            return tr("These are sample records. Import your own file to add it to your library.")
        }
        return isFollowing
            ? tr("A file that is followed can’t be added. Stop following it first.")
            : tr("Data from a pipe can’t be added to your library.")
    }

    /// Whether the sample records are shown without having been named on the command line.
    var isShowingSamples: Bool {
        var shown = source
        if case .reading(let staying?, _) = state { shown = staying }
        guard case .files(let files)? = shown, files != options.files else { return false }
        return files == samples
    }

    /// The directory of a library that is not shown.
    var hiddenLibrary: String? {
        guard let libraryDirectory, source?.library == nil else { return nil }
        return Library.exists(in: libraryDirectory) ? libraryDirectory : nil
    }

    /// What happens to files that are dropped on the window.
    ///
    /// They are imported if the library or nothing is shown, else opened in place of the files that
    /// are shown.
    var dropOffer: FileOffer {
        libraryDirectory != nil && (source == nil || source?.library != nil) ? .import : .view
    }

    // MARK: Entry points

    /// Opens files that were given to the window, or imports them if there is a library.
    ///
    /// Maps among them are shown under the ways of workouts.
    func take(files: [String], as offer: FileOffer) {
        let divided = MapFiles.divided(files)
        if !divided.maps.isEmpty { events.didOpenMaps(model.maps.add(divided.maps)) }
        let files = divided.records
        guard !files.isEmpty else { return }
        if let libraryDirectory, offer == .import {
            open(.addition(files, library: libraryDirectory))
        } else {
            let wanted = DocumentSource.files(files)
            opened = wanted
            open(wanted)
        }
    }

    /// Reads something in the background; the chart grows as it is read.
    ///
    /// - Parameter stays: whether what is shown stays where it is, and what is read is added to it.
    func open(_ wanted: DocumentSource, stays: Bool = false) {
        if state.isReading {
            // A reading that changes nothing ends with what it has; one that changes the library is
            // done first.
            if let last = queue.last, !last.changesLibrary { queue.removeLast() }
            queue.append(wanted)
            if source?.changesLibrary != true { loader?.cancel() }
            return
        }
        // What was being merged is either read now as requested, or no longer wanted.
        let isSame = stays || wanted.library != nil && source?.library != nil
        let staying = model.phase == .shown ? source : nil
        source = wanted
        model.beginsWithSummary = canBeginWithSummary && wanted.library != nil
        begun = Date().timeIntervalSince1970
        isFollowing = options.follows && wanted == .files(options.files)
        state = .reading(staying: staying, thenMerges: false)
        events.willOpen()
        model.beginReading(staying: isSame)
        read(wanted)
    }

    /// Adds the files shown to the library; their charts stay where they are.
    func keep() {
        guard let addition else { return }
        open(addition, stays: true)
    }

    /// Ends the reading, and keeps what has been read.
    func cancel() { loader?.cancel() }

    /// Saves an order of sources, and merges what is shown with it.
    func merge(by order: SourceOrder) {
        model.beginMerging(order)
        rules.order = order
        rules.saveOrder(library: options.library)
        merge()
    }

    /// Saves an answer for its source, and reads again all files that have the question open.
    func answer(_ question: OpenQuestion, with choice: String, of path: String) {
        rules.answers.answer(question, with: choice)
        rules.saveAnswers(library: options.library)
        guard let source else { return }
        guard let directory = source.library else { return open(source) }
        // Otherwise a record that two of them share would be shown twice, in two units.
        let stale = (model.datasets ?? []).filter { $0.isOpen(to: question, answeredBy: choice) }
        guard !stale.isEmpty else { return }
        open(.replacement(stale, library: directory))
    }

    /// Stops following the file.
    func stopFollowing() {
        isFollowing = false
        loader?.cancel()
        model.follow(nil)
        // The records that were being merged are still shown.
        if state.isMerging { merge() }
    }

    // MARK: Merging

    /// Reads what is shown once more.
    ///
    /// The samples as they were before the merge are not kept: for most files they would take as
    /// much memory again and would never be used.
    private func merge() {
        if case .reading(let staying, _) = state {
            state = .reading(staying: staying, thenMerges: true)
            return
        }
        guard let source, model.canMerge else { return }
        model.beginMerging(model.sourceOrder)
        state = .merging
        read(source)
    }

    // MARK: Reading

    /// Starts reading something; a mere merge shows itself when it is done.
    private func read(_ wanted: DocumentSource) {
        // A file that is followed is released for another one.
        loader?.cancel()
        events.didStartReading()
        // Before the reading, so that no change in between is missed.
        watchLibrary(of: wanted)
        let grows = !state.isMerging
        let begun = first
        first = nil
        let loader =
            begun?.loader
            ?? DocumentLoader(
                wanted, zone: options.zone, assumptions: options.assumptions,
                answers: rules.answers, order: rules.order, calendar: rules.calendar,
                now: options.now())
        self.loader = loader
        let deliver: @MainActor @Sendable (ImportSnapshot) -> Void = {
            [weak self, weak loader] snapshot in
            guard let self, let loader, loader === self.loader else { return }
            take(snapshot)
        }
        if let begun {
            begun.onPicture = deliver
            return
        }
        do throws(EventLoopError) {
            if isFollowing {
                try loader.startFollowing(loop: loop, grows: grows, deliver: deliver)
            } else {
                loader.start(mailbox: loop.mailbox, grows: grows, deliver: deliver)
            }
        } catch {
            // The files can be read all the same.
            events.onMessage("\(error)")
            isFollowing = false
            loader.start(mailbox: loop.mailbox, grows: grows, deliver: deliver)
        }
    }

    /// Shows what has been read so far, and ends the reading with the complete picture.
    private func take(_ snapshot: ImportSnapshot) {
        // During a merge, what is shown stays complete.
        if state.isMerging, snapshot.report == nil { return }
        let isComplete = snapshot.report != nil && !snapshot.isUpdate
        let before = state
        if isComplete { state = .idle }
        events.didReceive(snapshot, isComplete)
        model.show(snapshot, at: loop.now)
        let hasCome = !snapshot.metrics.isEmpty || model.phase != .shown
        guard isComplete else {
            if hasCome, case .reading(_, let thenMerges) = state {
                state = .reading(staying: nil, thenMerges: thenMerges)
            }
            return
        }
        complete(snapshot, after: before, hasCome: hasCome)
    }

    private func complete(_ snapshot: ImportSnapshot, after before: State, hasCome: Bool) {
        if let source, let report = snapshot.report { events.didReadFiles(source.files, report) }
        if model.phase == .welcome { events.foundNoLibrary() }
        let wanted = source
        if let now = source, let directory = now.library {
            // What was added is shown with everything else from now on.
            source =
                model.datasets != nil
                ? .library(directory) : now.files.isEmpty ? nil : .files(now.files)
        }
        if let datasets = model.datasets, let source {
            if libraryWatch == nil { watchLibrary(of: source) }
            libraryWatch?.shown = LibraryWatch.State(
                datasets: datasets, notes: model.notes.all,
                targets: model.targets.places.targets, drawings: model.drawings.version)
        }
        if case .addition(_, let directory)? = wanted, let datasets = model.datasets {
            events.didAdd(datasets.filter { $0.added >= begun }, directory)
        }
        var thenMerges = false
        if case .reading(let staying, let wants) = before {
            thenMerges = wants
            // The reading brought nothing: only what is shown can be kept or merged.
            if !hasCome, let staying { source = staying }
        }
        if isFollowing { model.follow(source?.files.first) }
        if !before.isMerging { events.didComplete(snapshot.report) }
        if let wanted, wanted == opened {
            opened = nil
            if addition != nil { events.didOpenForViewing() }
        }
        if !queue.isEmpty {
            open(queue.removeFirst())
        } else if thenMerges {
            merge()
        }
    }

    // MARK: The library

    /// Watches the library of a source, if it has one, for changes by others.
    private func watchLibrary(of source: DocumentSource) {
        guard let directory = source.library, Library.exists(in: directory) else {
            libraryWatch = nil
            return
        }
        if libraryWatch?.directory != directory {
            // If it cannot be watched, it is shown as it was read.
            libraryWatch = try? LibraryWatch(loop: loop, directory: directory) { [weak self] in
                self?.follow($0)
            }
        }
        libraryWatch?.shown = nil
    }

    /// Shows what another program has changed in the library that is shown.
    private func follow(_ state: LibraryWatch.State) {
        if state.datasets == model.datasets {
            model.notes.take(state.notes, at: loop.now)
            model.targets.take(state.targets)
            if state.drawings != model.drawings.version { drawings.readAgain() }
        } else {
            merge()
        }
    }

    /// Writes edits of drawings to the library that is shown, and reads what others have drawn.
    private(set) lazy var drawings = DrawingWriter(
        loop: loop,
        directory: { [weak self] in
            guard let self, model.drawings.areKept else { return nil }
            return source?.library ?? libraryDirectory
        },
        didWrite: { [weak self] version in
            // This program's own writes are not news.
            self?.model.drawings.version = version
            self?.libraryWatch?.shown?.drawings = version
        },
        didRead: { [weak self] stored in
            self?.model.drawings.take(stored)
            self?.libraryWatch?.shown?.drawings = self?.model.drawings.version
        },
        didFail: { [weak self] in self?.events.onDrawingFailure($0) })

    /// Edits the notes of the library that is shown, in the background.
    ///
    /// The disk may be slow, and another program may be writing.
    func write(
        _ edit: NoteEdit,
        then done: @escaping @MainActor (Result<[Library.Note], LibraryError>) -> Void
    ) {
        write(
            edit.perform, news: { $0.notes = $1 },
            otherwise: { done(.success(model.notes.all)) }, then: done)
    }

    /// Keeps a reading in the library that is shown, in the background, and reads the library again.
    func add(
        _ reading: OwnReading,
        then done: @escaping @MainActor (Result<Library.Dataset, LibraryError>) -> Void
    ) {
        writeReading({ library throws(LibraryError) in try reading.keep(in: library) }, then: done)
    }

    /// Replaces a reading in the library that is shown, in the background, and reads the library again.
    func replace(
        _ dataset: Library.Dataset, by reading: OwnReading,
        then done: @escaping @MainActor (Result<Library.Dataset, LibraryError>) -> Void
    ) {
        writeReading(
            { library throws(LibraryError) in try reading.replace(dataset, in: library) },
            then: done)
    }

    private func writeReading(
        _ change: @escaping @Sendable (Library) throws(LibraryError) -> Library.Dataset,
        then done: @escaping @MainActor (Result<Library.Dataset, LibraryError>) -> Void
    ) {
        let perform: @Sendable (String) throws(LibraryError) -> Library.Dataset = {
            directory throws(LibraryError) in
            let library = try Library(directory: directory)
            defer { library.close() }
            return try change(library)
        }
        // Its dataset is not shown yet: the library is read again.
        write(
            perform, news: { _, _ in }, otherwise: {},
            then: { [weak self] result in
                if let self, case .success = result {
                    // The first reading of a new library.
                    if source == nil, let libraryDirectory {
                        open(.library(libraryDirectory))
                    } else {
                        merge()
                    }
                }
                done(result)
            })
    }

    /// The version of the program.
    var version: String { options.version }

    /// Reads the records that are shown once more, in the background.
    func readRecords(
        _ done: @escaping @MainActor @Sendable (Result<HealthRecords, ExportFailure>) -> Void
    ) {
        guard let source, source.canBeReadAgain else {
            return done(.failure(ExportFailure(tr("Data from a pipe can’t be read again"))))
        }
        let loader = DocumentLoader(
            source.library.map { .library($0) } ?? source, zone: options.zone,
            assumptions: options.assumptions, answers: rules.answers, order: rules.order,
            calendar: rules.calendar, now: options.now())
        let mailbox = loop.mailbox
        WorkerThread.detach {
            let result = loader.records()
            mailbox.post { done(result) }
        }
    }

    /// Edits the targets of the library that is shown, in the background.
    func write(
        _ edits: [TargetEdit],
        then done: @escaping @MainActor (Result<TargetEdit.Outcome, LibraryError>) -> Void
    ) {
        let perform: @Sendable (String) throws(LibraryError) -> TargetEdit.Outcome = {
            directory throws(LibraryError) in
            var outcome = TargetEdit.Outcome(targets: [], inverse: [])
            for edit in edits {
                let next = try edit.perform(in: directory)
                outcome.targets = next.targets
                outcome.inverse = next.inverse + outcome.inverse
            }
            return outcome
        }
        write(
            perform, news: { $0.targets = $1.targets },
            otherwise: {
                done(
                    .success(TargetEdit.Outcome(targets: model.targets.places.targets, inverse: []))
                )
            }, then: done)
    }

    /// Changes something in the library that is shown, on another thread.
    ///
    /// - Parameters:
    ///   - news: takes what this program has written for shown, as its own writes are not news.
    ///   - otherwise: called if there is no library.
    private func write<Outcome: Sendable>(
        _ perform: @escaping @Sendable (String) throws(LibraryError) -> Outcome,
        news: @escaping @MainActor (inout LibraryWatch.State, Outcome) -> Void,
        otherwise: () -> Void,
        then done: @escaping @MainActor (Result<Outcome, LibraryError>) -> Void
    ) {
        guard let directory = source?.library ?? libraryDirectory else { return otherwise() }
        let mailbox = loop.mailbox
        let deliver: @MainActor @Sendable (Result<Outcome, LibraryError>) -> Void = {
            [weak self] result in
            if case .success(let outcome) = result, let watch = self?.libraryWatch,
                watch.directory == directory, var shown = watch.shown
            {
                news(&shown, outcome)
                watch.shown = shown
            }
            done(result)
        }
        WorkerThread.detach {
            let result = Result { () throws(LibraryError) in try perform(directory) }
            mailbox.post { deliver(result) }
        }
    }
}
