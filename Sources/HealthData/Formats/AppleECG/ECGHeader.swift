// The lines before the voltages of an electrocardiogram.
//
// Keys, and numbers with them, are in the language of the phone. So a line is recognized by its
// value: a date with a time, a number before a unit of frequency, a unit of voltage, a model of a
// watch. All other values (the name, the birth date, the classification, symptoms) are passed over
// and are never stored in this type.

import Streams

struct ECGHeader {
    /// The sample rate of every watch up to now, in samples per second.
    static let usualRate = 512.0
    private static let soundRates = 100.0...2000.0
    /// The most rows that are examined; real files have a dozen before the first voltage.
    private static let depth = 200

    /// Hertz in the languages of known or expected exports.
    private static let hertz = [
        "hertz", "hz", "herc", "赫", "ヘルツ", "헤르츠", "герц", "херц", "хертз", "χερτζ", "هرتز", "הרץ",
        "เฮิรตซ์",
    ]

    /// The number of lines with a key and a value.
    private(set) var keys = 0
    /// The date and time of the recording as written.
    private(set) var start: ClockReading?
    /// Samples per second; nil if the file gives no plausible rate.
    private(set) var rate: Double?
    /// Whether the file gives a rate, plausible or not.
    private(set) var hasRate = false
    /// The conversion from the file's unit to microvolts.
    private(set) var unit: UnitConversion?
    /// The model of the watch.
    private(set) var device: String?
    /// How the numbers are written.
    private(set) var style = NumberStyle.point
    /// Whether there are rows of several numbers.
    private(set) var hasColumns = false

    /// Reads the beginning of a document; nil if it cannot be such a file, or is UTF-16, which
    /// exports never use.
    init?(_ head: DocumentHead) {
        switch head.encoding {
        case .utf8, .codePage: break
        case .utf16, nil: return nil
        }
        guard !head.isXML, !head.isJSON else { return nil }
        let rows = head.text.rows(
            Dialect(delimiter: UInt8(ascii: ",")), atMost: ECGHeader.depth)
        // For each of the two marks, the number of numbers in which it is the last one.
        var (points, commas) = (0, 0)
        var hasVoltages = false
        for row in rows where row.fields.contains(where: { !$0.isEmpty }) {
            let text = row.fields.joined(separator: ",")
            if ECGHeader.looksLikeNumber(text) {
                hasVoltages = true
                if row.fields.count > 2 { hasColumns = true }
                switch text.last(where: { $0 == "." || $0 == "," }) {
                case ".":
                    points += 1
                    // `1,234.5` is one number with thousands; a point before the comma as well
                    // means two columns.
                    if row.fields.dropLast().contains(where: { $0.contains(".") }) {
                        hasColumns = true
                    }
                case ",": commas += 1
                default: break
                }
            } else if !hasVoltages {
                keys += 1
                take(row.fields.dropFirst().joined(separator: ","))
            }
        }
        guard keys > 0 else { return nil }
        style = commas > points ? .comma : .point
    }

    /// Takes the value of a line.
    private mutating func take(_ text: String) {
        let value = text.trimmingBlanks()
        guard !value.isEmpty, value.utf8.count <= 64 else { return }
        if start == nil, let reading = ECGHeader.moment(value) {
            start = reading
        } else if let rate = ECGHeader.rate(value) {
            hasRate = true
            if rate > 0 { self.rate = self.rate ?? rate }
        } else if let conversion = UnitConversion.from(value, to: "µV") {
            unit = unit ?? conversion
        } else if device == nil, ECGHeader.isModel(value) {
            device = value
        }
    }

    /// Whether a text contains a unit of frequency, in one of the languages.
    private static func isOfFrequency(_ text: Substring) -> Bool {
        // The cells of all tables pass through here, and most of them end with their number.
        guard !text.isEmpty else { return false }
        let bytes = Array(text.lowercased().utf8)
        return hertz.contains { unit in
            bytes.indices.contains { bytes[$0...].starts(with: unit.utf8) }
        }
    }

    /// A date with a time of day, the year first; nil for other texts.
    private static func moment(_ text: String) -> ClockReading? {
        ColumnReading.padded(text) { bytes, end in
            var reader = DateReader()
            let reading = reader.read(bytes, 0, end, .iso)
            return reading.next == end && reading.hasTime ? reading : nil
        }
    }

    /// The number before a unit of frequency; nil for other texts, 0 if it is implausible.
    private static func rate(_ text: String) -> Double? {
        guard let first = text.first, first.isNumber else { return nil }
        // The unit may be longer than a number's unit in a table.
        let number = String(text.prefix { $0.isNumber || $0 == "." || $0 == "," })
        guard isOfFrequency(text.dropFirst(number.count)) else { return nil }
        return ColumnReading.padded(number) { bytes, end in
            let readings = [NumberStyle.point, .comma].compactMap { style -> Double? in
                if case .number(let value, unit: "") = NumberText.read(bytes, 0, end, style) {
                    return value
                }
                return nil
            }
            // `511,921` means half a million if the decimal separator is a point.
            return readings.first(where: soundRates.contains) ?? 0
        }
    }

    /// Whether a text is a model of a watch: `Watch6,2`.
    private static func isModel(_ text: String) -> Bool {
        guard text.hasPrefix("Watch") else { return false }
        let numbers = text.dropFirst(5).split(separator: ",", omittingEmptySubsequences: false)
        return numbers.count == 2
            && numbers.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
            }
    }

    /// Whether a whole line is a number, in any notation.
    private static func looksLikeNumber(_ text: String) -> Bool {
        var hasDigit = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9": hasDigit = true
            case "+", "-", "\u{2212}", ".", ",", "'", "\u{2019}", " ", "\u{a0}", "\u{202f}": break
            default: return false
            }
        }
        return hasDigit
    }
}
