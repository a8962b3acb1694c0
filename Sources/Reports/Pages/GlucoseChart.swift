import ChartCore
import Geometry
import Localization
import Painting
import Text

/// The modal day: percentiles of glucose by the time on the clock.
@MainActor
struct GlucoseChart {
    let profile: GlucoseProfile
    let pen: SheetPen
    let plot: Rect
    /// The values at the bottom and at the top, in mg/dL.
    let values: ClosedRange<Double>

    private static let right = 34.0

    init(_ profile: GlucoseProfile, in frame: Rect, pen: SheetPen) {
        self.profile = profile
        self.pen = pen
        plot = Rect(
            x: frame.minX, y: frame.minY, width: frame.width - Self.right,
            height: frame.height - 15)
        let highest = profile.modalDay.compactMap(\.self).compactMap(\.percentiles.last).max() ?? 0
        values = 40...max(((highest + 12) / 50).rounded(.up) * 50, 250)
    }

    private func y(_ milligrams: Double) -> Double {
        let share = (milligrams - values.lowerBound) / (values.upperBound - values.lowerBound)
        return plot.maxY - plot.height * min(max(share, 0), 1)
    }

    private func x(hour: Double) -> Double { plot.minX + plot.width * hour / 24 }

    /// In mg/dL.
    private func milligrams(_ value: Double) -> Double {
        profile.unit == .milligrams ? value : value * GlucoseUnit.milligramsPerMillimole
    }

    func draw() {
        let unit = profile.unit
        let limits = [profile.limits.low, profile.limits.high]
        let step = unit == .milligrams ? 50.0 : 3
        var tick = (unit.value(values.lowerBound) / step).rounded(.up) * step
        while tick <= unit.value(values.upperBound) + 1e-6 {
            let row = y(milligrams(tick))
            pen.rule(y: row, from: plot.minX, to: plot.maxX, width: 0.35, color: .faint)
            if limits.allSatisfy({ abs(y(milligrams($0)) - row) > 8.5 }) {
                label(tick, SheetStyle.label, row, digits: 0)
            }
            tick += step
        }
        for hour in stride(from: 0, through: 24, by: 3) {
            let column = x(hour: Double(hour))
            pen.stroke(
                [Point(x: column, y: plot.minY), Point(x: column, y: plot.maxY)], width: 0.35,
                color: .faint)
            let moment = CivilMoment(year: 2000, month: 1, day: 1, hour: hour % 24)
            let text = pen.format.date(moment, .hour)
            let width = pen.width(text, SheetStyle.label)
            pen.write(
                text, SheetStyle.label,
                x: min(max(column - width / 2, plot.minX), plot.maxX - width),
                baseline: plot.maxY + 11)
        }
        pen.rule(y: plot.maxY, from: plot.minX, to: plot.maxX, width: 0.6)
        for limit in limits {
            pen.rule(
                y: y(milligrams(limit)), from: plot.minX, to: plot.maxX, width: 1.1)
            label(limit, SheetStyle.boldLabel, y(milligrams(limit)), digits: unit.digits)
        }
        for run in runs { draw(run) }
    }

    private func label(_ value: Double, _ style: TextStyle, _ row: Double, digits: Int) {
        pen.write(
            pen.format.number(value, fractionDigits: digits), style, x: plot.maxX + 6,
            baseline: row + pen.typesetter.metrics(style).capHeight / 2)
    }

    /// Bins that follow one another, with the middle of their time in hours.
    private var runs: [[(hour: Double, bin: ModalDay.Bin)]] {
        var runs: [[(hour: Double, bin: ModalDay.Bin)]] = []
        var current: [(hour: Double, bin: ModalDay.Bin)] = []
        for (index, bin) in profile.modalDay.enumerated() {
            if let bin {
                current.append(((Double(index) + 0.5) * 24 / Double(ModalDay.binCount), bin))
            } else if !current.isEmpty {
                runs.append(current)
                current = []
            }
        }
        if !current.isEmpty { runs.append(current) }
        return runs
    }

    private func draw(_ run: [(hour: Double, bin: ModalDay.Bin)]) {
        func line(_ percentile: Int) -> [Point] {
            run.map { Point(x: x(hour: $0.hour), y: y($0.bin.percentiles[percentile])) }
        }
        for item in run where item.bin.days < ModalDay.fewestDays {
            let half = plot.width / Double(ModalDay.binCount) / 2
            let center = x(hour: item.hour)
            pen.hatch(
                Rect(x: center - half, y: plot.maxY - 8, width: 2 * half, height: 8), .dense,
                edge: 0)
        }
        guard run.count > 1 else { return }
        // The middle half is a pale area with an edge, so that it is one in a fax too.
        pen.canvas.fill(
            Path(line(1) + line(3).reversed()), .color(Color(hex: 0xDDDDDD)))
        for limit in [profile.limits.low, profile.limits.high] {
            pen.rule(y: y(milligrams(limit)), from: plot.minX, to: plot.maxX, width: 1.1)
        }
        for percentile in [1, 3] { pen.stroke(line(percentile), width: 0.7) }
        for percentile in [0, 4] { pen.stroke(line(percentile), width: 0.8, dashes: [3, 2.2]) }
        pen.stroke(line(2), width: 2.4, cap: .round)
    }

