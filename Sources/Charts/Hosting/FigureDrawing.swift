import ChartScene
import Geometry
import Text

/// A drawing of a program's own in a figure, such as a table next to the charts.
///
/// The charts leave it the room of `ChartFigure.insets`. It is drawn under them.
@MainActor
public protocol FigureDrawing: AnyObject {
    /// Lays the drawing out; called in each frame, so it keeps what it recorded as long as nothing
    /// changed.
    ///
    /// - Parameters:
    ///   - frame: the whole figure's, in points; the charts are within it.
    ///   - insets: the room around the charts.
    ///   - theme: that of the figure.
    func prepare(
        in frame: Rect, insets: Insets, theme: ChartTheme, deviceScale: Double,
        typesetter: Typesetter)

    /// Adds the drawing to a scene, as it was prepared.
    func encode(into scene: SceneBuilder)
}
