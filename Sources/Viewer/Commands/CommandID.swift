/// A command's identity, by a stable name: `view.fit`, `metric.steps`.
///
/// Two ids are equal if their names are. A command that acts on one of many subjects comes from a
/// `CommandFamily`, which can return the subject.
package struct CommandID: Hashable, Sendable, CustomStringConvertible {
    /// The name, as it appears in tests and messages.
    package let name: String
    /// The family that it comes from, and its subject; nil for a single command.
    fileprivate let member: Member?

    fileprivate struct Member: Sendable {
        var family: String
        var subject: any Sendable
    }

    /// Creates the id of a single command.
    package init(_ name: String) {
        self.name = name
        member = nil
    }

    fileprivate init(_ name: String, _ member: Member) {
        self.name = name
        self.member = member
    }

    package var description: String { name }

    package static func == (a: CommandID, b: CommandID) -> Bool { a.name == b.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Commands that do the same to one of many subjects: a metric, a workout, a note.
///
/// They have no keys and are made on demand, as there may be thousands.
struct CommandFamily<Subject: Sendable>: Sendable {
    /// The prefix of their names, unique to this family.
    let name: String
    private let text: @Sendable (Subject) -> String

    /// Creates a family.
    ///
    /// - Parameter text: the part of a name that distinguishes one subject from the others.
    init(_ name: String, _ text: @escaping @Sendable (Subject) -> String = { "\($0)" }) {
        self.name = name
        self.text = text
    }

    /// The command that acts on a subject.
    func callAsFunction(_ subject: Subject) -> CommandID {
        CommandID(
            name + "." + text(subject), CommandID.Member(family: name, subject: subject))
    }

    /// The subject of a command; nil for commands of other families.
    func subject(of id: CommandID?) -> Subject? {
        guard let member = id?.member, member.family == name else { return nil }
        return member.subject as? Subject
    }

    /// The commands of the family, as a part of a table.
    ///
    /// - Parameter make: returns the command of a subject; nil if there is nothing to do to it.
    @MainActor
    func commands(_ make: @escaping (_ id: CommandID, Subject) -> Command?) -> CommandMaker {
        CommandMaker(family: name) { id in subject(of: id).flatMap { make(id, $0) } }
    }
}

/// Makes the commands of a family on demand.
@MainActor
struct CommandMaker {
    /// The name of the family.
    let family: String
    let make: (CommandID) -> Command?

    /// The name of the family that a command comes from; nil for a single command.
    static func family(of id: CommandID) -> String? { id.member?.family }
}

extension CommandID {
    static let previousView = CommandID("history.back")
    static let nextView = CommandID("history.forward")
}
