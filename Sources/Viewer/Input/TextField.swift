/// An editable line of text: the text, the caret, and the selection.
///
/// Positions are counted in characters as a person sees them. It does not depend on keys, files or
/// pixels.
struct TextField: Hashable, Sendable {
    /// A direction along the text.
    enum Direction: Sendable {
        case backward
        case forward
    }

    /// A distance along the text.
    enum Distance: Sendable {
        case character
        /// To the next beginning or end of a word.
        case word
        /// To the start or the end of the text.
        case end
    }

    /// The text that has been typed.
    private(set) var text: String
    /// The position of the caret: before the character with this index.
    private(set) var caret: Int
    /// The other end of the selection; at the caret if nothing is selected.
    private(set) var anchor: Int
    /// The text that an input method is composing: shown at the caret, but not typed yet.
    private(set) var composition: Composition?

    /// Text that is being composed.
    struct Composition: Hashable, Sendable {
        var text: String
        /// Its caret or selection, in characters; nil if none is shown.
        var caret: Range<Int>?
    }

    /// An input method's edit: in the order of its fields, in bytes of UTF-8.
    struct MethodEdit: Hashable, Sendable {
        var deletedBefore = 0
        var deletedAfter = 0
        var text = ""
        var composing = ""
        var composingCaret: Range<Int>?
    }

    /// Creates a field with the caret at the end of its text.
    init(_ text: String = "") {
        self.text = TextField.singleLine(text)
        caret = self.text.count
        anchor = caret
    }

    var isEmpty: Bool { text.isEmpty }
    /// The selected range; empty if nothing is selected.
    var selection: Range<Int> { min(caret, anchor)..<max(caret, anchor) }

    /// The selected part of the text.
    var selectedText: String {
        String(text.dropFirst(selection.lowerBound).prefix(selection.count))
    }

    /// The text before the caret.
    var textBeforeCaret: String { String(text.prefix(caret)) }

    // MARK: Typing

    /// Replaces the selection with text, or inserts it at the caret, and puts the caret after it.
    ///
    /// Line breaks and other control characters are left out.
    mutating func insert(_ string: String) {
        composition = nil
        let before = String(text.prefix(selection.lowerBound)) + TextField.singleLine(string)
        let after = text.dropFirst(selection.upperBound)
        text = before + after
        // An accent may have joined an adjacent letter into one character.
        place(at: before.count)
    }

    /// Deletes the selection, or else the text up to a distance from the caret.
    mutating func delete(_ direction: Direction, by distance: Distance) {
        if selection.isEmpty { move(direction, by: distance, selecting: true) }
        insert("")
    }

    /// Applies an input method's edit; when it starts to compose, the selection is deleted.
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

    /// The number of bytes of UTF-8 before a position.
    func utf8Offset(of place: Int) -> Int { text.prefix(place).utf8.count }

    // MARK: Display

    /// The displayed text, including what is being composed.
    var shownText: String {
        guard let composition else { return text }
        return text.prefix(caret) + composition.text + text.dropFirst(caret)
    }

    /// The displayed position of the caret; nil if the input method shows none.
    var shownCaret: Int? {
        guard let composition else { return caret }
        return composition.caret.map { caret + $0.upperBound }
    }

    /// The part of the displayed text that is being composed.
    var composedPart: Range<Int> { caret..<caret + (composition?.text.count ?? 0) }

    /// The position in the text for a position in the displayed text.
    func place(ofShown place: Int) -> Int {
        let composed = composedPart.count
        return place <= caret ? place : max(caret, place - composed)
    }

    // MARK: Moving

    /// Moves the caret, and with `selecting` selects the text that it passes.
    ///
    /// Without it, the selection is cleared, and a single step goes to that end of it.
    mutating func move(_ direction: Direction, by distance: Distance, selecting: Bool = false) {
        if !selecting, !selection.isEmpty, distance == .character {
            return place(at: direction == .backward ? selection.lowerBound : selection.upperBound)
        }
        place(at: destination(direction, distance), selecting: selecting)
    }

    /// Puts the caret at a position, and with `selecting` selects the text in between.
    mutating func place(at place: Int, selecting: Bool = false) {
        composition = nil
        caret = min(max(place, 0), text.count)
        if !selecting { anchor = caret }
    }

    /// Selects everything.
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

extension String {
    /// The text without spaces at its ends, and with single ones between its words.
    var withSingleSpaces: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
