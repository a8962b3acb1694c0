import ChartCore
import Charts
import HealthData
import Localization
import Platform
import Statistics

/// Highlights in words: the sentence, and the data that it rests on.
struct HighlightWords {
    let days: DayWords
    /// The format of a metric's values; nil for a metric that is not shown.
    let format: (MetricID) -> MetricFormat?

    /// The sentence of a highlight and the line under it; nil if its numbers look equal when they are
    /// rounded.
    func text(_ highlight: Highlight) -> (sentence: EmphasisedText, detail: String)? {
        guard let format = format(highlight.metric.id) else { return nil }
        let text: (String, String)? =
            switch highlight {
            case .month(let metric, let change): month(metric, change, format)
            case .note(let metric, let change): note(metric, change, format)
            case .rate(let metric, let rate): self.rate(metric, rate, format)
            case .highest(let metric, let day): highest(metric, day, format)
            }
        return text.map { (EmphasisedText($0.0), $0.1) }
    }

    // MARK: Differences

    /// How far the clear components of a metric have moved, and in which direction.
    private struct Move {
        var size: Figure
        var isUp: Bool
        /// The component, if it is only one of two.
        var component: String?
        /// The difference that the interval in words is of.
        var main: MeanDifference
    }

    private func move(_ differences: [MeanDifference], _ format: MetricFormat) -> Move? {
        let clear = differences.indices.filter { differences[$0].isClear }
        guard let first = clear.first else { return nil }
        func size(_ index: Int) -> Figure? {
            format.separation(differences[index].after, differences[index].before)
        }
        let isUp = differences[first].difference > 0
        if differences.count == 2, clear.count == 2,
            (differences[1].difference > 0) == isUp, let high = size(0), let low = size(1)
        {
            return Move(
                size: format.pair(high, low), isUp: isUp, component: nil, main: differences[0])
        }
        guard let moved = clear.first(where: { size($0) != nil }), let size = size(moved) else {
            return nil
        }
        return Move(
            size: size, isUp: differences[moved].difference > 0,
            component: differences.count == 2
                ? (moved == 0 ? tr("systolic") : tr("diastolic")) : nil,
            main: differences[moved])
    }

    private func name(_ metric: Metric, _ component: String?) -> String {
        component.map { tr("{1} ({2})", metric.name, $0) } ?? metric.name
    }

    private func mean(_ differences: [MeanDifference], _ format: MetricFormat) -> String {
        differences.count == 2
            ? format.pair(differences[0].after, differences[1].after).text
            : format.average(differences[0].after).text
    }

    private func start(_ day: Int) -> Double {
        days.calendar.start(of: CivilDate(days: day))
    }

    // MARK: Sentences

    private func month(
        _ metric: Metric, _ change: MonthChange, _ format: MetricFormat
    ) -> (String, String)? {
        guard let move = move(change.differences, format) else { return nil }
        let size = move.size.text
        let earlier = days.month(start(change.daysBefore.lowerBound))
        let month = days.month(start(change.days.lowerBound))
        let name = name(metric, move.component)
        let isNow = change.isCurrent && days.today.map { change.days.contains($0.days) } == true
        let sentence: String
        let count = format.locale.number(change.values.count)
        let elapsed = format.locale.number(change.elapsed)
        let mean = mean(change.differences, format)
        let detail: String
        if metric.id == .sleep {
            detail = tr("{1} a night, {2} of {3} nights", mean, count, elapsed)
            sentence =
                switch (isNow, move.isUp) {
                case (true, true): tr("You slept **{1} more** than in {2}.", size, earlier)
                case (true, false): tr("You slept **{1} less** than in {2}.", size, earlier)
                case (false, true):
                    tr("In {3} you slept **{1} more** than in {2}.", size, earlier, month)
                case (false, false):
                    tr("In {3} you slept **{1} less** than in {2}.", size, earlier, month)
                }
        } else if metric.aggregation == .sum || metric.aggregation == .category {
            detail = tr("{1} a day, {2} of {3} days", mean, count, elapsed)
            sentence =
                switch (isNow, move.isUp) {
                case (true, true): tr("{1}: **{2} more a day** than in {3}.", name, size, earlier)
                case (true, false): tr("{1}: **{2} less a day** than in {3}.", name, size, earlier)
                case (false, true):
                    tr("{1} in {4}: **{2} more a day** than in {3}.", name, size, earlier, month)
                case (false, false):
                    tr("{1} in {4}: **{2} less a day** than in {3}.", name, size, earlier, month)
                }
        } else {
            detail = tr("{1} on average, {2} of {3} days", mean, count, elapsed)
            sentence =
                switch (isNow, move.isUp) {
                case (true, true): tr("{1} is **{2} higher** than in {3}.", name, size, earlier)
                case (true, false): tr("{1} is **{2} lower** than in {3}.", name, size, earlier)
                case (false, true):
                    tr("{1} in {4} was **{2} higher** than in {3}.", name, size, earlier, month)
                case (false, false):
                    tr("{1} in {4} was **{2} lower** than in {3}.", name, size, earlier, month)
                }
        }
        return (sentence, detail)
    }

