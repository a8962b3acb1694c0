import Charts
import Geometry
import Localization
import Text

/// The contents of the row under the chart.
struct LegendContent: Equatable {
    /// The series that can be shown and hidden.
    var items: [LegendItem] = []
    /// What bars show; nil if the chart has none.
    var amount: BarAmount?
    /// Whether that can be chosen.
    ///
    /// Where it makes no difference the choice keeps its place, so that the plot does not move from
    /// one period to the next.
    var hasBarChoice = true
    /// What bars of nights show; nil if there are none.
    var nightView: NightView?
    /// Whether that can be chosen.
    var hasNightChoice = true
    /// Whether the bars are nights.
    var isNights = false

    var isEmpty: Bool { items.isEmpty && amount == nil && nightView == nil }
}

struct LegendModel: Equatable {
    var frame: Rect
    var content: LegendContent
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

/// The row under the chart: the names of its series, and at the right what its bars show.
@MainActor
enum LegendPane {
    /// The places of the parts.
    private struct Layout {
        var pills: [Rect] = []
        /// Where the choices of the bars are.
        var bars: [Rect] = []

        var height: Double
    }

    private static let gap = 8.0
    /// The least width of the names next to the choice of the bars.
    private static let leastNames = 150.0

    /// The height of the row in a width.
    static func height(
        _ content: LegendContent, width: Double, _ typesetter: Typesetter
    ) -> Double {
        guard !content.isEmpty else { return 0 }
        return layout(
            content, in: Rect(x: 0, y: 0, width: width, height: 0), Theme.light, typesetter
        ).height
    }

    /// The names in as many rows as they need; the choice of the bars at the right of the first
    /// one, or in a row of its own under them.
    private static func layout(
        _ content: LegendContent, in frame: Rect, _ theme: Theme, _ typesetter: Typesetter
    ) -> Layout {
        let style = theme.legend
        func pills(_ width: Double) -> [Rect] {
            Legend.rects(
                of: content.items, in: Rect(x: frame.x, y: frame.y, width: width, height: 0),
                style, typesetter)
        }
        let controls = controls(content)
        guard !controls.isEmpty else {
            let rects = pills(frame.width)
            return Layout(pills: rects, height: (rects.last?.maxY ?? frame.y) - frame.y)
        }
        let wide = controls.map { min(widths($0, typesetter).reduce(8, +), frame.width) }
        let own = wide.reduce(gap * Double(wide.count - 1), +)
        let room = frame.width - own - gap
        let isNext = room >= leastNames && !content.items.isEmpty
        let rects = content.items.isEmpty ? [] : pills(isNext ? room : frame.width)
        let bottom = rects.last?.maxY ?? frame.y
        var (x, y) = (frame.maxX - own, frame.y)
        if !isNext { (x, y) = (frame.x, rects.isEmpty ? frame.y : bottom + gap) }
        var bars: [Rect] = []
        for width in wide {
            if x > frame.x, x + width > frame.maxX + 0.5 {
                (x, y) = (frame.x, y + Measure.legendHeight + gap)
            }
            bars.append(Rect(x: x, y: y, width: width, height: Measure.legendHeight))
            x += width + gap
        }
        return Layout(
            pills: rects, bars: bars, height: max(bottom, y + Measure.legendHeight) - frame.y)
    }

    /// The choices of what bars show.
    ///
    /// Averages and totals of nights are a choice only where bars show lengths.
    private static func controls(_ content: LegendContent) -> [SegmentedControl] {
        var controls: [SegmentedControl] = []
        if let amount = content.amount, content.nightView == nil || content.hasBarChoice {
            controls.append(
                SegmentedControl(
                    id: .bars, name: tr("Bars"),
                    options: BarAmount.allCases.map {
                        SegmentedControl.Option(
                            label: $0.label(isNights: content.isNights), name: $0.title,
                            command: $0.command, isChosen: $0 == amount)
                    }, isEnabled: content.hasBarChoice))
        }
        if let view = content.nightView, content.hasNightChoice || controls.isEmpty {
            controls.append(
                SegmentedControl(
                    id: .nights, name: tr("Nights"),
                    options: NightView.allCases.map {
                        SegmentedControl.Option(
                            label: $0.label, name: $0.title, command: $0.command,
                            isChosen: $0 == view)
                    }, isEnabled: content.hasNightChoice))
        }
        return controls
    }

    private static func widths(
        _ control: SegmentedControl, _ typesetter: Typesetter
    ) -> [Double] {
        control.options.map {
            (typesetter.measure($0.label, TypeStyle.control).width + 24).rounded(.up)
        }
    }

    static func record(_ model: LegendModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let (style, items) = (pane.theme.legend, model.content.items)
        let layout = layout(model.content, in: model.frame, pane.theme, pane.typesetter)
        func item(_ control: ControlID?) -> String? {
            items.first { $0.control == control }?.id
        }
        Legend.draw(
            items, in: layout.pills, hovered: item(model.hovered), focused: item(model.focused),
            on: pane.canvas, style, pane.typesetter)
        let pills = zip(items, layout.pills).map { item, rect in
            var node = SemanticNode(
                id: item.control, role: .toggle, name: item.name,
                value: item.isShown ? tr("shown") : tr("hidden"), frame: rect,
                command: LegendItem.toggle(item.id), isSelected: item.isShown)
            node.holdCommand = LegendItem.showAlone(item.id)
            node.explanation = item.explanation
            return node
        }
        var nodes: [SemanticNode] = []
        if !pills.isEmpty {
            nodes.append(
                SemanticNode(
                    id: ControlID("legend"), role: .group, name: tr("Series"), frame: model.frame,
                    children: pills))
        }
        for (control, rect) in zip(controls(model.content), layout.bars) {
            var node = control.record(
                rect, widths: widths(control, pane.typesetter), hovered: model.hovered,
                focused: model.focused, pane)
            let explanations =
                control.id == .bars
                ? BarAmount.allCases.map(\.explanation) : NightView.allCases.map(\.explanation)
            for (index, explanation) in explanations.enumerated()
            where node.children.indices.contains(index) {
                node.children[index].explanation = explanation
            }
            nodes.append(node)
        }
        return nodes
    }
}
