import ChartScene
import Geometry
import Localization
import Painting

/// The banner over the content: the records shown are samples.
struct SampleBannerModel: Equatable {
    var frame: Rect
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum SampleBannerPane {
    private static let buttonHeight = 28.0
    private static let closeSide = 28.0
    static let openID = ControlID("banner.open", in: .banner)
    static let closeID = ControlID("banner.close", in: .banner)

    static func record(_ model: SampleBannerModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        // Its text is aligned with that of the content.
        let padding = frame.width < 520 ? 12 : Measure.windowPaddingX
        pane.canvas.fill(frame, theme.control)
        pane.canvas.horizontalLine(
            from: frame.minX, to: frame.maxX, y: frame.maxY - 0.01, color: theme.hairline)
        let close = SemanticNode(
            id: closeID, role: .button, name: tr("Close"),
            frame: Rect(
                x: frame.maxX - padding - closeSide, y: frame.midY - closeSide / 2,
                width: closeSide, height: closeSide), command: .closeSampleBanner)
        let title = tr("Open your file…")
        let width = (pane.width(title, TypeStyle.control) + 24).rounded(.up)
        let open = SemanticNode(
            id: openID, role: .button, name: title,
            frame: Rect(
                x: close.frame.minX - 4 - width, y: frame.midY - buttonHeight / 2, width: width,
                height: buttonHeight), command: .openFile)
        // In a narrow window the button needs the room.
        let room = open.frame.minX - 12 - frame.minX - padding
        let long = tr("These are sample records")
        let text = pane.width(long, TypeStyle.text) <= room ? long : tr("Sample records")
        pane.text(
            text, TypeStyle.text,
            in: Rect(x: frame.minX + padding, y: frame.y, width: room, height: frame.height),
            theme.text1)
        draw(open: open, model, pane)
        draw(close: close, model, pane)
        return [
            SemanticNode(
                id: ControlID("banner"), role: .alert, name: long, frame: frame,
                children: [open, close])
        ]
    }

    private static func draw(
        open node: SemanticNode, _ model: SampleBannerModel, _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        pane.canvas.fill(
            node.frame, model.hovered == node.id ? theme.hoveredControl : theme.card,
            corners: Corners(Measure.controlCorner), border: .hairline(theme.hairline))
        if model.focused == node.id {
            pane.focusRing(node.frame.inset(by: 2), radius: Measure.controlCorner)
        }
        pane.text(node.name, TypeStyle.control, in: node.frame, theme.text1, .center)
    }

    private static func draw(
        close node: SemanticNode, _ model: SampleBannerModel, _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        if model.hovered == node.id {
            pane.canvas.fill(
                node.frame, theme.hoveredControl, corners: Corners(Measure.controlCorner))
        }
        if model.focused == node.id {
            pane.focusRing(node.frame.inset(by: 2), radius: Measure.controlCorner)
        }
        let center = node.frame.center
        for side in [-4.0, 4] {
            pane.canvas.line(
                from: Point(x: center.x - 4, y: center.y - side),
                to: Point(x: center.x + 4, y: center.y + side), width: 1.4, color: theme.text1)
        }
    }
}

extension ControlArea {
    /// The banner over sample records.
    static let banner = ControlArea("banner")
}

extension CommandID {
    static let closeSampleBanner = CommandID("banner.close")
}
