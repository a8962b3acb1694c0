import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Desktop
import Geometry
import HealthData
import Localization
import Platform

/// Why a frame is drawn; the raw value is the word in traces.
enum FrameCause: String {
    case input
    case animation
    case data
    case resize
    case theme
}

/// The state of the viewer and everything that can be done to it.
///
/// State in, picture out: the scene is made from this model and holds nothing of its own that could
/// disagree with it. The model knows nothing of windows, files' bytes or pixels.
@MainActor
final class ViewerModel {
    /// What the main part of the window shows.
    enum Phase: String {
        /// No file was named.
        case welcome
        /// A file is being read and nothing of it can be shown yet.
        case reading
        /// There is a chart.
        case shown
        /// Nothing could be used.
        case failed
    }

    let calendar: CivilCalendar
    let locale: LocaleFormat
    /// The date axis that all charts of what has times share; see `axis` for that of the one shown.
    let x: Dimension
    private(set) var presenters: [MetricID: MetricChart] = [:]
    /// The metrics in the order of the list.
    private(set) var order: [MetricID] = []
    /// Where one is: the chart of a metric, and the pages that were opened from it; empty for nowhere.
    private var path: [Route] = []
    /// The place on show; nil where there is none.
    var route: Route? { path.last }
    /// The metric that the place on show belongs to.
    var selected: MetricID? { path.first?.metric }
    /// Called when a person has gone to another place.
    var onNavigate: () -> Void = {}
    /// The calendar page's length; nil after a free zoom.
    private(set) var period: Period? {
        didSet { if period != oldValue { periodDidChange() } }
    }
    /// The page that the others of the period are in step with: the last that was asked for.
    var pageAnchor = Extent.nothing
    private(set) var phase = Phase.welcome
    private(set) var progress: ImportProgress?
    /// How fast it goes.
    private(set) var pace = ReadingPace()
    private(set) var report: ImportReport?
    /// What the library consists of; nil where what is on show is not the library's.
    private(set) var datasets: [Library.Dataset]?
    /// The notes of that library, the earliest first.
    private(set) var notes: [Library.Note] = []
    /// The spans of time in which samples of a metric are damaged or missing in the library.
    private var damagedSpans: [MetricID: [ClosedRange<Double>]] = [:]
    /// Which source goes before which, as the person has it; what is on show may still be on its way
    /// there.
    var sourceOrder = SourceOrder()
    /// Whether what is on show is being merged in that order.
    private(set) var isMerging = false
    /// Whether it can be, which what came through a pipe cannot.
    var canMerge = true
    /// Why the files could not be used, for the state of failure.
    private(set) var failures: [String] = []
    /// The theme that is drawn now: on its way to another, or at rest.
    private(set) var theme: Theme
    /// The way of the theme; `ViewerModel+Theme` moves it.
    var themeFade: ThemeFade
    /// What the desktop says of how things should look.
    var desktop = DesktopSettings()
    /// What the person wants in place of that.
    var pins = Preferences()
    /// Called when the person pinned something, with what was done.
    var onPin: (@escaping (inout Preferences) -> Void) -> Void = { _ in }
    /// What letting go of the files does that are held over the window; nil for none.
    var dropOffer: FileOffer? { didSet { if dropOffer != oldValue { onChange(.input) } } }
    /// The files that were opened before and are still there, the newest first; empty until they are
    /// to be shown.
    var recents: [String] = [] { didSet { if recents != oldValue { onChange(.input) } } }
    /// The workouts of the document; those that are still being read come with the last of it.
    var workouts = WorkoutList()
    /// The page of one of them, in the place of the chart; see `ViewerModel+Workouts`.
    var workoutPage: WorkoutPage?
    /// What the pages of workouts show of what was measured, where it was; nil for the first.
    var workoutMetric: MetricID?
    /// The workout whose page to begin with, by an instant.
    var wantedWorkout: Double?
    /// No motion: ranges change at once.
    var reducesMotion = false {
        didSet { for presenter in allPresenters { apply(reducesMotion, to: presenter) } }
    }
    /// Changes whenever the data do.
    private(set) var dataRevision = 0
    /// Changes whenever another document takes the place of the one on show.
    private(set) var documentNumber = 0
    /// Changes whenever the data do, or what is known of their reading.
    private(set) var documentRevision = 0
    /// The file whose growth is followed; nil for none.
    private(set) var followed: String?

