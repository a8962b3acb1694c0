// Words that point at positions in the data.
//
// Method: `CalloutPlacement` finds a box for each callout whose point is visible, in the frame of
// the chart. A box that gets another position glides there relative to its point, in points from
// it, so that a pan moves both alike. Words, box and dot are recorded once and drawn at their
// positions; the leader is one line defined only by its ends, on a whole pixel if it is vertical or
// horizontal. Callouts fade with their points at the plot's edges, and fade in and out when they
// are added and removed. Cost: three draw calls per callout; nothing is shaped or sent unless a
// text changes.

import ChartCore
import ChartScene
import Geometry
import Painting
import Text

/// Words in a box that point at a position in the data.
public struct Callout: Hashable, Sendable, Identifiable {
    /// Unique among the callouts of the chart.
    public var id: String
    /// The position it points at, along x.
    public var x: Double
    /// The position it points at, along y.
    public var y: Double
    /// The text; lines are separated by newlines.
    public var text: String
    /// The colour of the dot and the leader; nil for that of the style.
    public var color: Color?

    /// Creates a callout; its id is its text by default.
    public init(x: Double, y: Double, _ text: String, id: String? = nil, color: Color? = nil) {
        self.id = id ?? text
        self.x = x
        self.y = y
        self.text = text
        self.color = color
    }
}

/// Callouts of a chart, placed next to one another.
///
/// Earlier callouts are placed first; those that would leave the chart are placed on another side
/// of their points.
@MainActor
public final class Callouts: Annotation {
    /// The look of callouts.
    public struct Style: Hashable, Sendable {
        /// The fill of boxes.
        public var fill: Color
        /// The line around a box.
        public var edge: Color
        /// The first line of a text.
        public var text: Color
        /// The other lines of a text.
        public var moreText: Color
        /// Dots and leaders without a colour of their own.
        public var leader: Color
        /// The ring around a dot that separates it from what is below.
        public var halo: Color
        /// The corner radius of boxes, in points; half of the height makes a pill.
        public var corner: Double
        /// The radius of dots, in points, without the halo.
        public var dotRadius: Double

        /// Creates a style.
        public init(
            fill: Color, edge: Color, text: Color, moreText: Color, leader: Color, halo: Color,
            corner: Double = 8, dotRadius: Double = 3
        ) {
            self.fill = fill
            self.edge = edge
            self.text = text
            self.moreText = moreText
            self.leader = leader
            self.halo = halo
            self.corner = corner
            self.dotRadius = dotRadius
        }

        /// A style in the colours of a theme.
        public init(_ theme: ChartTheme) {
            self.init(
                fill: theme.board, edge: theme.hairline, text: theme.strongLabel,
                moreText: theme.label, leader: theme.label, halo: theme.ground)
        }
    }

    private struct Key: Equatable {
        var style: Style
        var type: TextStyle
        var strongType: TextStyle
        var scale: Double
        var fonts: ObjectIdentifier
    }

    /// The recording of a callout.
    private struct Written {
        var text: String
        var color: Color
        var size: Size
        var box: Picture
        var dot: Picture
    }

    /// A callout that is visible, or fading out.
    private struct Shown {
        var callout: Callout
        /// The position it points at, in points.
        var point: Point
        /// The distance from there to the middle of the box.
        var dx: MovingValue
        var dy: MovingValue
        var presence: MovingValue

        /// Lets the box glide to another position relative to its point; a shift that an edge of
        /// the chart causes in a pan is not another position.
        mutating func send(to offset: Vector, at time: Double, duration: Double) {
            let isFar = (offset + Vector(dx: dx.target, dy: dy.target) * -1).length > Callouts.step
            let isGliding = dx.isMoving(at: time) || dy.isMoving(at: time)
            let duration = isFar || isGliding ? duration : 0
            if dx.target != offset.dx { dx.move(to: offset.dx, at: time, duration: duration) }
            if dy.target != offset.dy { dy.move(to: offset.dy, at: time, duration: duration) }
        }
    }

    /// The callouts.
    public var callouts: [Callout]
    /// The look of the callouts.
    public var style: Style
    /// Whether they are not drawn.
    public var isHidden = false
    /// How long boxes glide, and callouts fade in and out, in seconds.
    public var duration = 0.2
    private static let padding = Size(width: 8, height: 5)
    private static let rowHeight = 15.0
    /// The least distance, in points, over which a box that moves at once glides.
    private nonisolated static let step = 24.0
    private var key: Key?
    private var written: [String: Written] = [:]
    private var shown: [Shown] = []
    private var placement = CalloutPlacement<String>()
    private var time = 0.0
    private var plot = Rect.zero
    private var softness = AxisEnds.movingSoftness

