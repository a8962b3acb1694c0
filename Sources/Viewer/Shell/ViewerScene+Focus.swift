import ChartScene
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
    var typedField: ControlID? { viewer.typedField }

    /// The text field that has the keys, and where its caret is in the window; nil for none.
    var typing: (field: TextField, caret: Rect)? {
        guard let id = viewer.typedField, let field = viewer.text(of: id),
            let rect = tree.first(where: { $0.id == id })?.frame
        else { return nil }
        return (field, FieldPane.caretPlace(in: field, rect, resources.typesetter))
    }

    /// Puts the caret of a field where the hand is.
    func placeCaret(in id: ControlID, at point: Point, selecting: Bool) {
        guard let field = viewer.text(of: id), id == viewer.typedField,
            let rect = tree.first(where: { $0.id == id })?.frame
        else { return }
        let place = FieldPane.caret(in: field, rect, at: point.x, resources.typesetter)
        viewer.edit { $0.place(at: place, selecting: selecting) }
    }

    /// Presses a control; whether there is one that can be pressed.
    @discardableResult
    func press(_ id: ControlID) -> Bool {
        guard let node = tree.first(where: { $0.id == id }), node.isEnabled,
            let command = node.command
        else { return false }
        return viewer.commands.run(command)
    }
}
