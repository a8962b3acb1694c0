import ChartScene
import Geometry
import Localization
import Painting

/// The bar at the top: drawer button, name, the buttons that open files, periods, the buttons that compare,
/// write a note, export and draw, menu button, window buttons.
///
/// Buttons with words are left out if there is no room. The window's buttons are there only if the compositor
/// draws no frame.
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
    /// Whether the chart has pages that can be compared with earlier ones, and whether they are.
    var canCompare = false
    var isComparing = false
    /// Whether a note can be written.
    var canNote = false
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
        let words = wordButtons(
            model, room: right - left - nameWidth - segmentsWidth - 8, from: left + nameWidth,
            to: right, pane)
        right = (words.after.first?.frame.minX ?? right + 8) - 8
        let leftEnd = left + nameWidth
        if let last = words.before.last { left = last.frame.maxX + 8 - nameWidth }
        // The periods are in the middle of the window, and move to the right in a narrow one.
        var segmentsX = frame.midX - segmentsWidth / 2
        let showsName =
            model.showsName
            && (segmentsX >= left + nameWidth || segmentsWidth == 0
                || left + nameWidth + segmentsWidth <= right)
        if showsName {
            pane.text(
                name, TypeStyle.name,
                in: Rect(
                    x: leftEnd - nameWidth, y: frame.y, width: nameWidth - 15,
                    height: frame.height),
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
        for node in words.before + words.after {
            ground(node, radius: Measure.controlCorner, model, pane)
            pane.text(node.name, TypeStyle.control, in: node.frame, theme.text2, .center)
        }
        // In the order in which they are: the periods are between them.
        nodes =
            nodes.filter { $0.id != periods.id } + words.before
            + nodes.filter { $0.id == periods.id } + words.after
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

    // MARK: Buttons with words

    /// The buttons with words: those before the periods, and those after them.
    ///
    /// In a narrow window the most important ones are there, and all are in the menu.
    ///
    /// - Parameters:
    ///   - room: the width that they may take together, in points.
    ///   - left: where the first ones begin.
    ///   - right: where the last ones end.
    private static func wordButtons(
        _ model: HeaderModel, room: Double, from left: Double, to right: Double,
        _ pane: PaneCanvas
    ) -> (before: [SemanticNode], after: [SemanticNode]) {
        func button(_ id: ControlID, _ title: String, _ command: CommandID) -> SemanticNode {
            let width = (pane.width(title, TypeStyle.control) + 20).rounded(.up)
            return SemanticNode(
                id: id, role: .button, name: title,
                frame: Rect(
                    x: 0, y: model.frame.midY - buttonSide / 2, width: width, height: buttonSide),
                command: command)
        }
        var files = [button(ControlID("open", in: .header), tr("Open…"), .openFile)]
        if model.canImport {
            files.append(button(ControlID("import", in: .header), tr("Import…"), .importFile))
        }
        var export = button(.exportButton, tr("Export…"), .exportView)
        export.explanation = tr("Drag it into another program for a picture.")
        var compare = button(ControlID("compare", in: .header), tr("Compare"), .compareNext)
        compare.isSelected = model.isComparing
        let note = button(ControlID("note", in: .header), tr("Note"), .writeNote)
        // The most important first; showing only one of two ways to open files would hide that there are two.
        let groups: [(isThere: Bool, isBefore: Bool, nodes: [SemanticNode])] = [
            (model.canExport, false, [export]), (true, true, files),
            (model.canCompare, false, [compare]), (model.canNote, false, [note]),
        ]
        var free = room
        var (before, after): ([SemanticNode], [SemanticNode]) = ([], [])
        for group in groups where group.isThere {
            let width = group.nodes.reduce(0) { $0 + $1.frame.width + 8 }
            guard width <= free else { continue }
            free -= width
            if group.isBefore { before += group.nodes } else { after += group.nodes }
        }
        var x = left
        for index in before.indices {
            before[index].frame.x = x
            x = before[index].frame.maxX + 8
        }
        // In the window they are in this order, from the left.
        after = [compare, note, export].filter { node in after.contains { $0.id == node.id } }
        x = right
        for index in after.indices.reversed() {
            after[index].frame.x = x - after[index].frame.width
            x = after[index].frame.x - 8
        }
        return (before, after)
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
