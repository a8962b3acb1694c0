// Routes input to what a person is doing with ink.
//
// A press begins a gesture (`InkGesture`) of the chosen action, and what pressed owns it until it is
// released: a pen, the mouse or a finger. Everything else goes to the chart.

import ChartInteraction
import Geometry
import Ink

/// Works on an `InkLayer` with a pen, and in drawing mode with the mouse or a finger.
///
/// Add it to `ChartFigure.tools`. A pen draws at any time: its tip does what `action` says, its
/// eraser end and its lower button erase. Everything else goes to the chart until `isDrawing` is
/// set.
@MainActor
public final class InkTool: InputTool {
    /// What a press on the plot does.
    public enum Action: Hashable, Sendable {
        /// Draws a stroke with the brush. Held still at its end for half a second, it becomes the
        /// line, arrow, ellipse or rectangle that was meant; undo gives the stroke back.
        case draw
        /// Erases whole marks.
        case erase
        /// Erases the parts of strokes that it touches, and whole figures.
        case erasePart
        /// Draws a figure from the press to the release.
        case figure(InkFigure.Kind)
        /// Selects the mark that is pressed, or those within a loop; moves the selected ones, and
        /// the ends of a single figure.
        case select
    }

    /// Whether the mouse and fingers draw too.
    public var isDrawing = false
    /// What a press does.
    public var action = Action.draw
    /// The brush of the next stroke or figure.
    public var brush = InkBrush(.pen, size: 3)
    /// The colour of the next mark, without the opacity of the brush.
    public var color: InkColor
    /// Whether the next mark keeps its places in the data, or its shape.
    ///
    /// Measuring marks always keep their places.
    public var fidelity = StrokeModel.Fidelity.draw
    /// The place of the data, as values of both axes, that an end of a figure snaps to near a place
    /// in points; nil if none is near.
    ///
    /// While Control is held nothing snaps.
    public var magnet: ((Point) -> (x: Double, y: Double)?)?
    /// Called with every change that was made.
    public var onChange: ((InkDocument.Change) -> Void)?
    /// Called when a sign of marks that are too small to be seen was pressed, with the time of the
    /// release.
    ///
    /// It should move the chart to them (`InkLayer.range(toShow:)`). Without it, presses on signs are
    /// like all others.
    public var onGlyph: ((_ glyph: InkGlyph, _ time: Double) -> Void)?
    /// Called when the selection has changed.
    public var onSelect: (() -> Void)?

    let layer: InkLayer
    private var hand: Hand?
    private var gesture: (any InkGesture)?
    private var hasUsedPen = false
    /// The pens whose lower button is held down.
    private var erasers: Set<Int> = []
    /// The handwriting that the next stroke may belong to.
    var writing: HandwritingGroup?

    /// What draws: a pen, the mouse or a finger.
    private enum Hand: Hashable {
        case pen(Int)
        case mouse
        case finger(Int)
    }

    /// A tool for a layer that is attached to a chart.
    public init(_ layer: InkLayer, color: InkColor) {
        self.layer = layer
        self.color = color
    }

    /// Whether something is being drawn, erased or moved.
    public var isBusy: Bool { gesture != nil }

    // MARK: Input

    public func handle(_ event: InputEvent) -> Bool {
        switch event.kind {
        case .pointerPressed(.left):
            if event.pen != nil { hasUsedPen = true }
            guard hand == nil else { return event.pen != nil }
            if press(self.hand(of: event), event) { return true }
            if let pen = event.pen { return begin(.pen(pen.tool), event) }
            return isDrawing && begin(.mouse, event)
        case .pointerPressed(.right):
            guard let pen = event.pen, isInPlot(event) else { return false }
            erasers.insert(pen.tool)
            return true
        case .pointerReleased(.right):
            return event.pen.map { erasers.remove($0.tool) != nil } ?? false
        case .touchBegan(let id):
            if hand == nil, press(.finger(id), event) { return true }
            guard isDrawing, !hasUsedPen else { return false }
            if hand == nil { return begin(.finger(id), event) }
            // A second finger means to move the chart.
            if case .finger = hand { cancel() }
            return false
        case .pointerMoved:
            guard let hand, hand == self.hand(of: event) else { return false }
            gesture?.move(event)
            return true
        case .touchMoved(let id):
            guard hand == .finger(id) else { return false }
            gesture?.move(event)
            return true
        case .pointerReleased(.left), .pointerLeft:
            guard let hand, hand == self.hand(of: event) else { return false }
            end(event)
            return event.kind != .pointerLeft
        case .touchEnded(let id):
            guard hand == .finger(id) else { return false }
            end(event)
            return true
        case .touchCancelled:
            if case .finger = hand { cancel() }
            return false
        default: return false
        }
    }

    public func reset(at time: Double) { cancel() }

    public var nextDeadline: Double? { gesture?.deadline }

    public func advance(to time: Double) {
        guard let gesture, let deadline = gesture.deadline, deadline <= time else { return }
        gesture.pause()
    }

    private func hand(of event: InputEvent) -> Hand {
        event.pen.map { .pen($0.tool) } ?? .mouse
    }

    /// Presses a sign, if one is there.
    private func press(_ hand: Hand, _ event: InputEvent) -> Bool {
        guard onGlyph != nil, let glyph = layer.glyph(at: event.position) else { return false }
        self.hand = hand
        gesture = GlyphGesture(self, glyph)
        return true
    }

