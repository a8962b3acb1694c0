import Streams

/// How the numbers of a column are written.
enum NumberStyle: Sendable, Hashable {
    /// `1234.5`, perhaps `1,234.5`.
    case point
    /// `1234,5`, perhaps `1.234,5`.
    case comma
}

/// A number in a table and the text around it: thousands groups, a unit behind it.
enum NumberText {
    enum Outcome {
        case number(Double, unit: String)
        case missing
        case notFinite
        case notNumber
    }

    /// Texts that mean that there is no value.
    static let missing: Set<String> = [
        "", "-", "--", "—", "–", "null", "n/a", "na", "none", "nil", "?",
    ]

    /// Reads a whole field that has no blanks around it.
    static func read(
        _ bytes: RawSpan, _ from: Int, _ end: Int, _ style: NumberStyle, shift: Int = 0
    ) -> Outcome {
        if style == .point {
            let quick = NumberScan.read(bytes, from, end, shift: shift)
            if quick.outcome == .number, quick.next == end { return .number(quick.value, unit: "") }
        }
        guard end - from <= 64 else { return .notNumber }
        return read(bytes.text(from, end), style, shift: shift)
    }

    private static func read(_ cell: String, _ style: NumberStyle, shift: Int) -> Outcome {
        let field = PlainText.folded(cell).trimmingBlanks()
        let lower = field.lowercased()
        if missing.contains(lower) { return .missing }
        var digits: [UInt8] = []
        var group: [Int] = []
        var sawDecimal = false
        var sawGroup = false
        var sawDigit = false
        var sign: UInt8?
        var run = 0
        let decimal: Unicode.Scalar = style == .point ? "." : ","
        let scalars = Array(field.unicodeScalars)
        var index = 0
        scan: while index < scalars.count {
            let scalar = scalars[index]
            let isBeforeDigit =
                index + 1 < scalars.count && scalars[index + 1].value &- 0x30 <= 9
            switch scalar {
            case "0"..."9":
                digits.append(UInt8(scalar.value))
                sawDigit = true
                run += 1
            case "+", "-", "\u{2212}":
                guard sign == nil, !sawDigit else { break scan }
                sign = scalar == "+" ? 0x2b : 0x2d
            case decimal where !sawDecimal:
                group.append(run)
                run = 0
                sawDecimal = true
                digits.append(0x2e)
            case ".", ",", "'", "\u{2019}", " ", "\u{a0}", "\u{202f}":
                guard sawDigit, !sawDecimal, isBeforeDigit else { break scan }
                group.append(run)
                run = 0
                sawGroup = true
            case "e", "E":
                // An exponent, unless a unit begins with the letter.
                guard sawDigit, index + 1 < scalars.count,
                    scalars[index + 1].value &- 0x30 <= 9 || scalars[index + 1] == "-"
                        || scalars[index + 1] == "+"
                else { break scan }
                digits.append(contentsOf: String(String.UnicodeScalarView(scalars[index...])).utf8)
                index = scalars.count
                break scan
            default: break scan
            }
            index += 1
        }
        guard sawDigit else {
            let special = lower.drop { $0 == "-" || $0 == "+" }
            let notFinite =
                special.hasPrefix("nan") || special.hasPrefix("inf") || special.hasPrefix("∞")
            return notFinite ? .notFinite : .notNumber
        }
        if sawGroup {
            if !sawDecimal { group.append(run) }
            // 1 to 3 digits, then groups of exactly three (or two, as in India, before the last).
            guard let first = group.first, first <= 3, first > 0, group.count > 1,
                group.dropFirst().allSatisfy({ $0 == 3 || $0 == 2 }), group.last == 3
            else { return .notNumber }
        }
        let rest = String(String.UnicodeScalarView(scalars[index...]))
        let unit = rest.trimmingBlanks()
        guard unit.utf8.count <= 16, !unit.contains(where: { $0.isNumber && $0 != "²" }) else {
            return .notNumber
        }
        if let sign { digits.insert(sign, at: 0) }
        let count = digits.count
        digits.append(contentsOf: [UInt8](repeating: 0, count: ByteWindow.padding))
        let reading = NumberScan.read(digits.span.bytes, 0, count, shift: shift)
        switch reading.outcome {
        case .number where reading.next == count: return .number(reading.value, unit: unit)
        case .notFinite: return .notFinite
        default: return .notNumber
        }
    }
}

extension String {
    /// The text without blanks and control characters at both ends.
    func trimmingBlanks() -> String {
        let isBlank: (Unicode.Scalar) -> Bool = {
            $0.value <= 32 || $0 == "\u{a0}" || $0 == "\u{202f}" || $0 == "\u{feff}"
                || $0.value == 127
        }
        var scalars = unicodeScalars[...]
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return String(scalars)
    }
}
