import Testing

@testable import Localization

private let plain = LocaleFormat(identifier: "C")

@Test func numbersOfC() {
    #expect(plain.number(1234.5, fractionDigits: 1) == "1,234.5")
    #expect(plain.number(12_000) == "12,000")
    #expect(plain.number(0) == "0")
    #expect(plain.number(999) == "999")
    #expect(plain.number(1_234_567_890) == "1,234,567,890")
    #expect(plain.number(-42) == "\u{2212}42")
    #expect(plain.number(Int.min) == "\u{2212}9,223,372,036,854,775,808")
    #expect(plain.number(71.2, fractionDigits: 1) == "71.2")
    #expect(plain.number(0.05, fractionDigits: 1) == "0.1")
    #expect(plain.number(0.004, fractionDigits: 1) == "0.0")
    #expect(plain.number(0.00123, fractionDigits: 4) == "0.0012")
    #expect(plain.number(7, fractionDigits: 2) == "7.00")
    #expect(plain.number(-0.04, fractionDigits: 1) == "0.0")
    #expect(plain.number(-0.06, fractionDigits: 1) == "\u{2212}0.1")
    #expect(plain.number(999_999.96, fractionDigits: 1) == "1,000,000.0")
    #expect(plain.number(9.5) == "10")
    #expect(plain.number(0.5) == "1")
    #expect(plain.number(0.4) == "0")
    #expect(plain.number(1.5, signed: true) == "+2")
    #expect(plain.number(0.0, signed: true) == "0")
    #expect(plain.number(.nan) == "–")
    #expect(plain.number(-.infinity) == "\u{2212}∞")
}

@Test func numbersAreRoundedAsTheyLook() {
    #expect(plain.number(2.675, fractionDigits: 2) == "2.68")
    #expect(plain.number(1.005, fractionDigits: 2) == "1.01")
    #expect(plain.number(0.285, fractionDigits: 2) == "0.29")
    #expect(plain.number(8.345, fractionDigits: 2) == "8.35")
}

@Test func veryLargeAndVerySmallNumbersAreWhole() {
    #expect(plain.number(1e20) == "100,000,000,000,000,000,000")
    #expect(plain.number(1.5e16) == "15,000,000,000,000,000")
    #expect(plain.number(Double.leastNonzeroMagnitude, fractionDigits: 3) == "0.000")
    #expect(plain.number(1e-7, fractionDigits: 8) == "0.00000010")
    #expect(plain.number(1e-7, upToFractionDigits: 8) == "0.0000001")
    #expect(plain.number(Double.greatestFiniteMagnitude).filter { $0 != "," }.count == 309)
}

@Test func needlessZerosAreLeftOut() {
    #expect(plain.number(7, upToFractionDigits: 2) == "7")
    #expect(plain.number(7.10, upToFractionDigits: 2) == "7.1")
    #expect(plain.number(7.126, upToFractionDigits: 2) == "7.13")
}

@Test func everyWholeNumberReadsBack() {
    var value = 1
    while value < Int.max / 7 {
        for n in [value, value - 1, -value] {
            let text = plain.number(n).replacing(",", with: "").replacing("\u{2212}", with: "-")
            #expect(Int(text) == n)
            #expect(
                plain.number(Double(n % 9_007_199_254_740_992))
                    == plain.number(n % 9_007_199_254_740_992))
        }
        value = value * 7 + 3
    }
}

@Test func theStepDecidesTheDigitsOfAnAxis() {
    #expect(plain.axisValue(12_000, step: 4000) == "12,000")
    #expect(plain.axisValue(71, step: 0.5) == "71.0")
    #expect(plain.axisValue(0.75, step: 0.25) == "0.75")
    #expect(plain.axisValue(0.30000000000000004, step: 0.1) == "0.3")
    #expect(plain.axisValue(0.3, step: 0.30000000000000004 - 0.2) == "0.3")
    #expect(plain.axisValue(-2, step: 1) == "\u{2212}2")
}

