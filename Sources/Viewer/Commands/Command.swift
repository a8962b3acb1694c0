/// A key by the name on its cap, independent of the keyboard layout if possible.
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
    /// Whether it enters text when a text field has the focus.
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

/// An action: the header, the keys, the help and the trace all read this value.
@MainActor
package struct Command {
    package let id: CommandID
    /// The user-visible title of the action.
    package let title: String
    /// The keys that run it; the first is the one shown.
    package let keys: [KeyCombination]
    /// The scope in which its keys run it.
    package let scope: Scope
    /// The part of the help that lists it.
    package let group: CommandGroup
    /// How its keys behave in addition to running it.
    package let traits: Traits
    /// Whether it can run now.
    package let isEnabled: () -> Bool
    /// Why it cannot run now, as a sentence; nil if there is no particular reason.
    package let reason: () -> String?
    package let perform: () -> Void

    /// Where keys work.
    package enum Scope: Hashable, Sendable {
        /// In the window, and with `worksOverDialogs` also in whatever covers it.
        case window
        /// In whatever covers everything else; these keys take precedence over those of the window.
        case list
        /// In a text field with the focus; these keys take precedence over all others.
        case field
        /// In this part of the window while it has the focus; these keys also take precedence over
        /// those of the window.
        case area(ControlArea)
    }

    /// What keys do in addition to running the command.
    package struct Traits: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Holding the key runs it repeatedly.
        package static let repeats = Traits(rawValue: 1)
        /// Its keys also work while a dialog is open.
        package static let worksOverDialogs = Traits(rawValue: 2)
        /// Running it does not stop a coasting chart.
        package static let keepsMotion = Traits(rawValue: 4)
        /// It goes to another page or view, and does not stop a swipe on its way to a page.
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

    /// A command that is only run by its keys.
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

/// All commands, in the order in which the help lists them.
@MainActor
package struct CommandTable {
    /// The single commands; those of families have no keys, and the help does not list them.
    package private(set) var commands: [Command]
    private var places: [CommandID: Int] = [:]
    private var bindings: [Command.Scope: [KeyCombination: Int]] = [:]
    private var families: [String: CommandMaker] = [:]

    /// Creates a table.
    ///
    /// Two commands with one id, one key for two commands of one scope, or two families with one
    /// name are programming errors and trap.
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

    /// The command bound to a key in a scope, enabled or not.
    package func command(
        for combination: KeyCombination, in scope: Command.Scope = .window
    ) -> Command? {
        bindings[scope]?[combination].map { commands[$0] }
    }

    /// Runs a command if it exists and is enabled, and returns whether it did.
    @discardableResult
    package func run(_ id: CommandID) -> Bool {
        guard let command = self[id], command.isEnabled() else { return false }
        command.perform()
        return true
    }
}
