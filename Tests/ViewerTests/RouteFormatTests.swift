import HealthData
import Localization
import Testing

@testable import Viewer

/// How ways are written.
@Suite struct RouteFormatTests {
    private func format(_ units: UnitPreferences = UnitPreferences()) -> RouteFormat {
        RouteFormat(
            locale: LocaleFormat(identifier: "C"), units: units, kind: WorkoutKind("running"))
    }

    @Test(arguments: [
        (0, "0 m"), (42.4, "42 m"), (99.4, "99 m"), (100, "0.10 km"), (999, "1.00 km"),
        (12_345, "12.35 km"), (123_456, "123.5 km"), (1_234_567, "1235 km"),
    ])
    func waysHaveTheUnitThatTheyNeed(_ metres: Double, _ text: String) {
        let written = format().way(metres).text.map { $0.isWhitespace ? " " : $0 }
        #expect(String(written.filter { $0 != "," }) == text)
        #expect(format().way(.nan).text == "–")
    }
}
