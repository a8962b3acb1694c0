import ChartScene
import Geometry
import Localization
import Painting

/// The values of the place that is shown, next to its ring; or those of the selected part.
struct RouteBoardModel: Equatable {
    var map: Rect
    /// The ring that the board must not cover; nil for a board in a corner.
    var ring: Point?
    var rows: [CaptionedFigure]
}

@MainActor
enum RouteBoardPane {
    private static let rowHeight = 18.0

    static func record(_ model: RouteBoardModel, _ pane: PaneCanvas) -> [SemanticNode] {
        guard !model.rows.isEmpty, model.map.width > 220, model.map.height > 180 else { return [] }
        let captions = model.rows.map { pane.width($0.caption, TypeStyle.label) }.max() ?? 0
        let values = model.rows.map { pane.width($0.figure.text, TypeStyle.labelStrong) }.max() ?? 0
        let size = Size(
            width: (captions + values + 38).rounded(.up),
            height: Double(model.rows.count) * rowHeight + 14)
        let rect = place(size, model)
        pane.shadow(
            rect, radius: Measure.boardCorner, blur: 12, offset: Vector(dx: 0, dy: 4),
            pane.theme.boardShadow)
        pane.canvas.fill(
            rect, pane.theme.board, corners: Corners(Measure.boardCorner),
            border: .hairline(pane.theme.hairline))
        for (index, row) in model.rows.enumerated() {
            let line = Rect(
                x: rect.x + 12, y: rect.y + 7 + Double(index) * rowHeight, width: rect.width - 24,
                height: rowHeight)
            pane.text(row.caption, TypeStyle.label, in: line, pane.theme.text2)
            pane.text(row.figure.text, TypeStyle.labelStrong, in: line, pane.theme.text1, .trailing)
        }
        return [
            SemanticNode(
                id: ControlID("route.board"), role: .text, name: tr("Place on the way"),
                value: model.rows.map { "\($0.caption) \($0.figure.text)" }
                    .joined(separator: ", "), frame: rect)
        ]
    }

    /// At the side of the ring where there is room, whole.
    private static func place(_ size: Size, _ model: RouteBoardModel) -> Rect {
        let room = model.map.inset(by: 8)
        guard let ring = model.ring else {
            // Above the scale.
            return Rect(
                x: room.x + 4, y: room.maxY - 34 - size.height, width: size.width,
                height: size.height)
        }
        let gap = 18.0
        let isLeft = ring.x + gap + size.width > room.maxX
        let x = isLeft ? ring.x - gap - size.width : ring.x + gap
        return Rect(
            x: min(max(x, room.x), room.maxX - size.width),
            y: min(max(ring.y - size.height / 2, room.y), room.maxY - size.height),
            width: size.width, height: size.height)
    }
}
