import ChartCore
import ChartInteraction
import Charts
import Geometry
import HealthData
import Ink
import Localization

/// The tool that draws on the viewer's charts.
///
/// A pen draws at any time, as far as the chart has dates; the mouse and fingers draw while drawing
/// is on.
@MainActor
final class InkInput: InputTool {
    nonisolated static let entry = ToolEntry(make: InkInput.init, commands: InkCommands.all)

    /// How near an end must be to a reading to snap to it, in points.
    private static let magnet = 12.0
    /// How often what is being drawn is written to the library, in seconds.
    private static let draftInterval = 1.0

    private unowned let viewer: ViewerContext
    private unowned let area: any ChartSurface
    /// The tool of the layer that was used last.
    private var tool: (owner: MetricChart, tool: InkTool)?
    /// When the next draft is due, and the last one; nil while nothing is being drawn.
    private var draft: (due: Double, last: InkMark?)?
    /// A press that writes a note when it is released.
    private var note: Point?
    /// A press of a pen while drawing is off, as long as it may be a tap.
    private var tap: InputEvent?
    /// How far a pen may move in a tap, in points, and how long it may take, in seconds.
    private static let tapLimits = (distance: 4.0, time: 0.3)

    init(_ viewer: ViewerContext, _ area: any ChartSurface) {
        self.viewer = viewer
        self.area = area
    }

    private var model: ViewerModel { viewer.model }

    /// The tool of the displayed chart, set as the palette says; nil if it cannot be drawn on.
    private func current(makes: Bool) -> InkTool? {
        guard area.chart != nil, let chart = model.metricChart, chart.chart === area.chart else {
            return nil
        }
        if tool?.owner !== chart {
            guard makes || chart.ink != nil, let layer = model.drawings.layer(of: chart) else {
                return nil
            }
            tool = (chart, viewer.makeInkTool(layer, chart))
        }
        guard let tool = tool?.tool else { return nil }
        let mode = viewer.ink
        tool.isDrawing = mode.isOpen
        if !tool.isBusy {
            tool.action = mode.activeTool.action ?? .select
            (tool.brush, tool.color, tool.fidelity) = (mode.brush, mode.color, mode.fidelity)
        }
        tool.magnet = { [unowned self] in self.reading(near: $0, on: chart) }
        return tool
    }

    /// The reading near a place, as time and value.
    private func reading(near place: Point, on chart: MetricChart) -> (x: Double, y: Double)? {
        let projection = chart.chart.projection
        let time = projection.valueX(atPoint: place.x)
        guard let near = chart.sample(nearest: time),
            (Point(x: projection.pointX(near.time), y: projection.pointY(near.value)) - place)
                .length <= Self.magnet
        else { return nil }
        return (near.time, near.value)
    }

    // MARK: Input

    func handle(_ event: InputEvent) -> Bool {
        if takesNote(event) { return true }
        let isPress: Bool
        switch event.kind {
        case .pointerPressed(.left): isPress = event.pen != nil || viewer.ink.isOpen
        case .touchBegan: isPress = viewer.ink.isOpen
        case .pointerPressed: isPress = event.pen != nil
        default: isPress = false
        }
        guard let tool = current(makes: isPress) else { return false }
        let wasBusy = tool.isBusy
        watchTap(event, tool)
        let isTaken = tool.handle(event)
        if isTaken { model.onChange(.input) }
        if tool.isBusy, !wasBusy { begin(event, tool) }
        if !tool.isBusy {
            endDraft()
            model.drawings.catchUp()
            if wasBusy, let mark = tool.latest { viewer.didDraw(mark) }
        }
        return isTaken
    }

    /// A tap of a pen on a chart that is only looked at pins the reading there, and draws no dot.
    private func watchTap(_ event: InputEvent, _ tool: InkTool) {
        switch event.kind {
        case .pointerPressed(.left) where event.pen != nil && !viewer.ink.isOpen: tap = event
        case .pointerMoved, .pointerReleased(.left):
            guard let start = tap else { return }
            if (event.position - start.position).length > Self.tapLimits.distance
                || event.time - start.time > Self.tapLimits.time
            {
                tap = nil
            } else if event.kind != .pointerMoved {
                tap = nil
                tool.reset(at: event.time)
                model.active.handle(
                    Gesture(
                        kind: .tap(count: 1), phase: .ended, id: 0, device: .touch,
                        time: event.time, origin: start.position))
            }
        default: tap = nil
        }
    }

