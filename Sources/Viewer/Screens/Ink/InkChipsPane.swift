import ChartScene
import Geometry
import Painting

/// Drawings on sums that the chart does not show now; each sign leads to those sums.
struct InkChipsModel: Equatable {
    struct Chip: Equatable {
        var basis: String
        var text: String
        var leads: Bool
    }

    var plot: Rect
    var chips: [Chip]
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum InkChipsPane {
    /// Shows the sums that drawings are on, by the name of their basis.
    static let show = CommandFamily<String>("ink.basis")

    static func record(_ model: InkChipsModel, _ pane: PaneCanvas) -> [SemanticNode] {
        var x = model.plot.minX + 8
        return model.chips.map { chip in
            let width = (pane.width(chip.text, TypeStyle.label) + 20).rounded(.up)
            let rect = Rect(x: x, y: model.plot.minY + 6, width: width, height: 20)
            x = rect.maxX + 6
            let command = show(chip.basis)
            let node = SemanticNode(
                id: ControlID(command, in: .ink), role: chip.leads ? .button : .text,
                name: chip.text, frame: rect, command: chip.leads ? command : nil)
            pane.canvas.fill(
                rect,
                model.hovered == node.id ? pane.theme.hoveredControl : pane.theme.board,
                corners: Corners(10), border: .hairline(pane.theme.hairline))
            if model.focused == node.id { pane.focusRing(rect.inset(by: 2), radius: 8) }
            pane.text(chip.text, TypeStyle.label, in: rect, pane.theme.text2, .center)
            return node
        }
    }
}
