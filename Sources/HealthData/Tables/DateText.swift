// Dates and times in the words of other languages, rewritten so that `DateReader` can read them.
//
// Method: one pass over the characters of a cell. Blanks, digits and signs are folded
// (`PlainText`); each word is replaced by what it means (`DateWord`): `令和6年2月27日 午後9時5分`
// becomes `2024/2/27 PM 9:5`, `6 de oct. de 2014, 4:05 p. m.` becomes `6 Oct 2014, 4:05 PM`. The
// longest known word at a place counts; a cell with any other word is left as it is. This is only
// done for cells that cannot be read as they are.

import Streams

struct DateText {
    /// The longest cell that is examined, in bytes.
    private static let longest = 120

    /// A cell without the words and signs of other languages; nil if it is the same or has unknown
    /// words.
    static func plain(_ bytes: RawSpan, _ from: Int, _ end: Int) -> String? {
        guard end - from <= longest, mayDiffer(bytes, from, end) else { return nil }
        let text = bytes.text(from, end)
        var rewriting = DateText(text)
        rewriting.moveYear()
        guard let plain = rewriting.rewrite(), plain != text else { return nil }
        return plain
    }

    /// Whether a cell has a digit, and something other than digits and the signs of plain dates.
    private static func mayDiffer(_ bytes: RawSpan, _ from: Int, _ end: Int) -> Bool {
        var hasDigit = false
        var hasOther = false
        var index = from
        while index < end {
            let byte = bytes.byte(index)
            let lower = byte | 0x20
            if byte &- 0x30 <= 9 {
                hasDigit = true
            } else if byte >= 0x80 {
                // Digits of other scripts are not ASCII.
                return true
            } else if lower >= 0x61, lower <= 0x7a, lower != 0x74, lower != 0x7a {
                hasOther = true
            }
            index += 1
        }
        return hasDigit && hasOther
    }

    private var scalars: [Unicode.Scalar]
    private var index = 0
    private var result = ""

    private init(_ text: String) {
        scalars = text.unicodeScalars.compactMap(PlainText.folded)
    }

    private mutating func rewrite() -> String? {
        guard scalars.contains(where: DateText.isDigit) else { return nil }
        while index < scalars.count {
            let scalar = scalars[index]
            if DateText.isLetter(scalar) {
                guard rewriteWord() else { return nil }
            } else {
                if !skipBracket() {
                    result.unicodeScalars.append(scalar)
                    index += 1
                }
            }
        }
        return DateText.joined(result)
    }

    /// Puts a year behind the time of day in front of it: `Mon Jan 5 08:06:00 CET 2026`, as Unix and
    /// Java write dates.
    private mutating func moveYear() {
        let year = scalars.suffix(4)
        guard scalars.count > 12, year.allSatisfy(DateText.isDigit),
            scalars[scalars.count - 5] == " ", let colon = scalars.firstIndex(of: ":")
        else { return }
        let hour = scalars[..<colon].lastIndex { !DateText.isDigit($0) } ?? -1
        guard hour >= 0, scalars[hour] == " " else { return }
        scalars = scalars[...hour] + year + [" "] + scalars[(hour + 1)...].dropLast(5)
    }

    /// Passes over a text in brackets without digits: `(火)`.
    private mutating func skipBracket() -> Bool {
        guard scalars[index] == "(",
            let close = scalars[index...].firstIndex(of: ")"),
            !scalars[index..<close].contains(where: DateText.isDigit)
        else { return false }
        result += " "
        index = close + 1
        return true
    }

    /// Replaces the longest known word at the index; false if there is none.
    private mutating func rewriteWord() -> Bool {
        // The texts of one letter, two and so on from here on, with what may be inside an
        // abbreviation left out, and the index behind each.
        var keys: [(key: String, next: Int)] = []
        var at = index
        while at < scalars.count, keys.count < DateWord.longest {
            let scalar = scalars[at]
            at += 1
            if DateText.isLetter(scalar) {
                keys.append(
                    ((keys.last?.key ?? "") + scalar.properties.lowercaseMapping, at))
                // Most words of a text that is no date end here.
                if keys.count == 2, !DateWord.beginnings.contains(keys[1].key) { break }
            } else if !DateText.isInAbbreviation(scalar) {
                break
            }
        }
        for (key, next) in keys.reversed() {
            guard let word = word(key), isWordEnd(next) else { continue }
            index = next
            // The point of an abbreviation.
            if index < scalars.count, scalars[index] == ".", endsAbbreviation(word) { index += 1 }
            write(word)
            return true
        }
        return false
    }

    private func word(_ key: String) -> DateWord? {
        // The eras of Japan as capitals before the year: R6/2/27.
        if index == 0, scalars.count > 1, DateText.isDigit(scalars[1]) {
            switch key {
            case "r": return .era(2018)
            case "h": return .era(1988)
            case "s": return .era(1925)
            default: break
            }
        }
        // Saturday, which is a word for the morning elsewhere.
        if index == 0, key == "sa" { return .filler }
        return DateWord.words[key]
    }

    /// Whether a word may end before an index: the letters of alphabets do not touch others.
    private func isWordEnd(_ next: Int) -> Bool {
        guard next < scalars.count, DateText.isLetter(scalars[next]) else { return true }
        return DateText.isIdeograph(scalars[next]) || DateText.isIdeograph(scalars[next - 1])
    }

    private func endsAbbreviation(_ word: DateWord) -> Bool {
        switch word {
        case .sign, .unit: false
        default: true
        }
    }

    private mutating func write(_ word: DateWord) {
        switch word {
        case .morning: result += " AM "
        case .afternoon: result += " PM "
        case .month(let number):
            let names = [
                "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
            ]
            result += " \(names[number - 1]) "
        case .sign(let sign):
            result += sign
            // "2024년 2월 27일"
            if sign == "/" { index = scalars[index...].firstIndex { $0 != " " } ?? scalars.count }
        case .filler: result += " "
        case .unit(let behindLast):
            let rest = scalars[index...].drop { $0 == " " }
            if let next = rest.first, DateText.isDigit(next) {
                result += ":"
                index = rest.startIndex
            } else {
                result += behindLast
            }
        case .era(let lacking): writeYear(lacking)
        }
    }

    /// Writes the year of an era as one of the common era; the first year may be `元`.
    private mutating func writeYear(_ lacking: Int) {
        while index < scalars.count, scalars[index] == " " || scalars[index] == "." { index += 1 }
        if index < scalars.count, scalars[index] == "元" {
            result += "\(lacking + 1)"
            index += 1
            return
        }
        let digits = scalars[index...].prefix(3).prefix(while: DateText.isDigit)
        guard let year = Int(String(String.UnicodeScalarView(digits))) else { return }
        result += "\(lacking + year)"
        index = digits.endIndex
    }

    /// A text with single blanks and none at its ends, before a comma or around the signs of a
    /// date.
    private static func joined(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == " ", result.isEmpty || result.hasSuffix(" ") { continue }
            if scalar == ",", result.hasSuffix(" ") { result.removeLast() }
            result.unicodeScalars.append(scalar)
        }
        return result.trimmingBlanks()
    }

    // MARK: Characters

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar >= "0" && scalar <= "9"
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return scalar.value | 0x20 >= 0x61 && scalar.value | 0x20 <= 0x7a }
        if scalar.properties.isAlphabetic { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .otherSymbol: return true
        default: return false
        }
    }

    /// Whether a character may be inside an abbreviation: `a. m.`, `לפנה״צ`.
    private static func isInAbbreviation(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." || scalar == " " || scalar == "\u{5f4}" || scalar == "\u{2019}"
    }

    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x2e80 }
}
