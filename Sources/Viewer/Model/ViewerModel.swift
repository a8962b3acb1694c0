import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Desktop
import Geometry
import HealthData
import Localization
import Maps
import Platform

/// Why a frame is drawn; the raw value is the word in traces.
enum FrameCause: String {
    case input
    case animation
    case data
    case resize
    case theme
}

/// The state of the viewer and all actions on it.
///
/// State in, picture out: the scene is made from this model and holds nothing of its own that could
/// disagree with it. The model does not depend on windows, the bytes of files or pixels.
@MainActor
final class ViewerModel {
    /// What the main part of the window shows.
    enum Phase: String {
        /// No file was named.
        case welcome
        /// A file is being read and nothing can be shown yet.
        case reading
        /// There is a chart.
        case shown
        /// Nothing could be used.
        case failed
    }

    let locale: LocaleFormat
    /// The axis of dates that all charts with times share; `axis` is that of the displayed chart.
    let dates: DateAxis
    /// The theme, the motion setting and the person's preferences.
    let appearance: ViewerAppearance
    /// The displayed chart and its interaction.
    private(set) lazy var active = ActiveChart(self)
    /// The notes of the library that is shown.
    private(set) lazy var notes = LibraryNotes(self)
    /// The places that maps show.
    private(set) lazy var targets = TargetShelf(self)
    /// What the person has drawn on charts.
    private(set) lazy var drawings = Drawings(self)
    /// The person's own maps.
    let maps = MapShelf()
    /// The workouts of the document, and the page of one of them.
    private(set) lazy var workouts = WorkoutNavigation(self)
    private(set) var metricCharts: [MetricID: MetricChart] = [:]
    /// The metrics in the order of the list.
    private(set) var order: [MetricID] = []
    /// The current place, and the views that a person can go back to.
    private(set) lazy var navigator = Navigator(self)
    /// The metric that the place belongs to.
    var selected: MetricID? { navigator.metric }
    private(set) var phase = Phase.welcome
    private(set) var progress: ImportProgress?
    /// How fast the reading proceeds.
    private(set) var pace = ReadingPace()
    private(set) var report: ImportReport?
    /// The datasets of the library; nil if the displayed document is not the library.
    private(set) var datasets: [Library.Dataset]?
    /// The precedence of sources that the person has chosen; the displayed records may not reflect
    /// it yet.
    var sourceOrder = SourceOrder()
    /// Whether the displayed records are being merged in that order.
    private(set) var isMerging = false
    /// The zones that pages of workouts leave out, as exports do; none in a window.
    var hiddenHomes: [PrivacyZone] = []
    /// Whether they can be merged, which is impossible for data from a pipe.
    var canMerge = true
    /// Why the files could not be used, for the failed phase.
    private(set) var failures: [String] = []
    /// What dropping the files that are held over the window does; nil if there are none.
    var dropOffer: FileOffer? { didSet { if dropOffer != oldValue { onChange(.input) } } }
    /// The files that were opened before and still exist, newest first.
    ///
    /// It is empty until they are to be shown.
    var recents: [String] = [] { didSet { if recents != oldValue { onChange(.input) } } }
    /// Changes whenever the data do.
    private(set) var dataRevision = 0
    /// Changes whenever another document replaces the displayed one.
    private(set) var documentNumber = 0
    /// Changes whenever the data or the state of their reading do.
    private(set) var documentRevision = 0
    /// The file whose growth is followed; nil if there is none.
    private(set) var followed: String?

    /// Called when a change requires a frame.
    var onChange: (FrameCause) -> Void = { _ in }
    /// Called when a visible range changed, with its axis and the word for the cause.
    var onRange: (String, Extent, String) -> Void = { _, _, _ in }

    /// Called when the crosshair moved to another reading, with the metric's id.
    var onSelect: (MetricID, Reading) -> Void = { _, _ in }

