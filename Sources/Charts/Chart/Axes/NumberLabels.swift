import ChartCore
import Localization

/// Labels of numbers in the notation of a locale, with an optional unit.
public struct NumberLabels: AxisLabeling {
    /// The unit after each number, such as `kg`; empty for none.
    public let unit: String
    /// The locale in which numbers are written.
    public let locale: LocaleFormat

    /// Labels with a unit, in a locale.
    public init(unit: String = "", locale: LocaleFormat = .current) {
        self.unit = unit
        self.locale = locale
    }

    public func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        if case .logarithmic = step { return AxisLabel(text(locale.axisValue(tick.shown))) }
        return AxisLabel(text(tick.shown, step: step.length ?? 1))
    }

    public func samples(step: AxisStep) -> [AxisLabel] {
        if case .logarithmic(let step) = step { return samples(step) }
        // As wide as labels get over a few thousand steps on either side of zero.
        let length = step.length ?? 1
        return [-2888, 8888].map { AxisLabel(text(Double($0) * length, step: length)) }
    }

    /// Numbers of a few decades on both sides of one.
    private func samples(_ step: LogarithmicStep) -> [AxisLabel] {
        var values = step.level >= 0 ? [1e-4, 1e5] : [5e-4, 5e5]
        let digits = LocaleFormat.fractionDigits(step: step.finestPart)
        if digits > 0 { values.append(88 + 8 * step.finestPart) }
        if step.linearTo != nil { values += values.map { -$0 } }
        return values.map { AxisLabel(text(locale.axisValue($0))) }
    }

    private func text(_ value: Double, step: Double) -> String {
        text(locale.axisValue(value, step: step))
    }

    private func text(_ number: String) -> String {
        unit.isEmpty ? number : locale.quantity(number, unit: unit)
    }
}
