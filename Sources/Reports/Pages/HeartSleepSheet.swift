import ChartCore
import Geometry
import Localization
import Painting
import Statistics
import Text

/// Draws the sheet about the resting heart rate and sleep.
@MainActor
struct HeartSleepSheet {
    let period: ReportPeriod
    /// Nil without nights.
    let nights: NightSummary?
    /// Nil without heart rates.
    let heart: RestingHeart?
    let pen: SheetPen
    let frame: SheetFrame

    init(
        _ period: ReportPeriod, nights: NightSummary?, heart: RestingHeart?, pen: SheetPen,
        heading: SheetHeading
    ) {
        (self.period, self.nights, self.heart, self.pen) = (period, nights, heart, pen)
        frame = SheetFrame(pen: pen, heading: heading)
    }

    private var format: LocaleFormat { pen.format }

    /// The title of the sheet.
    static var title: String { tr("Heart and sleep") }

    /// Draws the sheet.
    func draw(page: Int = 1, of pages: Int = 1) {
        let foot = foot
        var y = frame.drawHead(title: Self.title, period: period)
        y = drawAnswer(top: y, height: nights == nil || heart == nil ? 300 : 145)
        let bottom = pen.area.maxY - frame.footHeight(foot) - 8
        let table = weeks
        let room = bottom - y - 15 - 14 - table.height(rows: 0)
        let shown = min(table.rows.count, max(0, Int(room / table.rowHeight)))
        y = pen.heading(tr("Week by week"), top: y) + 1
        y = table.draw(pen, top: y, rows: shown)
        if shown < table.rows.count {
            pen.paragraph(
                trn(
                    "The table has no room for {n} earlier week.",
                    "The table has no room for {n} earlier weeks.",
                    count: table.rows.count - shown), SheetStyle.label, x: pen.area.minX,
                top: y + 3, width: pen.area.width)
        }
        frame.drawFoot(foot, page: page, of: pages)
    }

    /// Draws the box and the charts, each as high as given; returns the y below them.
    func drawAnswer(top: Double, height: Double) -> Double {
        var y = answer.draw(pen, top: top) + 12
        if let nights { y = drawNights(nights, top: y, height: height) }
        if let heart { y = drawHeart(heart, top: y, height: height) }
        return y
    }

    /// The box and the charts alone, as a part of a sheet with several subjects.
    static func section(
        _ period: ReportPeriod, nights: NightSummary?, heart: RestingHeart?,
        heading: SheetHeading, pen: SheetPen
    ) -> SheetSection {
        func sheet(_ pen: SheetPen) -> HeartSleepSheet {
            HeartSleepSheet(period, nights: nights, heart: heart, pen: pen, heading: heading)
        }
        let own = sheet(pen)
        let plots = (nights == nil ? 0 : 1) + (heart == nil ? 0 : 1)
        return SheetSection(
            title: title, foot: own.foot,
            fixedHeight: own.answer.height(pen) + 12
                + Double(plots) * (14 + 5 + DayPlot.below + 1 + SheetLegend.height + 8),
            plots: plots
        ) { sheet($0).drawAnswer(top: $1, height: $2) }
    }

    // MARK: The answer

    private func clock(_ hour: Double) -> String {
        let minutes = Int((hour * 60).rounded()) % 1440
        return format.date(
            CivilMoment(
                year: 2000, month: 1, day: 1, hour: minutes / 60, minute: minutes % 60), .time)
    }

    private func rate(_ value: Double) -> String { format.number(value) }

    private var heartWords: String? {
        guard let heart else { return nil }
        let medians = heart.weeks.map(\.median)
        var text = tr(
            "Resting heart rate {1} to {2} a minute (medians of weeks, {3} days).",
            rate(medians.min() ?? 0), rate(medians.max() ?? 0), format.number(heart.days.count))
        if let slope = heart.slope {
            let interval = format.range(
                format.number(slope.interval.lowerBound, fractionDigits: 1, signed: true),
                format.number(slope.interval.upperBound, fractionDigits: 1, signed: true))
            let isClear = slope.interval.lowerBound > 0 || slope.interval.upperBound < 0
            text +=
                " "
                + (isClear
                    ? tr(
                        "It changes by {1} a week ({2} interval {3}).",
                        format.number(slope.perWeek, fractionDigits: 1, signed: true),
                        format.percent(0.95), interval)
                    : tr(
                        "No clear change ({1} interval {2} a week).", format.percent(0.95), interval
                    ))
        } else {
            text +=
                " "
                + tr(
                    "Too few weeks for a trend ({1} of {2}).", format.number(heart.weeks.count),
                    format.number(RestingHeart.fewestWeeks))
        }
        return text
    }

