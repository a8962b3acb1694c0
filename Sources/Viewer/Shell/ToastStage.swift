import ChartCore
import ChartScene
import Geometry
import Localization
import Painting
import Text

/// A message over the content about what was done, with a button if something can be done about it.
struct ToastModel: Equatable {
    var window: Rect
    var text: String
    /// The button's title; nil for no button.
    var action: String?
    var isHovered: Bool
    var isFocused: Bool
}

/// The message about what was done: it fades in and out.
@MainActor
final class ToastStage {
    static let actionID = ControlID("toast.action", in: .toast)
    private static let fadeDuration = 0.15
    private static let height = 40.0
    private static let buttonHeight = 28.0

    private let pane = Pane<ToastModel>()
    private var presence = MovingValue(0)
    private var opacity = 0.0
    private var number: Int?
    /// Whether the next frame will look different without any input.
    private(set) var isMoving = false

    var nodes: [SemanticNode] { number == nil ? [] : pane.nodes }
    /// Changes whenever `nodes` does.
    var stamp: [Int] { [pane.recordings, number ?? -1] }

    /// - Parameter fades: whether a change is animated.
    func update(
        _ toast: Toast?, window: Rect, _ environment: ScreenEnvironment, fades: Bool
    ) {
        if let toast {
            pane.update(
                ToastModel(
                    window: window, text: toast.text, action: toast.action?.title,
                    isHovered: environment.hovered == Self.actionID,
                    isFocused: environment.focused == Self.actionID), environment.style,
                environment.resources, record: Self.record)
        }
        if (toast != nil) != (number != nil) {
            presence.move(
                to: toast == nil ? 0 : 1, at: environment.time,
                duration: fades ? Self.fadeDuration : 0)
        }
        number = toast?.number
        opacity = min(max(presence.value(at: environment.time), 0), 1)
        isMoving = presence.isMoving(at: environment.time)
        if toast == nil, !isMoving { pane.clear() }
    }

    func encode(into scene: SceneBuilder) {
        if opacity > 0 { pane.encode(into: scene, alpha: opacity) }
    }

    private static func record(_ model: ToastModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let most = model.window.width - 32
        let buttonWidth = model.action.map { pane.width($0, TypeStyle.labelStrong) + 24 } ?? 0
        let room = most - 32 - (buttonWidth > 0 ? buttonWidth + 12 : 0)
        let lines = pane.typesetter.lines(model.text, TypeStyle.text, wrappedTo: max(80, room))
        let textWidth = lines.reduce(0) { max($0, $1.width) }
        let width = min(most, textWidth + 32 + (buttonWidth > 0 ? buttonWidth + 12 : 0))
        let tall = height + Double(max(0, lines.count - 1)) * 20
        let rect = Rect(
            x: (model.window.midX - width / 2).rounded(), y: model.window.maxY - 24 - tall,
            width: width.rounded(.up), height: tall)
        pane.shadow(
            rect, radius: Measure.cardCorner, blur: 24, offset: Vector(dx: 0, dy: 6),
            theme.dialogShadow)
        pane.canvas.fill(
            rect, theme.board, corners: Corners(Measure.cardCorner),
            border: .hairline(theme.hairline))
        var y = rect.y + (height - 20) / 2
        for line in lines {
            pane.canvas.text(
                line, in: Rect(x: rect.x + 16, y: y, width: textWidth + 1, height: 20),
                color: theme.text1, alignment: .leading)
            y += 20
        }
        var node = SemanticNode(
            id: ControlID("toast"), role: .alert, name: model.text, frame: rect,
            command: .dismissToast)
        if let action = model.action {
            let button = Rect(
                x: rect.maxX - 8 - buttonWidth, y: rect.midY - buttonHeight / 2,
                width: buttonWidth, height: buttonHeight)
            pane.canvas.fill(
                button, model.isHovered ? theme.hoveredControl : theme.control,
                corners: Corners(6), border: pane.border(theme.controlBorder))
            if model.isFocused { pane.focusRing(button.inset(by: 2), radius: 6) }
            pane.text(action, TypeStyle.labelStrong, in: button, theme.text1, .center)
            node.children = [
                SemanticNode(
                    id: actionID, role: .button, name: action, frame: button,
                    command: .performToastAction)
            ]
        }
        return [node]
    }
}

extension ControlArea {
    /// The message about what was done.
    static let toast = ControlArea("toast")
}

extension CommandID {
    static let performToastAction = CommandID("toast.action")
    static let dismissToast = CommandID("toast.dismiss")
}
