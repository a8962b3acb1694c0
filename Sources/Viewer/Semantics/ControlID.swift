/// What a node of the semantic tree is, by a name that stays from one tree to the next: `menu`,
/// `metric.steps`.
///
/// Two are the same where their names are.
package struct ControlID: Hashable, Sendable, CustomStringConvertible {
    /// The name, as traces and layouts write it.
    package let name: String
    /// The part of the window that it is in; nil where nobody asks.
    package let area: ControlArea?
    /// The command that it has its name from; nil where it has one of its own.
    package let command: CommandID?

    package init(_ name: String, in area: ControlArea? = nil) {
        self.name = name
        self.area = area
        command = nil
    }

    /// The control that is called what its command is.
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
    /// The control where it is in one of some parts of the window: so that what concerns another part is
    /// no change of this one.
    func within(_ areas: ControlArea...) -> ControlID? {
        guard let area = self?.area, areas.contains(area) else { return nil }
        return self
    }
}
