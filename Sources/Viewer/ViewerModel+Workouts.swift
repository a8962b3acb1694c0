import ChartCore
import Charts
import HealthData
import Localization

/// The workouts of the document: their list beside the bars, and the page of each.
extension ViewerModel {
    /// Whether the list of workouts belongs to what is on show.
    var hasWorkoutList: Bool { phase == .shown && selected == .workouts && workoutPage == nil }

    /// Where the view is going, or where a hand has it.
    var toldRange: Extent {
        axis.panZoom.isHeld || isScrubbing ? axis.range : axis.target
    }

    /// The range whose workouts are listed: that of the bar that the crosshair is held fast on, else
    /// that of the view.
    var workoutRange: Extent { chosenBar ?? toldRange }

    /// The bar that the crosshair is held fast on; nil for none.
    var chosenBar: Extent? {
        guard crosshair.isHeldFast, let index = reading?.index else { return nil }
        return presenter?.bars?.span(at: index)
    }

    /// Takes over the workouts of a finished reading; a page that is open stays, if there is still
    /// such a workout.
    func takeWorkouts(_ workouts: WorkoutList, at time: Double) {
        self.workouts = workouts
        history.forget { $0.workout.map { workouts[$0] == nil } ?? false }
        if let page = workoutPage {
            guard let entry = workouts[page.entry.id] else { return leaveWorkout(at: time) }
            if page.isOutdated(entry, of: recordsInOrder) {
                let view = page.x.range
                show(entry, at: time)
                workoutPage?.x.panZoom.set(view)
            }
        } else if let instant = wantedWorkout, !isTouched, selected == .workouts {
            wantedWorkout = nil
            if let entry = workouts.workout(at: instant, in: calendar) { show(entry, at: time) }
        }
    }

    /// Says that there is no workout that an instant could mean; nil where there is one.
    func missing(workoutAt instant: Double) -> String? {
        guard workouts.workout(at: instant, in: calendar) == nil else { return nil }
        return tr(
            "there is no workout on {1}; oresen table --metric workouts lists them",
            locale.date(CivilMoment(instant, in: calendar), .fullDate))
    }

    /// Opens the page of a workout.
    func openWorkout(_ id: WorkoutEntry.ID, at time: Double) {
        guard let entry = workouts[id], phase == .shown else { return }
        isTouched = true
        presenter?.chart.interaction.end(at: time)
        clearSelection(at: time)
        show(entry, at: time)
        onChange(.input)
    }

    private func show(_ entry: WorkoutEntry, at time: Double) {
        point(at: nil)
        let page = WorkoutPage(entry, of: recordsInOrder, calendar: calendar, locale: locale)
        workoutPage = page
        open(.workout(entry.id))
        page.x.panZoom.onChange { [weak self] in self?.rangeDidMove($0, $1) }
        showMeasured(workoutMetric, on: page, at: time)
    }

    /// The data of all metrics, in the order of the list.
    private var recordsInOrder: [MetricData] { order.compactMap { presenters[$0]?.data } }

    private func showMeasured(_ metric: MetricID?, on page: WorkoutPage, at time: Double) {
        if let made = page.show(metric, theme: theme) { adopt(made) }
        values.reported = nil
        fitValues(at: time, animated: false)
    }

    /// Shows another of the metrics that were measured during the workout, and on the pages that are
    /// opened after it.
    func chooseMeasured(_ metric: MetricID, at time: Double) {
        guard let page = workoutPage, page.shown != metric,
            page.measured.contains(where: { $0.metric.id == metric })
        else { return }
        isTouched = true
        workoutMetric = metric
        presenter?.chart.interaction.end(at: time)
        point(at: nil)
        showMeasured(metric, on: page, at: time)
        onChange(.input)
    }

    /// Whether there is a workout so many after the one on show, before it where negative.
    func canStepWorkout(by count: Int) -> Bool { workout(stepsOn: count) != nil }

    private func workout(stepsOn count: Int) -> WorkoutEntry? {
        guard let page = workoutPage, let place = workouts.place(of: page.entry.id),
            workouts.entries.indices.contains(place - count)
        else { return nil }
        return workouts.entries[place - count]
    }

    /// Goes to the page of the workout so many after the one on show, before it where negative.
    func stepWorkout(by count: Int, at time: Double) {
        guard let entry = workout(stepsOn: count) else { return }
        openWorkout(entry.id, at: time)
    }

    /// Opens the list as a page, where the window has no room for it beside the chart.
    func openWorkoutList() {
        guard hasWorkoutList else { return }
        isTouched = true
        open(.workoutList)
        point(at: nil)
        onChange(.input)
    }

    /// Goes back from a workout's page to where it was opened, and from the list to the chart.
    func closeWorkoutPage(at time: Double) {
        isTouched = true
        if let entry = workoutPage?.entry {
            leaveWorkout(at: time)
            // Who has gone on to another one finds that in the list.
            if !entry.lies(in: workoutRange) { reveal(entry, at: time) }
        } else {
            close(.workoutList)
        }
        onChange(.input)
    }

    private func reveal(_ entry: WorkoutEntry, at time: Double) {
        let start = entry.workout.start
        if hasCalendarPages { return turn(toPageOf: start, at: time) }
        glide(to: x.target.showing(start), at: time, cause: .page)
    }

    /// Shows in the place of a workout's page what was there before.
    func leaveWorkout(at time: Double) {
        guard workoutPage != nil else { return }
        workoutPage?.presenter?.chart.interaction.end(at: time)
        point(at: nil)
        workoutPage = nil
        closeWorkout()
        values.reported = nil
        fitValues(at: time, animated: false)
    }

    /// Shows the workout of a view that is gone back to, or none.
    func restoreWorkout(_ id: WorkoutEntry.ID?, at time: Double) {
        guard id != workoutPage?.entry.id else { return }
        if let id, workouts[id] != nil {
            openWorkout(id, at: time)
        } else {
            leaveWorkout(at: time)
        }
    }
}
