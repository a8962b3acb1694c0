import ChartCore
import ChartScene
import Geometry
import Painting
import Text

/// The visible labels of an axis, including those that are fading out.
///
/// Lines of text are in one buffer, which the GPU moves with the data; blocks are drawn one by one,
/// and so is the ground under lines in the plot.
@MainActor
final class ShownLabels {
    /// A visible block, or the visible ground of a line, with its position.
    struct Placed {
        var picture: Picture
        /// Its top left corner, in points.
        var origin: Point
        var opacity: Double
    }

    private struct Block: Hashable {
        var block: LabelBlock
        var type: TextStyle
        var color: Color
    }

    /// The colours of labels and of what they are drawn on.
    struct Look {
        var style: ChartStyle
        /// Replaces the style's colour; nil to keep it.
        var color: Color?
        /// Device pixels per point.
        var scale: Double

        func color(of label: TickLabel) -> Color {
            color ?? (label.isStrong ? style.strongLabel : style.label)
        }
    }

    /// The lines of text; nil before the first ones.
    private(set) var buffer: LabelBuffer?
    private var fades = LabelFades<TickLabel>()
    private let blocks = RecordedPictures<Block>()
    private let grounds = RecordedPictures<LabelGround>()
    /// The metrics of the buffer's type.
    private var metrics: FontMetrics?
    /// Whether the buffer is out of date.
    private var isStale = false

    /// Whether something is fading in or out.
    func isFading(at time: Double) -> Bool { fades.isFading(at: time) }

    /// Sets what is visible from now on.
    ///
    /// - Parameters:
    ///   - visible: the values whose labels are visible.
    ///   - isFading: whether changes fade.
    func show(
        _ labels: some Sequence<TickLabel>, isHorizontal: Bool, at time: Double,
        over visible: Extent, isFading: Bool
    ) {
        fades.show(
            labels.map { label in
                let height = label.size.height
                return .init(
                    label.id, at: label.anchor,
                    reach: isHorizontal ? label.reach : Extent(min: -height / 2, max: height / 2),
                    content: label)
            }, at: time, over: visible, isFading: isFading)
        isStale = true
    }

    /// Advances the fades of labels; returns whether a label changed its look.
    ///
    /// - Parameters:
    ///   - density: the number of points per unit of the data.
    ///   - beginning: the value at the axis' beginning.
    func update(at time: Double, density: Double, from beginning: Double, _ ends: AxisEnds) -> Bool
    {
        let pales = fades.update(at: time, density: density) { label in
            ends.presence(at: (label.anchor - beginning) * density, label.reach) > 0
        }
        return pales || isStale
    }

    /// Updates the buffer.
    func send(_ look: Look, _ layout: AxisLayout, _ typesetter: Typesetter) {
        isStale = false
        let metrics = typesetter.metrics(look.style.type)
        self.metrics = metrics
        let buffer =
            buffer ?? LabelBuffer()
        self.buffer = buffer
        buffer.replace(
            fades.labels.filter { $0.opacity > 0 && $0.content.block == nil }.map { shown in
                var label = layout.anchored(
                    shown.content, look.color(of: shown.content), capHeight: metrics.capHeight)
                label.opacity = shown.opacity
                return label
            })
    }

    /// The visible blocks, recorded and with their positions.
    ///
    /// - Parameter edge: see `AxisLayout.labelEdge`.
    func placedBlocks(
        _ look: Look, _ layout: AxisLayout, edge: Double, _ ends: AxisEnds, _ projection: Projection
    ) -> [Placed] {
        blocks.begin(scale: look.scale)
        defer { blocks.end() }
        return fades.labels.compactMap { shown in
            let label = shown.content
            guard let block = label.block else { return nil }
            let opacity = opacity(of: shown, layout, ends, projection)
            guard opacity > 0 else { return nil }
            let color = look.color(of: label)
            let type = look.style.type(isStrong: label.isStrong)
            let key = Block(block: block.block, type: type, color: color)
            let picture = blocks.picture(key) {
                block.block.record(
                    block.lines, color: color, alignment: layout.alignment, on: $0)
            }
            let rect = layout.rect(
                of: label, block, edge: edge, projection, drawnAt: look.scale)
            return Placed(picture: picture, origin: rect.origin, opacity: opacity)
        }
    }

    /// The ground under the visible lines of text, recorded and with its positions.
    ///
    /// - Parameters:
    ///   - color: of the ground.
    ///   - edge: see `AxisLayout.labelEdge`.
    func placedGrounds(
        _ color: Color, _ look: Look, _ layout: AxisLayout, edge: Double, _ ends: AxisEnds,
        _ projection: Projection
    ) -> [Placed] {
        guard let metrics else { return [] }
        grounds.begin(scale: look.scale)
        defer { grounds.end() }
        return fades.labels.compactMap { shown in
            let label = shown.content
            guard label.block == nil else { return nil }
            let opacity = opacity(of: shown, layout, ends, projection)
            guard opacity > 0 else { return nil }
            let text = layout.rect(of: label, edge: edge, projection, metrics)
            let rect = LabelGround.rect(
                x: text.x, baseline: text.y + metrics.ascent, width: text.width,
                capHeight: metrics.capHeight)
            let ground = LabelGround(color: color, size: rect.size)
            let picture = grounds.picture(ground) {
                ground.record(at: .zero, on: $0)
            }
            return placed(picture, rect, opacity, look)
        }
    }

    /// A list at the whole device pixel nearest to a rectangle's upper left corner.
    private func placed(
        _ picture: Picture, _ rect: Rect, _ opacity: Double, _ look: Look
    ) -> Placed {
        let scale = look.scale
        return Placed(
            picture: picture,
            origin: Point(
                x: (rect.x * scale).rounded() / scale, y: (rect.y * scale).rounded() / scale),
            opacity: opacity)
    }

    /// The visible labels, with their positions in points.
    ///
    /// - Parameters:
    ///   - edge: see `AxisLayout.labelEdge`.
    ///   - metrics: of the style's type.
    ///   - scale: see `AxisLayout.rect`.
    func reported(
        _ layout: AxisLayout, edge: Double, _ ends: AxisEnds, _ projection: Projection,
        _ metrics: FontMetrics, drawnAt scale: Double?
    ) -> [ReportedLabel] {
        fades.labels.compactMap { shown in
            let label = shown.content
            let opacity = opacity(of: shown, layout, ends, projection)
            guard opacity > 0 else { return nil }
            return ReportedLabel(
                value: label.tick.value, text: label.text, placement: label.label.placement,
                rect: label.block.map {
                    layout.rect(of: label, $0, edge: edge, projection, drawnAt: scale)
                } ?? layout.rect(of: label, edge: edge, projection, metrics, drawnAt: scale),
                opacity: opacity)
        }
    }

    /// The opacity of a label at its position.
    private func opacity(
        of shown: LabelFades<TickLabel>.Label, _ layout: AxisLayout, _ ends: AxisEnds,
        _ projection: Projection
    ) -> Double {
        shown.opacity
            * ends.presence(at: layout.place(of: shown.content, projection), shown.content.reach)
    }
}
