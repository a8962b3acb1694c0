import ChartCore
import Charts
import HealthData
import Localization

/// A figure in the person's language: the number, and the unit in smaller type next to it.
package struct Figure: Equatable, Sendable {
    package var number: String
    package var unit: String

    package init(_ number: String, unit: String = "") {
        self.number = number
        self.unit = unit
    }

    /// Number and unit in one, for rows and assistive technology.
    package var text: String {
        unit.isEmpty ? number : number + LocaleFormat.unitSpace + unit
    }
}

/// The format of one metric's values: their displayed unit and digits.
///
/// All values that are passed in are in the metric's own unit.
struct MetricFormat: Sendable {
    let metric: Metric
    let locale: LocaleFormat
    /// The quantity of its values, and their displayed unit; nil for a metric with only one unit.
    let quantity: Quantity?
    let unit: DisplayUnit?
    /// Converts a stored value into the displayed one.
    let scale: ShownUnit
    /// The unit next to a number; empty if the number needs none (steps, durations).
    private let symbol: String
    /// The larger unit of a value that is given in two: stones before pounds.
    private let larger: (parts: Int, symbol: String)?
    private let fractionDigits: Int
    private let isDuration: Bool

    init(_ metric: Metric, locale: LocaleFormat, units: UnitPreferences = UnitPreferences()) {
        self.metric = metric
        self.locale = locale
        isDuration = metric.unit == "s"
        quantity = Quantity(metric)
        guard let quantity else {
            unit = nil
            scale = .same
            larger = nil
            symbol = metric.unit == "count" || isDuration ? "" : metric.unit
            switch metric.unit {
            case "kg", "%", "°C", "kg/m²", "mL/(kg·min)", "km/h", "cm", "kcal/(h·kg)":
                fractionDigits = 1
            case "", "m", "L": fractionDigits = 2
            default: fractionDigits = 0
            }
            return
        }
        let unit = units.unit(of: quantity, in: locale.measurement)
        let division = unit.division(of: quantity)
        self.unit = unit
        scale = unit.scale(of: quantity)
        larger = division.map { ($0.parts, unit.symbol) }
        symbol = (division?.unit ?? unit).symbol
        fractionDigits = unit.fractionDigits(of: quantity)
    }

    /// The value, with its unit separate.
    func figure(_ value: Double) -> Figure { written(scale.shown(value)) }

    /// The difference of two values, with its unit separate.
    ///
    /// A difference of temperatures ignores the zero points of their scales.
    func difference(_ value: Double, signed: Bool = true) -> Figure {
        written(scale.shown(difference: value), signed: signed)
    }

    private func written(_ shown: Double, signed: Bool = false) -> Figure {
        if isDuration { return Figure(locale.duration(seconds: shown)) }
        if metric.unit.isEmpty {
            return Figure(
                locale.number(shown, upToFractionDigits: fractionDigits, signed: signed))
        }
        guard let larger else {
            return Figure(
                locale.number(shown, fractionDigits: fractionDigits, signed: signed), unit: symbol)
        }
        return Figure(
            locale.compound(
                shown, parts: larger.parts, unit: larger.symbol, fractionDigits: fractionDigits,
                signed: signed), unit: symbol)
    }

    /// Two values with one unit and the same number of digits: a range `70.6 – 75.0 kg`.
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

    /// A pair in its usual form: `118/76 mmHg`.
    func pair(_ high: Double, _ low: Double) -> Figure { pair(figure(high), figure(low)) }

    /// Two figures with the same unit, combined as a pair.
    func pair(_ high: Figure, _ low: Figure) -> Figure {
        Figure(high.number + "/" + low.number, unit: high.unit)
    }

    /// The round steps of an axis of its values.
    var ladder: ValueLadder {
        isDuration ? .duration : larger.map { .compound(parts: $0.parts) } ?? .decimal
    }

    /// The finest step of such an axis; counts are whole numbers.
    var finestStep: DecimalStep? {
        metric.unit == "count" ? DecimalStep(mantissa: 1, exponent: 0) : nil
    }

    /// The label of a value tick.
    func label(_ tick: Tick, step: AxisStep) -> String {
        let length = step.length ?? 1
        if isDuration { return locale.axisDuration(tick.shown, step: length) }
        guard let larger else { return locale.axisValue(tick.shown, step: length) }
        return locale.axisValue(
            tick.shown, step: length,
            units: [(Double(larger.parts), larger.symbol), (1, symbol)])
    }
}

extension LocaleFormat {
    /// The shortest title of a visible range.
    ///
    /// It is a day, days, months or years if the range consists of whole ones, else the days at its
    /// ends.
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
