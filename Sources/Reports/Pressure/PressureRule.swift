// How pressures at home are averaged, by the recommendations.
//
// Sources: ESH 2021: G. Parati et al., "Home blood pressure monitoring: methodology, clinical relevance and
// practical application", J Hypertens 39 (2021) 1742, and G. S. Stergiou et al., ibid. 1293: seven days (at
// least three), two readings in the morning and two in the evening, the first day left out, at least twelve
// readings; ESC 2024 keeps it: J. W. McEvoy et al., Eur Heart J 45 (2024) 3912, with 135/85 mmHg at home. AHA:
// D. Shimbo et al., "Self-measured blood pressure monitoring at home", Circulation 142 (2020) e42: seven days
// (at least three), at least twelve readings; 130/80 mmHg at home in the guidelines of 2017 and 2025. JSH
// 2019: S. Umemura et al., Hypertens Res 42 (2019) 1235: five to seven days, 135/85 mmHg.

/// The rule by which the mean of a report is computed.
package enum PressureRule: String, Sendable, CaseIterable, Hashable {
    /// European Society of Cardiology 2024, after the European Society of Hypertension.
    case esc
    /// American Heart Association.
    case aha
    /// Japanese Society of Hypertension.
    case jsh
    /// All readings of the period.
    case free

    /// The name and year of the guideline; empty for none.
    package var name: String {
        switch self {
        case .esc: "ESC 2024"
        case .aha: "AHA 2025"
        case .jsh: "JSH 2019"
        case .free: ""
        }
    }

    /// The limit for means at home, in mmHg; nil for none.
    package var limit: Pressure? {
        switch self {
        case .esc, .jsh: Pressure(135, 85)
        case .aha: Pressure(130, 80)
        case .free: nil
        }
    }

    /// Whether the first day is not counted.
    package var leavesOutFirstDay: Bool { self == .esc }

    /// The fewest readings that are enough for a mean.
    package var fewestReadings: Int {
        switch self {
        case .esc, .aha: 12
        case .jsh, .free: 1
        }
    }

    /// The fewest counted days that are enough for a mean.
    ///
    /// With the first day left out, twelve readings are three days of four.
    package var fewestDays: Int {
        switch self {
        case .esc, .aha: 3
        case .jsh, .free: 1
        }
    }

    /// The days of the plan; nil if there is none.
    package var planDays: Int? { self == .free ? nil : 7 }

    /// The readings that the plan has in a morning, and in an evening.
    package static let planned = 2
}

/// The part of a day that a reading belongs to.
package enum DayPart: Hashable, Sendable, CaseIterable {
    case morning
    case evening
    /// Any other time, which only the mean of all readings counts.
    case other
}
