// The meaning of a reference line, in words over it.
//
// Method: the words are placed where there is room among the marks, as far to the left as possible,
// and not drawn if there is no room: they must cover nothing. They are above the line, or below it
// if a grid line would go through them. The position is searched for when they are written, for the
// ranges that the chart is moving to. From then on it belongs to the data, so that no pan brings a
// bar behind them. Other words, or the same ones elsewhere, fade in.

import ChartCore
import ChartScene
import Geometry
import Painting
import Text

/// The words at a reference line: `Ø 8,214`.
@MainActor
public final class ReferenceLabel: Annotation {
    /// The distance from the words to the line, and around them to marks, in points.
    private static let gap = 3.0
    /// The distance from the words of another label in the same rows, in points.
    private static let apart = 16.0
    /// The distance between positions that are tried, in points.
    private static let step = 4.0

    private struct Key: Equatable {
        var style: ChartStyle
        var scale: Double
        var fonts: ObjectIdentifier
        var color: Color?
    }

    private struct Place: Equatable {
        /// The beginning of the words, as a place of the x scale.
        var x: Double
        var isUnder: Bool
    }

    private struct Written {
        var line: ShapedLine
        var picture: Picture
    }

    /// The line that it belongs to.
    public let line: ReferenceLine
    /// Whether a part of the plot, given by its extents along x and y in the data, is free; nil to
    /// decide by the chart's marks (`Chart.isFree`).
    public var isFree: ((_ x: Extent, _ y: Extent) -> Bool)?
    /// The colour of the words; nil for that of the chart's strong labels.
    public var color: Color?
    /// The text; empty for none.
    public private(set) var text = ""

    private var key: Key?
    private var written: [String: Written] = [:]
    private var fades = LabelFades<Place>()
    /// The position of the words; nil if there is no room for them.
    private var place: Place?
    private var isPlaced = true
    private var time = 0.0
    private var plot = Rect.zero
    private var softness = AxisEnds.movingSoftness
    /// The position of the line, in points; nil if it has none.
    private var bottom: Double?

    /// Creates words at a line.
    public init(_ line: ReferenceLine) { self.line = line }

    /// Sets the text, which is shown if there is room for it now.
    public func write(_ text: String) {
        self.text = text
        isPlaced = false
    }

    public var isFading: Bool { fades.isFading(at: time) }

    public func prepare(
        for chart: Chart, deviceScale: Double, typesetter: Typesetter
    ) {
        (plot, time) = (chart.plot, chart.lastTime)
        softness = chart.endSoftness
        let now = Key(
            style: chart.style, scale: deviceScale, fonts: ObjectIdentifier(typesetter.fonts),
            color: color)
        if now != key {
            key = now
            written = [:]
        }
        guard !plot.isEmpty, chart.drawnRange.isProper else { return }
        let height = chart.projection(of: chart.dimension(of: self)).pointY(line.place)
        bottom = height.isFinite ? height : nil
        var wanted: [LabelFades<Place>.Label] = []
        if line.value.isFinite, !line.isHidden, !text.isEmpty {
            let words =
                written[text] ?? record(text, chart.style, deviceScale, typesetter)
            written[text] = words
            if !isPlaced {
                isPlaced = true
                place = room(for: words.line, in: chart)
            }
            if let place {
                let x = chart.projection.px(place.x)
                wanted = [
                    .init(
                        .init(
                            value: place.x, text: text,
                            placement: place.isUnder ? .leading : .centered), at: x,
                        reach: Extent(min: 0, max: words.line.width), content: place)
                ]
            }
        }
        fades.show(
            wanted, at: time, over: Extent(min: plot.minX - 1, max: plot.maxX + 1),
            isFading: chart.fadesLabels)
        fades.place { $0.anchor = chart.projection.px($0.content.x) }
        fades.update(at: time, density: 1)
        guard written.count > fades.labels.count + 1 else { return }
        let shown = Set(fades.labels.map(\.id.text)).union([text])
        written = written.filter { shown.contains($0.key) }
    }

