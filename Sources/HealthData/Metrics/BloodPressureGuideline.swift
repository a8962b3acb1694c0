// The categories of blood pressure in published guidelines.
//
// Sources: ESC 2024: McEvoy JW et al., 2024 ESC Guidelines for the management of elevated blood
// pressure and hypertension, Eur Heart J 2024;45:3912, figure 10 and table 5, the column of home
// measurements (not elevated below 120/70, elevated from there, hypertension from 135/85; in an
// office from 140/90). AHA 2017: Whelton PK et al., Hypertension 2018;71:e13, table 6 (normal below
// 120/80, elevated 120–129 and below 80, stage 1 from 130/80, stage 2 from 140/90). AHA 2025: Jones
// DW et al., Hypertension 2025;82:e212, which keeps those categories. In each the higher category
// of the two values counts, and it applies to an average, never to one reading: ESC requires
// readings of at least three days at home.

import Localization

/// A guideline that divides blood pressures into categories.
package enum BloodPressureGuideline: String, Sendable, CaseIterable, Hashable, Codable {
    /// European Society of Cardiology, with the limits for measurements at home.
    case esc2024 = "esc-2024"
    /// American College of Cardiology and American Heart Association.
    case aha2017 = "aha-2017"
    /// The same categories, in the guideline that replaced that of 2017.
    case aha2025 = "aha-2025"

    /// The default: its limits are for readings that people take themselves.
    package static let standard = BloodPressureGuideline.esc2024

    /// How far a category is from the ideal; used for the picture, not a diagnosis.
    package enum Level: Int, Sendable, Comparable, CaseIterable {
        case good
        case elevated
        case high
        case highest

        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    /// A category: averages at or above its limits, in mmHg.
    package struct Category: Sendable, Hashable {
        /// The name in the person's language, as the guideline words it.
        package let name: String
        package let level: Level
        /// The least systolic value.
        package let systolic: Double
        /// The least diastolic value; infinite if only the systolic one counts.
        package let diastolic: Double
    }

    /// The number of days with readings that an average needs before it gets a category.
    package static let fewestDays = 3

    /// The guideline's short name: `ESC 2024`.
    package var name: String {
        switch self {
        case .esc2024: "ESC 2024"
        case .aha2017: "AHA 2017"
        case .aha2025: "AHA 2025"
        }
    }

    /// Whether the limits are for measurements at home.
    package var isForHome: Bool { self == .esc2024 }

    /// The categories, the lowest first.
    package var categories: [Category] {
        switch self {
        case .esc2024:
            [
                Category(
                    name: tr("not elevated"), level: .good, systolic: -.infinity,
                    diastolic: -.infinity),
                Category(name: tr("elevated"), level: .elevated, systolic: 120, diastolic: 70),
                Category(
                    name: tr("hypertension range"), level: .high, systolic: 135, diastolic: 85),
            ]
        case .aha2017, .aha2025:
            [
                Category(
                    name: tr("normal"), level: .good, systolic: -.infinity, diastolic: -.infinity),
                Category(
                    name: tr("elevated"), level: .elevated, systolic: 120, diastolic: .infinity),
                Category(name: tr("stage 1 range"), level: .high, systolic: 130, diastolic: 80),
                Category(name: tr("stage 2 range"), level: .highest, systolic: 140, diastolic: 90),
            ]
        }
    }

    /// The category of an average, in mmHg: the highest that either value reaches.
    package func category(systolic: Double, diastolic: Double) -> Category {
        let all = categories
        return all.last { systolic >= $0.systolic || diastolic >= $0.diastolic } ?? all[0]
    }
}
