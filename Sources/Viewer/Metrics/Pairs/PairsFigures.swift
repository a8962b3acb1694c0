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
                }.explained(explanation).compared(by: format, isAmount: false)
                    .judged(part == .all ? chip(over: range) : nil))
            if part != .all { figures[figures.count - 1].group = "halves of the day" }
        }
        add(
            tr("Morning"), .morning, hasUnit: false,
            tr("The mean of the readings before noon in the period shown."))
        add(
            tr("Evening"), .evening, hasUnit: false,
            tr("The mean of the readings from noon on in the period shown."))
        add(
            tr("Average"), .all, hasUnit: true,
            tr("The mean of all readings in the period shown.") + " "
                + trn(
                    "It has a category where {n} day has readings.",
                    "It has a category where at least {n} days have readings.",
                    count: BloodPressureGuideline.fewestDays))
        return figures
    }

    /// The category of the average, if enough days have readings.
    ///
    /// A single reading never has one here: guidelines judge averages.
    private func chip(over range: Extent) -> FigureChip? {
        let pairs = context.pairs
        guard !zones.isHidden, pairs.dayCount(over: range) >= BloodPressureGuideline.fewestDays,
            let means = pairs.means(.all, over: range)
        else { return nil }
        return zones.guideline.chip(systolic: means.high, diastolic: means.low, context.format)
    }

    var hasChips: Bool { true }

    var latest: LatestValue {
        let series = context.pairs.series
        guard let high = series.highs.last, let low = series.lows.last else {
            return LatestValue()
        }
        return LatestValue(figure: context.format.pair(high, low), time: series.times.last)
    }
}
