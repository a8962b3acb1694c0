import Testing

@testable import Localization

private let plain = LocaleFormat(identifier: "C")
private let german = LocaleFormat(identifier: "de_DE.UTF-8")

@Test func aRangeOfNegativesIsSaidInWords() {
    #expect(plain.range("70.6", "75.0") == "70.6 – 75.0")
    #expect(plain.range("\u{2212}1.30", "\u{2212}1.13") == "\u{2212}1.30 to \u{2212}1.13")
    #expect(plain.range("\u{2212}1", "2") == "\u{2212}1 to 2")
    #expect(german.range("\u{2212}1,30", "\u{2212}1,13") == "\u{2212}1,30 bis \u{2212}1,13")
    #expect(german.range("70,6", "75,0") == "70,6 – 75,0")
    #expect(
        LocaleFormat(identifier: "fi_FI.UTF-8").range("\u{2212}1", "2") == "\u{2212}1 … 2")
}

@Test func fractionDigitsThatAValueNeeds() {
    let expected = [(1.0, 0), (1.3, 1), (-1.13, 2), (1.1349, 2), (0.001, 0), (0, 0), (2.999, 0)]
    for (value, digits) in expected {
        #expect(LocaleFormat.fractionDigits(of: value, upTo: 2) == digits, "\(value)")
    }
    #expect(LocaleFormat.fractionDigits(of: .nan, upTo: 2) == 0)
}

@Test func lengthsOfTimeOnAnAxis() {
    func label(_ seconds: Double, _ step: Double) -> String {
        plain.axisDuration(seconds, step: step).replacing("\u{A0}", with: " ")
    }
    #expect(label(0, 3600) == "0 h" && label(0, 600) == "0 min" && label(0, 5) == "0 s")
    #expect(label(7200, 3600) == "2 h" && label(90 * 3600, 36_000) == "90 h")
    #expect(label(5400, 1800) == "1 h 30 min" && label(1800, 1800) == "30 min")
    #expect(label(7200, 1800) == "2 h")
    func short(_ seconds: Double, _ step: Double) -> String {
        plain.axisDuration(seconds, step: step, isShort: true).replacing("\u{A0}", with: " ")
    }
    #expect(short(5400, 1800) == "1 h 30" && short(1800, 1800) == "30 min")
    #expect(short(90, 30) == "1 min 30" && short(-5400, 1800) == "\u{2212}1 h 30")
    // Without minutes between them, seconds keep their unit.
    #expect(short(3605, 5) == "1 h 5 s" && short(3665, 5) == "1 h 1 min 5")
    #expect(label(90, 30) == "1 min 30 s" && label(120, 30) == "2 min")
    #expect(label(3605, 5) == "1 h 5 s")
    #expect(label(0.25, 0.05) == "0.25 s")
    #expect(label(-5400, 1800) == "\u{2212}1 h 30 min")
    #expect(label(1_800_000, 180_000) == "500 h")
}

@Test func weekdaysWithTheirDay() {
    let moment = CivilMoment(year: 2026, month: 10, day: 12)
    #expect(plain.date(moment, .weekdayDay) == "Mon 12")
    let text = german.date(moment, .weekdayDay)
    #expect(text.hasPrefix("Mo") && text.contains("12"), "\(text)")
}