    /// The theme that the style's colours come from; nil if a style was given.
    private var theme: ChartTheme?

    /// Callouts in the colours of the chart's theme, or in a style of their own; their ids are
    /// unique.
    public init(_ callouts: [Callout], style: Style? = nil) {
        self.callouts = callouts
        self.style = style ?? Style(.light)
        theme = style == nil ? .light : nil
    }

    public var isFading: Bool {
        shown.contains {
            $0.dx.isMoving(at: time) || $0.dy.isMoving(at: time) || $0.presence.isMoving(at: time)
        }
    }

    // MARK: Layout

    public func prepare(
        for chart: Chart, deviceScale: Double, typesetter: Typesetter
    ) {
        (plot, time) = (chart.plot, chart.lastTime)
        softness = chart.endSoftness
        let now = Key(
            style: style, type: chart.style.type, strongType: chart.style.strongType,
            scale: deviceScale, fonts: ObjectIdentifier(typesetter.fonts))
        if now != key {
            key = now
            written = [:]
        }
        guard !plot.isEmpty, chart.drawnRange.isProper else { return }
        let projection = chart.projection
        let wanted = isHidden ? [] : callouts.filter { $0.x.isFinite && $0.y.isFinite }
        for callout in wanted {
            let color = callout.color ?? style.leader
            let known = written[callout.id]
            if known?.text != callout.text || known?.color != color {
                written[callout.id] = record(callout.text, color, now, typesetter)
            }
        }
        // A callout that points outside the plot takes no room from others.
        let items = wanted.compactMap { callout -> CalloutPlacement<String>.Item? in
            let point = Point(
                x: projection.pointX(callout.x), y: projection.pointY(callout.y))
            guard let words = written[callout.id], presence(at: point) > 0 else { return nil }
            return .init(id: callout.id, point: point, size: words.size)
        }
        let rects = placement.place(items, in: chart.frame, preferring: plot)
        update(wanted, Array(zip(items, rects)), projection, fades: chart.fadesLabels)
        let ids = Set(wanted.map(\.id) + shown.map(\.callout.id))
        if written.count > ids.count { written = written.filter { ids.contains($0.key) } }
    }

    private func update(
        _ wanted: [Callout], _ placed: [(CalloutPlacement<String>.Item, Rect)],
        _ projection: Projection, fades: Bool
    ) {
        let places = Dictionary(
            placed.map { ($0.0.id, ($0.0.point, $0.1)) }, uniquingKeysWith: { first, _ in first })
        let known = Dictionary(
            shown.map { ($0.callout.id, $0) }, uniquingKeysWith: { first, _ in first })
        let duration = fades ? duration : 0
        var next: [Shown] = []
        for callout in wanted {
            guard let (point, rect) = places[callout.id] else { continue }
            let offset = rect.center - point
            guard var entry = known[callout.id] else {
                var presence = MovingValue(fades ? 0 : 1)
                // At the plot's edge, a callout that enters already fades by its position.
                presence.move(
                    to: 1, at: time, duration: self.presence(at: point) < 1 ? 0 : duration)
                next.append(
                    Shown(
                        callout: callout, point: point, dx: MovingValue(offset.dx),
                        dy: MovingValue(offset.dy), presence: presence))
                continue
            }
            entry.callout = callout
            entry.point = point
            entry.send(to: offset, at: time, duration: duration)
            if entry.presence.target != 1 {
                entry.presence.move(to: 1, at: time, duration: duration)
            }
            next.append(entry)
        }
        // Removed callouts fade out where they are.
        let ids = Set(wanted.map(\.id))
        for var entry in shown where !ids.contains(entry.callout.id) {
            entry.point = Point(
                x: projection.pointX(entry.callout.x), y: projection.pointY(entry.callout.y))
            if entry.presence.target != 0 {
                entry.presence.move(to: 0, at: time, duration: duration)
            }
            if entry.presence.isMoving(at: time) { next.append(entry) }
        }
        shown = next
    }

