import ChartRendering
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

    /// How much of a label can be seen, from 0 to 1.
    ///
    /// - Parameters:
    ///   - place: of its anchor, in points from the axis' beginning.
    ///   - reach: from where to where it goes along x, in points from there.
    func presence(at place: Double, _ reach: Extent) -> Double {
        func part(_ inside: Double) -> Double { min(max(inside / Self.softness, 0), 1) }
        guard isHorizontal else { return part(min(place, length - place) + Self.softness) }
        let late = place + max(reach.mid, 0)
        return part(min(place, length - late) + Self.softness)
            * part(min(place + reach.min - room.min, room.max - place - reach.max))
    }

    /// The same for a renderer.
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
