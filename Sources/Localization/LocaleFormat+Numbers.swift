// Numbers from their shortest decimal digits.
//
// A Double is rounded as people round the number that they see: its shortest decimal digits
// (Swift's `description`) are rounded half away from zero. So 2.675 with two digits is 2.68,
// although the binary number is slightly below. Rejected: printf (binary rounding, C's locale),
// NumberFormatter (slow).

extension LocaleFormat {
    /// The no-break space between a number and its unit.
    public static let unitSpace = "\u{A0}"
    static let minus = "\u{2212}"

    /// `value` with exactly `fractionDigits` digits after the decimal separator.
    ///
    /// The minus sign is U+2212. A value that rounds to zero has no sign; with `signed` every other
    /// positive one has a plus. A NaN is written as a dash.
    public func number(_ value: Double, fractionDigits: Int = 0, signed: Bool = false) -> String {
        number(
            value, minimumFractionDigits: fractionDigits, maximum: fractionDigits, signed: signed)
    }

    /// `value` with at most `digits` digits after the decimal separator, and no trailing zeros.
    public func number(
        _ value: Double, upToFractionDigits digits: Int, signed: Bool = false
    )
        -> String
    {
        number(value, minimumFractionDigits: 0, maximum: digits, signed: signed)
    }

    /// A whole number.
    public func number(_ value: Int) -> String {
        let sign = value < 0 ? LocaleFormat.minus : ""
        return sign + grouped(Array(String(value.magnitude).utf8))
    }

    /// The label of a tick: `value` with the number of fraction digits that `step`, the distance
    /// between ticks, requires.
    ///
    /// On axes with steps of ten millions and more, or below a hundred-thousandth, it is a power of
    /// ten, `1.5 × 10⁻⁹`, unless the values are so far from zero that this would be longer.
    public func axisValue(_ value: Double, step: Double) -> String {
        let size = abs(step)
        let digits = LocaleFormat.fractionDigits(step: step)
        guard value.isFinite, size.isFinite, size >= 1e7 || size > 0 && size < 1e-5 else {
            return number(value, fractionDigits: digits)
        }
        let exact = Decimal10(abs(value)).rounded(fractionDigits: digits)
        guard !exact.digits.isEmpty else { return number(0) }
        let whole = Decimal10(size)
        let places = exact.pointAt + (size < 1 ? digits : whole.digits.count - whole.pointAt)
        guard places <= LocaleFormat.mostScientificDigits else {
            return number(value, fractionDigits: digits)
        }
        return scientific(exact, isNegative: value < 0)
    }

    /// With more digits between the first one and that of the step, numbers are written out.
    private static let mostScientificDigits = 6

    /// The label of a tick on a linear axis, in thousands or millions if the step is at least twenty
    /// of them: `400k`, so that labels have five digits at most.
    public func compactAxisValue(_ value: Double, step: Double) -> String {
        let size = abs(step)
        guard size >= 2e4, value != 0 else { return axisValue(value, step: step) }
        return size >= 2e7
            ? tr("{1}M", number(value / 1e6, upToFractionDigits: 3))
            : tr("{1}k", number(value / 1e3, upToFractionDigits: 3))
    }

    /// The label of a tick on a logarithmic axis, where each has its own digits: `0.001`, `1,500`,
    /// and from ten millions up, and below a hundred-thousandth, in powers of ten: `10⁹`, `2.5 ×
    /// 10⁻⁷`.
    public func axisValue(_ value: Double) -> String {
        let size = abs(value)
        guard size != 0, size.isFinite, size > 1e7 || size < 1e-5 else {
            return number(value, upToFractionDigits: 20)
        }
        return scientific(value)
    }

    /// `value` as digits times a power of ten, `2.5 × 10⁻⁷`; an exact power of ten is `10⁹`.
    ///
    /// All significant digits are written.
    public func scientific(_ value: Double) -> String {
        guard value.isFinite, value != 0 else { return number(value) }
        return scientific(Decimal10(abs(value)), isNegative: value < 0)
    }

