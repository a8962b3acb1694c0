import Localization

/// The content of a tooltip for a control or a figure.
struct TooltipContent: Equatable {
    /// The name of the control.
    var title: String
    /// The keys that do the same; empty for none.
    var keys: [String]
    /// What it means, what else it does, or why it is disabled now; empty for no text.
    var text: String

    init(title: String, keys: [String] = [], text: String = "") {
        self.title = title
        self.keys = keys
        self.text = text
    }

    /// The tooltip of a node; nil if it would only repeat what is visible already.
    @MainActor
    init?(_ node: SemanticNode, _ viewer: ViewerContext) {
        let command = node.command.flatMap { viewer.commands[$0] }
        var sentences = node.explanation.isEmpty ? [] : [node.explanation]
        if node.holdCommand != nil {
            sentences.append(tr("Alt-click or hold to show only this one."))
        }
        if let command, !node.isEnabled || !command.isEnabled() {
            sentences.append(viewer.disabledReason(command))
        }
        // The rows of the menu show their keys already.
        if viewer.dialog?.id == .menu, sentences.isEmpty, node.id.area == .dialog { return nil }
        self.init(
            title: node.name, keys: command?.keys.map(\.label) ?? [],
            text: sentences.joined(separator: " "))
    }
}
