import ChartCore
import ChartScene
import Charts
import Geometry

/// Soft bands across a plot that name ranges of values, and dashed lines that name limits.
///
/// The names are at the right, inside the plot (`EdgeNames`).
@MainActor
final class ValueZones {
    /// A band and its name.
    struct Zone: Equatable {
        var from: Double
        var to: Double
        var color: Color
        /// Empty for none.
        var label: String
        /// Fewer words, for where there is no room for all; empty for none.
        var shortLabel = ""
    }

    /// A dashed line at a value, and its name.
    struct Limit: Equatable {
        var value: Double
        var color: Color
        var label: String
    }

    let id: String
    private(set) var zones: [Zone] = []
    private(set) var limits: [Limit] = []
    private var bands: [Charts.Zone] = []
    private(set) var lines: [ReferenceLine] = []
    let names = EdgeNames()
    private weak var chart: Chart?

    private static let lineWidth = 1.5

    init(id: String) { self.id = id }

    var isHidden = false {
        didSet {
            for band in bands { band.isHidden = isHidden }
            for line in lines { line.isHidden = isHidden }
            names.isHidden = isHidden
        }
    }

    /// Draws the zones in a chart from now on.
    func attach(to chart: Chart) {
        self.chart = chart
        chart.annotations.append(names)
        arrange()
    }

    /// Shows other zones and limits, or the same in other colours.
    func show(_ zones: [Zone], limits: [Limit] = [], in theme: Theme) {
        if zones != self.zones || limits != self.limits {
            let isArranged =
                zones.count == self.zones.count && limits.count == self.limits.count
            (self.zones, self.limits) = (zones, limits)
            if !isArranged { arrange() }
            for (zone, band) in zip(zones, bands) {
                band.range = zone.from...zone.to
                band.color = zone.color
            }
            for (limit, line) in zip(limits, lines) {
                line.color = limit.color
                line.move(to: limit.value, at: 0, duration: 0)
            }
        }
        writeNames(in: theme)
    }

    private func writeNames(in theme: Theme) {
        func ground(at value: Double) -> Color {
            zones.last { $0.from <= value && value < $0.to }.map { $0.color.over(theme.card) }
                ?? theme.card
        }
        // In high contrast the grid is too strong to shine through.
        let opacity: Float = theme.isHighContrast ? 1 : 0.8
        let zoneNames = zones.map { zone in
            EdgeNames.Name(
                text: zone.label, shortText: zone.shortLabel, values: zone.from...zone.to,
                color: theme.text2,
                ground: zone.color.over(theme.card).opacity(opacity))
        }
        let limitNames = limits.map { limit in
            let ground = ground(at: limit.value)
            return EdgeNames.Name(
                text: limit.label, values: limit.value...limit.value,
                color: theme.derived { $0.legible(limit.color, on: ground) },
                ground: ground.opacity(opacity))
        }
        names.names = zoneNames + limitNames
    }

    private func arrange() {
        guard let chart else { return }
        for band in bands { chart.background.removeAll { $0 === band } }
        for line in lines { chart.foreground.removeAll { $0 === line } }
        bands = zones.map { Charts.Zone($0.from...$0.to, color: $0.color) }
        lines = limits.map {
            ReferenceLine(
                at: $0.value, width: Self.lineWidth, color: $0.color,
                dash: .points(on: 6, off: 5, width: Self.lineWidth))
        }
        for band in bands {
            band.isHidden = isHidden
            chart.background.append(band)
        }
        for line in lines {
            line.isHidden = isHidden
            // Over the marks: the lines are drawn in every frame, and the picture of the plot is kept.
            chart.foreground.append(line)
        }
    }
}
