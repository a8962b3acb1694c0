import Localization

/// What a tooltip says of a control or a figure.
struct TooltipContent: Equatable {
    /// What it is called.
    var title: String
    /// The keys that do the same; empty for none.
    var keys: [String]
    /// What it means, what else can be done with it, or why it can do nothing now; empty for nothing.
    var text: String

    init(title: String, keys: [String] = [], text: String = "") {
        self.title = title
        self.keys = keys
        self.text = text
    }

    /// The tooltip of a node; nil where it would repeat what is in view already.
    @MainActor
    init?(_ node: SemanticNode, _ viewer: ViewerContext) {
        let command = node.command.flatMap { viewer.commands[$0] }
        var sentences = node.explanation.isEmpty ? [] : [node.explanation]
        if node.holdCommand != nil {
            sentences.append(tr("Alt-click or hold to show only this one."))
        }
        if let command, !node.isEnabled || !command.isEnabled() {
            sentences.append(viewer.whyNot(command))
        }
        // The rows of the menu have their keys already.
        if viewer.dialog?.id == .menu, sentences.isEmpty, node.id.area == .dialog { return nil }
        self.init(
            title: node.name, keys: command?.keys.map(\.label) ?? [],
            text: sentences.joined(separator: " "))
    }
}
