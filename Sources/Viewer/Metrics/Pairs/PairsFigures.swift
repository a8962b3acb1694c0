import ChartCore
import HealthData
import Localization

/// The means of mornings and evenings, and the average with its category.
struct PairsFigures: MetricFigures {
    private let context: MetricContext
    private let zones: PressureZones

    init(_ context: MetricContext, _ zones: PressureZones) {
        self.context = context
        self.zones = zones
    }

    func figures(over range: Extent) -> [CaptionedFigure] {
        let pairs = context.pairs
        var figures: [CaptionedFigure] = []
        func add(
            _ caption: String, _ part: Pairs.Part, hasUnit: Bool, _ explanation: String
        ) {
            guard let means = pairs.means(part, over: range) else { return }
            let format = context.format
            figures.append(
                CaptionedFigure(caption: caption, means.high, means.low) {
                    var figure = format.pair($0[0], $0[1])
                    if !hasUnit { figure.unit = "" }
                    return figure
                }.explained(explanation).compared(by: format, isAmount: false))
        }
        add(
            tr("Morning"), .morning, hasUnit: false,
            tr("The mean of the readings before noon in the period shown."))
        add(
            tr("Evening"), .evening, hasUnit: false,
            tr("The mean of the readings from noon on in the period shown."))
        add(
            averageCaption(over: range), .all, hasUnit: true,
            tr("The mean of all readings in the period shown.") + " "
                + trn(
                    "It has a category where {n} day has readings.",
                    "It has a category where at least {n} days have readings.",
                    count: BloodPressureGuideline.fewestDays))
        return figures
    }

    /// The caption of the average, with a category if enough days have readings.
    ///
    /// A single reading never has one.
    private func averageCaption(over range: Extent) -> String {
        let pairs = context.pairs
        guard !zones.isHidden, pairs.hasDays(BloodPressureGuideline.fewestDays, over: range),
            let means = pairs.means(.all, over: range)
        else { return tr("Average") }
        let (high, low) = (means.high.rounded(), means.low.rounded())
        let category = zones.guideline.category(systolic: high, diastolic: low)
        // The zones are those of the systolic value: without the word, the picture would contradict
        // this.
        let isByLow = high < category.systolic
        return isByLow
            ? tr("Average: {1}, diastolic", category.name) : tr("Average: {1}", category.name)
    }

    var latest: LatestValue {
        let series = context.pairs.series
        guard let high = series.highs.last, let low = series.lows.last else {
            return LatestValue()
        }
        return LatestValue(figure: context.format.pair(high, low), time: series.times.last)
    }
}
