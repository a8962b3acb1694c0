// One sheet about blood pressure at home.
//
// From the top: head, the mean by the rule, the days of the period with their rolling mean, the readings of the
// plan, the spread, notes, and the foot. If the paper is full, the table loses its earliest rows, and says how
// many; type is never made smaller.

import ChartCore
import Geometry
import Localization
import Painting
import Text

/// Draws the sheet about blood pressures.
@MainActor
struct PressureSheet {
    let summary: PressureSummary
    let notes: [ReportNote]
    let effect: NoteEffect?
    let pen: SheetPen
    let frame: SheetFrame

    init(
        _ summary: PressureSummary, notes: [ReportNote], effect: NoteEffect?, pen: SheetPen,
        heading: SheetHeading
    ) {
        (self.summary, self.effect, self.pen) = (summary, effect, pen)
        self.notes = notes.filter { summary.period.contains($0.day) }
        frame = SheetFrame(pen: pen, heading: heading)
    }

    private var format: LocaleFormat { pen.format }
    private var words: PressureWords {
        PressureWords(summary: summary, effect: effect, format: pen.format)
    }

    /// The title of the sheet.
    static var title: String { tr("Blood pressure at home") }

    /// Draws the sheet.
    func draw(page: Int = 1, of pages: Int = 1) {
        let area = pen.area
        var y = frame.drawHead(title: Self.title, period: summary.period)
        y = answer.draw(pen, top: y) + 12
        let foot = words.foot
        let bottom = area.maxY - frame.footHeight(foot) - 8
        let table = table
        let strip = FigureStrip(items: words.figures)
        let list = NoteList(notes: notes, pen: pen)
        let notesHeight = list.height
        func remark(_ rowsLeftOut: Int) -> Double {
            pen.height(
                words.remark(rowsLeftOut: rowsLeftOut), SheetStyle.label, width: area.width)
        }
        // Below the chart: heading, remark and strip, with the gaps between them.
        let below = 15 + 3 + 8 + strip.height + notesHeight
        // The chart takes what the readings of a plan leave, within its bounds; then rows are dropped.
        let wanted = table.height(rows: min(table.rows.count, 7)) + remark(0)
        let plotHeight = min(
            max(bottom - y - fixedChartHeight - below - wanted, 105), 215)
        y = drawChart(top: y, height: plotHeight)
        let room = bottom - y - below - table.height(rows: 0)
        var shown = table.rows.count
        while shown > 0, table.rowHeight * Double(shown) + remark(table.rows.count - shown) > room {
            shown -= 1
        }
        y = drawTable(table, top: y, rows: shown)
        if !strip.items.isEmpty { y = strip.draw(pen, top: y + 8) }
        list.draw(top: y)
        frame.drawFoot(foot, page: page, of: pages)
    }

    /// The box and the chart alone, as a part of a sheet with several subjects.
    static func section(
        _ summary: PressureSummary, notes: [ReportNote], heading: SheetHeading, pen: SheetPen
    ) -> SheetSection {
        func sheet(_ pen: SheetPen) -> PressureSheet {
            PressureSheet(summary, notes: notes, effect: nil, pen: pen, heading: heading)
        }
        let own = sheet(pen)
        return SheetSection(
            title: title, foot: own.words.foot,
            fixedHeight: own.answer.height(pen) + 12 + own.fixedChartHeight
        ) { pen, top, height in
            let sheet = sheet(pen)
            let y = sheet.answer.draw(pen, top: top) + 12
            return sheet.drawChart(top: y, height: height)
        }
    }

    /// The height of the chart without its plot.
    private var fixedChartHeight: Double {
        14 + 4 + DayPlot.below + 1 + SheetLegend.height + 10
    }

    // MARK: The answer

    private var answer: AnswerBox {
        AnswerBox(
            caption: words.caption, figure: words.figure, unit: tr("mmHg"),
            details: words.details, headline: words.headline,
            text: [words.answer, effect.map(words.effect)].compactMap(\.self)
                .joined(separator: " "))
    }

    // MARK: The chart

