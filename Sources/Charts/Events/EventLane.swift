// What happened, next to what was measured: a lane above the plot with events in words.
//
// Data layout: events in the order of their beginnings; each run of events that begin closer to one
// another than words need is one group, with one text. Method: the groups follow from the distances
// in points alone, so that a pan changes none. A text begins where its first event begins and is
// cut where the next group begins. The text of a span that began before the plot stays at the
// plot's left edge until the span ends or the next text pushes it out; the text of the last one
// moves left where the chart ends. Texts that appear and disappear in a zoom fade (`LabelFades`);
// signs are drawn in each frame at their pixels. Cost: linear in the events for each frame that
// moves; a text is shaped once. Rejected: several rows (the plot would change its height with the
// zoom), texts in the plot (they would cover the data).

import ChartCore
import ChartScene
import Geometry
import Painting
import Text

/// A lane above a plot that describes in words what happened when.
///
/// It takes `ChartStyle.eventLane` of the room above the plot, which should be `height`; `bands`
/// marks the same events in the plot, and belongs in the chart's background.
@MainActor
public final class EventLane: Annotation {
    /// The look of events.
    public struct Style: Hashable, Sendable {
        /// The signs in the lane.
        public var sign: Color
        /// The words.
        public var text: Color
        /// The rule of a moment, in the plot.
        public var rule: Color
        /// The band of a span, in the plot; translucent.
        public var band: Color

        /// Creates a style.
        public init(sign: Color, text: Color, rule: Color, band: Color) {
            self.sign = sign
            self.text = text
            self.rule = rule
            self.band = band
        }
    }

    /// Events that share one text, and its position.
    public struct Flag: Hashable, Sendable {
        /// The events, the first one first.
        public var events: [ChartEvent]
        /// The text; empty if there is no room for it.
        public var text: String
        /// The rectangle that can be pressed, in points.
        public var rect: Rect
    }

    /// The room above the plot that it takes, in points.
    public nonisolated static let height = 24.0
    /// Events that begin closer than this, in points, share one text.
    static let closest = 48.0
    /// The distance between one text and the next.
    private static let gap = 8.0
    /// The distance from the plot up to the middle of the signs.
    private static let signPlace = 5.0
    private static let signRadius = 3.0
    private static let barHeight = 2.0
    private static let endHeight = 6.0
    /// The step by which the width of cut texts changes.
    private static let cut = 8.0

    /// Marks the same events in the plot.
    public let bands: EventBands
    /// The text for several events, from their number.
    public var summary: (Int) -> String = { "\($0)" }
    /// The visible groups, from left to right.
    public private(set) var flags: [Flag] = []
    /// Changes whenever `flags` does.
    public private(set) var flagRevision = 0

    private let source: ChartEventsSource
    private var key: Key?
    private var written: [Words: Picture] = [:]
    private var sign: Picture?
    private var fades = LabelFades<Placed>()
    private var time = 0.0
    private var plot = Rect.zero
    private var softness = AxisEnds.movingSoftness
    private var frame = Rect.zero

    private struct Key: Equatable {
        var style: Style
        var type: TextStyle
        var scale: Double
        var fonts: ObjectIdentifier
    }

    /// A text as it is drawn: cut to a width.
    private struct Words: Hashable {
        var text: String
        var width: Double
    }

    /// A text with its position.
    private struct Placed {
        var words: Words
        var span: Extent
    }

    /// Events that share one text: their indices among all, and their extent.
    private struct Group {
        var events: Range<Int>
        var span: Extent
    }

    /// A lane without events.
    public init(style: Style) {
        source = ChartEventsSource(style: style)
        bands = EventBands(source)
    }

    /// The events, in the order of their beginnings.
    public var events: [ChartEvent] {
        get { source.events.all }
        set { source.events = ChartEvents(newValue) }
    }

    /// Colours, type and distances of the lane.
    public var style: Style {
        get { source.style }
        set { source.style = newValue }
    }

    public var isFading: Bool { fades.isFading(at: time) }

    // MARK: Layout

