import ChartScene
import Geometry
import Localization
import Painting

/// The overlay while files are dragged over the window: they can be dropped, and what will happen
/// then.
struct DropModel: Equatable {
    /// The window's content.
    var window: Rect
    var offer: FileOffer
    var cornerRadius: Double
}

@MainActor
enum DropPane {
    static func record(_ model: DropModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        pane.canvas.fill(model.window, theme.dialogVeil, corners: Corners(model.cornerRadius))
        let width = min(380, model.window.width - 48)
        let frame = Rect(
            x: model.window.midX - width / 2, y: model.window.midY - 70, width: width, height: 140)
        pane.shadow(
            frame, radius: Measure.cardCorner, blur: 24, offset: Vector(dx: 0, dy: 6),
            theme.dialogShadow)
        pane.canvas.fill(
            frame, theme.board, corners: Corners(Measure.cardCorner),
            border: Border(width: 2, color: theme.focus))
        draw(arrowAt: Point(x: frame.midX, y: frame.y + 42), pane)
        let (title, text) = words(model.offer)
        pane.text(
            title, TypeStyle.name,
            in: Rect(x: frame.x + 16, y: frame.y + 72, width: width - 32, height: 24),
            theme.text1, .center)
        pane.text(
            text, TypeStyle.text,
            in: Rect(x: frame.x + 16, y: frame.y + 96, width: width - 32, height: 24),
            theme.text2, .center)
        return [
            SemanticNode(
                id: ControlID("drop"), role: .alert, name: title, value: text, frame: frame)
        ]
    }

    private static func words(_ offer: FileOffer) -> (title: String, text: String) {
        switch offer {
        case .view:
            (tr("Drop to open"), tr("Opened for viewing only; nothing is saved"))
        case .import:
            (tr("Drop to import"), tr("The files aren’t changed"))
        }
    }

    /// An arrow down onto a tray.
    private static func draw(arrowAt center: Point, _ pane: PaneCanvas) {
        let color = pane.theme.focus
        pane.canvas.fill(
            Rect(x: center.x - 1.5, y: center.y - 20, width: 3, height: 22), color,
            corners: Corners(1.5))
        for side in [-1.0, 1] {
            pane.canvas.line(
                from: Point(x: center.x + side * 8, y: center.y - 6),
                to: Point(x: center.x, y: center.y + 2), width: 3, color: color)
        }
        pane.canvas.fill(
            Rect(x: center.x - 18, y: center.y + 10, width: 36, height: 3), color,
            corners: Corners(1.5))
    }
}
