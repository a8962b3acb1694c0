import Localization

/// The keys of a text field.
@MainActor
enum FieldCommands {
    /// The commands that change the text in a field by keys.
    static func all(_ viewer: ViewerContext) -> [Command] {
        typealias Edit = (inout TextField) -> Void
        func key(
            _ name: String, _ title: String, _ key: Key, control: Bool = false,
            shift: Bool = false, _ edit: @escaping Edit
        ) -> Command {
            Command(
                name, title, keys: [KeyCombination(key, control: control, shift: shift)],
                scope: .field, group: .typing, .repeats,
                perform: { [unowned viewer] in viewer.edit(edit) })
        }
        let (move, mark, delete) = (tr("Move the cursor"), tr("Select text"), tr("Delete text"))
        return [
            key("field.left", move, .left) { $0.move(.backward, by: .character) },
            key("field.right", move, .right) { $0.move(.forward, by: .character) },
            key("field.start", move, .home) { $0.move(.backward, by: .end) },
            key("field.end", move, .end) { $0.move(.forward, by: .end) },
            key("field.word-left", move, .left, control: true) { $0.move(.backward, by: .word) },
            key("field.word-right", move, .right, control: true) { $0.move(.forward, by: .word) },
            key("field.mark-left", mark, .left, shift: true) {
                $0.move(.backward, by: .character, selecting: true)
            },
            key("field.mark-right", mark, .right, shift: true) {
                $0.move(.forward, by: .character, selecting: true)
            },
            key("field.mark-all", mark, .character("a"), control: true) { $0.selectAll() },
            key("field.mark-start", mark, .home, shift: true) {
                $0.move(.backward, by: .end, selecting: true)
            },
            key("field.mark-end", mark, .end, shift: true) {
                $0.move(.forward, by: .end, selecting: true)
            },
            key("field.delete-back", delete, .backspace) { $0.delete(.backward, by: .character) },
            key("field.delete", delete, .delete) { $0.delete(.forward, by: .character) },
            key("field.delete-start", delete, .character("u"), control: true) {
                $0.place(at: $0.caret)
                $0.delete(.backward, by: .end)
            },
        ] + clipboard(viewer)
    }

    private static func clipboard(_ viewer: ViewerContext) -> [Command] {
        func key(
            _ name: String, _ character: Character, _ perform: @escaping () -> Void
        ) -> Command {
            Command(
                name, tr("Copy, cut, paste"),
                keys: [KeyCombination(.character(character), control: true)], scope: .field,
                group: .typing, .repeats,
                perform: perform)
        }
        return [
            key("field.copy", "c") { [unowned viewer] in copySelectedText(viewer) },
            key("field.cut", "x") { [unowned viewer] in
                if copySelectedText(viewer) { viewer.edit { $0.insert("") } }
            },
            key("field.paste", "v") { [unowned viewer] in
                viewer.hosts.clipboard?.paste { [weak viewer] text in
                    guard let viewer, viewer.typedField != nil else { return }
                    guard let text else {
                        (viewer.dialog as? any TextEntry)?.refuse(tr("There is no text to paste."))
                        return
                    }
                    viewer.edit { $0.insert(text) }
                }
            },
        ]
    }

    /// Puts the selected text on the clipboard and returns whether anything is selected.
    @discardableResult
    private static func copySelectedText(_ viewer: ViewerContext) -> Bool {
        guard let text = viewer.typedField.flatMap(viewer.text(of:))?.selectedText, !text.isEmpty
        else {
            return false
        }
        viewer.hosts.clipboard?.copy(ClipboardText.types(of: Array(text.utf8)))
        return true
    }
}
