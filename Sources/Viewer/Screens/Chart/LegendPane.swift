import ChartScene
import Geometry
import Localization
import Painting
import Text

struct LegendModel: Equatable {
    var frame: Rect
    var items: [LegendItem]
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum LegendPane {
    static let rowHeight = Measure.legendHeight + 8

    /// The rectangles of the pills, in as many rows as they need.
    static func rects(
        _ items: [LegendItem], in frame: Rect, _ typesetter: Typesetter
    ) -> [Rect] {
        var x = frame.x
        var y = frame.y
        return items.map { item in
            let wanted = (typesetter.measure(item.name, TypeStyle.text).width + 40).rounded(.up)
            let width = min(wanted, frame.width)
            if x > frame.x, x + width > frame.maxX {
                x = frame.x
                y += rowHeight
            }
            defer { x += width + 8 }
            return Rect(x: x, y: y, width: width, height: Measure.legendHeight)
        }
    }

    /// The height of the legend in a width.
    static func height(_ items: [LegendItem], width: Double, _ typesetter: Typesetter) -> Double {
        rects(items, in: Rect(x: 0, y: 0, width: width, height: 0), typesetter).last?.maxY ?? 0
    }

    static func record(_ model: LegendModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        var pills: [SemanticNode] = []
        let rects = rects(model.items, in: model.frame, pane.typesetter)
        for (item, rect) in zip(model.items, rects) {
            var node = SemanticNode(
                id: item.control, role: .toggle, name: item.name,
                value: item.isShown ? tr("shown") : tr("hidden"), frame: rect,
                command: LegendItem.toggle(item.id), isSelected: item.isShown)
            node.holdCommand = LegendItem.showAlone(item.id)
            node.explanation = item.explanation
            let radius = Corners(rect.height / 2)
            if item.isShown {
                pane.canvas.fill(
                    rect, theme.card, corners: radius, border: .hairline(theme.hairline))
            } else {
                pane.canvas.fill(rect, .clear, corners: radius, border: .hairline(theme.hairline))
            }
            if model.hovered == node.id {
                pane.canvas.fill(rect, theme.text1.opacity(0.05), corners: radius)
            }
            if model.focused == node.id { pane.focusRing(rect, radius: rect.height / 2) }
            let center = Point(x: rect.x + 16, y: rect.midY)
            if item.isShown {
                pane.canvas.marker(
                    item.shape, at: center, radius: item.shape == .square ? 4 : 4.75,
                    fill: item.color)
            } else {
                pane.canvas.circle(
                    at: center, radius: 4.5, fill: .clear,
                    stroke: Border(width: 1.5, color: theme.text3))
            }
            pane.text(
                item.name, TypeStyle.text,
                in: Rect(x: rect.x + 28, y: rect.y, width: rect.width - 36, height: rect.height),
                item.isShown ? theme.text1 : theme.text3)
            pills.append(node)
        }
        guard !pills.isEmpty else { return [] }
        return [
            SemanticNode(
                id: ControlID("legend"), role: .group, name: tr("Series"), frame: model.frame,
                children: pills)
        ]
    }
}
