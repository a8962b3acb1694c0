/// The identity of a node of the semantic tree, by a name that is the same in every tree.
///
/// Examples are `menu` and `metric.steps`. Two ids are equal if their names are.
package struct ControlID: Hashable, Sendable, CustomStringConvertible {
    /// The name, as it appears in traces and layouts.
    package let name: String
    /// The part of the window that it is in; nil if that does not matter.
    package let area: ControlArea?
    /// The command that it is named after; nil if it has a name of its own.
    package let command: CommandID?

    package init(_ name: String, in area: ControlArea? = nil) {
        self.name = name
        self.area = area
        command = nil
    }

    /// Creates the id of a control with the name of its command.
    package init(_ command: CommandID, in area: ControlArea? = nil) {
        name = command.name
        self.area = area
        self.command = command
    }

    package var description: String { name }

    package static func == (a: ControlID, b: ControlID) -> Bool { a.name == b.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ControlID? {
    /// The control if it is in one of the given parts of the window, else nil.
    ///
    /// A change in another part is then no change here.
    func within(_ areas: ControlArea...) -> ControlID? {
        guard let area = self?.area, areas.contains(area) else { return nil }
        return self
    }
}
