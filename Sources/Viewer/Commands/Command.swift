/// A key as a person would name it, independent of the keyboard's layout where that is possible.
package enum Key: Hashable, Sendable {
    case character(Character)
    case left
    case right
    case up
    case down
    case home
    case end
    case pageUp
    case pageDown
    case tab
    case enter
    case space
    case escape
    case backspace
    case delete
    case function(Int)
}

/// A key with the modifiers held.
package struct KeyCombination: Hashable, Sendable {
    package var key: Key
    package var control: Bool
    package var shift: Bool
    package var alt: Bool

    package init(_ key: Key, control: Bool = false, shift: Bool = false, alt: Bool = false) {
        self.key = key
        self.control = control
        self.shift = shift
        self.alt = alt
    }

    /// How the combination is written in the help: `Ctrl+O`, `Shift+Tab`, `F1`.
    package var label: String {
        var parts: [String] = []
        if control { parts.append("Ctrl") }
        if alt { parts.append("Alt") }
        if shift { parts.append("Shift") }
        parts.append(key.label)
        return parts.joined(separator: "+")
    }
}

extension KeyCombination {
    /// Whether it types something, where something is typed.
    var isTyped: Bool {
        guard !control, !alt else { return false }
        switch key {
        case .character, .space: return true
        default: return false
        }
    }
}

extension Key {
    fileprivate var label: String {
        switch self {
        case .character(let character): String(character).uppercased()
        case .left: "←"
        case .right: "→"
        case .up: "↑"
        case .down: "↓"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "Page Up"
        case .pageDown: "Page Down"
        case .tab: "Tab"
        case .enter: "Enter"
        case .space: "Space"
        case .escape: "Esc"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .function(let number): "F\(number)"
        }
    }
}

/// Something that can be done: the header, the keys, the help and the trace all read this value.
@MainActor
package struct Command {
    package let id: CommandID
    /// What it does, as a person reads it.
    package let title: String
    /// The keys that run it; the first is the one shown.
    package let keys: [KeyCombination]
    /// Where its keys run it.
    package let scope: Scope
    /// The part of the help that it is in.
    package let group: CommandGroup
    /// What else its keys do, or do not.
    package let traits: Traits
    /// Whether it can be done now.
    package let isEnabled: () -> Bool
    /// Why it cannot be done now, as a sentence; nil where there is nothing to say but that.
    package let reason: () -> String?
    package let perform: () -> Void

    /// Where keys work.
    package enum Scope: Hashable, Sendable {
        /// In the window, and with `worksOverDialogs` also in what lies over it.
        case window
        /// In what lies over everything, where they go before those of the window.
        case list
        /// In a text field that is typed in, where they go before all others.
        case field
        /// In this part of the window while the focus is there, where they go before those of the
        /// window, too.
        case area(ControlArea)
    }

    /// What keys do beside running the command.
    package struct Traits: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// A held key runs it again and again.
        package static let repeats = Traits(rawValue: 1)
        /// Its keys work also while a dialog is open.
        package static let worksOverDialogs = Traits(rawValue: 2)
        /// A chart that coasts goes on coasting.
        package static let keepsMotion = Traits(rawValue: 4)
        /// It goes to another page or view: a swipe that is on its way to a page goes on to it.
        package static let goesElsewhere = Traits(rawValue: 8)
    }

    package init(
        _ id: CommandID, _ title: String, keys: [KeyCombination] = [], scope: Scope = .window,
        group: CommandGroup = .window, _ traits: Traits = [],
        isEnabled: @escaping () -> Bool = { true }, reason: @escaping () -> String? = { nil },
        perform: @escaping () -> Void
    ) {
        self.id = id
        self.title = title
        self.keys = keys
        self.scope = scope
        self.group = group
        self.traits = traits
        self.isEnabled = isEnabled
        self.reason = reason
        self.perform = perform
    }

    /// A command that nothing but its keys refers to.
    init(
        _ name: String, _ title: String, keys: [KeyCombination] = [], scope: Scope = .window,
        group: CommandGroup = .window, _ traits: Traits = [],
        isEnabled: @escaping () -> Bool = { true }, reason: @escaping () -> String? = { nil },
        perform: @escaping () -> Void
    ) {
        self.init(
            CommandID(name), title, keys: keys, scope: scope, group: group, traits,
            isEnabled: isEnabled, reason: reason, perform: perform)
    }
}

/// All that can be done, in the order the help shows it.
@MainActor
package struct CommandTable {
    /// The commands of their own; those of families have no keys, and the help knows nothing of them.
    package private(set) var commands: [Command]
    private var places: [CommandID: Int] = [:]
    private var bindings: [Command.Scope: [KeyCombination: Int]] = [:]
    private var families: [String: CommandMaker] = [:]

    /// Two commands with one id, one key for two commands of one scope, or two families with one name
    /// are a programmer's mistake and trap.
    init(_ commands: [Command], families: [CommandMaker] = []) {
        self.commands = commands
        for (index, command) in commands.enumerated() {
            precondition(places[command.id] == nil, "the command \(command.id) is there twice")
            places[command.id] = index
            for combination in command.keys {
                precondition(
                    bindings[command.scope]?[combination] == nil,
                    "\(combination.label) is bound to \(command.id) and to another command")
                bindings[command.scope, default: [:]][combination] = index
            }
        }
        for maker in families {
            precondition(
                self.families[maker.family] == nil, "the family \(maker.family) is there twice")
            self.families[maker.family] = maker
        }
    }

    package subscript(id: CommandID) -> Command? {
        places[id].map { commands[$0] }
            ?? CommandMaker.family(of: id).flatMap { families[$0]?.make(id) }
    }

    /// The command bound to a key of a scope, enabled or not.
    package func command(
        for combination: KeyCombination, in scope: Command.Scope = .window
    ) -> Command? {
        bindings[scope]?[combination].map { commands[$0] }
    }

    /// Runs a command if it exists and is enabled; says whether it did.
    @discardableResult
    package func run(_ id: CommandID) -> Bool {
        guard let command = self[id], command.isEnabled() else { return false }
        command.perform()
        return true
    }
}
