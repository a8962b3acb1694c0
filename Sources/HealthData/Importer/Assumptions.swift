import Localization

/// How the day and the month of a date stand, where a file does not prove it.
public enum DateOrder: String, Sendable, Hashable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
}

/// What to take for granted where a file does not say.
public struct Assumptions: Sendable, Hashable {
    /// The order of day and month; nil lets the rule decide (day first), and the report asks.
    public var dateOrder: DateOrder?
    /// The unit of a metric's values that stand without one, as files write it.
    public var units: [MetricID: String] = [:]

    public init(dateOrder: DateOrder? = nil) { self.dateOrder = dateOrder }

    /// Takes over one of them as the command line has it: `date=dmy`, `unit.weight=lb`.
    ///
    /// - Throws: why it is none.
    public mutating func add(_ text: String) throws(Misfit) {
        // The order alone is what an earlier version took.
        if let order = DateOrder(rawValue: text) {
            dateOrder = order
            return
        }
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            throw Misfit(
                sentence: tr("{1} is no assumption; write date=dmy or unit.weight=lb", text))
        }
        if parts[0] == "date" {
            guard let order = DateOrder(rawValue: parts[1]) else {
                throw Misfit(
                    sentence: tr("{1} is no order of dates; write dmy or mdy", parts[1]))
            }
            dateOrder = order
            return
        }
        guard parts[0].hasPrefix("unit."),
            let metric = Metric.catalogue.first(where: { "unit.\($0.id)" == parts[0] })
        else {
            throw Misfit(
                sentence: tr(
                    "{1} cannot be assumed; what can is date and unit.METRIC", parts[0]))
        }
        guard UnitConversion.from(parts[1], to: metric.unit) != nil else {
            throw Misfit(sentence: tr("{1} is no unit of {2}", parts[1], metric.id.rawValue))
        }
        units[metric.id] = parts[1]
    }

    /// Why a text is no assumption.
    public struct Misfit: Error, Hashable, CustomStringConvertible {
        let sentence: String

        public var description: String { sentence }
    }
}

/// Something that a file leaves open and that changes numbers: a unit, the order of day and month.
public struct OpenQuestion: Sendable, Hashable, Codable {
    /// What `Assumptions` calls it: `unit.weight`, `date`.
    public let id: String
    /// What was assumed.
    public let assumed: String
    /// What it may be; the assumed one among them.
    public let choices: [String]
    /// What it was assumed by, in one clause.
    public let reason: String
    /// What an answer is remembered for; empty until it is known.
    public internal(set) var about: String
    /// Whether a person has answered it.
    public let isAnswered: Bool

    public init(
        id: String, assumed: String, choices: [String], reason: String, about: String = "",
        isAnswered: Bool = false
    ) {
        self.id = id
        self.assumed = assumed
        self.choices = choices
        self.reason = reason
        self.about = about
        self.isAnswered = isAnswered
    }

    /// The metric whose unit is asked for; nil for another question.
    public var metric: Metric? {
        guard id.hasPrefix("unit.") else { return nil }
        return Metric(MetricID(String(id.dropFirst("unit.".count))))
    }

    /// What a value, in the metric's own unit, would be if another unit had been meant; nil where
    /// that cannot be said.
    public func value(_ value: Double, ifMeantAs choice: String) -> Double? {
        guard let metric, let now = UnitConversion.from(assumed, to: metric.unit),
            let other = UnitConversion.from(choice, to: metric.unit)
        else { return nil }
        return other.value(ofWritten: now.written(value))
    }

    /// What a report says of it.
    public var text: String {
        tr("{1} was assumed: {2} (--assume {3}={4})", assumed, reason, id, other)
    }

    /// One that was not assumed.
    private var other: String { choices.first { $0 != assumed } ?? assumed }

    /// The question for the unit of a metric.
    static func unit(of metric: Metric, assumed: String, _ reason: String) -> OpenQuestion {
        var choices = UnitConversion.choices(for: metric.unit)
        if !choices.contains(assumed) { choices.insert(assumed, at: 0) }
        return OpenQuestion(
            id: "unit.\(metric.id)", assumed: assumed, choices: choices, reason: reason)
    }
}
