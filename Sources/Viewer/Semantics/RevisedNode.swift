/// A node of the semantic tree that comes, changes and goes, and how often it did.
///
/// Whoever holds the tree rebuilds it when the number differs, and compares no texts in a frame.
struct RevisedNode {
    /// What assistive technology reads; nil where there is nothing.
    private(set) var node: SemanticNode?
    /// Changes whenever `node` does.
    private(set) var revision = 0

    /// Takes on what `node` is now.
    mutating func become(_ node: SemanticNode?) {
        guard node != self.node else { return }
        self.node = node
        revision += 1
    }
}