    private var nightWords: String? {
        guard let nights else { return nil }
        var parts: [String] = []
        if let efficiency = nights.efficiency {
            parts.append(
                tr(
                    "In bed {1}, asleep {2} of it.", format.duration(seconds: nights.inBed),
                    format.percent(efficiency)))
        }
        if let midpoint = nights.midpoint {
            parts.append(
                tr(
                    "Middle of the night at {1}, SD {2}.", clock(midpoint.hour),
                    format.duration(seconds: midpoint.deviation * 3600)))
        }
        if let difference = nights.weekendDifference {
            let length = format.duration(seconds: abs(difference))
            parts.append(
                difference >= 0
                    ? tr("Nights before Saturday and Sunday are {1} longer.", length)
                    : tr("Nights before Saturday and Sunday are {1} shorter.", length))
        }
        if let regularity = nights.regularity {
            parts.append(
                tr("Sleep Regularity Index {1}.", format.number(regularity.index)))
        }
        return parts.joined(separator: " ")
    }

    private var answer: AnswerBox {
        guard let nights else {
            let weeks = heart?.weeks ?? []
            return AnswerBox(
                caption: tr("RESTING HEART RATE, LAST WEEK"),
                figure: weeks.last.map { rate($0.median) } ?? "–", unit: tr("a minute"),
                details: [
                    tr(
                        "on {1} of {2} days", format.number(heart?.days.count ?? 0),
                        format.number(period.days))
                ], headline: tr("No records of sleep"), text: heartWords ?? "")
        }
        let length = nights.asleep ?? nights.inBed
        let count = nights.asleep == nil ? nights.nights.count : nights.slept.count
        return AnswerBox(
            caption: nights.asleep == nil ? tr("IN BED, MEAN") : tr("ASLEEP, MEAN"),
            figure: format.duration(seconds: length), unit: "",
            details: [
                tr(
                    "{1} of {2} nights", format.number(count),
                    format.number(period.days))
            ]
                + (heart.map {
                    [
                        tr(
                            "resting heart rate on {1} days", format.number($0.days.count))
                    ]
                } ?? []),
            headline: heart?.weeks.last.map {
                tr("Resting heart rate of the last week {1} a minute", rate($0.median))
            } ?? tr("No records of the resting heart rate"),
            text: [nightWords, heartWords].compactMap(\.self).joined(separator: " "))
    }

    // MARK: The charts

    private func drawNights(
        _ nights: NightSummary, top: Double, height: Double
    ) -> Double {
        let y = pen.heading(tr("Nights, from bedtime to waking"), top: top) + 5
        let rect = Rect(
            x: pen.area.minX, y: y, width: pen.area.width, height: height + DayPlot.below)
        let label = tr(
            "Chart of {1} nights, a bar from bedtime to waking for each.",
            format.number(nights.nights.count))
        pen.canvas.tagged(PictureTag(.figure, label: label)) {
            NightChart(summary: nights, pen: pen).draw(in: rect)
        }
        pen.canvas.tagged(PictureTag(.text)) {
            SheetLegend(entries: [
                .init(text: tr("asleep"), width: 8) {
                    pen.canvas.fill(
                        Path(Rect(x: $0.x, y: $0.y - 4, width: 8, height: 8)), .color(.black))
                },
                .init(text: tr("in bed, or awake"), width: 8) {
                    pen.hatch(Rect(x: $0.x, y: $0.y - 4, width: 8, height: 8), .none)
                },
            ]).draw(pen, top: rect.maxY + 1)
        }
        return rect.maxY + 1 + SheetLegend.height + 8
    }

