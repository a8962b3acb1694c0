import ChartCore
import Charts
import HealthData
import Localization

/// The workouts of the document: their list next to the bars, and the page of each.
@MainActor
final class WorkoutNavigation {
    private unowned let model: ViewerModel
    /// The workouts; those of a reading in progress come with its end.
    private(set) var list = WorkoutList()
    /// The page of one of them, which replaces the chart; nil for none.
    private(set) var page: WorkoutPage?
    /// The metric that the pages of workouts show if it was measured; nil for the first.
    private(set) var measuredMetric: MetricID?
    /// Whether the pages of workouts show the way if there is one.
    private(set) var prefersRoute = true
    /// The workout whose page is shown first; nil for none.
    var wanted: Wanted?

    /// A reference to a workout that has not been read yet.
    enum Wanted {
        /// The one during an instant, in seconds since 1970, or on its day.
        case instant(Double)
        case id(WorkoutEntry.ID)
    }

    init(_ model: ViewerModel) { self.model = model }

    /// Forgets the workouts of a document that is no longer shown.
    func forget() {
        list = WorkoutList()
        page = nil
    }

    /// Whether the list of workouts belongs to the current view.
    var hasList: Bool { model.phase == .shown && model.selected == .workouts && page == nil }

    /// The range whose workouts are listed.
    ///
    /// It is that of the bar to which the crosshair is locked, else that of the view.
    var listedRange: Extent { chosenBar ?? model.headlineRange }

    /// The bar to which the crosshair is locked; nil for none.
    var chosenBar: Extent? {
        guard model.active.crosshair.isHeldFast, let index = model.active.reading?.index else {
            return nil
        }
        return model.metricChart?.bars?.span(at: index)
    }

    /// Takes the workouts of a finished reading; an open page stays if its workout still exists.
    func take(_ workouts: WorkoutList, at time: Double) {
        list = workouts
        model.navigator.forgetViews { $0.workout.map { list[$0] == nil } ?? false }
        if let page {
            guard let entry = list[page.entry.id] else { return leave(at: time) }
            if page.isOutdated(entry.hiding(model.hiddenHomes), of: recordsInOrder) {
                let view = page.x.range
                show(entry, at: time)
                self.page?.x.panZoom.set(view)
            }
        } else if let wanted, !model.isTouched, model.selected == .workouts {
            self.wanted = nil
            let entry =
                switch wanted {
                case .instant(let instant): list.workout(at: instant, in: model.calendar)
                case .id(let id): list[id]
                }
            if let entry { show(entry, at: time) }
        }
    }

    /// The message that no workout matches an instant; nil if one does.
    func missing(workoutAt instant: Double) -> String? {
        guard list.workout(at: instant, in: model.calendar) == nil else { return nil }
        return tr(
            "there is no workout on {1}; oresen table --metric workouts lists them",
            model.locale.date(CivilMoment(instant, in: model.calendar), .fullDate))
    }

    /// Opens the page of a workout.
    func open(_ id: WorkoutEntry.ID, at time: Double) {
        guard let entry = list[id], model.phase == .shown else { return }
        model.isTouched = true
        model.metricChart?.chart.interaction.end(at: time)
        model.active.clearSelection(at: time)
        show(entry, at: time)
        model.onChange(.input)
    }

    private func show(_ entry: WorkoutEntry, at time: Double) {
        model.active.point(at: nil)
        let page = WorkoutPage(
            entry.hiding(model.hiddenHomes), of: recordsInOrder, calendar: model.calendar,
            locale: model.locale)
        // Whoever comes from the map of all ways wants to see this one.
        page.showsRoute = page.hasRoute && (prefersRoute || model.navigator.comesFromMap)
        self.page = page
        model.navigator.open(.workout(entry.id))
        page.x.panZoom.onChange { [weak model] in model?.rangeDidMove($0, $1) }
        showMeasured(measuredMetric, on: page, at: time)
    }

    /// The data of all metrics, in the order of the list.
    private var recordsInOrder: [MetricData] {
        model.order.compactMap { model.metricCharts[$0]?.data }
    }

