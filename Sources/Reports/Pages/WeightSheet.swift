import ChartCore
import Geometry
import Localization
import Painting
import Text

/// The unit of a sheet about weight.
package enum WeightUnit: String, Sendable, CaseIterable, Hashable {
    case kilograms = "kg"
    case pounds = "lb"

    /// How many of it are a kilogram.
    package var perKilogram: Double { self == .kilograms ? 1 : 1 / 0.453_592_37 }
}

/// Draws the sheet about weight.
@MainActor
struct WeightSheet {
    let trend: WeightTrend
    let unit: WeightUnit
    let notes: [ReportNote]
    let pen: SheetPen
    let frame: SheetFrame

    init(
        _ trend: WeightTrend, unit: WeightUnit, notes: [ReportNote], pen: SheetPen,
        heading: SheetHeading
    ) {
        (self.trend, self.unit, self.pen) = (trend, unit, pen)
        self.notes = notes.filter { trend.period.contains($0.day) }
        frame = SheetFrame(pen: pen, heading: heading)
    }

    private var format: LocaleFormat { pen.format }

    /// The title of the sheet.
    static var title: String { tr("Weight") }

    private func number(_ kilograms: Double, signed: Bool = false) -> String {
        format.number(kilograms * unit.perKilogram, fractionDigits: 1, signed: signed)
    }

    private func text(_ kilograms: Double, signed: Bool = false) -> String {
        format.quantity(number(kilograms, signed: signed), unit: unit.rawValue)
    }

    /// Draws the sheet.
    func draw(page: Int = 1, of pages: Int = 1) {
        let foot = foot
        var y = frame.drawHead(title: Self.title, period: trend.period)
        y = drawAnswer(top: y, height: 235)
        let bottom = pen.area.maxY - frame.footHeight(foot) - 8
        let notesHeight = NoteList(notes: notes, pen: pen).height
        let table = weeks
        let room = bottom - y - 15 - 14 - notesHeight - table.height(rows: 0)
        let shown = min(table.rows.count, max(0, Int(room / table.rowHeight)))
        y = pen.heading(tr("Week by week, in {1}", unit.rawValue), top: y) + 1
        y = table.draw(pen, top: y, rows: shown)
        if shown < table.rows.count {
            y = pen.paragraph(
                trn(
                    "The table has no room for {n} earlier week.",
                    "The table has no room for {n} earlier weeks.",
                    count: table.rows.count - shown), SheetStyle.label, x: pen.area.minX,
                top: y + 3, width: pen.area.width)
        }
        NoteList(notes: notes, pen: pen).draw(top: y)
        frame.drawFoot(foot, page: page, of: pages)
    }

    /// Draws the box and the chart; returns the y below them.
    func drawAnswer(top: Double, height: Double) -> Double {
        let y = answer.draw(pen, top: top) + 12
        return drawChart(top: y, height: height)
    }

    /// The box and the chart alone, as a part of a sheet with several subjects.
    static func section(
        _ trend: WeightTrend, unit: WeightUnit, notes: [ReportNote], heading: SheetHeading,
        pen: SheetPen
    ) -> SheetSection {
        func sheet(_ pen: SheetPen) -> WeightSheet {
            WeightSheet(trend, unit: unit, notes: notes, pen: pen, heading: heading)
        }
        let own = sheet(pen)
        return SheetSection(
            title: title, foot: own.foot,
            fixedHeight: own.answer.height(pen) + 12 + 14 + 4 + DayPlot.below + 1
                + SheetLegend.height + 10
        ) { sheet($0).drawAnswer(top: $1, height: $2) }
    }

    private var answer: AnswerBox {
        let days = trend.days
        guard let first = days.first, let last = days.last else {
            return AnswerBox(
                caption: tr("TREND"), figure: "–", unit: "", details: [], headline: "", text: "")
        }
        var headline: String
        if let rate = trend.rate {
            // A rate is small: one digit more than a weight.
            func fine(_ kilograms: Double) -> String {
                format.number(kilograms * unit.perKilogram, fractionDigits: 2, signed: true)
            }
            let interval = format.range(
                fine(rate.interval.lowerBound), fine(rate.interval.upperBound))
            headline =
                rate.isClear
                ? tr(
                    "{1} a week ({2} interval {3})",
                    format.quantity(fine(rate.perWeek), unit: unit.rawValue),
                    format.percent(0.95), interval)
                : tr(
                    "No clear change ({1} interval {2} {3} a week)", format.percent(0.95),
                    interval, unit.rawValue)
        } else {
            headline =
                days.count < WeightTrend.fewestDays
                ? tr(
                    "Too few days for a rate ({1} of {2})", format.number(days.count),
                    format.number(WeightTrend.fewestDays))
                : tr(
                    "Too short a time for a rate ({1} of {2} days)",
                    format.number(last.date.days - first.date.days + 1),
                    format.number(WeightTrend.fewestSpan))
        }
        let low = days.min { $0.weight < $1.weight } ?? first
        let high = days.max { $0.weight < $1.weight } ?? first
        func dated(_ day: WeightTrend.Day) -> String {
            tr("{1} on {2}", text(day.weight), format.date(day.date.moment, .dayMonth))
        }
        return AnswerBox(
            caption: tr("TREND ON THE LAST DAY"), figure: number(last.trend), unit: unit.rawValue,
            details: [
                tr("last reading {1}", dated(last)),
                tr(
                    "on {1} of {2} days", format.number(days.count),
                    format.number(trend.period.days)),
            ], headline: headline,
            text: tr(
                "Trend from {1} to {2}, {3}. Lowest {4}, highest {5}.", text(first.trend),
                text(last.trend), text(last.trend - first.trend, signed: true), dated(low),
                dated(high)))
    }

