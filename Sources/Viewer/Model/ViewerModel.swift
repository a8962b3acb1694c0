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

    let locale: LocaleFormat
    /// The axis of dates that all charts of what has times share; see `axis` for that of the one shown.
    let dates: DateAxis
    /// How everything looks.
    let appearance: ViewerAppearance
    /// The chart that is shown, and what a person does to it.
    private(set) lazy var active = ActiveChart(self)
    /// The notes of the library that is shown.
    private(set) lazy var notes = LibraryNotes(self)
    /// The workouts of the document, and the page of one of them.
    private(set) lazy var workouts = WorkoutNavigation(self)
    private(set) var metricCharts: [MetricID: MetricChart] = [:]
    /// The metrics in the order of the list.
    private(set) var order: [MetricID] = []
    /// Where one is, and the views that one can go back to.
    private(set) lazy var navigator = Navigator(self)
    /// The metric that the place belongs to.
    var selected: MetricID? { navigator.metric }
    private(set) var phase = Phase.welcome
    private(set) var progress: ImportProgress?
    /// How fast it goes.
    private(set) var pace = ReadingPace()
    private(set) var report: ImportReport?
    /// What the library consists of; nil where what is on show is not the library's.
    private(set) var datasets: [Library.Dataset]?
    /// Which source goes before which, as the person has it; what is on show may still be on its way
    /// there.
    var sourceOrder = SourceOrder()
    /// Whether what is on show is being merged in that order.
    private(set) var isMerging = false
    /// Whether it can be, which what came through a pipe cannot.
    var canMerge = true
    /// Why the files could not be used, for the state of failure.
    private(set) var failures: [String] = []
    /// What letting go of the files does that are held over the window; nil for none.
    var dropOffer: FileOffer? { didSet { if dropOffer != oldValue { onChange(.input) } } }
    /// The files that were opened before and are still there, the newest first; empty until they are
    /// to be shown.
    var recents: [String] = [] { didSet { if recents != oldValue { onChange(.input) } } }
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
    /// - Parameters:
    ///   - metric: the metric to begin with; the first with data where nil.
    ///   - period: the length of the page to begin with.
    ///   - date: an instant that the first page holds; the latest data where nil.
    ///   - range: exactly this range in place of a page; `period` may still name the page's length.
    init(
        calendar: CivilCalendar, locale: LocaleFormat, theme: Theme, metric: MetricID? = nil,
        period: Period? = nil, date: Double? = nil, range: Extent? = nil
    ) {
        self.locale = locale
        dates = DateAxis(calendar: calendar, period: range == nil ? period ?? .month : period)
        appearance = ViewerAppearance(theme)
        wantedMetric = metric
        wantedRange = range
        anchor = date
        x.panZoom.onChange { [weak self] axis, cause in self?.rangeDidMove(axis, cause) }
        connectAppearance()
    }

    private func connectAppearance() {
        appearance.onTheme = { [unowned self] theme in
            for metricChart in allMetricCharts { metricChart.apply(theme) }
            // The board's colours are the theme's.
            active.refreshCrosshair()
        }
        appearance.onMotion = { [unowned self] reduces in
            for metricChart in allMetricCharts { apply(reduces, to: metricChart) }
        }
        appearance.onPreferences = { [unowned self] time, hasOtherUnits in
            for metricChart in allMetricCharts { metricChart.follow(appearance.pins) }
            // What is round in one unit is none in another: the ends of the axis may move a little.
            if hasOtherUnits { active.fitValues(at: time, animated: true) }
        }
        appearance.onChange = { [unowned self] in onChange($0) }
    }

    var calendar: CivilCalendar { dates.calendar }
    /// The x dimension of the dates.
    var x: Dimension { dates.x }

    /// What is on show: that of the metric, or of a workout's page, which may have none.
    var metricChart: MetricChart? {
        if let page = workouts.page { return page.metricChart }
        return selected.flatMap { metricCharts[$0] }
    }
    /// Those of all metrics, and those of a workout's page.
    var allMetricCharts: [MetricChart] {
        Array(metricCharts.values) + (workouts.page.map { Array($0.metricCharts.values) } ?? [])
    }
    var chart: Chart? { phase == .shown ? metricChart?.chart : nil }

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
        if !snapshot.metrics.isEmpty || metricCharts.isEmpty {
            notes.take(snapshot.notes ?? [], damaged: snapshot.damagedSpans)
        }
        if !snapshot.metrics.isEmpty {
            show(snapshot.metrics, isComplete: snapshot.report != nil, at: time)
        }
        // Of what brought nothing to show there are none, but there are still those on show.
        if let workouts = snapshot.workouts, !snapshot.metrics.isEmpty || metricCharts.isEmpty {
            self.workouts.take(workouts, at: time)
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
            } else if metricCharts.isEmpty {
                phase = report.wasCancelled ? .welcome : .failed
                if failures.isEmpty {
                    failures = report.emptyFiles.map(ControlCharacters.visible(inSentence:))
                }
            }
        }
        onChange(.data)
    }

    /// - Parameter isComplete: Whether there is nothing in the files but these metrics.
    private func show(_ metrics: [MetricData], isComplete: Bool, at time: Double) {
        let usable = metrics.filter { !$0.extent.isEmpty }
        guard !usable.isEmpty else { return }
        if replaces {
            active.point(at: nil)
            forget()
        }
        if isComplete {
            // A followed file that became another one may not hold them any more.
            let present = Set(usable.map(\.metric.id))
            metricCharts = metricCharts.filter { present.contains($0.key) }
            if let selected, !present.contains(selected) { navigator.go(to: nil) }
        }
        for data in usable {
            if let known = metricCharts[data.metric.id] {
                known.show(data)
            } else {
                let made = MetricChart.make(
                    data, x: x, calendar: calendar, locale: locale, theme: appearance.theme)
                adopt(made)
                metricCharts[data.metric.id] = made
                if made.chart.x !== x {
                    made.chart.x.panZoom.onChange { [weak self] in self?.rangeDidMove($0, $1) }
                    if let wantedPage { made.setPage(wantedPage) }
                }
            }
            if let metricChart = metricCharts[data.metric.id] { notes.show(on: metricChart) }
            metricCharts[data.metric.id]?.grow(at: time)
        }
        let before = selected
        order = metricCharts.values.map(\.metric).sorted { Metric.listed($0, before: $1) }.map(\.id)
        if selected == nil || (!isTouched && wantedMetric != selected) {
            navigator.go(
                to: wantedMetric.flatMap { metricCharts[$0] == nil ? nil : $0 } ?? order.first)
        }
        phase = .shown
        dataRevision += 1
        let shown = axis.target
        updateDomain()
        updateBounds(at: time)
        if !isTouched { goHome(at: time) }
        active.fitValues(at: time, animated: false)
        // What still grows stands: the next part is there before a motion towards this one ends.
        if selected != before { metricChart?.appear(at: time, animated: isComplete) }
        if !isTouched, !isComplete || axis.target != shown { metricChart?.chart.resetTransitions() }
    }

    /// Lets a metricChart follow what the person wants, and hears of what is done to it.
    func adopt(_ metricChart: MetricChart) {
        apply(appearance.reducesMotion, to: metricChart)
        metricChart.follow(appearance.pins)
        notes.show(on: metricChart)
        metricChart.chart.y.panZoom.onChange { [weak self] in self?.active.valuesDidMove($0, $1) }
    }

    /// Lets go of the document that was shown, for another one.
    private func forget() {
        replaces = false
        workouts.forget()
        documentNumber += 1
        metricCharts = [:]
        active.spans.forget()
        order = []
        navigator.forget()
        wantedRange = nil
        isTouched = false
        active.forgetValues()
    }

    private func apply(_ reducesMotion: Bool, to metricChart: MetricChart) {
        metricChart.chart.interaction.options.reducesMotion = reducesMotion
    }

    /// Takes over what the data of all metrics span.
    private func updateDomain() {
        var extent = Extent.nothing
        for metricChart in metricCharts.values where metricChart.chart.x === x {
            extent = extent.union(metricChart.data.extent)
        }
        dates.setDomain(extent)
    }

    /// Lets the dates reach as far as there is something to look at.
    func updateBounds(at time: Double) {
        var others: [Extent] = []
        if let wantedRange { others.append(wantedRange) }
        // What was written of another time can be looked at there.
        if let written = notes.extent { others.append(dates.pages(of: written)) }
        // A day that was asked for is shown, even if it is empty.
        if let anchor, !isTouched { others.append(dates.firstPage(containing: anchor)) }
        if navigator.isRestoring { others.append(dates.pageAnchor) }
        // What is shown stays: limits move nothing.
        if isTouched { others.append(x.range) }
        dates.setReach(
            with: others, minimumLength: min(3600, wantedRange?.length ?? 3600), at: time)
    }

    /// Shows the page that the viewer begins with.
    private func goHome(at time: Double) {
        if let wantedRange {
            x.panZoom.set(wantedRange)
        } else if !dates.domain.isEmpty {
            dates.goHome(to: anchor ?? timedExtent.max.nextDown)
        }
    }

    // MARK: Ranges

    func rangeDidMove(_ axis: PanZoomAxis, _ cause: RangeCause) {
        // What is not shown is no view that changes.
        guard axis === self.axis.panZoom else { return }
        active.crosshair.rangeDidMove(cause)
        navigator.noteMove(cause)
        switch cause {
        case .overview where scrubbedPart == .middle && hasCalendarPages:
            // It comes to rest on a page, as any pan does.
            isTouched = true
        case .pinch, .wheel, .zoom, .overview:
            if isTimed { dates.setPeriod(nil) }
            isTouched = true
        case .pan, .momentum, .page: isTouched = true
        case .fit: isTouched = true
        default: break
        }
        onRange("x", axis.extent, cause.rawValue)
    }

    /// Moves everything on to a frame's time; whether another frame is needed.
    func advance(to time: Double) -> Bool {
        let fades = appearance.advance(to: time)
        // A page without a chart is a view as well.
        let moves = chart != nil && active.advance(to: time)
        navigator.recordView()
        return moves || fades
    }

    // MARK: What can be done

    func choose(_ metric: MetricID, at time: Double) {
        guard metricCharts[metric] != nil else { return }
        // Choosing the selected metric again returns to its chart.
        if navigator.hasPage { navigator.onNavigate() }
        workouts.leave(at: time)
        navigator.close(.workoutList)
        guard metric != selected else { return onChange(.input) }
        metricChart?.chart.interaction.end(at: time)
        active.point(at: nil)
        navigator.go(to: metric)
        isTouched = true
        navigator.onNavigate()
        active.forgetValues()
        active.fitValues(at: time, animated: false)
        metricChart?.appear(at: time)
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
                containing: min(last, dates.domain.max).nextDown, in: calendar, data: dates.domain),
            at: time)
        glide(to: dates.pageAnchor, at: time, cause: .page)
    }

    /// Takes over a period and one of its pages, to which the range is yet to go.
    func setPeriod(_ period: Period?, page: Extent, at time: Double) {
        dates.setPeriod(period, page: page)
        isTouched = true
        updateBounds(at: time)
    }

    func zoom(by factor: Double, at time: Double) {
        guard canZoom else { return }
        chart?.interaction.zoom(by: factor, at: time)
        if isTimed { dates.setPeriod(nil) }
        active.keepCrosshairInView(at: time)
        active.followTarget(at: time)
    }

    func fit(at time: Double) {
        isTouched = true
        if isTimed {
            dates.setPeriod(.all)
            updateBounds(at: time)
        }
        chart?.interaction.fit(at: time)
        active.followTarget(at: time)
    }

    func glide(to page: Extent, at time: Double, cause: RangeCause) {
        isTouched = true
        axis.panZoom.glide(
            to: page, at: time, duration: appearance.reducesMotion ? 0 : 0.3, cause: cause)
        active.followTarget(at: time)
    }

    /// The next or previous metric of the list.
    func stepMetric(by count: Int, at time: Double) {
        guard let selected, let place = order.firstIndex(of: selected), !order.isEmpty else {
            return
        }
        let next = min(max(place + count, 0), order.count - 1)
        choose(order[next], at: time)
    }

    /// A double tap went to all there is.
    func didShowAll() { if isTimed { dates.setPeriod(.all) } }
}
