import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// The list of workouts, under their chart or in its place, and the button that opens it.
///
/// Only the visible rows are made, and only if something in them has changed.
@MainActor
final class WorkoutListPart {
    private let list = Pane<WorkoutListModel>()
    private let button = Pane<WorkoutButtonModel>()
    /// The listed workouts by their places, their caption, and the key that they were chosen for.
    private var chosen: (key: ChoiceKey, places: [Int], caption: String)?
    private var known = WorkoutList()
    /// The frame of the list; nil if there is none.
    private(set) var frame: Rect?
    private var listKey: ListKey?
    /// The scroll offset, in points.
    private(set) var offset = 0.0
    /// The workout to scroll into view with the next picture.
    private var revealed: WorkoutEntry.ID?

    /// What the listed workouts depend on.
    private enum ChoiceKey: Equatable {
        case range(Extent, isBar: Bool, document: Int)
        case places(revision: Int, document: Int)
    }

    /// What the rows depend on, except for the workouts.
    private struct Words {
        /// The text of a list without rows.
        var nothing: String
        /// What the dates in words depend on.
        var view: Extent
        var date: (Double) -> String
    }

    /// Everything that the visible rows depend on.
    private struct ListKey: Equatable {
        var frame: Rect
        var scroll: Double
        var choice: ChoiceKey
        var view: Extent
        var units: UnitPreferences
        var nothing: String
        var hovered: ControlID?
        var focused: ControlID?
        var style: PaneStyle
    }

    /// Changes whenever `nodes` does.
    var stamp: [Int] {
        [list.recordings, list.nodes.count, button.recordings, button.nodes.count]
    }

    var nodes: [SemanticNode] { list.nodes + button.nodes }

    /// The ids of the listed workouts, the newest first.
    var listed: [WorkoutEntry.ID] { (chosen?.places ?? []).map { known.entries[$0].id } }

    /// The number of rows in a page of the list.
    private var rowsOnPage: Int {
        guard let frame else { return 1 }
        return max(1, Int(WorkoutListPane.list(in: frame).height / Measure.listRowHeight) - 1)
    }

    /// Scrolls to a workout with the next picture, if it is listed.
    func reveal(_ id: WorkoutEntry.ID) { revealed = id }

    /// Scrolls by a distance if the list is at a place.
    func scroll(by distance: Double, at place: Point) -> Bool {
        guard frame?.contains(place) == true else { return false }
        offset += distance
        return true
    }

    /// Returns to the top, for the next document.
    func forget() { offset = 0 }

    /// The workout after a step from a row; the first one if no row is given; nil in an empty list.
    func workout(_ step: ListStep, from current: WorkoutEntry.ID?) -> WorkoutEntry.ID? {
        let listed = listed
        guard !listed.isEmpty else { return nil }
        guard let place = current.flatMap({ listed.firstIndex(of: $0) }) else { return listed[0] }
        let wanted =
            switch step {
            case .rows(let count): place + count
            case .pages(let count): place + count * rowsOnPage
            case .start: 0
            case .end: listed.count - 1
            case .across: place
            }
        return listed[min(max(wanted, 0), listed.count - 1)]
    }

    // MARK: Layout

    /// Brings the list and its button up to date with the state, each in its frame; nil for none.
    func layout(
        _ model: ViewerModel, _ metricChart: MetricChart, list frame: Rect?, button place: Rect?,
        _ environment: ScreenEnvironment
    ) {
        known = model.workouts.list
        self.frame = frame
        let hovered = environment.hovered.within(.workouts, .workoutRows)
        let focused = environment.focused.within(.workouts, .workoutRows)
        let choice = choose(model)
        if let place {
            button.update(
                WorkoutButtonModel(
                    frame: place, caption: choice.caption,
                    isHovered: hovered == WorkoutButtonPane.id,
                    isFocused: focused == WorkoutButtonPane.id), environment.style,
                environment.resources, record: WorkoutButtonPane.record)
        } else {
            button.clear()
        }
        if let frame {
            let words = Words(
                nothing: model.report == nil
                    ? tr("The list appears when everything has been read.")
                    : tr("No workouts in this period"), view: metricChart.chart.x.target,
                date: metricChart.words(for:))
            updateList(
                frame, choice, model, words, hovered: hovered, focused: focused,
                environment.style, environment.resources)
        } else {
            clearList()
        }
    }

