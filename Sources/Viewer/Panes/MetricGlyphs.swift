import ChartScene
import Geometry
import HealthData
import Painting

/// A sign for a metric, 16 points wide, drawn in lines of one width.
enum MetricGlyph: Hashable {
    case footprints, stopwatch, flame, stairs, route, scale, ruler, gauge, heart, waves, moon, lungs
    case drop, thermometer, bolt, chart

    /// The sign of a metric: its own, or that of its family.
    init(_ metric: Metric) {
        let own: [MetricID: MetricGlyph] = [
            .steps: .footprints, .workouts: .stopwatch, .exerciseTime: .stopwatch,
            .vo2Max: .stopwatch, .activeEnergy: .flame, .basalEnergy: .flame, .flights: .stairs,
            .elevation: .stairs, .distance: .route, .route: .route, .cadence: .footprints,
            .power: .bolt, .weight: .scale, .bodyMassIndex: .scale, .bodyFat: .scale,
            .height: .ruler, .waist: .ruler, .bloodPressure: .gauge, .heartRateVariability: .waves,
            .successiveDifferences: .waves, .electrocardiogram: .waves, .respiration: .lungs,
            .oxygen: .lungs, .glucose: .drop, .bodyWater: .drop, .temperature: .thermometer,
            .skinTemperature: .thermometer, .sleep: .moon,
        ]
        self =
            own[metric.id]
            ?? {
                switch metric.family {
                case .activity: .stopwatch
                case .body: .scale
                case .heart: .heart
                case .sleep: .moon
                case .route: .route
                case .other: .chart
                }
            }()
    }

    /// Draws the sign around a point.
    ///
    /// - Parameter scale: 1 for 16 points.
    @MainActor
    func draw(at center: Point, _ color: Color, _ pane: PaneCanvas, scale: Double = 1) {
        let pen = GlyphPen(center: center, scale: scale, color: color, canvas: pane.canvas)
        switch self {
        case .footprints:
            pen.foot(-4, 1)
            pen.foot(4, -2)
        case .stopwatch:
            pen.circle(0, 1.5, 5.5)
            pen.lines([(-2, -7), (2, -7)])
            pen.lines([(0, -7), (0, -4)])
            pen.lines([(0, 1.5), (2.2, -0.7)])
            pen.lines([(5, -4), (6, -3)])
        case .flame:
            pen.curves(
                (0, -7),
                [
                    ((1, -4), (5, -2), (5, 2)), ((5, 5), (2.5, 7), (0, 7)),
                    ((-2.5, 7), (-5, 5), (-5, 2)), ((-5, 0), (-4, -1), (-3, -2.5)),
                    ((-2.5, -1.5), (-2, -1), (-1, -0.5)), ((-1.5, -3), (-1, -5.5), (0, -7)),
                ])
        case .stairs:
            pen.lines(
                [
                    (-7, 6), (-3.5, 6), (-3.5, 2), (0, 2), (0, -2), (3.5, -2), (3.5, -6), (7, -6),
                ])
        case .route:
            pen.circle(-4.5, 5, 1.8)
            pen.circle(4.5, -5, 1.8)
            pen.curves(
                (-2.7, 5),
                [
                    ((2, 5), (5, 5), (5, 2)), ((5, -1), (-5, 1), (-5, -2)),
                    ((-5, -5), (-1, -5), (2.7, -5)),
                ])
        case .scale:
            pen.box(-6.5, -6.5, 13, 13, corner: 3)
            pen.curves((-3.5, -1), [((-3, -4), (3, -4), (3.5, -1))])
            pen.lines([(-3.5, -1), (3.5, -1)])
            pen.lines([(0, -1), (1, -2.6)])
        case .ruler:
            pen.box(-7, -3.5, 14, 7, corner: 1.5)
            for x in [-3.5, 0, 3.5] { pen.lines([(x, -3.5), (x, x == 0 ? 0.5 : -0.8)]) }
        case .gauge:
            pen.circle(0, -2, 5)
            pen.lines([(0, -2), (2, -4.2)])
            pen.curves((0, 3), [((0, 6), (1, 7), (3, 7)), ((4, 7), (5, 6.5), (5, 5))])
        case .heart:
            pen.heart()
            pen.lines([(-6, -0.5), (-2.5, -0.5), (-1, -3), (1, 2), (2.3, -0.5), (6, -0.5)])
        case .waves:
            pen.lines([(-7, 0), (-4, 0), (-2, -6), (1, 6), (3, -2), (4, 0), (7, 0)])
        case .moon:
            pen.curves(
                (-1, -6.5),
                [
                    ((-5, -5.5), (-7, -1), (-5, 3)), ((-3, 7), (3.5, 7.5), (6.5, 3.5)),
                    ((2, 4.5), (-3, 1.5), (-1, -6.5)),
                ])
        case .lungs:
            for (y, length) in [(-4.0, 3.0), (0, 5), (4, 1.5)] {
                pen.lines([(-7, y), (length - 1, y)])
                pen.curves(
                    (length - 1, y),
                    [((length + 2.5, y), (length + 2.5, y - 3), (length, y - 3))])
            }
        case .drop:
            pen.curves(
                (0, -7),
                [
                    ((2, -3.5), (5, -1), (5, 2.2)), ((5, 5), (2.8, 7), (0, 7)),
                    ((-2.8, 7), (-5, 5), (-5, 2.2)), ((-5, -1), (-2, -3.5), (0, -7)),
                ])
        case .thermometer:
            pen.circle(0, 4.5, 2.5)
            pen.lines([(-1.7, 2.4), (-1.7, -5.5)])
            pen.lines([(1.7, 2.4), (1.7, -5.5)])
            pen.curves((-1.7, -5.5), [((-1.5, -7.5), (1.5, -7.5), (1.7, -5.5))])
            pen.lines([(0, 3), (0, -2.5)])
        case .bolt:
            pen.lines([(1, -7), (-4, 1), (0, 1), (-1, 7), (4, -1), (0, -1), (1, -7)])
        case .chart:
            pen.lines([(-6.5, -6.5), (-6.5, 6.5), (6.5, 6.5)])
            pen.lines([(-4, 3), (-1, -1), (2, 1), (6, -5)])
        }
    }
}

