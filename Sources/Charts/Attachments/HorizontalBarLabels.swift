// The values at the ends of horizontal bars.
//
// Data layout: one buffer of labels anchored in both directions, for all bars, because a chart has
// dozens of them. A pan or a zoom sends nothing. Method: a text is beyond the end of its bar. If it
// would leave the plot there, it is inside the bar, in the colour that is most readable on it. This
// is decided for the ranges that the chart is moving to, so that no text changes sides during the
// motion.

import ChartCore
import ChartScene
import Geometry
import Text

/// The values of a `HorizontalBarMark`, written at the ends of its bars.
@MainActor
public final class HorizontalBarLabels: Annotation {
    /// The distance from a bar's end to its text, in points.
    private static let gap = 6.0

    private struct Key: Equatable {
        var look: Revision
        var style: ChartStyle
        var scale: Double
        var fonts: ObjectIdentifier
        var isInside: [Bool]
    }

    private struct Placed {
        var bar: Bar
        var line: ShapedLine
        var isInside: Bool
        /// Whether the text is to the right of the bar's end.
        var isRight: Bool
    }

    /// The mark whose values are written.
    public let mark: HorizontalBarMark
    /// Formats a value.
    public var format: (Double) -> String { didSet { key = nil } }
    private var key: Key?
    private var placed: [Placed] = []
    private var buffer: LabelBuffer?
    private var ascent = 0.0
    private var capHeight = 0.0

    /// Creates labels for the values of a mark.
    public init(_ mark: HorizontalBarMark, format: @escaping (Double) -> String) {
        self.mark = mark
        self.format = format
    }

    public func prepare(
        for chart: Chart, deviceScale: Double, typesetter: Typesetter
    ) {
        guard chart.x.target.isProper, !chart.plot.isEmpty else { return }
        let type = chart.style.strongType
        let projection = chart.targetProjection
        let bars = mark.bars.filter { $0.value.isFinite }
        let lines = bars.map { typesetter.line(format($0.value), type) }
        let isInside = zip(bars, lines).map { bar, line in
            let end = projection.pointX(bar.value)
            let length = abs(end - projection.px(chart.x.scale.kind.transform.bound(of: bar.base)))
            let needed = line.width + Self.gap
            let room = bar.value < bar.base ? end - chart.plot.minX : chart.plot.maxX - end
            return room < needed && length > needed + Self.gap
        }
        let now = Key(
            look: mark.revision, style: chart.style, scale: deviceScale,
            fonts: ObjectIdentifier(typesetter.fonts), isInside: isInside)
        guard now != key else { return }
        key = now
        let metrics = typesetter.metrics(type)
        (ascent, capHeight) = (metrics.ascent, metrics.capHeight)
        placed = zip(zip(bars, lines), isInside).map { pair, isInside in
            Placed(
                bar: pair.0, line: pair.1, isInside: isInside,
                isRight: (pair.0.value < pair.0.base) == isInside)
        }
        let buffer = buffer ?? LabelBuffer()
        self.buffer = buffer
        buffer.replace(
            placed.map { entry in
                AnchoredLabel(
                    entry.line, x: entry.bar.value, y: (entry.bar.start + entry.bar.end) / 2,
                    offset: Vector(
                        dx: entry.isRight ? Self.gap : -Self.gap, dy: metrics.capHeight / 2),
                    alignment: entry.isRight ? .leading : .trailing,
                    color: entry.isInside ? inner(entry.bar) : chart.style.strongLabel)
            })
    }

    /// Black or white, whichever has more contrast with a bar.
    private func inner(_ bar: Bar) -> Color {
        let colors = mark.style.colors
        let ground = colors[min(max(bar.color, 0), colors.count - 1)]
        let (black, white) = (Color(hex: 0), Color(hex: 0xFFFFFF))
        return ground.contrast(with: white) >= ground.contrast(with: black) ? white : black
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard !mark.isHidden, let buffer else { return }
        scene.labels(buffer, .both, in: projection)
    }

    public func placedLabels(in chart: Chart) -> [AnnotationLabel] {
        guard !mark.isHidden else { return [] }
        let projection = chart.projection
        return placed.compactMap { entry in
            let end = projection.point(x: entry.bar.value, y: (entry.bar.start + entry.bar.end) / 2)
            guard chart.plot.inset(by: -0.01).contains(end) else { return nil }
            let left = entry.isRight ? end.x + Self.gap : end.x - Self.gap - entry.line.width
            return AnnotationLabel(
                axis: "bar", value: entry.bar.value, text: entry.line.text,
                rect: Rect(
                    x: left, y: end.y + capHeight / 2 - ascent, width: entry.line.width,
                    height: entry.line.height))
        }
    }
}