    /// Called when something changed that wants a frame.
    var onChange: (FrameCause) -> Void = { _ in }
    /// Called when a visible range changed, with its axis and the word for why.
    var onRange: (String, Extent, String) -> Void = { _, _, _ in }

    /// Where the crosshair is and what holds it there.
    private(set) lazy var crosshair = makeCrosshair()
    /// What the reading that is told depends on.
    var readingKey: ReadingKey?
    /// Called when the crosshair came to another reading, with the metric's id.
    var onSelect: (MetricID, Reading) -> Void = { _, _ in }

    private let wantedMetric: MetricID?
    /// The page to begin with of what has pages of its own, from 0.
    var wantedPage: Int?
    private var wantedRange: Extent?
    private let anchor: Double?
    /// Whether a person has moved or chosen something: until then the view follows the newest data.
    var isTouched = false
    /// A file was opened while another is shown: the first that comes of it takes its place.
    private var replaces = false
    /// What of the overview's window is being dragged.
    var scrubbedPart: OverviewDrag.Part? {
        didSet { if scrubbedPart == nil { onChange(.input) } }
    }
    var isScrubbing: Bool { scrubbedPart != nil }
    /// The marked span; see `ViewerModel+Selection`.
    var selection: SpanSelection?
    /// What was marked before the drag that is under way.
    var selectionBefore: SpanSelection?
    /// When it was last said where the view goes, in seconds.
    var targetTime: Double?
    /// The views that can be gone back to; see `ViewerModel+History`.
    var history = ViewHistory()
    /// Whether the view is on its way to one of them.
    var isRestoring = false
    /// When the marked span changed last, in seconds.
    var selectionTime: Double?
    /// How far the values have followed the range; see `ViewerModel+Ranges`.
    var values = ValueState()

    /// - Parameters:
    ///   - metric: the metric to begin with; the first with data where nil.
    ///   - period: the length of the page to begin with.
    ///   - date: an instant that the first page holds; the latest data where nil.
    ///   - range: exactly this range in place of a page; `period` may still name the page's length.
    init(
        calendar: CivilCalendar, locale: LocaleFormat, theme: Theme, metric: MetricID? = nil,
        period: Period? = nil, date: Double? = nil, range: Extent? = nil
    ) {
        self.calendar = calendar
        self.locale = locale
        self.theme = theme
        themeFade = ThemeFade(theme)
        pins.appearance = theme.appearance
        pins.highContrast = theme.isHighContrast
        self.period = range == nil ? period ?? .month : period
        wantedMetric = metric
        wantedRange = range
        anchor = date
        x = Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        x.panZoom.onChange { [weak self] axis, cause in self?.rangeDidMove(axis, cause) }
        periodDidChange()
    }

    /// What is on show: that of the metric, or of a workout's page, which may have none.
    var presenter: MetricChart? {
        if let workoutPage { return workoutPage.presenter }
        return selected.flatMap { presenters[$0] }
    }
    /// Those of all metrics, and those of a workout's page.
    var allPresenters: [MetricChart] {
        Array(presenters.values) + (workoutPage.map { Array($0.presenters.values) } ?? [])
    }
    var chart: Chart? { phase == .shown ? presenter?.chart : nil }

    // MARK: Data

    /// Something is going to be read.
    ///
    /// - Parameter staying: Whether what is on show stays, and what is read comes to it.
    func beginReading(staying: Bool = false) {
        if phase == .shown {
            replaces = !staying
            if staying { isTouched = true }
        } else {
            phase = .reading
        }
        failures = []
        report = nil
        pace = ReadingPace()
        followed = nil
        documentRevision += 1
        onChange(.data)
    }

    /// What is on show is going to be merged in another order of sources: nothing of it moves by
    /// itself.
    func beginMerging(_ order: SourceOrder) {
        sourceOrder = order
        isMerging = true
        isTouched = true
        documentRevision += 1
        onChange(.data)
    }

    /// A file is followed from now on, or no longer where nil.
    func follow(_ file: String?) {
        guard file != followed else { return }
        followed = file
        documentRevision += 1
        onChange(.data)
    }