    private func scientific(_ decimal: Decimal10, isNegative: Bool) -> String {
        let sign = isNegative ? LocaleFormat.minus : ""
        let power = "10" + LocaleFormat.superscript(decimal.pointAt - 1)
        guard decimal.digits != [UInt8(ascii: "1")] else { return sign + power }
        let (first, rest) = (decimal.digits.prefix(1), decimal.digits.dropFirst())
        let digits =
            String(decoding: first, as: UTF8.self)
            + (rest.isEmpty ? "" : symbols.decimal + String(decoding: rest, as: UTF8.self))
        return sign + digits + LocaleFormat.unitSpace + "×" + LocaleFormat.unitSpace + power
    }

    private static func superscript(_ number: Int) -> String {
        let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
        return (number < 0 ? "⁻" : "")
            + String(String(number.magnitude).compactMap { $0.wholeNumberValue.map { digits[$0] } })
    }

    /// The fraction digits that distinguish multiples of `step`: 0 for 5, 1 for 0.5, 2 for 0.25.
    public static func fractionDigits(step: Double) -> Int {
        guard step.isFinite, step != 0 else { return 0 }
        let decimal = Decimal10(abs(step))
        let digits = decimal.digits.count - decimal.pointAt
        // A step with a rounding error, such as 0.30000000000000004, is rounded first.
        if digits > 9, decimal.digits.count > 9 {
            let rounded = decimal.rounded(fractionDigits: 9)
            return min(9, max(0, rounded.digits.count - rounded.pointAt))
        }
        return max(0, digits)
    }

    /// `value` as `number(_:fractionDigits:)` shows it: rounded half away from zero, by its decimal
    /// digits.
    public static func rounded(_ value: Double, fractionDigits: Int) -> Double {
        guard value.isFinite else { return value }
        let rounded = Decimal10(abs(value)).rounded(fractionDigits: fractionDigits)
        let digits = String(decoding: rounded.digits, as: UTF8.self)
        let size =
            digits.isEmpty
            ? 0 : Double(digits + "e\(rounded.pointAt - rounded.digits.count)") ?? abs(value)
        return value < 0 ? -size : size
    }

    /// The fraction digits that `value` needs when it is rounded to `most` of them.
    public static func fractionDigits(of value: Double, upTo most: Int) -> Int {
        guard value.isFinite else { return 0 }
        let rounded = Decimal10(abs(value)).rounded(fractionDigits: most)
        return max(0, rounded.digits.count - rounded.pointAt)
    }

    /// A range of two formatted numbers: `70.6 – 75.0`.
    ///
    /// If one of them is negative the range uses a word, as a dash could be read as a minus: `−1.30
    /// to −1.13`.
    public func range(_ low: String, _ high: String) -> String {
        let isNegative = low.hasPrefix(LocaleFormat.minus) || high.hasPrefix(LocaleFormat.minus)
        return low + (isNegative ? " " + symbols.rangeWord + " " : " – ") + high
    }

    /// `fraction` as a percentage: 0.72 is 72 %, in the locale's format.
    public func percent(_ fraction: Double, fractionDigits: Int = 0) -> String {
        guard fraction.isFinite else { return number(fraction) }
        let text = number(Decimal10(abs(fraction)).timesHundred, fractionDigits, fractionDigits)
        let negative = fraction < 0 && text.contains { ("1"..."9").contains($0) }
        let sign = negative ? LocaleFormat.minus : ""
        return sign + symbols.percentPrefix + text + symbols.percentSuffix
    }

    /// `number` and its unit, without a line break between them.
    public func quantity(_ number: String, unit: String) -> String {
        unit.isEmpty ? number : number + LocaleFormat.unitSpace + unit
    }

    /// A length of time for people: `7 h 24 min`, `24 min`, `45 s`.
    ///
    /// A minute or more is rounded to minutes; zero parts are left out.
    public func duration(seconds: Double) -> String {
        guard seconds.isFinite else { return number(seconds) }
        let sign = seconds < 0 ? LocaleFormat.minus : ""
        let length = abs(seconds)
        if length.rounded() < 60 {
            let text = number(length)
            return (text == "0" ? "" : sign) + quantity(text, unit: tr("s"))
        }
        let minutes = (length / 60).rounded()
        let hours = (minutes / 60).rounded(.down)
        var parts: [String] = []
        if hours > 0 { parts.append(quantity(number(hours), unit: tr("h"))) }
        let rest = minutes - hours * 60
        if rest > 0 || hours == 0 { parts.append(quantity(number(rest), unit: tr("min"))) }
        return sign + parts.joined(separator: " ")
    }

