// Shortens a line to a width, and breaks a text into lines.
//
// Shortening: the longest prefix, in whole characters, that fits together with the ellipsis, by
// bisection over shaped prefixes (each is shaped separately, since letters change their form at its
// end).
// Breaking: the text is shaped once, and the advances per code point give the width of any part.
// Lines are filled greedily between the allowed breaks, and each line is then shaped separately.
// A line may break after a space, a hyphen or a dash, and on either side of an ideograph or kana; a
// word wider than the width is broken between characters. That is the part of UAX #14 that
// sentences of an interface need; the full table was rejected as unnecessary.

extension Typesetter {
    private static let ellipsis = "…"

    /// Shapes as much of `text` as fits.
    func shape(_ text: String, _ style: TextStyle, fitting width: Double) -> ShapedLine {
        // No readable glyph is narrower than a sixteenth of the em, so the rest cannot be visible,
        // and a text of megabytes costs no more than a long one.
        let ceiling = Int(max(0, width) / style.size * 16) + 64
        let head = text.prefix(ceiling)
        if head.endIndex == text.endIndex {
            let whole = shape(text, style)
            if whole.width <= width { return whole }
        }
        let characters = Array(head)
        var best = shape("", style)
        var low = 0
        var high = characters.count
        while low <= high {
            let middle = (low + high) / 2
            var kept = characters[..<middle]
            while kept.last?.isWhitespace == true { kept.removeLast() }
            let candidate = shape(String(kept) + Typesetter.ellipsis, style)
            if candidate.width <= width {
                best = candidate
                low = middle + 1
            } else {
                high = middle - 1
            }
        }
        return best
    }

    /// `text` broken into lines no wider than `width` points, at its line breaks and between words.
    ///
    /// An empty text is one empty line. If the width is too small for one character, each line has
    /// one.
    public func lines(_ text: String, _ style: TextStyle, wrappedTo width: Double) -> [ShapedLine] {
        let paragraphs = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        return paragraphs.flatMap { wrap(String($0), style, width) }
    }

    private func wrap(_ text: String, _ style: TextStyle, _ width: Double) -> [ShapedLine] {
        let whole = line(text, style)
        guard whole.width > width else { return [whole] }
        var advances = [Double](repeating: 0, count: text.unicodeScalars.count)
        for glyph in whole.glyphs { advances[glyph.cluster] += glyph.advance }
        var pieces: [(text: String, width: Double, space: Double)] = []
        var scalar = 0
        var breakable = true
        for character in text {
            let next = scalar + character.unicodeScalars.count
            let advance = advances[scalar..<next].reduce(0, +)
            scalar = next
            if breakable || Typesetter.isIdeographic(character) { pieces.append(("", 0, 0)) }
            let last = pieces.count - 1
            pieces[last].text.append(character)
            if character == " " {
                pieces[last].space += advance
            } else {
                pieces[last].width += pieces[last].space + advance
                pieces[last].space = 0
            }
            breakable =
                character == " " || "-–—/".contains(character)
                || Typesetter.isIdeographic(character)
        }
        var lines: [ShapedLine] = []
        var current = ""
        var used = 0.0
        func finish() {
            while current.last == " " { current.removeLast() }
            if !current.isEmpty { lines.append(line(current, style)) }
            current = ""
            used = 0
        }
        for piece in pieces {
            if used + piece.width > width { finish() }
            if piece.width > width {
                for character in piece.text {
                    let grown = current + String(character)
                    if !current.isEmpty, character != " ", shape(grown, style).width > width {
                        finish()
                    }
                    current.append(character)
                }
                used = shape(current, style).width
            } else {
                current += piece.text
                used += piece.width + piece.space
            }
        }
        finish()
        return lines
    }

    /// Whether a line may break on both sides of `character`: ideographs and kana.
    private static func isIdeographic(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first?.value else { return false }
        switch scalar {
        case 0x2E80...0x2FFF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            return true
        default: return false
        }
    }
}
