import ChartScene
import Geometry
import Localization
import Painting
import Text

/// The figures of one workout as a grid of cards, and its laps as rows.
struct WorkoutDetailsModel: Equatable {
    /// A lap: its number and its figures, one for each column.
    struct Lap: Equatable {
        var name: String
        var figures: [Figure?]
    }

    var frame: Rect
    var figures: [CaptionedFigure]
    /// The captions of the columns of the laps; columns without any value are omitted.
    var columns: [String]
    var laps: [Lap]
    var scroll = 0.0
}

@MainActor
enum WorkoutDetailsPane {
    private static let cardHeight = 64.0
    private static let leastCard = 140.0
    static let lapHeight = 34.0
    private static let captionHeight = 40.0
    private static let leastColumn = 72.0

    /// The number of cards in a row, for a width.
    private static func cardsInRow(_ width: Double) -> Int {
        max(1, Int((width + Measure.gap) / (leastCard + Measure.gap)))
    }

    /// The height of all figures and laps in a width.
    static func height(figures: Int, laps: Int, width: Double) -> Double {
        lapsTop(figures, width) + lapsHeight(laps) - (laps == 0 && figures > 0 ? Measure.gap : 0)
    }

    private static func lapsTop(_ figures: Int, _ width: Double) -> Double {
        let inRow = cardsInRow(width)
        return Double((figures + inRow - 1) / inRow) * (cardHeight + Measure.gap)
    }

    private static func lapsHeight(_ laps: Int) -> Double {
        laps == 0 ? 0 : captionHeight + Double(laps) * lapHeight + 8
    }

    /// The greatest scroll offset in a frame.
    static func maximumScroll(figures: Int, laps: Int, in frame: Rect) -> Double {
        max(0, height(figures: figures, laps: laps, width: frame.width) - frame.height)
    }

    static func record(_ model: WorkoutDetailsModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let frame = model.frame
        var cards: [SemanticNode] = []
        var rows: [SemanticNode] = []
        // The shadows of the cards may extend beyond the sides of the frame.
        let clip = Rect(
            x: frame.x - Measure.gap, y: frame.y, width: frame.width + 2 * Measure.gap,
            height: frame.height)
        pane.canvas.clipped(to: clip) {
            cards = drawCards(model, pane)
            rows = drawLaps(model, pane)
        }
        let most = maximumScroll(figures: model.figures.count, laps: model.laps.count, in: frame)
        ScrollBar.draw(
            in: Rect(
                x: frame.x, y: frame.y, width: frame.width + Measure.gap, height: frame.height),
            scroll: model.scroll, most: most, pane)
        var nodes = [
            SemanticNode(
                id: ControlID("details.figures"), role: .group, name: tr("Figures"),
                frame: around(cards),
                children: cards)
        ]
        if !rows.isEmpty {
            nodes.append(
                SemanticNode(
                    id: ControlID("details.laps"), role: .list, name: tr("Laps"),
                    frame: around(rows),
                    children: rows))
        }
        return [
            SemanticNode(
                id: ControlID("details"), role: .group, name: tr("Figures of the workout"),
                frame: frame, command: .stayInDialog, children: nodes)
        ]
    }

    /// The bounding rectangle of the visible parts of nodes.
    private static func around(_ nodes: [SemanticNode]) -> Rect {
        nodes.map(\.frame).filter { !$0.isEmpty }.reduce(Rect.zero) {
            $0.isEmpty ? $1 : $0.union($1)
        }
    }

    private static func drawCards(
        _ model: WorkoutDetailsModel, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        let frame = model.frame
        let inRow = cardsInRow(frame.width)
        let width = (frame.width + Measure.gap) / Double(inRow) - Measure.gap
        return model.figures.enumerated().map { index, figure in
            let rect = Rect(
                x: frame.x + Double(index % inRow) * (width + Measure.gap),
                y: frame.y + Double(index / inRow) * (cardHeight + Measure.gap) - model.scroll,
                width: width, height: cardHeight)
            let seen = rect.intersection(frame)
            if !seen.isEmpty { draw(figure, rect, pane) }
            return SemanticNode(
                id: ControlID("figure.\(index)"), role: .text, name: figure.caption,
                value: figure.figure.text, frame: seen)
        }
    }

