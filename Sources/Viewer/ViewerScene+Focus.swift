import Geometry

extension ViewerScene {
    /// What the keyboard's focus walks through: what lies over everything, where there is something;
    /// with the drawer open the drawer and the header, which its veil leaves free; else everything.
    var focusScope: SemanticNode {
        var tree = tree
        if let modal = tree.first(where: \.isModal) { return modal }
        guard let veil = tree.children.firstIndex(where: { $0.id == ViewerScene.veilID }) else {
            return tree
        }
        tree.children =
            tree.children[..<veil].filter { layout.header.contains($0.frame) }
            + tree.children[veil...]
        return tree
    }

    /// The text field that what is typed goes to; nil for none.
    ///
    /// That is one of the dialog that is open, unless the keys have gone on to another control.
    var typedField: ControlID? {
        switch model.dialog {
        case .open:
            return shownFocus == nil || shownFocus == PathPane.fieldID ? PathPane.fieldID : nil
        case .note:
            guard let prompt = model.notePrompt, !prompt.isBeingWritten else { return nil }
            guard let shownFocus else { return prompt.current.id }
            return NotePrompt.Field(id: shownFocus)?.id
        default: return nil
        }
    }
}
