import ChartScene
import Geometry

/// Adds an axis to a scene: its line, its tick marks, its labels.
@MainActor
struct AxisEncoder {
    private let axis: ChartAxis
    /// Maps data to device pixels.
    private let projection: PlotProjection
    /// Maps data to points.
    private let points: Projection
    private let style: ChartStyle
    private let scale: Double
    private let scene: SceneBuilder

    init(
        _ axis: ChartAxis, _ projection: PlotProjection, _ points: Projection, _ style: ChartStyle,
        scale: Double, into scene: SceneBuilder
    ) {
        (self.axis, self.projection, self.points) = (axis, projection, points)
        (self.style, self.scale, self.scene) = (style, scale, scene)
    }

    /// Adds everything.
    ///
    /// - Parameters:
    ///   - ground: the colour that the marks are drawn on; nil if there is more than one.
    ///   - plot: in points; so is `frame`, the chart's.
    func encode(ground: Color?, plot: Rect, frame: Rect) {
        let layout = axis.layout
        let place = layout.place(across: points)
        let edge = layout.labelEdge(place, style)
        if let ground {
            let grounds = axis.placedGrounds(
                ground, points, edge: edge, style: style, scale: scale)
            if !grounds.isEmpty {
                scene.clipped(to: plot) {
                    for piece in grounds {
                        scene.picture(piece.picture, at: piece.origin, alpha: piece.opacity)
                    }
                }
            }
        }
        if axis.lines != AxisLines() { encodeLines(at: place) }
        for block in axis.placedBlocks(points, edge: edge, style: style, scale: scale) {
            scene.picture(block.picture, at: block.origin, alpha: block.opacity)
        }
        guard let labels = axis.labels.buffer else { return }
        let isHorizontal = axis.side.isHorizontal
        scene.labels(
            labels, isHorizontal ? .x(baseline: edge * scale) : .y(edge: edge * scale),
            in: projection, strip: isHorizontal ? scene.pixels(frame) : nil,
            ends: axis.ends.labelEnds(beginning: projection.plot.minX, scale: scale))
    }

    /// Adds the line of the axis and the marks at its ticks, on whole device pixels.
    private func encodeLines(at place: Double) {
        let isHorizontal = axis.side.isHorizontal
        let plot = projection.plot
        let middle = (place * scale).rounded()
        // In the direction of the labels.
        let outwards = axis.side == .bottom || axis.side == .trailing ? 1.0 : -1
        for (marks, rules) in [
            (axis.lines.minor, axis.rules.minor), (axis.lines.major, axis.rules.major),
        ] {
            guard let marks else { continue }
            let ends = [
                middle + outwards * marks.outside * scale,
                middle - outwards * marks.inside * scale,
            ]
            scene.rules(
                rules, axis: isHorizontal ? .x : .y, color: marks.stroke.color,
                span: min(ends[0], ends[1])...max(ends[0], ends[1]),
                pixels: pixels(marks.stroke), in: projection)
        }
        guard let line = axis.lines.axis else { return }
        // A line extends to the outer side of the marks at its ends.
        let more = Double(pixels(axis.lines.major?.stroke ?? line) / 2)
        scene.axisLine(
            isHorizontal ? .x : .y, at: middle,
            span: isHorizontal
                ? plot.minX - more...plot.maxX + more
                : plot.minY - more...plot.maxY + more,
            color: line.color, pixels: pixels(line))
    }

    private func pixels(_ stroke: AxisLines.Stroke) -> Int {
        max(1, Int((stroke.width * scale).rounded()))
    }
}
