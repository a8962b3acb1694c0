import ChartScene
import Charts
import HealthData
import Localization

/// Points, bars and lines of pairs; and the zones.
struct PairsLegend: MetricLegend {
    private let context: MetricContext
    private let marks: PairsMarks
    private let zones: PressureZones

    init(_ context: MetricContext, _ marks: PairsMarks, _ zones: PressureZones) {
        self.context = context
        self.marks = marks
        self.zones = zones
    }

    var items: [LegendItem] {
        let theme = context.theme
        return [
            LegendItem(
                id: marks.highPoints.id, name: tr("Systolic"), color: theme.heart, shape: .disc,
                isShown: !marks.highPoints.isHidden),
            LegendItem(
                id: marks.lowPoints.id, name: tr("Diastolic"), color: theme.secondary,
                shape: .diamond, isShown: !marks.lowPoints.isHidden),
            LegendItem(
                id: marks.bars.id, name: tr("Pairs"),
                color: theme.faded(theme.heart, by: 0.6, on: theme.card), shape: .square,
                isShown: !marks.bars.isHidden,
                explanation: tr("Joins the two values of a reading.")),
            LegendItem(
                id: marks.highLine.id, name: tr("Systolic line"), color: theme.heart, shape: .disc,
                isShown: !marks.highLine.isHidden),
            LegendItem(
                id: marks.lowLine.id, name: tr("Diastolic line"), color: theme.secondary,
                shape: .diamond, isShown: !marks.lowLine.isHidden),
            LegendItem(
                id: zones.id,
                name: zones.guideline.isForHome
                    ? tr("Blood pressure zones ({1}, home)", zones.guideline.name)
                    : tr("Blood pressure zones ({1})", zones.guideline.name),
                color: theme.zoneMark, shape: .square, isShown: !zones.isHidden, isSeries: false),
        ]
    }

    var series: [String] { items.filter(\.isSeries).map(\.id) }

    func group(of series: String) -> Set<String> { [series] }

    var isAllHidden: Bool { context.chart.marks.allSatisfy(\.isHidden) }

    func setShown(_ shown: Bool, _ item: String, at moment: PictureMoment) {
        if item == zones.id { zones.isHidden = !shown }
        marks.setShown(shown, item, at: moment)
    }
}
