/// A node of the semantic tree that appears, changes and disappears, with a count of its changes.
///
/// The owner of the tree rebuilds it when the number differs, and compares no texts in a frame.
struct RevisedNode {
    /// What assistive technology reads; nil if there is nothing.
    private(set) var node: SemanticNode?
    /// Changes whenever `node` does.
    private(set) var revision = 0

    /// Sets the node, and counts it if it is a change.
    mutating func update(_ node: SemanticNode?) {
        guard node != self.node else { return }
        self.node = node
        revision += 1
    }
}
