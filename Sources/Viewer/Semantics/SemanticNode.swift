import Geometry

/// What a part of the window is, in the words assistive technology uses.
package enum SemanticRole: String, Sendable {
    case window
    case group
    case heading
    case text
    case button
    case segment
    case list
    case listItem = "list-item"
    case chart
    case overview
    /// Something that keys move along a line.
    case slider
    case toggle
    /// An editable line of text; its value is the text.
    case textField = "text-field"
    case progress
    case alert
    case dialog
    case menu
    case tooltip
}

/// A node of the semantic tree: everything a person can see or do has one.
///
/// Keyboard focus, the help overlay, the trace's `controls`, the tests and assistive technology all
/// read this tree. It is a value, rebuilt from the state whenever the layout is, and `id` is what
/// stays the same from one tree to the next.
package struct SemanticNode: Equatable, Sendable {
    /// Stable over rebuilds, unique in the tree: `"period.week"`, `"metric.steps"`.
    package var id: ControlID
    package var role: SemanticRole
    /// Its name, in the person's language.
    package var name: String
    /// Its current value: a figure, a range, a percentage.
    ///
    /// Empty if it has none.
    package var value: String
    /// What it means, or what it is for, as a sentence.
    ///
    /// A tooltip shows it, and assistive technology reads it after the name. Empty if the name is
    /// clear enough.
    package var explanation = ""
    /// Where it is, in points of the window's content.
    package var frame: Rect
    /// The command that pressing it runs; `nil` if it cannot be pressed.
    package var command: CommandID?
    /// The command that holding it, or pressing it with Alt, runs instead; `nil` if there is none.
    package var holdCommand: CommandID?
    package var isEnabled: Bool
    package var isSelected: Bool
    package var children: [SemanticNode]

    package init(
        id: ControlID, role: SemanticRole, name: String, value: String = "", frame: Rect,
        command: CommandID? = nil, isEnabled: Bool = true, isSelected: Bool = false,
        children: [SemanticNode] = []
    ) {
        self.id = id
        self.role = role
        self.name = name
        self.value = value
        self.frame = frame
        self.command = command
        self.isEnabled = isEnabled
        self.isSelected = isSelected
        self.children = children
    }

    /// Whether nothing else can be reached while it is open.
    package var isModal: Bool { role == .dialog || role == .menu }

    /// Whether Tab stops here: at an enabled control, and at a chart, which is read by keys, but
    /// not at a background that only takes presses.
    package var isFocusable: Bool {
        guard isEnabled else { return false }
        switch role {
        case .button, .segment, .listItem, .toggle: return command != nil
        // Its keys move the crosshair.
        case .chart: return true
        // Its keys move it.
        case .slider: return true
        case .textField: return true
        default: return false
        }
    }

    /// This node and all its descendants, parents before children, in reading order.
    package var flattened: [SemanticNode] {
        var nodes: [SemanticNode] = []
        var pending: [SemanticNode] = [self]
        while let node = pending.popLast() {
            nodes.append(node)
            pending.append(contentsOf: node.children.reversed())
        }
        return nodes
    }

    /// The topmost pressable node under a point: later siblings are above earlier ones.
    package func pressable(at point: Point) -> SemanticNode? {
        for child in children.reversed() {
            if let found = child.pressable(at: point) { return found }
        }
        // An enabled dialog or drawer covers what is under it by accepting the point itself.
        return frame.contains(point) && isEnabled && command != nil ? self : nil
    }

    /// The first node, in reading order, that the predicate accepts.
    package func first(where accepts: (SemanticNode) -> Bool) -> SemanticNode? {
        flattened.first(where: accepts)
    }
}

/// Which node has the keyboard focus, and where Tab moves it.
package struct FocusRing: Equatable, Sendable {
    /// The focused node's id, or `nil` when nothing is focused.
    package private(set) var focused: ControlID?
    /// Whether the focus is shown: after a key, not after a pointer.
    package var isVisible = false

    package init() {}

    /// Moves to the next (or previous) focusable node, wrapping round.
    package mutating func move(in tree: SemanticNode, backwards: Bool = false) {
        let stops = tree.flattened.filter(\.isFocusable).map(\.id)
        guard !stops.isEmpty else {
            focused = nil
            return
        }
        isVisible = true
        guard let focused, let place = stops.firstIndex(of: focused) else {
            self.focused = backwards ? stops.last : stops.first
            return
        }
        self.focused = stops[(place + (backwards ? stops.count - 1 : 1)) % stops.count]
    }

    /// Moves to another row (`down`) or along the row (`across`), and stays at the ends.
    ///
    /// Each row is a node or a group of them.
    package mutating func move(inRows rows: [SemanticNode], down: Int, across: Int) {
        let rows = rows.map { $0.flattened.filter(\.isFocusable).map(\.id) }
            .filter { !$0.isEmpty }
        guard !rows.isEmpty else { return }
        isVisible = true
        guard let row = rows.firstIndex(where: { $0.contains { $0 == focused } }),
            let column = rows[row].firstIndex(where: { $0 == focused })
        else {
            focused = rows[0][0]
            return
        }
        let target = rows[min(max(row + down, 0), rows.count - 1)]
        focused = target[min(max(column + across, 0), target.count - 1)]
    }

    package mutating func focus(_ id: ControlID?) { focused = id }

    /// Drops the focus when its node is no longer in the tree.
    package mutating func reconcile(with tree: SemanticNode) {
        guard let focused else { return }
        if tree.first(where: { $0.id == focused && $0.isFocusable }) == nil { self.focused = nil }
    }
}