    private func record(
        _ text: String, _ color: Color, _ key: Key, _ typesetter: Typesetter
    ) -> Written {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
            typesetter.line(String($1), $0 == 0 ? key.strongType : key.type)
        }
        let width = lines.reduce(0) { max($0, $1.width) } + 2 * Self.padding.width
        let size = Size(
            width: width.rounded(.up),
            height: Self.rowHeight * Double(lines.count) + 2 * Self.padding.height)
        let canvas = Canvas(scale: key.scale)
        let box = Rect(origin: .zero, size: size)
        let corner = min(style.corner, size.height / 2)
        canvas.fill(
            box, style.fill, corners: Corners(corner), border: .hairline(style.edge))
        for (number, line) in lines.enumerated() {
            canvas.text(
                line,
                in: Rect(
                    x: Self.padding.width, y: Self.padding.height + Self.rowHeight * Double(number),
                    width: line.width, height: Self.rowHeight),
                color: number == 0 ? style.text : style.moreText)
        }
        let recorded = canvas.finish()
        canvas.circle(
            at: .zero, radius: style.dotRadius + 1.5, fill: color,
            stroke: Border(width: 1.5, color: style.halo))
        return Written(
            text: text, color: color, size: size, box: recorded, dot: canvas.finish())
    }

    // MARK: Drawing

    /// The opacity of a callout by the distance of its point from the plot's edges.
    private func presence(at point: Point) -> Double {
        AxisEnds.presence(
            inside: min(
                point.x - plot.minX, plot.maxX - point.x, point.y - plot.minY, plot.maxY - point.y),
            softness)
    }

    private var seen: [(entry: Shown, words: Written, rect: Rect, opacity: Double)] {
        shown.compactMap { entry in
            let opacity = entry.presence.value(at: time) * presence(at: entry.point)
            guard opacity > 0, let words = written[entry.callout.id] else { return nil }
            let middle =
                entry.point
                + Vector(dx: entry.dx.value(at: time), dy: entry.dy.value(at: time))
            let rect = Rect(
                x: middle.x - words.size.width / 2, y: middle.y - words.size.height / 2,
                width: words.size.width, height: words.size.height)
            return (entry, words, rect, opacity)
        }
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        let seen = seen
        for callout in seen {
            encodeLeader(
                from: callout.entry.point, callout.rect, callout.words, callout.opacity,
                into: scene)
        }
        for callout in seen {
            let point = callout.entry.point
            scene.picture(callout.words.dot, at: point, alpha: callout.opacity)
            scene.picture(callout.words.box, at: callout.rect.origin, alpha: callout.opacity)
        }
    }

    /// Draws the leader from the dot to the nearest position of the box, which covers its end.
    private func encodeLeader(
        from point: Point, _ rect: Rect, _ words: Written, _ opacity: Double,
        into scene: SceneBuilder
    ) {
        let inner = min(words.size.height, words.size.width) / 2
        let box = rect.inset(by: min(style.corner, inner))
        let end = Point(
            x: max(box.minX, min(point.x, box.maxX)), y: max(box.minY, min(point.y, box.maxY)))
        let scale = scene.scale
        let pixels = max(1, scale.rounded())
        func whole(_ place: Double) -> Double {
            pixels.truncatingRemainder(dividingBy: 2) == 1
                ? (place * scale).rounded(.down) + 0.5 : (place * scale).rounded()
        }
        // On whole pixels, like the dot and the box.
        var from = Point(x: (point.x * scale).rounded(), y: (point.y * scale).rounded())
        var to = Point(x: end.x * scale, y: end.y * scale)
        if abs(point.x - end.x) < 0.5 { (from.x, to.x) = (whole(point.x), whole(point.x)) }
        if abs(point.y - end.y) < 0.5 { (from.y, to.y) = (whole(point.y), whole(point.y)) }
        scene.ruler(
            from: from, to: to, width: pixels / scale, color: words.color.opacity(Float(opacity)))
    }

    public func placedLabels(in chart: Chart) -> [AnnotationLabel] {
        seen.map {
            AnnotationLabel(
                axis: "callout", value: $0.entry.callout.x, text: $0.entry.callout.text,
                rect: $0.rect, opacity: $0.opacity)
        }
    }
}

extension Callouts.Style: Recolorable {}

extension Callouts: Themed {
    public func take(_ theme: ChartTheme) {
        guard let old = self.theme else { return }
        self.theme = theme
        style.recolor(
            from: Style(old), to: Style(theme),
            [\.fill, \.edge, \.text, \.moreText, \.leader, \.halo])
    }
}