    /// A length of time as on a clock: `5:26` for minutes and seconds, `1:02:03` with hours.
    public func clock(seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e9 else { return number(seconds) }
        let whole = Int(abs(seconds).rounded())
        func padded(_ part: Int) -> String { (part < 10 ? "0" : "") + String(part) }
        let hours = whole / 3600
        let minutes = whole / 60 % 60
        let text = hours > 0 ? number(hours) + ":" + padded(minutes) : String(minutes)
        return (seconds < 0 && whole > 0 ? LocaleFormat.minus : "") + text + ":"
            + padded(whole % 60)
    }

    /// The label of a tick on an axis of durations: `1 h 30 min`, `90 h`, `2 min 15 s`, in the
    /// precision of `step`, the distance between ticks in seconds.
    ///
    /// If it is short, the last unit is left out behind the next larger one: `1 h 30`.
    ///
    /// Zero is `0 h` on an axis of hours.
    public func axisDuration(
        _ seconds: Double, step: Double, isShort: Bool = false
    ) -> String {
        guard seconds.isFinite, step.isFinite, step > 0 else { return duration(seconds: seconds) }
        return axisValue(
            seconds, step: step, units: [(3600, tr("h")), (60, tr("min")), (1, tr("s"))],
            isShort: isShort)
    }

    /// The label of a tick on an axis of values in several units: `11 st 7 lb`, in the precision of
    /// `step`, the distance between ticks.
    ///
    /// - Parameters:
    ///   - value: in the smallest of the units, like `step`.
    ///   - units: the largest first, each with its length in the smallest, whose length is 1.
    ///   - isShort: whether the last unit is left out behind the next larger one: `11 st 7`.
    public func axisValue(
        _ value: Double, step: Double, units: [(length: Double, name: String)],
        isShort: Bool = false
    ) -> String {
        guard value.isFinite, step.isFinite, step > 0, !units.isEmpty else { return number(value) }
        let last =
            units.firstIndex { step.truncatingRemainder(dividingBy: $0.length) == 0 }
            ?? units.count - 1
        var parts: [String] = []
        var rest = abs(value)
        var hasLarger = false
        for (index, (length, name)) in units[...last].enumerated() {
            let isLast = index == last
            let digits = length == 1 ? LocaleFormat.fractionDigits(step: step) : 0
            let count = isLast ? rest / length : (rest / length).rounded(.down)
            rest -= isLast ? 0 : count * length
            if count > 0 || (isLast && parts.isEmpty) {
                let number = number(count, fractionDigits: digits)
                parts.append(isShort && isLast && hasLarger ? number : quantity(number, unit: name))
            }
            hasLarger = count > 0
        }
        return (value < 0 ? LocaleFormat.minus : "") + parts.joined(separator: " ")
    }

    /// A value in two units, without the name of the smaller one: `11 st 4.2` for 158.2 pounds, and
    /// `4.2` if it is less than one of the larger.
    ///
    /// `value` is in the smaller unit.
    ///
    /// - Parameters:
    ///   - parts: the number of smaller units in one of the larger.
    ///   - unit: the name of the larger.
    public func compound(
        _ value: Double, parts: Int, unit: String, fractionDigits: Int, signed: Bool = false
    ) -> String {
        guard value.isFinite else { return number(value, signed: signed) }
        // A remainder that rounds up to a whole larger unit is carried: 13.96 of 14.
        let power = (0..<fractionDigits).reduce(1.0) { power, _ in power * 10 }
        let size = (abs(value) * power).rounded() / power
        let whole = (size / Double(parts)).rounded(.down)
        guard whole > 0 else {
            return number(value, fractionDigits: fractionDigits, signed: signed)
        }
        let sign = value < 0 ? LocaleFormat.minus : signed ? "+" : ""
        let rest = number(size - whole * Double(parts), fractionDigits: fractionDigits)
        return sign + quantity(number(whole), unit: unit) + " " + rest
    }