    private func note(
        _ metric: Metric, _ change: NoteChange, _ format: MetricFormat
    ) -> (String, String)? {
        guard let move = move(change.differences, format) else { return nil }
        let text = Self.quoted(change.note.text)
        let name = name(metric, move.component)
        let size = move.size.text
        let isDaily = metric.aggregation == .sum || metric.aggregation == .category
        let sentence =
            switch (isDaily, move.isUp) {
            case (_, true) where metric.id == .sleep:
                tr("You slept **{1} more** a night after “{2}” than before.", size, text)
            case (_, false) where metric.id == .sleep:
                tr("You slept **{1} less** a night after “{2}” than before.", size, text)
            case (true, true):
                tr("{1}: **{2} more a day** after “{3}” than before.", name, size, text)
            case (true, false):
                tr("{1}: **{2} less a day** after “{3}” than before.", name, size, text)
            case (false, true):
                tr("{1} was **{2} higher** after “{3}” than before.", name, size, text)
            case (false, false):
                tr("{1} was **{2} lower** after “{3}” than before.", name, size, text)
            }
        let bounds = [move.main.interval.lowerBound, move.main.interval.upperBound].map(abs)
            .sorted()
        let low = format.size(ofDifference: bounds[0]).number
        let high = format.size(ofDifference: bounds[1]).text
        let detail = tr(
            "{1}; {2} days before, {3} after",
            // The interval of a pair is that of its systolic value.
            change.differences.count == 2 && move.component == nil
                ? tr("Systolic likely between {1} and {2}", low, high)
                : tr("Likely between {1} and {2}", low, high),
            format.locale.number(change.comparison.parts[0].counts.before),
            format.locale.number(change.comparison.parts[0].counts.after))
        return (sentence, detail)
    }

    /// The most characters of a note in a sentence.
    private static let longestQuote = 48

    /// A note's words in a sentence: short, and without marks of their own.
    private static func quoted(_ text: String) -> String {
        var shown = ControlCharacters.visible(inSentence: text)
        if shown.count > longestQuote { shown = shown.prefix(longestQuote - 1) + "…" }
        return shown.replacing("**", with: "*\u{2060}*")
    }

    private func rate(
        _ metric: Metric, _ rate: RateOfChange, _ format: MetricFormat
    ) -> (String, String)? {
        let size = format.size(ofDifference: rate.perWeek)
        guard size != format.size(ofDifference: 0) else { return nil }
        let isUp = rate.perWeek > 0
        let sentence =
            switch (metric.id == .weight, isUp) {
            case (true, true): tr("You are gaining **{1} a week**.", size.text)
            case (true, false): tr("You are losing **{1} a week**.", size.text)
            case (false, true): tr("{1} is rising by **{2} a week**.", metric.name, size.text)
            case (false, false): tr("{1} is falling by **{2} a week**.", metric.name, size.text)
            }
        let bounds = [rate.interval.lowerBound, rate.interval.upperBound].map(abs).sorted()
        return (
            sentence,
            tr(
                "Likely between {1} and {2}; {3} of the last {4} days",
                format.size(ofDifference: bounds[0]).number,
                format.size(ofDifference: bounds[1]).text, format.locale.number(rate.values.count),
                format.locale.number(rate.days.count))
        )
    }

    private func highest(
        _ metric: Metric, _ highest: HighestDay, _ format: MetricFormat
    ) -> (String, String)? {
        let value = format.figure(highest.value).text
        let instant = start(highest.day)
        let day =
            days.today.map { $0.days - highest.day < 7 } == true
            ? format.locale.date(CivilMoment(instant, in: days.calendar), .weekdayName)
            : days.date(instant)
        let sentence =
            highest.earlier.map {
                tr(
                    "{1}: **{2}** on {3}, the most since {4}.", metric.name, value, day,
                    days.date(start($0)))
            } ?? tr("{1}: **{2}** on {3}, the most on record.", metric.name, value, day)
        let values = highest.values.values[0]
        let mean = values.reduce(0, +) / Double(values.count)
        return (
            sentence,
            tr(
                "{1} a day in the last 4 weeks, {2} of {3} days", format.average(mean).text,
                format.locale.number(values.count), format.locale.number(HighestDay.least.days))
        )
    }

    /// A trend in words: the year before, and the last 90 days.
    func values(of trend: YearTrend, _ format: MetricFormat) -> (before: Figure, after: Figure) {
        func figure(_ means: [Double]) -> Figure {
            means.count == 2 ? format.pair(means[0], means[1]) : format.average(means[0])
        }
        return (figure(trend.before), figure(trend.after))
    }
}
