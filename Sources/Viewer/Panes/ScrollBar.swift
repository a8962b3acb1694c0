import ChartScene
import Geometry
import Painting

/// The bar at the right of a list that shows how far it is scrolled.
@MainActor
enum ScrollBar {
    /// Draws the bar if there is anything to scroll.
    ///
    /// - Parameters:
    ///   - list: the visible part of the list.
    ///   - most: the maximum scroll, in points.
    static func draw(in list: Rect, scroll: Double, most: Double, _ pane: PaneCanvas) {
        guard most > 0 else { return }
        let track = list.inset(by: Insets(left: 0, top: 4, right: 0, bottom: 8))
        let length = max(24, track.height * list.height / (list.height + most))
        let y = track.y + (track.height - length) * min(max(scroll / most, 0), 1)
        pane.canvas.fill(
            Rect(x: track.maxX - 9, y: y, width: 4, height: length), pane.theme.text3, corners: 2)
    }
}
