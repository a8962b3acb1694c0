import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization
import Text

/// The workouts beside the chart and in its place: their list, the button that opens it, and the page
/// of one of them.
///
/// Only the rows in sight are made, and only where something of them has changed.
@MainActor
final class WorkoutStage {
    private let list = Pane<WorkoutListModel>()
    private let button = Pane<WorkoutButtonModel>()
    private let heading = Pane<PageHeadingModel>()
    private let details = Pane<WorkoutDetailsModel>()
    private let measured = Pane<MeasuredModel>()
    /// The workouts that are listed, by their places, and what they are chosen by.
    private var chosen: (key: ChoiceKey, places: [Int], caption: String)?
    private var known = WorkoutList()
    /// Where the list is, beside the chart or in its place; nil where there is none.
    private(set) var listFrame: Rect?
    private var listKey: ListKey?
    /// The workout that is to be brought into sight with the next picture.
    private var revealed: WorkoutEntry.ID?
    /// What the page tells, which only another workout or unit changes.
    private var told: (key: DetailsKey, content: WorkoutDetails)?

    private struct ChoiceKey: Equatable {
        var range: Extent
        var isBar: Bool
        var document: Int
    }

    private struct DetailsKey: Equatable {
        var entry: WorkoutEntry
        var units: UnitPreferences
    }

    /// All that the rows in sight depend on.
    private struct ListKey: Equatable {
        var frame: Rect
        var scroll: Double
        var choice: ChoiceKey
        var view: Extent
        var units: UnitPreferences
        var isReading: Bool
        var hovered: ControlID?
        var focused: ControlID?
        var style: PaneStyle
    }

    var recordings: Int {
        list.recordings + button.recordings + heading.recordings + details.recordings
            + measured.recordings
    }

    var shownCount: Int {
        list.nodes.count + button.nodes.count + heading.nodes.count + details.nodes.count
            + measured.nodes.count
    }

    /// The ids of the workouts that are listed, the newest first.
    var listed: [WorkoutEntry.ID] { (chosen?.places ?? []).map { known.entries[$0].id } }

    /// How many rows a page of the list has.
    var rowsOnPage: Int {
        guard let listFrame else { return 1 }
        return max(
            1, Int(WorkoutListPane.list(in: listFrame).height / Measure.listRowHeight) - 1)
    }

    /// What stands where the headline does, and what beside the chart or in its place.
    var headingNodes: [SemanticNode] { heading.nodes + measured.nodes }
    var nodes: [SemanticNode] { list.nodes + button.nodes + details.nodes }

    /// Brings a workout into sight with the next picture, where it is listed.
    func reveal(_ id: WorkoutEntry.ID) { revealed = id }

    /// What the page of a workout tells.
    func content(of page: WorkoutPage, _ model: ViewerModel) -> WorkoutDetails {
        let key = DetailsKey(entry: page.entry, units: model.pins.units)
        if let told, told.key == key { return told.content }
        let content = WorkoutDetails(
            page.entry, WorkoutFormat(locale: model.locale, units: model.pins.units),
            calendar: model.calendar)
        told = (key, content)
        return content
    }

    // MARK: Update

    /// Brings everything up to date with the model.
    ///
    /// - Parameter isPage: whether the list stands in the place of the chart.
    func update(
        _ model: ViewerModel, layout: MainLayout, isPage: Bool, hovered: ControlID?,
        focused: ControlID?,
        _ style: PaneStyle, _ resources: PaneResources
    ) {
        known = model.workouts
        if let page = model.workoutPage {
            updatePage(
                page, model, layout, hovered: hovered, focused: focused, style, resources)
        } else {
            details.clear()
            measured.clear()
        }
        guard model.hasWorkoutList, let presenter = model.presenter else {
            listFrame = nil
            chosen = nil
            clearList()
            button.clear()
            if model.workoutPage == nil { heading.clear() }
            return
        }
        let choice = choose(model)
        if isPage {
            heading.update(
                PageHeadingModel(
                    frame: Rect(
                        x: layout.content.x, y: layout.content.y, width: layout.content.width,
                        height: Measure.headlineHeight),
                    title: presenter.metric.name,
                    lines: [model.rangeTitle(of: model.workoutRange)], back: .closePage,
                    hovered: hovered, focused: focused), style, resources,
                record: PageHeadingPane.record)
            let top = layout.content.y + Measure.headlineHeight + Measure.gap
            listFrame = Rect(
                x: layout.content.x, y: top, width: layout.content.width,
                height: max(0, layout.content.maxY - top))
        } else {
            heading.clear()
            listFrame = layout.list
        }
        if let frame = layout.listButton, !isPage {
            button.update(
                WorkoutButtonModel(
                    frame: frame, caption: choice.caption,
                    isHovered: hovered == WorkoutButtonPane.id,
                    isFocused: focused == WorkoutButtonPane.id), style, resources,
                record: WorkoutButtonPane.record)
        } else {
            button.clear()
        }
        if let listFrame {
            updateList(
                listFrame, choice, model, presenter, hovered: hovered, focused: focused, style,
                resources)
        } else {
            clearList()
        }
    }

