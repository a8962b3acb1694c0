import ChartScene
import Geometry
import Localization
import Painting

/// A row of chips, one of which is chosen.
struct TrackMapFilterModel: Equatable {
    struct Chip: Equatable {
        var name: String
        var count: Int
        var command: CommandID
        var isChosen: Bool
    }

    var frame: Rect
    /// The stable id of the row, and its accessible name.
    var id: ControlID
    var name: String
    /// All comes first.
    var chips: [Chip]
    /// The page of chips that is shown if there is no room for all; nil for that with the chosen one.
    var page: Int?
    /// Shows the next page.
    var next: CommandID
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum TrackMapFilterPane {
    nonisolated static let height = 28.0
    private static let gap = 6.0
    private static let nextWidth = 32.0

    static func record(_ model: TrackMapFilterModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let widths = model.chips.map { chip in
            (26 + pane.width(chip.name, TypeStyle.control) + 6
                + pane.width(count(chip), TypeStyle.text)).rounded(.up)
        }
        let pages = pages(widths, in: model.frame.width)
        let chosen = model.chips.firstIndex(where: \.isChosen) ?? 0
        let number =
            model.page.map { $0 % pages.count } ?? pages.firstIndex { $0.contains(chosen) } ?? 0
        var x = model.frame.x
        var nodes: [SemanticNode] = []
        for index in [0] + pages[number].filter({ $0 > 0 }) where index < model.chips.count {
            let rect = Rect(
                x: x, y: model.frame.y, width: min(widths[index], model.frame.maxX - x),
                height: height)
            x = rect.maxX + gap
            nodes.append(draw(model.chips[index], rect, model, pane))
        }
        if pages.count > 1 {
            let rect = Rect(
                x: model.frame.maxX - nextWidth, y: model.frame.y, width: nextWidth, height: height)
            nodes.append(drawNext(rect, model, pane))
        }
        return [
            SemanticNode(
                id: model.id, role: .group, name: model.name,
                value: model.chips[chosen].name, frame: model.frame, children: nodes)
        ]
    }

    private static func count(_ chip: TrackMapFilterModel.Chip) -> String { "\(chip.count)" }

    /// The numbers of the chips after the first one that have room together, page by page.
    private static func pages(_ widths: [Double], in width: Double) -> [[Int]] {
        let all = widths.reduce(-gap) { $0 + $1 + gap }
        if all <= width { return [Array(widths.indices)] }
        let room = width - (widths.first ?? 0) - gap - nextWidth
        var pages: [[Int]] = [[]]
        var used = 0.0
        for index in widths.indices.dropFirst() {
            if used + widths[index] + gap > room, pages[pages.count - 1] != [] {
                pages.append([])
                used = 0
            }
            pages[pages.count - 1].append(index)
            used += widths[index] + gap
        }
        return pages
    }

    private static func draw(
        _ chip: TrackMapFilterModel.Chip, _ rect: Rect, _ model: TrackMapFilterModel,
        _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        let node = SemanticNode(
            id: ControlID(chip.command, in: .trackMap), role: .segment, name: chip.name,
            value: count(chip), frame: rect, command: chip.command, isSelected: chip.isChosen)
        let isHovered = model.hovered == node.id
        pane.canvas.fill(
            rect,
            chip.isChosen
                ? (isHovered ? theme.hoveredProminent : theme.prominent)
                : isHovered ? theme.hoveredControl : theme.control,
            corners: Corners(height / 2), border: pane.border(theme.controlBorder))
        if model.focused == node.id { pane.focusRing(rect.inset(by: 2), radius: height / 2) }
        let inside = rect.inset(by: Insets(left: 13, top: 0, right: 13, bottom: 0))
        let number = pane.width(count(chip), TypeStyle.text)
        pane.text(
            chip.name, TypeStyle.control,
            in: Rect(
                x: inside.x, y: inside.y, width: inside.width - number - 4, height: inside.height),
            chip.isChosen ? theme.prominentInk : theme.text1)
        pane.text(
            count(chip), TypeStyle.text, in: inside,
            chip.isChosen ? theme.prominentInk : theme.text2, .trailing)
        return node
    }

    private static func drawNext(
        _ rect: Rect, _ model: TrackMapFilterModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        let node = SemanticNode(
            id: ControlID(model.next, in: .trackMap), role: .button,
            name: tr("More: {1}", model.name), frame: rect, command: model.next)
        pane.canvas.fill(
            rect, model.hovered == node.id ? theme.hoveredControl : theme.control,
            corners: Corners(height / 2), border: pane.border(theme.controlBorder))
        if model.focused == node.id { pane.focusRing(rect.inset(by: 2), radius: height / 2) }
        pane.canvas.polyline(
            [(-2.0, -4.5), (2.5, 0.0), (-2.0, 4.5)].map { dx, dy in
                Point(x: rect.midX + dx, y: rect.midY + dy)
            }, width: 1.8, color: theme.text2)
        return node
    }
}

extension ControlArea {
    /// The map of all workouts and what belongs to it.
    static let trackMap = ControlArea("track-map")
}
