/// A parsed date pattern of Unicode's CLDR.
///
/// Source: UTS #35, part 4, "Date Format Patterns".
struct DatePattern: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case field(Character, Int)
        case literal(String)
    }

    var pieces: [Piece]

    init(pieces: [Piece]) { self.pieces = pieces }

    init(_ pattern: String) {
        var pieces: [Piece] = []
        var literal = ""
        var quoted = false
        let characters = Array(pattern)
        var i = 0
        func flush() {
            if !literal.isEmpty { pieces.append(.literal(literal)) }
            literal = ""
        }
        while i < characters.count {
            let c = characters[i]
            if c == "'" {
                if i + 1 < characters.count, characters[i + 1] == "'" {
                    literal.append("'")
                    i += 1
                } else {
                    quoted.toggle()
                }
                i += 1
            } else if !quoted, c.isASCII, c.isLetter {
                var count = 1
                while i + count < characters.count, characters[i + count] == c { count += 1 }
                flush()
                pieces.append(.field(c, count))
                i += count
            } else {
                literal.append(c)
                i += 1
            }
        }
        flush()
        self.pieces = pieces
    }

    func has(_ letters: String) -> Bool {
        pieces.contains {
            if case .field(let letter, _) = $0 { letters.contains(letter) } else { false }
        }
    }

    /// The part that changes between two dates that differ only in `letters`: from the first to the
    /// last of these fields, including the text right after the last one (`12.` in German, `12日` in
    /// Japanese).
    ///
    /// Returns the pattern in three parts; the middle one is the part that changes.
    func split(
        around letters: String
    ) -> (
        before: DatePattern, middle: DatePattern, after: DatePattern
    ) {
        let places = pieces.indices.filter {
            if case .field(let letter, _) = pieces[$0] { letters.contains(letter) } else { false }
        }
        guard let first = places.first, let last = places.last else {
            return (DatePattern(pieces: []), self, DatePattern(pieces: []))
        }
        var middle = Array(pieces[first...last])
        var after = Array(pieces[(last + 1)...])
        if case .literal(let text)? = after.first {
            let attached = text.prefix { !$0.isWhitespace && !$0.isPunctuation || $0 == "." }
            if !attached.isEmpty {
                middle.append(.literal(String(attached)))
                let rest = String(text.dropFirst(attached.count))
                if rest.isEmpty { after.removeFirst() } else { after[0] = .literal(rest) }
            }
        }
        return (
            DatePattern(pieces: Array(pieces[..<first])), DatePattern(pieces: middle),
            DatePattern(pieces: after)
        )
    }
}
