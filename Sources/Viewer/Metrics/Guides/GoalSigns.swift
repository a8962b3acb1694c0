import ChartCore
import ChartScene
import Charts
import Geometry
import Painting

/// Check marks over the bars of days that have reached a goal.
///
/// They are signs of their own, so that such a day is not distinguished by colour alone.
@MainActor
final class GoalSigns: Attachment {
    /// A day that has reached it.
    struct Sign: Equatable {
        /// The middle of the day.
        var x: Double
        /// The height of its bar.
        var value: Double
    }

    private struct Key: Equatable {
        var color: Color
        var scale: Double
        var size: Double
    }

    var isHidden = false { didSet { if isHidden != oldValue { revision = .next() } } }
    var color: Color { didSet { if color != oldValue { revision = .next() } } }
    /// Those near the view, in the order of their places.
    var signs: [Sign] = [] { didSet { if signs != oldValue { revision = .next() } } }
    /// Changes whenever the picture of the signs does.
    private(set) var revision: Revision? = .next()

    /// The length of a day, in seconds.
    private static let day = 86_400.0
    /// The greatest width of a sign, and its distance from the bar, in points.
    private static let (most, gap) = (9.0, 5.0)
    /// Smaller signs could not be recognised, in points.
    private static let least = 4.0

    private var key: Key?
    private var picture: Picture?

    init(color: Color) { self.color = color }

    /// Whether a sign is in a part of the plot, given by its extents in the data.
    func isOver(_ x: Extent, _ y: Extent, _ chart: Chart) -> Bool {
        guard !isHidden, chart.plot.height > 0 else { return false }
        let room = (Self.gap + Self.most) * chart.y.target.length / chart.plot.height
        let first = signs.indices.partitioningIndex { signs[$0].x >= x.min - Self.day / 2 }
        return signs[first...].prefix { $0.x <= x.max + Self.day / 2 }
            .contains { $0.value <= y.max && $0.value + room >= y.min }
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        let scale = scene.scale
        let slot = abs(projection.pixelX(Self.day) - projection.pixelX(0)) / scale
        let size = min(Self.most, (slot * 0.6).rounded())
        guard !signs.isEmpty, size >= Self.least else { return }
        let now = Key(color: color, scale: scale, size: size)
        if now != key {
            key = now
            picture = Self.record(now)
        }
        guard let picture else { return }
        let top = projection.plot.minY / scale + size
        for sign in signs {
            let place = projection.pixel(x: sign.x, y: sign.value)
            guard place.x > projection.plot.minX - size * scale,
                place.x < projection.plot.maxX + size * scale, place.y.isFinite
            else { continue }
            // Over a bar that reaches the top of the plot the sign is within the bar.
            let y = max(place.y / scale - Self.gap, top)
            scene.picture(picture, at: Point(x: place.x / scale, y: y))
        }
    }

    /// A check mark whose lower middle is at the origin.
    private static func record(_ key: Key) -> Picture {
        let canvas = Canvas(scale: key.scale)
        let unit = key.size / 9
        canvas.polyline(
            [(-4.0, -3.5), (-1.2, -0.8), (4.0, -6.5)].map {
                Point(x: $0.0 * unit, y: $0.1 * unit)
            }, width: 2, color: key.color)
        return canvas.finish()
    }
}