    private static func draw(_ item: CaptionedFigure, _ rect: Rect, _ pane: PaneCanvas) {
        pane.card(rect)
        let inside = rect.inset(by: Insets(left: 14, top: 0, right: 10, bottom: 0))
        pane.text(
            item.caption.uppercased(), TypeStyle.caption,
            in: Rect(x: inside.x, y: rect.y + 10, width: inside.width, height: 16),
            pane.theme.text3)
        // A figure gets smaller before any of it is cut off.
        let unit = pane.typesetter.line(item.figure.unit, TypeStyle.text)
        let room = inside.width - (item.figure.unit.isEmpty ? 0 : unit.width + 4)
        let style =
            [TypeStyle.smallFigure, TypeStyle.board, TypeStyle.name].first {
                pane.width(item.figure.number, $0) <= room
            } ?? TypeStyle.name
        let number = pane.typesetter.line(item.figure.number, style, fitting: max(0, room))
        let baseline = rect.y + 48
        pane.canvas.text(number, x: inside.x, baseline: baseline, color: pane.theme.text1)
        if !item.figure.unit.isEmpty {
            pane.canvas.text(
                unit, x: inside.x + number.width + 4, baseline: baseline, color: pane.theme.text2)
        }
    }

    // MARK: Laps

    private static func drawLaps(
        _ model: WorkoutDetailsModel, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        guard !model.laps.isEmpty else { return [] }
        let frame = model.frame
        let card = Rect(
            x: frame.x, y: frame.y + lapsTop(model.figures.count, frame.width) - model.scroll,
            width: frame.width, height: lapsHeight(model.laps.count))
        if card.intersects(frame) { pane.card(card) }
        let inside = card.inset(by: Insets(left: 16, top: 0, right: 20, bottom: 8))
        // The least informative columns are omitted if there is no room.
        let shown = min(model.columns.count, max(1, Int((inside.width - 60) / leastColumn)))
        let width = (inside.width - 60) / Double(max(shown, 1))
        func cell(_ column: Int, _ y: Double, _ height: Double) -> Rect {
            Rect(
                x: inside.x + 60 + Double(column) * width, y: y, width: width, height: height)
        }
        pane.text(
            tr("Lap").uppercased(), TypeStyle.caption,
            in: Rect(x: inside.x, y: card.y + 14, width: 56, height: 18), pane.theme.text3)
        for column in 0..<shown {
            pane.text(
                model.columns[column].uppercased(), TypeStyle.caption,
                in: cell(column, card.y + 14, 18), pane.theme.text3, .trailing)
        }
        return model.laps.enumerated().map { index, lap in
            let rect = Rect(
                x: inside.x, y: card.y + captionHeight + Double(index) * lapHeight,
                width: inside.width, height: lapHeight)
            let seen = rect.intersection(frame)
            if !seen.isEmpty {
                pane.canvas.horizontalLine(
                    from: rect.x, to: rect.maxX, y: rect.y, color: pane.theme.grid)
                pane.text(
                    lap.name, TypeStyle.name,
                    in: Rect(x: rect.x, y: rect.y, width: 56, height: lapHeight),
                    pane.theme.text1)
                for column in 0..<shown {
                    pane.text(
                        lap.figures[column]?.text ?? "", TypeStyle.text,
                        in: cell(column, rect.y, lapHeight), pane.theme.text1, .trailing)
                }
            }
            return SemanticNode(
                id: ControlID("details.lap.\(index)"), role: .listItem,
                name: tr("Lap {1}", lap.name),
                value: zip(model.columns, lap.figures).compactMap { column, figure in
                    figure.map { tr("{1} {2}", column, $0.text) }
                }.joined(separator: ", "), frame: seen)
        }
    }
}
