import ChartRendering
import Geometry
import Localization
import Text

/// A figure over the chart with the caption above it.
struct CaptionedFigure: Equatable {
    var caption: String
    var figure: Figure
}

/// What the chart shows, in words and figures.
struct HeadlineModel: Equatable {
    var frame: Rect
    var title: String
    /// The visible range in words.
    var range: String
    /// The most telling figure last, at the right.
    var figures: [CaptionedFigure]
    /// Whether the figures stand under the title.
    var isStacked: Bool
}

@MainActor
enum HeadlinePane {
    static func record(_ model: HeadlineModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        let figuresFrame =
            model.isStacked
            ? Rect(x: frame.x, y: frame.y + 56, width: frame.width, height: 46)
            : Rect(x: frame.x, y: frame.y + 4, width: frame.width, height: 50)
        let (taken, rects) = drawFigures(model, figuresFrame, pane)

        let titleWidth = model.isStacked ? frame.width : max(80, frame.width - taken - 16)
        let title = Rect(x: frame.x, y: frame.y + 4, width: titleWidth, height: 28)
        let range = Rect(x: frame.x, y: frame.y + 32, width: titleWidth, height: 20)
        pane.text(model.title, TypeStyle.title, in: title, theme.text1)
        pane.text(model.range, TypeStyle.text, in: range, theme.text2)
        return [
            SemanticNode(
                id: "headline", role: .heading, name: model.title, value: model.range, frame: title),
            SemanticNode(
                id: "figures", role: .group, name: tr("Figures"),
                frame: rects.dropFirst().reduce(rects.first?.rect ?? .zero) { $0.union($1.rect) },
                children: rects.enumerated().map { index, placed in
                    SemanticNode(
                        id: "figure.\(index)", role: .text, name: placed.item.caption,
                        value: placed.item.figure.text, frame: placed.rect)
                }),
        ]
    }

    /// Draws the figures from the right (from the left where they are stacked) and returns the
    /// width they take.
    ///
    /// The least telling ones are left out where there is no room.
    private static func drawFigures(
        _ model: HeadlineModel, _ frame: Rect, _ pane: PaneCanvas
    ) -> (width: Double, rects: [(item: CaptionedFigure, rect: Rect)]) {
        let gap = 28.0
        struct Placed {
            var item: CaptionedFigure
            var caption: String
            var width: Double
        }
        var placed: [Placed] = model.figures.map { item in
            let caption = item.caption.uppercased()
            let unit =
                item.figure.unit.isEmpty ? 0 : pane.width(item.figure.unit, TypeStyle.text) + 4
            let width = max(
                pane.width(caption, TypeStyle.caption),
                pane.width(item.figure.number, TypeStyle.figure) + unit)
            return Placed(item: item, caption: caption, width: width.rounded(.up))
        }
        // The range in words is never cut for a figure's sake.
        let words = max(
            150, pane.width(model.range, TypeStyle.text) + 24,
            pane.width(model.title, TypeStyle.title) + 24)
        let room = model.isStacked ? frame.width : frame.width - words
        var rects: [(item: CaptionedFigure, rect: Rect)] = []
        func total() -> Double {
            placed.reduce(0) { $0 + $1.width } + gap * Double(max(0, placed.count - 1))
        }
        while placed.count > 1, total() > room { placed.removeFirst() }
        var right = model.isStacked ? frame.x + total() : frame.maxX
        for entry in placed.reversed() {
            let left = right - entry.width
            pane.text(
                entry.caption, TypeStyle.caption,
                in: Rect(x: left, y: frame.y, width: entry.width + 1, height: 16), pane.theme.text3,
                model.isStacked ? .leading : .trailing)
            draw(entry.item.figure, left, right, frame.y + 16, model.isStacked, pane)
            rects.insert(
                (entry.item, Rect(x: left, y: frame.y, width: entry.width, height: 46)), at: 0)
            right = left - gap
        }
        return (total(), rects)
    }

    private static func draw(
        _ figure: Figure, _ left: Double, _ right: Double, _ y: Double, _ isLeading: Bool,
        _ pane: PaneCanvas
    ) {
        let number = pane.typesetter.line(figure.number, TypeStyle.figure)
        let unit = pane.typesetter.line(figure.unit, TypeStyle.text)
        let unitWidth = figure.unit.isEmpty ? 0 : unit.width + 4
        let x = isLeading ? left : right - number.width - unitWidth
        let baseline = y + 23
        pane.canvas.text(number, x: x, baseline: baseline, color: pane.theme.text1)
        if !figure.unit.isEmpty {
            pane.canvas.text(
                unit, x: x + number.width + 4, baseline: baseline, color: pane.theme.text2)
        }
    }
}

/// One series in the legend.
struct LegendItem: Equatable {
    var id: String
    var name: String
    var color: Color
    var shape: MarkerShape
    var isShown: Bool

    var command: CommandID { CommandID("series.\(id)") }
}

struct LegendModel: Equatable {
    var frame: Rect
    var items: [LegendItem]
    var hovered: String?
    var focused: String?
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
            let node = SemanticNode(
                id: item.command.name, role: .toggle, name: item.name,
                value: item.isShown ? tr("shown") : tr("hidden"), frame: rect,
                command: item.command, isSelected: item.isShown)
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
                id: "legend", role: .group, name: tr("Series"), frame: model.frame, children: pills)
        ]
    }
}