/// Lines around a point.
@MainActor
struct GlyphPen {
    typealias Place = (Double, Double)

    let center: Point
    let scale: Double
    let color: Color
    let canvas: Canvas

    private var style: StrokeStyle { StrokeStyle(width: 1.5, join: .round, cap: .round) }

    private func at(_ place: Place) -> Point {
        Point(x: center.x + place.0 * scale, y: center.y + place.1 * scale)
    }

    func lines(_ places: [Place]) {
        canvas.polyline(places.map(at), width: 1.5, color: color)
    }

    func circle(_ x: Double, _ y: Double, _ radius: Double) {
        canvas.stroke(Path(circleAt: at((x, y)), radius: radius * scale), color, style)
    }

    func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, corner: Double) {
        let corner = corner * scale
        let origin = at((x, y))
        canvas.stroke(
            Path(
                Rect(x: origin.x, y: origin.y, width: width * scale, height: height * scale),
                corners: Corners(corner)), color, style)
    }

    func curves(_ start: Place, _ parts: [(Place, Place, Place)]) {
        var path = Path()
        path.move(to: at(start))
        for part in parts { path.curve(at(part.0), at(part.1), to: at(part.2)) }
        canvas.stroke(path, color, style)
    }

    func heart() {
        curves(
            (0, 6.5),
            [
                ((-4, 3.5), (-7, 1), (-7, -2.3)), ((-7, -6), (-2, -7.5), (0, -3.5)),
                ((2, -7.5), (7, -6), (7, -2.3)), ((7, 1), (4, 3.5), (0, 6.5)),
            ])
    }

    /// A footprint: the only sign that is filled.
    func foot(_ x: Double, _ y: Double) {
        let at = at
        func oval(_ x: Double, _ y: Double, _ across: Double, _ along: Double) -> Path {
            var path = Path()
            let k = 0.5523
            path.move(to: at((x, y - along)))
            path.curve(
                at((x + across * k, y - along)), at((x + across, y - along * k)),
                to: at((x + across, y)))
            path.curve(
                at((x + across, y + along * k)), at((x + across * k, y + along)),
                to: at((x, y + along)))
            path.curve(
                at((x - across * k, y + along)), at((x - across, y + along * k)),
                to: at((x - across, y)))
            path.curve(
                at((x - across, y - along * k)), at((x - across * k, y - along)),
                to: at((x, y - along)))
            path.close()
            return path
        }
        canvas.fill(oval(x, y - 1.5, 2.6, 3.6), .color(color))
        canvas.fill(oval(x, y + 4, 1.9, 1.6), .color(color))
    }
}

