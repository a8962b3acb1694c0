// What is read, and what is on show of it.
//
// Method: one state, and few doors. Whatever a person, another program or a file asks for goes through `open`,
// `merge` or `stopFollowing`; whatever is read comes in through `take`. What only looks gives way to what is asked
// for next; what changes the library is done first, and the next waits in a queue.

import Desktop
import EventLoop
import Foundation
import HealthData
import Localization
import Platform

/// The records on show: reads them, merges them, follows their files, and watches their library.
@MainActor
final class DocumentSession {
    /// What is under way.
    enum State {
        /// Nothing is read; a file may be followed.
        case idle
        /// Something is read. What was on show before stays until there is something to show of it; merging may
        /// have been asked for meanwhile.
        case reading(staying: DocumentSource?, thenMerges: Bool)
        /// What is on show is read and merged once more, and stays whole until that is done.
        case merging

        var isReading: Bool { if case .reading = self { true } else { false } }
        var isMerging: Bool { if case .merging = self { true } else { false } }
    }

    /// What the program around does when something happens.
    @MainActor
    struct Events {
        /// Something else is wanted on show.
        var begins: () -> Void = {}
        /// A reading starts, also of what is on show.
        var starts: () -> Void = {}
        /// A picture came, before it is shown; whether it is the whole.
        var comes: (_ snapshot: ImportSnapshot, _ isComplete: Bool) -> Void = { _, _ in }
        /// All of what was named was read, for the first time: with the report.
        var completes: (ImportReport?) -> Void = { _ in }
        /// Files were read that brought records, or not: they may be opened again.
        var reads: (_ files: [String], ImportReport) -> Void = { _, _ in }
        /// Files were added to a library: what they brought that was not there before.
        var adds: (_ new: [Library.Dataset], _ directory: String) -> Void = { _, _ in }
        /// Files were opened in the window that could be imported as well.
        var looks: () -> Void = {}
        /// There is nothing on show.
        var isEmpty: () -> Void = {}
        /// A sentence for a person who started the program from a terminal.
        var says: (String) -> Void = { _ in }
    }

    private let model: ViewerModel
    private let loop: EventLoop
    private let options: ViewerOptions
    /// Where the library is; nil where nothing is to be kept.
    let libraryDirectory: String?
    /// What was chosen of how files are read.
    private(set) var rules: ReadingRules
    var events = Events()
    private(set) var state = State.idle
    /// What is on show, or being read; nil for nothing.
    private(set) var source: DocumentSource? {
        didSet { model.canMerge = source?.canBeReadAgain ?? true }
    }
    /// What was opened in the window last, until the person knows that it is not kept.
    private var opened: DocumentSource?
    /// What was asked for while something else was being read.
    private var queue: [DocumentSource] = []
    /// Whether what is written to the files from now on is shown as well.
    private var isFollowing = false
    private var loader: DocumentLoader?
    /// When what is read was asked for, by the clock of the wall: what is added to the library after that is new.
    private var begun = 0.0
    /// Watches the library that is on show.
    private var libraryWatch: LibraryWatch?
    /// The sample records.
    private lazy var samples = SampleRecords.paths()
    /// The reading that was begun before this; nil once it is taken over, and where nothing was named.
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

    /// Whether anything is being read, also where it is on show already.
    private var isBusy: Bool { if case .idle = state { false } else { true } }

    // MARK: What there is

    /// What the program begins with: the files that were named, else the library where there is one.
    var start: DocumentSource? {
        if !options.files.isEmpty { return .files(options.files) }
        return libraryDirectory.flatMap { Library.exists(in: $0) ? .library($0) : nil }
    }

    /// The directory of the library that an option names.
    private static func directory(_ library: String?) -> String? {
        if library == ":memory:" { return nil }
        return library ?? (try? BaseDirectories())?.path(.data)
    }

