import ChartRendering
import Geometry
import Localization

/// The menu under the header's "⋯": how the window looks, and the lists that can be opened.
struct MenuModel: Equatable {
    struct Item: Equatable {
        var title: String
        var keys: String
        var command: CommandID
    }

    var window: Rect
    /// The button that it belongs to.
    var anchor: Rect
    var choices: [SegmentedControl]
    var items: [Item]
    var hovered: String?
    var focused: String?
}

@MainActor
enum MenuPane {
    private static let width = 284.0
    private static let padding = 12.0
    private static let captionHeight = 20.0
    private static let choiceHeight = captionHeight + SegmentedControl.height + 12
    private static let itemHeight = 32.0

    private static func frame(_ model: MenuModel) -> Rect {
        let width = min(width, model.window.width - 16)
        let items = Double(model.items.count) * itemHeight
        let height =
            padding + Double(model.choices.count) * choiceHeight + (items > 0 ? items + 13 : 0)
        let left = min(model.anchor.maxX - width, model.window.maxX - 8 - width)
        return Rect(
            x: max(model.window.x + 8, left), y: model.anchor.maxY + 13, width: width,
            height: height)
    }

    static func record(_ model: MenuModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = frame(model)
        pane.shadow(
            frame, radius: Measure.cardCorner, blur: 24, offset: Vector(dx: 0, dy: 6),
            theme.dialogShadow)
        pane.canvas.fill(
            frame, theme.board, corners: Corners(Measure.cardCorner),
            border: .hairline(theme.hairline))
        var rows: [SemanticNode] = []
        var y = frame.y + padding
        let inner = frame.width - 2 * padding
        for choice in model.choices {
            pane.text(
                choice.name, TypeStyle.label,
                in: Rect(x: frame.x + padding + 2, y: y - 2, width: inner, height: captionHeight),
                theme.text2)
            let rect = Rect(
                x: frame.x + padding, y: y + captionHeight, width: inner,
                height: SegmentedControl.height)
            rows.append(
                choice.record(
                    rect, widths: choice.options.map { _ in 1 }, hovered: model.hovered,
                    focused: model.focused, pane))
            y += choiceHeight
        }
        if !model.items.isEmpty {
            pane.canvas.horizontalLine(
                from: frame.x + padding, to: frame.maxX - padding, y: y, color: theme.hairline)
            y += 6
        }
        for item in model.items {
            rows.append(
                draw(
                    item,
                    Rect(x: frame.x + 6, y: y, width: frame.width - 12, height: itemHeight), model,
                    pane))
            y += itemHeight
        }
        return [
            // What lies beside the menu takes every press, and closes it.
            SemanticNode(
                id: "menu.list", role: .menu, name: tr("Menu"), frame: model.window,
                command: "dialog.close",
                children: [
                    SemanticNode(
                        id: "menu.body", role: .group, name: "", frame: frame,
                        command: "dialog.stay", children: rows)
                ])
        ]
    }

    private static func draw(
        _ item: MenuModel.Item, _ rect: Rect, _ model: MenuModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        let node = SemanticNode(
            id: "menu." + item.command.name, role: .button, name: item.title, value: item.keys,
            frame: rect, command: item.command)
        if model.hovered == node.id {
            pane.canvas.fill(
                rect, theme.control, corners: Corners(Measure.controlCorner),
                border: pane.border(theme.controlBorder))
        }
        if model.focused == node.id {
            pane.focusRing(rect.inset(by: 3), radius: Measure.controlCorner - 3)
        }
        let keys = pane.width(item.keys, TypeStyle.text) + 1
        pane.text(
            item.title, TypeStyle.text,
            in: Rect(x: rect.x + 8, y: rect.y, width: rect.width - 24 - keys, height: rect.height),
            theme.text1)
        pane.text(
            item.keys, TypeStyle.text,
            in: Rect(x: rect.maxX - 8 - keys, y: rect.y, width: keys, height: rect.height),
            theme.text2, .trailing)
        return node
    }
}
