/// A line of text that is being typed: the text, the caret, and what is marked.
///
/// Places are counted in characters as a person sees them. It knows nothing of keys, files or
/// pixels.
struct TextField: Hashable, Sendable {
    /// Which way along the text.
    enum Direction: Sendable {
        case backward
        case forward
    }

    /// How far along the text.
    enum Distance: Sendable {
        case character
        /// To where a word begins or ends.
        case word
        /// To the start or the end of everything.
        case end
    }

    /// What was typed.
    private(set) var text: String
    /// The place of the caret: before the character of this number.
    private(set) var caret: Int
    /// The other end of what is marked; at the caret where nothing is.
    private(set) var anchor: Int
    /// What an input method is composing: it stands at the caret, and is not typed yet.
    private(set) var composition: Composition?

    /// Text that is being composed.
    struct Composition: Hashable, Sendable {
        var text: String
        /// Where its caret is, or what is marked in it, in characters; nil where none is shown.
        var caret: Range<Int>?
    }

    /// What an input method does: in the order of its parts, in bytes of UTF-8.
    struct MethodEdit: Hashable, Sendable {
        var deletedBefore = 0
        var deletedAfter = 0
        var text = ""
        var composing = ""
        var composingCaret: Range<Int>?
    }

    /// A field with the caret at the end of its text.
    init(_ text: String = "") {
        self.text = TextField.singleLine(text)
        caret = self.text.count
        anchor = caret
    }

    var isEmpty: Bool { text.isEmpty }
    /// What is marked; empty where nothing is.
    var selection: Range<Int> { min(caret, anchor)..<max(caret, anchor) }

    /// The marked part of the text.
    var selectedText: String {
        String(text.dropFirst(selection.lowerBound).prefix(selection.count))
    }

    /// What stands before the caret.
    var textBeforeCaret: String { String(text.prefix(caret)) }

    // MARK: Typing

    /// Puts text in the place of what is marked, or at the caret, which stands behind it then.
    ///
    /// What begins another line, and all else that is no sign, is left out.
    mutating func insert(_ string: String) {
        composition = nil
        let before = String(text.prefix(selection.lowerBound)) + TextField.singleLine(string)
        let after = text.dropFirst(selection.upperBound)
        text = before + after
        // An accent may have become one character with what stands beside it.
        place(at: before.count)
    }

    /// Takes out what is marked, or else what lies so far from the caret.
    mutating func delete(_ direction: Direction, by distance: Distance) {
        if selection.isEmpty { move(direction, by: distance, selecting: true) }
        insert("")
    }

    /// Does what an input method says; where it begins to compose, what is marked is taken out.
    mutating func apply(_ edit: MethodEdit) {
        composition = nil
        if edit.deletedBefore > 0 || edit.deletedAfter > 0 {
            let before = Array(text.utf8.prefix(utf8Offset(of: caret)))
            let after = Array(text.utf8.dropFirst(before.count))
            let kept = String(
                decoding: before.dropLast(min(edit.deletedBefore, before.count)), as: UTF8.self)
            text = kept + String(decoding: after.dropFirst(edit.deletedAfter), as: UTF8.self)
            place(at: kept.count)
        }
        if !edit.text.isEmpty { insert(edit.text) }
        let composing = TextField.singleLine(edit.composing)
        guard !composing.isEmpty else { return }
        if !selection.isEmpty { insert("") }
        func characters(_ bytes: Int) -> Int {
            String(decoding: composing.utf8.prefix(bytes), as: UTF8.self).count
        }
        composition = Composition(
            text: composing,
            caret: edit.composingCaret.map {
                characters($0.lowerBound)..<characters($0.upperBound)
            })
    }

    /// How many bytes of UTF-8 stand before a place.
    func utf8Offset(of place: Int) -> Int { text.prefix(place).utf8.count }

    // MARK: Looking

    /// What is to be seen: with what is being composed.
    var shownText: String {
        guard let composition else { return text }
        return text.prefix(caret) + composition.text + text.dropFirst(caret)
    }

    /// Where the caret is seen; nil where the input method shows none.
    var shownCaret: Int? {
        guard let composition else { return caret }
        return composition.caret.map { caret + $0.upperBound }
    }

    /// Which part of what is seen is being composed.
    var composedPart: Range<Int> { caret..<caret + (composition?.text.count ?? 0) }

    /// The place in the text of one in what is seen.
    func place(ofShown place: Int) -> Int {
        let composed = composedPart.count
        return place <= caret ? place : max(caret, place - composed)
    }

    // MARK: Moving

    /// Moves the caret, and with `selecting` marks what it passes.
    ///
    /// Without it, what is marked is let go, and a single step goes to that end of it.
    mutating func move(_ direction: Direction, by distance: Distance, selecting: Bool = false) {
        if !selecting, !selection.isEmpty, distance == .character {
            return place(at: direction == .backward ? selection.lowerBound : selection.upperBound)
        }
        place(at: destination(direction, distance), selecting: selecting)
    }

    /// Puts the caret at a place, and with `selecting` marks what lies between.
    mutating func place(at place: Int, selecting: Bool = false) {
        composition = nil
        caret = min(max(place, 0), text.count)
        if !selecting { anchor = caret }
    }

    /// Marks everything.
    mutating func selectAll() {
        composition = nil
        anchor = 0
        caret = text.count
    }

    private func destination(_ direction: Direction, _ distance: Distance) -> Int {
        switch (distance, direction) {
        case (.character, .backward): return caret - 1
        case (.character, .forward): return caret + 1
        case (.end, .backward): return 0
        case (.end, .forward): return text.count
        case (.word, .backward):
            let before = text.prefix(caret).reversed()
            let word = before.drop { !TextField.isOfWord($0) }.drop { TextField.isOfWord($0) }
            return word.count
        case (.word, .forward):
            let after = text.dropFirst(caret)
            let rest = after.drop { !TextField.isOfWord($0) }.drop { TextField.isOfWord($0) }
            return text.count - rest.count
        }
    }

    private static func isOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber
    }

    private static func singleLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter {
                    switch $0.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: false
                    default: true
                    }
                }))
    }
}
