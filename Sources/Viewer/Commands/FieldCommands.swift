import Geometry
import Localization

extension ViewerController {
    /// How the text in a field is changed by keys.
    func fieldCommands() -> [Command] {
        typealias Edit = (inout TextField) -> Void
        func key(
            _ name: String, _ title: String, _ key: Key, control: Bool = false,
            shift: Bool = false, _ edit: @escaping Edit
        ) -> Command {
            Command(
                name, title, keys: [KeyCombination(key, control: control, shift: shift)],
                scope: .field, group: .typing, .repeats,
                perform: { [self] in viewer.edit(edit) })
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
        ] + clipboardCommands()
    }

    private func clipboardCommands() -> [Command] {
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
            key("field.copy", "c") { [self] in copyMarkedText() },
            key("field.cut", "x") { [self] in
                if copyMarkedText() { viewer.edit { $0.insert("") } }
            },
            key("field.paste", "v") { [self] in
                window.paste { [weak self] text in
                    guard let self, viewer.typedField != nil else { return }
                    guard let text else {
                        (viewer.dialog as? any TextEntry)?.refuse(tr("There is no text to paste."))
                        return
                    }
                    viewer.edit { $0.insert(text) }
                }
            },
        ]
    }

    /// Puts what is marked on the clipboard; whether anything is.
    @discardableResult
    private func copyMarkedText() -> Bool {
        guard let text = viewer.typedField.flatMap(viewer.text(of:))?.selectedText, !text.isEmpty
        else {
            return false
        }
        window.copy(ViewerController.clipboardText(Array(text.utf8)))
        return true
    }

    /// The text field that has the keys, and where its caret is in the window; nil for none.
    var typing: (field: TextField, caret: Rect)? {
        guard let id = viewer.typedField, let field = viewer.text(of: id),
            let rect = scene.tree.first(where: { $0.id == id })?.frame
        else { return nil }
        return (field, FieldPane.caretPlace(in: field, rect, scene.resources.typesetter))
    }

    /// Puts the caret of a field where the hand is.
    func placeCaret(in id: ControlID, at point: Point, selecting: Bool) {
        guard let field = viewer.text(of: id), id == viewer.typedField,
            let rect = scene.tree.first(where: { $0.id == id })?.frame
        else { return }
        let place = FieldPane.caret(in: field, rect, at: point.x, scene.resources.typesetter)
        viewer.edit { $0.place(at: place, selecting: selecting) }
    }

    /// A text by the types that others ask for it.
    static func clipboardText(_ text: [UInt8]) -> [String: [UInt8]] {
        ["text/plain;charset=utf-8": text, "text/plain": text, "UTF8_STRING": text]
    }
}
