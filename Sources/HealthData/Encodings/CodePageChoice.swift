// Which code page a text is in, by what its bytes would say in each.
//
// Method: for each language (`WrittenLanguage`) the number of bits is added up that its characters
// would take if the text were in it: the logarithm of how rare a letter is in that language. The
// language with the fewest bits wins ("minimum description length", J. Rissanen, "Modeling by
// shortest data description", 1978). Only bytes from 80 on count, with the byte behind them if both
// are one character; ASCII says nothing. Letters that are common in a language cost 3 to 8 bits, a
// Chinese character 12 (4 as the second one in a word that headers of health records often have),
// letters of another script in the same word and letters that the language does not have 10 to 20.
// So "Größe" costs 15 bits in German and 30 in Russian, and "Дата" the
// reverse. If nothing is shorter, it is Windows-1252.
//
// Rejected: a single share of letters (all pages with one byte have letters in nearly every place);
// tables of pairs of letters (better for long texts, but headers are short and the tables large).

enum CodePageChoice {
    /// The most bytes that are examined: whole lines say enough.
    private static let most = 1 << 14

    /// The code page of a text that is not UTF-8 and begins with these bytes.
    static func page(of text: [UInt8]) -> CodePage {
        let places = CodePageChoice.places(text)
        var best = (page: CodePage.windows1252, bits: Double.infinity)
        for language in WrittenLanguage.all {
            let bits = language.bits(of: text, places, atMost: best.bits)
            if bits < best.bits { best = (language.page, bits) }
        }
        return best.page
    }

    /// The stretches of a text that say something: words with a byte from 80 on.
    private static func places(_ text: [UInt8]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var total = 0
        var index = 0
        while index < text.count, total < CodePageChoice.most {
            guard text[index] >= 0x80 else {
                index += 1
                continue
            }
            var start = index
            while start > 0, isLetter(text[start - 1]) { start -= 1 }
            // An ASCII byte may be the second byte of a character, so a stretch ends at what is
            // never one.
            while index < text.count, text[index] >= 0x40 { index += 1 }
            places.append(start..<index)
            total += index - start
        }
        return places
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a
    }
}
