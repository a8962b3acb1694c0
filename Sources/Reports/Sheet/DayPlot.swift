import ChartCore
import Geometry
import Localization
import Painting
import Text

/// A plot of values over the days of a period: its grid, axes, limits, gaps and flags.
@MainActor
struct DayPlot {
    /// A limit that is drawn across the plot, in units of the values.
    struct Limit {
        var value: Double
        var text: String
    }

    /// The plot without its axes, in points.
    let plot: Rect
    let period: ReportPeriod
    /// The values at the bottom and at the top.
    let values: ClosedRange<Double>
    /// The distance between grid lines.
    let step: Double
    let pen: SheetPen

    /// The room for the labels of values, to the right.
    let right: Double
    /// The room for the labels of days, below.
    static let below = 15.0

    /// A plot whose axes fit into a rectangle, for values that are all shown.
    init(
        _ pen: SheetPen, in frame: Rect, period: ReportPeriod, values: ClosedRange<Double>,
        right: Double = 34
    ) {
        self.right = right
        self.pen = pen
        self.period = period
        plot = Rect(
            x: frame.minX, y: frame.minY, width: frame.width - right,
            height: frame.height - Self.below)
        let length = max(values.upperBound - values.lowerBound, 1e-6)
        let steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
        let step = steps.first { length / $0 <= 6 } ?? 2000
        self.step = step
        // A little room: a value must not touch the edge.
        let half = step / 4
        self.values =
            ((values.lowerBound - half * 0.3) / half).rounded(.down)
            * half...((values.upperBound + half * 0.3) / half).rounded(.up) * half
    }

    func x(_ day: CivilDate) -> Double {
        plot.minX + plot.width * (Double(day.days - period.first.days) + 0.5)
            / Double(period.days)
    }

    func x(instant: Double) -> Double {
        let span = period.span
        return plot.minX + plot.width * (instant - span.lowerBound)
            / (span.upperBound - span.lowerBound)
    }

    func y(_ value: Double) -> Double {
        plot.maxY - plot.height * (value - values.lowerBound)
            / (values.upperBound - values.lowerBound)
    }

    func point(_ day: CivilDate, _ value: Double) -> Point { Point(x: x(day), y: y(value)) }

    /// The grid with the labels of values, and limits with theirs.
    func drawGrid(limits: [Limit], digits: Int = 0) {
        let limitRows = limits.map { y($0.value) }
        var tick = (values.lowerBound / step).rounded(.up) * step
        while tick <= values.upperBound + step * 1e-6 {
            let row = y(tick)
            pen.rule(y: row, from: plot.minX, to: plot.maxX, width: 0.35, color: .faint)
            if limitRows.allSatisfy({ abs($0 - row) > 8.5 }) {
                label(pen.format.number(tick, fractionDigits: digits), SheetStyle.label, row)
            }
            tick += step
        }
        pen.rule(y: plot.maxY, from: plot.minX, to: plot.maxX, width: 0.6)
        for limit in limits where values.contains(limit.value) {
            pen.rule(
                y: y(limit.value), from: plot.minX, to: plot.maxX, width: 0.9, dashes: [5, 3.5])
            label(limit.text, SheetStyle.boldLabel, y(limit.value))
        }
    }

    private func label(_ text: String, _ style: TextStyle, _ row: Double) {
        pen.write(
            text, style, x: plot.maxX + 6,
            baseline: row + pen.typesetter.metrics(style).capHeight / 2)
    }

    /// The ticks and labels of days below the plot.
    func drawDays() {
        var free = -Double.infinity
        for tick in ticks {
            let x = x(tick.day)
            pen.stroke(
                [Point(x: x, y: plot.maxY), Point(x: x, y: plot.maxY + 3)], width: 0.6)
            let width = pen.width(tick.text, SheetStyle.label)
            let left = min(max(x - width / 2, plot.minX), plot.maxX - width)
            guard left > free else { continue }
            pen.write(tick.text, SheetStyle.label, x: left, baseline: plot.maxY + 12)
            free = left + width + 6
        }
    }

