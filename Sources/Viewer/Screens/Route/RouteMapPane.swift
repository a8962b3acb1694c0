import Cartography
import ChartScene
import Geometry
import Localization
import Maps
import Painting

/// What is over a map: the key of the colours, the scale, north, and buttons.
struct RouteMapModel: Equatable {
    struct Key: Equatable {
        var title: String
        var colors: [Color]
        /// The least, the middle and the greatest value, in words.
        var labels: [String]
    }

    struct Bar: Equatable {
        var length: Double
        var text: String
    }

    /// What the buttons over a map do.
    struct Controls: Equatable {
        var area: ControlArea
        var zoomIn: CommandID
        var zoomOut: CommandID
        var all: CommandID
        /// What `all` does, in words.
        var allName: String
        var north: CommandID
    }

    var frame: Rect
    var controls = Controls.route
    var key: Key?
    var bar: Bar?
    /// Radians by which the map is turned clockwise.
    var rotation: Double
    /// Whether nothing else is in the picture, so that nothing can be pressed.
    var isAlone = false
    var credit: String
    /// Where the way is, in words; empty if no place is near.
    var `where`: String
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum RouteMapPane {
    static let inset = 12.0
    private static let side = 30.0
    private static let dial = 26.0

    static func record(_ model: RouteMapModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let frame = model.frame
        guard frame.width > 120, frame.height > 120 else { return [] }
        var nodes: [SemanticNode] = []
        if let key = model.key, hasKey(in: frame.size) { nodes.append(draw(key, frame, pane)) }
        var right = frame.x
        if let bar = model.bar {
            nodes.append(draw(bar, frame, pane))
            right = nodes[nodes.count - 1].frame.maxX
        }
        if !model.where.isEmpty, frame.height >= 200 {
            nodes += drawWhere(model, from: right + 8, pane)
        }
        nodes.append(drawNorth(model, pane))
        if frame.height > 210, !model.isAlone { nodes += drawButtons(model, pane) }
        if !model.credit.isEmpty { nodes.append(drawCredit(model, pane)) }
        return nodes
    }

    /// Whether a map has room for the key.
    static func hasKey(in size: Size) -> Bool { size.width >= 300 && size.height >= 150 }

    /// What a map leaves free around the way for what is over it.
    static func insets(in size: Size, hasKey isKey: Bool) -> Insets {
        let margin = min(36, size.width / 8, size.height / 8)
        let top = isKey && hasKey(in: size) && size.height >= 210 ? 68 : margin
        let right = size.width >= 260 ? 2 * (inset + dial) : margin
        let bottom = size.height >= 130 ? 46 : margin
        return Insets(left: margin, top: top, right: right, bottom: bottom)
    }

    private static func plate(_ rect: Rect, _ pane: PaneCanvas, corner: Double = 8) {
        pane.shadow(
            rect, radius: corner, blur: 3, offset: Vector(dx: 0, dy: 1), pane.theme.segmentShadow)
        pane.canvas.fill(
            rect, pane.theme.board.opacity(0.94), corners: Corners(corner),
            border: .hairline(pane.theme.hairline))
    }

    private static func draw(
        _ key: RouteMapModel.Key, _ frame: Rect, _ pane: PaneCanvas
    ) -> SemanticNode {
        let rect = Rect(x: frame.x + inset, y: frame.y + inset, width: 172, height: 48)
        plate(rect, pane)
        let inside = rect.inset(by: Insets(left: 10, top: 6, right: 10, bottom: 5))
        pane.text(
            key.title, TypeStyle.labelStrong,
            in: Rect(x: inside.x, y: inside.y, width: inside.width, height: 14), pane.theme.text1)
        let width = inside.width / Double(key.colors.count)
        for (index, color) in key.colors.enumerated() {
            pane.canvas.fill(
                Rect(
                    x: inside.x + Double(index) * width, y: inside.y + 17, width: width, height: 6),
                color)
        }
        let line = Rect(x: inside.x, y: inside.y + 24, width: inside.width, height: 13)
        for (label, alignment) in zip(key.labels, [TextAlignment.leading, .center, .trailing]) {
            pane.text(label, TypeStyle.label, in: line, pane.theme.text2, alignment)
        }
        return SemanticNode(
            id: ControlID("route.key"), role: .text, name: key.title,
            value: key.labels.joined(separator: ", "), frame: rect)
    }

    private static func draw(
        _ bar: RouteMapModel.Bar, _ frame: Rect, _ pane: PaneCanvas
    ) -> SemanticNode {
        let text = pane.width(bar.text, TypeStyle.label)
        let width = (10 + bar.length + 8 + text + 10).rounded(.up)
        let rect = Rect(
            x: frame.x + inset, y: frame.maxY - inset - 24, width: width, height: 24)
        plate(rect, pane)
        let (x, y) = (rect.x + 10, rect.midY + 2)
        pane.canvas.polyline(
            [
                Point(x: x, y: y - 5), Point(x: x, y: y), Point(x: x + bar.length, y: y),
                Point(x: x + bar.length, y: y - 5),
            ], width: 1.5, color: pane.theme.text1)
        pane.text(
            bar.text, TypeStyle.label,
            in: Rect(x: x + bar.length + 8, y: rect.y, width: text + 4, height: rect.height),
            pane.theme.text1)
        return SemanticNode(
            id: ControlID("route.scale"), role: .text, name: tr("Scale"), value: bar.text,
            frame: rect)
    }

    private static func drawWhere(
        _ model: RouteMapModel, from x: Double, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        let width = pane.width(model.where, TypeStyle.label) + 20
        let rect = Rect(x: x, y: model.frame.maxY - inset - 24, width: width, height: 24)
        let credit =
            model.credit.isEmpty ? 0 : pane.width(model.credit, TypeStyle.label) + 16 + 8
        guard rect.maxX < model.frame.maxX - max(credit, inset) else { return [] }
        plate(rect, pane)
        pane.text(model.where, TypeStyle.label, in: rect, pane.theme.text1, .center)
        return [
            SemanticNode(
                id: ControlID("route.where"), role: .text, name: tr("Where it is"),
                value: model.where, frame: rect)
        ]
    }

    private static func drawNorth(_ model: RouteMapModel, _ pane: PaneCanvas) -> SemanticNode {
        let center = Point(
            x: model.frame.maxX - inset - dial, y: model.frame.y + inset + dial)
        let rect = Rect(
            x: center.x - dial, y: center.y - dial, width: 2 * dial, height: 2 * dial)
        var node = SemanticNode(
            id: ControlID(model.controls.north, in: model.controls.area), role: .button,
            name: tr("North up"), value: model.rotation == 0 ? "" : tr("turned"), frame: rect,
            command: model.controls.north)
        node.explanation = tr("The needle points north. Press it to turn north up again.")
        let theme = pane.theme
        pane.canvas.circle(
            at: center, radius: dial,
            fill: (model.hovered == node.id ? theme.hoveredControl : theme.board).opacity(0.94),
            stroke: .hairline(theme.hairline))
        if model.focused == node.id { pane.focusRing(rect.inset(by: 2), radius: dial) }
        CompassDial.draw(
            at: center, radius: dial - 4, north: model.rotation, on: pane.canvas,
            mark: theme.text3, north: theme.heart, south: theme.text3)
        return node
    }

    private static func drawButtons(_ model: RouteMapModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let x = model.frame.maxX - inset - dial - side / 2
        var y = model.frame.y + inset + 2 * dial + 10
        let controls = model.controls
        let buttons: [(CommandID, String)] = [
            (controls.zoomIn, tr("Zoom in")), (controls.zoomOut, tr("Zoom out")),
            (controls.all, controls.allName),
        ]
        return buttons.map { command, name in
            let rect = Rect(x: x, y: y, width: side, height: side)
            y += side + 6
            let node = SemanticNode(
                id: ControlID(command, in: controls.area), role: .button, name: name, frame: rect,
                command: command)
            plate(rect, pane)
            if model.hovered == node.id {
                pane.canvas.fill(rect, theme.hoveredControl, corners: Corners(8))
            }
            if model.focused == node.id { pane.focusRing(rect.inset(by: 2), radius: 8) }
            let center = rect.center
            @MainActor func line(_ a: (Double, Double), _ b: (Double, Double)) {
                pane.canvas.line(
                    from: Point(x: center.x + a.0, y: center.y + a.1),
                    to: Point(x: center.x + b.0, y: center.y + b.1), width: 1.6, color: theme.text1)
            }
            switch command {
            case controls.zoomIn:
                line((-5.5, 0), (5.5, 0))
                line((0, -5.5), (0, 5.5))
            case controls.zoomOut: line((-5.5, 0), (5.5, 0))
            default:
                for (sx, sy) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)] {
                    line((sx * 6, sy * 6), (sx * 6, sy * 2))
                    line((sx * 6, sy * 6), (sx * 2, sy * 6))
                }
            }
            return node
        }
    }

    private static func drawCredit(_ model: RouteMapModel, _ pane: PaneCanvas) -> SemanticNode {
        let width = min(
            pane.width(model.credit, TypeStyle.label) + 16, model.frame.width * 0.6)
        let rect = Rect(
            x: model.frame.maxX - width, y: model.frame.maxY - 20, width: width, height: 20)
        pane.canvas.fill(rect, pane.theme.board.opacity(0.8), corners: Corners(0))
        pane.text(
            model.credit, TypeStyle.label,
            in: rect.inset(by: Insets(left: 8, top: 0, right: 8, bottom: 0)), pane.theme.text2)
        return SemanticNode(
            id: ControlID("route.credit"), role: .text, name: model.credit, frame: rect)
    }
}

extension RouteMapModel.Controls {
    /// Those of a way.
    static let route = RouteMapModel.Controls(
        area: .route, zoomIn: .routeZoomIn, zoomOut: .routeZoomOut, all: .routeAll,
        allName: tr("Show the whole way"), north: .routeNorth)
}

extension ControlArea {
    /// The map of a route and what belongs to it.
    static let route = ControlArea("route")
}
