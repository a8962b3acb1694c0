// What stands before the voltages of an electrocardiogram.
//
// Keys, and with them numbers, are in the language of the phone. So a line is known by its value: a
// date with a time, a number before a unit of frequency, a unit of voltage, a model of a watch. All
// other values (the name, the birth date, the classification, symptoms) are passed over and are no
// part of what this type holds.

import Streams

struct ECGHeader {
    /// What every watch up to now records at, in samples a second.
    static let usualRate = 512.0
    private static let soundRates = 100.0...2000.0
    /// At most so many rows are looked at; real files have a dozen before the first voltage.
    private static let depth = 200

    /// Hertz in the languages that exports were seen or are to be expected in.
    private static let hertz = [
        "hertz", "hz", "herc", "赫", "ヘルツ", "헤르츠", "герц", "херц", "хертз", "χερτζ", "هرتز", "הרץ",
        "เฮิรตซ์",
    ]

    /// How many lines have a key and a value.
    private(set) var keys = 0
    /// The date and time of the recording as written.
    private(set) var start: ClockReading?
    /// Samples a second; nil where none is written that can be.
    private(set) var rate: Double?
    /// Whether a rate is written, sound or not.
    private(set) var hasRate = false
    /// From the unit that is written to microvolts.
    private(set) var unit: UnitConversion?
    /// The model of the watch.
    private(set) var device: String?
    /// How the numbers are written.
    private(set) var style = NumberStyle.point
    /// Whether there are rows of several numbers.
    private(set) var hasColumns = false

    /// What the beginning of a document says; nil where it cannot be such a file, and of UTF-16, in
    /// which no export is written.
    init?(_ head: DocumentHead) {
        switch head.encoding {
        case .utf8, .latin1: break
        case .utf16, nil: return nil
        }
        guard !head.isXML, !head.isJSON else { return nil }
        let rows = head.text.rows(
            Dialect(delimiter: UInt8(ascii: ",")), atMost: ECGHeader.depth)
        // For either mark how many numbers have it last.
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
                    // Thousands stand before a point, and a column of its own before another.
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

    /// Whether a unit of frequency stands in a text, in one of the languages.
    private static func isOfFrequency(_ text: Substring) -> Bool {
        // The cells of all tables come here, and the most of them end with their number.
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

    /// The number before a unit of frequency; nil for other texts, nought where it cannot be.
    private static func rate(_ text: String) -> Double? {
        guard let first = text.first, first.isNumber else { return nil }
        // The unit may be longer than a number's in a table.
        let number = String(text.prefix { $0.isNumber || $0 == "." || $0 == "," })
        guard isOfFrequency(text.dropFirst(number.count)) else { return nil }
        return ColumnReading.padded(number) { bytes, end in
            let readings = [NumberStyle.point, .comma].compactMap { style -> Double? in
                if case .number(let value, unit: "") = NumberText.read(bytes, 0, end, style) {
                    return value
                }
                return nil
            }
            // `511,921` is half a million to those who write a point.
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

    /// Whether a whole line is a number, in whatever way it is written.
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
