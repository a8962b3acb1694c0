import ChartCore
import ChartInteraction
import Charts
import Geometry
import Text

/// A panel of the figure: the chart of a metric, with everything that adapts to the range.
@MainActor
final class MetricPanel: PanelContent {
    let metricChart: MetricChart
    var chart: Chart { metricChart.chart }

    init(_ metricChart: MetricChart) { self.metricChart = metricChart }

    func advance(to time: Double) -> Bool {
        let moves = chart.advance(to: time)
        return metricChart.advance(to: time) || moves
    }

    func adapt(to range: Extent, at moment: PictureMoment) -> Bool {
        metricChart.rangeDidChange(range, at: moment)
    }

    func prepare(in frame: Rect, deviceScale: Double, typesetter: Typesetter) {
        chart.prepare(in: frame, deviceScale: deviceScale, typesetter: typesetter)
    }
}