    public func prepare(
        for chart: Chart, deviceScale: Double, typesetter: Typesetter
    ) {
        (plot, frame, time) = (chart.plot, chart.frame, chart.lastTime)
        softness = chart.endSoftness
        let now = Key(
            style: style, type: chart.style.type, scale: deviceScale,
            fonts: ObjectIdentifier(typesetter.fonts))
        if now != key {
            key = now
            written = [:]
            sign = nil
        }
        guard chart.drawnRange.isProper, plot.width > 0 else { return }
        let projection = chart.projection
        var seen: [Flag] = []
        var wanted: [LabelFades<Placed>.Label] = []
        let edge = frame.maxX - Self.gap
        var limit = edge
        for group in groups(projection).reversed() {
            let from = place(of: group.span.min, projection)
            let until = place(of: group.span.max, projection)
            guard until >= frame.minX, from <= plot.maxX else { continue }
            let text = text(of: group)
            let whole = typesetter.line(text, now.type).width
            // A text that the chart's end would cut moves to the left over its sign.
            let begin = limit == edge ? min(from, max(plot.minX, edge - whole)) : from
            let room = limit - begin
            let width =
                whole <= room ? whole : max(0, (room / Self.cut).rounded(.down) * Self.cut)
            let line = typesetter.line(text, now.type, fitting: width)
            limit = min(limit, from - Self.gap)
            var flag = Flag(
                events: Array(source.events.all[group.events]), text: "",
                rect: Rect(
                    x: max(from, plot.minX) - 8, y: plot.minY - Self.height,
                    width: min(max(until - max(from, plot.minX), 0) + 16, plot.width + 16),
                    height: Self.height))
            if line.width > 0 {
                let x = min(place(begin, until, line.width), room + begin - line.width)
                let words = Words(text: text, width: width)
                if written[words] == nil {
                    let canvas = Canvas(scale: deviceScale)
                    canvas.text(
                        line, in: Rect(x: 0, y: 0, width: line.width, height: Self.textHeight),
                        color: style.text)
                    written[words] = canvas.finish()
                }
                wanted.append(
                    .init(
                        .init(value: group.span.min, text: text), at: x,
                        reach: Extent(min: 0, max: line.width),
                        content: Placed(words: words, span: group.span)))
                limit = min(limit, x - Self.gap)
                if x + line.width > plot.minX {
                    flag.text = text
                    flag.rect = flag.rect.union(
                        Rect(
                            x: max(x, frame.minX), y: flag.rect.y, width: line.width,
                            height: Self.height))
                }
            }
            if until >= plot.minX - Self.signRadius || !flag.text.isEmpty { seen.append(flag) }
        }
        seen.reverse()
        if seen != flags {
            flags = seen
            flagRevision += 1
        }
        let places = Dictionary(
            wanted.map { ($0.id, $0.anchor) }, uniquingKeysWith: { first, _ in first })
        fades.show(
            wanted.reversed(), at: time, over: Extent(min: frame.minX, max: frame.maxX),
            isFading: chart.fadesLabels)
        fades.place { label in
            label.anchor =
                places[label.id]
                ?? place(
                    place(of: label.content.span.min, projection),
                    place(of: label.content.span.max, projection), label.reach.max)
        }
        fades.update(at: time, density: 1)
        guard written.count > 2 * fades.labels.count + 16 else { return }
        let shown = Set(fades.labels.map(\.content.words))
        written = written.filter { shown.contains($0.key) }
    }

    private static let textHeight = EventLane.height - 2 * EventLane.signPlace

    /// All groups: runs of events each of which begins close to the one before it.
    private func groups(_ projection: Projection) -> [Group] {
        var groups: [Group] = []
        for (index, event) in source.events.all.enumerated() {
            if let last = groups.last,
                place(of: event.span.min, projection)
                    - place(of: source.events.all[index - 1].span.min, projection) < Self.closest
            {
                groups[groups.count - 1].events = last.events.lowerBound..<index + 1
                groups[groups.count - 1].span = last.span.union(event.span)
            } else {
                groups.append(Group(events: index..<index + 1, span: event.span))
            }
        }
        return groups
    }

    private func text(of group: Group) -> String {
        group.events.count == 1
            ? source.events.all[group.events.lowerBound].text : summary(group.events.count)
    }

    /// The position of a value of x, in points; far to the left if it has no place.
    private func place(of value: Double, _ projection: Projection) -> Double {
        projection.px(projection.x.kind.transform.bound(of: value))
    }

