import ChartCore
import HealthData
import Localization

/// A value that a person typed, in the unit that is shown.
enum TypedReading {
    /// Why a text is no value of a metric, as a sentence.
    struct Unreadable: Error, Hashable {
        var sentence: String
    }

    /// The value in the metric's unit, and the second one of a pair: `71.2`, `71,2`, `118/76`.
    static func values(
        _ text: String, _ format: MetricFormat
    ) throws(Unreadable) -> (value: Double, second: Double?) {
        let isPair = format.metric.aggregation == .pair
        let parts = text.split { $0 == "/" || (isPair && $0.isWhitespace) }
        guard parts.count == (isPair ? 2 : 1) else {
            throw Unreadable(
                sentence: isPair
                    ? tr("Write both values, for example 118/76.")
                    : tr("Write a number, for example {1}.", example(format)))
        }
        var values: [Double] = []
        for part in parts {
            guard let number = number(part, format.locale) else {
                throw Unreadable(
                    sentence: tr("“{1}” is not a number.", String(part.prefix(20))))
            }
            values.append(format.scale.value(ofShown: number))
        }
        return (values[0], values.count > 1 ? values[1] : nil)
    }

    /// A number with a decimal point or comma; nil for another text, and for one with both.
    ///
    /// A single comma before three digits would be a thousand in one language and a decimal in another:
    /// it is read as in the person's language.
    static func number(_ text: some StringProtocol, _ locale: LocaleFormat) -> Double? {
        let text = text.filter { !$0.isWhitespace }
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || ".,-".contains($0)) })
        else { return nil }
        let decimal = locale.number(0.5, fractionDigits: 1).contains(",") ? Character(",") : "."
        let marks = text.filter { $0 == "," || $0 == "." }
        if marks.count == 1, let mark = marks.first {
            let digits = text.drop { $0 != mark }.dropFirst()
            let isThousand = mark != decimal && digits.count == 3
            let plain = text.map { $0 == mark ? "." : $0 }
            return Double(String(isThousand ? plain.filter { $0 != "." } : plain))
        }
        guard marks.isEmpty else { return nil }
        return Double(String(text))
    }

    /// The text that a person would type for a reading, with all its digits: `71.25`, `118/76`.
    static func text(_ reading: OwnReading, _ format: MetricFormat) -> String {
        let decimal = format.locale.number(0.5, fractionDigits: 1).contains(",") ? "," : "."
        return [reading.value, reading.second].compactMap { $0 }.map { value in
            let shown = "\(format.scale.shown(value))"
            return (shown.hasSuffix(".0") ? String(shown.dropLast(2)) : shown)
                .replacing(".", with: decimal)
        }.joined(separator: "/")
    }

    /// A value as an example.
    static func example(_ format: MetricFormat) -> String {
        let examples: [MetricID: Double] = [
            .weight: 71.2, .glucose: 98, .temperature: 36.8, .bodyFat: 21.5, .heartRate: 64,
            .restingHeartRate: 58, .oxygen: 97, .waist: 84, .height: 1.74,
        ]
        if format.metric.aggregation == .pair { return "118/76" }
        guard let value = examples[format.metric.id] else { return "12.5" }
        return format.figure(value).number
    }

    /// Why a reading is refused although it is a number, as a sentence; nil if it is possible.
    static func doubt(_ reading: OwnReading, _ format: MetricFormat) -> String? {
        guard reading.isImpossible else { return nil }
        if let second = reading.second, second >= reading.value {
            return tr("The first value has to be the higher one.")
        }
        guard let bounds = OwnReading.bounds(of: format.metric) else {
            return tr("This value is not possible.")
        }
        let range = format.range(bounds.first.lowerBound, bounds.first.upperBound).text
        return bounds.second.map {
            tr(
                "Possible are {1} and {2}.", range,
                format.range($0.lowerBound, $0.upperBound).text)
        } ?? tr("Possible are {1}.", range)
    }
}
