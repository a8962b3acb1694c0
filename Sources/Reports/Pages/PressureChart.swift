import ChartCore
import Geometry
import Localization
import Painting
import Text

/// The chart of a sheet about pressures: the means of days, joined by a stem, and their rolling means.
@MainActor
struct PressureChart {
    let trend: DayTrend
    let limit: Pressure?
    let notes: [ReportNote]

    init(_ trend: DayTrend, limit: Pressure?, notes: [ReportNote]) {
        (self.trend, self.limit, self.notes) = (trend, limit, notes)
    }

    /// The values that the plot shows.
    private var values: ClosedRange<Double> {
        let all =
            trend.days.flatMap { [$0.pressure.systolic, $0.pressure.diastolic] }
            + (limit.map { [$0.systolic, $0.diastolic] } ?? [])
        guard let low = all.min(), let high = all.max() else { return 60...140 }
        return min(low, 65)...max(high, 138)
    }

    func draw(_ pen: SheetPen, in frame: Rect) {
        let plot = DayPlot(pen, in: frame, period: trend.period, values: values)
        let limits = limit.map {
            [$0.systolic, $0.diastolic].map {
                DayPlot.Limit(value: $0, text: pen.format.number($0))
            }
        }
        plot.drawGrid(limits: limits ?? [])
        let slot = plot.plot.width / Double(plot.period.days)
        let radius = min(1.7, max(0.85, slot * 0.55))
        // Closer together they would be a grey area.
        for point in trend.days where slot > 3 {
            let (top, bottom) = (
                plot.point(point.day, point.pressure.systolic),
                plot.point(point.day, point.pressure.diastolic)
            )
            pen.stroke([top, bottom], width: min(0.5, slot * 0.3), color: .guide)
        }
        for point in trend.days {
            pen.disc(plot.point(point.day, point.pressure.systolic), radius)
            pen.diamond(plot.point(point.day, point.pressure.diastolic), radius * 1.45)
        }
        for stretch in trend.stretches where stretch.count > 1 {
            Self.line(
                stretch.map { plot.point($0.day, $0.pressure.diastolic) }, isHollow: true, pen)
            Self.line(
                stretch.map { plot.point($0.day, $0.pressure.systolic) }, isHollow: false, pen)
        }
        let middle = (plot.values.lowerBound + plot.values.upperBound) / 2
        for gap in trend.gaps {
            plot.drawGap(after: gap.before, before: gap.after, at: middle, tr("no readings"))
        }
        plot.drawDays()
        plot.drawFlags(notes)
    }

    /// The rolling mean: a solid line of systolic, a hollow one of diastolic values.
    private static func line(_ points: [Point], isHollow: Bool, _ pen: SheetPen) {
        pen.stroke(points, width: isHollow ? 2.6 : 2.2, cap: .round)
        if isHollow { pen.stroke(points, width: 1.2, color: .white, cap: .round) }
    }

    /// The names of what is drawn.
    static func legend(_ pen: SheetPen, trend: DayTrend, limit: Pressure?) -> SheetLegend {
        typealias Entry = SheetLegend.Entry
        var entries: [Entry] = []
        if trend.window != nil {
            entries.append(
                Entry(text: tr("systolic mean"), width: 20) {
                    line([$0, Point(x: $0.x + 20, y: $0.y)], isHollow: false, pen)
                })
            entries.append(
                Entry(text: tr("diastolic mean"), width: 20) {
                    line([$0, Point(x: $0.x + 20, y: $0.y)], isHollow: true, pen)
                })
        }
        entries.append(
            Entry(text: tr("systolic, one day"), width: 4) {
                pen.disc(Point(x: $0.x + 2, y: $0.y), 1.7)
            })
        entries.append(
            Entry(text: tr("diastolic, one day"), width: 5) {
                pen.diamond(Point(x: $0.x + 2.5, y: $0.y), 2.4)
            })
        if let limit {
            entries.append(
                Entry(
                    text: tr(
                        "limits, {1} and {2} (home)", pen.format.number(limit.systolic),
                        pen.format.number(limit.diastolic)), width: 22
                ) {
                    pen.stroke(
                        [$0, Point(x: $0.x + 22, y: $0.y)], width: 0.9, dashes: [5, 3.5])
                })
        }
        return SheetLegend(entries: entries)
    }
}
