import ChartRendering
import Geometry
import Localization

/// A list over everything else: the keys, or what became of the files.
struct DialogModel: Equatable {
    struct Row: Equatable {
        var leading: String
        var trailing: String
        var isHeading = false
    }

    var window: Rect
    var top: Double
    var title: String
    var rows: [Row]
    var scroll: Double
    var hovered: String?
    var focused: String?
}

@MainActor
enum DialogPane {
    static let rowHeight = 26.0
    private static let chrome = 76.0

    static func frame(_ model: DialogModel) -> Rect {
        let width = min(620, model.window.width - 24)
        let wanted = chrome + Double(model.rows.count) * rowHeight + 12
        let height = min(wanted, model.window.height - model.top - 24)
        return Rect(
            x: model.window.midX - width / 2,
            y: model.top + max(12, (model.window.height - model.top - height) / 2), width: width,
            height: height)
    }

    /// How far the rows can be scrolled.
    static func maximumScroll(_ model: DialogModel) -> Double {
        max(0, Double(model.rows.count) * rowHeight + 12 - (frame(model).height - chrome))
    }

    static func record(_ model: DialogModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = frame(model)
        pane.canvas.fill(
            model.window, Color(hex: 0, alpha: theme.appearance == .light ? 0.28 : 0.55))
        pane.canvas.shadow(
            frame, radius: Measure.cardCorner, blur: 32, offset: Vector(dx: 0, dy: 10),
            color: Color(hex: 0, alpha: 0.25))
        pane.canvas.fill(
            frame, theme.board, corners: Corners(Measure.cardCorner),
            border: .hairline(theme.hairline))
        pane.text(
            model.title, TypeStyle.title,
            in: Rect(x: frame.x + 24, y: frame.y + 20, width: frame.width - 96, height: 30),
            theme.text1)
        let close = Rect(x: frame.maxX - 48, y: frame.y + 20, width: 30, height: 30)
        let closeNode = SemanticNode(
            id: "dialog.close", role: .button, name: tr("Close"), frame: close,
            command: "dialog.close")
        pane.canvas.circle(
            at: close.center, radius: 14,
            fill: model.hovered == closeNode.id
                ? theme.control.mixed(with: theme.text3, 0.25) : theme.control)
        if model.focused == closeNode.id { pane.focusRing(close.inset(by: 2), radius: 13) }
        let c = close.center
        pane.canvas.line(
            from: Point(x: c.x - 4, y: c.y - 4), to: Point(x: c.x + 4, y: c.y + 4), width: 1.4,
            color: theme.text1)
        pane.canvas.line(
            from: Point(x: c.x - 4, y: c.y + 4), to: Point(x: c.x + 4, y: c.y - 4), width: 1.4,
            color: theme.text1)

        let list = Rect(
            x: frame.x, y: frame.y + chrome - 12, width: frame.width,
            height: frame.height - chrome + 4)
        var rows: [SemanticNode] = []
        pane.canvas.clipped(to: list) {
            for (index, row) in model.rows.enumerated() {
                let rect = Rect(
                    x: frame.x + 24, y: list.y + Double(index) * rowHeight - model.scroll,
                    width: frame.width - 48, height: rowHeight)
                guard rect.intersects(list) else { continue }
                rows.append(draw(row, rect, index, pane))
            }
        }
        return [
            // The veil takes every press beside the dialog, and closes it.
            SemanticNode(
                id: "dialog", role: .dialog, name: model.title, frame: model.window,
                command: "dialog.close",
                children: [
                    SemanticNode(
                        id: "dialog.body", role: .list, name: model.title, frame: frame,
                        command: "dialog.stay", children: rows), closeNode,
                ])
        ]
    }

    private static func draw(
        _ row: DialogModel.Row, _ rect: Rect, _ index: Int, _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        if row.isHeading {
            pane.text(row.leading, TypeStyle.name, in: rect, theme.text1)
        } else {
            let trailingWidth = min(
                rect.width * 0.5, pane.width(row.trailing, TypeStyle.text) + 2)
            pane.text(
                row.leading, TypeStyle.text,
                in: Rect(
                    x: rect.x, y: rect.y, width: rect.width - trailingWidth - 12,
                    height: rect.height), theme.text2)
            pane.text(
                row.trailing, TypeStyle.text,
                in: Rect(
                    x: rect.maxX - trailingWidth, y: rect.y, width: trailingWidth,
                    height: rect.height), theme.text1, .trailing)
        }
        return SemanticNode(
            id: "dialog.row.\(index)", role: .listItem, name: row.leading, value: row.trailing,
            frame: rect)
    }
}
