import ChartCore
import Localization

/// Labels of numbers, written as a locale does, with a unit if wanted.
public struct NumberLabels: AxisLabeling {
    /// What stands behind each number, such as `kg`; empty for nothing.
    public let unit: String
    /// In which numbers are written.
    public let locale: LocaleFormat

    /// Labels with a unit, in a locale.
    public init(unit: String = "", locale: LocaleFormat = .current) {
        self.unit = unit
        self.locale = locale
    }

    public func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        AxisLabel(text(tick.shown, step: step.length ?? 1))
    }

    public func samples(step: AxisStep) -> [AxisLabel] {
        // As wide as labels get over a few thousand steps on either side of zero.
        let length = step.length ?? 1
        return [-2888, 8888].map { AxisLabel(text(Double($0) * length, step: length)) }
    }

    private func text(_ value: Double, step: Double) -> String {
        let number = locale.axisValue(value, step: step)
        return unit.isEmpty ? number : locale.quantity(number, unit: unit)
    }
}