    /// The names of the lines.
    static func legend(_ pen: SheetPen, hasThinBins: Bool) -> SheetLegend {
        func line(_ width: Double, _ dashes: [Double] = []) -> (Point) -> Void {
            { point in
                pen.stroke(
                    [point, Point(x: point.x + 22, y: point.y)], width: width, dashes: dashes)
            }
        }
        var entries = [
            SheetLegend.Entry(text: tr("median"), width: 22, draw: line(2.4)),
            SheetLegend.Entry(
                text: tr("25 and 75 of 100 readings are below"), width: 22, draw: line(0.7)),
            SheetLegend.Entry(
                text: tr("5 and 95 of 100"), width: 22, draw: line(0.8, [3, 2.2])),
        ]
        if hasThinBins {
            entries.append(
                SheetLegend.Entry(
                    text: tr("fewer than {1} days", pen.format.number(ModalDay.fewestDays)),
                    width: 12
                ) {
                    pen.hatch(
                        Rect(x: $0.x, y: $0.y - 4, width: 12, height: 8), .dense, edge: 0)
                })
        }
        return SheetLegend(entries: entries)
    }

    // MARK: Single days

    /// A small picture of each day, with the weekdays in columns.
    @MainActor
    struct Days {
        let profile: GlucoseProfile
        let pen: SheetPen
        let rows: Int

        static let rowHeight = 52.0

        /// The weeks that the period touches.
        static func weeks(_ profile: GlucoseProfile, _ format: LocaleFormat) -> Int {
            let place = Days.column(profile.period.first, format)
            return (place + profile.period.days + 6) / 7
        }

        private static func column(_ date: CivilDate, _ format: LocaleFormat) -> Int {
            (date.weekday.rawValue - format.firstWeekday + 7) % 7
        }

        /// Draws the last weeks; returns the days that are shown.
        func draw(top: Double) {
            let (area, format) = (pen.area, pen.format)
            let width = area.width / 7
            let first = Days.column(profile.period.first, format)
            let weeks = Days.weeks(profile, format)
            let byDay = Dictionary(grouping: profile.readings) {
                profile.period.calendar.date(of: $0.time)
            }
            for (index, date) in profile.period.dates.enumerated() {
                let row = (first + index) / 7 - (weeks - rows)
                guard row >= 0 else { continue }
                let cell = Rect(
                    x: area.minX + Double((first + index) % 7) * width,
                    y: top + Double(row) * Days.rowHeight, width: width - 5,
                    height: Days.rowHeight - 6)
                pen.write(
                    format.date(date.moment, .weekdayDay), SheetStyle.label, x: cell.minX,
                    baseline: cell.minY + 8, within: cell.width)
                draw(
                    byDay[date] ?? [], date,
                    Rect(
                        x: cell.minX, y: cell.minY + 11, width: cell.width,
                        height: cell.height - 11))
            }
        }

        private func draw(_ readings: [GlucoseReading], _ date: CivilDate, _ plot: Rect) {
            let calendar = profile.period.calendar
            let start = calendar.start(of: date)
            let length = max(calendar.start(of: date.adding(days: 1)) - start, 1)
            func point(_ time: Double, _ value: Double) -> Point {
                Point(
                    x: plot.minX + plot.width * (time - start) / length,
                    y: plot.maxY - plot.height * (min(max(value, 40), 300) - 40) / 260)
            }
            let factor =
                profile.unit == .milligrams ? 1 : GlucoseUnit.milligramsPerMillimole
            for limit in [profile.limits.low, profile.limits.high] {
                let y = point(start, limit * factor).y
                pen.rule(y: y, from: plot.minX, to: plot.maxX, width: 0.4, color: .guide)
            }
            pen.canvas.stroke(
                Path(plot), .black, StrokeStyle(width: 0.35, join: .miter(limit: 4)))
            var run: [Point] = []
            var last = -Double.infinity
            func finish() {
                if run.count > 1 { pen.stroke(run, width: 0.9) }
                if run.count == 1 { pen.disc(run[0], 0.6) }
                run = []
            }
            for reading in readings {
                if reading.time - last > 3 * profile.interval { finish() }
                run.append(point(reading.time, reading.value))
                last = reading.time
            }
            finish()
        }
    }
}
