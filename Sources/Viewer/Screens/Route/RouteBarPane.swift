import ChartScene
import Geometry
import Localization
import Painting

/// The bar under a route: playing it, the time that is shown, and how the camera follows.
struct RouteBarModel: Equatable {
    var frame: Rect
    var isRunning: Bool
    /// The part of the whole time, from 0 to 1.
    var part: Double
    /// The rests, as parts of the whole time.
    var rests: [ClosedRange<Double>]
    var elapsed: String
    var total: String
    var speed: String
    var camera: String
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum RouteBarPane {
    static let slider = ControlID("slider", in: .route)
    private static let button = 32.0

    /// Whether a bar has room for the whole time and for the camera.
    private static func isWide(_ frame: Rect) -> Bool { frame.width >= 560 }

    /// Where the slider's line is in a bar.
    static func line(in frame: Rect) -> Rect {
        let left = frame.x + 12 + button + 12 + 58
        let right = frame.maxX - (isWide(frame) ? 12 + 84 + 10 + 118 + 14 + 58 : 12 + 66 + 10)
        return Rect(x: left, y: frame.midY - 10, width: max(40, right - left), height: 20)
    }

    static func record(_ model: RouteBarModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let (frame, theme) = (model.frame, pane.theme)
        pane.card(frame)
        let circle = Rect(
            x: frame.x + 12, y: frame.midY - button / 2, width: button, height: button)
        let play = SemanticNode(
            id: ControlID(.routePlay, in: .route), role: .button,
            name: model.isRunning ? tr("Pause") : tr("Go along the way"), frame: circle,
            command: .routePlay)
        pane.canvas.circle(
            at: circle.center, radius: button / 2,
            fill: model.hovered == play.id ? theme.hoveredProminent : theme.prominent)
        if model.focused == play.id { pane.focusRing(circle.inset(by: 2), radius: button / 2) }
        let center = circle.center
        if model.isRunning {
            for x in [-4.5, 1.5] {
                pane.canvas.fill(
                    Rect(x: center.x + x, y: center.y - 5.5, width: 3, height: 11),
                    theme.prominentInk)
            }
        } else {
            pane.canvas.polygon(
                [(-3.5, -6.0), (6.5, 0), (-3.5, 6)].map {
                    Point(x: center.x + $0.0, y: center.y + $0.1)
                }, color: theme.prominentInk)
        }
        let line = line(in: frame)
        pane.text(
            model.elapsed, TypeStyle.name,
            in: Rect(x: circle.maxX + 10, y: frame.y, width: 58, height: frame.height),
            theme.text1)
        drawLine(model, line, pane)
        let slider = SemanticNode(
            id: slider, role: .slider, name: tr("Time on the way"),
            value: tr("{1} of {2}", model.elapsed, model.total),
            frame: line.inset(by: Insets(left: -8, top: -2, right: -8, bottom: -2)))
        var nodes = [play, slider]
        guard isWide(frame) else {
            nodes.append(
                choice(
                    .routeSpeed, tr("Speed of going along"), model.speed,
                    Rect(x: frame.maxX - 12 - 66, y: frame.midY - 14, width: 66, height: 28), model,
                    pane))
            return nodes
        }
        pane.text(
            model.total, TypeStyle.text,
            in: Rect(x: line.maxX + 12, y: frame.y, width: 60, height: frame.height), theme.text2)
        let camera = Rect(x: frame.maxX - 12 - 118, y: frame.midY - 14, width: 118, height: 28)
        let speed = Rect(x: camera.x - 10 - 84, y: camera.y, width: 84, height: 28)
        nodes.append(
            choice(.routeSpeed, tr("Speed of going along"), model.speed, speed, model, pane))
        nodes.append(choice(.routeCamera, tr("Camera"), model.camera, camera, model, pane))
        return nodes
    }

    private static func drawLine(_ model: RouteBarModel, _ line: Rect, _ pane: PaneCanvas) {
        let theme = pane.theme
        let track = Rect(x: line.x, y: line.midY - 2.5, width: line.width, height: 5)
        pane.canvas.fill(
            track, theme.control, corners: Corners(2.5), border: pane.border(theme.controlBorder))
        let part = min(max(model.part, 0), 1)
        pane.canvas.fill(
            Rect(x: track.x, y: track.y, width: track.width * part, height: track.height),
            theme.text2, corners: Corners(2.5))
        for rest in model.rests {
            let x = track.x + rest.lowerBound * track.width
            let width = max((rest.upperBound - rest.lowerBound) * track.width, 1.5)
            pane.canvas.fill(
                Rect(x: x, y: line.midY - 6, width: width, height: 12), theme.text3.opacity(0.7),
                corners: Corners(1))
        }
        let knob = Point(x: track.x + track.width * part, y: line.midY)
        let isFocused = model.focused == slider
        pane.canvas.circle(
            at: knob, radius: 8, fill: theme.card,
            stroke: Border(width: 2.5, color: isFocused ? theme.focus : theme.text2))
    }

    private static func choice(
        _ command: CommandID, _ name: String, _ value: String, _ rect: Rect,
        _ model: RouteBarModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        RouteChoicesPane.button(
            command, name: name, caption: "", value: value, rect, hovered: model.hovered,
            focused: model.focused, pane)
    }
}

/// The row of what a route is shown by.
struct RouteChoicesModel: Equatable {
    struct Choice: Equatable {
        var command: CommandID
        var caption: String
        var value: String
        var isOn: Bool?
        /// What holding it does, and a sentence about that.
        var holdCommand: CommandID?
        var explanation = ""
    }