    private func drawHeart(_ heart: RestingHeart, top: Double, height: Double) -> Double {
        let y = pen.heading(tr("Resting heart rate, beats a minute"), top: top) + 5
        let rect = Rect(
            x: pen.area.minX, y: y, width: pen.area.width, height: height + DayPlot.below)
        let rates = heart.days.map(\.rate)
        let (low, high) = (rates.min() ?? 0, rates.max() ?? 1)
        let label = tr(
            "Chart of the resting heart rate on {1} days: from {2} to {3} beats a minute.",
            format.number(rates.count), rate(low), rate(high))
        pen.canvas.tagged(PictureTag(.figure, label: label)) {
            let room = max(0, 10 - (high - low)) / 2
            let plot = DayPlot(
                pen, in: rect, period: period, values: (low - room)...(high + room))
            plot.drawGrid(limits: [], digits: plot.step < 1 ? 1 : 0)
            for day in heart.days { pen.disc(plot.point(day.date, day.rate), 1.5) }
            let half = plot.plot.width / Double(period.days) / 2
            for week in heart.weeks {
                let left = plot.x(max(week.first, period.first)) - half
                let right = plot.x(week.first.adding(days: 6)) + half
                pen.stroke(
                    [
                        Point(x: left + 1, y: plot.y(week.median)),
                        Point(x: right - 1, y: plot.y(week.median)),
                    ], width: 2.2)
            }
            plot.drawDays()
        }
        pen.canvas.tagged(PictureTag(.text)) {
            SheetLegend(entries: [
                .init(text: tr("median of a week"), width: 20) {
                    pen.stroke([$0, Point(x: $0.x + 20, y: $0.y)], width: 2.2)
                },
                .init(text: tr("one day"), width: 4) {
                    pen.disc(Point(x: $0.x + 2, y: $0.y), 1.5)
                },
            ]).draw(pen, top: rect.maxY + 1)
        }
        return rect.maxY + 1 + SheetLegend.height + 8
    }

    // MARK: The table

    private var weeks: SheetTable {
        let count = (period.days + 6) / 7
        let rows = (0..<count).reversed().map { back -> [SheetTable.Cell] in
            let last = period.last.adding(days: -7 * back)
            let first = max(last.adding(days: -6), period.first)
            let own = (nights?.nights ?? []).filter { $0.date >= first && $0.date <= last }
            let slept = own.filter { $0.asleep > 0 }
            func mean(_ values: [Double]) -> Double? {
                values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
            }
            let week = heart?.weeks.first { $0.first == last.adding(days: -6) }
            return [
                format.days(from: first.moment, to: last.moment), format.number(own.count),
                mean(slept.map(\.asleep)).map { format.duration(seconds: $0) } ?? "–",
                mean(own.map(\.inBed)).map { format.duration(seconds: $0) } ?? "–",
                mean(slept.compactMap(\.efficiency)).map { format.percent($0) } ?? "–",
                week.map { rate($0.median) } ?? "–",
            ].map { SheetTable.Cell(text: $0) }
        }
        return SheetTable(
            columns: [
                .init(title: tr("Week"), share: 2.6, alignment: .leading),
                .init(title: tr("Nights"), share: 0.8),
                .init(title: tr("Asleep"), share: 1.1), .init(title: tr("In bed"), share: 1.1),
                .init(title: tr("Efficiency"), share: 1),
                .init(title: tr("Heart rate"), share: 1.1),
            ], rows: rows, total: nil)
    }

    /// The method of the figures.
    var foot: String {
        var parts = [
            tr(
                "Method: a night is from 18:00 to 18:00 and has the date on which it ends; its longest stretch counts, without naps. Efficiency: the share of the time in bed that is asleep. Middle of the night: circular mean. Sleep Regularity Index: Phillips 2017, minute by minute, with naps."
            )
        ]
        switch heart?.origin {
        case .device:
            parts.append(tr("Resting heart rate: that of the device, a mean for each day."))
        case .sleep:
            parts.append(
                tr(
                    "Resting heart rate: the 5th percentile of the heart rates in sleep, of nights with at least {1} readings.",
                    format.number(RestingHeart.fewestReadings)))
        case nil: break
        }
        parts.append(SheetFrame.origin)
        return parts.joined(separator: " ")
    }
}