    private let wantedMetric: MetricID?
    /// The first page to show of a chart with pages of its own, from 0.
    var wantedPage: Int?
    private(set) var wantedRange: Extent?
    private let anchor: Double?
    /// Whether a person has moved or chosen something: until then the view follows the newest data.
    var isTouched = false
    /// Whether a file was opened while another is shown, which its first data will replace.
    private var replaces = false
    /// Whether a document begins with the summary of all metrics: a library does, unless a person asked for
    /// something else.
    var beginsWithSummary = false
    /// The part of the overview's window that is being dragged.
    var scrubbedPart: OverviewDrag.Part? {
        didSet { if scrubbedPart == nil { onChange(.input) } }
    }
    var isScrubbing: Bool { scrubbedPart != nil }
    /// Creates the model.
    ///
    /// - Parameters:
    ///   - metric: the first metric to show; if nil, the first with data.
    ///   - period: the length of the first page.
    ///   - date: an instant on the first page; if nil, the latest data.
    ///   - range: exactly this range instead of a page; `period` may still give the page's length.
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
        dates.daysOfMetric = { [weak self] in
            self?.selected.flatMap { self?.metricCharts[$0] }?.days
        }
        connectAppearance()
    }

    private func connectAppearance() {
        appearance.onTheme = { [unowned self] theme in
            for metricChart in allMetricCharts { metricChart.apply(theme) }
            // The info board takes its colours from the theme.
            active.refreshCrosshair()
        }
        appearance.onMotion = { [unowned self] reduces in
            for metricChart in allMetricCharts { apply(reduces, to: metricChart) }
        }
        appearance.onPreferences = { [unowned self] time, hasOtherUnits in
            var hasOtherValues = hasOtherUnits
            for metricChart in allMetricCharts where metricChart.follow(appearance.pins) {
                hasOtherValues = hasOtherValues || metricChart === self.metricChart
            }
            // A round number in one unit is not round in another: the ends of the axis may move a
            // little.
            if hasOtherValues { active.fitValues(at: time, animated: true) }
        }
        appearance.onChange = { [unowned self] in onChange($0) }
    }

    var calendar: CivilCalendar { dates.calendar }
    /// The x dimension of the dates.
    var x: Dimension { dates.x }

    /// The displayed chart: that of the metric, or of a workout's page, which may have none.
    var metricChart: MetricChart? {
        if let page = workouts.page { return page.metricChart }
        return selected.flatMap { metricCharts[$0] }
    }
    /// The charts of all metrics, and those of a workout's page.
    var allMetricCharts: [MetricChart] {
        Array(metricCharts.values) + (workouts.page.map { Array($0.metricCharts.values) } ?? [])
    }
    var chart: Chart? { phase == .shown ? metricChart?.chart : nil }

    // MARK: Data

    /// Prepares for a reading.
    ///
    /// - Parameter staying: whether the displayed records stay, and what is read is added to them.
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

    /// Prepares for a merge of the displayed records in another order of sources.
    ///
    /// From then on nothing moves automatically.
    func beginMerging(_ order: SourceOrder) {
        sourceOrder = order
        isMerging = true
        isTouched = true
        documentRevision += 1
        onChange(.data)
    }

    /// Sets the file that is followed; nil if none is.
    func follow(_ file: String?) {
        guard file != followed else { return }
        followed = file
        documentRevision += 1
        onChange(.data)
    }

    /// Shows what an import has brought.
    ///
    /// Until a person has moved the chart, it shows the page of the latest data; after that nothing
    /// moves automatically.
    func show(_ snapshot: ImportSnapshot, at time: Double) {
        documentRevision += 1
        if let progress = snapshot.progress {
            self.progress = progress
            pace.note(progress, at: time)
        }
        // A file with nothing but places is a document, too.
        if replaces, snapshot.report != nil, snapshot.metrics.isEmpty,
            snapshot.places?.isEmpty == false
        {
            active.point(at: nil)
            forget()
        }
        // If the snapshot has nothing to show, the previous records remain displayed.
        if let places = snapshot.places, !snapshot.metrics.isEmpty || metricCharts.isEmpty {
            targets.take(places)
        }
        if !snapshot.metrics.isEmpty || metricCharts.isEmpty {
            notes.take(snapshot.notes ?? [], damaged: snapshot.damagedSpans)
        }
        defer { if let stored = snapshot.drawings { drawings.take(stored) } }
        if !snapshot.metrics.isEmpty {
            show(snapshot.metrics, isComplete: snapshot.report != nil, at: time)
        }
        // Likewise the workouts: without anything new to show, the displayed ones remain.
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
            // After an error the displayed records are still the library's.
            if snapshot.datasets != nil || !snapshot.metrics.isEmpty {
                datasets = snapshot.datasets
            }
            if datasets?.isEmpty == true, snapshot.metrics.isEmpty {
                forget()
                phase = failures.isEmpty ? .welcome : .failed
            } else if metricCharts.isEmpty, targets.hasPlaces {
                if navigator.route == nil { navigator.begin(at: targets.firstPage) }
                phase = .shown
            } else if metricCharts.isEmpty {
                phase = report.wasCancelled ? .welcome : .failed
                if failures.isEmpty {
                    failures = report.emptyFiles.map(ControlCharacters.visible(inSentence:))
                }
            }
        }
        onChange(.data)
    }

    /// Shows the data of metrics.
    ///
    /// - Parameter isComplete: whether the files contain only these metrics.
    private func show(_ metrics: [MetricData], isComplete: Bool, at time: Double) {
        let usable = metrics.filter { !$0.extent.isEmpty }
        guard !usable.isEmpty else { return }
        if replaces {
            active.point(at: nil)
            forget()
        }
        if isComplete {
            // A followed file that was replaced by another may no longer contain them.
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
        let (before, place) = (selected, navigator.route)
        order = metricCharts.values.map(\.metric).sorted { Metric.listed($0, before: $1) }.map(\.id)
        if navigator.route == nil, beginsWithSummary {
            navigator.begin(at: .summary)
        } else if place == nil || selected != nil && !isTouched && wantedMetric != selected {
            navigator.go(
                to: wantedMetric.flatMap { metricCharts[$0] == nil ? nil : $0 } ?? order.first)
        }
        phase = .shown
        dataRevision += 1
        let shown = axis.target
        MetricChart.countDays(in: metricCharts.values.filter { $0.chart.x === x })
        updateDomain()
        updateBounds(at: time)
        // A chart does not move away under a pen.
        if !drawings.isBusy {
            if !isTouched { goHome(at: time) }
            active.fitValues(at: time, animated: false)
        }
        // A growing chart is not animated: the next part arrives before a motion to this one ends.
        if selected != before { metricChart?.appear(at: time, animated: isComplete) }
        if !isTouched, !isComplete || axis.target != shown { metricChart?.chart.resetTransitions() }
    }

    /// Applies the person's preferences and choices to a chart.
    func adopt(_ metricChart: MetricChart) {
        apply(appearance.reducesMotion, to: metricChart)
        metricChart.follow(appearance.pins)
        active.adopt(metricChart)
        notes.show(on: metricChart)
        drawings.adopt(metricChart)
    }

    /// Releases the displayed document before another one is shown.
    private func forget() {
        replaces = false
        workouts.forget()
        drawings.forget()
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

    /// Updates the domain of the dates to the extent of the data of all metrics.
    private func updateDomain() {
        var extent = Extent.nothing
        for metricChart in metricCharts.values where metricChart.chart.x === x {
            extent = extent.union(metricChart.data.extent)
        }
        dates.setDomain(extent)
    }

    /// Extends the dates to everything there is to look at.
    func updateBounds(at time: Double) {
        var others: [Extent] = []
        if let wantedRange { others.append(wantedRange) }
        // A note about another time can be viewed there.
        if let written = notes.extent { others.append(dates.pages(of: written)) }
        // A requested day is shown, even if it is empty.
        if let anchor, !isTouched { others.append(dates.firstPage(containing: anchor)) }
        if navigator.isRestoring { others.append(dates.pageAnchor) }
        // The current view stays: limits move nothing.
        if isTouched { others.append(x.range) }
        dates.setReach(with: others, minimumLength: leastView, at: time)
    }

    /// Shows the page with which the viewer starts.
    private func goHome(at time: Double) {
        if let wantedRange {
            x.panZoom.set(wantedRange)
        } else if !dates.domain.isEmpty {
            dates.goHome(to: anchor ?? timedExtent.max.nextDown)
        }
    }

    // MARK: Ranges

    func rangeDidMove(_ axis: PanZoomAxis, _ cause: RangeCause) {
        // A change of an axis that is not displayed does not change the view.
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

    /// Advances everything to a frame's time, and returns whether another frame is needed.
    func advance(to time: Double) -> Bool {
        let fades = appearance.advance(to: time)
        // A page without a chart is also a view.
        let moves = chart != nil && active.advance(to: time)
        navigator.recordView()
        return moves || fades
    }

    // MARK: Actions

    func choose(_ metric: MetricID, at time: Double) {
        guard metricCharts[metric] != nil else { return }
        // Choosing the selected metric again returns to its chart.
        if navigator.hasPage { navigator.onNavigate() }
        workouts.leave(at: time)
        navigator.close(.trackMap)
        navigator.close(.workoutList)
        guard metric != selected else { return onChange(.input) }
        metricChart?.chart.interaction.end(at: time)
        active.point(at: nil)
        let day = dates.shownDay
        navigator.go(to: metric)
        isTouched = true
        navigator.onNavigate()
        dates.show(day: day)
        dates.showWholeBar(atLeast: leastView)
        updateBounds(at: time)
        active.forgetValues()
        active.fitValues(at: time, animated: false)
        metricChart?.appear(at: time)
        onChange(.input)
    }

    /// Shows a span of time on the displayed chart: as a page of a period, or else in view as it is.
    ///
    /// - Parameter period: the period of the page; nil for the one that is shown.
    func show(_ span: Extent, as period: Period?, at time: Double) {
        active.point(at: nil, at: time)
        if let period, dates.period != period { choose(period, at: time) }
        if !x.target.contains(span) {
            if hasCalendarPages {
                turn(toPageOf: span.mid, at: time)
            } else if let (range, cause) = dates.view(toShow: span) {
                glide(to: range, at: time, cause: cause)
            }
        }
        if period == nil { active.crosshair.stand(at: span.mid, by: .keys, at: time) }
        onChange(.input)
    }

    func choose(_ period: Period, at time: Double) {
        guard isTimed else { return }
        let data = timedExtent
        // The page that contains the newest data in view; the newest of all if none is in view.
        let inView = x.range.intersection(data)
        let last = inView.isEmpty || inView.length <= 0 ? data.max : inView.max
        setPeriod(
            period,
            page: dates.page(
                of: period, containing: min(last, dates.domain.max).nextDown),
            at: time)
        glide(to: dates.pageAnchor, at: time, cause: .page)
    }

    /// Sets a period and one of its pages, to which the range has yet to move.
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

    /// Selects the next or previous metric in the list.
    func stepMetric(by count: Int, at time: Double) {
        guard !order.isEmpty else { return }
        // The summary is before the first metric.
        let place = selected.flatMap { order.firstIndex(of: $0) } ?? -1
        if place + count < 0 { return navigator.showSummary(at: time) }
        let next = min(place + count, order.count - 1)
        choose(order[next], at: time)
    }

    /// Notes that a double tap has shown everything.
    func didShowAll() { if isTimed { dates.setPeriod(.all) } }
}
