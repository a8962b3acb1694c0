import ChartInteraction
import Geometry
import Glibc
import Ink

/// Draws on an `InkLayer` with a pen, and in drawing mode with the mouse or a finger.
///
/// Add it to `ChartFigure.tools`. A pen draws at any time: its tip draws, its eraser end and its
/// lower button erase. Everything else goes to the chart until `isDrawing` is set.
@MainActor
public final class InkTool: InputTool {
    /// Whether the mouse and fingers draw too.
    public var isDrawing = false
    /// Whether what would draw erases whole strokes.
    public var isErasing = false
    /// The brush of the next stroke.
    public var brush = InkBrush(.pen, size: 3)
    /// The colour of the next stroke, without the opacity of the brush.
    public var color: Color
    /// Whether the next stroke keeps its places in the data, or its shape.
    public var fidelity = StrokeModel.Fidelity.draw
    /// Called when the marks have changed.
    public var onChange: (() -> Void)?

    private let layer: InkLayer
    private var hand: Hand?
    private var erased: Set<InkMark.ID> = []
    private var hasUsedPen = false
    /// The pens whose lower button is held down.
    private var erasers: Set<Int> = []

    /// What draws: a pen, the mouse or a finger.
    private enum Hand: Hashable {
        case pen(Int)
        case mouse
        case finger(Int)
    }

    /// A tool for a layer that is attached to a chart.
    public init(_ layer: InkLayer, color: Color) {
        self.layer = layer
        self.color = color
    }

    // MARK: Input

    public func handle(_ event: InputEvent) -> Bool {
        switch event.kind {
        case .pointerPressed(.left):
            if event.pen != nil { hasUsedPen = true }
            guard hand == nil else { return event.pen != nil }
            if let pen = event.pen { return begin(.pen(pen.tool), event) }
            return isDrawing && begin(.mouse, event)
        case .pointerPressed(.right):
            guard let pen = event.pen, isInPlot(event) else { return false }
            erasers.insert(pen.tool)
            return true
        case .pointerReleased(.right):
            return event.pen.map { erasers.remove($0.tool) != nil } ?? false
        case .touchBegan(let id):
            guard isDrawing, !hasUsedPen else { return false }
            return hand == nil ? begin(.finger(id), event) : true
        case .pointerMoved:
            guard let hand, hand == self.hand(of: event) else { return false }
            add(event)
            return true
        case .touchMoved(let id):
            guard hand == .finger(id) else { return false }
            add(event)
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

    private func hand(of event: InputEvent) -> Hand {
        event.pen.map { .pen($0.tool) } ?? .mouse
    }

    private func begin(_ hand: Hand, _ event: InputEvent) -> Bool {
        guard let chart = layer.chart, isInPlot(event) else { return false }
        self.hand = hand
        erased = []
        layer.isHidden = false
        let erases = event.pen.map { $0.kind == .eraser || erasers.contains($0.tool) } ?? false
        if isErasing || erases {
            erase(event)
        } else {
            layer.live = LiveStroke(
                StrokeModel(brush, fidelity), predicts: event.pen != nil,
                color: color.opacity(Float(brush.opacity)), view: view(of: chart))
            add(event)
        }
        return true
    }

    private func isInPlot(_ event: InputEvent) -> Bool {
        layer.chart?.plot.contains(event.position) ?? false
    }

    private func add(_ event: InputEvent) {
        guard let live = layer.live else { return erase(event) }
        var place = event.position
        // The chart may have moved since the stroke began: what counts is the place in the data.
        if let chart = layer.chart {
            let now = view(of: chart)
            if now != live.view { place = live.view.point(place, from: now) }
        }
        live.add(
            PenSample(
                time: event.time, position: place, pressure: event.pen?.pressure,
                tilt: event.pen?.lean ?? 0))
    }

    private func end(_ event: InputEvent) {
        defer { cancel() }
        if !erased.isEmpty {
            onChange?()
            return
        }
        guard let live = layer.live, let stroke = live.finish() else { return }
        let start = stroke.nodes[0].position
        let way: InkAxis.Way = live.model.fidelity == .draw ? .values : .pinned
        let mark = InkMark(
            id: layer.document.makeID(), stroke: stroke, color: color,
            x: InkAxis(way, in: live.view.x, pinning: start.x),
            y: InkAxis(way, in: live.view.y, pinning: start.y))
        layer.document.add(mark)
        onChange?()
    }

    /// Ends what is being drawn without a mark.
    private func cancel() {
        layer.live = nil
        hand = nil
        erased = []
    }

    // MARK: Erasing

    /// How near the eraser must come to a stroke, in points: a pen, and anything else.
    private static let reach = (pen: 3.0, other: 6.0)

    private func erase(_ event: InputEvent) {
        guard let chart = layer.chart else { return }
        let scale = chart.deviceScale
        let place = Point(x: event.position.x * scale, y: event.position.y * scale)
        let reach = (event.pen != nil ? Self.reach.pen : Self.reach.other) * scale
        let view = view(of: chart)
        let hit = layer.document.marks.filter { $0.isHit(at: place, within: reach, in: view) }
        guard !hit.isEmpty else { return }
        // All that one gesture erases is one change.
        if !erased.isEmpty { layer.document.undo() }
        erased.formUnion(hit.map(\.id))
        layer.document.remove(erased)
    }

    private func view(of chart: Chart) -> InkView {
        InkView(chart.plotProjection, scale: chart.deviceScale)
    }
}

extension PenState {
    /// How far it leans from the upright, in degrees.
    fileprivate var lean: Double? {
        tilt.map { tilt in
            let (x, y) = (tan(tilt.dx * .pi / 180), tan(tilt.dy * .pi / 180))
            return atan((x * x + y * y).squareRoot()) * 180 / .pi
        }
    }
}
