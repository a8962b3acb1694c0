import ChartScene
import Geometry
import Ink
import Localization
import Painting

/// The list of the drawings on the chart, the latest first.
struct InkListModel: Equatable {
    struct Row: Equatable {
        var id: Int
        var words: MarkNumbers
        var color: InkColor
        var tool: InkMode.Tool
        var isSelected: Bool
        /// Whether it is on the sums that the chart shows now.
        var isShown: Bool

        /// The lines under its title.
        var lines: [String] { ([words.dates] + words.numbers).filter { !$0.isEmpty } }
        var height: Double { 26 + 17 * Double(lines.count) + 8 }
    }

    var frame: Rect
    var rows: [Row]
    var offset: Double
    var canUndo: Bool
    var canRedo: Bool
    var areShown: Bool
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum InkListPane {
    static let width = 224.0
    private static let header = 44.0
    private static let footer = 46.0
    private static let padding = 8.0

    /// Selects a drawing, by its number, and shows where it is.
    static let choose = CommandFamily<Int>("ink.mark")

    /// The part of the frame in which rows are.
    static func list(_ frame: Rect) -> Rect {
        Rect(
            x: frame.x + padding, y: frame.y + header, width: frame.width - 2 * padding,
            height: max(0, frame.height - header - footer))
    }

    /// How far the rows can be scrolled.
    static func reach(_ rows: [InkListModel.Row], _ frame: Rect) -> Double {
        max(0, rows.reduce(0) { $0 + $1.height } - list(frame).height)
    }

    static func record(_ model: InkListModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        pane.card(frame)
        pane.text(
            tr("Drawings"), TypeStyle.name,
            in: Rect(x: frame.x + 16, y: frame.y + 4, width: 120, height: header - 8), theme.text1)
        var nodes = turns(model, pane)
        let list = list(frame)
        var rows: [SemanticNode] = []
        pane.canvas.clipped(to: list) {
            var y = list.y - model.offset
            for row in model.rows {
                let rect = Rect(x: list.x, y: y, width: list.width, height: row.height)
                y = rect.maxY
                guard rect.maxY > list.y, rect.y < list.maxY else { continue }
                rows.append(record(row, rect, within: list, model, pane))
            }
            if model.rows.isEmpty {
                pane.paragraph(
                    tr("Draw on the chart. Drawings stay with its data."), TypeStyle.text,
                    in: Rect(x: list.x + 8, y: list.y, width: list.width - 16, height: 40),
                    lines: 2, theme.text2)
            }
        }
        nodes.append(
            SemanticNode(
                id: ControlID("ink.list"), role: .list, name: tr("Drawings"), frame: list,
                children: rows))
        nodes += feet(model, pane)
        return [
            SemanticNode(
                id: ControlID("ink.drawings"), role: .group, name: tr("Drawings"), frame: frame,
                command: .stayInDialog, children: nodes)
        ]
    }

    private static func ground(
        _ node: SemanticNode, _ rect: Rect, _ model: InkListModel, _ pane: PaneCanvas
    ) {
        if node.isSelected || model.hovered == node.id {
            pane.canvas.fill(
                rect, pane.theme.control.opacity(node.isSelected ? 1 : 0.5),
                corners: Corners(Measure.controlCorner),
                border: node.isSelected ? pane.border(pane.theme.controlBorder) : nil)
        }
        if model.focused == node.id {
            pane.focusRing(rect.inset(by: 3), radius: Measure.controlCorner - 3)
        }
    }

    private static func turns(_ model: InkListModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let frame = model.frame
        let buttons: [(CommandID, String, Bool, Bool)] = [
            (.undoInk, tr("Undo"), model.canUndo, true),
            (.redoInk, tr("Redo"), model.canRedo, false),
        ]
        return buttons.enumerated().map { index, button in
            let (command, title, isEnabled, isBack) = button
            let rect = Rect(
                x: frame.maxX - 76 + Double(index) * 34, y: frame.y + 8, width: 30, height: 28)
            let node = SemanticNode(
                id: ControlID(command, in: .ink), role: .button, name: title, frame: rect,
                command: command, isEnabled: isEnabled)
            ground(node, rect, model, pane)
            InkIcons.drawTurn(
                back: isBack, at: rect.center,
                isEnabled ? pane.theme.text1 : pane.theme.text3.opacity(0.5), pane)
            return node
        }
    }

    private static func record(
        _ row: InkListModel.Row, _ rect: Rect, within list: Rect, _ model: InkListModel,
        _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        let command = choose(row.id)
        let node = SemanticNode(
            id: ControlID(command, in: .ink), role: .listItem, name: row.words.name,
            frame: rect.intersection(list), command: command, isSelected: row.isSelected)
        ground(node, rect.inset(by: 1), model, pane)
        let color = row.color.color(on: theme.card)
        InkIcons.draw(
            row.tool, at: Point(x: rect.x + 20, y: rect.y + 18),
            theme.legible(color, on: theme.card).opacity(row.isShown ? 1 : 0.5), pane)
        let left = rect.x + 38
        let width = rect.maxX - left - 6
        pane.text(
            row.words.title, TypeStyle.control,
            in: Rect(x: left, y: rect.y + 7, width: width, height: 20),
            row.isShown ? theme.text1 : theme.text3)
        var y = rect.y + 27
        for line in row.lines {
            pane.text(
                line, TypeStyle.label, in: Rect(x: left, y: y, width: width, height: 15),
                row.isShown ? theme.text2 : theme.text3)
            y += 17
        }
        return node
    }

    private static func feet(_ model: InkListModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let frame = model.frame
        let y = frame.maxY - footer
        pane.canvas.horizontalLine(
            from: frame.minX + 16, to: frame.maxX - 16, y: y, color: pane.theme.hairline)
        let feet: [(CommandID, String)] = [
            (.toggleDrawings, model.areShown ? tr("Hide all") : tr("Show all")),
            (.copyDrawings, tr("Copy as CSV")),
        ]
        return feet.enumerated().map { index, foot in
            let (command, title) = foot
            let width = pane.width(title, TypeStyle.control) + 16
            let x = index == 0 ? frame.minX + 8 : frame.maxX - 8 - width
            let rect = Rect(x: x, y: y + 9, width: width, height: 28)
            let node = SemanticNode(
                id: ControlID(command, in: .ink), role: .button, name: title, frame: rect,
                command: command, isEnabled: !model.rows.isEmpty)
            ground(node, rect, model, pane)
            pane.text(
                title, TypeStyle.control, in: rect,
                node.isEnabled ? pane.theme.text2 : pane.theme.text3.opacity(0.5), .center)
            return node
        }
    }
}