@Test func tinyAndHugeStepsHavePowersOfTen() {
    func times(_ digits: String, _ power: String) -> String {
        "\(digits)\u{A0}×\u{A0}10\(power)"
    }
    #expect(plain.axisValue(0.00004, step: 0.00001) == "0.00004")
    #expect(plain.axisValue(5e-7, step: 5e-7) == times("5", "⁻⁷"))
    #expect(plain.axisValue(1.5e-9, step: 5e-10) == times("1.5", "⁻⁹"))
    #expect(plain.axisValue(3 * 2e-15, step: 2e-15) == times("6", "⁻¹⁵"))
    #expect(plain.axisValue(-4e-12, step: 2e-12) == "\u{2212}" + times("4", "⁻¹²"))
    #expect(plain.axisValue(0, step: 2e-12) == "0")
    #expect(plain.axisValue(1e-12, step: 1e-12) == "10⁻¹²")
    // Far from zero all digits are needed.
    #expect(plain.axisValue(1.000_000_002, step: 1e-9) == "1.000000002")
    #expect(plain.axisValue(1, step: 1e-9) == "1.000000000")
    #expect(plain.axisValue(5_000_000, step: 1_000_000) == "5,000,000")
    #expect(plain.axisValue(4e7, step: 2e7) == times("4", "⁷"))
    #expect(plain.axisValue(2.5e15, step: 5e14) == times("2.5", "¹⁵"))
    // All ticks of a step are different.
    for power in -15...15 {
        let step = Double("2e\(power)") ?? 1
        let labels = (-5...5).map { plain.axisValue(Double($0) * step, step: step) }
        #expect(Set(labels).count == 11, "\(labels)")
        #expect(labels.allSatisfy { $0.count <= 12 }, "\(labels)")
    }
}

@Test func longLabelsOfAnAxisAreInThousands() {
    #expect(plain.compactAxisValue(15_000, step: 5000) == "15,000")
    #expect(plain.compactAxisValue(60_000, step: 10_000) == "60,000")
    #expect(plain.compactAxisValue(0, step: 50_000) == "0")
    #expect(plain.compactAxisValue(50_000, step: 50_000) == "50k")
    #expect(plain.compactAxisValue(-400_000, step: 200_000) == "\u{2212}400k")
    #expect(plain.compactAxisValue(1_200_000, step: 200_000) == "1,200k")
    #expect(plain.compactAxisValue(50_000_000, step: 50_000_000) == "50M")
    #expect(plain.compactAxisValue(62_500, step: 62_500) == "62.5k")
}

@Test func numbersOfALogarithmicAxisHaveTheirOwnDigits() {
    #expect(plain.axisValue(0.001) == "0.001")
    #expect(plain.axisValue(0.00002) == "0.00002")
    #expect(plain.axisValue(1000) == "1,000")
    #expect(plain.axisValue(1.25) == "1.25")
    #expect(plain.axisValue(1e7) == "10,000,000")
    #expect(plain.axisValue(-20) == "\u{2212}20")
    #expect(plain.axisValue(0) == "0")
    #expect(plain.axisValue(1e8) == "10⁸")
    #expect(plain.axisValue(-1e12) == "\u{2212}10¹²")
    #expect(plain.axisValue(2e-6) == "2\u{A0}×\u{A0}10⁻⁶")
    #expect(plain.scientific(123_456) == "1.23456\u{A0}×\u{A0}10⁵")
    #expect(plain.scientific(6.02e23) == "6.02\u{A0}×\u{A0}10²³")
    #expect(plain.scientific(1) == "10⁰" && plain.scientific(0) == "0")
    #expect(LocaleFormat(identifier: "de_DE.UTF-8").scientific(2.5e-7) == "2,5\u{A0}×\u{A0}10⁻⁷")
}