    private func clearList() {
        list.clear()
        listKey = nil
    }

    /// The workouts of the range on show; others begin at their top.
    private func choose(_ model: ViewerModel) -> (places: [Int], caption: String) {
        let key = ChoiceKey(
            range: model.workoutRange, isBar: model.chosenBar != nil,
            document: model.documentRevision)
        if let chosen, chosen.key == key { return (chosen.places, chosen.caption) }
        let places = known.places(over: key.range)
        var caption = trn("{n} workout", "{n} workouts", count: places.count)
        if key.isBar { caption += " · " + model.rangeTitle(of: key.range) }
        if let before = chosen, before.places != places { model.workoutScroll = 0 }
        chosen = (key, places, caption)
        return (places, caption)
    }

    private func updateList(
        _ frame: Rect, _ choice: (places: [Int], caption: String), _ model: ViewerModel,
        _ presenter: MetricPresenter, hovered: ControlID?, focused: ControlID?, _ style: PaneStyle,
        _ resources: PaneResources
    ) {
        let count = choice.places.count
        if let place = revealed.flatMap({ known.place(of: $0) }),
            let row = choice.places.firstIndex(of: place)
        {
            model.workoutScroll = WorkoutListPane.scroll(
                revealing: row, in: frame, from: model.workoutScroll)
        }
        revealed = nil
        model.workoutScroll = min(
            max(model.workoutScroll, 0), WorkoutListPane.maximumScroll(count, in: frame))
        guard let chosen else { return }
        let key = ListKey(
            frame: frame, scroll: model.workoutScroll, choice: chosen.key,
            view: presenter.chart.x.target, units: model.pins.units,
            isReading: model.report == nil, hovered: hovered, focused: focused, style: style)
        guard key != listKey else { return }
        listKey = key
        let visible = WorkoutListPane.visible(count, in: frame, scroll: model.workoutScroll)
        let format = WorkoutFormat(locale: model.locale, units: model.pins.units)
        func row(_ place: Int) -> WorkoutRow {
            let entry = known.entries[place]
            return WorkoutRow(entry, format, date: presenter.words(for: entry.workout.start))
        }
        let rows = choice.places[visible].map(row)
        // The row that the keys are on stays in the tree where it was scrolled away.
        let away = WorkoutRow.open.subject(of: focused?.command)
            .flatMap { known.place(of: $0) }
            .flatMap { place in
                choice.places.contains(place) && !choice.places[visible].contains(place)
                    ? row(place) : nil
            }
        list.update(
            WorkoutListModel(
                frame: frame, caption: choice.caption,
                nothing: key.isReading
                    ? tr("The list comes when everything has been read.")
                    : tr("No workouts in the days shown"),
                rows: rows, first: visible.lowerBound, count: count,
                scroll: model.workoutScroll, hidden: away, hovered: hovered, focused: focused),
            style, resources, record: WorkoutListPane.record)
    }

    private func updatePage(
        _ page: WorkoutPage, _ model: ViewerModel, _ layout: MainLayout, hovered: ControlID?,
        focused: ControlID?, _ style: PaneStyle, _ resources: PaneResources
    ) {
        let content = content(of: page, model)
        heading.update(
            PageHeadingModel(
                frame: layout.headline, title: content.title, lines: content.lines,
                back: .closePage,
                steps: PageHeadingModel.Steps(
                    previous: .previousWorkout, previousName: tr("The workout before"),
                    hasPrevious: model.canStepWorkout(by: -1), next: .nextWorkout,
                    nextName: tr("The workout after"), hasNext: model.canStepWorkout(by: 1)),
                hovered: hovered, focused: focused), style, resources,
            record: PageHeadingPane.record)
        if let frame = layout.choice {
            measured.update(
                MeasuredModel(
                    frame: frame, metrics: page.measured.map(\.metric), shown: page.shown,
                    hovered: hovered, focused: focused), style, resources,
                record: MeasuredPane.record)
        } else {
            measured.clear()
        }
        guard let frame = layout.details else { return details.clear() }
        page.scroll = min(
            max(page.scroll, 0),
            WorkoutDetailsPane.maximumScroll(
                figures: content.figures.count, laps: content.laps.count, in: frame))
        details.update(
            WorkoutDetailsModel(
                frame: frame, figures: content.figures, columns: content.columns,
                laps: content.laps, scroll: page.scroll), style, resources,
            record: WorkoutDetailsPane.record)
    }

    // MARK: Drawing

    /// Draws what stands beside the chart, or in its place.
    func encode(into scene: SceneBuilder) {
        heading.encode(into: scene)
        measured.encode(into: scene)
        list.encode(into: scene)
        button.encode(into: scene)
        details.encode(into: scene)
    }
}