/// Other small signs in lines: arrows, a lens, pages.
enum LineGlyph: Hashable {
    case search, summary, up, down, level, chevron, plus, check, list, document, usual, related
    case profile, calendar

    /// Draws the sign around a point; 14 to 16 points wide.
    @MainActor
    func draw(at center: Point, _ color: Color, _ pane: PaneCanvas) {
        let pen = GlyphPen(center: center, scale: 1, color: color, canvas: pane.canvas)
        switch self {
        case .search:
            pen.circle(-1.2, -1.2, 4.6)
            pen.lines([(2.4, 2.4), (6, 6)])
        case .summary:
            for (x, y) in [(-6.0, -6.0), (1.2, -6), (-6, 1.2), (1.2, 1.2)] {
                pen.box(x, y, 4.8, 4.8, corner: 1)
            }
        case .up, .down:
            let way = self == .up ? 1.0 : -1.0
            pen.lines([(0, 5.5 * way), (0, -5.5 * way)])
            pen.lines([(-4, -1.5 * way), (0, -5.5 * way), (4, -1.5 * way)])
        case .level:
            pen.lines([(-5.5, 0), (5.5, 0)])
            pen.lines([(1.5, -4), (5.5, 0), (1.5, 4)])
        case .chevron: pen.lines([(-2, -4), (2, 0), (-2, 4)])
        case .plus:
            pen.lines([(-5, 0), (5, 0)])
            pen.lines([(0, -5), (0, 5)])
        case .check: pen.lines([(-5.5, 0.5), (-1.5, 4.5), (5.5, -4.5)])
        case .list:
            for y in [-4.5, 0, 4.5] {
                pen.lines([(-2.5, y), (6.5, y)])
                pen.lines([(-6.3, y), (-5.7, y)])
            }
        case .usual:
            pen.lines([(-7, 0), (-3.5, 0)])
            pen.lines([(3.5, 0), (7, 0)])
            pen.box(-3.5, -4, 7, 8, corner: 1)
            pen.lines([(0, -4), (0, 4)])
        case .related:
            for y in [-2.5, 3.5] {
                pen.curves(
                    (-7, y),
                    [((-4.5, y - 5), (-2.5, y - 5), (0, y)), ((2.5, y + 5), (4.5, y + 5), (7, y))])
            }
        case .profile:
            pen.lines([(-7, 6.5), (7, 6.5)])
            pen.curves(
                (-7, 2), [((-4.5, 2), (-3.5, -6), (-1, -6)), ((1.5, -6), (2.5, 1), (7, 0))])
        case .calendar:
            pen.box(-6.5, -5.5, 13, 12, corner: 1.5)
            pen.lines([(-6.5, -2), (6.5, -2)])
            for x in [-3.0, 3] { pen.lines([(x, -7), (x, -5.5)]) }
            for x in [-3.0, 0, 3] { pen.lines([(x - 0.3, 2), (x + 0.3, 2)]) }
        case .document:
            pen.lines([
                (1.5, -7), (-5, -7), (-5, 7), (5, 7), (5, -3.5), (1.5, -7), (1.5, -3.5), (5, -3.5),
            ])
            pen.lines([(-2.2, 0.5), (2.2, 0.5)])
            pen.lines([(-2.2, 3.5), (2.2, 3.5)])
        }
    }
}
