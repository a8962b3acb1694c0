import Charts
import Localization

extension MetricChart {
    /// Values by name, as bars on pages of their own, without a time axis.
    static func categories(_ setting: MetricSetting) -> MetricChart {
        let marks = CategoryMarks(setting)
        let context = marks.context
        let figures = CategoryFigures(marks)
        return MetricChart(
            context,
            MetricParts(
                marks: marks, figures: figures, crosshair: CategoryCrosshair(marks, figures),
                overview: CategoryOverview(marks), highlight: marks, pages: CategoryPaging(marks)))
    }
}