    private func number(
        _ value: Double, minimumFractionDigits: Int, maximum: Int, signed: Bool
    ) -> String {
        if value.isNaN { return "\u{2013}" }
        if value.isInfinite { return (value < 0 ? LocaleFormat.minus : "") + "∞" }
        let text = number(Decimal10(abs(value)), minimumFractionDigits, maximum)
        guard text.utf8.contains(where: { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) })
        else {
            return text
        }
        return (value < 0 ? LocaleFormat.minus : signed ? "+" : "") + text
    }

    private func number(_ decimal: Decimal10, _ minimum: Int, _ maximum: Int) -> String {
        let rounded = decimal.rounded(fractionDigits: maximum)
        let zero = UInt8(ascii: "0")
        var whole = Array(rounded.digits.prefix(max(0, rounded.pointAt)))
        while whole.count < rounded.pointAt { whole.append(zero) }
        if whole.isEmpty { whole = [zero] }
        var fraction = [UInt8](
            repeating: zero, count: rounded.digits.isEmpty ? 0 : max(0, -rounded.pointAt))
        fraction += rounded.digits.dropFirst(max(0, rounded.pointAt))
        while fraction.count < minimum { fraction.append(zero) }
        let head = grouped(whole)
        return fraction.isEmpty
            ? head : head + symbols.decimal + String(decoding: fraction, as: UTF8.self)
    }

    private func grouped(_ digits: [UInt8]) -> String {
        guard digits.count >= symbols.groupedFrom, !symbols.grouping.isEmpty else {
            return String(decoding: digits, as: UTF8.self)
        }
        var groups: [ArraySlice<UInt8>] = []
        var rest = digits[...]
        var size = symbols.groupSizes.first
        while rest.count > size {
            groups.append(rest.suffix(size))
            rest = rest.dropLast(size)
            size = symbols.groupSizes.others
        }
        groups.append(rest)
        return groups.reversed().map { String(decoding: $0, as: UTF8.self) }
            .joined(separator: symbols.grouping)
    }
}

/// A decimal number 0.DIGITS × 10^pointAt, without leading or trailing zeros; zero has no digits.
struct Decimal10 {
    /// ASCII digits.
    var digits: [UInt8]
    /// The position of the decimal point, counted from the first digit.
    var pointAt: Int

    private init(digits: [UInt8], pointAt: Int) {
        self.digits = digits
        self.pointAt = pointAt
    }

    /// The shortest decimal for `value`, which is finite and not negative.
    init(_ value: Double) {
        digits = []
        pointAt = 0
        var exponent = 0
        var seenPoint = false
        let text = value.description.utf8
        var i = text.startIndex
        while i < text.endIndex {
            let c = text[i]
            if c == UInt8(ascii: ".") {
                seenPoint = true
            } else if c == UInt8(ascii: "e") {
                exponent = Int(String(text[text.index(after: i)...]) ?? "0") ?? 0
                break
            } else {
                digits.append(c)
                if !seenPoint { pointAt += 1 }
            }
            i = text.index(after: i)
        }
        pointAt += exponent
        trim()
    }

    /// Exactly a hundred times the number.
    var timesHundred: Decimal10 {
        Decimal10(digits: digits, pointAt: digits.isEmpty ? 0 : pointAt + 2)
    }

    /// Rounded half away from zero to `fractionDigits` digits after the point.
    func rounded(fractionDigits: Int) -> Decimal10 {
        let kept = pointAt + fractionDigits
        guard kept < digits.count else { return self }
        guard kept >= 0 else { return Decimal10(digits: [], pointAt: 0) }
        var result = Decimal10(digits: Array(digits[..<kept]), pointAt: pointAt)
        if digits[kept] >= UInt8(ascii: "5") {
            var i = kept - 1
            while i >= 0, result.digits[i] == UInt8(ascii: "9") {
                result.digits[i] = UInt8(ascii: "0")
                i -= 1
            }
            if i >= 0 {
                result.digits[i] += 1
            } else {
                result.digits.insert(UInt8(ascii: "1"), at: 0)
                result.pointAt += 1
            }
        }
        result.trim()
        return result
    }

    private mutating func trim() {
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(leading)
        pointAt = digits.isEmpty ? 0 : pointAt - leading
    }
}
