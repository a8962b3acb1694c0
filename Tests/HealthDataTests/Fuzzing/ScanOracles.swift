import Glibc
import Localization

@testable import HealthData
@testable import Streams

/// The scanners of numbers and dates against slow and simple ones.
enum ScanOracles {
    typealias Violation = FuzzReader.Violation

    /// A text followed by bytes that must not count.
    private static func padded(_ text: ArraySlice<UInt8>, _ behind: UInt8) -> [UInt8] {
        text + [UInt8](repeating: behind, count: ByteWindow.padding)
    }

    private static let zero = UInt8(ascii: "0")
    private static let nine = UInt8(ascii: "9")
    private static func isDigit(_ byte: UInt8) -> Bool { (zero...nine).contains(byte) }

    // MARK: Numbers

    /// Checks a text, after a byte that chooses the power of ten by which it is multiplied.
    static func number(_ input: [UInt8]) throws(Violation) {
        guard let first = input.first else { return }
        let shift = Int(first % 9) - 4
        let text = input.dropFirst()
        let wanted = number(Array(text), shift: shift)
        for behind in [0, nine, UInt8(ascii: "."), UInt8(ascii: "e")] {
            let bytes = padded(text, behind)
            let got = NumberScan.read(bytes.span.bytes, 0, text.count, shift: shift)
            let what = "\(String(decoding: text, as: UTF8.self)) times 10^\(shift)"
            try Violation.unless(
                got.outcome == wanted.outcome && got.next == wanted.next,
                "\(what): \(got), not \(wanted)")
            guard got.outcome == .number else { continue }
            // A power of ten outside the number may cost one more rounding.
            let most = shift == 0 ? 0 : max(abs(wanted.value) * 0x1p-51, .leastNonzeroMagnitude)
            try Violation.unless(
                abs(got.value - wanted.value) <= most && got.value.sign == wanted.value.sign,
                "\(what): \(got.value), not \(wanted.value)")
        }
        for style in [NumberStyle.point, .comma] {
            let bytes = padded(text, 0)
            if case .number(let value, _) = NumberText.read(
                bytes.span.bytes, 0, text.count, style, shift: shift)
            {
                try Violation.unless(value.isFinite, "\(value) as a number")
            }
        }
    }