    /// Takes over what an import has brought.
    ///
    /// Until a person has moved the chart, the page shown is that of the latest data; after that
    /// nothing moves by itself.
    func show(_ snapshot: ImportSnapshot, at time: Double) {
        documentRevision += 1
        if let progress = snapshot.progress {
            self.progress = progress
            pace.note(progress, at: time)
        }
        // Of what has brought nothing to show, what was there before is still on show.
        if !snapshot.metrics.isEmpty || presenters.isEmpty {
            damagedSpans = snapshot.damagedSpans
            keepNotes(snapshot.notes ?? [])
        }
        if !snapshot.metrics.isEmpty {
            show(snapshot.metrics, isComplete: snapshot.report != nil, at: time)
        }
        // Of what brought nothing to show there are none, but there are still those on show.
        if let workouts = snapshot.workouts, !snapshot.metrics.isEmpty || presenters.isEmpty {
            takeWorkouts(workouts, at: time)
        }
        if let report = snapshot.report {
            self.report = report
            progress = nil
            isMerging = false
            failures = report.files.compactMap(\.failure).map {
                ControlCharacters.visible(inSentence: $0.description)
            }
            replaces = false
            // Where something went wrong, what is on show is still the library's.
            if snapshot.datasets != nil || !snapshot.metrics.isEmpty {
                datasets = snapshot.datasets
            }
            if datasets?.isEmpty == true, snapshot.metrics.isEmpty {
                forget()
                phase = failures.isEmpty ? .welcome : .failed
            } else if presenters.isEmpty {
                phase = report.wasCancelled ? .welcome : .failed
                if failures.isEmpty {
                    failures = report.emptyFiles.map(ControlCharacters.visible(inSentence:))
                }
            }
        }
        onChange(.data)
    }

    /// These are the notes of what is on show from now on.
    func keepNotes(_ notes: [Library.Note]) {
        self.notes = notes
        for presenter in allPresenters { showEvents(on: presenter) }
    }

    /// Shows the notes, and where something is damaged, on the chart of a presenter.
    private func showEvents(on presenter: MetricChart) {
        presenter.show(notes, damaged: damagedSpans[presenter.metric.id] ?? [])
    }

    /// - Parameter isComplete: Whether there is nothing in the files but these metrics.
    private func show(_ metrics: [MetricData], isComplete: Bool, at time: Double) {
        let usable = metrics.filter { !$0.extent.isEmpty }
        guard !usable.isEmpty else { return }
        if replaces {
            point(at: nil)
            forget()
        }
        if isComplete {
            // A followed file that became another one may not hold them any more.
            let present = Set(usable.map(\.metric.id))
            presenters = presenters.filter { present.contains($0.key) }
            if let selected, !present.contains(selected) { path = [] }
        }
        for data in usable {
            if let known = presenters[data.metric.id] {
                known.show(data)
            } else {
                let made = MetricChart.make(
                    data, x: x, calendar: calendar, locale: locale, theme: theme)
                adopt(made)
                presenters[data.metric.id] = made
                if made.chart.x !== x {
                    made.chart.x.panZoom.onChange { [weak self] in self?.rangeDidMove($0, $1) }
                    if let wantedPage { made.setPage(wantedPage) }
                }
            }
            if let presenter = presenters[data.metric.id] { showEvents(on: presenter) }
            presenters[data.metric.id]?.grow(at: time)
        }
        let before = selected
        order = presenters.values.map(\.metric).sorted { Metric.listed($0, before: $1) }.map(\.id)
        if selected == nil || (!isTouched && wantedMetric != selected) {
            go(to: wantedMetric.flatMap { presenters[$0] == nil ? nil : $0 } ?? order.first)
        }
        phase = .shown
        dataRevision += 1
        let shown = axis.target
        updateDomain()
        updateBounds(at: time)
        if !isTouched { goHome(at: time) }
        fitValues(at: time, animated: false)
        // What still grows stands: the next part is there before a motion towards this one ends.
        if selected != before { presenter?.appear(at: time, animated: isComplete) }
        if !isTouched, !isComplete || axis.target != shown { presenter?.chart.standAnew() }
    }

    /// Lets a presenter follow what the person wants, and hears of what is done to it.
    func adopt(_ presenter: MetricChart) {
        apply(reducesMotion, to: presenter)
        presenter.follow(pins)
        showEvents(on: presenter)
        presenter.chart.y.panZoom.onChange { [weak self] in self?.valuesDidMove($0, $1) }
    }

