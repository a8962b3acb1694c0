// Spans of x with words at both ends: a night from bedtime to waking.
//
// Method: a band under the marks, part of the picture that moves with the plot; over the plot a dotted
// line at each end, which begins above the plot, with words next to its upper end, outside of the span
// where there is room and else inside. Words that would overlap others, or reach out of the chart, are
// left out; the line stays. A text is recorded once and placed in each frame, so a pan shapes nothing.

import ChartCore
import ChartScene
import Geometry
import Painting
import Text

/// Spans of x that are marked with a band, and with a line and words at each end.
///
/// `band` belongs in the chart's background and `ends` in its annotations; the words are above the plot,
/// in room that the chart's style has there (`insets.top`).
@MainActor
public final class MarkedSpans {
    /// Words at an end of a span: a strong part, and what follows it.
    public struct Words: Hashable, Sendable {
        /// The emphasised part, such as the time.
        public var strong: String
        /// The other part.
        public var plain: String

        /// Words from their parts.
        public init(strong: String, plain: String) {
            self.strong = strong
            self.plain = plain
        }
    }

    /// A span with the words at its ends.
    public struct Span: Hashable, Sendable {
        /// Where it begins and ends.
        public var extent: Extent
        /// The words at its beginning.
        public var start: Words
        /// The words at its end.
        public var end: Words

        /// A span with words.
        public init(_ extent: Extent, start: Words, end: Words) {
            self.extent = extent
            self.start = start
            self.end = end
        }
    }

    /// Colours and measures.
    public struct Style: Hashable, Sendable {
        /// The band; translucent.
        public var band: Color
        /// The lines and the strong words.
        public var line: Color
        /// The other words.
        public var text: Color
        /// The width of lines, in points.
        public var width = 1.5
        /// How far the lines reach above the plot, in points.
        public var rise = 12.0

        /// A style with the measures of the design.
        public init(band: Color, line: Color, text: Color) {
            self.band = band
            self.line = line
            self.text = text
        }
    }

    /// The spans, in the order of their beginnings.
    public var spans: [Span] = [] {
        didSet { if spans != oldValue { band.look = .next() } }
    }
    /// The look.
    public var style: Style {
        didSet { if style != oldValue { band.look = .next() } }
    }
    /// The bands, for the background of a chart.
    public let band = SpanBands()
    /// The lines and the words, for the annotations of a chart.
    public let ends = SpanEnds()

    /// No spans yet.
    public init(style: Style) {
        self.style = style
        band.owner = self
        ends.owner = self
    }
}

/// The bands of marked spans.
@MainActor
public final class SpanBands: Attachment {
    public var isHidden = false
    weak var owner: MarkedSpans?
    fileprivate var look = Revision.next()

    public var revision: Revision? { look }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard let owner else { return }
        let seen = projection.valuesX
        for span in owner.spans where span.extent.overlaps(seen) {
            let shown = span.extent.intersection(seen)
            guard shown.max > shown.min else { continue }
            scene.zone(shown.min...shown.max, axis: .x, color: owner.style.band, in: projection)
        }
    }
}

/// The lines and the words at the ends of marked spans.
@MainActor
public final class SpanEnds: Annotation {
    weak var owner: MarkedSpans?
    private var key: Key?
    private var written: [MarkedSpans.Words: Written] = [:]
    private var placed: [(label: AnnotationLabel, picture: Picture)] = []
    private var lines: [Double] = []
    private var plot = Rect.zero
    /// Between words and their line, and between words, in points.
    private static let gap = 8.0

    private struct Key: Equatable {
        var style: ChartStyle
        var look: MarkedSpans.Style
        var scale: Double
        var fonts: ObjectIdentifier
    }

    private struct Written {
        var size: Size
        var picture: Picture
    }

    public func prepare(for chart: Chart, deviceScale: Double, typesetter: Typesetter) {
        placed = []
        lines = []
        plot = chart.plot
        guard let owner, !owner.spans.isEmpty, !plot.isEmpty else { return }
        let now = Key(
            style: chart.style, look: owner.style, scale: deviceScale,
            fonts: ObjectIdentifier(typesetter.fonts))
        if now != key {
            key = now
            written = [:]
        }
        let seen = chart.drawnRange
        let (left, right) = (chart.frame.minX + 4, chart.frame.maxX - 4)
        var taken = left
        for span in owner.spans where span.extent.max >= seen.min && span.extent.min <= seen.max {
            let ends = [(span.extent.min, span.start, true), (span.extent.max, span.end, false)]
            for (value, words, isStart) in ends {
                let x = chart.projection.px(value)
                guard x >= plot.minX - 1, x <= plot.maxX + 1 else { continue }
                lines.append(x)
                let text =
                    self.written[words] ?? write(words, chart.style, owner.style, now, typesetter)
                self.written[words] = text
                let before = x - Self.gap - text.size.width
                let after = x + Self.gap
                let wanted = isStart ? [before, after] : [after, before]
                guard
                    let place = wanted.first(where: {
                        $0 >= taken && $0 + text.size.width <= right
                    })
                else { continue }
                let rect = Rect(
                    x: place, y: plot.y - text.size.height - 3, width: text.size.width,
                    height: text.size.height)
                taken = rect.maxX + Self.gap
                placed.append(
                    (
                        AnnotationLabel(
                            axis: chart.x.id, value: value,
                            text: words.strong + " " + words.plain, rect: rect), text.picture
                    ))
            }
        }
        if written.count > 64 { written = [:] }
    }

    private func write(
        _ words: MarkedSpans.Words, _ style: ChartStyle, _ look: MarkedSpans.Style, _ key: Key,
        _ typesetter: Typesetter
    ) -> Written {
        let strong = typesetter.line(
            words.strong, TextStyle(size: style.type.size, weight: .semibold))
        let plain = typesetter.line(words.plain, style.type)
        let height = max(strong.height, plain.height)
        let canvas = Canvas(scale: key.scale)
        canvas.text(
            strong, in: Rect(x: 0, y: 0, width: strong.width, height: height), color: look.line)
        canvas.text(
            plain, in: Rect(x: strong.width + 4, y: 0, width: plain.width, height: height),
            color: look.text)
        return Written(
            size: Size(width: strong.width + 4 + plain.width, height: height),
            picture: canvas.finish())
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard let style = owner?.style, owner?.spans.isEmpty == false else { return }
        for x in lines {
            let place = (x * scene.scale).rounded(.down) + 0.5
            scene.ruler(
                from: Point(x: place, y: projection.plot.maxY),
                to: Point(x: place, y: projection.plot.minY - style.rise * scene.scale),
                width: style.width, color: style.line,
                dash: .dots(every: 5, width: style.width), cap: .round)
        }
        for (label, picture) in placed { scene.picture(picture, at: label.rect.origin) }
    }

    public func placedLabels(in chart: Chart) -> [AnnotationLabel] { placed.map(\.label) }
}
