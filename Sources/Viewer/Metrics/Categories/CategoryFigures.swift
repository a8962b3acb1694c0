import ChartCore
import HealthData
import Localization

/// The average and the total of all values by name.
struct CategoryFigures: MetricFigures {
    private let marks: CategoryMarks

    init(_ marks: CategoryMarks) { self.marks = marks }

    private var locale: LocaleFormat { marks.context.locale }

    func figures(over range: Extent) -> [CaptionedFigure] {
        let summary = marks.summary
        guard summary.count > 0 else { return [] }
        return [
            CaptionedFigure(caption: tr("Average"), figure: figure(marks.mean))
                .explained(tr("The total divided by the number of values.")),
            // Over all pages, which the title over the chart does not say.
            CaptionedFigure(
                caption: tr("Total of {1}", locale.number(summary.count)),
                figure: figure(summary.sum)
            ).explained(tr("The sum of all values, on all pages.")),
        ]
    }

    /// A value with its unit.
    func figure(_ value: Double) -> Figure {
        let unit = marks.context.metric.unit
        return Figure(CategoryMarks.text(value, locale), unit: unit == "count" ? "" : unit)
    }

    var hasChips: Bool { false }

    var latest: LatestValue {
        LatestValue(figure: Figure(trn("{n} value", "{n} values", count: marks.series.count)))
    }
}
