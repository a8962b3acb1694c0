/// The unit of a sheet about glucose, with the round limits of that unit.
///
/// Limits: T. Battelino et al., "Clinical targets for continuous glucose monitoring data interpretation",
/// Diabetes Care 42 (2019) 1593. Those in mmol/L are round numbers of their own, not converted ones.
package enum GlucoseUnit: String, Sendable, CaseIterable, Hashable {
    case milligrams = "mg/dL"
    case millimoles = "mmol/L"

    /// mg/dL in one mmol/L.
    package static let milligramsPerMillimole = 18.016

    /// A value in mg/dL in this unit, rounded as meters show it: to 1 mg/dL, or to 0.1 mmol/L.
    package func shown(_ milligrams: Double) -> Double {
        switch self {
        case .milligrams: milligrams.rounded()
        case .millimoles: (milligrams / Self.milligramsPerMillimole * 10).rounded() / 10
        }
    }

    /// A value in mg/dL in this unit, not rounded.
    package func value(_ milligrams: Double) -> Double {
        self == .milligrams ? milligrams : milligrams / Self.milligramsPerMillimole
    }

    /// Digits after the decimal separator.
    package var digits: Int { self == .milligrams ? 0 : 1 }

    /// The first value that is not very low, the first in range, the last in range, and the last that is not
    /// very high.
    package var limits: (veryLow: Double, low: Double, high: Double, veryHigh: Double) {
        self == .milligrams ? (54, 70, 180, 250) : (3.0, 3.9, 10.0, 13.9)
    }
}

/// The five classes of glucose values, which exclude each other.
package enum GlucoseClass: Int, Sendable, CaseIterable, Hashable {
    case veryLow, low, inRange, high, veryHigh

    /// The class of a value in mg/dL, as it is shown in a unit.
    package init(_ milligrams: Double, in unit: GlucoseUnit) {
        let value = unit.shown(milligrams)
        let limits = unit.limits
        self =
            value < limits.veryLow
            ? .veryLow
            : value < limits.low
                ? .low
                : value <= limits.high ? .inRange : value <= limits.veryHigh ? .high : .veryHigh
    }
}
