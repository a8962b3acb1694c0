import ChartScene
import Geometry
import Painting

/// Draws the small pictures next to sentences.
@MainActor
enum HighlightPicturePane {
    static func draw(
        _ picture: HighlightPicture, _ color: Color, _ rect: Rect, _ pane: PaneCanvas
    ) {
        let canvas = pane.canvas
        func y(_ height: Double) -> Double { rect.maxY - 3 - height * (rect.height - 6) }
        switch picture {
        case .sides(let before, let after):
            let half = rect.width / 2
            for (side, left, ink) in [
                (before, rect.x, pane.theme.text3), (after, rect.x + half, color),
            ] {
                for (day, height) in zip(side.days, side.heights) {
                    canvas.circle(
                        at: Point(x: left + 3 + day * (half - 6), y: y(height)), radius: 1.5,
                        fill: ink)
                }
                canvas.line(
                    from: Point(x: left + 1, y: y(side.mean)),
                    to: Point(x: left + half - 1, y: y(side.mean)), width: 2, color: ink)
            }
        case .line(let values, let from, let to):
            let slot = rect.width / Double(max(values.count - 1, 1))
            for (index, value) in values.enumerated() where value.isFinite {
                canvas.circle(
                    at: Point(x: rect.x + Double(index) * slot, y: y(value)), radius: 1.5,
                    fill: pane.theme.text3)
            }
            canvas.line(
                from: Point(x: rect.x, y: y(from)), to: Point(x: rect.maxX, y: y(to)), width: 2,
                color: color)
        case .bars(let values, let strong):
            let faded = pane.theme.faded(color, by: 0.42, on: pane.theme.card)
            let slot = rect.width / Double(max(values.count, 1))
            for (index, value) in values.enumerated() {
                let height = max(1, value * rect.height)
                canvas.fill(
                    Rect(
                        x: rect.x + Double(index) * slot, y: rect.maxY - height,
                        width: max(1, slot * 0.7), height: height),
                    index == strong ? color : faded, corners: 1)
            }
        }
    }
}
