// Cells as if they were written on a plain keyboard.
//
// Programs write the blank between a number and its unit or between a clock and `pm` as one of a
// dozen characters (iOS 17 and Windows 10 began with U+202F), digits in the script of the language,
// and marks of direction that nobody sees. Numbers and dates are read from ASCII, so such cells are
// folded first. That costs nothing for cells in ASCII, which are read as they are.

import Streams

enum PlainText {
    /// Whether a cell has only ASCII.
    static func isASCII(_ bytes: RawSpan, _ from: Int, _ end: Int) -> Bool {
        var index = from
        while index < end {
            if bytes.byte(index) >= 0x80 { return false }
            index += 1
        }
        return true
    }

    /// A text with plain blanks, digits, dashes and full-width signs, and without invisible marks.
    static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let plain = folded(scalar) { result.append(plain) }
        }
        return String(result)
    }

    /// The plain form of a character; nil if it is an invisible mark.
    static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.value < 0x80 { return scalar }
        switch scalar.value {
        case 0xa0, 0x1680, 0x2000...0x200a, 0x202f, 0x205f, 0x3000: return " "
        case 0xad, 0x61c, 0x200b...0x200f, 0x202a...0x202e, 0x2060...0x2064, 0x2066...0x2069,
            0xfeff:
            return nil
        case 0x2010...0x2013, 0x2212: return "-"
        case 0xff01...0xff5e: return Unicode.Scalar(scalar.value - 0xfee0)
        // The decimal sign and the sign of thousands of Arabic digits, and the Arabic comma.
        case 0x66b: return "."
        case 0x66c, 0x60c: return ","
        default: break
        }
        guard scalar.properties.numericType == .decimal,
            let value = scalar.properties.numericValue
        else { return scalar }
        return Unicode.Scalar(0x30 + UInt32(value))
    }
}
