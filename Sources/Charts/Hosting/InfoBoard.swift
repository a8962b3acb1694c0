// The board next to a crosshair: a title, and a row for each series.
//
// The contents are recorded when they change; `InfoBoardPlacement` finds the position again in
// every frame, so that the board never covers a ring and never leaves the chart's frame.

import ChartCore
import ChartScene
import Geometry
import Painting
import Text

/// A board with the readings of a chart's crosshair.
@MainActor
public final class InfoBoard: Attachment {
    /// One row.
    public struct Row: Hashable, Sendable {
        /// The name of the series; may be empty.
        public var name: String
        /// The value as text.
        public var value: String
        /// The colour of the series.
        public var color: Color

        /// Creates a row.
        public init(name: String, value: String, color: Color) {
            self.name = name
            self.value = value
            self.color = color
        }
    }

    public var isHidden = false
    /// The colours it is drawn in.
    public var theme: ChartTheme {
        didSet { if theme != oldValue { picture = nil } }
    }
    /// The text above the rows.
    public private(set) var title = ""
    /// The rows from the top down.
    public private(set) var rows: [Row] = []
    /// Its rectangle, in points; nil while it is not shown.
    public private(set) var rect: Rect?
    private var placement = InfoBoardPlacement()
    private var picture: Picture?
    private var size = Size.zero
    private let crosshair: Crosshair
    private weak var chart: Chart?

    private static let padding = 10.0
    private static let rowHeight = 18.0
    private static let gap = 14.0
    private static let dot = 4.0
    private static let nameInset = 14.0
    private static let titleStyle = TextStyle(size: 11)
    private static let nameStyle = TextStyle(size: 12)
    private static let valueStyle = TextStyle(size: 12, weight: .semibold)

    /// A board for the crosshair of a chart; add it to the chart's `overlay` after the crosshair.
    public init(for crosshair: Crosshair, of chart: Chart, theme: ChartTheme = .light) {
        self.crosshair = crosshair
        self.chart = chart
        self.theme = theme
    }

    /// Shows other values.
    public func show(_ title: String, _ rows: [Row]) {
        guard title != self.title || rows != self.rows else { return }
        self.title = title
        self.rows = rows
        picture = nil
    }

    /// Lays the board out, after the chart was.
    public func prepare(deviceScale: Double, typesetter: Typesetter) {
        guard let chart, crosshair.isShown, let x = crosshair.x, !rows.isEmpty else {
            rect = nil
            return
        }
        if picture?.scale != deviceScale {
            record(deviceScale: deviceScale, typesetter)
        }
        let projection = chart.projection
        let radius = crosshair.style.ringRadius + 2
        let markers = crosshair.rings.map { ring in
            let projection =
                ring.dimension.flatMap { chart.dimension($0) }
                .map { chart.projection(of: $0) } ?? projection
            return Rect(
                x: projection.pointX(ring.x) - radius, y: projection.pointY(ring.y) - radius,
                width: 2 * radius, height: 2 * radius)
        }
        rect =
            placement.place(
                [size], over: .init(x: projection.pointX(x), markers: markers),
                plot: chart.plot,
                in: chart.frame)?.rect
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard let picture, let rect, crosshair.opacity > 0 else { return }
        scene.picture(
            picture, at: Point(x: rect.x, y: rect.y), alpha: crosshair.opacity)
    }

    private func record(
        deviceScale: Double, _ typesetter: Typesetter
    ) {
        let canvas = Canvas(scale: deviceScale)
        let head = typesetter.line(title, Self.titleStyle)
        let lines = rows.map { row in
            (
                name: typesetter.line(row.name, Self.nameStyle),
                value: typesetter.line(row.value, Self.valueStyle)
            )
        }
        let widest = lines.reduce(head.width) {
            max(
                $0,
                Self.nameInset + $1.name.width + ($1.name.width > 0 ? Self.gap : 0)
                    + $1.value.width)
        }
        size = Size(
            width: (widest + 2 * Self.padding).rounded(.up),
            height: 2 * Self.padding + Self.rowHeight * Double(rows.count + (title.isEmpty ? 0 : 1))
        )
        let board = Rect(origin: .zero, size: size)
        canvas.shadow(
            board, radius: 8, blur: 10, offset: Vector(dx: 0, dy: 3), color: theme.shadow)
        canvas.fill(board, theme.board, corners: 8, border: .hairline(theme.hairline))
        var row = Rect(
            x: Self.padding, y: Self.padding, width: size.width - 2 * Self.padding,
            height: Self.rowHeight)
        if !title.isEmpty {
            canvas.text(head, in: row, color: theme.label)
            row.y += Self.rowHeight
        }
        for (line, told) in zip(lines, rows) {
            canvas.circle(
                at: Point(x: row.x + Self.dot, y: row.midY), radius: Self.dot, fill: told.color)
            var name = row
            name.x += Self.nameInset
            canvas.text(line.name, in: name, color: theme.label)
            canvas.text(line.value, in: row, color: theme.strongLabel, alignment: .trailing)
            row.y += Self.rowHeight
        }
        picture = canvas.finish()
    }
}
