import ChartRendering
import Geometry
import Localization

/// The bar over everything: the drawer's button, the name, the periods, and where the compositor
/// draws no frame, the window's buttons.
struct HeaderModel: Equatable {
    struct WindowButtons: Equatable {
        var canMinimize: Bool
        var canMaximize: Bool
        var isMaximized: Bool
    }

    var frame: Rect
    var showsDrawerButton: Bool
    var isDrawerOpen: Bool
    /// Empty while there is nothing to choose a period of.
    var periods: [Period]
    var period: Period?
    var windowButtons: WindowButtons?
    var isActive: Bool
    var hovered: String?
    var focused: String?
    /// The corners of the window that the bar fills.
    var cornerRadius: Double
}

@MainActor
enum HeaderPane {
    private static let segmentHeight = 28.0
    private static let buttonSide = 28.0

    static func record(_ model: HeaderModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        let corner = model.cornerRadius
        pane.canvas.fill(
            frame, theme.bar,
            corners: Corners(leftTop: corner, rightTop: corner, rightBottom: 0, leftBottom: 0))
        pane.canvas.horizontalLine(
            from: frame.minX, to: frame.maxX, y: frame.maxY - 0.01, color: theme.hairline)

        var nodes: [SemanticNode] = []
        var left = frame.minX + 20
        if model.showsDrawerButton {
            let rect = Rect(
                x: frame.minX + 12, y: frame.midY - buttonSide / 2, width: buttonSide,
                height: buttonSide)
            nodes.append(drawerButton(rect, model, pane))
            left = rect.maxX + 10
        }
        let right = frame.maxX - 12 - windowButtonsWidth(model.windowButtons)
        if let buttons = model.windowButtons {
            nodes += windowButtons(buttons, model, pane)
        }

        let name = "Oresen"
        let nameWidth = pane.width(name, TypeStyle.name)
        let segments = segmentWidths(model, pane)
        let segmentsWidth = segments.reduce(8, +)
        // The periods stand in the middle of the window, and give way to the right in a narrow one.
        var segmentsX = frame.midX - segmentsWidth / 2
        let showsName =
            segmentsX >= left + nameWidth + 16 || model.periods.isEmpty
            || left + nameWidth + 16 + segmentsWidth <= right
        if showsName {
            pane.text(
                name, TypeStyle.name,
                in: Rect(x: left, y: frame.y, width: nameWidth + 1, height: frame.height),
                model.isActive ? theme.text1 : theme.text3)
            left += nameWidth + 16
        }
        segmentsX = min(max(segmentsX, left), max(left, right - segmentsWidth))
        if !model.periods.isEmpty {
            nodes.append(
                segmented(
                    Rect(
                        x: segmentsX, y: frame.midY - segmentHeight / 2,
                        width: min(segmentsWidth, right - segmentsX), height: segmentHeight),
                    segments, model, pane))
        }
        return nodes
    }

    private static func drawerButton(
        _ rect: Rect, _ model: HeaderModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let node = SemanticNode(
            id: "drawer", role: .button,
            name: model.isDrawerOpen ? tr("Close the list of metrics") : tr("List of metrics"),
            frame: rect, command: "drawer.toggle", isSelected: model.isDrawerOpen)
        ground(node, radius: Measure.controlCorner, model, pane)
        for dy in [-5.0, 0, 5] {
            pane.canvas.line(
                from: Point(x: rect.midX - 7, y: rect.midY + dy),
                to: Point(x: rect.midX + 7, y: rect.midY + dy), width: 1.6,
                color: pane.theme.text2)
        }
        return node
    }

    /// The ground of a header button: only under the pointer, and the ring of the focus.
    private static func ground(
        _ node: SemanticNode, radius: Double, _ model: HeaderModel, _ pane: PaneCanvas
    ) {
        if model.hovered == node.id || node.isSelected {
            pane.canvas.fill(node.frame, pane.theme.control, corners: Corners(radius))
        }
        if model.focused == node.id { pane.focusRing(node.frame.inset(by: 2), radius: radius) }
    }

    // MARK: Periods

    private static func segmentWidths(_ model: HeaderModel, _ pane: PaneCanvas) -> [Double] {
        let isTight = model.frame.width < 620
        return model.periods.map {
            (pane.width($0.label, TypeStyle.control) + (isTight ? 16 : 28)).rounded(.up)
        }
    }

