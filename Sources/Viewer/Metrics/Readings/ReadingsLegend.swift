import ChartScene
import Charts
import Localization

/// Readings, trend and line, or means, spread and readings; and the target.
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
        let color = context.color
        var items = [
            LegendItem(
                id: marks.means.id, name: tr("Average"), color: color, shape: .disc,
                isShown: marks.wantsMeans,
                explanation: tr(
                    "The mean of the readings in each stretch of time, which is longer the further you zoom out."
                ))
        ]
        if marks.wantsMeans {
            items.append(
                LegendItem(
                    id: marks.spreads.id, name: tr("Typical range"),
                    color: marks.spreads.color, shape: .square,
                    isShown: marks.wantsSpread,
                    explanation: tr("The average, plus and minus one standard deviation.")))
        }
        items.append(
            LegendItem(
                id: marks.points.id,
                name: marks.wantsMeans ? tr("Least to greatest") : tr("All readings"),
                color: marks.wantsMeans ? marks.extremes.color : marks.line.style.color,
                shape: marks.wantsMeans ? .square : .disc, isShown: marks.wantsLine,
                explanation: marks.wantsMeans
                    ? tr("From the least reading of each stretch of time to the greatest.")
                    : tr("Every single reading.")))
        return items
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

    var series: [String] {
        // The spread is an item only if the mean is shown.
        marks.hasMeans && !marks.hasTrend
            ? [marks.means.id, marks.spreads.id, marks.points.id]
            : items.filter(\.isSeries).map(\.id)
    }

    /// The spread belongs to the mean: shown alone, the spread includes the mean.
    func group(of series: String) -> Set<String> {
        series == marks.spreads.id ? [series, marks.means.id] : [series]
    }

    var isAllHidden: Bool { context.chart.marks.allSatisfy(\.isHidden) }

    func setShown(_ shown: Bool, _ item: String, at moment: PictureMoment) {
        if let target, item == target.id { target.isHidden = !shown }
        marks.setShown(shown, item, at: moment)
    }
}
