import ChartScene
import Geometry
import Ink
import Painting

/// The numbers of the selected measuring mark, next to it.
struct InkBoardModel: Equatable {
    var lines: [String]
    var color: InkColor
    /// The ends of the mark, and the room for the board.
    var ends: [Point]
    var room: Rect
}

@MainActor
enum InkBoardPane {
    static func record(_ model: InkBoardModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        guard let first = model.lines.first else { return [] }
        let others = model.lines.dropFirst()
        let widths =
            [pane.width(first, TypeStyle.name)] + others.map { pane.width($0, TypeStyle.label) }
        let size = Size(
            width: ((widths.max() ?? 0) + 24).rounded(.up), height: 34 + 16 * Double(others.count))
        let frame = frame(model, size)
        pane.shadow(
            frame, radius: Measure.boardCorner, blur: 16, offset: Vector(dx: 0, dy: 4),
            theme.boardShadow)
        pane.canvas.fill(
            frame, theme.board, corners: Corners(Measure.boardCorner),
            border: .hairline(theme.hairline))
        pane.text(
            first, TypeStyle.name,
            in: Rect(x: frame.x + 12, y: frame.y + 7, width: frame.width - 24, height: 20),
            theme.legible(model.color.color(on: theme.board), on: theme.board))
        for (index, line) in others.enumerated() {
            pane.text(
                line, TypeStyle.label,
                in: Rect(
                    x: frame.x + 12, y: frame.y + 27 + 16 * Double(index),
                    width: frame.width - 24, height: 15), theme.text2)
        }
        return []
    }

    /// The place of the board: on a side of the mark's middle where the mark is not, and in the room.
    private static func frame(_ model: InkBoardModel, _ size: Size) -> Rect {
        let (first, last) = (model.ends[0], model.ends[model.ends.count - 1])
        let middle = Point(x: (first.x + last.x) / 2, y: (first.y + last.y) / 2)
        let gap = 10.0
        let (dx, dy) = (last.x - first.x, last.y - first.y)
        let (above, below) = (middle.y - gap - size.height, middle.y + gap)
        let (before, after) = (middle.x - gap - size.width, middle.x + gap)
        // A line that falls to the right is free above it at the right, and below it at the left.
        let places: [Point] =
            dx * dy > 0
            ? [Point(x: after, y: above), Point(x: before, y: below)]
            : dx * dy < 0
                ? [Point(x: before, y: above), Point(x: after, y: below)]
                : [
                    Point(x: middle.x - size.width / 2, y: below),
                    Point(x: middle.x - size.width / 2, y: above),
                ]
        func isIn(_ place: Point) -> Bool {
            place.x >= model.room.minX && place.y >= model.room.minY
                && place.x + size.width <= model.room.maxX
                && place.y + size.height <= model.room.maxY
        }
        let place = places.first(where: isIn) ?? places[0]
        return Rect(
            x: min(
                max(place.x, model.room.minX), max(model.room.minX, model.room.maxX - size.width)),
            y: min(
                max(place.y, model.room.minY), max(model.room.minY, model.room.maxY - size.height)),
            width: size.width, height: size.height)
    }
}