    /// Lets go of the document that was shown, for another one.
    private func forget() {
        replaces = false
        workouts = WorkoutList()
        workoutPage = nil
        documentNumber += 1
        presenters = [:]
        history.clear()
        selection = nil
        order = []
        path = []
        wantedRange = nil
        isTouched = false
        values.reported = nil
    }

    private func apply(_ reducesMotion: Bool, to presenter: MetricChart) {
        presenter.chart.interaction.options.reducesMotion = reducesMotion
    }

    /// From the first to the last instant of all metrics, in whole days.
    private(set) var domain = Extent.nothing

    private func updateDomain() {
        var extent = Extent.nothing
        for presenter in presenters.values where presenter.chart.x === x {
            extent = extent.union(presenter.data.extent)
        }
        domain =
            extent.isEmpty
            ? extent
            : Extent(
                min: calendar.start(of: .day, containing: extent.min),
                max: calendar.next(.day, after: extent.max.nextDown))
    }

    /// How far the date axis reaches: to the ends of the calendar pages that hold the data.
    func updateBounds(at time: Double) {
        let domain = domain
        guard !domain.isEmpty else { return }
        var bounds = pages(of: domain)
        if let wantedRange { bounds = bounds.union(wantedRange) }
        // What was written of another time can be looked at there.
        if let first = notes.first {
            let last = notes.reduce(first.end) { max($0, $1.end) }
            bounds = bounds.union(pages(of: Extent(min: first.start, max: last.nextUp)))
        }
        // A day that was asked for is shown, and be it one of which there is nothing to show.
        if let anchor, !isTouched { bounds = bounds.union(firstPage(containing: anchor)) }
        if isRestoring { bounds = bounds.union(pageAnchor) }
        // What is shown stays: limits move nothing.
        if isTouched { bounds = bounds.union(x.range) }
        let room = max(domain.length * 0.02, 86_400)
        bounds = bounds.union(Extent(min: domain.min - room, max: domain.max + room))
        x.filter.limits = AxisLimits(
            minimumLength: min(3600, wantedRange?.length ?? 3600), bounds: bounds)
        x.updater.setSource(bounds, update: true)
        x.panZoom.home = domain
        x.panZoom.refresh(at: time)
    }

    /// The page that the viewer begins with.
    private func goHome(at time: Double) {
        if let wantedRange {
            x.panZoom.set(wantedRange)
            return
        }
        guard !domain.isEmpty else { return }
        let data = timedExtent
        let last = anchor ?? data.max.nextDown
        pageAnchor = firstPage(containing: last)
        x.panZoom.set(pageAnchor)
    }

    /// The page that holds an instant, with which all others will be in step.
    private func firstPage(containing instant: Double) -> Extent {
        (period ?? .month).page(containing: instant, in: calendar, data: domain)
    }

    // MARK: Ranges

    func rangeDidMove(_ axis: PanZoomAxis, _ cause: RangeCause) {
        // What is not shown is no view that changes.
        guard axis === self.axis.panZoom else { return }
        values.needsFit = true
        crosshair.rangeDidMove(cause)
        // What moves it otherwise is no way back any more.
        if cause != .set { isRestoring = false }
        switch cause {
        case .overview where scrubbedPart == .middle && hasCalendarPages:
            // It comes to rest on a page, as any pan does.
            isTouched = true
        case .pinch, .wheel, .zoom, .overview:
            if isTimed { period = nil }
            isTouched = true
        case .pan, .momentum, .page: isTouched = true
        case .fit: isTouched = true
        default: break
        }
        onRange("x", axis.extent, cause.rawValue)
    }

    /// Moves everything on to a frame's time; whether another frame is needed.
    func advance(to time: Double) -> Bool {
        let fades = advanceTheme(to: time)
        guard let presenter, phase == .shown else {
            // A page without a chart is a view as well.
            recordView()
            return fades
        }
        let moves = advanceRanges(of: presenter, to: time)
        updateCrosshair()
        recordView()
        return moves || fades
    }

    // MARK: Where one is

    /// Goes to the chart of a metric; nowhere for nil.
    private func go(to metric: MetricID?) { path = metric.map { [.metric($0)] } ?? [] }

