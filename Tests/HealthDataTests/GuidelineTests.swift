import HealthData
import Testing

/// Compares with the guidelines' printed tables, written out here line by line.
@Suite("Guidelines of blood pressure") struct GuidelineTests {
    private typealias Level = BloodPressureGuideline.Level

    @Test(
        "ESC 2024 at home: 120/70 and 135/85",
        arguments: [
            (119, 69, .good), (120, 69, .elevated), (119, 70, .elevated), (134, 84, .elevated),
            (135, 70, .high), (110, 85, .high), (180, 110, .high), (119.9, 69.9, .good),
        ] as [(Double, Double, BloodPressureGuideline.Level)])
    func european(systolic: Double, diastolic: Double, level: BloodPressureGuideline.Level) {
        #expect(
            BloodPressureGuideline.esc2024.category(systolic: systolic, diastolic: diastolic).level
                == level)
    }

    @Test(
        "AHA 2017 and 2025: 120, 130/80 and 140/90",
        arguments: [
            (119, 79, .good), (120, 79, .elevated), (129, 79, .elevated), (119, 80, .high),
            (129, 80, .high), (130, 70, .high), (139, 89, .high), (140, 70, .highest),
            (119, 90, .highest), (200, 120, .highest),
        ] as [(Double, Double, BloodPressureGuideline.Level)])
    func american(systolic: Double, diastolic: Double, level: BloodPressureGuideline.Level) {
        for guideline in [BloodPressureGuideline.aha2017, .aha2025] {
            #expect(
                guideline.category(systolic: systolic, diastolic: diastolic).level == level)
        }
    }

    @Test("An invalid value is not classified as high", arguments: BloodPressureGuideline.allCases)
    func none(guideline: BloodPressureGuideline) {
        #expect(guideline.category(systolic: .nan, diastolic: .nan).level == .good)
        for (low, high) in zip(guideline.categories, guideline.categories.dropFirst()) {
            #expect(low.systolic < high.systolic && low.level < high.level)
        }
    }
}
