import ChartScene
import Geometry

/// How labels fade at the ends of an axis, over a few points: computes what the GPU draws.
struct AxisEnds {
    /// The distance over which labels fade there while the range moves, in points.
    static let movingSoftness = 4.0
    /// The same at rest: a label is whole or absent.
    static let restingSoftness = 0.01

    /// Whether the axis runs along x.
    var isHorizontal: Bool
    /// Its length, in points.
    var length = 0.0
    /// The extent that texts along x may take, in points from the axis' beginning.
    var room = Extent.nothing
    /// The distance over which labels fade, in points, above zero.
    var softness = movingSoftness

    /// The opacity of something that fades across an edge, from 0 to 1: 1 inside the edge.
    ///
    /// - Parameters:
    ///   - inside: how far inside the edge its nearest end is, in points.
    ///   - softness: the distance over which it fades, in points, above zero.
    static func presence(inside: Double, _ softness: Double) -> Double {
        min(max(inside / softness + 1, 0), 1)
    }

    /// The opacity of a text that stays at the beginning of a plot until it is pushed out, from 0
    /// to 1.
    ///
    /// At rest it is there as long as it is whole.
    ///
    /// - Parameters:
    ///   - distance: how far before the plot it begins, in points.
    ///   - room: the room before the plot, in points.
    ///   - width: of the text, in points.
    ///   - softness: the distance over which labels fade at ends, in points.
    static func presence(
        pushedOut distance: Double, room: Double, width: Double, _ softness: Double
    ) -> Double {
        let most = max(min(room - 2, width), 1)
        guard softness > restingSoftness else { return distance <= most ? 1 : 0 }
        return min(max(1 - distance / most, 0), 1)
    }

    /// The opacity of a label, from 0 to 1.
    ///
    /// - Parameters:
    ///   - place: of its anchor, in points from the axis' beginning.
    ///   - reach: its extent along x, in points from the anchor.
    func presence(at place: Double, _ reach: Extent) -> Double {
        guard isHorizontal else { return presence(inside: min(place, length - place)) }
        let late = place + max(reach.mid, 0)
        let free = min(place + reach.min - room.min, room.max - place - reach.max)
        return presence(inside: min(place, length - late)) * presence(inside: free - softness)
    }

    private func presence(inside: Double) -> Double { Self.presence(inside: inside, softness) }

    /// The same ends for a scene.
    ///
    /// - Parameters:
    ///   - beginning: of the axis, in device pixels.
    ///   - scale: device pixels per point.
    func labelEnds(beginning: Double, scale: Double) -> LabelEnds {
        let softness = softness * scale
        guard isHorizontal else { return LabelEnds(room: -1e9...1e9, softness: softness) }
        let first = beginning + room.min * scale
        return LabelEnds(
            room: first...max(first, beginning + room.max * scale), softness: softness)
    }
}
