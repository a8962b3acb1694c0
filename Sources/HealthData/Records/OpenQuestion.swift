import Localization

/// Something that a file leaves open and that changes numbers: a unit, the order of day and
/// month, the decimal sign.
package struct OpenQuestion: Sendable, Hashable, Codable {
    /// Its id in `Assumptions`: `unit.weight`, `date`, `decimal`.
    package let id: String
    /// The assumption made.
    package let assumed: String
    /// The possible answers, the assumed one among them.
    package let choices: [String]
    /// The reason for the assumption, in one clause.
    package let reason: String
    /// The key under which an answer is remembered; empty until it is known.
    package internal(set) var about: String
    /// Whether a person has answered it.
    package private(set) var isAnswered: Bool
    /// Whether other documents of the file were read with another assumption.
    package private(set) var isMixed = false
    /// The latest value that depends on it, as the file writes it; nil if there is none.
    package private(set) var latestWritten: Double?

    package init(
        id: String, assumed: String, choices: [String], reason: String, about: String = "",
        isAnswered: Bool = false
    ) {
        self.id = id
        self.assumed = assumed
        self.choices = choices
        self.reason = isAnswered ? tr("as you said") : reason
        self.about = about
        self.isAnswered = isAnswered
    }

    package init(from decoder: any Decoder) throws {
        let kept = try decoder.container(keyedBy: CodingKeys.self)
        id = try kept.decode(String.self, forKey: .id)
        assumed = try kept.decode(String.self, forKey: .assumed)
        choices = try kept.decode([String].self, forKey: .choices)
        reason = try kept.decode(String.self, forKey: .reason)
        about = try kept.decode(String.self, forKey: .about)
        isAnswered = try kept.decode(Bool.self, forKey: .isAnswered)
        // Earlier versions stored neither.
        isMixed = try kept.decodeIfPresent(Bool.self, forKey: .isMixed) ?? false
        latestWritten = try kept.decodeIfPresent(Double.self, forKey: .latestWritten)
    }

    /// The metric whose unit is in question; nil for another question.
    package var metric: Metric? {
        guard id.hasPrefix("unit.") else { return nil }
        return Metric(MetricID(String(id.dropFirst("unit.".count))))
    }

    /// What the latest value would be, in the metric's own unit, if a unit had been meant.
    ///
    /// Nil if it cannot be computed.
    package func latest(ifMeantAs choice: String) -> Double? {
        guard let metric, let latestWritten,
            let unit = UnitConversion.from(choice, to: metric.unit)
        else { return nil }
        return unit.value(ofWritten: latestWritten)
    }

    /// Records the latest value that was read with the assumption, in the metric's own unit.
    mutating func note(latest value: Double) {
        guard let metric, let unit = UnitConversion.from(assumed, to: metric.unit) else { return }
        let written = unit.written(value)
        latestWritten = written.isFinite ? written : nil
    }

    /// Whether another is the same question about the same kind of file, whatever was assumed.
    func isSame(as other: OpenQuestion) -> Bool { id == other.id && about == other.about }

    /// Adds the same question about another document of the file.
    mutating func merge(_ other: OpenQuestion) {
        isMixed = isMixed || other.isMixed || other.assumed != assumed
        isAnswered = isAnswered && other.isAnswered
    }

    /// The text for a report.
    package var text: String {
        isMixed
            ? tr(
                "assuming {1} for a part of it: {2} (--assume {3}={4})", assumed, reason, id,
                other)
            : tr("assuming {1}: {2} (--assume {3}={4})", assumed, reason, id, other)
    }

    /// A choice that was not assumed.
    private var other: String { choices.first { $0 != assumed } ?? assumed }

    /// The question about the unit of a metric.
    static func unit(
        of metric: Metric, assumed: String, _ reason: String, isAnswered: Bool = false
    ) -> OpenQuestion {
        var choices = UnitConversion.choices(for: metric.unit)
        if !choices.contains(assumed) { choices.insert(assumed, at: 0) }
        return OpenQuestion(
            id: "unit.\(metric.id)", assumed: assumed, choices: choices, reason: reason,
            isAnswered: isAnswered)
    }
}
