import ChartCore
import HealthData
import Localization

/// A figure in the person's language: the number, and the unit that stands smaller beside it.
public struct Figure: Equatable, Sendable {
    public var number: String
    public var unit: String

    public init(_ number: String, unit: String = "") {
        self.number = number
        self.unit = unit
    }

    /// Number and unit in one, for rows and assistive technology.
    public var text: String {
        unit.isEmpty ? number : number + LocaleFormat.unitSpace + unit
    }
}

/// How the values of one metric are written: unit shown, digits, and the factor from the stored unit.
struct MetricFormat: Sendable {
    let metric: Metric
    let locale: LocaleFormat
    /// The unit as it is shown; empty where the number says it all (steps, durations).
    let unit: String
    /// What a stored value is multiplied by to be shown.
    let factor: Double
    let fractionDigits: Int
    let isDuration: Bool

    init(_ metric: Metric, locale: LocaleFormat) {
        self.metric = metric
        self.locale = locale
        var unit = metric.unit
        var factor = 1.0
        var digits = 0
        var isDuration = false
        switch metric.unit {
        case "count": unit = ""
        case "m" where metric.id == .distance || metric.id == .route:
            unit = "km"
            factor = 1e-3
            digits = 2
        case "m": digits = 2
        case "s":
            unit = ""
            isDuration = true
        case "kg", "%", "°C", "kg/m²", "mL/(kg·min)": digits = 1
        case "": digits = 2
        default: digits = 0
        }
        self.unit = unit
        self.factor = factor
        fractionDigits = digits
        self.isDuration = isDuration
    }

    /// The value with its unit apart.
    func figure(_ value: Double, signed: Bool = false) -> Figure {
        if isDuration { return Figure(locale.duration(seconds: value)) }
        if metric.unit.isEmpty {
            return Figure(
                locale.number(value, upToFractionDigits: fractionDigits, signed: signed))
        }
        return Figure(
            locale.number(value * factor, fractionDigits: fractionDigits, signed: signed),
            unit: unit)
    }

    /// Two values with one unit and as many digits: a range `70.6 – 75.0 kg`.
    func range(_ low: Double, _ high: Double) -> Figure {
        if metric.unit.isEmpty {
            let digits = max(
                LocaleFormat.fractionDigits(of: low, upTo: fractionDigits),
                LocaleFormat.fractionDigits(of: high, upTo: fractionDigits))
            return Figure(
                locale.range(
                    locale.number(low, fractionDigits: digits),
                    locale.number(high, fractionDigits: digits)))
        }
        var first = figure(low)
        first.number = locale.range(first.number, figure(high).number)
        return first
    }

    /// A pair as it is said: `118/76 mmHg`.
    func pair(_ high: Double, _ low: Double) -> Figure {
        Figure(
            locale.number(high, fractionDigits: 0) + "/" + locale.number(low, fractionDigits: 0),
            unit: unit)
    }

    /// The round steps of an axis of its values.
    var ladder: ValueLadder { isDuration ? .duration : .decimal }

    /// The finest step of such an axis: counts are whole.
    var finestStep: DecimalStep? {
        metric.unit == "count" ? DecimalStep(mantissa: 1, exponent: 0) : nil
    }

    /// The label of a value tick, `step` apart from its neighbours (both in the stored unit).
    func tick(_ value: Double, step: Double) -> String {
        if isDuration { return locale.axisDuration(value, step: step) }
        return locale.axisValue(value * factor, step: step * factor)
    }
}

extension CivilMoment {
    /// What a calendar shows at an instant.
    init(_ instant: Double, in calendar: CivilCalendar) {
        let c = calendar.components(of: instant)
        self.init(
            year: c.year, month: c.month, day: c.day, hour: c.hour, minute: c.minute,
            second: c.second)
    }
}

extension LocaleFormat {
    /// A visible range in the fewest words: a day, days, months or years where the range is whole
    /// ones, else the days at its ends.
    func title(of range: Extent, in calendar: CivilCalendar) -> String {
        guard range.isProper else { return "" }
        let lastInstant = max(range.min, range.max.nextDown)
        let first = CivilMoment(range.min, in: calendar)
        let last = CivilMoment(lastInstant, in: calendar)
        func isWhole(_ unit: CalendarUnit) -> Bool {
            calendar.start(of: unit, containing: range.min) == range.min
                && calendar.start(of: unit, containing: range.max) == range.max
        }
        if isWhole(.year) { return years(from: first, to: last) }
        if isWhole(.month) { return months(from: first, to: last) }
        if calendar.date(of: range.min) == calendar.date(of: lastInstant) {
            let day = date(first, .fullDate)
            if isWhole(.day) { return day }
            return day + ", " + date(first, .time) + " – " + date(last, .time)
        }
        return days(from: first, to: last)
    }
}