    /// Opens a page of the metric on show: in the place of another of its kind.
    func open(_ page: Route) {
        if case .workout = page { closeWorkout() }
        close(page)
        path.append(page)
    }

    /// Goes back from a page, where it is on show.
    func close(_ page: Route) {
        if path.count > 1, path.last == page { path.removeLast() }
    }

    /// Goes back from the page of a workout, where one is on show.
    func closeWorkout() {
        if path.count > 1, case .workout? = path.last { path.removeLast() }
    }

    // MARK: What can be done

    func choose(_ metric: MetricID, at time: Double) {
        guard presenters[metric] != nil else { return }
        // Who chooses what is chosen goes back to its chart.
        if path.count > 1 { onNavigate() }
        leaveWorkout(at: time)
        close(.workoutList)
        guard metric != selected else { return onChange(.input) }
        presenter?.chart.interaction.end(at: time)
        point(at: nil)
        go(to: metric)
        isTouched = true
        onNavigate()
        values.reported = nil
        fitValues(at: time, animated: false)
        presenter?.appear(at: time)
        onChange(.input)
    }

    func choose(_ period: Period, at time: Double) {
        guard isTimed else { return }
        let data = timedExtent
        // The page that holds the newest data in view; the newest of all where there are none.
        let inView = x.range.intersection(data)
        let last = inView.isEmpty || inView.length <= 0 ? data.max : inView.max
        setPeriod(
            period,
            page: period.page(
                containing: min(last, domain.max).nextDown, in: calendar, data: domain), at: time)
        glide(to: pageAnchor, at: time, cause: .page)
    }

    /// Takes over a period and one of its pages, to which the range is yet to go.
    func setPeriod(_ period: Period?, page: Extent, at time: Double) {
        self.period = period
        pageAnchor = page
        isTouched = true
        updateBounds(at: time)
    }

    func zoom(by factor: Double, at time: Double) {
        guard canZoom else { return }
        chart?.interaction.zoom(by: factor, at: time)
        if isTimed { period = nil }
        keepCrosshairInView(at: time)
        followTarget(at: time)
    }

    func fit(at time: Double) {
        isTouched = true
        if isTimed {
            period = .all
            updateBounds(at: time)
        }
        chart?.interaction.fit(at: time)
        followTarget(at: time)
    }

    /// Shows a window that was dragged in the overview at a time.
    func showOverview(_ window: Extent, at time: Double? = nil) {
        axis.panZoom.set(window, cause: .overview, at: time)
        if let time { followRange(at: time) }
        onChange(.input)
    }

    func glide(to page: Extent, at time: Double, cause: RangeCause) {
        isTouched = true
        axis.panZoom.glide(to: page, at: time, duration: reducesMotion ? 0 : 0.3, cause: cause)
        followTarget(at: time)
    }

    /// The next or previous metric of the list.
    func stepMetric(by count: Int, at time: Double) {
        guard let selected, let place = order.firstIndex(of: selected), !order.isEmpty else {
            return
        }
        let next = min(max(place + count, 0), order.count - 1)
        choose(order[next], at: time)
    }

    /// Gives everything the colours of a theme.
    func paint(_ theme: Theme) {
        self.theme = theme
        for presenter in allPresenters { presenter.apply(theme) }
        // The board's colours are the theme's.
        refreshCrosshair()
    }

    /// Feeds a gesture to the chart that is shown.
    func handle(_ gesture: Gesture) {
        guard let chart else { return }
        targetTime = gesture.time
        if select(gesture) { return }
        crosshair.follow(gesture)
        let response = chart.interaction.handle(gesture)
        if response.contains(.changed) || response.contains(.moving) {
            var isWheel = false
            if case .wheel = gesture.kind { isWheel = true }
            followRange(at: gesture.time, rests: isWheel)
            onChange(.input)
        }
        if case .tap(let count) = gesture.kind, count == 2, response.contains(.consumed) {
            if isOverValues(gesture.origin) {
                releaseValues(at: gesture.time)
            } else if isTimed {
                period = .all
                followTarget(at: gesture.time)
            }
        }
        if gesture.phase == .ended, !chart.interaction.isMoving, values.needsFit {
            onChange(.input)
        }
    }
}
