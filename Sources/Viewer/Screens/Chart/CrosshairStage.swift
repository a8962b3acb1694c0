import ChartCore
import ChartScene
import Charts
import Geometry
import Text

/// The crosshair over the chart and its board: where they are in a frame, and on their way there.
///
/// The model says what is told; this follows it. The line and the rings are drawn through the
/// chart's projection and so move with the data; the board follows them in the same frame, and comes
/// to another place beside them in 150 ms.
@MainActor
final class CrosshairStage {
    /// The distance that is kept between the board and the edge of the chart's card.
    static let margin = 6.0

    let line = Crosshair(style: Crosshair.Style(line: .clear, ringFill: .clear))
    private(set) var placement = InfoBoardPlacement()
    private var motion = InfoBoardMotion()
    private let board = Pane<BoardModel>()
    private var layouts: (date: String, rows: [Reading.Row], notes: [String], known: [BoardLayout])?
    private var owner: ObjectIdentifier?
    private var shown: Reading?
    private var markers: [Rect] = []
    /// Where the board is; nil where there is none.
    private(set) var frame: Rect?
    /// Whether it will look different in the next frame without anything happening.
    private(set) var isMoving = false
    /// What assistive technology reads.
    private(set) var spoken = RevisedNode()

    /// Brings everything up to date with the model, for a frame's time.
    func update(
        _ model: ViewerModel, _ presenter: MetricChart?, card: Rect, _ style: PaneStyle,
        _ resources: PaneResources, at time: Double
    ) {
        guard let presenter else { return clear() }
        if owner != ObjectIdentifier(presenter) {
            clear()
            owner = ObjectIdentifier(presenter)
        }
        line.fadeDuration = model.appearance.reducesMotion ? 0 : 0.15
        motion.duration = line.fadeDuration
        line.style.line = style.theme.text2
        line.style.ringFill = style.theme.card
        let isOther = model.active.reading.map { $0.time != shown?.time } ?? false
        follow(model.active.reading, at: model.active.crosshair.changeTime ?? time)
        isMoving = line.advance(to: time)
        guard let shown, line.isShown else { return clear() }
        place(
            shown, presenter.chart, card, resources.typesetter, isOther: isOther,
            since: isOther ? model.active.crosshair.changeTime ?? time : time, at: time)
        if let layout, let frame {
            board.update(
                BoardModel(
                    date: shown.date, rows: shown.rows, notes: shown.notes, layout: layout,
                    size: frame.size), style, resources, record: CrosshairPane.record)
        } else {
            board.clear()
        }
        isMoving = motion.isMoving(at: time) || isMoving
        spoken.become(line.isLeaving ? nil : node(of: shown))
    }

    private func clear() {
        line.forget()
        motion.hide()
        placement = InfoBoardPlacement()
        board.clear()
        shown = nil
        layout = nil
        frame = nil
        isMoving = false
        spoken.become(nil)
    }

    /// Shows what is told now, or lets it go.
    private func follow(_ reading: Reading?, at time: Double) {
        guard let reading else {
            if shown != nil { line.hide(at: time) }
            return
        }
        if reading != shown || line.isLeaving {
            line.show(
                x: reading.time,
                rings: reading.markers.map {
                    Crosshair.Ring(x: reading.time, y: $0.value, color: $0.color)
                }, end: reading.barTop, at: time)
        }
        shown = reading
    }

    // MARK: The board's place

    private var layout: BoardLayout?

    private func place(
        _ reading: Reading, _ chart: Chart, _ card: Rect, _ typesetter: Typesetter,
        isOther: Bool, since change: Double, at time: Double
    ) {
        let layouts = layouts(of: reading, typesetter)
        let projection = chart.projection
        let now = view(of: reading, projection)
        let target = chart.targetProjection
        let isStill = chart.x.target == chart.x.range && chart.y.target == chart.y.range
        placement.measures.margin = Self.margin
        let place = placement.place(
            layouts.map(\.size), over: isStill ? now : view(of: reading, target), now: now,
            plot: chart.plot, in: card)
        layout = place.map { layouts[$0.size] }
        if let place {
            let reach =
                markers.count == now.markers.count
                ? zip(markers, now.markers).map { ($1.origin - $0.origin).length }.max() ?? 0 : 0
            motion.show(
                place.rect, over: Point(x: now.x, y: chart.plot.minY), reach: reach,
                isOther: isOther, at: change)
        } else {
            motion.hide()
        }
        markers = now.markers
        frame = motion.rect(at: time, in: card.inset(by: Self.margin))
        // The line ends on top of a bar; where the board hangs over it, it begins there.
        line.start = nil
        if let frame, reading.barTop != nil, frame.minX <= now.x, now.x <= frame.maxX {
            line.start = frame.maxY - chart.plot.minY
        }
    }

    private func layouts(of reading: Reading, _ typesetter: Typesetter) -> [BoardLayout] {
        if let layouts, layouts.date == reading.date, layouts.rows == reading.rows,
            layouts.notes == reading.notes
        {
            return layouts.known
        }
        let made = CrosshairPane.layouts(
            date: reading.date, rows: reading.rows, notes: reading.notes, typesetter)
        layouts = (reading.date, reading.rows, reading.notes, made)
        return made
    }

    /// The reading's place and what stands out there: rings, and the top of a bar.
    private func view(of reading: Reading, _ projection: Projection) -> InfoBoardPlacement.View {
        let x = projection.px(reading.time)
        let radius = line.style.ringRadius
        var values = reading.markers.map(\.value)
        if let top = reading.barTop { values.append(top) }
        // What lies beyond the plot is not drawn, and not in the way.
        let plot = projection.plot
        let places = values.map(projection.py).map { y in
            y >= plot.minY - 1 && y <= plot.maxY + 1 ? y : -1e6
        }
        return InfoBoardPlacement.View(
            x: x,
            markers: places.map {
                Rect(x: x - radius, y: $0 - radius, width: 2 * radius, height: 2 * radius)
            })
    }

    private func node(of reading: Reading) -> SemanticNode {
        SemanticNode(
            id: ControlID("board"), role: .text, name: reading.date,
            value: (reading.rows.map {
                $0.name.isEmpty ? $0.figure.text : $0.figure.text + " " + $0.name
            } + reading.notes).joined(separator: ", "), frame: frame ?? .zero)
    }

    // MARK: Drawing

    /// Draws the line, over it the board, and over both the rings: on its way the board may cross
    /// one.
    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard line.isShown else { return }
        line.encodeLine(into: scene, projection)
        if let frame { board.encode(into: scene, at: frame.origin, alpha: line.opacity) }
        line.encodeRings(into: scene, projection)
    }
}
