import ChartCore
import Charts
import Localization

/// A value by name, and its share if values can be parts of a whole.
struct CategoryCrosshair: MetricCrosshair {
    private let category: CategoryMarks
    private let figures: CategoryFigures

    init(_ category: CategoryMarks, _ figures: CategoryFigures) {
        self.category = category
        self.figures = figures
    }

    var marks: [any Mark] { category.context.visibleMarks }

    func reading(at place: Double) -> Reading? {
        let context = category.context
        guard let found = context.nearest(to: place, on: category.categories.bars),
            let value = found.values.first
        else { return nil }
        var reading = Reading(
            time: found.x, value: value, date: category.series.names[found.index])
        let color = context.theme.text1
        var rows = [Reading.Row(figure: figures.figure(value), name: "", color: color)]
        let summary = category.summary
        if summary.minimum >= 0, summary.sum > 0, summary.count > 1 {
            let share = value / summary.sum * 100
            rows.append(
                Reading.Row(
                    figure: Figure(context.locale.number(share, fractionDigits: 1), unit: "%"),
                    name: tr("of all"), color: color))
        }
        reading.rows = rows
        // The line from above ends above the value that is written on the bar.
        let chart = context.chart
        let unit = chart.plot.height > 0 ? chart.y.range.length / chart.plot.height : 0
        reading.barTop = value < 0 ? 0 : min(value + unit * 28, chart.y.range.max)
        reading.index = found.index
        return reading
    }
}
