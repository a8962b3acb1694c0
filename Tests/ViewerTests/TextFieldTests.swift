import Testing

@testable import Viewer

/// A line of text as it is typed, character by character.
@Suite struct TextFieldTests {
    /// The text with the caret as `|`, and the selection between `[` and `]`.
    private func picture(_ field: TextField) -> String {
        var signs: [String] = []
        for (place, character) in (Array(field.text).map(String.init) + [""]).enumerated() {
            if !field.selection.isEmpty, place == field.selection.lowerBound { signs.append("[") }
            if !field.selection.isEmpty, place == field.selection.upperBound { signs.append("]") }
            if place == field.caret { signs.append("|") }
            signs.append(character)
        }
        return signs.joined()
    }

    @Test func whatIsTypedStandsBeforeTheCaret() {
        var field = TextField()
        #expect(field.isEmpty && picture(field) == "|")
        for character in ["a", "é", "体", "👩‍👧"] { field.insert(character) }
        #expect(picture(field) == "aé体👩‍👧|")
        field.move(.backward, by: .character)
        field.move(.backward, by: .character)
        field.insert("-")
        #expect(picture(field) == "aé-|体👩‍👧")
        #expect(field.textBeforeCaret == "aé-")
    }

    @Test func theCaretStaysWithinTheText() {
        var field = TextField("ab")
        field.move(.forward, by: .character)
        #expect(picture(field) == "ab|")
        field.move(.backward, by: .end)
        field.move(.backward, by: .character)
        #expect(picture(field) == "|ab")
        field.place(at: 99)
        #expect(field.caret == 2)
        field.place(at: -1)
        #expect(field.caret == 0)
    }

    @Test func deletingTakesOneCharacterOrWhatIsMarked() {
        var field = TextField("abcd")
        field.delete(.backward, by: .character)
        #expect(picture(field) == "abc|")
        field.delete(.forward, by: .character)
        #expect(picture(field) == "abc|", "there is nothing after it")
        field.place(at: 1)
        field.delete(.forward, by: .character)
        #expect(picture(field) == "a|c")
        field.selectAll()
        #expect(field.selection == 0..<2 && field.caret == 2)
        field.delete(.backward, by: .character)
        #expect(picture(field) == "|")
        field.delete(.backward, by: .character)
        #expect(field.isEmpty)
    }

    @Test func shiftMarksAndASingleStepLeavesWhatIsMarked() {
        var field = TextField("abcdef")
        field.place(at: 2)
        field.move(.forward, by: .character, selecting: true)
        field.move(.forward, by: .character, selecting: true)
        #expect(field.selection == 2..<4 && field.caret == 4 && field.selectedText == "cd")
        var left = field
        left.move(.backward, by: .character)
        #expect(left.selection.isEmpty && left.caret == 2)
        field.move(.forward, by: .character)
        #expect(field.selection.isEmpty && field.caret == 4)
        field.move(.backward, by: .end, selecting: true)
        #expect(field.selection == 0..<4 && field.caret == 0)
        field.insert("X")
        #expect(picture(field) == "X|ef")
    }

    @Test func wordsAreSteppedOver() {
        var field = TextField("/home/ann/my file.csv")
        var places: [Int] = []
        for _ in 0..<6 {
            field.move(.backward, by: .word)
            places.append(field.caret)
        }
        // csv, file, my, ann, home, and then the slash before them.
        #expect(places == [18, 13, 10, 6, 1, 0])
        places = []
        for _ in 0..<6 {
            field.move(.forward, by: .word)
            places.append(field.caret)
        }
        #expect(places == [5, 9, 12, 17, 21, 21])
        field.delete(.backward, by: .word)
        #expect(field.text == "/home/ann/my file.")
    }

    @Test func otherLinesAndSignsOfControlAreLeftOut() {
        var field = TextField("a\nb")
        #expect(field.text == "ab")
        field.insert("/c.csv\r\n\u{1b}[0m\u{2028}\t")
        #expect(field.text == "ab/c.csv[0m")
    }

    @Test func anAccentJoinsTheLetterBeforeIt() {
        var field = TextField("ex")
        field.place(at: 1)
        field.insert("\u{301}")
        #expect(field.text == "e\u{301}x" && field.caret == 1 && field.text.count == 2)
        field.delete(.backward, by: .character)
        #expect(picture(field) == "|x")
    }

    // MARK: Input methods

    private func edit(
        _ text: String = "", before: Int = 0, after: Int = 0, composing: String = "",
        caret: Range<Int>? = nil
    ) -> TextField.MethodEdit {
        TextField.MethodEdit(
            deletedBefore: before, deletedAfter: after, text: text, composing: composing,
            composingCaret: caret)
    }

    @Test func whatIsComposedIsSeenAndNotTyped() {
        var field = TextField("größe!")
        field.place(at: 5)
        field.apply(edit(composing: "日本", caret: 3..<6))
        #expect(field.text == "größe!" && field.shownText == "größe日本!")
        #expect(field.composedPart == 5..<7 && field.shownCaret == 7)
        #expect([0, 5, 6, 7, 8].map(field.place(ofShown:)) == [0, 5, 5, 5, 6])
        field.apply(edit(composing: "日", caret: nil))
        #expect(field.shownText == "größe日!" && field.shownCaret == nil)
        field.apply(edit("日本語"))
        #expect(field.text == "größe日本語!" && field.caret == 8 && field.composition == nil)
        #expect(field.utf8Offset(of: 8) == 7 + 9)
        // Deleting counts in bytes, around the caret.
        field.apply(edit("x", before: 9, after: 1))
        #expect(field.text == "größex" && field.caret == 6)
        field.apply(edit(before: 100, after: 100))
        #expect(field.text.isEmpty && field.caret == 0)
    }

    @Test func composingTakesThePlaceOfWhatIsMarked() {
        var field = TextField("abcdef")
        field.place(at: 1)
        field.place(at: 4, selecting: true)
        field.apply(edit(composing: "ü", caret: 0..<0))
        #expect(field.text == "aef" && field.shownText == "aüef" && field.shownCaret == 1)
        // A key or a click ends it.
        field.move(.forward, by: .character)
        #expect(field.composition == nil && field.text == "aef" && field.caret == 2)
        field.apply(edit(composing: "n\ny"))
        #expect(field.shownText == "aeny" + "f")
        field.insert("z")
        #expect(field.text == "aezf" && field.composition == nil)
        field.apply(edit())
        #expect(field.text == "aezf" && field.caret == 3)
    }
}
