import ChartScene
import Charts
import Localization

/// Readings, trend and line, or means and capsules; and the target.
struct ReadingsLegend: MetricLegend {
    private let context: MetricContext
    private let marks: ReadingsMarks
    private let target: TargetZone?

    init(_ context: MetricContext, _ marks: ReadingsMarks, _ target: TargetZone?) {
        self.context = context
        self.marks = marks
        self.target = target
    }

    var items: [LegendItem] {
        let series = marks.hasTrend ? trendItems : marks.hasMeans ? meanItems : []
        return series + targetItems
    }

    private var trendItems: [LegendItem] {
        var items = [
            LegendItem(
                id: marks.points.id, name: tr("All readings"), color: marks.points.style.fill,
                shape: .disc, isShown: marks.wantsPoints, explanation: tr("Every single reading.")),
            LegendItem(
                id: marks.trend.id, name: tr("Trend"), color: marks.trend.style.color, shape: .disc,
                isShown: !marks.trend.isHidden,
                explanation: tr(
                    "Smoothed readings: each day moves the line a tenth of the way, and days without a reading count. After six weeks without one it begins again."
                )),
        ]
        if marks.isJoined {
            items.insert(
                LegendItem(
                    id: marks.line.id, name: tr("Line"), color: marks.line.style.color,
                    shape: .square, isShown: marks.wantsLine,
                    explanation: tr("Joins one reading to the next.")), at: 1)
        }
        return items
    }

    private var meanItems: [LegendItem] {
        [
            LegendItem(
                id: marks.means.id, name: tr("Mean"), color: context.color, sign: .line,
                isShown: marks.wantsMeans, explanation: explanation.mean),
            marks.showsUnits ? capsulesItem : readingsItem,
        ]
    }

    /// The readings of a column whose means nobody has wanted yet.
    private var readingsItem: LegendItem {
        LegendItem(
            id: marks.points.id, name: tr("All readings"), color: marks.line.style.color,
            isShown: marks.wantsLine, explanation: tr("Every single reading."))
    }

    private var capsulesItem: LegendItem {
        LegendItem(
            id: marks.capsules.id, name: tr("Lowest to highest"), color: marks.capsules.color,
            shape: .square, isShown: marks.wantsCapsules, explanation: explanation.range)
    }

    /// What the means and the capsules are, for the unit that is shown.
    private var explanation: (mean: String, range: String) {
        switch marks.picture?.unit {
        case .minute, .hour:
            (
                tr("The mean of the readings of each hour."),
                tr("From the lowest reading of each hour to the highest.")
            )
        case nil, .day:
            (
                tr("The mean of the readings of each day."),
                tr("From the lowest reading of each day to the highest.")
            )
        case .week:
            (
                tr("The mean of the readings of each week."),
                tr("From the lowest reading of each week to the highest.")
            )
        case .month:
            (
                tr("The mean of the readings of each month."),
                tr("From the lowest reading of each month to the highest.")
            )
        case .quarter:
            (
                tr("The mean of the readings of each quarter."),
                tr("From the lowest reading of each quarter to the highest.")
            )
        case .year:
            (
                tr("The mean of the readings of each year."),
                tr("From the lowest reading of each year to the highest.")
            )
        }
    }

    private var targetItems: [LegendItem] {
        guard let target else { return [] }
        var color = context.theme.zoneGood
        color.alpha = 1
        return [
            LegendItem(
                id: target.id, name: target.name, color: color, shape: .square,
                isShown: !target.isHidden, isSeries: false)
        ]
    }

    /// The capsules are an item only if they are shown.
    var series: [String] {
        marks.hasMeans && !marks.hasTrend
            ? [marks.means.id, marks.points.id, marks.capsules.id]
            : items.filter(\.isSeries).map(\.id)
    }

    func group(of series: String) -> Set<String> { [series] }

    var isAllHidden: Bool { context.chart.marks.allSatisfy(\.isHidden) }

    func setShown(_ shown: Bool, _ item: String, at moment: PictureMoment) {
        if let target, item == target.id { target.isHidden = !shown }
        marks.setShown(shown, item, at: moment)
    }
}