    /// The position of a text from the beginning and the end of its events: at the plot's left edge
    /// if they began before it, as long as they last.
    private func place(_ begin: Double, _ until: Double, _ width: Double) -> Double {
        min(max(plot.minX, begin), max(begin, until - width))
    }

    // MARK: Drawing

    /// The opacity of a text at its position.
    private func presence(_ label: LabelFades<Placed>.Label, _ sign: Double) -> Double {
        min(
            AxisEnds.presence(
                pushedOut: plot.minX - label.anchor, room: plot.minX - frame.minX,
                width: label.reach.max, softness),
            AxisEnds.presence(inside: plot.maxX - sign, softness))
    }

    private func shown(
        _ position: (Double) -> Double
    ) -> [(label: LabelFades<Placed>.Label, opacity: Double)] {
        fades.labels.compactMap { label in
            let opacity = label.opacity * presence(label, position(label.content.span.min))
            return opacity > 0 ? (label, opacity) : nil
        }
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard !events.isEmpty, !plot.isEmpty else { return }
        let scale = scene.scale
        let room = Rect(
            x: plot.minX - Self.signRadius - 1, y: plot.minY - Self.height,
            width: plot.width + 2 * Self.signRadius + 2, height: Self.height)
        scene.clipped(to: room) {
            encodeSigns(into: scene, projection)
        }
        for (label, opacity) in shown({ projection.boundX($0) / scale }) {
            guard let picture = written[label.content.words] else { continue }
            scene.picture(
                picture, at: Point(x: label.anchor, y: plot.minY - Self.height), alpha: opacity)
        }
    }

    /// Draws a disc for each moment and for a span that is no longer than one, else a bar with
    /// ends.
    private func encodeSigns(into scene: SceneBuilder, _ projection: PlotProjection) {
        let scale = scene.scale
        let middle = ((plot.minY - Self.signPlace) * scale).rounded()
        func strip(_ height: Double) -> PlotProjection {
            let pixels = max(1, (height * scale).rounded())
            var strip = projection
            strip.plot.y = middle - (pixels / 2).rounded(.down)
            strip.plot.height = pixels
            return strip
        }
        let (bar, end) = (strip(Self.barHeight), strip(Self.endHeight))
        let reach = Self.signRadius * scale
        let range = Extent(
            min: projection.valueX(atPixel: projection.plot.minX - reach),
            max: projection.valueX(atPixel: projection.plot.maxX + reach))
        let sign = sign(scene)
        var last = -Double.infinity
        for index in source.events.candidates(in: range) {
            let span = source.events.all[index].span
            guard span.max >= range.min else { continue }
            let transform = projection.xTransform
            let length = transform.bound(of: span.max) - transform.bound(of: span.min)
            guard length * projection.scaleX < 2 * reach else {
                scene.zone(
                    span.min...span.max, axis: .x, color: style.sign, in: bar)
                for place in [span.min, span.max] {
                    scene.referenceLine(
                        at: place, axis: .x, width: 1, color: style.sign, in: end)
                }
                continue
            }
            // In the middle of the pixel that its rule is in.
            let x = projection.boundX(span.mid).rounded(.down) + 0.5
            guard x != last else { continue }
            last = x
            scene.picture(
                sign,
                at: Point(
                    x: x / scale - Self.signRadius, y: middle / scale - Self.signRadius))
        }
    }

    private func sign(_ scene: SceneBuilder) -> Picture {
        if let sign { return sign }
        let canvas = Canvas(scale: scene.scale)
        canvas.circle(
            at: Point(x: Self.signRadius, y: Self.signRadius), radius: Self.signRadius,
            fill: style.sign, stroke: nil)
        let made = canvas.finish()
        sign = made
        return made
    }

    public func placedLabels(in chart: Chart) -> [AnnotationLabel] {
        shown({ place(of: $0, chart.projection) }).map { label, opacity in
            AnnotationLabel(
                axis: "event", value: label.id.value, text: label.id.text,
                rect: Rect(
                    x: label.anchor, y: plot.minY - Self.height, width: label.reach.max,
                    height: Self.textHeight),
                opacity: opacity)
        }
    }
}