    private func drawChart(top: Double, height: Double) -> Double {
        let trend = DayTrend(
            summary.diary.days.compactMap { day in day.mean.map { (day.date, $0) } },
            period: summary.period)
        let title =
            trend.window.map {
                tr(
                    "{1}: the mean of each day, and over {2} days", periodWords,
                    format.number($0))
            } ?? tr("{1}: the mean of each day", periodWords)
        let y = pen.heading(title, top: top) + (notes.isEmpty ? 4 : 18)
        let frameRect = Rect(
            x: pen.area.minX, y: y, width: pen.area.width,
            height: height - (notes.isEmpty ? 0 : 14) + DayPlot.below)
        pen.canvas.tagged(PictureTag(.figure, label: words.chart(trend))) {
            PressureChart(trend, limit: summary.limit, notes: notes).draw(pen, in: frameRect)
        }
        let below = frameRect.maxY + 1
        pen.canvas.tagged(PictureTag(.text)) {
            PressureChart.legend(pen, trend: trend, limit: summary.limit).draw(pen, top: below)
        }
        return below + SheetLegend.height + 10
    }

    private var periodWords: String {
        trn("{n} day", "{n} days", count: summary.period.days)
    }

    // MARK: The table

    private var slots: Int {
        let most = summary.days.map { max($0.morning.count, $0.evening.count) }.max() ?? 0
        return min(max(most, PressureRule.planned), 3)
    }

    /// Three readings of a part leave no room for pulses, whose mean is in the box.
    private var hasPulse: Bool { summary.all?.pulse != nil && slots < 3 }

    private var table: SheetTable {
        typealias Column = SheetTable.Column
        var columns = [Column(title: tr("mmHg"), share: 1.55, alignment: .leading)]
        for name in [tr("Morning {1}"), tr("Evening {1}")] {
            for slot in 1...slots {
                columns.append(
                    Column(
                        title: name.replacing("{1}", with: format.number(slot)),
                        share: slots > 2 ? 1.15 : 1.35, hasSigns: true))
                if hasPulse { columns.append(Column(title: tr("pulse"), share: 0.65)) }
            }
        }
        return SheetTable(
            columns: columns, rows: summary.days.map(row),
            total: summary.counted == nil ? nil : total)
    }

    private func row(_ day: PressureDiary.Day) -> [SheetTable.Cell] {
        let date = format.date(day.date.moment, .weekdayDayMonth)
        let name = day.date == summary.dayLeftOut ? date + " *" : date
        return [SheetTable.Cell(text: name)]
            + [day.morning, day.evening].flatMap { readings in
                (0..<slots).flatMap { slot in
                    cells(readings.indices.contains(slot) ? readings[slot] : nil)
                }
            }
    }

    private func cells(_ reading: PressureReading?) -> [SheetTable.Cell] {
        guard let reading else {
            return [SheetTable.Cell(text: "–")] + (hasPulse ? [SheetTable.Cell(text: "–")] : [])
        }
        let isHigh = summary.limit.map(reading.pressure.reaches) ?? false
        return [SheetTable.Cell(text: words.pair(reading.pressure), isHigh: isHigh)]
            + (hasPulse
                ? [SheetTable.Cell(text: reading.pulse.map { format.number($0) } ?? "–")] : [])
    }

    /// The means of the columns over the days that count.
    private var total: [SheetTable.Cell] {
        let days = summary.days.filter { $0.date != summary.dayLeftOut }
        return [SheetTable.Cell(text: tr("Mean"))]
            + [\PressureDiary.Day.morning, \.evening].flatMap { part in
                (0..<slots).flatMap { slot -> [SheetTable.Cell] in
                    let readings = days.map { $0[keyPath: part] }
                        .compactMap { $0.indices.contains(slot) ? $0[slot] : nil }
                    let pulses = readings.compactMap(\.pulse)
                    let mean = Pressure.mean(readings.map(\.pressure)).map(words.pair)
                    let pulse =
                        pulses.isEmpty
                        ? nil
                        : format.number(pulses.reduce(0, +) / Double(pulses.count))
                    return [SheetTable.Cell(text: mean ?? "–")]
                        + (hasPulse ? [SheetTable.Cell(text: pulse ?? "–")] : [])
                }
            }
    }

    private func drawTable(_ table: SheetTable, top: Double, rows: Int) -> Double {
        let title =
            summary.rule.planDays.map {
                tr(
                    "Protocol: the last {1} days, two readings morning and evening",
                    format.number($0))
            } ?? tr("Readings, day by day")
        var y = pen.heading(title, top: top) + 1
        y = table.draw(pen, top: y, rows: rows)
        let left = table.rows.count - rows
        return pen.paragraph(
            words.remark(rowsLeftOut: left), SheetStyle.label, x: pen.area.minX, top: y + 3,
            width: pen.area.width)
    }
}
