import ChartScene
import Geometry

extension ViewerScene {
    /// The part of the tree that the keyboard focus moves through.
    ///
    /// This is the topmost modal, if there is one. With an open drawer it is the drawer and the
    /// header, which the veil leaves free. Otherwise it is everything.
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

    /// The text field that receives typed text; nil for none.
    var typedField: ControlID? { viewer.typedField }

    /// The text field that has the keyboard, and the frame of its caret in the window; nil for
    /// none.
    var typing: (field: TextField, caret: Rect)? {
        guard let id = viewer.typedField, let field = viewer.text(of: id),
            let rect = tree.first(where: { $0.id == id })?.frame
        else { return nil }
        return (field, FieldPane.caretPlace(in: field, rect, resources.typesetter))
    }

    /// Puts the caret of a field at a point.
    func placeCaret(in id: ControlID, at point: Point, selecting: Bool) {
        guard let field = viewer.text(of: id), id == viewer.typedField,
            let rect = tree.first(where: { $0.id == id })?.frame
        else { return }
        let place = FieldPane.caret(in: field, rect, at: point.x, resources.typesetter)
        viewer.edit { $0.place(at: place, selecting: selecting) }
    }

    /// Presses a control and returns whether that was possible.
    @discardableResult
    func press(_ id: ControlID) -> Bool {
        guard let node = tree.first(where: { $0.id == id }), node.isEnabled,
            let command = node.command
        else { return false }
        return viewer.commands.run(command)
    }
}
