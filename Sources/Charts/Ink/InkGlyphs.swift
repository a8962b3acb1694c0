// The signs of marks that a view is too long for: a pencil in a circle, with their number if there are
// several.

import ChartCore
import ChartScene
import Geometry
import Ink
import Painting
import Text

/// A sign for marks that are too small to be seen where a chart is now.
public struct InkGlyph: Hashable, Sendable {
    /// The marks, in drawing order.
    public var marks: [InkMark.ID]
    /// Where the sign is, in points; some of it may be outside the plot, where it is not drawn.
    public var frame: Rect
    /// Its opacity; it grows while the marks fade.
    public var opacity: Double
}

/// Lays the signs of a layer out, and draws them.
@MainActor
final class InkGlyphs: Annotation {
    /// What a sign looks like.
    private struct Look: Hashable {
        var count: Int
        /// The colour of its marks; nil if they have several.
        var color: InkColor?
    }

    private struct Key: Equatable {
        var style: ChartStyle
        var scale: Double
        var fonts: ObjectIdentifier
    }

    weak var layer: InkLayer?
    /// Those in the plot, from left to right.
    private(set) var shown: [InkGlyph] = []
    private var clusters = InkClusters()
    private var looks: [Look] = []
    private var pictures: [Look: Picture] = [:]
    private var key: Key?
    private var plot = Rect.zero

    func prepare(for chart: Chart, deviceScale: Double, typesetter: Typesetter) {
        (shown, looks, plot) = ([], [], chart.plot)
        guard let layer, !layer.isHidden, !layer.document.marks.isEmpty, !plot.isEmpty,
            chart.drawnRange.isProper
        else { return }
        let view = InkView(chart.plotProjection, scale: deviceScale)
        let found = clusters.clusters(
            of: layer.document, in: view, basis: layer.basis, without: layer.selection)
        guard !found.isEmpty else { return }
        for cluster in found {
            let size = cluster.size
            let middle = Point(
                x: view.x.pixel(ofPlace: cluster.place.x) / deviceScale,
                y: view.y.pixel(ofPlace: cluster.place.y) / deviceScale)
            let frame = Rect(
                x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width,
                height: size.height)
            guard frame.intersects(plot) else { continue }
            shown.append(
                InkGlyph(marks: cluster.marks, frame: frame, opacity: cluster.presence))
            looks.append(look(of: cluster.marks, layer.document))
        }
        let now = Key(
            style: chart.style, scale: deviceScale, fonts: ObjectIdentifier(typesetter.fonts))
        if now != key || pictures.count > 4 * looks.count + 16 { pictures = [:] }
        key = now
        for (look, glyph) in zip(looks, shown) where pictures[look] == nil {
            pictures[look] = record(look, glyph.frame.size, layer.ground, now, typesetter)
        }
    }

    private func look(of marks: [InkMark.ID], _ document: InkDocument) -> Look {
        let color = document[marks[0]]?.color
        let isOne = marks.dropFirst().allSatisfy { document[$0]?.color == color }
        return Look(count: marks.count, color: isOne ? color : nil)
    }

    private func record(
        _ look: Look, _ size: Size, _ ground: Color, _ key: Key, _ typesetter: Typesetter
    ) -> Picture {
        let canvas = Canvas(scale: key.scale)
        let style = key.style
        canvas.fill(
            Rect(origin: .zero, size: size).inset(by: 0.5), ground,
            corners: Corners(size.height / 2),
            border: Border(width: 1, color: style.label))
        let color = look.color?.color(on: ground) ?? style.strongLabel
        // A pencil from the lower left, in a square of 10 points.
        let middle = Point(x: size.height / 2, y: size.height / 2)
        func at(_ x: Double, _ y: Double) -> Point {
            Point(x: middle.x + x, y: middle.y + y)
        }
        canvas.polyline(
            [(-5, 5), (-4.2, 1.8), (2.2, -4.6), (4.6, -2.2), (-1.8, 4.2), (-5, 5)].map {
                at($0.0, $0.1)
            }, width: 1.3, color: color)
        canvas.polyline([at(0.6, -3), at(3, -0.6)], width: 1.3, color: color)
        if look.count > 1 {
            let line = typesetter.line("\(look.count)", style.strongType)
            let left = size.height - 2
            canvas.text(
                line,
                in: Rect(
                    x: left + (size.width - 6 - left - line.width) / 2,
                    y: (size.height - line.height) / 2, width: line.width, height: line.height),
                color: style.strongLabel)
        }
        return canvas.finish()
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard !shown.isEmpty else { return }
        scene.clipped(to: plot) {
            for (glyph, look) in zip(shown, looks) {
                guard let picture = pictures[look] else { continue }
                scene.picture(picture, at: glyph.frame.origin, alpha: glyph.opacity)
            }
        }
    }

    func placedLabels(in chart: Chart) -> [AnnotationLabel] {
        shown.filter { $0.marks.count > 1 }.map {
            AnnotationLabel(
                axis: "ink", value: Double($0.marks.count), text: "\($0.marks.count)",
                rect: $0.frame, opacity: $0.opacity)
        }
    }
}