@Test func unitsPercentAndDurations() {
    #expect(plain.quantity("71.2", unit: "kg") == "71.2\u{A0}kg")
    #expect(plain.quantity("8,412", unit: "") == "8,412")
    #expect(plain.percent(0.72) == "72%")
    #expect(plain.percent(0.005, fractionDigits: 1) == "0.5%")
    #expect(plain.percent(0.29) == "29%")
    #expect(plain.percent(-0.125, fractionDigits: 1) == "\u{2212}12.5%")
    #expect(plain.percent(-0.001) == "0%")
    #expect(plain.clock(seconds: 5 * 60 + 26.4) == "5:26")
    #expect(plain.clock(seconds: 59.6) == "1:00")
    #expect(plain.clock(seconds: 9) == "0:09")
    #expect(plain.clock(seconds: 3600 + 2 * 60 + 3) == "1:02:03")
    #expect(plain.clock(seconds: -75) == "\u{2212}1:15")
    #expect(plain.clock(seconds: -0.4) == "0:00")
    #expect(plain.duration(seconds: 7 * 3600 + 24 * 60) == "7\u{A0}h 24\u{A0}min")
    #expect(plain.duration(seconds: 7 * 3600) == "7\u{A0}h")
    #expect(plain.duration(seconds: 3600 - 20) == "1\u{A0}h")
    #expect(plain.duration(seconds: 24 * 60 + 29) == "24\u{A0}min")
    #expect(plain.duration(seconds: 45.4) == "45\u{A0}s")
    #expect(plain.duration(seconds: 59.7) == "1\u{A0}min")
    #expect(plain.duration(seconds: 0) == "0\u{A0}s")
    #expect(plain.duration(seconds: -90) == "\u{2212}2\u{A0}min")
    #expect(plain.duration(seconds: 1234 * 3600 + 300) == "1,234\u{A0}h 5\u{A0}min")
}

@Test(arguments: [
    ("en_GB.UTF-8", "1,234.5", "1,234,567", "72%"),
    ("en_US.UTF-8", "1,234.5", "1,234,567", "72%"),
    ("de_DE.UTF-8", "1.234,5", "1.234.567", "72\u{A0}%"),
    ("fr_FR.UTF-8", "1\u{202F}234,5", "1\u{202F}234\u{202F}567", "72\u{202F}%"),
    ("ja_JP.UTF-8", "1,234.5", "1,234,567", "72%"),
    ("es_ES", "1234,5", "1.234.567", "72\u{A0}%"),
    ("de_CH", "1’234.5", "1’234’567", "72%"),
    ("en_IN", "1,234.5", "12,34,567", "72%"),
    ("tr_TR", "1.234,5", "1.234.567", "%72"),
    ("xx_XX", "1,234.5", "1,234,567", "72%"),
    ("POSIX", "1,234.5", "1,234,567", "72%"),
])
func numbersOfLocales(identifier: String, small: String, large: String, percent: String) {
    let format = LocaleFormat(identifier: identifier)
    #expect(format.number(1234.5, fractionDigits: 1) == small)
    #expect(format.number(1_234_567) == large)
    // French writes its percent sign after a narrow space in some versions of ICU's data.
    let written = format.percent(0.72)
    #expect(written == percent || written.replacing("\u{A0}", with: "\u{202F}") == percent)
}

@Test func arabicKeepsLatinDigits() {
    let format = LocaleFormat(identifier: "ar_EG.UTF-8")
    let number = format.number(1234567.5, fractionDigits: 1)
    #expect(number.filter(\.isNumber) == "12345675")
    #expect(number.unicodeScalars.allSatisfy { $0.value < 0x660 || $0.value > 0x669 })
    let date = format.date(CivilMoment(year: 2026, month: 10, day: 14), .dayMonthYear)
    #expect(date.contains("14") && date.contains("2026") && date.contains("أكتوبر"))
}
