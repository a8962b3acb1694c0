import ChartCore
import ChartInteraction
import ChartRendering
import Charts
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
    /// What a list over everything shows.
    enum Dialog {
        case keys
        case report
    }

    /// What the main part of the window shows.
    enum Phase: Equatable {
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
    /// The date axis that all charts share.
    let x: Dimension
    private(set) var presenters: [MetricID: MetricPresenter] = [:]
    /// The metrics in the order of the list.
    private(set) var order: [MetricID] = []
    private(set) var selected: MetricID?
    /// The calendar page's length; nil after a free zoom.
    private(set) var period: Period?
    private(set) var phase = Phase.welcome
    private(set) var progress: ImportProgress?
    private(set) var report: ImportReport?
    /// Why the files could not be used, for the state of failure.
    private(set) var failures: [String] = []
    private(set) var theme: Theme
    var isDrawerOpen = false
    var dialog: Dialog?
    var dialogScroll = 0.0
    var sidebarScroll = 0.0
    /// No motion: ranges change at once.
    var reducesMotion = false {
        didSet { for presenter in presenters.values { apply(reducesMotion, to: presenter) } }
    }
    /// Changes whenever the data do.
    private(set) var dataRevision = 0
    /// Changes whenever the data do, or what is known of their reading.
    private(set) var documentRevision = 0
    /// The file whose growth is followed; nil for none.
    private(set) var followed: String?

    /// Called when something changed that wants a frame.
    var onChange: (FrameCause) -> Void = { _ in }
    /// Called when a visible range changed, with its axis and the word for why.
    var onRange: (String, Extent, String) -> Void = { _, _, _ in }

    /// What the crosshair shows; nil while nothing is pointed at.
    private(set) var reading: Reading?
    /// Called when the crosshair came to another reading, with the metric's id.
    var onSelect: (MetricID, Reading) -> Void = { _, _ in }

    private let wantedMetric: MetricID?
    private var wantedRange: Extent?
    private let anchor: Double?
    /// Whether a person has moved or chosen something: until then the view follows the newest data.
    private(set) var isTouched = false
    private var needsFit = false
    /// A file was opened while another is shown: the first that comes of it takes its place.
    private var replaces = false
    /// Whether the overview's window is being dragged.
    var isScrubbing = false {
        didSet { if !isScrubbing { onChange(.input) } }
    }
    private var reportedY: Extent?
    /// The plot's height that the values were fitted for: round ends depend on it.
    private var fittedHeight = 0.0

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
        self.period = range == nil ? period ?? .month : period
        wantedMetric = metric
        wantedRange = range
        anchor = date
        x = Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        x.panZoom.onChange { [weak self] axis, cause in self?.rangeDidMove(axis, cause) }
    }

    var presenter: MetricPresenter? { selected.flatMap { presenters[$0] } }
    var chart: Chart? { phase == .shown ? presenter?.chart : nil }

    // MARK: Data

    /// A file is going to be read.
    func beginReading() {
        if phase == .shown { replaces = true } else { phase = .reading }
        failures = []
        report = nil
        followed = nil
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
        if let progress = snapshot.progress { self.progress = progress }
        if !snapshot.metrics.isEmpty {
            show(snapshot.metrics, isComplete: snapshot.report != nil, at: time)
        }
        if let report = snapshot.report {
            self.report = report
            progress = nil
            failures = report.files.compactMap(\.failure).map(\.description)
            replaces = false
            if presenters.isEmpty {
                phase = report.wasCancelled ? .welcome : .failed
                if failures.isEmpty { failures = report.emptyFiles }
            }
        }
        onChange(.data)
    }

    /// - Parameter isComplete: Whether there is nothing in the files but these metrics.
    private func show(_ metrics: [MetricData], isComplete: Bool, at time: Double) {
        let usable = metrics.filter { !$0.extent.isEmpty }
        guard !usable.isEmpty else { return }
        point(at: nil)
        if replaces { forget() }
        if isComplete {
            // A followed file that became another one may not hold them any more.
            let present = Set(usable.map(\.metric.id))
            presenters = presenters.filter { present.contains($0.key) }
            if let selected, !present.contains(selected) { self.selected = nil }
        }
        for data in usable {
            if let known = presenters[data.metric.id] {
                known.show(data)
            } else {
                let made = MetricPresenter.make(
                    data, x: x, calendar: calendar, locale: locale, theme: theme)
                apply(reducesMotion, to: made)
                presenters[data.metric.id] = made
            }
        }
        order = presenters.values.map(\.metric).sorted { Metric.listed($0, before: $1) }.map(\.id)
        if selected == nil || (!isTouched && wantedMetric != selected) {
            selected = wantedMetric.flatMap { presenters[$0] == nil ? nil : $0 } ?? order.first
        }
        phase = .shown
        dataRevision += 1
        updateDomain()
        updateBounds(at: time)
        if !isTouched { goHome(at: time) }
        fitValues(at: time, animated: false)
    }

    /// Lets go of the document that was shown, for another one.
    private func forget() {
        replaces = false
        presenters = [:]
        order = []
        selected = nil
        wantedRange = nil
        isTouched = false
        sidebarScroll = 0
        reportedY = nil
    }

    private func apply(_ reducesMotion: Bool, to presenter: MetricPresenter) {
        presenter.chart.interaction.options.reducesMotion = reducesMotion
        presenter.chart.rangeDuration = reducesMotion ? 0 : 0.3
    }

    /// From the first to the last instant of all metrics, in whole days.
    private(set) var domain = Extent.nothing

    private func updateDomain() {
        var extent = Extent.nothing
        for presenter in presenters.values { extent = extent.union(presenter.data.extent) }
        domain =
            extent.isEmpty
            ? extent
            : Extent(
                min: calendar.start(of: .day, containing: extent.min),
                max: calendar.next(.day, after: extent.max.nextDown))
    }

    /// How far the date axis reaches: to the ends of the calendar pages that hold the data.
    private func updateBounds(at time: Double) {
        let domain = domain
        guard !domain.isEmpty else { return }
        let pages = (period ?? .month) == .all ? .month : period ?? .month
        let first = pages.page(containing: domain.min, in: calendar, data: domain)
        let last = pages.page(containing: domain.max.nextDown, in: calendar, data: domain)
        var bounds = first.union(last)
        if let wantedRange { bounds = bounds.union(wantedRange) }
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
        let data = presenter?.data.extent ?? domain
        let last = anchor ?? data.max.nextDown
        let page = (period ?? .month).page(containing: last, in: calendar, data: domain)
        x.panZoom.set(page)
    }

    // MARK: Ranges

    private func rangeDidMove(_ axis: PanZoomAxis, _ cause: RangeCause) {
        needsFit = true
        switch cause {
        case .pinch, .wheel, .zoom, .overview:
            period = nil
            isTouched = true
        case .pan, .momentum, .page: isTouched = true
        case .fit: isTouched = true
        default: break
        }
        point(at: nil)
        onRange("x", axis.extent, cause.rawValue)
    }

    private func fitValues(at time: Double, animated: Bool) {
        guard let presenter else { return }
        needsFit = false
        fittedHeight = presenter.chart.plot.height
        let range = x.target
        _ = presenter.rangeDidChange(
            range, at: moment(time, isSettled: true, animated: animated))
        presenter.chart.fitValues(
            over: range, at: time, animated: animated && !reducesMotion)
        reportY(cause: "fit")
    }

    /// When and how presenters may change their picture now.
    private func moment(_ time: Double, isSettled: Bool, animated: Bool) -> PictureMoment {
        PictureMoment(
            time: time, isSettled: isSettled,
            duration: animated && !reducesMotion ? presenter?.chart.rangeDuration ?? 0 : 0,
            isPage: period != nil)
    }

    private func reportY(cause: String) {
        guard let chart = presenter?.chart else { return }
        let range = chart.y.range
        guard range != reportedY else { return }
        reportedY = range
        onRange("y", range, cause)
    }

    /// Moves everything on to a frame's time; whether another frame is needed.
    func advance(to time: Double) -> Bool {
        guard let presenter, phase == .shown else { return false }
        if presenter.chart.plot.height != fittedHeight { fitValues(at: time, animated: false) }
        func advance() -> Bool {
            let moves = presenter.chart.advance(to: time)
            return presenter.advance(to: time) || moves
        }
        var moves = advance()
        let isSettled = !x.panZoom.isHeld && !x.panZoom.isMoving && !isScrubbing
        if needsFit, isSettled {
            fitValues(at: time, animated: true)
            moves = advance() || moves
        }
        let hasOtherValues = presenter.rangeDidChange(
            x.range, at: moment(time, isSettled: isSettled, animated: true))
        if hasOtherValues {
            fitValues(at: time, animated: true)
            moves = advance() || moves
        }
        reportY(cause: "fit")
        return moves
    }

    /// Whether the values can already go to where the range is going: as soon as its target is known.
    private func followTarget(at time: Double) {
        fitValues(at: time, animated: true)
        onChange(.input)
    }

    // MARK: What can be done

    func choose(_ metric: MetricID, at time: Double) {
        guard presenters[metric] != nil, metric != selected else { return }
        presenter?.chart.interaction.end(at: time)
        point(at: nil)
        selected = metric
        isTouched = true
        isDrawerOpen = false
        reportedY = nil
        fitValues(at: time, animated: false)
        onChange(.input)
    }

    func choose(_ period: Period, at time: Double) {
        self.period = period
        isTouched = true
        updateBounds(at: time)
        let data = presenter?.data.extent ?? domain
        // The page that holds the newest data in view; the newest of all where there are none.
        let inView = x.range.intersection(data)
        let last = inView.isEmpty || inView.length <= 0 ? data.max : inView.max
        let page = period.page(
            containing: min(last, domain.max).nextDown, in: calendar, data: domain)
        glide(to: page, at: time, cause: .page)
    }

    func turnPage(by count: Int, at time: Double) {
        guard let period, period != .all else {
            chart?.interaction.page(by: Double(count) * 0.8, at: time)
            return followTarget(at: time)
        }
        let page = period.page(after: x.target, count: count, in: calendar, data: domain)
        guard let bounds = x.panZoom.limits.bounds, page.min >= bounds.min - 1,
            page.max <= bounds.max + 1
        else { return }
        glide(to: page, at: time, cause: .page)
    }

    func zoom(by factor: Double, at time: Double) {
        chart?.interaction.zoom(by: factor, at: time)
        period = nil
        followTarget(at: time)
    }

    func fit(at time: Double) {
        period = .all
        isTouched = true
        updateBounds(at: time)
        chart?.interaction.fit(at: time)
        followTarget(at: time)
    }

    /// Shows a window that was dragged in the overview.
    func showOverview(_ window: Extent) {
        x.panZoom.set(window, cause: .overview)
        onChange(.input)
    }

    private func glide(to page: Extent, at time: Double, cause: RangeCause) {
        isTouched = true
        x.panZoom.glide(to: page, at: time, duration: reducesMotion ? 0 : 0.3, cause: cause)
        followTarget(at: time)
    }

    func toggleSeries(_ id: String, at time: Double) {
        presenter?.toggle(id)
        fitValues(at: time, animated: true)
        onChange(.input)
    }

    /// The next or previous metric of the list.
    func stepMetric(by count: Int, at time: Double) {
        guard let selected, let place = order.firstIndex(of: selected), !order.isEmpty else {
            return
        }
        let next = min(max(place + count, 0), order.count - 1)
        choose(order[next], at: time)
    }

    func apply(_ theme: Theme) {
        guard theme != self.theme else { return }
        self.theme = theme
        for presenter in presenters.values { presenter.apply(theme) }
        // The board's colours are the theme's.
        if let time = reading?.time { reading = presenter?.reading(at: time) }
        onChange(.theme)
    }

    /// Points the crosshair at a place in the plot; nil takes it away.
    func point(at place: Point?) {
        var found: Reading?
        if let place, let presenter, let chart, chart.plot.contains(place) {
            found = presenter.reading(at: chart.projection.xValue(at: place.x))
            if let time = found?.time, !chart.x.range.contains(time) { found = nil }
        }
        guard found != reading else { return }
        reading = found
        presenter?.select(found)
        if let found, let selected { onSelect(selected, found) }
        onChange(.input)
    }

    /// The crosshair follows the pointer that hovers and the finger that was held; whatever moves the
    /// chart takes it away.
    private func followCrosshair(_ gesture: Gesture) {
        switch (gesture.kind, gesture.phase) {
        case (.hover, .ended), (.hover, .cancelled): point(at: nil)
        case (.hover, _): point(at: gesture.location)
        case (.longPress, .ended), (.longPress, .cancelled): point(at: nil)
        case (.longPress, _): point(at: gesture.location)
        case (.pan, _), (.pinch, _), (.wheel, _): point(at: nil)
        default: break
        }
    }

    /// Feeds a gesture to the chart that is shown.
    func handle(_ gesture: Gesture) {
        guard let chart else { return }
        followCrosshair(gesture)
        let response = chart.interaction.handle(gesture)
        if response.contains(.changed) || response.contains(.moving) { onChange(.input) }
        if case .tap(let count) = gesture.kind, count == 2, response.contains(.consumed) {
            period = .all
            followTarget(at: gesture.time)
        }
        if gesture.phase == .ended, !chart.interaction.isMoving, needsFit { onChange(.input) }
    }
}
