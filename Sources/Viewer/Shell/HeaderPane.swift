import ChartScene
import Geometry
import Localization
import Painting

/// The bar at the top: drawer button, name, periods, the buttons that open files, the button that
/// exports, the button that draws, menu button, window buttons.
///
/// The buttons of files are left out if there is no room. The window's buttons are there
/// only if the compositor draws no frame.
struct HeaderModel: Equatable {
    struct WindowButtons: Equatable {
        var canMinimize: Bool
        var canMaximize: Bool
        var isMaximized: Bool
    }

    var frame: Rect
    var showsDrawerButton: Bool
    var isDrawerOpen: Bool
    var isMenuOpen: Bool
    /// Whether the chart can be drawn on, and whether drawing is on.
    var canDraw = false
    var isDrawing = false
    /// Whether there is a library that files can be imported into.
    var canImport = false
    /// Whether there is something to export.
    var canExport = false
    /// Whether the program's name is drawn here; false if a title bar shows it.
    var showsName = true
    /// What is shown, in the place of the periods; empty for nothing.
    var title = ""
    /// Empty while there is nothing to choose a period for.
    var periods: [Period]
    var period: Period?
    /// Whether the chart has its own pages and no dates; then no period can be chosen.
    var hasPages = false
    var windowButtons: WindowButtons?
    var isActive: Bool
    var hovered: ControlID?
    var focused: ControlID?
    /// The window's corners that the bar fills.
    var cornerRadius: Double
}

@MainActor
enum HeaderPane {
    private static let buttonSide = 28.0

    static func record(_ model: HeaderModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        let corner = model.cornerRadius
        pane.canvas.fill(frame, theme.bar, corners: Corners(top: corner))
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
        let menu = menuFrame(model)
        let firstButton = model.canDraw ? drawFrame(menu) : menu
        var right = firstButton.minX - 8

        let name = "Oresen"
        // The width includes the gap after the name.
        let nameWidth = model.showsName ? pane.width(name, TypeStyle.name) + 16 : 0
        let periods = SegmentedControl(
            id: ControlID("periods", in: .header), name: tr("Period"),
            options: model.periods.map {
                SegmentedControl.Option(
                    label: $0.label, name: $0.name, command: $0.command,
                    isChosen: $0 == model.period)
            }, isEnabled: !model.hasPages)
        let widths = periods.widths(padding: frame.width < 620 ? 16 : 28, pane)
        let segmentsWidth =
            model.periods.isEmpty
            ? (model.title.isEmpty ? 0 : pane.width(model.title, TypeStyle.name) + 2)
            : widths.reduce(8, +)
        // In a narrow window these are in the menu only.
        var ways: [(id: String, title: String, command: CommandID)] = [
            ("open", tr("Open…"), .openFile)
        ]
        if model.canImport { ways.append(("import", tr("Import…"), .importFile)) }
        var wayNodes: [SemanticNode] = []
        var exportNode: SemanticNode?
        if model.canExport {
            let rect = wayFrame(tr("Export…"), beside: right, in: frame, pane)
            if left + nameWidth + segmentsWidth + 8 <= rect.minX {
                var node = SemanticNode(
                    id: .exportButton, role: .button, name: tr("Export…"), frame: rect,
                    command: .exportView)
                node.explanation = tr("Drag it into another program for a picture.")
                exportNode = node
                right = rect.minX - 8
            }
        }
        let waysRight = right
        for way in ways.reversed() {
            let rect = wayFrame(way.title, beside: right, in: frame, pane)
            guard left + nameWidth + segmentsWidth + 8 <= rect.minX else {
                // Showing only one of the two would hide that there are two.
                if !wayNodes.isEmpty { right = waysRight }
                wayNodes = []
                break
            }
            wayNodes.insert(
                SemanticNode(
                    id: ControlID(way.id, in: .header), role: .button, name: way.title,
                    frame: rect, command: way.command), at: 0)
            right = rect.minX - 8
        }
        // The periods are in the middle of the window, and move to the right in a narrow one.
        var segmentsX = frame.midX - segmentsWidth / 2
        let showsName =
            model.showsName
            && (segmentsX >= left + nameWidth || segmentsWidth == 0
                || left + nameWidth + segmentsWidth <= right)
        if showsName {
            pane.text(
                name, TypeStyle.name,
                in: Rect(x: left, y: frame.y, width: nameWidth - 15, height: frame.height),
                model.isActive ? theme.text1 : theme.text3)
            left += nameWidth
        }
        segmentsX = min(max(segmentsX, left), max(left, right - segmentsWidth))
        if !model.periods.isEmpty {
            let rect = Rect(
                x: segmentsX, y: frame.midY - SegmentedControl.height / 2,
                width: min(segmentsWidth, right - segmentsX), height: SegmentedControl.height)
            nodes.append(
                periods.record(
                    rect, widths: widths, hovered: model.hovered, focused: model.focused, pane))
        }
        if model.periods.isEmpty, !model.title.isEmpty {
            pane.text(
                model.title, TypeStyle.name,
                in: Rect(
                    x: segmentsX, y: frame.y, width: min(segmentsWidth, right - segmentsX),
                    height: frame.height), model.isActive ? theme.text1 : theme.text3)
        }
        if let exportNode { wayNodes.append(exportNode) }
        for node in wayNodes {
            ground(node, radius: Measure.controlCorner, model, pane)
            pane.text(node.name, TypeStyle.control, in: node.frame, theme.text2, .center)
        }
        nodes += wayNodes
        if model.canDraw { nodes.append(drawButton(firstButton, model, pane)) }
        nodes.append(menuButton(menu, model, pane))
        if let buttons = model.windowButtons {
            nodes += windowButtons(buttons, model, pane)
        }
        return nodes
    }

