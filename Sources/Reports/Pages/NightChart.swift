import ChartCore
import Geometry
import Localization
import Painting
import Text

/// Nights as bars from bedtime to waking, over the days of a period.
@MainActor
struct NightChart {
    let summary: NightSummary
    let pen: SheetPen

    /// Hours after six in the evening.
    private func hours(_ instant: Double, _ night: Night) -> Double {
        let noon = summary.period.calendar.start(of: night.date) + 43_200
        let span = summary.period.calendar.night(containing: noon, from: Night.firstHour).span
        return (instant - span.min) / 3600
    }

    func draw(in frame: Rect) {
        let ends = summary.nights.flatMap { [hours($0.start, $0), hours($0.end, $0)] }
        let low = ((ends.min() ?? 0) / 2).rounded(.down) * 2
        let high = max(((ends.max() ?? 24) / 2).rounded(.up) * 2, low + 6)
        // Upside down: the evening is at the top.
        let step = high - low > 14 ? 4.0 : 2
        let labels = stride(from: low, through: high, by: step).map { hour in
            let moment = CivilMoment(
                year: 2000, month: 1, day: 1, hour: (Int(hour) + Night.firstHour) % 24)
            return (hour: hour, text: pen.format.date(moment, .hour))
        }
        let widest = labels.map { pen.width($0.text, SheetStyle.label) }.max() ?? 0
        let plot = DayPlot(
            pen, in: frame, period: summary.period, values: 0...1, right: max(34, widest + 7))
        func y(_ hours: Double) -> Double {
            plot.plot.minY + plot.plot.height * (hours - low) / (high - low)
        }
        for label in labels {
            pen.rule(
                y: y(label.hour), from: plot.plot.minX, to: plot.plot.maxX, width: 0.35,
                color: .faint)
            pen.write(
                label.text, SheetStyle.label, x: plot.plot.maxX + 6, baseline: y(label.hour) + 3)
        }
        pen.rule(y: plot.plot.maxY, from: plot.plot.minX, to: plot.plot.maxX, width: 0.6)
        let width = min(7, plot.plot.width / Double(summary.period.days) * 0.62)
        for night in summary.nights {
            let x = plot.x(night.date)
            let rect = Rect(
                x: x - width / 2, y: y(hours(night.start, night)), width: width,
                height: y(hours(night.end, night)) - y(hours(night.start, night)))
            // Filled where there is sleep, hollow where there is only the time in bed.
            pen.canvas.fill(Path(rect), .color(.white))
            pen.canvas.stroke(
                Path(rect), .black, StrokeStyle(width: 0.45, join: .miter(limit: 4)))
            for sleep in night.sleep
            where sleep.lowerBound < night.end && sleep.upperBound > night.start {
                let (top, bottom) = (
                    y(hours(max(sleep.lowerBound, night.start), night)),
                    y(hours(min(sleep.upperBound, night.end), night))
                )
                pen.canvas.fill(
                    Path(Rect(x: rect.minX, y: top, width: width, height: bottom - top)),
                    .color(.black))
            }
        }
        plot.drawDays()
    }
}
