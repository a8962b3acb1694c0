import ChartCore
import ChartScene
import Charts
import Geometry
import Localization
import Painting

/// The figures of a way next to the heading of its page, the last one at the right.
struct RouteFiguresModel: Equatable {
    var frame: Rect
    var figures: [CaptionedFigure]
}

@MainActor
enum RouteFiguresPane {
    private static let gap = 26.0
    static let height = 44.0

    static func record(_ model: RouteFiguresModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let frame = model.frame
        guard !frame.isEmpty else { return [] }
        // What does not fit is left out from the end on; the page of figures has them all.
        var placed: [(figure: CaptionedFigure, width: Double)] = []
        var taken = 0.0
        for figure in model.figures {
            let width = width(of: figure, pane)
            guard taken + width <= frame.width else { break }
            placed.append((figure, width))
            taken += width + gap
        }
        var x = frame.maxX - max(taken - gap, 0)
        return placed.enumerated().map { index, item in
            let rect = Rect(x: x, y: frame.y, width: item.width, height: height)
            x += item.width + gap
            draw(item.figure, rect, pane)
            var node = SemanticNode(
                id: ControlID("figure.\(index)"), role: .text, name: item.figure.caption,
                value: item.figure.figure.text, frame: rect)
            node.explanation = item.figure.explanation
            return node
        }
    }

    private static func width(of item: CaptionedFigure, _ pane: PaneCanvas) -> Double {
        let unit =
            item.figure.unit.isEmpty ? 0 : pane.width(item.figure.unit, TypeStyle.text) + 4
        return max(
            pane.width(item.caption.uppercased(), TypeStyle.caption),
            pane.width(item.figure.number, TypeStyle.figure) + unit
        ).rounded(.up)
    }

    private static func draw(_ item: CaptionedFigure, _ rect: Rect, _ pane: PaneCanvas) {
        pane.text(
            item.caption.uppercased(), TypeStyle.caption,
            in: Rect(x: rect.x, y: rect.y, width: rect.width + 1, height: 16), pane.theme.text3,
            .trailing)
        let unit = item.figure.unit
        let width = unit.isEmpty ? 0 : pane.width(unit, TypeStyle.text) + 4
        pane.text(
            item.figure.number, TypeStyle.figure,
            in: Rect(x: rect.x, y: rect.y + 16, width: rect.width - width + 1, height: 28),
            pane.theme.text1, .trailing)
        if !unit.isEmpty {
            pane.text(
                unit, TypeStyle.text,
                in: Rect(x: rect.maxX - width + 4, y: rect.y + 20, width: width + 1, height: 24),
                pane.theme.text2)
        }
    }
}

/// The names of the panels, and their values at the place that is shown.
struct RouteHeadingsModel: Equatable {
    struct Heading: Equatable {
        var frame: Rect
        var name: String
        var value: String
    }

    var headings: [Heading]
}

@MainActor
enum RouteHeadingsPane {
    static func record(_ model: RouteHeadingsModel, _ pane: PaneCanvas) -> [SemanticNode] {
        model.headings.enumerated().map { index, heading in
            pane.text(heading.name, TypeStyle.labelStrong, in: heading.frame, pane.theme.text1)
            pane.text(
                heading.value, TypeStyle.labelStrong, in: heading.frame, pane.theme.text1,
                .trailing)
            return SemanticNode(
                id: ControlID("route.panel.\(index)"), role: .text, name: heading.name,
                value: heading.value, frame: heading.frame)
        }
    }
}

/// The crosshair of the panels: a line through all of them, and a ring on each value.
@MainActor
final class RouteDots {
    private var style: PaneStyle?
    private var pictures: [RouteQuantity: Picture] = [:]

    func update(_ style: PaneStyle) {
        guard style != self.style else { return }
        self.style = style
        pictures = [:]
    }

    func encode(into scene: SceneBuilder, _ state: RouteState) {
        guard let style, let index = state.place?.index else { return }
        let position = state.panels.position(of: index)
        for (panel, series) in zip(state.panels.figure.panels, state.panels.series) {
            let projection = panel.chart.plotProjection
            guard panel.chart.x.range.contains(position) else { continue }
            scene.referenceLine(
                at: position, axis: .x, width: 1, color: style.theme.text2, in: projection)
            guard let value = series.value(at: index) else { continue }
            let place = Point(
                x: projection.pixelX(position) / style.scale,
                y: projection.pixelY(value) / style.scale)
            scene.picture(picture(series.quantity, style), at: place)
        }
    }

    private func picture(_ quantity: RouteQuantity, _ style: PaneStyle) -> Picture {
        if let known = pictures[quantity] { return known }
        let canvas = Canvas(scale: style.scale)
        canvas.circle(
            at: .zero, radius: 5, fill: style.theme.card,
            stroke: Border(width: 2, color: RoutePanels.color(of: quantity, style.theme)))
        let picture = canvas.finish()
        pictures[quantity] = picture
        return picture
    }
}
