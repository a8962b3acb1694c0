import ChartScene
import Geometry
import Painting

/// The piece of ground under a text that stands in the plot, over marks which would strike it out.
struct LabelGround: Hashable {
    /// Of the ground that the text stands on.
    var color: Color
    var size: Size

    /// From the letters to the edge, in points.
    private static let padding = 3.0
    /// What lies below is seen a little.
    private static let opacity: Float = 0.82

    /// The place of the ground under a line of text, in points.
    ///
    /// - Parameters:
    ///   - x: where the text begins.
    ///   - width: of the text.
    static func rect(x: Double, baseline: Double, width: Double, capHeight: Double) -> Rect {
        Rect(x: x, y: baseline - capHeight, width: width, height: capHeight).inset(by: -padding)
    }

    /// Records it with its top left corner at a place.
    @MainActor
    func record(at origin: Point, on canvas: Canvas) {
        canvas.fill(
            Rect(origin: origin, size: size), color.opacity(Self.opacity),
            corners: Corners(size.height / 2))
    }
}
