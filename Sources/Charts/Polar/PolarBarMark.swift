// Bars of a polar space: sectors, as of a wind rose.
//
// Method: as in a stack of bars (SeriesBarMarks), every part of a stack begins at the base, the
// longest first, so that no ground is visible where two soft arcs meet; if any of them is
// translucent, the parts are drawn from arc to arc.

import ChartCore
import ChartScene
import Geometry
import Painting

/// Values over slots of angles as sectors, with several series stacked.
///
/// A value that is missing or not above zero has no sector. Sectors begin at the range's lower end.
@MainActor
public final class PolarBarMark: PolarMark {
    public let id: String
    public let kind = MarkKind.polarBars
    public let space: PolarSpace
    public var isHidden = false
    /// The colours of the series; they repeat.
    public var colors: [Color] {
        didSet {
            precondition(!colors.isEmpty, "bars need a colour")
            if colors != oldValue { picture = nil }
        }
    }
    /// The fraction of its slot that a sector takes, above 0 and up to 1.
    public var width: Double { didSet { if width != oldValue { picture = nil } } }
    /// The slots in units of angle, and the values.
    public private(set) var table = BarTable()
    private var picture: Picture?
    private var key: Key?

    private struct Key: Equatable {
        var polar: PolarProjection
        var scale: Double
        var isSolid: Bool
    }

    /// A mark without slots.
    public init(id: String, in space: PolarSpace, colors: [Color], width: Double = 0.85) {
        precondition(!colors.isEmpty, "bars need a colour")
        self.id = id
        self.space = space
        self.colors = colors
        self.width = width
    }

    public var color: Color { colors[0] }
    public var overhang: Double { 0 }

    /// From the range's beginning, zero, to the highest stack.
    public var radii: Extent {
        table.slots.indices.reduce(Extent.nothing) { extent, slot in
            guard let top = ends(slot).last?.to else { return extent }
            return extent.union(Extent(min: 0, max: top))
        }
    }

    /// Shows other values over other slots, whose ends are angles.
    public func show(_ table: BarTable) {
        self.table = table
        picture = nil
    }

    /// A part of the stack in a slot.
    private struct Part {
        var series: Int
        var from: Double
        var to: Double
    }

    private func ends(_ slot: Int) -> [Part] {
        var sum = 0.0
        var parts: [Part] = []
        for (series, value) in table.values(at: slot).enumerated()
        where value > 0 && value.isFinite {
            parts.append(Part(series: series, from: sum, to: sum + value))
            sum += value
        }
        return parts
    }

    /// The slot and the series of the sector that contains a position, in points of the chart it
    /// was last drawn in; nil outside all of them.
    public func part(at point: Point) -> (slot: Int, series: Int)? {
        guard let polar = key?.polar, polar.radius > 0 else { return nil }
        let place = polar.place(of: point)
        for turns in [0.0, -1, 1] {
            let angle = place.angle + turns * polar.layout.turn
            for (slot, extent) in table.slots.enumerated()
            where abs(angle - extent.mid) <= extent.length * width / 2 {
                let part = ends(slot).first { $0.from <= place.value && place.value < $0.to }
                return part.map { (slot, $0.series) }
            }
        }
        return nil
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        let polar = space.projection(projection, scale: scene.scale)
        guard polar.radius > 0 else { return }
        let isSolid = alpha >= 1 && colors.allSatisfy { $0.alpha >= 1 }
        let now = Key(polar: polar, scale: scene.scale, isSolid: isSolid)
        if now != key { picture = nil }
        key = now
        let shown = picture ?? record(now, scale: scene.scale)
        picture = shown
        scene.picture(shown, alpha: alpha)
    }

    private func record(_ key: Key, scale: Double) -> Picture {
        let canvas = Canvas(scale: scale)
        let (polar, layout) = (key.polar, key.polar.layout)
        for (slot, extent) in table.slots.enumerated() where extent.isProper {
            let half = extent.length * width / 2
            let (a, b) = (
                layout.direction(of: extent.mid - half), layout.direction(of: extent.mid + half)
            )
            for part in ends(slot).reversed() {
                canvas.sector(
                    center: polar.center,
                    inner: polar.radius(of: key.isSolid ? layout.range.min : part.from),
                    outer: polar.radius(of: part.to), from: min(a, b), to: max(a, b),
                    color: colors[part.series % colors.count])
            }
        }
        return canvas.finish()
    }
}
