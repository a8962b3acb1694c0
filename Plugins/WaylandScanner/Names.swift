/// Converts the protocols' names to Swift's.
enum Names {
    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "for", "func", "guard", "if",
        "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private", "protocol",
        "public",
        "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
        "throw",
        "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// `zwp_pointer_gesture_pinch_v1` → `ZwpPointerGesturePinchV1`.
    static func type(_ name: String) -> String {
        name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The nested type of an enumeration.
    ///
    /// `Type` and `Error` have another meaning in Swift.
    static func enumeration(_ name: String) -> String {
        switch name {
        case "type": "Kind"
        case "error": "ErrorCode"
        default: type(name)
        }
    }

    /// `set_app_id` → `setAppId`, escaped if it is a Swift keyword.
    static func member(_ name: String) -> String {
        let joined = type(name)
        let plain = joined.prefix(1).lowercased() + joined.dropFirst()
        if keywords.contains(plain) { return "`\(plain)`" }
        return plain.first?.isNumber == true ? "_\(plain)" : plain
    }

    /// The same as an argument label in a call, where keywords need no escape.
    static func label(_ name: String) -> String { member(name).filter { $0 != "`" } }

    /// A summary as a sentence.
    static func sentence(_ summary: String, orElse name: String) -> String {
        let words = summary.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return "The protocol's `\(name)`." }
        let capital = words.prefix(1).uppercased() + words.dropFirst()
        return capital.hasSuffix(".") ? capital : capital + "."
    }
}

/// Swift source text, line by line.
struct Source {
    private(set) var text = ""
    private var depth = 0

    /// Adds a line.
    ///
    /// A trailing `{` indents the lines that follow, a leading `}` ends the indentation.
    mutating func line(_ content: String = "") {
        if content.hasPrefix("}") || content.hasPrefix(")") || content.hasPrefix("]") { depth -= 1 }
        if content.isEmpty {
            text += "\n"
        } else {
            text += String(repeating: "    ", count: depth) + content + "\n"
        }
        let opens = content.hasSuffix("{") || content.hasSuffix("(") || content.hasSuffix("[")
        if opens || content.hasSuffix(" in") { depth += 1 }
    }
}