    private func begin(_ event: InputEvent, _ tool: InkTool) {
        model.active.point(at: nil)
        model.drawings.areShown = true
        draft = (event.time + Self.draftInterval, nil)
    }

    /// Whether an event writes a note: a press with the tool for text.
    private func takesNote(_ event: InputEvent) -> Bool {
        guard viewer.ink.isOpen, viewer.ink.tool == .text, let chart = area.chart else {
            note = nil
            return false
        }
        switch event.kind {
        case .pointerPressed(.left), .touchBegan:
            guard chart.plot.contains(event.position) else { return false }
            note = event.position
            return true
        case .pointerReleased(.left), .touchEnded:
            guard let place = note else { return false }
            note = nil
            write(at: chart.projection.valueX(atPoint: place.x))
            return true
        default: return false
        }
    }

    private func write(at time: Double) {
        guard model.notes.areKept else { return viewer.explainDrawingsAreNotKept() }
        // To the minute, as a person would write it.
        let minute = (time / 60).rounded() * 60
        NoteScreen.open(
            NotePrompt(
                at: Extent(min: minute, max: minute), candidate: model.notes.candidate,
                in: model.calendar), viewer)
    }

    func reset(at time: Double) {
        note = nil
        tool?.tool.reset(at: time)
        endDraft()
    }

    // MARK: Time

    var nextDeadline: Double? {
        guard let tool = tool?.tool, tool.isBusy else { return nil }
        return [tool.nextDeadline, draft?.due].compactMap(\.self).min()
    }

    func advance(to time: Double) {
        guard let tool = tool?.tool, tool.isBusy else { return }
        tool.advance(to: time)
        model.onChange(.input)
        guard let due = draft?.due, due <= time else { return }
        writeDraft(tool)
        draft?.due = time + Self.draftInterval
    }

    /// Writes what is being drawn, so that a crash loses a second of it at most.
    private func writeDraft(_ tool: InkTool) {
        guard model.drawings.areKept, let mark = tool.draft, let chart = self.tool?.owner else {
            return
        }
        model.drawings.writeDraft(mark, of: chart.metric.id)
        draft?.last = mark
    }

    /// Removes a draft that has become no mark.
    private func endDraft() {
        let last = draft?.last
        draft = nil
        guard let last, let chart = tool?.owner, chart.ink?.document[last.id] == nil
        else { return }
        model.drawings.removeDraft(last, of: chart.metric.id)
    }
}

extension ViewerContext {
    /// The tool for a layer, whose changes are written.
    ///
    /// - Parameter way: how its changes come about.
    func makeInkTool(
        _ layer: InkLayer, _ chart: MetricChart, _ way: LibraryMarkEdit.Way = .made
    ) -> InkTool {
        let tool = InkTool(layer, color: ink.color)
        let metric = chart.metric.id
        tool.onChange = { [unowned self] change in
            model.drawings.didChange(change, way, of: metric)
            if !model.drawings.areKept { explainDrawingsAreNotKept() }
        }
        tool.onSelect = { [unowned self] in model.drawings.didSelect() }
        return tool
    }

    /// Offers once that handwriting keeps its shape, after a stroke that looks like it.
    func didDraw(_ mark: InkMark) {
        // One message at a time.
        guard ink.noteStroke(mark), !ink.hasOfferedWriting, toast == nil else { return }
        ink.hasOfferedWriting = true
        showMessage(
            tr("Handwriting keeps its shape on the page."),
            action: Toast.Action(title: tr("Write on page")) { [weak self] in
                guard let self else { return }
                let strokes = ink.beginWriting()
                inkTool?.keepShape(of: strokes)
                changed()
            })
    }

    /// Says once that drawings on files that are only looked at are lost with them, and offers to
    /// keep the files.
    func explainDrawingsAreNotKept() {
        guard !ink.hasExplained else { return }
        ink.hasExplained = true
        let canKeep = hosts.document?.canAddToLibrary ?? false
        showMessage(
            canKeep
                ? tr("Drawings are kept in your library only. Add this file to it to keep them.")
                : tr("Drawings are kept in your library only."),
            action: canKeep
                ? Toast.Action(title: tr("Keep")) { [weak self] in self?.hosts.document?.keep() }
                : nil)
    }
}
