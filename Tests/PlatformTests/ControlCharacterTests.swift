import Platform
import Testing

@Suite("Characters that control a terminal are shown by their number")
struct ControlCharacterTests {
    /// All characters that must not reach a terminal, listed independently of the code.
    private static let all: [UInt32] =
        Array(0..<0x20) + Array(0x7F...0x9F) + [0x61C, 0x200E, 0x200F, 0x2028, 0x2029]
        + Array(0x202A...0x202E) + Array(0x2066...0x2069)

    @Test func everyOneOfThemIsShown() throws {
        for value in Self.all {
            let scalar = try #require(Unicode.Scalar(value))
            let shown = ControlCharacters.visible("a\(Character(scalar))b")
            let hex = String(value, radix: 16)
            let expected =
                value < 0x100
                ? "a\\x" + (value < 0x10 ? "0" : "") + hex + "b"
                : "a\\u" + (value < 0x1000 ? "0" : "") + hex + "b"
            #expect(shown == expected)
            let bytes = ControlCharacters.visible(Array("a\(Character(scalar))b".utf8))
            let stays = value == 0x0A || value == 0x09
            #expect(
                String(decoding: bytes, as: UTF8.self)
                    == (stays ? "a\(Character(scalar))b" : expected))
            let json = ControlCharacters.quotedForJSON("\(Character(scalar))")
            #expect(json.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "\(value)")
        }
    }

    @Test func everythingElseStays() {
        let text = "Größe 体重 🏴󠁧󠁢󠁥󠁮󠁧󠁿 عربى ½ \\x1b \u{200D}\u{200C}é ´ı"
        #expect(ControlCharacters.visible(text) == text)
        #expect(ControlCharacters.visible(Array(text.utf8)) == Array(text.utf8))
        #expect(ControlCharacters.visible(inSentence: "\u{200F}5\u{61C}") == "\u{200F}5\u{61C}")
        #expect(ControlCharacters.visible(inSentence: "\u{202E}5\n") == "\\u202e5\\x0a")
        #expect(ControlCharacters.quotedForJSON(#"a"b\"#) == #""a\"b\\""#)
        #expect(ControlCharacters.quotedForJSON("a\n\u{1B}\u{85}") == #""a\n\u001b\u0085""#)
    }

    @Test func bytesThatAreNoTextAreShown() {
        func shown(_ bytes: [UInt8]) -> String {
            String(decoding: ControlCharacters.visible(bytes), as: UTF8.self)
        }
        #expect(shown([0x61, 0xFF, 0x62]) == #"a\xffb"#)
        // A lone C1 byte, a truncated scalar, an overlong one, a surrogate.
        #expect(shown([0x9B, 0x33, 0x31, 0x6D]) == #"\x9b31m"#)
        #expect(shown([0x61, 0xE2, 0x80]) == #"a\xe2\x80"#)
        #expect(shown([0xC0, 0x9B]) == #"\xc0\x9b"#)
        #expect(shown([0xED, 0xA0, 0x80]) == #"\xed\xa0\x80"#)
    }

    @Test func whatIsPutIntoATextHasNoLines() {
        let name = "a\noresen: all is well\u{1B}[2J"
        let text: TerminalText = "\(name): read\n"
        #expect(text.text == "a\\x0aoresen: all is well\\x1b[2J: read\n")
        let more: TerminalText = "\t\(text)" + "\(1.5), \(3)"
        #expect(more.text == "\ta\\x0aoresen: all is well\\x1b[2J: read\n1.5, 3")
        #expect(TerminalText(ownLines: "a\nb\u{7}").text == "a\nb\\x07")
        #expect(TerminalText(value: "a\nb").text == "a\\x0ab")
    }
}
