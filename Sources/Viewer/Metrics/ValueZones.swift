import ChartCore
import ChartScene
import Charts
import Geometry

/// Soft bands across a plot that name ranges of values; a name is written if there is room.
@MainActor
final class ValueZones {
    /// A band and its name.
    struct Zone: Equatable {
        var from: Double
        var to: Double
        var color: Color
        /// Empty for none.
        var label: String
    }

    /// The drawn parts of a zone: its band, and its name above its lower edge.
    private struct Part {
        var band: Charts.Zone
        var edge: ReferenceLine
        var label: ReferenceLabel
    }

    let id: String
    /// Whether nothing covers a part of the plot, given by x and y in the data.
    var isFree: (Extent, Extent) -> Bool = { _, _ in true }
    private(set) var zones: [Zone] = []
    private var parts: [Part] = []
    private weak var chart: Chart?

    init(id: String) { self.id = id }

    var isHidden = false {
        didSet {
            for part in parts {
                part.band.isHidden = isHidden
                part.edge.isHidden = isHidden
            }
        }
    }

    /// Draws the zones in a chart from now on.
    func attach(to chart: Chart) {
        self.chart = chart
        arrange()
    }

    /// Shows other zones, or the same in other colours.
    func show(_ zones: [Zone]) {
        guard zones != self.zones else { return }
        let isArranged = zones.map(\.from) == self.zones.map(\.from)
        self.zones = zones
        if !isArranged { arrange() }
        for (zone, part) in zip(zones, parts) {
            part.band.range = zone.from...zone.to
            part.band.color = zone.color
            if part.edge.value != zone.from { part.edge.move(to: zone.from, at: 0, duration: 0) }
        }
        label()
    }

    /// Writes the names where there is room for them now.
    func label() {
        for (zone, part) in zip(zones, parts) { part.label.write(zone.label) }
    }

    /// Whether a zone's name may be in a part of the plot.
    ///
    /// A name is inside its own zone, so that no two of them meet.
    private func hasRoom(in from: Double, _ x: Extent, _ y: Extent) -> Bool {
        guard let zone = zones.first(where: { $0.from == from }) else { return false }
        let slack = y.length * 0.01
        return y.min >= zone.from - slack && y.max <= zone.to + slack && isFree(x, y)
    }

    private func arrange() {
        guard let chart else { return }
        for part in parts {
            chart.background.removeAll { $0 === part.band }
            chart.annotations.removeAll { $0 === part.label }
        }
        parts = zones.map { zone in
            let edge = ReferenceLine(at: zone.from, width: 0, color: .clear)
            let label = ReferenceLabel(edge)
            label.isFree = { [weak self] x, y in self?.hasRoom(in: zone.from, x, y) ?? true }
            return Part(
                band: Charts.Zone(zone.from...zone.to, color: zone.color), edge: edge, label: label)
        }
        for part in parts {
            part.band.isHidden = isHidden
            part.edge.isHidden = isHidden
            chart.background.append(part.band)
            chart.annotations.append(part.label)
        }
    }
}
