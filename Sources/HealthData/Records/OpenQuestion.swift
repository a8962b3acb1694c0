import Localization

/// Something that a file leaves open and that changes numbers: a unit, the order of day and month,
/// the decimal sign, whether a value that looks wrong counts.
package struct OpenQuestion: Sendable, Hashable, Codable {
    /// Its id in `Assumptions`: `unit.weight`, `date`, `decimal`, `value.weight`, `future`.
    package let id: String
    /// The assumption made.
    package let assumed: String
    /// The possible answers, the assumed one among them.
    package let choices: [String]
    /// The reason for the assumption, in one clause.
    package private(set) var reason: String
    /// The key under which an answer is remembered; empty until it is known.
    package internal(set) var about: String
    /// Whether a person has answered it.
    package private(set) var isAnswered: Bool
    /// Whether other documents of the file were read with another assumption.
    package private(set) var isMixed = false
    /// The latest value that depends on it, as the file writes it; nil if there is none.
    package private(set) var latestWritten: Double?
    /// The samples that look wrong; nil for another question.
    package private(set) var doubt: Doubt?

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

    /// The question whether samples that look wrong count; nobody has answered it if `answer` is
    /// nil, and they are left out.
    init(id: String, about doubt: Doubt, answer: DoubtAnswer?) {
        self.init(
            id: id, assumed: (answer ?? .leaveOut).rawValue,
            choices: DoubtAnswer.allCases.map(\.rawValue), reason: "", isAnswered: answer != nil)
        self.doubt = doubt
        reason = Self.reason(id, doubt)
    }

    /// What looks wrong, as a clause.
    private static func reason(_ id: String, _ doubt: Doubt) -> String {
        if id == DoubtSearch.future {
            return trn(
                "{n} sample is dated after tomorrow: {1}",
                "{n} samples are dated after tomorrow, the first: {1}", count: doubt.count,
                doubt.text)
        }
        return trn(
            "{n} value looks wrong: {1}", "{n} values look wrong, the first: {1}",
            count: doubt.count, doubt.text)
    }

    package init(from decoder: any Decoder) throws {
        let kept = try decoder.container(keyedBy: CodingKeys.self)
        id = try kept.decode(String.self, forKey: .id)
        assumed = try kept.decode(String.self, forKey: .assumed)
        choices = try kept.decode([String].self, forKey: .choices)
        reason = try kept.decode(String.self, forKey: .reason)
        about = try kept.decode(String.self, forKey: .about)
        isAnswered = try kept.decode(Bool.self, forKey: .isAnswered)
        // Earlier versions stored none of these.
        isMixed = try kept.decodeIfPresent(Bool.self, forKey: .isMixed) ?? false
        latestWritten = try kept.decodeIfPresent(Double.self, forKey: .latestWritten)
        doubt = try kept.decodeIfPresent(Doubt.self, forKey: .doubt)
    }

    /// Whether it is about samples that are dated after tomorrow.
    package var isAboutFuture: Bool { id == DoubtSearch.future }

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
        guard var sum = doubt, let more = other.doubt else { return }
        sum.add(more)
        doubt = sum
        reason = Self.reason(id, sum)
    }

    /// The text for a report.
    package var text: String {
        if doubt != nil {
            return assumed == DoubtAnswer.right.rawValue
                ? tr("counted: {1} (--assume {2}={3})", reason, id, other)
                : tr("left out: {1} (--assume {2}={3})", reason, id, other)
        }
        return isMixed
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
