// The grid of a polar space: rings at round values, spokes at even angles, and the texts at both.
//
// Method: rings are at the ticks of the smallest round step that keeps them apart. Spokes along a
// row or column of pixels are whole pixels; the others and the rings are smoothed. Texts at spokes
// are outside the rim, each touching it with its nearest edge; those at rings are on a line between
// two spokes, each on a piece of ground because marks are below them. It is recorded when space,
// plot or look change.

import ChartCore
import ChartScene
import Geometry
import Localization
import Painting
import Text

/// Rings and spokes of a polar space, under the marks; `PolarLabels` adds their texts.
@MainActor
public final class PolarGrid: Attachment {
    public var isHidden = false
    /// The space it shares with the marks.
    public let space: PolarSpace
    /// The colour of rings and spokes.
    public var color: Color { didSet { if color != oldValue { change() } } }
    /// The number of spokes; 0 for none.
    public let spokes: Int
    /// The least distance between rings, in points.
    public var ringDistance = 32.0 { didSet { if ringDistance != oldValue { change() } } }
    /// The text at a spoke's angle, in units of the space; empty for none.
    public let spokeText: (Double) -> String
    /// The text at a ring's value, for a step between rings; empty for none.
    public let ringText: (_ value: Double, _ step: Double) -> String
    fileprivate private(set) var look = Revision.next()
    private var picture: Picture?
    private var drawn: (polar: PolarProjection, scale: Double)?

    /// A grid for a space.
    ///
    /// - Parameters:
    ///   - spokeText: the text at an angle; nil for a number of the locale, in degrees if the space
    ///     has 360 of them.
    ///   - ringText: the text at a value; nil for a number of the locale.
    public init(
        _ space: PolarSpace, color: Color, spokes: Int = 8, locale: LocaleFormat = .current,
        spokeText: ((Double) -> String)? = nil,
        ringText: ((_ value: Double, _ step: Double) -> String)? = nil
    ) {
        precondition(spokes >= 0, "there are no \(spokes) spokes")
        self.space = space
        self.color = color
        self.spokes = spokes
        let sign = space.layout.turn == 360 ? "°" : ""
        self.spokeText =
            spokeText ?? {
                let digits = LocaleFormat.fractionDigits(of: $0, upTo: 2)
                return locale.number($0, fractionDigits: digits) + sign
            }
        self.ringText = ringText ?? { locale.axisValue($0, step: $1) }
    }

    /// The eight winds, for the spokes of a compass.
    public nonisolated static let winds = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

    private func change() {
        look = .next()
        picture = nil
    }

    /// The angles of the spokes.
    var angles: [Double] {
        (0..<spokes).map { Double($0) * (space.layout.turn / Double(spokes)) }
    }

    /// The values of the rings, from the inside out, and their step.
    func rings(_ polar: PolarProjection) -> (values: [Double], step: Double) {
        let range = polar.layout.range
        let room = polar.radius * (1 - polar.layout.hole)
        guard room > 0 else { return ([], 1) }
        let step = DecimalStep(atLeast: range.length * ringDistance / room)
        let values = step.indices(over: range).map(step.value)
        return (values.filter { polar.radius(of: $0) > 0 }, step.length)
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        let polar = space.projection(projection, scale: scene.scale)
        guard polar.radius > 0 else { return }
        if drawn?.polar != polar || drawn?.scale != scene.scale { picture = nil }
        drawn = (polar, scene.scale)
        let shown = picture ?? record(polar, scale: scene.scale)
        picture = shown
        scene.picture(shown)
    }

    private func record(_ polar: PolarProjection, scale: Double) -> Picture {
        let canvas = Canvas(scale: scale)
        let pixel = 1 / scale
        var radii = Set(rings(polar).values.map(polar.radius(of:)))
        radii.insert(polar.radius)
        if polar.layout.hole > 0 { radii.insert(polar.radius * polar.layout.hole) }
        for radius in radii.sorted() {
            canvas.circle(
                at: polar.center, radius: radius + pixel / 2, fill: .clear,
                stroke: .hairline(color))
        }
        for angle in angles {
            let along = PolarLayout.vector(ofDirection: polar.layout.direction(of: angle))
            let start = polar.center + along * (polar.radius * polar.layout.hole)
            let end = polar.center + along * polar.radius
            if abs(along.dx) < 1e-9 {
                canvas.verticalLine(x: end.x, from: start.y, to: end.y, color: color)
            } else if abs(along.dy) < 1e-9 {
                canvas.horizontalLine(from: start.x, to: end.x, y: end.y, color: color)
            } else {
                canvas.line(from: start, to: end, width: pixel, color: color, cap: .butt)
            }
        }
        return canvas.finish()
    }
}

