import ChartCore
import ChartScene
import Geometry
import Ink

extension InkMark {
    /// Whether it is part of the picture of a kind of brush that pans with a chart of a basis: its
    /// lines are, or its tint, which is under the data as markers are.
    func isDrawn(with kind: InkBrush.Kind, on basis: InkBasis?) -> Bool {
        belongs(to: basis) && !followsPlotX
            && (brush.kind == kind || kind == .marker && figure?.kind.isTinted == true)
    }

    /// Adds the tint inside it, if it has one, with the opacity that a view leaves it.
    @MainActor
    func addTint(to scene: SceneBuilder, _ view: InkView, on ground: Color, presence: Double = 1) {
        guard let tinted = tintedPixels(in: view) else { return }
        scene.fill(pixels: tinted, tintPaint(on: ground, presence: presence))
    }

    /// Adds its lines in a part of a view, with the opacity that the view leaves it.
    @MainActor
    func addLines(
        to ink: InkBuffer, _ view: InkView, within part: Rect, on ground: Color,
        presence: Double = 1
    ) {
        let color = paint(on: ground, presence: presence)
        for run in pieces(in: view, within: part) { ink.add(run, color: color) }
    }
}