    /// What putting the files on show into the library is; nil where that cannot be done.
    var keepable: DocumentSource? {
        guard case .files(let files) = source, let libraryDirectory, !isBusy, !isFollowing,
            model.phase == .shown, !files.contains("-"), files != SampleRecords.paths()
        else { return nil }
        return .addition(files, library: libraryDirectory)
    }

    /// Why the files on show cannot be put into the library, as a sentence; nil where there is no file.
    var whyNotKept: String? {
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

    /// Whether the sample records are shown, and no person named them.
    var isShowingSamples: Bool {
        var shown = source
        if case .reading(let staying?, _) = state { shown = staying }
        guard case .files(let files)? = shown, files != options.files else { return false }
        return files == samples
    }

    /// The directory of a library that is not on show.
    var hiddenLibrary: String? {
        guard let libraryDirectory, source?.library == nil else { return nil }
        return Library.exists(in: libraryDirectory) ? libraryDirectory : nil
    }

    /// What becomes of files that are dropped on the window: they are imported where the library or nothing is
    /// shown, else opened in the place of the files that are.
    var dropOffer: FileOffer {
        libraryDirectory != nil && (source == nil || source?.library != nil) ? .keep : .look
    }

    // MARK: Doors

    /// Takes files that were given to the window: opens them, or imports them where there is a library.
    func take(files: [String], as offer: FileOffer) {
        guard !files.isEmpty else { return }
        if let libraryDirectory, offer == .keep {
            open(.addition(files, library: libraryDirectory))
        } else {
            let wanted = DocumentSource.files(files)
            opened = wanted
            open(wanted)
        }
    }

    /// Reads something in the background; the chart grows as it is read.
    ///
    /// - Parameter stays: whether what is on show stays where it is, and what is read comes to it.
    func open(_ wanted: DocumentSource, stays: Bool = false) {
        if state.isReading {
            // What only looks ends with what it has; what keeps or takes out is done first.
            if let last = queue.last, !last.changesLibrary { queue.removeLast() }
            queue.append(wanted)
            if source?.changesLibrary != true { loader?.cancel() }
            return
        }
        // What was being merged is read as it is wanted now, or is not wanted any more.
        let isSame = stays || wanted.library != nil && source?.library != nil
        let staying = model.phase == .shown ? source : nil
        source = wanted
        begun = Date().timeIntervalSince1970
        isFollowing = options.follows && wanted == .files(options.files)
        state = .reading(staying: staying, thenMerges: false)
        events.begins()
        model.beginReading(staying: isSame)
        read(wanted)
    }

    /// Adds the files on show to the library: their charts stay where they are.
    func keep() {
        guard let keepable else { return }
        open(keepable, stays: true)
    }

    /// Ends what is being read, with what there is of it.
    func cancel() { loader?.cancel() }

    /// Keeps an order of sources, and merges what is on show with it.
    func merge(by order: SourceOrder) {
        model.beginMerging(order)
        rules.order = order
        rules.saveOrder(library: options.library)
        merge()
    }

    /// Keeps an answer for its source, and reads all files once more that ask for it.
    func answer(_ question: OpenQuestion, with choice: String, of path: String) {
        rules.answers.answer(question, with: choice)
        rules.saveAnswers(library: options.library)
        guard let source else { return }
        guard let directory = source.library else { return open(source) }
        // What one of them shares with another would else be told twice, in two units.
        let stale = (model.datasets ?? []).filter { $0.isOpen(to: question, answeredBy: choice) }
        guard !stale.isEmpty else { return }
        open(.replacement(stale, library: directory))
    }

    /// Follows the file no longer.
    func stopFollowing() {
        isFollowing = false
        loader?.cancel()
        model.follow(nil)
        // What it was being merged for is on show all the same.
        if state.isMerging { merge() }
    }

    // MARK: Merging

    /// Reads what is on show once more: the samples as they were before they were merged are not kept, because of most
    /// files they would take as much again and be wanted never.
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

    /// Starts reading something; what is only merged shows itself when it is done.
    private func read(_ wanted: DocumentSource) {
        // A file that is followed is let go of for another one.
        loader?.cancel()
        events.starts()
        // Before it is read, so that nothing is missed between.
        watchLibrary(of: wanted)
        let grows = !state.isMerging
        let begun = first
        first = nil
        let loader =
            begun?.loader
            ?? DocumentLoader(
                wanted, zone: options.zone, assumptions: options.assumptions,
                answers: rules.answers, order: rules.order, calendar: rules.calendar)
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
            // What is there can be read all the same.
            events.says("\(error)")
            isFollowing = false
            loader.start(mailbox: loop.mailbox, grows: grows, deliver: deliver)
        }
    }