    /// The position where words have room at the line, in the ranges that a chart is moving to.
    private func room(for words: ShapedLine, in chart: Chart) -> Place? {
        let dimension = chart.dimension(of: self)
        let projection = chart.targetProjection(of: dimension)
        let line = projection.pointY(self.line.value)
        guard line.isFinite else { return nil }
        let height = 2 * Self.gap + words.height
        let sides: [(isUnder: Bool, rows: Extent)] = [
            (false, Extent(min: line - height, max: line)),
            (true, Extent(min: line, max: line + height)),
        ].filter { $0.1.min >= plot.minY && $0.1.max <= plot.maxY }
        func isCrossed(_ rows: Extent) -> Bool {
            dimension.axes.contains { axis in
                axis.hasGrid
                    && axis.ticker.ticks.contains {
                        let y = projection.py($0.value)
                        return y > rows.min + 1 && y < rows.max - 1
                    }
            }
        }
        let others = chart.annotations.compactMap { other in
            other === self ? nil : (other as? ReferenceLabel)?.taken(in: chart)
        }
        let clear = sides.filter { !isCrossed($0.rows) }
        for (isUnder, rows) in clear + sides.filter({ isCrossed($0.rows) && !$0.isUnder }) {
            let values = Extent(
                min: projection.valueY(atPoint: rows.max), max: projection.valueY(atPoint: rows.min)
            )
            var x = plot.minX + Self.gap
            while x + words.width + Self.gap <= plot.maxX {
                let span = Extent(
                    min: projection.valueX(atPoint: x - Self.gap),
                    max: projection.valueX(atPoint: x + words.width + Self.gap))
                let area = Rect(
                    x: x - Self.apart, y: rows.min, width: words.width + 2 * Self.apart,
                    height: rows.length)
                if !others.contains(where: { $0.intersects(area) }),
                    isFree?(span, values) ?? chart.isFree(span, values, on: dimension)
                {
                    return Place(x: projection.xValue(at: x), isUnder: isUnder)
                }
                x += Self.step
            }
        }
        return nil
    }

    /// The area that its words take in the ranges that a chart is moving to; nil if there are none.
    private func taken(in chart: Chart) -> Rect? {
        guard line.value.isFinite, !line.isHidden, let place, let words = written[text]?.line
        else { return nil }
        let projection = chart.targetProjection(of: chart.dimension(of: self))
        let y = projection.pointY(line.value)
        return Rect(
            x: projection.px(place.x),
            y: place.isUnder ? y + Self.gap : y - Self.gap - words.height,
            width: words.width, height: words.height)
    }

    private func record(
        _ text: String, _ style: ChartStyle, _ scale: Double, _ typesetter: Typesetter
    ) -> Written {
        let line = typesetter.line(text, style.type)
        let canvas = Canvas(scale: scale)
        canvas.text(
            line, in: Rect(x: 0, y: 0, width: line.width, height: line.height),
            color: color ?? style.strongLabel)
        return Written(line: line, picture: canvas.finish())
    }

    private var shown: [(text: String, rect: Rect, picture: Picture, opacity: Double)] {
        fades.labels.compactMap { label in
            guard let words = written[label.id.text], let bottom else { return nil }
            let rect = Rect(
                x: label.anchor,
                y: label.content.isUnder
                    ? bottom + Self.gap : bottom - Self.gap - words.line.height,
                width: words.line.width, height: words.line.height)
            let inside = min(
                rect.minX - plot.minX, plot.maxX - rect.maxX, rect.minY - plot.minY,
                plot.maxY - rect.maxY)
            let opacity = label.opacity * AxisEnds.presence(inside: inside, softness)
            return opacity > 0 ? (label.id.text, rect, words.picture, opacity) : nil
        }
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        for words in shown {
            scene.picture(words.picture, at: words.rect.origin, alpha: words.opacity)
        }
    }

    public func placedLabels(in chart: Chart) -> [AnnotationLabel] {
        shown.map {
            AnnotationLabel(
                axis: "reference", value: line.value.isFinite ? line.value : line.place,
                text: $0.text, rect: $0.rect,
                opacity: $0.opacity)
        }
    }
}
