import Charts
import Geometry
import Localization
import Text

struct LegendModel: Equatable {
    var frame: Rect
    var items: [LegendItem]
    var hovered: ControlID?
    var focused: ControlID?
}

extension Theme {
    /// The style of the legend.
    var legend: Legend.Style {
        Legend.Style(
            ground: card, hairline: hairline, text: text1, hiddenText: text3, focus: focus)
    }
}

@MainActor
enum LegendPane {
    /// The height of the legend in a width.
    static func height(_ items: [LegendItem], width: Double, _ typesetter: Typesetter) -> Double {
        Legend.height(of: items, width: width, Theme.light.legend, typesetter)
    }

    static func record(_ model: LegendModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let style = pane.theme.legend
        let rects = Legend.rects(of: model.items, in: model.frame, style, pane.typesetter)
        func item(_ control: ControlID?) -> String? {
            model.items.first { $0.control == control }?.id
        }
        Legend.draw(
            model.items, in: rects, hovered: item(model.hovered), focused: item(model.focused),
            on: pane.canvas, style, pane.typesetter)
        let pills = zip(model.items, rects).map { item, rect in
            var node = SemanticNode(
                id: item.control, role: .toggle, name: item.name,
                value: item.isShown ? tr("shown") : tr("hidden"), frame: rect,
                command: LegendItem.toggle(item.id), isSelected: item.isShown)
            node.holdCommand = LegendItem.showAlone(item.id)
            node.explanation = item.explanation
            return node
        }
        guard !pills.isEmpty else { return [] }
        return [
            SemanticNode(
                id: ControlID("legend"), role: .group, name: tr("Series"), frame: model.frame,
                children: pills)
        ]
    }
}