    /// Shows what was read so far, and ends the reading with the whole.
    private func take(_ snapshot: ImportSnapshot) {
        // While it is merged, what is on show stays whole.
        if state.isMerging, snapshot.report == nil { return }
        let isComplete = snapshot.report != nil && !snapshot.isUpdate
        let before = state
        if isComplete { state = .idle }
        events.comes(snapshot, isComplete)
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
        if let source, let report = snapshot.report { events.reads(source.files, report) }
        if model.phase == .welcome { events.isEmpty() }
        let wanted = source
        if let now = source, let directory = now.library {
            // What was added is on show with all else from now on.
            source =
                model.datasets != nil
                ? .library(directory) : now.files.isEmpty ? nil : .files(now.files)
        }
        if let datasets = model.datasets, let source {
            if libraryWatch == nil { watchLibrary(of: source) }
            libraryWatch?.shown = LibraryWatch.State(datasets: datasets, notes: model.notes.all)
        }
        if case .addition(_, let directory)? = wanted, let datasets = model.datasets {
            events.adds(datasets.filter { $0.added >= begun }, directory)
        }
        var thenMerges = false
        if case .reading(let staying, let wants) = before {
            thenMerges = wants
            // There is nothing of what was read: what can be kept or merged is what is on show.
            if !hasCome, let staying { source = staying }
        }
        if isFollowing { model.follow(source?.files.first) }
        if !before.isMerging { events.completes(snapshot.report) }
        if let wanted, wanted == opened {
            opened = nil
            if keepable != nil { events.looks() }
        }
        if !queue.isEmpty {
            open(queue.removeFirst())
        } else if thenMerges {
            merge()
        }
    }

    // MARK: The library

    /// Watches the library that something is of, where there is one, for what others do to it.
    private func watchLibrary(of source: DocumentSource) {
        guard let directory = source.library, Library.exists(in: directory) else {
            libraryWatch = nil
            return
        }
        if libraryWatch?.directory != directory {
            // Where nothing is told, it is shown as it was read.
            libraryWatch = try? LibraryWatch(loop: loop, directory: directory) { [weak self] in
                self?.follow($0)
            }
        }
        libraryWatch?.shown = nil
    }

    /// Shows what somebody else has changed in the library that is on show.
    private func follow(_ state: LibraryWatch.State) {
        if state.datasets == model.datasets {
            model.notes.take(state.notes, at: loop.now)
        } else {
            merge()
        }
    }

    /// Does something to the notes of the library that is on show, in the background: the disk may be slow, and another
    /// program may be writing.
    func write(
        _ edit: NoteEdit,
        then done: @escaping @MainActor (Result<[Library.Note], LibraryError>) -> Void
    ) {
        guard let directory = source?.library ?? libraryDirectory else {
            return done(.success(model.notes.all))
        }
        let mailbox = loop.mailbox
        let deliver: @MainActor @Sendable (Result<[Library.Note], LibraryError>) -> Void = {
            [weak self] result in
            if case .success(let notes) = result, let watch = self?.libraryWatch,
                watch.directory == directory
            {
                // What is written here is no news.
                watch.shown?.notes = notes
            }
            done(result)
        }
        WorkerThread.detach {
            let result = Result { () throws(LibraryError) in try edit.perform(in: directory) }
            mailbox.post { deliver(result) }
        }
    }
}
