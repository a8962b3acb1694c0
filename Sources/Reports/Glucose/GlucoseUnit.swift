/// The unit of a sheet about glucose.
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
}

/// The five classes of glucose values, which exclude each other.
package enum GlucoseClass: Int, Sendable, CaseIterable, Hashable {
    case veryLow, low, inRange, high, veryHigh

    /// The class of a value in mg/dL, as it is shown in a unit.
    package init(
        _ milligrams: Double, in unit: GlucoseUnit, for targets: GlucoseTargets = .adults
    ) {
        let value = unit.shown(milligrams)
        let limits = targets.limits(in: unit)
        self =
            value < limits.veryLow
            ? .veryLow
            : value < limits.low
                ? .low
                : value <= limits.high ? .inRange : value <= limits.veryHigh ? .high : .veryHigh
    }
}
