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
}