    /// Lists workouts by their places, newest first, with another caption.
    ///
    /// - Parameters:
    ///   - revision: changes with the places and the caption.
    ///   - nothing: the text if there are none.
    func layout(
        _ places: [Int], revision: Int, caption: String, nothing: String, _ model: ViewerModel,
        in frame: Rect, _ environment: ScreenEnvironment
    ) {
        known = model.workouts.list
        self.frame = frame
        button.clear()
        let key = ChoiceKey.places(revision: revision, document: model.documentRevision)
        if let before = chosen, before.places != places { offset = 0 }
        chosen = (key, places, caption)
        let (calendar, locale) = (model.calendar, model.locale)
        let words = Words(nothing: nothing, view: Extent(min: 0, max: 0)) {
            locale.date(CivilMoment($0, in: calendar), .weekdayDayMonthYearTime)
        }
        updateList(
            frame, (places, caption), model, words,
            hovered: environment.hovered.within(.workouts, .workoutRows),
            focused: environment.focused.within(.workouts, .workoutRows), environment.style,
            environment.resources)
    }

    func clear() {
        frame = nil
        chosen = nil
        clearList()
        button.clear()
    }

    private func clearList() {
        list.clear()
        listKey = nil
    }

    /// The workouts of the displayed range; another list is scrolled to its top.
    private func choose(_ model: ViewerModel) -> (places: [Int], caption: String) {
        let (range, isBar) = (model.workouts.listedRange, model.workouts.chosenBar != nil)
        let key = ChoiceKey.range(range, isBar: isBar, document: model.documentRevision)
        if let chosen, chosen.key == key { return (chosen.places, chosen.caption) }
        let places = known.places(over: range)
        var caption = trn("{n} workout", "{n} workouts", count: places.count)
        if isBar { caption += " · " + model.rangeTitle(of: range) }
        if let before = chosen, before.places != places { offset = 0 }
        chosen = (key, places, caption)
        return (places, caption)
    }

    private func updateList(
        _ frame: Rect, _ choice: (places: [Int], caption: String), _ model: ViewerModel,
        _ words: Words, hovered: ControlID?, focused: ControlID?,
        _ style: PaneStyle, _ resources: PaneResources
    ) {
        let count = choice.places.count
        if let place = revealed.flatMap({ known.place(of: $0) }),
            let row = choice.places.firstIndex(of: place)
        {
            offset = WorkoutListPane.scroll(revealing: row, in: frame, from: offset)
        }
        revealed = nil
        offset = min(max(offset, 0), WorkoutListPane.maximumScroll(count, in: frame))
        guard let chosen else { return }
        let key = ListKey(
            frame: frame, scroll: offset, choice: chosen.key, view: words.view,
            units: model.appearance.pins.units, nothing: words.nothing, hovered: hovered,
            focused: focused, style: style)
        guard key != listKey else { return }
        listKey = key
        let visible = WorkoutListPane.visible(count, in: frame, scroll: offset)
        let format = WorkoutFormat(locale: model.locale, units: model.appearance.pins.units)
        func row(_ place: Int) -> WorkoutRow {
            let entry = known.entries[place]
            return WorkoutRow(entry, format, date: words.date(entry.workout.start))
        }
        let rows = choice.places[visible].map(row)
        // The focused row stays in the tree when it is scrolled out of sight.
        let away = WorkoutRow.open.subject(of: focused?.command)
            .flatMap { known.place(of: $0) }
            .flatMap { place in
                choice.places.contains(place) && !choice.places[visible].contains(place)
                    ? row(place) : nil
            }
        list.update(
            WorkoutListModel(
                frame: frame, caption: choice.caption,
                nothing: words.nothing,
                rows: rows, first: visible.lowerBound, count: count, scroll: offset,
                hidden: away, hovered: hovered, focused: focused), style, resources,
            record: WorkoutListPane.record)
    }

    func encode(into scene: SceneBuilder) {
        list.encode(into: scene)
        button.encode(into: scene)
    }
}
