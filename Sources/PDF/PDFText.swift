import Glibc

/// Texts in the formats of documents.
enum PDFText {
    /// The text with a space for each character that a C string or XML cannot contain.
    static func plain(_ text: String) -> String {
        func isPlain(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: false
            default: true
            }
        }
        guard !text.unicodeScalars.allSatisfy(isPlain) else { return text }
        var plain = ""
        for scalar in text.unicodeScalars {
            plain.unicodeScalars.append(isPlain(scalar) ? scalar : " ")
        }
        return plain
    }

    /// The text as XML's character data.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in plain(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// An instant as `2024-02-29T12:00:00Z`.
    static func instant(_ seconds: Double) -> String {
        let parts = parts(seconds)
        return "\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])Z"
    }

    /// An instant as `D:20240229120000Z`.
    static func date(_ seconds: Double) -> String { "D:" + parts(seconds).joined() + "Z" }

    /// Year, month, day, hour, minute and second.
    ///
    /// A year without four digits gives the first second of 1970.
    private static func parts(_ seconds: Double) -> [String] {
        let isKnown = seconds >= -62_135_596_800 && seconds < 253_402_300_800
        var time = isKnown ? time_t(seconds.rounded(.down)) : 0
        var parts = tm()
        gmtime_r(&time, &parts)
        func padded(_ number: Int32, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return [padded(parts.tm_year + 1900, 4), padded(parts.tm_mon + 1, 2)]
            + [parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded($0, 2) }
    }
}
