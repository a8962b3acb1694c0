/// What is done, by a name that stays: `view.fit`, `metric.steps`.
///
/// Two are the same where their names are. A command that is done to one of many things comes from a
/// `CommandFamily`, which gives the thing back.
package struct CommandID: Hashable, Sendable, CustomStringConvertible {
    /// The name, as tests and messages write it.
    package let name: String
    /// The family that it comes from, and what it is done to; nil for a command of its own.
    fileprivate let member: Member?

    fileprivate struct Member: Sendable {
        var family: String
        var subject: any Sendable
    }

    /// A command of its own.
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

/// Commands that do the same to one of many things: a metric, a workout, a note.
///
/// They have no keys and are made when they are asked for, as there may be thousands.
struct CommandFamily<Subject: Sendable>: Sendable {
    /// What their names begin with; no other family's may.
    let name: String
    private let text: @Sendable (Subject) -> String

    /// - Parameter text: what tells one subject from the others, in a name.
    init(_ name: String, _ text: @escaping @Sendable (Subject) -> String = { "\($0)" }) {
        self.name = name
        self.text = text
    }

    /// The command that is done to a subject.
    func callAsFunction(_ subject: Subject) -> CommandID {
        CommandID(
            name + "." + text(subject), CommandID.Member(family: name, subject: subject))
    }

    /// What a command is done to; nil for those of other families.
    func subject(of id: CommandID?) -> Subject? {
        guard let member = id?.member, member.family == name else { return nil }
        return member.subject as? Subject
    }

    /// The commands of the family, as a part of a table.
    ///
    /// - Parameter make: gives the command of a subject; nil where there is nothing to do to it.
    @MainActor
    func commands(_ make: @escaping (_ id: CommandID, Subject) -> Command?) -> CommandMaker {
        CommandMaker(family: name) { id in subject(of: id).flatMap { make(id, $0) } }
    }
}

/// Makes the commands of a family when they are asked for.
@MainActor
struct CommandMaker {
    /// The name of the family.
    let family: String
    let make: (CommandID) -> Command?

    /// The name of the family that a command comes from; nil for a command of its own.
    static func family(of id: CommandID) -> String? { id.member?.family }
}

extension CommandID {
    static let previousView = CommandID("history.back")
    static let nextView = CommandID("history.forward")
}
