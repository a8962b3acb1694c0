import ChartScene
import Geometry

/// How labels go at the ends of an axis, over a few points: what the GPU draws, in numbers.
struct AxisEnds {
    /// Over how many points labels pale there.
    static let softness = 4.0

    /// Whether the axis lies along x.
    var isHorizontal: Bool
    /// How long it is, in points.
    var length = 0.0
    /// From where to where texts along x may reach, in points from the axis' beginning.
    var room = Extent.nothing

    /// How much can be seen of what pales over an edge, from 0 to 1: all of it inside of the edge.
    ///
    /// - Parameter inside: how far inside of it its nearest end is, in points.
    static func presence(inside: Double) -> Double { min(max(inside / softness + 1, 0), 1) }

    /// How much can be seen of a text that stands at the beginning of a plot until it is pushed out,
    /// from 0 to 1.
    ///
    /// - Parameters:
    ///   - distance: how far before the plot it begins, in points.
    ///   - room: what there is before the plot, in points.
    ///   - width: of the text, in points.
    static func presence(pushedOut distance: Double, room: Double, width: Double) -> Double {
        min(max(1 - distance / max(min(room - 2, width), 1), 0), 1)
    }

    /// How much of a label can be seen, from 0 to 1.
    ///
    /// - Parameters:
    ///   - place: of its anchor, in points from the axis' beginning.
    ///   - reach: from where to where it goes along x, in points from there.
    func presence(at place: Double, _ reach: Extent) -> Double {
        guard isHorizontal else { return Self.presence(inside: min(place, length - place)) }
        let late = place + max(reach.mid, 0)
        let free = min(place + reach.min - room.min, room.max - place - reach.max)
        return Self.presence(inside: min(place, length - late))
            * Self.presence(inside: free - Self.softness)
    }

    /// The same for a scene.
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
