import ChartScene
import Geometry
import Ink
import Localization
import Painting

/// The tools, colours and sizes of drawing.
struct InkPaletteModel: Equatable {
    var frame: Rect
    var tool: InkMode.Tool
    var color: InkColor
    var showsFixedColors: Bool
    var size: Double
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum InkPalettePane {
    /// The width of the palette, in points.
    static let width = 80.0
    private static let button = 32.0
    private static let gap = 4.0
    private static let padding = 6.0
    private static let swatch = 17.0
    /// The heights of the button for more colours and of those for sizes, in points.
    private static let more = 22.0
    private static let sizes = 24.0
    /// Tools that are separated by a line.
    private static let groups: [[InkMode.Tool]] = [
        [.pen, .marker, .eraser, .partEraser, .select, .text],
        [.trendLine, .level, .measure, .rangeBox, .span, .moment],
        [.line, .arrow, .ellipse, .rectangle],
    ]
    /// The colours that stay as they are: those of a paint box.
    static let fixedColors: [InkColor] = [
        0x000000, 0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ].map { .fixed(Color(hex: $0)) }

    /// The colours that are shown.
    static func colors(fixed: Bool) -> [InkColor] {
        fixed ? fixedColors : InkColor.Name.allCases.map { .named($0) }
    }

    /// Chooses a colour, by its number among those that are shown.
    static let choose = CommandFamily<Int>("ink.color")

    static func record(_ model: InkPaletteModel, _ pane: PaneCanvas) -> [SemanticNode] {
        pane.card(model.frame)
        let inner = model.frame.inset(by: padding)
        var nodes: [SemanticNode] = []
        var y = inner.y
        let fit = fit(inner.height)
        let (height, gap) = (fit.button, fit.gap)
        for (index, group) in groups.enumerated() {
            if index > 0 {
                pane.canvas.horizontalLine(
                    from: inner.minX + 4, to: inner.maxX - 4, y: y + 2, color: pane.theme.hairline)
                y += 9 - gap
            }
            for (place, tool) in group.enumerated() {
                let rect = Rect(
                    x: inner.x + Double(place % 2) * (button + gap), y: y, width: button,
                    height: height)
                nodes.append(toolButton(tool, rect, model, pane))
                if place % 2 == 1 { y += height + gap }
            }
        }
        y += 2
        nodes += swatches(inner, &y, model, pane)
        if fit.hasMore { nodes.append(moreButton(inner, &y, model, pane)) }
        if fit.hasSizes {
            nodes += sizeButtons(inner, y, model, pane)
            y += sizes + 8
        }
        if inner.maxY - y >= more { nodes.append(sideButton(inner, model, pane)) }
        return [
            SemanticNode(
                id: ControlID("ink.palette"), role: .group, name: tr("Drawing tools"),
                frame: model.frame, command: .stayInDialog, children: nodes)
        ]
    }

    /// What fits into a height: in a low window buttons are lower, and the least important parts are
    /// not there; keys do the same.
    private static func fit(
        _ height: Double
    ) -> (button: Double, gap: Double, hasMore: Bool, hasSizes: Bool) {
        let rows = Double(groups.reduce(0) { $0 + ($1.count + 1) / 2 })
        let least = 2 * 9 + 4 + 2 * swatch
        func side(_ rest: Double, _ gap: Double) -> Double {
            min(button, (height - least - rest) / rows - gap)
        }
        for (hasMore, hasSizes) in [(true, true), (false, true)] {
            let height = side((hasMore ? more : 0) + (hasSizes ? sizes : 0), gap)
            if height >= 22 { return (height, gap, hasMore, hasSizes) }
        }
        return (max(side(0, 2), 12), 2, false, false)
    }

    private static func toolButton(
        _ tool: InkMode.Tool, _ rect: Rect, _ model: InkPaletteModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        var node = SemanticNode(
            id: ControlID(tool.command, in: .ink), role: .toggle, name: tool.title,
            value: tool.key?.label ?? "", frame: rect, command: tool.command,
            isSelected: model.tool == tool)
        node.explanation = tool.explanation
        ground(node, rect, model, pane)
        InkIcons.draw(
            tool, at: rect.center, node.isSelected ? pane.theme.text1 : pane.theme.text2, pane)
        return node
    }

    private static func ground(
        _ node: SemanticNode, _ rect: Rect, _ model: InkPaletteModel, _ pane: PaneCanvas
    ) {
        if node.isSelected {
            pane.canvas.fill(
                rect, pane.theme.control, corners: Corners(Measure.controlCorner),
                border: pane.border(pane.theme.controlBorder))
        } else if model.hovered == node.id {
            pane.canvas.fill(
                rect, pane.theme.control.opacity(0.5), corners: Corners(Measure.controlCorner))
        }
        if model.focused == node.id {
            pane.focusRing(rect.inset(by: 2), radius: Measure.controlCorner)
        }
    }

    private static func swatches(
        _ inner: Rect, _ y: inout Double, _ model: InkPaletteModel, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        let colors = colors(fixed: model.showsFixedColors)
        let step = inner.width / 4
        var nodes: [SemanticNode] = []
        for (index, color) in colors.enumerated() {
            let cell = Rect(
                x: inner.x + Double(index % 4) * step, y: y + Double(index / 4) * swatch,
                width: step, height: swatch)
            let node = SemanticNode(
                id: ControlID(choose(index), in: .ink), role: .toggle, name: color.title,
                frame: cell, command: choose(index), isSelected: color == model.color)
            let paint = color.color(on: pane.theme.card)
            // A colour like the ground has an edge.
            let edge = paint.contrast(with: pane.theme.card) < 1.5
            pane.canvas.circle(
                at: cell.center, radius: node.isSelected ? 5 : 6, fill: paint,
                stroke: edge ? Border(width: 1, color: pane.theme.text3) : nil)
            if node.isSelected {
                pane.canvas.circle(
                    at: cell.center, radius: 7.5, fill: .clear,
                    stroke: Border(width: 1.5, color: pane.theme.text2))
            }
            if model.focused == node.id { pane.focusRing(cell.inset(by: 3), radius: 6) }
            nodes.append(node)
        }
        y += 2 * swatch + 2
        return nodes
    }

    /// The button that shows the other colours.
    private static func moreButton(
        _ inner: Rect, _ y: inout Double, _ model: InkPaletteModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let rect = Rect(x: inner.x, y: y, width: inner.width, height: 18)
        let more = SemanticNode(
            id: ControlID(CommandID.otherInkColors, in: .ink), role: .button,
            name: model.showsFixedColors
                ? tr("Colours that follow the theme") : tr("Colours that stay as they are"),
            frame: rect, command: .otherInkColors)
        ground(more, rect, model, pane)
        pane.text(
            model.showsFixedColors ? tr("Theme") : tr("More"), TypeStyle.label, in: rect,
            pane.theme.text2, .center)
        y += Self.more
        return more
    }

    /// The button that moves the palette to the other side, at its bottom.
    private static func sideButton(
        _ inner: Rect, _ model: InkPaletteModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let rect = Rect(x: inner.x, y: inner.maxY - more, width: inner.width, height: more)
        var node = SemanticNode(
            id: ControlID(CommandID.changeInkSide, in: .ink), role: .button,
            name: tr("Tools on the other side"), frame: rect, command: .changeInkSide)
        node.explanation = tr("The side where your hand is not.")
        ground(node, rect, model, pane)
        InkIcons.drawSides(at: rect.center, pane.theme.text2, pane)
        return node
    }

    /// A smaller brush, its size as a dot, and a larger one.
    private static func sizeButtons(
        _ inner: Rect, _ y: Double, _ model: InkPaletteModel, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        let theme = pane.theme
        let height = 24.0
        var nodes: [SemanticNode] = []
        let buttons: [(id: CommandID, title: String, x: Double, isPlus: Bool)] = [
            (.smallerInk, tr("Smaller"), inner.minX, false),
            (.largerInk, tr("Larger"), inner.maxX - 20, true),
        ]
        for button in buttons {
            let rect = Rect(x: button.x, y: y, width: 20, height: height)
            let node = SemanticNode(
                id: ControlID(button.id, in: .ink), role: .button, name: button.title,
                value: "\(Int(model.size.rounded()))", frame: rect, command: button.id)
            ground(node, rect, model, pane)
            let center = rect.center
            pane.canvas.line(
                from: Point(x: center.x - 4, y: center.y), to: Point(x: center.x + 4, y: center.y),
                width: 1.5, color: theme.text2)
            if button.isPlus {
                pane.canvas.line(
                    from: Point(x: center.x, y: center.y - 4),
                    to: Point(x: center.x, y: center.y + 4), width: 1.5, color: theme.text2)
            }
            nodes.append(node)
        }
        let middle = Rect(x: inner.x + 20, y: y, width: inner.width - 40, height: height)
        pane.text(
            "\(Int(model.size.rounded()))", TypeStyle.labelStrong, in: middle, theme.text1, .center)
        return nodes
    }
}

extension InkColor {
    /// Its name, for people.
    var title: String {
        switch self {
        case .named(let name):
            switch name {
            case .ink: tr("Ink")
            case .red: tr("Red")
            case .orange: tr("Orange")
            case .amber: tr("Amber")
            case .green: tr("Green")
            case .teal: tr("Teal")
            case .blue: tr("Blue")
            case .violet: tr("Violet")
            }
        case .fixed(let color): color.paintBoxName
        }
    }
}

extension Color {
    /// The name of a colour of the paint box.
    fileprivate var paintBoxName: String {
        switch (red > 0.5, green > 0.5, blue > 0.5) {
        case (false, false, false): tr("Black")
        case (true, false, false): tr("Pure red")
        case (false, true, false): tr("Pure green")
        case (false, false, true): tr("Pure blue")
        case (true, true, false): tr("Yellow")
        case (true, false, true): tr("Magenta")
        case (false, true, true): tr("Cyan")
        case (true, true, true): tr("White")
        }
    }
}
