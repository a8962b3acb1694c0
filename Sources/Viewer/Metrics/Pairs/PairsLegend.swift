import ChartCore
import ChartScene
import Charts
import HealthData
import Localization

/// The means of the last days, the pairs that they are made of, and the limits.
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
        let days = marks.meanWindow.days
        let explanation = tr(
            "At each day, the mean of all its readings and of those of the {1} days before it. At least {3} of these days have readings. A gap of more than {2} days interrupts the line.",
            context.locale.number(days - 1), context.locale.number(days),
            context.locale.number(TrailingMeans.fewestDays))
        return [
            LegendItem(
                id: marks.highMean.id, name: tr("Systolic, {1}-day mean", String(days)),
                color: theme.heart, sign: .line, isShown: marks.showsHighMean,
                explanation: explanation),
            LegendItem(
                id: marks.lowMean.id, name: tr("Diastolic, {1}-day mean", String(days)),
                color: theme.secondary, sign: .line, isShown: marks.showsLowMean,
                explanation: explanation),
            LegendItem(
                id: marks.bars.id, name: pairsName, color: marks.highPoints.style.fill,
                isShown: marks.showsPairs, explanation: pairsExplanation),
            LegendItem(
                id: zones.id, name: zones.name, color: theme.heart, sign: .dashes,
                isShown: !zones.isHidden, isSeries: false, explanation: limitsExplanation),
        ]
    }

    private var pairsName: String {
        switch marks.unit {
        case nil, .minute, .hour: tr("Readings")
        case .day: tr("Daily means")
        case .week: tr("Weekly means")
        case .month: tr("Monthly means")
        case .quarter: tr("Quarterly means")
        case .year: tr("Yearly means")
        }
    }

    private var pairsExplanation: String {
        marks.unit == nil
            ? tr("A disc is a systolic value, a diamond the diastolic one of the same reading.")
            : tr(
                "A disc is a systolic mean, a diamond a diastolic one; thin lines reach to the highest and the lowest reading."
            )
    }

    private var limitsExplanation: String {
        guard let limit = zones.guideline.limit else { return "" }
        return tr(
            "From {1} on, an average is in the category “{2}” of {3}. The bands are those of the systolic value.",
            context.format.pair(limit.systolic, limit.diastolic).text, limit.name,
            zones.guideline.name)
    }

    var series: [String] { items.filter(\.isSeries).map(\.id) }

    func group(of series: String) -> Set<String> { [series] }

    var isAllHidden: Bool { context.chart.marks.allSatisfy(\.isHidden) }

    func setShown(_ shown: Bool, _ item: String, at moment: PictureMoment) {
        if item == zones.id { zones.isHidden = !shown }
        marks.setShown(shown, item, at: moment)
    }
}
