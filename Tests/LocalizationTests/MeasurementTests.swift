import Testing

@testable import Localization

private let plain = LocaleFormat(identifier: "C")

@Suite struct MeasurementTests {
    @Test(
        "The territory is in the name",
        arguments: [
            ("en_US.UTF-8", "US"), ("en_GB", "GB"), ("de_DE@euro", "DE"), ("sr_RS@latin", "RS"),
            ("zh_Hans_CN.UTF-8", "CN"), ("pt-br", "BR"), ("de", nil), ("xx_XX", "XX"),
            ("C", nil), ("POSIX", nil), ("C.UTF-8", nil), ("", nil), ("es_419", nil),
        ] as [(String, String?)])
    func territories(identifier: String, territory: String?) {
        #expect(MeasurementLocale(identifier: identifier).territory == territory)
    }

    @Test("Without a locale it is metric, and one that is not installed has no system")
    func systems() {
        for name in ["C", "POSIX", "C.UTF-8", ""] {
            #expect(MeasurementLocale(identifier: name).system == .metric)
        }
        #expect(MeasurementLocale(identifier: "xx_XX.UTF-8").system == nil)
        // If a machine has them, their data agree with the known values of these countries.
        #expect(MeasurementLocale(identifier: "en_US.UTF-8").system != .metric)
        #expect(MeasurementLocale(identifier: "de_DE.UTF-8").system != .us)
        #expect(LocaleFormat(identifier: "en_AU.UTF-8").measurement.territory == "AU")
        #expect(plain.measurement == MeasurementLocale(system: .metric))
    }

    @Test("Values in two units carry over and keep one sign")
    func compound() {
        func text(_ pounds: Double, signed: Bool = false) -> String {
            plain.compound(pounds, parts: 14, unit: "st", fractionDigits: 1, signed: signed)
        }
        // Eleven stones are 154 pounds.
        #expect(text(158.2) == "11\u{A0}st 4.2")
        #expect(text(154) == "11\u{A0}st 0.0")
        #expect(text(153.96) == "11\u{A0}st 0.0")
        #expect(text(153.94) == "10\u{A0}st 13.9")
        #expect(text(13.96) == "1\u{A0}st 0.0")
        #expect(text(4.24) == "4.2" && text(0) == "0.0")
        #expect(text(-16.04) == "\u{2212}1\u{A0}st 2.0")
        #expect(text(-3.2) == "\u{2212}3.2")
        #expect(text(15, signed: true) == "+1\u{A0}st 1.0")
        #expect(text(0.04, signed: true) == "0.0" && text(2, signed: true) == "+2.0")
        #expect(text(.nan) == "–" && text(-.infinity) == "\u{2212}∞")
        let german = LocaleFormat(identifier: "de_DE.UTF-8")
        #expect(
            german.compound(158.25, parts: 14, unit: "st", fractionDigits: 1) == "11\u{A0}st 4,3")
        #expect(plain.compound(71, parts: 12, unit: "ft", fractionDigits: 0) == "5\u{A0}ft 11")
    }

    @Test("Ticks of such values leave out zero parts")
    func axis() {
        func label(_ pounds: Double, _ step: Double) -> String {
            plain.axisValue(pounds, step: step, units: [(14, "st"), (1, "lb")])
                .replacing("\u{A0}", with: " ")
        }
        #expect(label(154, 7) == "11 st" && label(161, 7) == "11 st 7 lb")
        #expect(label(168, 14) == "12 st" && label(0, 14) == "0 st" && label(0, 7) == "0 lb")
        #expect(label(7, 7) == "7 lb" && label(-21, 7) == "\u{2212}1 st 7 lb")
        #expect(label(154.5, 0.5) == "11 st 0.5 lb" && label(13.9, 0.1) == "13.9 lb")
        #expect(label(1400, 140) == "100 st")
    }
}
