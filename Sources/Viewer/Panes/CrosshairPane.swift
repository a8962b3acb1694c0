import ChartRendering
import Geometry
import Localization
import Text

/// The crosshair on a reading, with its markers and the board that tells the values.
struct CrosshairModel: Equatable {
    struct Marker: Equatable {
        var y: Double
        var color: Color
    }

    var card: Rect
    var plot: Rect
    /// The reading's place, in points.
    var x: Double
    /// Where the line ends below the board: at the top of a bar; nil for the plot's bottom.
    var top: Double?
    var markers: [Marker]
    var date: String
    var rows: [Reading.Row]
}

@MainActor
enum CrosshairPane {
    private static let padding = 12.0
    private static let dateHeight = 18.0
    private static let rowHeight = 21.0

    static func record(_ model: CrosshairModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let board = boardFrame(model, pane)
        let lineTop = model.top == nil ? model.plot.minY : min(board.maxY, model.top ?? board.maxY)
        let lineBottom = model.top ?? model.plot.maxY
        if lineBottom > lineTop {
            pane.canvas.verticalLine(
                x: model.x, from: lineTop, to: lineBottom, color: theme.text2)
        }
        for marker in model.markers {
            pane.canvas.circle(
                at: Point(x: model.x, y: marker.y), radius: 6, fill: theme.card,
                stroke: Border(width: 2.5, color: marker.color))
        }
        draw(model, board, pane)
        return [
            SemanticNode(
                id: "board", role: .text, name: model.date,
                value: model.rows.map { ($0.figure.text + " " + $0.name).trimmed }
                    .joined(separator: ", "), frame: board)
        ]
    }

    private static func size(_ model: CrosshairModel, _ pane: PaneCanvas) -> Size {
        var width = pane.width(model.date, TypeStyle.label)
        for row in model.rows {
            let unit =
                row.figure.unit.isEmpty ? 0 : pane.width(row.figure.unit, TypeStyle.label) + 4
            let name = row.name.isEmpty ? 0 : pane.width(row.name, TypeStyle.label) + 10
            width = max(width, pane.width(row.figure.number, TypeStyle.board) + unit + name)
        }
        return Size(
            width: (width + 2 * padding).rounded(.up),
            height: 2 * 8 + dateHeight + rowHeight * Double(model.rows.count))
    }

    /// The board's place: over the reading near the top of the plot; where it would cover a marker,
    /// beside it; always inside the card.
    static func boardFrame(_ model: CrosshairModel, _ pane: PaneCanvas) -> Rect {
        place(
            size(model, pane), x: model.x,
            markers: model.markers.map(\.y) + (model.top.map { [$0] } ?? []), plot: model.plot,
            card: model.card)
    }

    /// The rule itself, for tests.
    static func place(
        _ size: Size, x: Double, markers: [Double], plot: Rect, card: Rect
    ) -> Rect {
        let inside = card.inset(by: 6)
        func frame(center: Double, top: Double) -> Rect {
            let left = min(max(center - size.width / 2, inside.minX), inside.maxX - size.width)
            let y = min(max(top, inside.minY), inside.maxY - size.height)
            return Rect(x: left, y: y, width: size.width, height: size.height)
        }
        /// How far the board comes into the markers' reach: 0 where it covers none.
        func covered(_ rect: Rect) -> Double {
            markers.reduce(0) { sum, y in
                let marker = Rect(x: x - 8, y: y - 8, width: 16, height: 16)
                return sum + (marker.intersects(rect) ? marker.intersection(rect).height : 0)
            }
        }
        let top = plot.minY + 4
        let aside = size.width / 2 + 18
        let isRight = x > plot.midX
        let candidates = [
            frame(center: x, top: top), frame(center: x + (isRight ? -aside : aside), top: top),
            frame(center: x + (isRight ? aside : -aside), top: top),
            frame(center: x, top: plot.maxY - size.height - 4),
        ]
        return candidates.first { covered($0) == 0 }
            ?? candidates.min { covered($0) < covered($1) } ?? candidates[0]
    }

    private static func draw(_ model: CrosshairModel, _ board: Rect, _ pane: PaneCanvas) {
        let theme = pane.theme
        pane.canvas.shadow(
            board, radius: Measure.boardCorner, blur: 10, offset: Vector(dx: 0, dy: 4),
            color: Color(hex: 0, alpha: theme.appearance == .light ? 0.14 : 0.4))
        pane.canvas.fill(
            board, theme.board, corners: Corners(Measure.boardCorner),
            border: .hairline(theme.hairline))
        var y = board.y + 8
        let left = board.x + padding
        pane.text(
            model.date, TypeStyle.label,
            in: Rect(x: left, y: y, width: board.width - padding, height: dateHeight), theme.text2)
        y += dateHeight
        for row in model.rows {
            let number = pane.typesetter.line(row.figure.number, TypeStyle.board)
            let baseline = y + 15
            pane.canvas.text(number, x: left, baseline: baseline, color: row.color)
            var x = left + number.width
            if !row.figure.unit.isEmpty {
                let unit = pane.typesetter.line(row.figure.unit, TypeStyle.label)
                pane.canvas.text(unit, x: x + 4, baseline: baseline, color: theme.text2)
                x += unit.width + 4
            }
            if !row.name.isEmpty {
                let name = pane.typesetter.line(row.name, TypeStyle.label)
                pane.canvas.text(
                    name, x: x + 10, baseline: baseline, color: theme.text2)
            }
            y += rowHeight
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
