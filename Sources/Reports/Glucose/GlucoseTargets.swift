/// For whom the targets of a sheet about glucose are.
///
/// Source: T. Battelino et al., Diabetes Care 42 (2019) 1593, the table of targets. A share that the table does
/// not give is nil.
package enum GlucoseTargets: String, Sendable, CaseIterable, Hashable {
    /// Adults with diabetes of type 1 or 2.
    case adults
    /// Older people, and those at high risk.
    case older
    /// Pregnancy with diabetes of type 1, whose range is another one.
    case pregnancy

    /// The limits of the classes, in the values that a unit shows: the first value that is not very low, the first in
    /// range, the last in range, and the last that is not very high.
    package typealias Limits = (veryLow: Double, low: Double, high: Double, veryHigh: Double)

    /// The limits in a unit: round numbers of that unit.
    package func limits(in unit: GlucoseUnit) -> Limits {
        switch (self, unit) {
        case (.adults, .milligrams), (.older, .milligrams): (54, 70, 180, 250)
        case (.adults, .millimoles), (.older, .millimoles): (3.0, 3.9, 10.0, 13.9)
        case (.pregnancy, .milligrams): (54, 63, 140, 250)
        case (.pregnancy, .millimoles): (3.0, 3.5, 7.8, 13.9)
        }
    }

    /// The shares of the time.
    package var shares:
        (
            veryLow: Double?, belowRange: Double, inRange: Double, aboveRange: Double?,
            veryHigh: Double?
        )
    {
        switch self {
        case .adults: (0.01, 0.04, 0.7, 0.25, 0.05)
        case .older: (nil, 0.01, 0.5, nil, 0.1)
        case .pregnancy: (0.01, 0.04, 0.7, 0.25, nil)
        }
    }
}
