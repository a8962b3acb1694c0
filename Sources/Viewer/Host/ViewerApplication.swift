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

/// The viewer as a program: opens the window, reads the files, and runs until it is closed.
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
    private var files: DesktopFiles?
    private var printing: DesktopPrinting?
    private let session: DocumentSession
    private let memory: SpareMemoryRelease
    private var failure: (any ReportableError)?
    private var replay: WindowReplay?
    /// How long the first picture waits for the desktop's settings, in seconds.
    ///
    /// It is longer than a desktop in good order takes, and hardly noticeable.
    private static let timeout = 0.1
    /// The preferences pinned in this run and earlier ones.
    private var kept: Preferences
    /// Runs the viewer until its window is closed.
    ///
    /// It throws a `ReportableError` if there is no compositor, font or driver, or if one is lost.
    ///
    /// - Returns: whether the files, if any were named, held something usable, and the requested
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
        SpareMemory.prefault(heap: firstHeap)
        let connection = try Connection(loop: loop)
        // The environment and the allocator's settings change only before this point, while no
        // other thread runs.
        let rules = ReadingRules(options)
        let first = FirstReading(options, rules, loop: loop)
        do {
            return try ViewerApplication(options, connection, trace, rules, first).run()
        } catch {
            first?.loader.cancel()
            throw error
        }
    }

    /// How much heap llvmpipe, fonts and layout take up to the first frame.
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
        var savedRoute: Route?
        var savedBars: BarAmount?
        var savedNights: NightView?
        var wasLost = false
        if options.metric == nil, options.period == nil, options.date == nil, options.page == nil,
            let saved = SavedView.load(files: options.files, library: options.library)
        {
            wanted.metric = saved.metric
            savedRoute = saved.route
            wasLost = saved.wasLost == true && saved.route != .summary
            savedBars = saved.bars.flatMap(BarAmount.init(rawValue:))
            savedNights = saved.nights.flatMap(NightView.init(rawValue:))
            wanted.period = saved.period.flatMap(Period.init(rawValue:))
            // For values by name, the dates keep their initial range.
            if saved.page == nil { wanted.range = Extent(min: saved.from, max: saved.to) }
            wanted.page = saved.page.map { $0 + 1 }
        }
        model = ViewerModel(
            calendar: rules.calendar, locale: locale, theme: pins.theme(on: DesktopSettings()),
            metric: wanted.metric.map { MetricID($0) }, period: wanted.period, date: wanted.date,
            range: wanted.range)
        model.wantedPage = wanted.page.map { $0 - 1 }
        model.workouts.wanted =
            options.workout.map { .instant($0) }
            ?? (wasLost || options.beginning == .last || !options.files.isEmpty
                ? savedRoute?.workout.map { .id($0) } : nil)
        if let savedBars { model.active.begin(savedBars) }
        if let savedNights { model.active.begin(savedNights) }
        model.sourceOrder = rules.order
        model.maps.cutLater = {
            [mailbox = loop.mailbox, folder = model.maps.folder] picture, deliver in
            WorkerThread.detach(priority: .background) {
                let result = MapShelf.cut(picture, into: folder)
                mailbox.post { deliver(result) }
            }
        }
        model.maps.begin(with: KeptMaps.load(library: options.library))
        model.maps.onChange = { KeptMaps.save($0, library: options.library) }
        model.appearance.begin(pins)
        model.appearance.reducesMotion = pins.reducesMotion(on: DesktopSettings())
        let fonts = try FontLibrary(memory: ViewerWindow.cachePath("fonts"))
        let resources = PaneResources(fonts: fonts, locale: locale)
        let viewer = ViewerContext(model, catalogue: .standard)
        controller = ViewerController(viewer, scene: ViewerScene(viewer, resources: resources))
        controller.now = { loop.now }
        window = ViewerWindow(
            loop: loop, connection: connection, options: options, controller: controller,
            trace: trace)
        session = DocumentSession(
            model, loop: loop, options: options, rules: rules, first: first)
        session.canBeginWithSummary = options.asksForNothing && !wasLost
        memory = SpareMemoryRelease(loop) { [window] in window.releaseSpareMemory() }
        connect()
        connectSession()
    }

    private func connect() {
        connection.onClosed = { [weak self] in self?.end(with: $0) }
        connection.onError = { [weak self] in self?.printError("\($0)") }
        window.onFailure = { [weak self] in self?.end(with: $0) }
        window.window.onCloseRequest = { [weak self] in self?.loop.stop() }
        window.window.onDrop = { [weak self] drop in
            guard let self else { return }
            switch drop {
            case .entered, .moved: model.dropOffer = session.dropOffer
            case .left: model.dropOffer = nil
            case .dropped(let list, _):
                model.dropOffer = nil
                session.take(
                    files: FileURI.files(inList: Array(list.utf8)).paths, as: session.dropOffer)
            }
        }
        controller.viewer.hosts.window = self
        controller.viewer.hosts.clipboard = self
        controller.viewer.hosts.document = session
        controller.viewer.hosts.notes = session
        controller.viewer.hosts.readings = session
        controller.viewer.hosts.records = session
        controller.viewer.hosts.targets = session
        controller.viewer.hosts.pictures = PagePictures(loop.mailbox)
        controller.viewer.hosts.sounds = DesktopSounds(loop.mailbox) { [weak self] failure in
            self?.controller.viewer.tonesFailed(failure)
        }
        if options.library != ":memory:" {
            controller.viewer.hosts.homes = LibraryHomeStore(loop.mailbox, library: options.library)
        }
        model.drawings.write = { [weak self] in self?.session.drawings.write($0) }
        model.drawings.hasUnwritten = { [weak self] in
            self?.session.drawings.hasUnwritten ?? false
        }
        model.drawings.readAgain = { [weak self] in self?.session.drawings.readAgain() }
        session.events.onDrawingFailure = { [weak self] failure in
            self?.printError("\(failure)")
            self?.controller.viewer.showMessage(
                tr("Your last drawings are not kept yet: {1}", "\(failure)"))
        }
        let bus = SessionBus(loop: loop)
        self.bus = bus
        if let failure = bus.failure { printError("\(failure)") }
        connectOpening(bus)
        let printing = DesktopPrinting(bus, window.window)
        self.printing = printing
        controller.viewer.hosts.printing = printing
        model.appearance.onPin = { [weak self] in self?.keep($0) }
        portal = SettingsPortal(bus)
        portal?.onChange = { [weak self] in self?.follow($0) }
        if model.appearance.pins.appearance == nil, portal?.state == .asking {
            // The first picture has the desktop's theme, unless the desktop takes too long.
            window.isHeld = true
            portal?.onAnswer = { [weak self] in self?.window.isHeld = false }
            loop.schedule(after: ViewerApplication.timeout) { [weak self] in
                self?.window.isHeld = false
            }
        }
    }

    private func run() throws -> Bool {
        if let start = session.start {
            session.open(start)
        } else {
            window.isLoaded = true
            controller.viewer.hosts.files.findRecents()
            memory.releaseSoon()
        }
        try window.startDriver()
        try loop.run()
        session.cancel()
        session.drawings.finishNow()
        save()
        opening?.remember()
        opening?.cancel()
        printing?.cancel()
        files?.removeLent()
        window.close()
        connection.close()
        portal?.close()
        bus?.close()
        trace?.finish()
        if let failure { throw failure }
        return model.phase != .failed && trace?.hasFailed != true
    }

    /// Ends the program after a fatal error; the view is saved, and the error is reported.
    private func end(with failure: any ReportableError) {
        if self.failure == nil { self.failure = failure }
        loop.stop()
    }

    private func save() {
        guard model.phase == .shown, let source = session.source, !source.files.contains("-"),
            model.isTouched || failure != nil
        else { return }
        // The view of a library is saved with an empty list of files.
        let files = source.library == nil ? source.files : []
        SavedView(
            files: FilePaths.absolute(files), metric: model.selected?.rawValue,
            period: model.dates.period?.rawValue,
            from: model.keptRange.min, to: model.keptRange.max, page: model.metricChart?.page,
            route: model.navigator.route, bars: model.active.barAmount.rawValue,
            nights: model.active.nightView.rawValue, wasLost: failure != nil
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

    /// Saves what the person pins for the next run, in addition to what was saved before.
    ///
    /// Choices made only on the command line are not saved.
    private func keep(_ edit: (inout Preferences) -> Void) {
        // Another window may have kept something since.
        if let now = Preferences.file.load(Preferences.self, library: options.library) {
            kept = now
        }
        edit(&kept)
        kept.save(library: options.library)
    }

    private func follow(_ settings: DesktopSettings) {
        connection.pointerTheme = PointerTheme(
            name: settings.cursorTheme, size: settings.cursorSize)
        model.appearance.follow(settings, at: loop.now, animated: window.hasDrawn)
    }

    // MARK: Opening

    private func connectOpening(_ bus: SessionBus) {
        let opening = FileOpening(
            loop: loop, bus: bus, window: window.window, library: options.library)
        self.opening = opening
        let files = DesktopFiles(opening, session, model)
        files.onError = { [weak self] in self?.printError($0) }
        controller.viewer.hosts.files = files
        self.files = files
    }

    /// Remembers the files that brought records, unless recorded input is played.
    private func remember(_ files: [String], _ report: ImportReport) {
        guard !files.isEmpty, options.replay == nil else { return }
        let good = Set(
            report.files.filter { $0.failure == nil && $0.used + $0.merged > 0 }.map(\.path))
        opening?.rememberSoon(files.filter(good.contains))
    }

    // MARK: Reading

    private func connectSession() {
        session.events.willOpen = { [weak self] in self?.window.isLoaded = false }
        session.events.didStartReading = { [weak self] in self?.memory.readingDidBegin() }
        session.events.didReceive = { [weak self] in self?.report($0, isComplete: $1) }
        session.events.didReadFiles = { [weak self] in self?.remember($0, $1) }
        session.events.didAdd = { [weak self] in self?.showAdded($0, $1) }
        session.events.didOpenForViewing = { [weak self] in self?.showOpened() }
        session.events.foundNoLibrary = { [weak self] in
            self?.controller.viewer.hosts.files.findRecents()
        }
        model.maps.onCut = { [weak self] sentence in
            guard let self else { return }
            controller.viewer.showMessage(sentence)
            model.onChange(.input)
        }
        session.events.didOpenMaps = { [weak self] sentences in
            guard let self else { return }
            controller.viewer.showMessage(sentences.joined(separator: " "))
            model.onChange(.input)
        }
        if !options.maps.isEmpty { session.events.didOpenMaps(model.maps.add(options.maps)) }
        session.events.onMessage = { [weak self] in self?.printError($0) }
        session.events.didComplete = { [weak self] report in
            guard let self else { return }
            // A person who started the program from a terminal can read it there as well.
            for failure in model.failures + (report?.damages ?? []) { printError(failure) }
            if let missing = options.workout.flatMap(model.workouts.missing(workoutAt:)) {
                printError(missing)
            }
            playReplay()
        }
    }

    /// Shows how many records were added to the library, with a button to undo it.
    private func showAdded(_ new: [Library.Dataset], _ directory: String) {
        let viewer = controller.viewer
        guard !new.isEmpty else {
            return viewer.showMessage(tr("Nothing new: your library has these records."))
        }
        viewer.showMessage(
            trn(
                "{n} record added to your library", "{n} records added to your library",
                count: new.reduce(0) { $0 + $1.samples }),
            action: Toast.Action(title: tr("Undo")) { [session] in
                session.open(.library(directory, removing: new))
            })
    }

    /// Shows that the opened files are not saved, with a button to import them.
    private func showOpened() {
        controller.viewer.showMessage(
            tr("Opened for viewing only; nothing was saved."),
            action: Toast.Action(title: tr("Import")) { [session] in session.keep() })
    }

    private func report(_ snapshot: ImportSnapshot, isComplete: Bool) {
        if let progress = snapshot.progress {
            trace?.write(
                "import",
                [
                    ("file", .string(progress.path)),
                    // For a followed file, only the report has what was read since.
                    (
                        "read",
                        .integer(
                            snapshot.report.map { $0.files.reduce(0) { $0 + $1.read } }
                                ?? progress.read)
                    ),
                    ("finished", .boolean(snapshot.report != nil)),
                ])
        }
        if isComplete { window.isLoaded = true }
        if snapshot.report != nil {
            memory.releaseSoon()
        } else if window.hasDrawn {
            memory.releaseCodeSoon()
        }
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

    private func printError(_ sentence: String) {
        StandardError.report(sentence)
    }

    // MARK: Globals

    private static func printGlobals(_ loop: EventLoop) throws {
        let connection = try Connection(loop: loop)
        let report = connection.globalsReport
        let width = report.map(\.interface.count).max() ?? 0
        for global in report {
            let offered = global.advertised.map { "\($0)" } ?? "-"
            let bound = global.bound.map { "\($0)" } ?? "-"
            let name = global.interface.padding(toLength: width, withPad: " ", startingAt: 0)
            let versions = "\(offered) / \(bound)".padding(toLength: 9, withPad: " ", startingAt: 0)
            let need = global.isRequired ? "required" : "optional"
            StandardOutput.write(
                "\(name) \(versions) \(need)  \(global.unlocks ?? "not used")\n")
        }
        connection.close()
    }
}

extension ViewerApplication: WindowHost, Clipboard {
    /// The maximum size of pasted text, in bytes.
    ///
    /// No path is longer, even if a URI escapes every byte of it, and no note.
    private static let longestPaste = 3 * 4096

    func close() { loop.stop() }
    func minimize() { window.window.minimize() }
    func toggleMaximized() { toggle(.maximized) }
    func toggleFullscreen() { toggle(.fullscreen) }

    func copy(_ contents: [String: [UInt8]]) { window.window.copy(contents) }
    func offer(_ contents: OfferedContents) { window.window.copy(SharedData(contents)) }
    func drag(_ contents: OfferedContents, _ done: @escaping @MainActor (Bool) -> Void) -> Bool {
        window.window.drag(SharedData(contents), done: done)
    }
    func paste(_ done: @escaping (String?) -> Void) {
        window.window.paste(limit: Self.longestPaste, done)
    }
}

extension SharedData {
    /// The data of an offer, pictures first: a program that takes the first type it knows is better
    /// served with one.
    fileprivate init(_ contents: OfferedContents) {
        let (ready, make) = (contents.ready, contents.make)
        self.init(types: contents.types + ready.keys.sorted()) { type, done in
            if let bytes = ready[type] { done(bytes) } else { make(type, done) }
        }
    }
}