/// The texts at the rings and spokes of a polar grid.
@MainActor
public final class PolarLabels: Annotation {
    /// The distance from the rim to the texts around it, in points.
    private static let gap = 6.0

    private struct Key: Equatable {
        var look: Revision
        var polar: PolarProjection
        var style: ChartStyle
        var scale: Double
        var fonts: ObjectIdentifier
    }

    /// Whether it is not drawn.
    public var isHidden = false
    /// The angle at which the values of rings are written, in units of the space; nil for halfway
    /// between the first spoke and the second.
    public var ringAngle: Double? { didSet { if ringAngle != oldValue { key = nil } } }
    /// The grid that it labels.
    public let grid: PolarGrid
    private var key: Key?
    private var picture: Picture?
    private var placed: [AnnotationLabel] = []

    /// The texts of a grid.
    public init(_ grid: PolarGrid) { self.grid = grid }

    public func prepare(
        for chart: Chart, deviceScale: Double, typesetter: Typesetter
    ) {
        let polar = grid.space.projection(in: chart.plot)
        let now = Key(
            look: grid.look, polar: polar, style: chart.style, scale: deviceScale,
            fonts: ObjectIdentifier(typesetter.fonts))
        guard now != key else { return }
        key = now
        placed = []
        let canvas = Canvas(scale: deviceScale)
        if polar.radius > 0 {
            writeSpokes(polar, canvas, chart.style, typesetter)
            writeRings(polar, canvas, chart.style, typesetter)
        }
        picture = canvas.finish()
    }

    private func writeSpokes(
        _ polar: PolarProjection, _ canvas: Canvas, _ style: ChartStyle, _ typesetter: Typesetter
    ) {
        for angle in grid.angles {
            let text = grid.spokeText(angle)
            guard !text.isEmpty else { continue }
            let line = typesetter.line(text, style.type)
            let along = PolarLayout.vector(ofDirection: polar.layout.direction(of: angle))
            // The visible part of digits and capitals touches, not the whole line.
            let height = typesetter.metrics(style.type).capHeight
            let reach = abs(along.dx) * line.width / 2 + abs(along.dy) * height / 2
            let middle = polar.center + along * (polar.radius + Self.gap + reach)
            write(
                line, about: middle, "angle", angle, canvas, style.label, capHeight: height)
        }
    }

    private func writeRings(
        _ polar: PolarProjection, _ canvas: Canvas, _ style: ChartStyle, _ typesetter: Typesetter
    ) {
        let angle = ringAngle ?? polar.layout.turn / Double(max(grid.spokes, 1)) / 2
        let along = PolarLayout.vector(ofDirection: polar.layout.direction(of: angle))
        let (values, step) = grid.rings(polar)
        let height = typesetter.metrics(style.type).capHeight
        for value in values {
            let text = grid.ringText(value, step)
            guard !text.isEmpty else { continue }
            let line = typesetter.line(text, style.type)
            let middle = polar.center + along * polar.radius(of: value)
            if let ground = style.ground {
                let rect = LabelGround.rect(
                    x: middle.x - line.width / 2, baseline: middle.y + height / 2,
                    width: line.width, capHeight: height)
                LabelGround(color: ground, size: rect.size).record(at: rect.origin, on: canvas)
            }
            write(line, about: middle, "ring", value, canvas, style.label, capHeight: height)
        }
    }

    private func write(
        _ line: ShapedLine, about middle: Point, _ axis: String, _ value: Double, _ canvas: Canvas,
        _ color: Color, capHeight: Double
    ) {
        let baseline = middle.y + capHeight / 2
        canvas.text(
            line, x: middle.x, baseline: baseline, color: color, alignment: .center)
        placed.append(
            AnnotationLabel(
                axis: axis, value: value, text: line.text,
                rect: Rect(
                    x: middle.x - line.width / 2, y: baseline - line.ascent, width: line.width,
                    height: line.height)))
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard !isHidden, !grid.isHidden, let picture else { return }
        scene.picture(picture)
    }

    public func placedLabels(in chart: Chart) -> [AnnotationLabel] {
        isHidden || grid.isHidden ? [] : placed
    }
}