    private static func drawerButton(
        _ rect: Rect, _ model: HeaderModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let node = SemanticNode(
            id: ControlID("drawer", in: .header), role: .button,
            name: model.isDrawerOpen ? tr("Close the list of metrics") : tr("List of metrics"),
            frame: rect, command: .toggleDrawer, isSelected: model.isDrawerOpen)
        ground(node, radius: Measure.controlCorner, model, pane)
        for dy in [-5.0, 0, 5] {
            pane.canvas.line(
                from: Point(x: rect.midX - 7, y: rect.midY + dy),
                to: Point(x: rect.midX + 7, y: rect.midY + dy), width: 1.6,
                color: pane.theme.text2)
        }
        return node
    }

    /// The background of a header button, only if it is hovered, and its focus ring.
    private static func ground(
        _ node: SemanticNode, radius: Double, _ model: HeaderModel, _ pane: PaneCanvas
    ) {
        if model.hovered == node.id || node.isSelected {
            pane.canvas.fill(node.frame, pane.theme.control, corners: Corners(radius))
        }
        if model.focused == node.id { pane.focusRing(node.frame.inset(by: 2), radius: radius) }
    }

    // MARK: Opening

    private static func wayFrame(
        _ title: String, beside right: Double, in bar: Rect, _ pane: PaneCanvas
    ) -> Rect {
        let width = (pane.width(title, TypeStyle.control) + 20).rounded(.up)
        return Rect(
            x: right - width, y: bar.midY - buttonSide / 2, width: width, height: buttonSide)
    }

    // MARK: The menu

    /// Where the menu's button is.
    static func menuFrame(_ model: HeaderModel) -> Rect {
        let buttons = Double(windowButtonCount(model.windowButtons)) * (buttonSide + 8)
        return Rect(
            x: model.frame.maxX - 12 - buttons - buttonSide, y: model.frame.midY - buttonSide / 2,
            width: buttonSide, height: buttonSide)
    }

    /// The button that begins and ends drawing.
    private static func drawFrame(_ menu: Rect) -> Rect {
        Rect(x: menu.x - 8 - buttonSide, y: menu.y, width: buttonSide, height: buttonSide)
    }

    private static func drawButton(
        _ rect: Rect, _ model: HeaderModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let node = SemanticNode(
            id: ControlID(CommandID.toggleInk, in: .header), role: .button,
            name: tr("Draw on the chart"), value: "P", frame: rect, command: .toggleInk,
            isSelected: model.isDrawing)
        ground(node, radius: Measure.controlCorner, model, pane)
        InkIcons.draw(.pen, at: rect.center, pane.theme.text2, pane)
        return node
    }

    private static func menuButton(
        _ rect: Rect, _ model: HeaderModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let node = SemanticNode(
            id: ControlID.menu, role: .button, name: tr("Menu"), frame: rect, command: .openMenu,
            isSelected: model.isMenuOpen)
        ground(node, radius: Measure.controlCorner, model, pane)
        for dx in [-5.5, 0, 5.5] {
            pane.canvas.circle(
                at: Point(x: rect.midX + dx, y: rect.midY), radius: 1.6, fill: pane.theme.text2)
        }
        return node
    }

    // MARK: The window's buttons

    private static func windowButtonCount(_ buttons: HeaderModel.WindowButtons?) -> Int {
        guard let buttons else { return 0 }
        return 1 + (buttons.canMinimize ? 1 : 0) + (buttons.canMaximize ? 1 : 0)
    }

    private static func windowButtons(
        _ buttons: HeaderModel.WindowButtons, _ model: HeaderModel, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        var kinds: [(String, String, CommandID)] = [("close", tr("Close"), .closeWindow)]
        if buttons.canMaximize {
            kinds.append(
                (
                    "maximize", buttons.isMaximized ? tr("Restore") : tr("Maximise"),
                    .maximizeWindow
                ))
        }
        if buttons.canMinimize { kinds.append(("minimize", tr("Minimise"), .minimizeWindow)) }
        var x = model.frame.maxX - 12 - buttonSide
        var nodes: [SemanticNode] = []
        for (id, name, command) in kinds {
            let rect = Rect(
                x: x, y: model.frame.midY - buttonSide / 2, width: buttonSide, height: buttonSide)
            let node = SemanticNode(
                id: ControlID("window.\(id)", in: .header), role: .button, name: name, frame: rect,
                command: command)
            pane.canvas.circle(
                at: rect.center, radius: 13,
                fill: model.hovered == node.id ? pane.theme.hoveredControl : pane.theme.control,
                stroke: pane.border(pane.theme.controlBorder, width: 1))
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

extension ControlID {
    /// The button that exports what is shown; a picture can be dragged from it.
    static let exportButton = ControlID("export", in: .header)
}
