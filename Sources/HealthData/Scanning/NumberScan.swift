// Reads decimal numbers from bytes.
//
// Method: digits into a 64-bit integer, then one exact division or multiplication by a power of
// ten: with a mantissa below 2^53 and a power up to 10^22 both operands are exact, so the single
// rounding is right (Clinger, "How to read floating point numbers accurately", 1990). Anything
// longer is passed to the library's correctly rounding reader. Infinity and NaN, spelled out or by
// overflow, are distinguished from text that is not a number.

import Streams

/// The result of reading a number.
struct NumberReading {
    enum Outcome: UInt8 {
        case number
        /// No number begins here.
        case missing
        /// NaN or an infinity.
        case notFinite
    }

    var value: Double
    /// The index behind the number.
    var next: Int
    var outcome: Outcome
}

enum NumberScan {
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17,
        1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Reads a number with a decimal point from `from` on, without leading blanks, times
    /// `10^shift`.
    @inline(__always)
    static func read(
        _ bytes: RawSpan, _ from: Int, _ end: Int, shift: Int = 0
    ) -> NumberReading {
        var index = from
        var negative = false
        if index < end, bytes.byte(index) == 0x2d {
            negative = true
            index &+= 1
        }
        var mantissa: UInt64 = 0
        let first = index
        while index < end {
            let digit = bytes.byte(index) &- 0x30
            if digit > 9 { break }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            index &+= 1
        }
        var digits = index &- first
        var fraction = 0
        if index < end, bytes.byte(index) == 0x2e {
            let point = index
            index &+= 1
            while index < end {
                let digit = bytes.byte(index) &- 0x30
                if digit > 9 { break }
                mantissa = mantissa &* 10 &+ UInt64(digit)
                index &+= 1
            }
            fraction = index &- point &- 1
            digits &+= fraction
        }
        let exponent = index < end && bytes.byte(index) | 0x20 == 0x65
        if digits > 0, digits <= 18, mantissa < 1 << 53, !exponent, fraction <= 18 {
            let value = scaled(mantissa, places: fraction &- shift)
            return NumberReading(value: negative ? -value : value, next: index, outcome: .number)
        }
        return readSlowly(bytes, from, end, shift)
    }

    /// `mantissa / 10^places`, rounded once; the mantissa is below 2^53.
    @inline(__always)
    static func scaled(_ mantissa: UInt64, places: Int) -> Double {
        let value = Double(Int64(truncatingIfNeeded: mantissa))
        if places > 0 { return value / power(places) }
        return places < 0 ? value * power(-places) : value
    }

    @inline(__always)
    private static func power(_ exponent: Int) -> Double {
        // A switch on the common lengths avoids the lazily initialised table.
        switch exponent {
        case 1: 1e1
        case 2: 1e2
        case 3: 1e3
        case 4: 1e4
        case 5: 1e5
        case 6: 1e6
        default: powers[exponent]
        }
    }

    /// Reads long mantissas, exponents, plus signs, and text that is not a number.
    @inline(never)
    private static func readSlowly(
        _ bytes: RawSpan, _ from: Int, _ end: Int, _ shift: Int
    ) -> NumberReading {
        var index = from
        if index < end, bytes.byte(index) == 0x2b || bytes.byte(index) == 0x2d { index += 1 }
        let first = index
        var digits = 0
        func skipDigits() {
            while index < end, bytes.byte(index) &- 0x30 <= 9 {
                index += 1
                digits += 1
            }
        }
        skipDigits()
        if index < end, bytes.byte(index) == 0x2e {
            index += 1
            skipDigits()
        }
        guard digits > 0 else {
            let word = bytes.text(first, min(end, first + 8)).lowercased()
            let special = word.hasPrefix("nan") || word.hasPrefix("inf") || word.hasPrefix("∞")
            return NumberReading(value: 0, next: from, outcome: special ? .notFinite : .missing)
        }
        if index < end, bytes.byte(index) | 0x20 == 0x65 {
            var behind = index + 1
            if behind < end, bytes.byte(behind) == 0x2b || bytes.byte(behind) == 0x2d {
                behind += 1
            }
            if behind < end, bytes.byte(behind) &- 0x30 <= 9 {
                while behind < end, bytes.byte(behind) &- 0x30 <= 9 { behind += 1 }
                index = behind
            }
        }
        var value = Double(bytes.text(from, index)) ?? .nan
        if shift > 0 { value *= powers[shift] }
        if shift < 0 { value /= powers[-shift] }
        return NumberReading(
            value: value, next: index, outcome: value.isFinite ? .number : .notFinite)
    }
}