    var frame: Rect
    var choices: [Choice]
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum RouteChoicesPane {
    static func record(_ model: RouteChoicesModel, _ pane: PaneCanvas) -> [SemanticNode] {
        var x = model.frame.x
        return model.choices.compactMap { choice in
            let caption =
                choice.caption.isEmpty ? 0 : pane.width(choice.caption, TypeStyle.text) + 6
            let lamp = choice.isOn == nil ? 0.0 : 16
            let width =
                (24 + caption + lamp + pane.width(choice.value, TypeStyle.control)).rounded(.up)
            let rect = Rect(x: x, y: model.frame.y, width: width, height: model.frame.height)
            guard rect.maxX <= model.frame.maxX else { return nil }
            x = rect.maxX + 8
            var node = button(
                choice.command, name: choice.caption.isEmpty ? choice.value : choice.caption,
                caption: choice.caption, value: choice.value, rect, isOn: choice.isOn,
                hovered: model.hovered, focused: model.focused, pane)
            (node.holdCommand, node.explanation) = (choice.holdCommand, choice.explanation)
            return node
        }
    }

    /// Draws a button with a caption and the value that it changes.
    static func button(
        _ command: CommandID, name: String, caption: String, value: String, _ rect: Rect,
        isOn: Bool? = nil, hovered: ControlID?, focused: ControlID?, _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        let node = SemanticNode(
            id: ControlID(command, in: .route), role: isOn == nil ? .button : .toggle, name: name,
            value: isOn == nil ? value : "", frame: rect, command: command,
            isSelected: isOn ?? false)
        pane.canvas.fill(
            rect, hovered == node.id ? theme.hoveredControl : theme.control,
            corners: Corners(rect.height / 2), border: pane.border(theme.controlBorder))
        if focused == node.id { pane.focusRing(rect.inset(by: 2), radius: rect.height / 2) }
        var x = rect.x + 12
        if let isOn {
            pane.canvas.circle(
                at: Point(x: x + 4.5, y: rect.midY), radius: 4.5, fill: isOn ? theme.text1 : .clear,
                stroke: isOn ? nil : Border(width: 1.5, color: theme.text3))
            x += 16
        }
        if !caption.isEmpty {
            let width = pane.width(caption, TypeStyle.text)
            pane.text(
                caption, TypeStyle.text,
                in: Rect(x: x, y: rect.y, width: width + 2, height: rect.height), theme.text2)
            x += width + 6
        }
        let room = Rect(x: x, y: rect.y, width: rect.maxX - 10 - x, height: rect.height)
        let isAlone = caption.isEmpty && isOn == nil
        pane.text(
            value, TypeStyle.control,
            in: isAlone ? rect : room, isOn == false ? theme.text2 : theme.text1,
            isAlone ? .center : .leading)
        return node
    }
}
