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
    /// How many decimals readings are shown with, if they have fewer than the format; nil for as
    /// many as the format has.
    ///
    /// It is for values in the metric's own unit: in another one they have other decimals.
    var decimals: Int?

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

    // MARK: Digits

    /// The decimals of a number that is computed from readings, such as a mean.
    ///
    /// An amount has three digits, as long as there are any after the point: 5.23, 52.3, 523.
    func digits(of value: Double) -> Int {
        guard metric.aggregation == .sum, fractionDigits > 0, larger == nil else {
            return fractionDigits
        }
        var (digits, size) = (fractionDigits, abs(scale.shown(value)))
        while digits > 0, rounded(size, to: digits) >= 10 {
            size /= 10
            digits -= 1
        }
        return digits
    }

    /// The decimals of a reading: as many as the data have.
    func digits(ofReading value: Double) -> Int {
        let digits = digits(of: value)
        guard let decimals, scale == .same, larger == nil else { return digits }
        return min(digits, decimals)
    }

    /// How many decimals values have, at most as many as the metric's format shows.
    ///
    /// Cost: O(values) if all are whole numbers, else until one has all of these decimals.
    static func decimals(of values: some Sequence<Double>, _ metric: Metric) -> Int? {
        let most = MetricFormat(metric, locale: .current, units: UnitPreferences()).ownDigits
        guard most > 0 else { return nil }
        var found = 0
        for value in values where value.isFinite {
            var scaled = abs(value)
            for _ in 0..<found { scaled *= 10 }
            // A conversion may leave a rounding error.
            while found < most, abs(scaled - scaled.rounded()) > 1e-6 {
                found += 1
                scaled *= 10
            }
            if found == most { break }
        }
        return found
    }

    /// The decimals that the metric's own unit is shown with.
    private var ownDigits: Int {
        guard let quantity else { return fractionDigits }
        return DisplayUnit(rawValue: quantity.canonicalUnit)?.fractionDigits(of: quantity)
            ?? fractionDigits
    }

    /// A number rounded as its text is.
    private func rounded(_ shown: Double, to digits: Int) -> Double {
        LocaleFormat.rounded(shown, fractionDigits: digits)
    }

    // MARK: Values

    /// The value, with its unit separate.
    func figure(_ value: Double) -> Figure { figure(value, digits: digits(of: value)) }

    /// A single reading, with as many decimals as the data have.
    func reading(_ value: Double) -> Figure { figure(value, digits: digits(ofReading: value)) }

    /// The value with a number of decimals.
    func figure(_ value: Double, digits: Int) -> Figure {
        written(scale.shown(value), digits: digits)
    }

    /// An average of values, with its unit separate: one of small whole numbers has a decimal.
    func average(_ value: Double) -> Figure {
        let shown = scale.shown(value)
        guard metric.unit == "count", abs(shown) < 100 else { return figure(value) }
        return Figure(locale.number(shown, upToFractionDigits: 1), unit: symbol)
    }

    /// The difference of two values, with its unit separate.
    ///
    /// A difference of temperatures ignores the zero points of their scales.
    func difference(_ value: Double, signed: Bool = true) -> Figure {
        written(scale.shown(difference: value), digits: digits(of: value), signed: signed)
    }

    /// The difference of two values as they are shown with a number of decimals: 5 h 54 min less
    /// 6 h 14 min is −20 min, whatever the seconds are.
    func difference(_ value: Double, less other: Double, digits: Int) -> Figure {
        written(
            asShown(value, digits: digits) - asShown(other, digits: digits), digits: digits,
            signed: true)
    }

    /// How far two values are apart as they are shown, without a sign; nil if they look equal.
    func separation(_ value: Double, _ other: Double) -> Figure? {
        let digits = digits(of: value)
        let size = abs(asShown(value, digits: digits) - asShown(other, digits: digits))
        let figure = written(size, digits: digits)
        return figure == written(0, digits: digits) ? nil : figure
    }

    /// The size of a difference, without a sign.
    func size(ofDifference difference: Double) -> Figure {
        self.difference(abs(difference), signed: false)
    }

    /// The number that is shown for a value, in the displayed unit.
    private func asShown(_ value: Double, digits: Int) -> Double {
        let shown = scale.shown(value)
        guard isDuration else { return rounded(shown, to: digits) }
        // From a minute on only minutes are shown.
        return abs(shown).rounded() < 60 ? shown.rounded() : (shown / 60).rounded() * 60
    }

    private func written(_ shown: Double, digits: Int, signed: Bool = false) -> Figure {
        if isDuration { return Figure(locale.duration(seconds: shown)) }
        if metric.unit.isEmpty {
            return Figure(locale.number(shown, upToFractionDigits: digits, signed: signed))
        }
        guard let larger else {
            return Figure(
                locale.number(shown, fractionDigits: digits, signed: signed), unit: symbol)
        }
        return Figure(
            locale.compound(
                shown, parts: larger.parts, unit: larger.symbol, fractionDigits: digits,
                signed: signed), unit: symbol)
    }

    /// Two readings with one unit and the same number of digits: a range `70.6 – 75.0 kg`.
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
        let digits = min(digits(ofReading: low), digits(ofReading: high))
        var first = figure(low, digits: digits)
        first.number = locale.range(first.number, figure(high, digits: digits).number)
        return first
    }

    /// A pair in its usual form: `118/76 mmHg`.
    func pair(_ high: Double, _ low: Double) -> Figure { pair(figure(high), figure(low)) }

    /// Two figures with the same unit, combined as a pair.
    func pair(_ high: Figure, _ low: Figure) -> Figure {
        Figure(high.number + "/" + low.number, unit: high.unit)
    }

    // MARK: Tables

    /// The value in the displayed unit, as tables for programs have it: durations in hours.
    func tableValue(_ value: Double) -> Double { isDuration ? value / 3600 : scale.shown(value) }

    /// The unit of those values: the smaller one if two are displayed.
    var tableUnit: String { isDuration ? "h" : symbol.isEmpty ? metric.unit : symbol }

    // MARK: Axes

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
        if isDuration { return locale.axisDuration(tick.shown, step: length, isShort: true) }
        guard let larger else { return locale.compactAxisValue(tick.shown, step: length) }
        return locale.axisValue(
            tick.shown, step: length,
            units: [(Double(larger.parts), larger.symbol), (1, symbol)], isShort: true)
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
