// Words that point at places in the data.
//
// Method: `CalloutPlacement` finds a box for each callout whose point is seen, in the frame of the
// chart; a box that goes to another place glides there beside its point, in points from it, so that a
// pan moves both alike. Words, box and dot are recorded once and drawn at their places; the leader is
// one line from nothing but its ends, and on a whole pixel where it goes straight up or across.
// Callouts pale with their points at the plot's edges, and those that come and go fade.
// Cost: for each callout three draw calls; nothing is shaped or sent while nothing is written anew.

import ChartCore
import ChartScene
import Geometry
import Painting
import Text

/// Words in a box that point at a place in the data.
public struct Callout: Hashable, Sendable, Identifiable {
    /// Unlike that of any other callout of the chart.
    public var id: String
    /// Where it points at, along x.
    public var x: Double
    /// Where it points at, along y.
    public var y: Double
    /// What is written; lines are parted by line ends.
    public var text: String
    /// Of the dot and the leader; nil for that of the style.
    public var color: Color?

    /// A callout put together; its identity is its text where nothing else is said.
    public init(x: Double, y: Double, _ text: String, id: String? = nil, color: Color? = nil) {
        self.id = id ?? text
        self.x = x
        self.y = y
        self.text = text
        self.color = color
    }
}

/// Callouts of a chart, placed beside one another.
///
/// An earlier one has its place before a later one; those that would leave the chart stand on another
/// side of their points.
@MainActor
public final class Callouts: Annotation {
    /// What callouts are drawn with.
    public struct Style: Hashable, Sendable {
        /// Of boxes.
        public var fill: Color
        /// Of the line around a box.
        public var edge: Color
        /// Of the first line of a text.
        public var text: Color
        /// Of the other lines.
        public var moreText: Color
        /// Of dots and leaders that have no colour of their own.
        public var leader: Color
        /// About a dot, so that it stands out of what it lies on.
        public var halo: Color
        /// Of boxes, in points; half of the height is a pill.
        public var corner: Double
        /// Of dots, in points, without the halo.
        public var dotRadius: Double

        /// A style put together.
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

        /// The style in the colours of a theme.
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

    /// What is recorded of a callout.
    private struct Written {
        var text: String
        var color: Color
        var size: Size
        var box: Picture
        var dot: Picture
    }

    /// A callout that can be seen, or is going.
    private struct Shown {
        var callout: Callout
        /// Where it points at, in points.
        var point: Point
        /// From there to the middle of the box.
        var dx: MovingValue
        var dy: MovingValue
        var presence: MovingValue

        /// Lets the box glide to another place beside its point; what an edge of the chart moves with a
        /// pan is no other place.
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
    /// What they are drawn with.
    public var style: Style
    /// Whether they are left out.
    public var isHidden = false
    /// How long boxes glide, and callouts come and go, in seconds.
    public var duration = 0.2
    private static let padding = Size(width: 8, height: 5)
    private static let rowHeight = 15.0
    /// A box that moves further than this at once glides, in points.
    private nonisolated static let step = 24.0
    private var key: Key?
    private var written: [String: Written] = [:]
    private var shown: [Shown] = []
    private var placement = CalloutPlacement<String>()
    private var time = 0.0
    private var plot = Rect.zero

    /// The theme whose colours the style has; nil where a style was given.
    private var theme: ChartTheme?

    /// Callouts in the colours of the chart's theme, or of a style of their own; each has an identity
    /// of its own.
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
        // Who points beyond the plot takes no place from anybody.
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
                // What comes in from the plot's edge pales by its place already.
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
        // Those that nobody wants any more go where they are.
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

    /// How much of a callout can be seen whose point is so near to the plot's edges.
    private func presence(at point: Point) -> Double {
        AxisEnds.presence(
            inside: min(
                point.x - plot.minX, plot.maxX - point.x, point.y - plot.minY, plot.maxY - point.y))
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

    /// From the dot to the nearest place of the box, which covers its end.
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
        // As the dot and the box, on whole pixels.
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