    private var ticks: [(day: CivilDate, text: String)] {
        let form: DateForm
        let isTick: (CivilDate) -> Bool
        switch period.days {
        case ...10: (form, isTick) = (.weekdayDay, { _ in true })
        case ...40:
            let first = pen.format.firstWeekday
            (form, isTick) = (.dayMonth, { $0.weekday.rawValue == first })
        case ...200: (form, isTick) = (.dayMonth, { $0.day == 1 || $0.day == 15 })
        case ...800: (form, isTick) = (.shortMonthYear, { $0.day == 1 })
        default: (form, isTick) = (.year, { $0.day == 1 && $0.month == 1 })
        }
        return period.dates.filter(isTick).map { ($0, pen.format.date($0.moment, form)) }
    }

    /// Says that there is nothing between two days, if the words fit.
    func drawGap(after first: CivilDate, before last: CivilDate, at value: Double, _ words: String)
    {
        let (left, right) = (x(first), x(last))
        let longest =
            words.split(separator: " ").map { pen.width(String($0), SheetStyle.label) }
            .max() ?? 0
        guard right - left > longest + 6 else { return }
        let lines = pen.typesetter.lines(words, SheetStyle.label, wrappedTo: right - left - 4)
        for (index, line) in lines.enumerated() {
            pen.canvas.text(
                line, x: (left + right) / 2,
                baseline: y(value) + (Double(index) - Double(lines.count - 1) / 2) * 10 + 3,
                color: .black, alignment: .center)
        }
    }

    /// Numbered flags above the plot, with their texts where these do not overlap the next flag.
    func drawFlags(_ notes: [ReportNote]) {
        for (index, note) in notes.enumerated() where period.contains(note.day) {
            let x = x(note.day)
            let top = plot.minY - 14
            pen.stroke([Point(x: x, y: top), Point(x: x, y: plot.maxY)], width: 0.9)
            pen.canvas.fill(
                Path([
                    Point(x: x, y: top), Point(x: x + 8, y: top), Point(x: x + 5.5, y: top + 3.25),
                    Point(x: x + 8, y: top + 6.5), Point(x: x, y: top + 6.5),
                ]), .color(.black))
            let next = notes.dropFirst(index + 1).first { period.contains($0.day) }
            let edge = next.map { self.x($0.day) - 3 } ?? plot.maxX + right
            let number = pen.format.number(index + 1)
            let date = pen.format.date(note.day.moment, .dayMonth)
            let words = number + "  " + note.text + ", " + date
            let room = edge - x - 11
            let isWhole = pen.width(words, SheetStyle.boldLabel) <= room
            guard isWhole || room >= pen.width(number, SheetStyle.boldLabel) else { continue }
            let isCut = !isWhole && room > 60
            pen.write(
                isWhole ? words : isCut ? number + "  " + note.text : number, SheetStyle.boldLabel,
                x: x + 11, baseline: top + 6.5, within: room)
        }
    }
}

/// The names of lines and markers, in one row below a plot.
@MainActor
struct SheetLegend {
    /// A sample of a line or marker, drawn at a place of some width.
    struct Entry {
        var text: String
        var width: Double
        var draw: (Point) -> Void
    }

    var entries: [Entry]

    static let height = 14.0

    /// Draws the names, from the left; the samples are centred on the middle of the row.
    func draw(_ pen: SheetPen, top: Double) {
        let baseline = top + 9.5
        let middle = baseline - pen.typesetter.metrics(SheetStyle.label).capHeight / 2
        var x = pen.area.minX
        for entry in entries {
            entry.draw(Point(x: x, y: middle))
            x += entry.width + 5
            x += pen.write(entry.text, SheetStyle.label, x: x, baseline: baseline) + 16
        }
    }
}
