import ChartScene
import Geometry
import Painting
import Text

/// Draws what records are kept on.
@MainActor
enum OriginPicture {
    /// The small sign of an origin.
    static func glyph(_ origin: RecordOrigin) -> MetricGlyph {
        switch origin {
        case .iPhone: .heart
        case .android: .stopwatch
        case .device: .scale
        }
    }

    /// Draws a picture of an origin around a point, at most 140 by 92 points.
    static func draw(_ origin: RecordOrigin, at center: Point, _ pane: PaneCanvas) {
        let theme = pane.theme
        switch origin {
        case .iPhone:
            phone(at: center, pane)
            pane.canvas.line(
                from: Point(x: center.x - 7, y: center.y - 39),
                to: Point(x: center.x + 7, y: center.y - 39), width: 4, color: theme.text2)
            let heart = GlyphPen(
                center: Point(x: center.x, y: center.y - 6), scale: 1.9, color: theme.heart,
                canvas: pane.canvas)
            heart.heart()
            lines(at: Point(x: center.x, y: center.y + 18), pane)
        case .android:
            phone(at: center, pane)
            pane.canvas.circle(
                at: Point(x: center.x, y: center.y - 39), radius: 2.5, fill: theme.text2)
            for (index, height) in [14.0, 24, 18, 30, 22].enumerated() {
                pane.canvas.fill(
                    Rect(
                        x: center.x - 17 + Double(index) * 7, y: center.y + 10 - height, width: 5,
                        height: height),
                    index == 3
                        ? theme.activity : theme.faded(theme.activity, by: 0.5, on: theme.card),
                    corners: Corners(top: 2))
            }
            lines(at: Point(x: center.x, y: center.y + 18), pane)
        case .device:
            let scale = Rect(x: center.x - 68, y: center.y - 16, width: 66, height: 60)
            outline(scale, corner: 12, pane)
            display(
                "71.2", Rect(x: scale.midX - 18, y: scale.y + 10, width: 36, height: 18),
                theme.body, pane)
            let cuff = Rect(x: center.x + 14, y: center.y - 24, width: 54, height: 68)
            outline(cuff, corner: 12, pane)
            display(
                "118", Rect(x: cuff.midX - 19, y: cuff.y + 9, width: 38, height: 18), theme.heart,
                pane)
            display(
                "76", Rect(x: cuff.midX - 19, y: cuff.y + 27, width: 38, height: 18), theme.heart,
                pane)
            pane.canvas.circle(
                at: Point(x: cuff.midX, y: cuff.maxY - 13), radius: 5, fill: .clear,
                stroke: Border(width: 1.5, color: theme.text2))
        }
    }

    private static func phone(at center: Point, _ pane: PaneCanvas) {
        outline(
            Rect(x: center.x - 26, y: center.y - 46, width: 52, height: 92), corner: 10, pane)
    }

    private static func outline(_ rect: Rect, corner: Double, _ pane: PaneCanvas) {
        pane.canvas.fill(
            rect, .clear, corners: Corners(corner),
            border: Border(width: 2, color: pane.theme.text2))
    }

    private static func lines(at center: Point, _ pane: PaneCanvas) {
        for (dy, length) in [(0.0, 32.0), (9, 20)] {
            pane.canvas.fill(
                Rect(x: center.x - 16, y: center.y + dy, width: length, height: 4),
                pane.theme.control, corners: 2)
        }
    }

    /// Digits, as a device shows them.
    private static func display(
        _ text: String, _ rect: Rect, _ color: Color, _ pane: PaneCanvas
    ) {
        pane.text(
            text, TypeStyle.labelStrong, in: rect,
            pane.theme.legible(color, on: pane.theme.card), .center)
    }
}