    private func drawChart(top: Double, height: Double) -> Double {
        let y =
            pen.heading(
                tr("The reading of each day, and the trend, in {1}", unit.rawValue), top: top)
            + (notes.isEmpty ? 4 : 18)
        let days = trend.days
        let values = days.map { $0.weight * unit.perKilogram }
        let (low, high) = (values.min() ?? 0, values.max() ?? 1)
        let frame = Rect(
            x: pen.area.minX, y: y, width: pen.area.width,
            height: height - (notes.isEmpty ? 0 : 14) + DayPlot.below)
        // A range below two units would make a storm of the noise of a scale.
        let room = max(0, 2 - (high - low)) / 2
        let label = tr(
            "Chart of weight on {1} days: from {2} to {3}, the trend from {4} to {5}.",
            format.number(days.count), text(days.map(\.weight).min() ?? 0),
            text(days.map(\.weight).max() ?? 0), text(days.first?.trend ?? 0),
            text(days.last?.trend ?? 0))
        pen.canvas.tagged(PictureTag(.figure, label: label)) {
            let plot = DayPlot(
                pen, in: frame, period: trend.period, values: (low - room)...(high + room))
            plot.drawGrid(limits: [], digits: plot.step < 1 ? 1 : 0)
            let radius = min(1.6, max(0.8, plot.plot.width / Double(trend.period.days) * 0.5))
            var run: [Point] = []
            var last: CivilDate?
            for day in days {
                pen.disc(plot.point(day.date, day.weight * unit.perKilogram), radius)
            }
            let middle = (plot.values.lowerBound + plot.values.upperBound) / 2
            for day in days {
                if let last, day.date.days - last.days > WeightTrend.longestGap {
                    if run.count > 1 { pen.stroke(run, width: 2.2, cap: .round) }
                    run = []
                    plot.drawGap(
                        after: last, before: day.date, at: middle, tr("no readings"))
                }
                run.append(plot.point(day.date, day.trend * unit.perKilogram))
                last = day.date
            }
            if run.count > 1 { pen.stroke(run, width: 2.2, cap: .round) }
            plot.drawDays()
            plot.drawFlags(notes)
        }
        pen.canvas.tagged(PictureTag(.text)) {
            SheetLegend(entries: [
                .init(text: tr("trend"), width: 20) {
                    pen.stroke(
                        [$0, Point(x: $0.x + 20, y: $0.y)], width: 2.2, cap: .round)
                },
                .init(text: tr("reading of a day"), width: 4) {
                    pen.disc(Point(x: $0.x + 2, y: $0.y), 1.6)
                },
            ]).draw(pen, top: frame.maxY + 1)
        }
        return frame.maxY + 1 + SheetLegend.height + 10
    }

    private var weeks: SheetTable {
        let start = format.firstWeekday
        let groups = Dictionary(grouping: trend.days) { day in
            day.date.adding(days: -((day.date.weekday.rawValue - start + 7) % 7))
        }
        let rows = groups.keys.sorted().map { week -> [SheetTable.Cell] in
            let days = (groups[week] ?? []).sorted { $0.date < $1.date }
            let weights = days.map(\.weight)
            let name = format.days(
                from: max(week, trend.period.first).moment,
                to: min(week.adding(days: 6), trend.period.last).moment)
            return [
                name, format.number(days.count),
                number(weights.reduce(0, +) / Double(max(weights.count, 1))),
                number(weights.min() ?? 0), number(weights.max() ?? 0),
                number(days.last?.trend ?? 0),
            ].map { SheetTable.Cell(text: $0) }
        }
        return SheetTable(
            columns: [
                .init(title: tr("Week"), share: 2.6, alignment: .leading),
                .init(title: tr("Days"), share: 0.8), .init(title: tr("Mean"), share: 1),
                .init(title: tr("Lowest"), share: 1), .init(title: tr("Highest"), share: 1),
                .init(title: tr("Trend"), share: 1),
            ], rows: rows, total: nil)
    }

    /// The method of the figures.
    var foot: String {
        [
            tr(
                "Method: the first reading of a morning is that of its day, else the first of the day. Trend: a tenth of the distance to the reading each day (Walker 1991), over gaps by 1 − 0.9 to the power of their days. Rate: median of the slopes between all days (Theil and Sen), interval with the variance of Hamed and Rao 1998."
            ), SheetFrame.origin,
        ].joined(separator: " ")
    }
}
