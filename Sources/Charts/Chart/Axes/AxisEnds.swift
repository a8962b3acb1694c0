import ChartScene
import Geometry

/// How labels fade at the ends of an axis, over a few points: computes what the GPU draws.
struct AxisEnds {
    /// The distance over which labels fade there, in points.
    static let softness = 4.0

    /// Whether the axis runs along x.
    var isHorizontal: Bool
    /// Its length, in points.
    var length = 0.0
    /// The extent that texts along x may take, in points from the axis' beginning.
    var room = Extent.nothing

    /// The opacity of something that fades across an edge, from 0 to 1: 1 inside the edge.
    ///
    /// - Parameter inside: how far inside the edge its nearest end is, in points.
    static func presence(inside: Double) -> Double { min(max(inside / softness + 1, 0), 1) }

    /// The opacity of a text that stays at the beginning of a plot until it is pushed out, from 0
    /// to 1.
    ///
    /// - Parameters:
    ///   - distance: how far before the plot it begins, in points.
    ///   - room: the room before the plot, in points.
    ///   - width: of the text, in points.
    static func presence(pushedOut distance: Double, room: Double, width: Double) -> Double {
        min(max(1 - distance / max(min(room - 2, width), 1), 0), 1)
    }

    /// The opacity of a label, from 0 to 1.
    ///
    /// - Parameters:
    ///   - place: of its anchor, in points from the axis' beginning.
    ///   - reach: its extent along x, in points from the anchor.
    func presence(at place: Double, _ reach: Extent) -> Double {
        guard isHorizontal else { return Self.presence(inside: min(place, length - place)) }
        let late = place + max(reach.mid, 0)
        let free = min(place + reach.min - room.min, room.max - place - reach.max)
        return Self.presence(inside: min(place, length - late))
            * Self.presence(inside: free - Self.softness)
    }

    /// The same ends for a scene.
    ///
    /// - Parameters:
    ///   - beginning: of the axis, in device pixels.
    ///   - scale: device pixels per point.
    func labelEnds(beginning: Double, scale: Double) -> LabelEnds {
        let softness = Self.softness * scale
        guard isHorizontal else { return LabelEnds(room: -1e9...1e9, softness: softness) }
        let first = beginning + room.min * scale
        return LabelEnds(
            room: first...max(first, beginning + room.max * scale), softness: softness)
    }
}