    private func showMeasured(_ metric: MetricID?, on page: WorkoutPage, at time: Double) {
        if let made = page.show(metric, theme: model.appearance.theme) { model.adopt(made) }
        model.active.forgetValues()
        model.active.fitValues(at: time, animated: false)
    }

    /// Shows another of the metrics that were measured during the workout.
    ///
    /// Pages that are opened later show it, too.
    func chooseMeasured(_ metric: MetricID, at time: Double) {
        guard let page, page.shown != metric || page.showsRoute,
            page.measured.contains(where: { $0.metric.id == metric })
        else { return }
        model.isTouched = true
        measuredMetric = metric
        (prefersRoute, page.showsRoute) = (false, false)
        model.metricChart?.chart.interaction.end(at: time)
        model.active.point(at: nil)
        showMeasured(metric, on: page, at: time)
        model.onChange(.input)
    }

    /// Shows the way of the workout, or its figures.
    ///
    /// Pages that are opened later do so, too.
    func showRoute(_ isShown: Bool, at time: Double) {
        guard let page, page.showsRoute != (isShown && page.hasRoute) else { return }
        model.isTouched = true
        model.metricChart?.chart.interaction.end(at: time)
        model.active.point(at: nil)
        (prefersRoute, page.showsRoute) = (isShown, isShown && page.hasRoute)
        model.active.forgetValues()
        model.active.fitValues(at: time, animated: false)
        model.onChange(.input)
    }

    /// Whether there is a workout `count` after the displayed one, or before it if negative.
    func canStep(by count: Int) -> Bool { workout(stepsOn: count) != nil }

    private func workout(stepsOn count: Int) -> WorkoutEntry? {
        guard let page, let place = list.place(of: page.entry.id),
            list.entries.indices.contains(place - count)
        else { return nil }
        return list.entries[place - count]
    }

    /// Goes to the page of the workout `count` after the displayed one, or before it if negative.
    func step(by count: Int, at time: Double) {
        guard let entry = workout(stepsOn: count) else { return }
        open(entry.id, at: time)
    }

    /// Opens the list as a page, if the window has no room for it next to the chart.
    func openList() {
        guard hasList else { return }
        model.isTouched = true
        model.navigator.open(.workoutList)
        model.active.point(at: nil)
        model.onChange(.input)
    }

    /// Opens the map of all workouts that have a track.
    func openMap() {
        guard hasList, !list.tracked.isEmpty else { return }
        model.isTouched = true
        model.navigator.open(.trackMap)
        model.active.point(at: nil)
        model.onChange(.input)
    }

    /// Goes back from a workout's page to where it was opened, and from the list or the map to the chart.
    func closePage(at time: Double) {
        model.isTouched = true
        if let entry = page?.entry {
            leave(at: time)
            // After steps to another workout, the list shows that one.
            if model.navigator.route != .trackMap, !entry.lies(in: listedRange) {
                reveal(entry, at: time)
            }
        } else {
            model.navigator.close(.workoutList)
            model.navigator.close(.trackMap)
            model.targets.closePlan()
        }
        model.onChange(.input)
    }

    private func reveal(_ entry: WorkoutEntry, at time: Double) {
        let start = entry.workout.start
        if model.hasCalendarPages { return model.turn(toPageOf: start, at: time) }
        model.glide(to: model.x.target.showing(start), at: time, cause: .page)
    }

    /// Leaves a workout's page, and shows what was there before.
    func leave(at time: Double) {
        guard page != nil else { return }
        page?.metricChart?.chart.interaction.end(at: time)
        model.active.point(at: nil)
        page = nil
        model.navigator.closeWorkout()
        model.active.forgetValues()
        model.active.fitValues(at: time, animated: false)
    }

    /// Shows the workout of a previous view, or none.
    func restore(_ id: WorkoutEntry.ID?, at time: Double) {
        guard id != page?.entry.id else { return }
        if let id, list[id] != nil {
            open(id, at: time)
        } else {
            leave(at: time)
        }
    }
}
