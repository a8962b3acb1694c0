import ChartScene
import Geometry
import Ink
import Localization
import Painting

/// The row under the chart while drawing is on: how drawings follow the chart, a hint, and the end.
struct InkBarModel: Equatable {
    var frame: Rect
    var writes: Bool
    var hint: String
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum InkBarPane {
    static let height = 28.0

    static func record(_ model: InkBarModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let frame = model.frame
        // In a narrow window the names are short.
        let isNarrow = frame.width < 320
        let ways = SegmentedControl(
            id: ControlID("ink.ways", in: .ink), name: tr("How drawings follow the chart"),
            options: [
                SegmentedControl.Option(
                    label: isNarrow ? tr("Draw") : tr("Draw on data"),
                    name: tr("Draw on data: every point stays at its data"),
                    command: .drawOnData, isChosen: !model.writes),
                SegmentedControl.Option(
                    label: isNarrow ? tr("Write") : tr("Write on page"),
                    name: tr("Write on page: the shape stays as it is"),
                    command: .writeOnPage, isChosen: model.writes),
            ])
        let widths = ways.widths(padding: 24, pane)
        let width = min(widths.reduce(0, +), frame.width - 80)
        var nodes = [
            ways.record(
                Rect(x: frame.x, y: frame.y, width: width, height: frame.height), widths: widths,
                hovered: model.hovered, focused: model.focused, pane)
        ]
        let title = tr("Done")
        let doneWidth = pane.width(title, TypeStyle.control) + 28
        let done = Rect(
            x: frame.maxX - doneWidth, y: frame.y, width: doneWidth, height: frame.height)
        let node = SemanticNode(
            id: ControlID("ink.done", in: .ink), role: .button, name: title, frame: done,
            command: .toggleInk)
        pane.canvas.fill(
            done,
            model.hovered == node.id ? pane.theme.hoveredProminent : pane.theme.prominent,
            corners: Corners(Measure.controlCorner))
        if model.focused == node.id {
            pane.focusRing(done.inset(by: 2), radius: Measure.controlCorner)
        }
        pane.text(title, TypeStyle.control, in: done, pane.theme.prominentInk, .center)
        nodes.append(node)
        let room = Rect(
            x: frame.x + width + 16, y: frame.y, width: done.minX - frame.x - width - 28,
            height: frame.height)
        // Half of a sentence is of no use.
        if pane.width(model.hint, TypeStyle.text) <= room.width {
            pane.text(model.hint, TypeStyle.text, in: room, pane.theme.text2, .trailing)
        }
        return nodes
    }
}
