import ChartScene
import Charts
import Geometry

/// The crosshair over the chart and its board: the values in words, in the window's colours.
///
/// `Crosshair` and `InfoBoard` decide where they are, and how they move there.
@MainActor
final class CrosshairStage {
    /// The margin between the board and the edge of the chart's card.
    static let margin = 6.0

    let line = Crosshair(style: Crosshair.Style(line: .clear, ringFill: .clear))
    private let board = InfoBoard()
    private var owner: ObjectIdentifier?
    private var shown: Reading?
    /// The frame of the board; nil if there is none.
    var frame: Rect? { board.rect }
    /// Whether it will look different in the next frame without any input.
    private(set) var isMoving = false
    /// What assistive technology reads.
    private(set) var accessible = RevisedNode()

    init() { line.board = board }

    /// Brings everything up to date with the model, for a frame's time.
    func update(
        _ model: ViewerModel, _ metricChart: MetricChart?, card: Rect, _ style: PaneStyle,
        _ resources: PaneResources, at time: Double
    ) {
        guard let metricChart else { return clear() }
        if owner != ObjectIdentifier(metricChart) {
            clear()
            owner = ObjectIdentifier(metricChart)
        }
        line.chart = metricChart.chart
        line.fadeDuration = model.appearance.reducesMotion ? 0 : 0.15
        line.style.line = style.theme.text2
        line.style.ringFill = style.theme.card
        board.style = style.theme.infoBoard
        follow(model.active.reading, at: model.active.crosshair.changeTime ?? time)
        line.advance(to: time)
        guard let shown, line.isShown else { return clear() }
        line.prepare(in: card, deviceScale: style.scale, typesetter: resources.typesetter)
        isMoving = line.isMoving
        accessible.update(line.isLeaving ? nil : node(of: shown))
    }

    private func clear() {
        line.forget()
        shown = nil
        isMoving = false
        accessible.update(nil)
    }

    /// Shows the reading, or fades the last one out.
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
            board.show(
                reading.date, reading.rows.map(InfoBoard.Row.init), notes: reading.notes)
        }
        shown = reading
    }

    private func node(of reading: Reading) -> SemanticNode {
        SemanticNode(
            id: ControlID("board"), role: .text, name: reading.date,
            value: (reading.rows.map {
                $0.name.isEmpty ? $0.figure.text : $0.figure.text + " " + $0.name
            } + reading.notes).joined(separator: ", "), frame: frame ?? .zero)
    }

    /// Draws the line, over it the board, and the rings on top: a moving board may cross one.
    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard line.isShown else { return }
        line.encode(into: scene, projection)
    }
}

extension InfoBoard.Row {
    /// The row of the board for a row of a reading.
    init(_ row: Reading.Row) {
        self.init(
            name: row.name, value: row.figure.number, unit: row.figure.unit, color: row.color,
            isDetail: row.isDetail)
    }
}

extension Theme {
    /// The style of the crosshair's board.
    var infoBoard: InfoBoard.Style {
        InfoBoard.Style(
            ground: board, hairline: hairline, shadow: boardShadow, label: text2,
            strongLabel: text1)
    }
}
