import ChartScene
import Geometry
import Painting

/// The piece of ground under a text in the plot, over marks that would cross it out.
struct LabelGround: Hashable {
    /// The colour of the ground that the text is on.
    var color: Color
    var size: Size

    /// The distance from the letters to the edge, in points.
    private static let padding = 3.0
    /// Less than 1, so that a little of what is below remains visible.
    private static let opacity: Float = 0.82

    /// The rectangle of the ground under a line of text, in points.
    ///
    /// - Parameters:
    ///   - x: where the text begins.
    ///   - width: of the text.
    static func rect(x: Double, baseline: Double, width: Double, capHeight: Double) -> Rect {
        Rect(x: x, y: baseline - capHeight, width: width, height: capHeight).inset(by: -padding)
    }

    /// Records it with its top left corner at a position.
    @MainActor
    func record(at origin: Point, on canvas: Canvas) {
        canvas.fill(
            Rect(origin: origin, size: size), color.opacity(Self.opacity),
            corners: Corners(size.height / 2))
    }
}
