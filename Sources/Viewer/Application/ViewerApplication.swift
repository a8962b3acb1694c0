import ChartCore
import ChartInteraction
import Charts
import Desktop
import EventLoop
import Foundation
import Geometry
import Glibc
import HealthData
import Localization
import Platform
import Text
import Wayland

/// The viewer as a program: opens the window, reads the files, runs until it is closed.
@MainActor
package final class ViewerApplication {
    private let options: ViewerOptions
    private let loop: EventLoop
    private let connection: Connection
    private let model: ViewerModel
    private let controller: ViewerController
    private let window: ViewerWindow
    private let trace: TraceWriter?
    private var bus: SessionBus?
    private var portal: SettingsPortal?
    private var opening: FileOpening?
    private var loader: DocumentLoader?
    /// What is on show, or being read; nil for nothing.
    private var source: DocumentSource? {
        didSet { model.canMerge = source?.canBeReadAgain ?? true }
    }
    /// What stays on show until there is something of what is being read instead; nil where nothing does.
    private var staying: DocumentSource?
    /// Where the library is; nil where nothing is to be kept.
    private let libraryDirectory: String?
    /// Watches the library that is on show.
    private var libraryWatch: LibraryWatch?
    private var isReading = false
    /// Whether what is being read is on show already, and only to be merged in another order.
    private var isMerging = false
    /// Whether the order of sources changed while something else was being read.
    private var wantsMerging = false
    /// Whether what is written to the files from now on is shown as well.
    private var isFollowing = false
    /// What was asked for while something else was being read.
    private var pending: [DocumentSource] = []
    private var trouble: (any Trouble)?
    private var replay: WindowReplay?
    /// How long the first picture waits for the desktop's settings, in seconds: longer than a
    /// desktop that is well takes, and hardly to be felt.
    private static let patience = 0.1
    /// When memory is given back, and since when that is wanted.
    private var releasing: (token: EventLoop.Token, since: Double)?
    /// Whether the code of the first frames was given back in this reading.
    private var hasReleasedCode = false
    /// What was pinned of the appearance in this run and those before.
    private var kept: Preferences
    /// What was chosen of how files are read.
    private var rules: ReadingRules
    /// The reading that was begun before this; nil once it is taken over, and where nothing was named.
    private var first: FirstReading?

    /// Runs the viewer until its window is closed.
    ///
    /// Throws a `Trouble` when there is no compositor, font or driver, and when one is lost.
    ///
    /// - Returns: Whether the files, if any were named, held something usable, and the requested
    ///   trace is complete. Failures have been reported.
    package static func run(_ options: ViewerOptions) throws -> Bool {
        signal(SIGPIPE, SIG_IGN)
        let loop = try EventLoop()
        try loop.catchSignals { _ in loop.stop() }
        if options.printsGlobals {
            try printGlobals(loop)
            return true
        }
        let trace = try options.trace.map { try TraceWriter(path: $0) }
        trace?.write("start", [("pid", .integer(Int(getpid())))])
        SpareMemory.bringIn(heap: firstHeap)
        let connection = try Connection(loop: loop)
        // The environment and the allocator's settings are changed up to here, and not beside others.
        let rules = ReadingRules(options)
        let first = FirstReading(options, rules, loop: loop)
        do {
            return try ViewerApplication(options, connection, trace, rules, first).run()
        } catch {
            first?.loader.cancel()
            throw error
        }
    }

    /// How much heap llvmpipe, fonts and layout take until the first frame is there.
    private static let firstHeap = 8 << 20

    private init(
        _ options: ViewerOptions, _ connection: Connection, _ trace: TraceWriter?,
        _ rules: ReadingRules, _ first: FirstReading?
    ) throws {
        let loop = connection.loop
        self.options = options
        self.loop = loop
        self.connection = connection
        self.trace = trace
        self.rules = rules
        self.first = first
        libraryDirectory = ViewerApplication.directory(options.library)
        kept = Preferences.load(library: options.library)
        var pins = kept
        switch options.theme {
        case .light: pins.appearance = .light
        case .dark: pins.appearance = .dark
        case .auto: pins.appearance = nil
        case nil: break
        }
        pins.units.adopt(options.units)

        let locale = LocaleFormat.current
        var wanted = options
        if options.metric == nil, options.period == nil, options.date == nil, options.page == nil,
            let saved = SavedView.load(files: options.files, library: options.library)
        {
            wanted.metric = saved.metric
            wanted.period = saved.period.flatMap(Period.init(rawValue:))
            // Among values by name the dates stand as they began.
            if saved.page == nil { wanted.range = Extent(min: saved.from, max: saved.to) }
            wanted.page = saved.page.map { $0 + 1 }
        }
        model = ViewerModel(
            calendar: rules.calendar, locale: locale, theme: pins.theme(on: DesktopSettings()),
            metric: wanted.metric.map { MetricID($0) }, period: wanted.period, date: wanted.date,
            range: wanted.range)
        model.wantedPage = wanted.page.map { $0 - 1 }
        model.wantedWorkout = options.workout
        model.sourceOrder = rules.order
        model.pins = pins
        model.reducesMotion = pins.reducesMotion(on: DesktopSettings())
        let fonts = try FontLibrary(memory: ViewerWindow.cachePath("fonts"))
        let resources = PaneResources(fonts: fonts, locale: locale)
        let viewer = ViewerContext(model)
        controller = ViewerController(viewer, scene: ViewerScene(viewer, resources: resources))
        controller.now = { loop.now }
        window = ViewerWindow(
            loop: loop, connection: connection, options: options, controller: controller,
            trace: trace)
        connect()
    }

    private func connect() {
        connection.onClosed = { [weak self] in self?.end(with: $0) }
        connection.onTrouble = { [weak self] in self?.say("\($0)") }
        window.onFailure = { [weak self] in self?.end(with: $0) }
        window.window.onCloseRequest = { [weak self] in self?.loop.stop() }
        window.window.onDrop = { [weak self] drop in
            guard let self else { return }
            switch drop {
            case .entered, .moved: model.dropOffer = offer
            case .left: model.dropOffer = nil
            case .dropped(let list, _):
                model.dropOffer = nil
                take(files: FileURI.files(inList: Array(list.utf8)).paths)
            }
        }
        controller.window = HostActions(
            close: { [weak self] in self?.loop.stop() },
            toggleMaximized: { [weak self] in self?.toggle(.maximized) },
            minimize: { [weak self] in self?.window.window.minimize() },
            toggleFullscreen: { [weak self] in self?.toggle(.fullscreen) },
            openSamples: { [weak self] in self?.open(.files(SampleRecords.paths())) },
            cancelImport: { [weak self] in self?.loader?.cancel() },
            stopFollowing: { [weak self] in self?.stopFollowing() },
            canKeep: { [weak self] in self?.keepable != nil },
            keep: { [weak self] in
                guard let self, let keepable else { return }
                open(keepable)
            },
            canShowLibrary: { [weak self] in self?.hiddenLibrary != nil },
            showLibrary: { [weak self] in
                guard let self, let directory = hiddenLibrary else { return }
                open(.library(directory))
            },
            remove: { [weak self] in
                guard let self, let directory = libraryDirectory else { return }
                open(.library(directory, removing: [$0]))
            },
            answer: { [weak self] in self?.answer($0, with: $1, of: $2) },
            merge: { [weak self] in self?.merge(by: $0) },
            write: { [weak self] in self?.write($0, then: $1) },
            copy: { [weak self] in self?.window.window.copy($0) })
        let bus = SessionBus(loop: loop)
        self.bus = bus
        if let trouble = bus.trouble { say("\(trouble)") }
        connectOpening(bus)
        model.onPin = { [weak self] in self?.keep($0) }
        portal = SettingsPortal(bus)
        portal?.onChange = { [weak self] in self?.follow($0) }
        if model.pins.appearance == nil, portal?.state == .asking {
            // The first picture has the desktop's theme, unless the desktop keeps us waiting.
            window.isHeld = true
            portal?.onAnswer = { [weak self] in self?.window.isHeld = false }
            loop.schedule(after: ViewerApplication.patience) { [weak self] in
                self?.window.isHeld = false
            }
        }
    }

    private func run() throws -> Bool {
        if let start = ViewerApplication.start(options.files, libraryDirectory) {
            open(start)
        } else {
            window.isLoaded = true
            findRecents()
            releaseMemorySoon()
        }
        try window.startDriver()
        try loop.run()
        loader?.cancel()
        save()
        opening?.remember()
        opening?.cancel()
        window.close()
        connection.close()
        portal?.close()
        bus?.close()
        trace?.finish()
        if let trouble { throw trouble }
        return model.phase != .failed && trace?.hasFailed != true
    }

    /// The program cannot go on: what the person was looking at is kept, and the sentence is said.
    private func end(with trouble: any Trouble) {
        if self.trouble == nil { self.trouble = trouble }
        loop.stop()
    }

    private func save() {
        guard model.phase == .shown, let source, !source.files.contains("-"),
            model.isTouched || trouble != nil
        else { return }
        // A library's view is that of no files.
        let files = source.library == nil ? source.files : []
        SavedView(
            files: SavedView.absolute(files), metric: model.selected?.rawValue,
            period: model.period?.rawValue,
            from: model.keptRange.min, to: model.keptRange.max, page: model.presenter?.page
        ).save(library: options.library)
    }

    private func toggle(_ state: WindowStates) {
        let isSet = window.window.configuration?.states.contains(state) ?? false
        if state == .maximized {
            window.window.setMaximized(!isSet)
        } else {
            window.window.setFullscreen(!isSet)
        }
    }

    // MARK: Appearance

    /// Keeps what the person pins for the next run, beside what was kept before: what only the command
    /// line said is not kept.
    private func keep(_ edit: (inout Preferences) -> Void) {
        edit(&kept)
        kept.save(library: options.library)
    }

    private func follow(_ settings: DesktopSettings) {
        model.follow(settings, at: loop.now, animated: window.hasDrawn)
    }

    // MARK: Questions

    /// Keeps an answer for this source, and reads all files anew that ask for it.
    private func answer(_ question: OpenQuestion, with choice: String, of path: String) {
        rules.answers.answer(question, with: choice)
        rules.saveAnswers(library: options.library)
        guard let source else { return }
        guard let directory = source.library else { return open(source) }
        // What one of them shares with another would else be told twice, in two units.
        let stale = (model.datasets ?? []).filter { $0.isOpen(to: question, answeredBy: choice) }
        guard !stale.isEmpty else { return }
        open(.replacement(stale, library: directory))
    }

    // MARK: Sources

    /// Keeps an order of sources, and merges what is on show anew with it.
    private func merge(by order: SourceOrder) {
        model.beginMerging(order)
        rules.order = order
        rules.saveOrder(library: options.library)
        mergeAnew()
    }

    /// Reads what is on show once more: the samples as they were before they were merged are not
    /// kept, because of most files they would take as much again and be wanted never.
    private func mergeAnew() {
        wantsMerging = isReading && !isMerging
        guard !wantsMerging, let source, model.canMerge else { return }
        model.beginMerging(model.sourceOrder)
        isMerging = true
        read(source)
    }

    // MARK: Opening

    private func connectOpening(_ bus: SessionBus) {
        let opening = FileOpening(
            loop: loop, bus: bus, window: window.window, library: options.library)
        self.opening = opening
        controller.window.offer = { [weak self] in self?.offer ?? .look }
        controller.window.openFiles = { [weak self] in self?.take(files: $0) }
        controller.window.chooseFiles = { [weak self] otherwise in
            guard let self else { return }
            opening.choose(offer) { [weak self] files, refused in
                self?.take(files: files)
                guard let first = refused.first else { return }
                for trouble in refused { self?.say("\(trouble)") }
                if files.isEmpty { otherwise("\(first)") }
            } otherwise: {
                otherwise(nil)
            }
        }
        controller.window.readFolder = { opening.readFolder($0, $1) }
        controller.window.look = { opening.look($0, $1) }
        // No path is longer, even where a URI spells out every byte of it, and no note.
        controller.window.paste = { [weak self] in self?.window.window.paste(limit: 3 * 4096, $0) }
        controller.window.findRecents = { [weak self] in self?.findRecents() }
        controller.window.canForgetRecents = { opening.remembersFiles }
        controller.window.forgetRecents = { [weak self] in
            opening.forgetRecents()
            self?.model.recents = []
        }
    }

    private func findRecents() {
        opening?.findRecents { [weak self] in self?.model.recents = $0 }
    }

    /// Remembers the files that brought records, except where recorded input is played.
    private func remember(_ files: [String], _ report: ImportReport) {
        guard !files.isEmpty, options.replay == nil else { return }
        let good = Set(
            report.files.filter { $0.failure == nil && $0.used + $0.merged > 0 }.map(\.path))
        opening?.rememberSoon(files.filter(good.contains))
    }

    /// What becomes of files that are given to the window.
    private var offer: FileOffer { isKeeping ? .keep : .look }

    // MARK: Files

    /// What the program begins with: the files that were named, else the library where there is one.
    private static func start(_ files: [String], _ library: String?) -> DocumentSource? {
        if !files.isEmpty { return .files(files) }
        return library.flatMap { Library.exists(in: $0) ? .library($0) : nil }
    }

    /// The directory of the library that an option names.
    private static func directory(_ library: String?) -> String? {
        if library == ":memory:" { return nil }
        return library ?? (try? BaseDirectories())?.path(.data)
    }

    /// What putting the files on show into the library is; nil where that cannot be done.
    private var keepable: DocumentSource? {
        guard case .files(let files) = source, let libraryDirectory, !isReading, !isFollowing,
            model.phase == .shown, !files.contains("-"), files != SampleRecords.paths()
        else { return nil }
        return .addition(files, library: libraryDirectory)
    }

    /// The directory of a library that is not on show.
    private var hiddenLibrary: String? {
        guard let libraryDirectory, source?.library == nil else { return nil }
        return Library.exists(in: libraryDirectory) ? libraryDirectory : nil
    }

    /// Whether files that are given to the window are put into the library.
    private var isKeeping: Bool {
        libraryDirectory != nil && (source == nil || source?.library != nil)
    }

    /// Takes files that were given to the window: into the library, where that or nothing is on show,
    /// else in the place of those that are.
    private func take(files: [String]) {
        guard !files.isEmpty else { return }
        if let libraryDirectory, isKeeping {
            open(.addition(files, library: libraryDirectory))
        } else {
            open(.files(files))
        }
    }

    /// Reads something in the background; the chart grows as it is read.
    private func open(_ wanted: DocumentSource) {
        if isReading, !isMerging {
            // What only looks ends with what it has; what keeps or takes out is done first.
            if let last = pending.last, !last.changesLibrary { pending.removeLast() }
            pending.append(wanted)
            if source?.changesLibrary != true { loader?.cancel() }
            return
        }
        // What was being merged anew is read as it is wanted now, or is not wanted any more.
        isMerging = false
        let isSame = wanted.library != nil && source?.library != nil
        if model.phase == .shown { staying = staying ?? source }
        source = wanted
        window.isLoaded = false
        isFollowing = options.follows && wanted == .files(options.files)
        model.beginReading(staying: isSame)
        read(wanted)
    }

    /// Starts reading something; what is only merged anew shows itself when it is done.
    private func read(_ wanted: DocumentSource) {
        // A file that is followed is let go of for another one.
        loader?.cancel()
        keepMemory()
        // Before it is read, so that nothing is missed between.
        watchLibrary(of: wanted)
        isReading = true
        wantsMerging = false
        hasReleasedCode = false
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
                try loader.startFollowing(loop: loop, grows: !isMerging, deliver: deliver)
            } else {
                loader.start(mailbox: loop.mailbox, grows: !isMerging, deliver: deliver)
            }
        } catch {
            // What is there can be read all the same.
            say("\(error)")
            isFollowing = false
            loader.start(mailbox: loop.mailbox, grows: !isMerging, deliver: deliver)
        }
    }

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
            model.takeNotes(state.notes, at: loop.now)
        } else {
            mergeAnew()
        }
    }

    /// Does something to the notes of the library that is on show, in the background: the disk may be
    /// slow, and another program may be writing.
    private func write(
        _ edit: NoteEdit,
        then done: @escaping @MainActor (Result<[Library.Note], LibraryTrouble>) -> Void
    ) {
        guard let directory = source?.library ?? libraryDirectory else {
            return done(.success(model.notes))
        }
        let mailbox = loop.mailbox
        let tell: @MainActor @Sendable (Result<[Library.Note], LibraryTrouble>) -> Void = {
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
            let result = Result { () throws(LibraryTrouble) in try edit.perform(in: directory) }
            mailbox.post { tell(result) }
        }
    }

    /// Gives back what only the start or a reading needed, once it is quiet: a second after the last
    /// of them, because the person waits for its picture first, and where they do not end, ten after
    /// the first.
    private func releaseMemorySoon() {
        let now = loop.now
        let since = releasing?.since ?? now
        keepMemory()
        let token = loop.schedule(at: min(now + 1, max(now, since + 10))) { [weak self] in
            self?.releasing = nil
            self?.window.releaseSpareMemory()
        }
        releasing = (token, since)
    }

    /// Gives back the driver's compiler while much is being read: its code ran for the first frames, and
    /// is as much as millions of records.
    private func releaseCodeSoon() {
        guard !hasReleasedCode, window.hasDrawn else { return }
        hasReleasedCode = true
        loop.schedule(after: 0.15) { SpareMemory.giveBackCode() }
    }

    /// Leaves memory with those who are about to need it.
    private func keepMemory() {
        if let releasing { loop.cancel(releasing.token) }
        releasing = nil
    }

    private func stopFollowing() {
        isFollowing = false
        loader?.cancel()
        model.follow(nil)
        // What it was being merged for is on show all the same.
        if isMerging { mergeAnew() }
    }

    private func take(_ snapshot: ImportSnapshot) {
        // While it is merged anew, what is on show stays whole.
        if isMerging, snapshot.report == nil { return }
        if let progress = snapshot.progress {
            trace?.write(
                "import",
                [
                    ("file", .string(progress.path)),
                    // Of a file that is followed the report alone tells what was read since.
                    (
                        "read",
                        .integer(
                            snapshot.report.map { $0.files.reduce(0) { $0 + $1.read } }
                                ?? progress.read)
                    ),
                    ("finished", .boolean(snapshot.report != nil)),
                ])
        }
        let isComplete = snapshot.report != nil && !snapshot.isUpdate
        let isFirst = isComplete && !isMerging
        if isComplete {
            window.isLoaded = true
            isReading = false
            isMerging = false
        }
        if snapshot.report != nil { releaseMemorySoon() } else { releaseCodeSoon() }
        model.show(snapshot, at: loop.now)
        if !snapshot.metrics.isEmpty || model.phase != .shown { staying = nil }
        if isComplete, let now = source, let report = snapshot.report {
            remember(now.files, report)
        }
        if isComplete, model.phase == .welcome { findRecents() }
        if isComplete, let now = source, let directory = now.library {
            // What was added is on show with all else from now on.
            source =
                model.datasets != nil
                ? .library(directory) : now.files.isEmpty ? nil : .files(now.files)
        }
        if isComplete, let datasets = model.datasets, let source {
            if libraryWatch == nil { watchLibrary(of: source) }
            libraryWatch?.shown = LibraryWatch.State(datasets: datasets, notes: model.notes)
        }
        if isComplete, let staying {
            // There is nothing of what was read: what can be kept or merged anew is what is on show.
            source = staying
            self.staying = nil
        }
        if isComplete, isFollowing { model.follow(source?.files.first) }
        // Who started the program from a terminal reads it there as well.
        if isFirst {
            for failure in model.failures + (snapshot.report?.damages ?? []) { say(failure) }
            if let missing = options.workout.flatMap(model.missing(workoutAt:)) { say(missing) }
            playReplay()
        }
        if !isReading, !pending.isEmpty { open(pending.removeFirst()) }
        if !isReading, wantsMerging { mergeAnew() }
    }

    /// Plays the trace that the program was started with, once.
    private func playReplay() {
        guard replay == nil, let recorded = options.replay else { return }
        let replay = WindowReplay(loop: loop, trace: recorded.trace) { [weak self] in
            self?.window.play($0)
        }
        self.replay = replay
        replay.start(after: 1)
    }

    private func say(_ sentence: String) {
        StandardError.tell(sentence)
    }

    // MARK: Globals

    private static func printGlobals(_ loop: EventLoop) throws {
        let connection = try Connection(loop: loop)
        for global in connection.globalsReport {
            let offered = global.advertised.map { "\($0)" } ?? "-"
            let bound = global.bound.map { "\($0)" } ?? "-"
            let name = global.interface.padding(toLength: 38, withPad: " ", startingAt: 0)
            let versions = "\(offered) / \(bound)".padding(toLength: 9, withPad: " ", startingAt: 0)
            let need = global.isRequired ? "required" : "optional"
            StandardOutput.write(
                "\(name) \(versions) \(need)  \(global.unlocks ?? "not used")\n")
        }
        connection.close()
    }
}
