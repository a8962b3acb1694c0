// How a cell shows its number: as a number, a share, a date, a time or a length of time.
//
// A workbook stores a date as the number of days since the beginning of 1900 (or 1904), and only the
// format of the cell says that it is one. Source: ECMA-376, part 1, 18.8.30: the built-in formats by
// number, and the letters of a format's code outside of quotes and brackets. Excel counts a
// 29 February 1900, which was none (ECMA-376, 18.17.4.1), so days before March 1900 are one later.

import ChartCore

/// The form of a cell's number.
enum CellFormat: Hashable, Sendable {
    case number
    case share
    case date
    /// A time of day.
    case time
    case dateAndTime
    /// A length of time, in hours that may be more than 24.
    case length

    /// A built-in format; its code is not in the file.
    init(builtIn number: Int) {
        switch number {
        case 9, 10: self = .share
        case 14...17, 27...31, 36, 50...54, 57, 58: self = .date
        case 18...21, 32...35, 55, 56: self = .time
        case 22: self = .dateAndTime
        case 45, 47: self = .time
        case 46: self = .length
        default: self = .number
        }
    }

    /// The format with a code: `yyyy\-mm\-dd hh:mm`, `0.0%`, `[h]:mm`.
    init(code: String) {
        // Only the format of positive numbers counts.
        var letters = ""
        var isQuoted = false
        var isEscaped = false
        var bracket: String?
        var isLength = false
        loop: for character in code.lowercased() {
            if isEscaped {
                isEscaped = false
                continue
            }
            if let open = bracket {
                if character == "]" {
                    // [h], [mm], [ss]; other brackets hold colours, conditions and languages.
                    if !open.isEmpty, open.allSatisfy({ "hms".contains($0) }) { isLength = true }
                    bracket = nil
                } else {
                    bracket = open + String(character)
                }
                continue
            }
            switch character {
            case "\"": isQuoted.toggle()
            case _ where isQuoted: continue
            case "\\", "_", "*": isEscaped = true
            case "[": bracket = ""
            case ";": break loop
            default: letters.append(character)
            }
        }
        // `General` and `Standard` have letters of dates.
        for word in ["general", "standard", "red", "e+0", "e-0"] {
            letters = letters.replacing(word, with: "")
        }
        let hasDate = letters.contains { "ydge".contains($0) }
        let hasTime = letters.contains { "hs".contains($0) } || letters.contains("am/pm")
        let hasMonth = letters.contains("m")
        if isLength {
            self = .length
        } else if hasDate && hasTime {
            self = .dateAndTime
        } else if hasTime {
            self = .time
        } else if hasDate || hasMonth {
            self = .date
        } else {
            self = letters.contains("%") ? .share : .number
        }
    }

    /// A number as text, in the form of dates, times and numbers that tables are read in.
    func text(_ number: Double, from1904: Bool) -> String {
        switch self {
        case .number: return CellFormat.plain(number)
        case .share: return CellFormat.plain((number * 100).roundedToDigits) + "%"
        case .length:
            let seconds = (number * 86_400).rounded()
            guard seconds >= 0, seconds < 1e9 else { return CellFormat.plain(number) }
            return CellFormat.clock(Int(seconds), hours: Int(seconds) / 3600)
        case .date, .time, .dateAndTime:
            if self == .time, number >= 0, number < 1 {
                let seconds = min(Int((number * 86_400).rounded()), 86_399)
                return CellFormat.clock(seconds, hours: seconds / 3600)
            }
            return CellFormat.moment(number, self, from1904: from1904)
                ?? CellFormat.plain(number)
        }
    }

    /// A number of days as a date, perhaps with a time; nil if it is none.
    private static func moment(
        _ number: Double, _ format: CellFormat, from1904: Bool
    ) -> String? {
        // Between 1900 and 9999.
        guard number >= 0, number < 2_958_466 else { return nil }
        let seconds = (number * 86_400).rounded()
        var days = Int((seconds / 86_400).rounded(.down))
        let rest = Int(seconds) - days * 86_400
        if from1904 {
            days += 1462
        } else if days < 60 {
            days += 1
        }
        // 25,569 days from the beginning of this count to 1970.
        let date = CivilDate(days: days - 25_569)
        let text = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
        if format == .date, rest == 0 { return text }
        return text + " " + clock(rest, hours: rest / 3600)
    }

    private static func clock(_ seconds: Int, hours: Int) -> String {
        "\(padded(hours, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// A number without an exponent where that is usual, and without `.0`.
    static func plain(_ number: Double) -> String {
        if number == number.rounded(), abs(number) < 1e15 { return "\(Int(number))" }
        return "\(number)"
    }
}

extension Double {
    /// The nearest number with at most 15 digits: shares are stored as fractions of one.
    fileprivate var roundedToDigits: Double {
        guard self != 0, isFinite else { return self }
        let digits = 14 - Int(log10Magnitude.rounded(.down))
        guard (0...300).contains(digits) else { return self }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        return (self * scale).rounded() / scale
    }

    private var log10Magnitude: Double {
        var exponent = 0.0
        var number = magnitude
        while number >= 10 {
            number /= 10
            exponent += 1
        }
        while number < 1 {
            number *= 10
            exponent -= 1
        }
        return exponent
    }
}
