import ChartCore
import HealthData
import Localization

extension SampleMarks {
    /// Why a sample is left out, in one word; empty if it counts.
    var reason: String {
        contains(.impossible) ? "impossible" : contains(.future) ? "future" : ""
    }
}

extension SampleColumns {
    /// The first samples that look wrong, in words, and how many more there are.
    func wordsOfLeftOut(_ metric: Metric, _ zone: ZoneRules, most: Int) -> String {
        let pairs = metric.aggregation == .pair ? PairColumns(self) : nil
        let locale = LocaleFormat(identifier: "C")
        var words = (0..<min(count, most)).map { index in
            let numbers = pairs.map { [$0.upper[index], $0.lower[index]] } ?? [values[index]]
            let value =
                metric.aggregation == .category
                ? metric.name
                : numbers.map { locale.number($0, upToFractionDigits: 3) }.joined(separator: "/")
                    + (metric.unit.isEmpty ? "" : " " + metric.unit)
            return "\(value) at \(zone.iso(starts[index])) (\(marks(at: index).reason))"
        }
        if count > most { words.append("\(count - most) more") }
        return words.joined(separator: ", ")
    }
}