    /// The number at the beginning of a text, by the C library.
    private static func number(_ text: [UInt8], shift: Int) -> NumberReading {
        func digits(_ from: Int) -> Int { text[from...].prefix(while: isDigit).count }
        var index = 0
        if let first = text.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            index = 1
        }
        let afterSign = index
        var count = digits(index)
        index += count
        if index < text.count, text[index] == UInt8(ascii: ".") {
            let more = digits(index + 1)
            count += more
            index += 1 + more
        }
        guard count > 0 else {
            let word = String(decoding: text[afterSign...].prefix(8), as: UTF8.self).lowercased()
            let isSpecial = ["nan", "inf", "∞"].contains { word.hasPrefix($0) }
            return NumberReading(value: 0, next: 0, outcome: isSpecial ? .notFinite : .missing)
        }
        let mantissa = text[..<index]
        var exponent = ""
        if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
            var behind = index + 1
            if behind < text.count, [0x2b, 0x2d].contains(text[behind]) { behind += 1 }
            let more = digits(behind)
            if more > 0 {
                exponent = String(decoding: text[(index + 1)..<(behind + more)], as: UTF8.self)
                index = behind + more
            }
        }
        let written = String(decoding: mantissa, as: UTF8.self)
        let value = strtod(written + (exponent.isEmpty ? "" : "e" + exponent), nil)
        // A number that overflows without the power of ten stays too large, whatever the power.
        guard value.isFinite else {
            return NumberReading(value: 0, next: index, outcome: .notFinite)
        }
        let power = pow(10, Double(abs(shift)))
        let shifted = shift > 0 ? value * power : value / power
        return NumberReading(
            value: shifted, next: index, outcome: shifted.isFinite ? .number : .notFinite)
    }

    // MARK: Dates

    /// Checks lines of text, which one reader reads one after the other.
    static func timestamp(_ input: [UInt8]) throws(Violation) {
        var scan = TimestampScan()
        var reader = DateReader()
        for line in input.split(separator: 0x0a, omittingEmptySubsequences: false).prefix(4) {
            let what = String(decoding: line, as: UTF8.self)
            let wanted = moment(Array(line))
            for behind in [0, nine, UInt8(ascii: ":"), UInt8(ascii: "Z")] {
                let bytes = padded(line, behind)
                let got = scan.read(bytes.span.bytes, 0, line.count)
                guard let wanted else {
                    try Violation.unless(got.next < 0, "\(what) was read as \(got)")
                    continue
                }
                try Violation.unless(
                    got.next == wanted.next && got.hasTime == wanted.hasTime
                        && got.offset == wanted.offset && abs(got.local - wanted.local) < 1e-4,
                    "\(what): \(got), not \(wanted)")
            }
            for shape in DateShape.allCases {
                let bytes = padded(line, 0)
                let other = padded(line, nine)
                let got = reader.read(bytes.span.bytes, 0, line.count, shape)
                var fresh = DateReader()
                let again = fresh.read(other.span.bytes, 0, line.count, shape)
                try Violation.unless(
                    got.next == again.next
                        && (got.next < 0 || got.local == again.local && got.offset == again.offset),
                    "\(what) as \(shape): \(got), and read again \(again)")
                try Violation.unless(
                    got.next <= line.count && (got.next < 0 || got.local.isFinite)
                        && (got.offset == ClockReading.noOffset || abs(got.offset) <= 89_940),
                    "\(what) as \(shape): \(got)")
            }
        }
    }

    /// A date in ISO 8601 and the text after it, with the day by the C library's calendar.
    private static func moment(_ text: [UInt8]) -> ClockReading? {
        /// The byte at a place; a blank after the end of the text.
        func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0x20 }
        func number(_ index: Int, _ count: Int) -> Int? {
            guard index + count <= text.count, text[index..<index + count].allSatisfy(isDigit)
            else { return nil }
            return Int(String(decoding: text[index..<index + count], as: UTF8.self))
        }
        guard let year = number(0, 4), byte(4) == UInt8(ascii: "-"), let month = number(5, 2),
            byte(7) == UInt8(ascii: "-"), let day = number(8, 2)
        else { return nil }
        var date = tm()
        date.tm_year = Int32(year - 1900)
        date.tm_mon = Int32(month - 1)
        date.tm_mday = Int32(day)
        let midnight = timegm(&date)
        // A day that does not exist becomes another one.
        guard Int(date.tm_mon) == month - 1, Int(date.tm_mday) == day else { return nil }
        var reading = ClockReading(
            local: Double(midnight), offset: ClockReading.noOffset, hasTime: false, next: 10)
        guard text.count >= 16, [0x20, 0x54, 0x74].contains(byte(10)),
            byte(13) == UInt8(ascii: ":")
        else { return reading }
        guard let hour = number(11, 2), hour <= 24, let minute = number(14, 2), minute <= 59 else {
            return nil
        }
        var seconds = Double(hour * 3600 + minute * 60)
        var index = 16
        if text.count >= 19, byte(16) == UInt8(ascii: ":") {
            guard let second = number(17, 2), second <= 60 else { return nil }
            seconds += Double(second)
            index = 19
            if [0x2c, 0x2e].contains(byte(19)), isDigit(byte(20)) {
                let digits = text[20...].prefix(while: isDigit)
                seconds += strtod("0." + String(decoding: digits, as: UTF8.self), nil)
                index = 20 + digits.count
            }
        }
        guard hour < 24 || seconds <= 86_400 else { return nil }
        reading.local += seconds
        reading.hasTime = true
        reading.next = index
        if byte(index) == 0x20 { index += 1 }
        guard index < text.count else { return reading }
        if byte(index) | 0x20 == UInt8(ascii: "z") {
            reading.offset = 0
            reading.next = index + 1
            return reading
        }
        let sign = byte(index) == UInt8(ascii: "+") ? 1 : byte(index) == UInt8(ascii: "-") ? -1 : 0
        guard sign != 0, let hours = number(index + 1, 2), hours <= 24 else { return reading }
        index += 3
        var minutes = 0
        let colon = byte(index) == UInt8(ascii: ":") ? 1 : 0
        if index + colon + 2 <= text.count, colon == 1 || isDigit(byte(index)) {
            guard let more = number(index + colon, 2), more <= 59 else { return reading }
            minutes = more
            index += colon + 2
        }
        reading.offset = sign * (hours * 3600 + minutes * 60)
        reading.next = index
        return reading
    }
}