    private func begin(_ hand: Hand, _ event: InputEvent) -> Bool {
        guard layer.chart != nil, isInPlot(event) else { return false }
        self.hand = hand
        layer.isHidden = false
        let erases = event.pen.map { $0.kind == .eraser || erasers.contains($0.tool) } ?? false
        let action = erases && action != .erasePart ? .erase : action
        if action != .select { select([]) }
        let gesture: any InkGesture =
            switch action {
            case .draw: StrokeGesture(self)
            case .erase: EraseGesture(self, takesParts: false)
            case .erasePart: EraseGesture(self, takesParts: true)
            case .figure(let kind): FigureGesture(self, kind)
            case .select: SelectGesture(self)
            }
        self.gesture = gesture
        layer.isBusy = true
        gesture.begin(event)
        return true
    }

    private func isInPlot(_ event: InputEvent) -> Bool {
        layer.chart?.plot.contains(event.position) ?? false
    }

    private func end(_ event: InputEvent) {
        gesture?.end(event)
        cancel()
    }

    /// Ends what is being done without a change.
    private func cancel() {
        gesture?.cancel()
        layer.isBusy = false
        gesture = nil
        hand = nil
    }

    /// What is being drawn with the brush, as the mark that it would be now; nil for nothing.
    public var draft: InkMark? { (gesture as? StrokeGesture)?.draft }

    /// The mark that was added last, if nothing was changed since; nil if there is none.
    public var latest: InkMark? {
        guard let change = layer.document.latest, change.before.isEmpty else { return nil }
        return change.after.last
    }

    // MARK: Changes

    /// The selected marks.
    public var selection: Set<InkMark.ID> { layer.selection }

    /// Selects all marks that the chart shows.
    public func selectAll() { select(Set(layer.shownMarks.map(\.id))) }

    /// Selects marks.
    public func select(_ marks: Set<InkMark.ID>) {
        guard layer.selection != marks else { return }
        layer.selection = marks
        onSelect?()
    }

    /// Changes the marks, and reports it.
    public func change(removing gone: [InkMark.ID], adding new: [InkMark]) {
        if layer.document.change(removing: gone, adding: new), let change = layer.document.latest {
            onChange?(change)
        }
    }

    /// Takes the last change back; returns whether there was one.
    @discardableResult
    public func undo() -> Bool {
        guard let change = layer.document.undo() else { return false }
        selectOnlyWhatIsThere()
        onChange?(change.reversed)
        return true
    }

    /// Makes the change again that was taken back last; returns whether there was one.
    @discardableResult
    public func redo() -> Bool {
        guard let change = layer.document.redo() else { return false }
        selectOnlyWhatIsThere()
        onChange?(change)
        return true
    }

    private func selectOnlyWhatIsThere() {
        select(layer.selection.filter { layer.document[$0] != nil })
    }

    /// Removes the selected marks.
    public func removeSelection() {
        let gone = layer.selection.sorted()
        select([])
        change(removing: gone, adding: [])
    }

    /// Gives the selected marks a colour.
    public func recolorSelection(_ color: InkColor) {
        changeSelection { $0.color = color }
    }

    /// Moves the selected marks by points.
    public func moveSelection(by way: Vector) {
        guard let view = layer.view else { return }
        let scale = view.x.pixelsPerPoint
        changeSelection {
            $0 = $0.moved(by: Vector(dx: way.dx * scale, dy: way.dy * scale), in: view)
        }
    }

    /// Moves the end of the selected figure by points, if only one is selected.
    public func moveSelectedEnd(by way: Vector) {
        guard layer.selection.count == 1, let view = layer.view else { return }
        let scale = view.x.pixelsPerPoint
        changeSelection { mark in
            guard let handle = mark.handles(in: view).last else { return }
            let place = handle.place + Vector(dx: way.dx * scale, dy: way.dy * scale)
            mark = mark.moving(handle.end, to: place, in: view)
        }
    }

    /// Copies the selected marks a little below and to the right of them, and selects the copies.
    public func copySelection() {
        guard let view = layer.view else { return }
        let shift = 12 * view.x.pixelsPerPoint
        let copies = layer.selection.sorted().compactMap { layer.document[$0] }.map { mark in
            var copy = mark.moved(by: Vector(dx: shift, dy: shift), in: view)
            copy.id = layer.makeID()
            return copy
        }
        change(removing: [], adding: copies)
        select(Set(copies.map(\.id)))
    }

    /// Gives strokes the shape back that they were drawn with: they are handwriting.
    ///
    /// What was drawn in one view, and near what was drawn before, stays together.
    public func keepShape(of marks: [InkMark.ID]) {
        let strokes = marks.sorted().compactMap { layer.document[$0] }.filter {
            if case .values = $0.x { $0.stroke != nil } else { false }
        }
        var changed: [InkMark] = []
        var group: (first: InkMark, bounds: Rect)?
        for mark in strokes {
            guard let bounds = mark.stroke?.bounds else { continue }
            let reach = HandwritingGroup.reach.distance
            if let last = group, last.first.x == mark.x, last.first.y == mark.y,
                last.bounds.inset(by: -reach).intersects(bounds)
            {
                group = (last.first, last.bounds.union(bounds))
            } else {
                group = (mark, bounds)
            }
            changed.append(mark.keepingShape(with: group?.first))
        }
        change(removing: [], adding: changed)
    }

    private func changeSelection(_ body: (inout InkMark) -> Void) {
        let changed = layer.selection.sorted().compactMap { layer.document[$0] }.map { mark in
            var mark = mark
            body(&mark)
            return mark
        }
        change(removing: [], adding: changed)
    }
}
