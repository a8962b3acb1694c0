/// A token of Swift source, with the properties that are needed to find declarations.
struct SwiftToken {
    /// The word, or the single character of a sign; empty for a string literal.
    let text: Substring
    /// Whether the token is a word: an identifier, a keyword, or a number.
    let isWord: Bool
    /// The line that it begins on, from 1.
    let line: Int
    /// Whether only blanks and comments precede it on its line.
    let beginsLine: Bool
    /// Whether it directly follows the previous token, without a blank.
    let touches: Bool
    /// Whether a `///` comment that begins with a sentence precedes it.
    let isDocumented: Bool
}

/// Swift source, split into tokens.
///
/// The source is read in one pass over the characters. Comments nest. The text of a literal is
/// skipped, whatever it contains, and so is the code of its interpolations, since no declaration
/// begins there. The preceding token distinguishes a regular expression between slashes from a
/// division. Signs are single characters: that is enough to follow brackets and to find the words
/// between them. Distinctions that no test needs are not made, such as operators of several
/// characters.
struct SwiftTokens {
    private let characters: [Character]
    private let source: String
    private var position = 0
    private var line = 1
    private(set) var tokens: [SwiftToken] = []

    /// The tokens of `source`.
    static func tokens(of source: String) -> [SwiftToken] {
        var reading = SwiftTokens(source)
        reading.readAll()
        return reading.tokens
    }

    private init(_ source: String) {
        self.source = source
        characters = Array(source)
    }

    private func character(_ offset: Int = 0) -> Character? {
        let place = position + offset
        return characters.indices.contains(place) ? characters[place] : nil
    }

    private mutating func advance() {
        if character()?.isNewline == true { line += 1 }
        position += 1
    }

    private static func isWordPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "`"
            || character == "$"
    }

    private mutating func readAll() {
        // Whether the comment before the next token documents it; nil if there is no comment.
        var isDocumented: Bool?
        var beginsLine = true
        var touches = false
        while let next = character() {
            if next.isNewline {
                beginsLine = true
                touches = false
                advance()
            } else if next.isWhitespace {
                touches = false
                advance()
            } else if next == "/", character(1) == "/" {
                let isDocumentation = character(2) == "/"
                let begin = position
                while let rest = character(), !rest.isNewline { advance() }
                let text = String(characters[begin..<position].drop { $0 == "/" || $0 == " " })
                // A list of parameters alone is not a description.
                if isDocumentation, isDocumented == nil {
                    isDocumented = !text.isEmpty && !text.hasPrefix("- ")
                }
            } else if next == "/", character(1) == "*" {
                skipBlockComment()
                touches = false
            } else if next == "#", beginsLine, ["if", "elseif", "else", "endif"].contains(word(1)) {
                while let rest = character(), !rest.isNewline { advance() }
            } else {
                let begin = (line, beginsLine, touches, isDocumented ?? false)
                let (text, isWord) = readToken(next)
                tokens.append(
                    SwiftToken(
                        text: text, isWord: isWord, line: begin.0, beginsLine: begin.1,
                        touches: begin.2, isDocumented: begin.3))
                isDocumented = nil
                beginsLine = false
                touches = true
            }
        }
    }

    /// The word that begins `offset` characters after the position.
    private func word(_ offset: Int) -> String {
        String(characters[(position + offset)...].prefix { Self.isWordPart($0) })
    }

    private mutating func readToken(_ next: Character) -> (Substring, Bool) {
        if Self.isWordPart(next) {
            let text = word(0)
            position += text.count
            return (text.filter { $0 != "`" }[...], true)
        }
        if skipText() { return ("", false) }
        if next == "/", isRegexPlace, skipRegex() { return ("", false) }
        advance()
        return (Substring(String(next)), false)
    }

    /// Whether a value may begin here, so that a slash is not a division.
    private var isRegexPlace: Bool {
        guard let before = tokens.last, let after = character(1), !after.isWhitespace else {
            return false
        }
        let word = before.isWord && ["return", "in", "case", "try"].contains(before.text)
        return word || ["=", "(", ",", ":", "[", "{"].contains(before.text)
    }

    private mutating func skipRegex() -> Bool {
        var end = position + 1
        while end < characters.count, !characters[end].isNewline {
            if characters[end] == "/" {
                position = end + 1
                return true
            }
            end += characters[end] == "\\" ? 2 : 1
        }
        return false
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if character() == "/", character(1) == "*" {
                depth += 1
                position += 2
            } else if character() == "*", character(1) == "/" {
                depth -= 1
                position += 2
            } else {
                advance()
            }
        } while depth > 0 && position < characters.count
    }

    /// Skips the literal that begins here, with or without number signs before its quotes.
    private mutating func skipText() -> Bool {
        var signs = 0
        while character(signs) == "#" { signs += 1 }
        guard character(signs) == "\"" else { return false }
        let isLong = character(signs + 1) == "\"" && character(signs + 2) == "\""
        let end =
            String(repeating: "\"", count: isLong ? 3 : 1) + String(repeating: "#", count: signs)
        let escape = "\\" + String(repeating: "#", count: signs)
        position += signs + (isLong ? 3 : 1)
        while character() != nil {
            if stands(end) {
                position += end.count
                return true
            }
            if stands(escape) {
                position += escape.count
                if character() == "(" { skipInterpolation() } else { advance() }
            } else {
                advance()
            }
        }
        return true
    }

    private func stands(_ text: String) -> Bool {
        characters[position...].starts(with: text)
    }

    private mutating func skipInterpolation() {
        var depth = 0
        while let next = character() {
            if next == "\"" || next == "#", skipText() { continue }
            if next == "(" { depth += 1 }
            if next == ")" { depth -= 1 }
            advance()
            if depth == 0 { return }
        }
    }
}
