import ChartCore
import HealthData
import Localization

/// The value of a goal that a person typed, in the unit that is shown.
enum TypedGoal {
    /// The value in the metric's unit.
    static func value(
        _ text: String, _ format: MetricFormat
    ) throws(TypedReading.Unreadable) -> Double {
        let value: Double
        if format.metric.unit == "s" {
            guard let seconds = duration(text, format.locale) else {
                throw TypedReading.Unreadable(
                    sentence: tr("Write hours and minutes, for example 7:30 or 45 min."))
            }
            value = seconds
        } else {
            value = try TypedReading.values(text, format).value
        }
        let isAmount =
            format.metric.aggregation == .sum || format.metric.aggregation == .category
        guard value.isFinite, value > 0 || !isAmount else {
            throw TypedReading.Unreadable(sentence: tr("A goal has to be above 0."))
        }
        guard let possible = possible(format.metric), !possible.contains(value) else {
            return value
        }
        throw TypedReading.Unreadable(
            sentence: tr(
                "Possible are {1}.", format.range(possible.lowerBound, possible.upperBound).text))
    }

    /// The values that a goal may have: those of a day; nil for a metric of which nothing is known.
    private static func possible(_ metric: Metric) -> ClosedRange<Double>? {
        if metric.unit == "s" { return 60...86_400 }
        let range = PossibleValues.of(metric).range
        return range.upperBound < .greatestFiniteMagnitude ? range : nil
    }

    /// A length of time in seconds: `7:30`, `7 h 30 min`, `7.5 h`, `45 min`; nil for another text, and for
    /// a number alone, which could be hours or minutes.
    static func duration(_ text: String, _ locale: LocaleFormat) -> Double? {
        let text = text.lowercased().filter { !$0.isWhitespace }
        if text.contains(":") {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].count == 2, let hours = Int(parts[0]),
                let minutes = Int(parts[1]), hours >= 0, (0..<60).contains(minutes)
            else { return nil }
            return Double(hours) * 3_600 + Double(minutes) * 60
        }
        var rest = Substring(text)
        var seconds = 0.0
        var hasPart = false
        for (names, size) in [(["h"], 3_600.0), (["min", "m"], 60)] {
            let digits = rest.prefix { $0.isNumber || $0 == "." || $0 == "," }
            let after = rest.dropFirst(digits.count)
            guard let name = names.first(where: { after.hasPrefix($0) }),
                let number = TypedReading.number(digits, locale), number >= 0
            else { continue }
            rest = after.dropFirst(name.count)
            seconds += number * size
            hasPart = true
        }
        return hasPart && rest.isEmpty ? seconds : nil
    }

    /// A value as it would be typed.
    static func text(_ value: Double, _ format: MetricFormat) -> String {
        if format.metric.unit == "s" {
            let minutes = Int((value / 60).rounded())
            let rest = minutes % 60
            return String(minutes / 60) + ":" + (rest < 10 ? "0" : "") + String(rest)
        }
        let shown = LocaleFormat.rounded(
            format.scale.shown(value), fractionDigits: format.digits(of: value))
        return shown == shown.rounded() && abs(shown) < 1e15
            ? String(Int(shown)) : String(describing: shown)
    }

    /// An example of a value.
    static func example(_ format: MetricFormat) -> String {
        let examples: [MetricID: Double] = [
            .steps: 10_000, .flights: 10, .distance: 5_000, .activeEnergy: 500,
            .exerciseTime: 1_800, .workouts: 1_800, .sleep: 7.5 * 3_600, .weight: 71,
            .bodyFat: 20, .restingHeartRate: 60,
        ]
        return examples[format.metric.id].map { text($0, format) }
            ?? (format.metric.unit == "s" ? "1:00" : "12")
    }
}
