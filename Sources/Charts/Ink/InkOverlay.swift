// What is over the kept ink while a person works with it: the figure that is being drawn, the lasso,
// and the selected marks with their handles.

import ChartCore
import ChartScene
import Geometry
import Ink

/// What is shown of a person's work with ink, in every frame.
@MainActor
final class InkOverlay: Attachment {
    /// The opacity of the halo of a selected mark.
    private static let halo: Float = 0.28
    /// How much wider than its mark a halo is, in points.
    private static let haloWidth = 7.0
    /// The diameters of a handle and of its hole, in points.
    private static let handle = (outer: 13.0, inner: 8.0)

    weak var layer: InkLayer?
    var isHidden = false
    private let ink = InkBuffer()

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard let layer,
            layer.pending != nil || !layer.selection.isEmpty || layer.lasso.count > 1
        else { return }
        let view = InkView(projection, scale: scene.scale)
        let seen = Rect(pixels: scene.clipRect)
        let ground = layer.ground
        let accent = InkColor.named(.blue).color(on: ground)
        ink.removeAll()
        if !layer.isHidden {
            let chosen = layer.selection.sorted().compactMap { layer.document[$0] }
                .filter { $0.belongs(to: layer.basis) }
            for mark in chosen {
                addHalo(mark, accent, view, seen, scene.scale)
                // A selected mark is seen however small it is.
                let missing = 1 - mark.presence(in: view)
                if missing > 0 {
                    mark.addLines(to: ink, view, within: seen, on: ground, presence: missing)
                }
            }
            // Only one mark at a time has handles.
            if chosen.count == 1, layer.pending == nil {
                addHandles(chosen[0], ground, view, scene.scale)
            }
        }
        if let pending = layer.pending {
            pending.addTint(to: scene, view, on: ground)
            pending.addLines(to: ink, view, within: seen, on: ground)
            if pending.figure?.kind.measures == true {
                addHandles(pending, ground, view, scene.scale)
            }
        }
        if layer.lasso.count > 1 {
            let loop = (layer.lasso + layer.lasso.prefix(1)).map { place in
                InkNode(
                    Point(x: place.x * scene.scale, y: place.y * scene.scale),
                    width: 1.5 * scene.scale)
            }
            ink.add(loop, color: accent)
        }
        scene.ink(ink)
    }

    private func addHalo(
        _ mark: InkMark, _ color: Color, _ view: InkView, _ seen: Rect, _ scale: Double
    ) {
        for run in mark.pieces(in: view, within: seen) {
            let wide = run.map {
                InkNode($0.position, width: $0.width + Self.haloWidth * scale)
            }
            ink.add(wide, color: color.opacity(Self.halo))
        }
    }

    private func addHandles(
        _ mark: InkMark, _ ground: Color, _ view: InkView, _ scale: Double
    ) {
        for (_, place) in mark.handles(in: view) {
            let color = mark.color.color(on: ground)
            ink.add([InkNode(place, width: Self.handle.outer * scale)], color: color)
            ink.add([InkNode(place, width: Self.handle.inner * scale)], color: ground)
        }
    }
}