    private static func segmented(
        _ rect: Rect, _ widths: [Double], _ model: HeaderModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        pane.canvas.fill(rect, theme.control, corners: Corners(Measure.controlCorner))
        var children: [SemanticNode] = []
        let room = rect.width - 8
        let factor = room / max(1, widths.reduce(0, +))
        var x = rect.x + 4
        for (period, width) in zip(model.periods, widths) {
            let cell = Rect(
                x: x, y: rect.y + 3, width: width * min(1, factor), height: rect.height - 6)
            x = cell.maxX
            let node = SemanticNode(
                id: period.command.name, role: .segment, name: period.name, frame: cell,
                command: period.command, isSelected: period == model.period)
            if node.isSelected {
                if theme.appearance == .light {
                    pane.canvas.shadow(
                        cell, radius: Measure.segmentCorner, blur: 3, offset: Vector(dx: 0, dy: 1),
                        color: Color(hex: 0, alpha: 0.12))
                }
                let ground =
                    theme.appearance == .light
                    ? theme.selectedControl : theme.selectedControl.mixed(with: theme.text3, 0.22)
                pane.canvas.fill(
                    cell, ground, corners: Corners(Measure.segmentCorner),
                    border: theme.isHighContrast ? .hairline(theme.text2) : nil)
            } else if model.hovered == node.id {
                pane.canvas.fill(
                    cell, theme.selectedControl.opacity(0.5),
                    corners: Corners(Measure.segmentCorner))
            }
            if model.focused == node.id {
                pane.focusRing(cell.inset(by: 2), radius: Measure.segmentCorner)
            }
            pane.text(
                period.label, TypeStyle.control, in: cell,
                node.isSelected ? theme.text1 : theme.text2, .center)
            children.append(node)
        }
        return SemanticNode(
            id: "periods", role: .group, name: tr("Period"), value: model.period?.name ?? "",
            frame: rect, children: children)
    }

    // MARK: The window's buttons

    private static func windowButtonsWidth(_ buttons: HeaderModel.WindowButtons?) -> Double {
        guard let buttons else { return 0 }
        let count = 1 + (buttons.canMinimize ? 1 : 0) + (buttons.canMaximize ? 1 : 0)
        return Double(count) * (buttonSide + 8) + 4
    }

    private static func windowButtons(
        _ buttons: HeaderModel.WindowButtons, _ model: HeaderModel, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        var kinds: [(String, String, CommandID)] = [("close", tr("Close"), "window.close")]
        if buttons.canMaximize {
            kinds.append(
                (
                    "maximize", buttons.isMaximized ? tr("Restore") : tr("Maximise"),
                    "window.maximize"
                ))
        }
        if buttons.canMinimize { kinds.append(("minimize", tr("Minimise"), "window.minimize")) }
        var x = model.frame.maxX - 12 - buttonSide
        var nodes: [SemanticNode] = []
        for (id, name, command) in kinds {
            let rect = Rect(
                x: x, y: model.frame.midY - buttonSide / 2, width: buttonSide, height: buttonSide)
            let node = SemanticNode(
                id: "window.\(id)", role: .button, name: name, frame: rect, command: command)
            pane.canvas.circle(
                at: rect.center, radius: 13,
                fill: model.hovered == node.id
                    ? pane.theme.control.mixed(with: pane.theme.text3, 0.25) : pane.theme.control)
            if model.focused == node.id { pane.focusRing(rect.inset(by: 1), radius: 13) }
            let color = model.isActive ? pane.theme.text1 : pane.theme.text3
            drawIcon(id, at: rect.center, isMaximized: buttons.isMaximized, color, pane)
            nodes.insert(node, at: 0)
            x -= buttonSide + 8
        }
        return nodes
    }

    private static func drawIcon(
        _ id: String, at center: Point, isMaximized: Bool, _ color: Color, _ pane: PaneCanvas
    ) {
        let canvas = pane.canvas
        let r = 3.75
        func point(_ dx: Double, _ dy: Double) -> Point {
            Point(x: center.x + dx, y: center.y + dy)
        }
        switch id {
        case "close":
            canvas.line(from: point(-r, -r), to: point(r, r), width: 1.3, color: color)
            canvas.line(from: point(-r, r), to: point(r, -r), width: 1.3, color: color)
        case "minimize":
            canvas.line(from: point(-r, 0), to: point(r, 0), width: 1.3, color: color)
        default:
            let side = isMaximized ? 6.0 : 8.0
            canvas.fill(
                Rect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side),
                .clear, corners: 1.5, border: Border(width: 1.2, color: color))
            if isMaximized {
                canvas.polyline(
                    [point(-1, -5), point(5, -5), point(5, 1)], width: 1.2, color: color)
            }
        }
    }
}
