// Characters that have an effect instead of a glyph.
//
// A name from a file, a compositor or a command line is data. A terminal would obey some of its
// characters: they move the cursor, change the title, or send an answer as if it had been typed.
// Others reverse the order of the text around them, so that a name looks like another one. Both
// kinds are displayed by their number: `\x1b` for U+001B, `\u202e` for U+202E. The form is for
// people and cannot be reversed, because a backslash stays a backslash; a program that needs the
// exact text reads JSON.
//
// The set: C0, DEL and C1 (ECMA-48), the separators of lines and paragraphs, the marks, embeddings,
// overrides and isolates of the bidirectional algorithm (UAX #9), the related deprecated U+206A to
// U+206F, and the interlinear marks U+FFF9 to U+FFFB. Rejected: U+FFFD for all of them (the
// original character would be lost), and percent escapes (they look like part of an address).

/// The characters that control a terminal or reverse text, and their output forms.
public enum ControlCharacters {
    /// Whether a scalar is one of them; this includes newline and tab.
    public static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F,
            0xFFF9...0xFFFB:
            true
        default: false
        }
    }

    /// One line of text: each control character, including newline and tab, is replaced by its
    /// number.
    ///
    /// For names and sentences, in which only the program itself may start a new line. Without such
    /// a character, the cost is one pass over the bytes.
    public static func visible(_ text: String) -> String { replaced(text) { contains($0) } }

    /// Text with the program's own lines: newlines and tabs stay, the others are replaced by their
    /// number.
    public static func visible(inLines text: String) -> String {
        replaced(text) { contains($0) && $0 != "\n" && $0 != "\t" }
    }

    /// A value for a sentence of the program: like `visible`, except that marks which order only
    /// their neighbours (U+200E, U+200F, U+061C) stay, because dates and numbers of some languages
    /// contain them.
    public static func visible(inSentence value: String) -> String {
        replaced(value) { contains($0) && ![0x61C, 0x200E, 0x200F].contains($0.value) }
    }

    /// The same as `visible(inLines:)` for bytes; bytes that are not UTF-8 become `\xff`.
    ///
    /// ASCII without any of them is returned unchanged, after one pass.
    public static func visible(_ bytes: [UInt8]) -> [UInt8] {
        func isPlain(_ byte: UInt8) -> Bool {
            byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x09
        }
        guard var start = bytes.firstIndex(where: { !isPlain($0) }) else { return bytes }
        var result = Array(bytes[..<start])
        result.reserveCapacity(bytes.count + 64)
        while start < bytes.count {
            var parser = Unicode.UTF8.ForwardParser()
            var rest = bytes[start...].makeIterator()
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if contains(scalar), scalar != "\n", scalar != "\t" {
                    result += number(scalar.value).utf8
                } else {
                    result += bytes[start..<start + encoded.count]
                }
                start += encoded.count
            case .error(let length):
                for byte in bytes[start..<start + length] { result += number(UInt32(byte)).utf8 }
                start += length
            case .emptyInput: return result
            }
            let next = bytes[start...].firstIndex { !isPlain($0) } ?? bytes.count
            result += bytes[start..<next]
            start = next
        }
        return result
    }

    /// A JSON string with its quotes.
    ///
    /// All control characters are written as JSON escapes, so that parsing returns the same text.
    public static func quotedForJSON(_ text: String) -> String {
        if !mayHoldSome(text), text.utf8.allSatisfy({ $0 != 0x22 && $0 != 0x5C }) {
            return "\"" + text + "\""
        }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where contains(scalar): quoted += "\\u" + digits(scalar.value, 4)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func replaced(
        _ text: String, _ isReplaced: (Unicode.Scalar) -> Bool
    ) -> String {
        guard mayHoldSome(text), text.unicodeScalars.contains(where: isReplaced) else {
            return text
        }
        var result = ""
        for scalar in text.unicodeScalars {
            if isReplaced(scalar) {
                result += number(scalar.value)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether the text has a byte that may begin one of them; hardly any text does.
    private static func mayHoldSome(_ text: String) -> Bool {
        text.utf8.contains {
            $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 || $0 == 0xEF
        }
    }

    private static func number(_ value: UInt32) -> String {
        value < 0x100 ? "\\x" + digits(value, 2) : "\\u" + digits(value, 4)
    }

    private static func digits(_ value: UInt32, _ width: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
