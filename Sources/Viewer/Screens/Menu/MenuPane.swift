import ChartScene
import Geometry
import Localization
import Painting

/// The menu under the header's "⋯": the look of the window, and the lists that can be opened.
struct MenuModel: Equatable {
    struct Item: Equatable {
        var title: String
        var keys: String
        var command: CommandID
    }

    var window: Rect
    /// The frame of the button that it belongs to.
    var anchor: Rect
    var choices: [SegmentedControl]
    var items: [Item]
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum MenuPane {
    private static let width = 284.0
    /// The rows of the menu.
    static let bodyID = ControlID("menu.body")
    private static let padding = 12.0

    /// The heights of the parts.
    private struct Heights {
        var caption: Double
        /// The space below a choice.
        var gap: Double
        var item: Double

        static let ordinary = Heights(caption: 20, gap: 12, item: 32)
        /// For a low window.
        static let tight = Heights(caption: 16, gap: 4, item: 27)
        /// For the lowest one.
        static let tightest = Heights(caption: 15, gap: 0, item: 20)
    }

    private static func height(of model: MenuModel, _ heights: Heights) -> Double {
        let choice = heights.caption + SegmentedControl.height + heights.gap
        let items = Double(model.items.count) * heights.item
        return padding + Double(model.choices.count) * choice + (items > 0 ? items + 13 : 0)
    }

    private static func frame(_ model: MenuModel) -> (Rect, Heights) {
        let width = min(width, model.window.width - 16)
        let left = min(model.anchor.maxX - width, model.window.maxX - 8 - width)
        let top = model.anchor.maxY + 13
        let room = model.window.maxY - 8 - top
        var heights = Heights.ordinary
        if height(of: model, heights) > room { heights = .tight }
        let excess = height(of: model, heights) - room
        if excess > 0, !model.items.isEmpty {
            heights.item = max(20, heights.item - excess / Double(model.items.count))
            if height(of: model, heights) > room { heights = .tightest }
        }
        let frame = Rect(
            x: max(model.window.x + 8, left), y: top, width: width,
            height: height(of: model, heights))
        return (frame, heights)
    }

    static func record(_ model: MenuModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let (frame, heights) = frame(model)
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
                in: Rect(
                    x: frame.x + padding + 2, y: y - 2, width: inner, height: heights.caption),
                theme.text2)
            let rect = Rect(
                x: frame.x + padding, y: y + heights.caption, width: inner,
                height: SegmentedControl.height)
            rows.append(
                choice.record(
                    rect, widths: choice.options.map { _ in 1 }, hovered: model.hovered,
                    focused: model.focused, pane))
            y = rect.maxY + heights.gap
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
                    Rect(x: frame.x + 6, y: y, width: frame.width - 12, height: heights.item),
                    model, pane))
            y += heights.item
        }
        return [
            // The area around the menu receives every press and closes the menu.
            SemanticNode(
                id: ControlID("menu.list"), role: .menu, name: tr("Menu"), frame: model.window,
                command: .closeDialog,
                children: [
                    SemanticNode(
                        id: bodyID, role: .group, name: "", frame: frame,
                        command: .stayInDialog, children: rows)
                ])
        ]
    }

    private static func draw(
        _ item: MenuModel.Item, _ rect: Rect, _ model: MenuModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        let node = SemanticNode(
            id: ControlID("menu." + item.command.name, in: .dialog), role: .button,
            name: item.title, value: item.keys,
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
