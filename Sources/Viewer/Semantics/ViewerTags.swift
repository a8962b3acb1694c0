import ChartScene
import Painting

/// Tags the parts of a document by the semantic tree; on a screen nothing is tagged.
@MainActor
struct ViewerTags {
    private let scene: SceneBuilder
    /// Nil if nothing is tagged.
    private let tree: SemanticNode?

    init(_ tree: @autoclosure () -> SemanticNode, _ scene: SceneBuilder) {
        self.scene = scene
        self.tree = scene.purpose == .document ? tree() : nil
    }

    /// What the chart shows, in a sentence: its name, the range, and the figures next to it.
    static func summary(_ tree: SemanticNode) -> String {
        guard let chart = tree.first(where: { $0.id == .chart }) else { return tree.name }
        let figures = tree.first { $0.id.name == "figures" }?.children ?? []
        let words = words(chart)
        guard !figures.isEmpty else { return words }
        return words + ": " + figures.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    }

    private static func words(_ node: SemanticNode) -> String {
        node.value.isEmpty ? node.name : "\(node.name), \(node.value)"
    }

    /// Tags decoration, which readers skip.
    func decoration(_ body: () -> Void) { tagged(PictureTag(.decoration), body) }

    /// Tags a drawing, by the id of its node.
    func figure(_ id: ControlID, _ body: () -> Void) {
        guard let tree, let node = tree.first(where: { $0.id == id }) else { return body() }
        let label = id == .chart ? Self.summary(tree) : Self.words(node)
        tagged(PictureTag(.figure, label: label, id: id.name), body)
    }

    /// Tags parts that belong together, by the id of their node.
    func group(_ id: ControlID, _ body: () -> Void) {
        guard let node = tree?.first(where: { $0.id == id }) else { return body() }
        group([node], body)
    }

    /// Tags parts that belong together, with the words of their first node.
    func group(_ nodes: [SemanticNode], _ body: () -> Void) {
        guard tree != nil, let node = nodes.first else { return body() }
        tagged(PictureTag(.group, label: Self.words(node), id: node.id.name), body)
    }

    private func tagged(_ tag: PictureTag, _ body: () -> Void) {
        if tree == nil { body() } else { scene.tagged(tag, body) }
    }
}
