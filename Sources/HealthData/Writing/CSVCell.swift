// A text in a cell of a table that leaves the program.
//
// A spreadsheet runs a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, even
// if it is in quotes in the file. The text comes from the author of the imported file, who may be
// anyone. So such a cell gets an apostrophe before it, as a person would type it. Method: OWASP,
// "CSV Injection". Quotes, apostrophes and spaces before such a character are skipped, since some
// programs drop them. A text such as `'=1` therefore gets a second apostrophe, and removing one
// apostrophe from every such cell gives back the original. Plain numbers stay as they are: `-1.5`
// is not a formula. Rejected: a space or a tab before the text (programs drop them).

import Platform

/// A text as a cell of a CSV table.
package enum CSVCell {
    /// The text with quotes if it needs them, with an apostrophe before what a spreadsheet would
    /// run, and with control characters, except newline and tab, replaced by their number.
    package static func text(_ text: String) -> String {
        let guarded = isRun(text) ? "'" + text : text
        let visible = ControlCharacters.visible(inLines: guarded)
        guard visible.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x3B].contains($0) }) else {
            return visible
        }
        return "\"" + visible.replacing("\"", with: "\"\"") + "\""
    }

    /// Whether a spreadsheet would take the text for a formula.
    static func isRun(_ text: String) -> Bool {
        let start = text.unicodeScalars.drop { [" ", "\"", "'"].contains($0) || $0.value == 0xA0 }
        guard let first = start.first else { return false }
        switch first {
        // With Japanese or Chinese input, the wide forms count as the narrow ones.
        case "=", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": return true
        case "+", "-": return !isNumber(text.utf8)
        default: return false
        }
    }

    /// Whether the text is a number with a sign: digits with a point or comma, and an exponent.
    private static func isNumber(_ text: String.UTF8View) -> Bool {
        var rest = text.dropFirst()
        func digits() -> Int {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        let whole = digits()
        var fraction = 0
        if let point = rest.first, point == 0x2E || point == 0x2C {
            rest = rest.dropFirst()
            fraction = digits()
        }
        guard whole + fraction > 0 else { return false }
        if let mark = rest.first, mark | 0x20 == 0x65 {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == 0x2B || sign == 0x2D { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}
