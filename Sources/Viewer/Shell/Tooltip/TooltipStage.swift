import ChartCore
import ChartScene
import Geometry
import Painting
import Text

/// A box next to a control that explains it: it fades in, and fades out when the pointer leaves.
@MainActor
final class TooltipStage {
    private static let fadeDuration = 0.12
    private static let mostWidth = 280.0
    private static let lineHeight = 18.0
    private static let padding = Vector(dx: 12, dy: 8)

    private struct Model: Equatable {
        var content: TooltipContent
        var control: Rect
        var window: Rect
        var side: TooltipPlacement.Side
    }

    private let pane = Pane<Model>()
    private var presence = MovingValue(0)
    private var opacity = 0.0
    private var isShown = false
    /// Whether the next frame will look different without any input.
    private(set) var isMoving = false

    /// What assistive technology reads; empty while the tooltip fades out.
    var nodes: [SemanticNode] { isShown ? pane.nodes : [] }
    /// Changes whenever `nodes` does.
    var stamp: [Int] { [pane.recordings, isShown ? 1 : 0] }

    /// - Parameters:
    ///   - node: the control of the tooltip; nil for none.
    ///   - fades: whether a change is animated.
    func update(
        _ content: TooltipContent?, of node: SemanticNode?, window: Rect,
        _ environment: ScreenEnvironment, fades: Bool
    ) {
        var isThere = false
        if let content, let node {
            pane.update(
                Model(
                    content: content, control: node.frame, window: window,
                    side: node.role == .listItem ? .right : .below), environment.style,
                environment.resources, record: Self.record)
            isThere = !pane.nodes.isEmpty
        }
        if isThere != isShown {
            isShown = isThere
            presence.move(
                to: isThere ? 1 : 0, at: environment.time, duration: fades ? Self.fadeDuration : 0)
        }
        opacity = min(max(presence.value(at: environment.time), 0), 1)
        isMoving = presence.isMoving(at: environment.time)
        if !isShown, !isMoving { pane.clear() }
    }

    func encode(into scene: SceneBuilder) {
        if opacity > 0 { pane.encode(into: scene, alpha: opacity) }
    }

    private static func record(_ model: Model, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let room = min(mostWidth, model.window.width - 2 * TooltipPlacement.margin) - 2 * padding.dx
        func lines(_ text: String, _ style: TextStyle) -> [ShapedLine] {
            text.isEmpty ? [] : pane.typesetter.lines(text, style, wrappedTo: room)
        }
        let titles = lines(model.content.title, TypeStyle.control)
        let keys = lines(model.content.keys.joined(separator: "  ·  "), TypeStyle.text)
        let texts = lines(model.content.text, TypeStyle.text)
        // The keys are on the line of the title if it leaves room for them.
        let keyWidth = keys.first?.width ?? 0
        let isOneRow =
            titles.count == 1 && keys.count == 1 && titles[0].width + 16 + keyWidth <= room
        let titleWidth = isOneRow ? titles[0].width + 16 + keyWidth : 0
        let width = (titles + keys + texts).reduce(titleWidth) { max($0, $1.width) }
        let rows = titles.count + texts.count + (isOneRow ? 0 : keys.count)
        let size = Size(
            width: (width + 2 * padding.dx).rounded(.up),
            height: Double(rows) * lineHeight + 2 * padding.dy)
        guard
            let frame = TooltipPlacement.frame(
                size, of: model.control, in: model.window, first: model.side)
        else { return [] }
        pane.shadow(
            frame, radius: Measure.boardCorner, blur: 16, offset: Vector(dx: 0, dy: 4),
            theme.dialogShadow)
        pane.canvas.fill(
            frame, theme.board, corners: Corners(Measure.boardCorner),
            border: .hairline(theme.hairline))
        var y = frame.y + padding.dy
        var row: Rect {
            Rect(
                x: frame.x + padding.dx, y: y, width: size.width - 2 * padding.dx,
                height: lineHeight)
        }
        func draw(_ lines: [ShapedLine], _ color: Color) {
            for line in lines {
                pane.canvas.text(line, in: row, color: color, alignment: .leading)
                y += lineHeight
            }
        }
        if isOneRow {
            pane.canvas.text(keys[0], in: row, color: theme.text2, alignment: .trailing)
        }
        draw(titles, theme.text1)
        if !isOneRow { draw(keys, theme.text2) }
        draw(texts, theme.text2)
        return [
            SemanticNode(
                id: ControlID("tooltip"), role: .tooltip, name: model.content.title,
                value: (model.content.keys + [model.content.text]).filter { !$0.isEmpty }
                    .joined(separator: ", "), frame: frame)
        ]
    }
}
