/// The stable name of a command: `"period.week"`, `"metric.steps"`, `"view.fit"`.
package struct CommandID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let name: String

    package init(_ name: String) { self.name = name }
    package init(stringLiteral value: String) { name = value }

    package var description: String { name }
}

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
    /// Whether it can be done now.
    package let isEnabled: () -> Bool
    package let perform: () -> Void
    /// Where keys work.
    package enum Scope: Hashable, Sendable {
        /// In the window, and where `worksInDialog` says so also in what lies over it.
        case window
        /// In what lies over everything, where they go before those of the window.
        case list
        /// In a text field that is typed in, where they go before all others.
        case field
        /// On the part of the window with this id while it has the focus, where they go before those
        /// of the window, too.
        case focus(String)
    }

    /// Whether a held key runs it again and again.
    package var repeats: Bool {
        [
            "page.", "view.zoom", "metric.", "list.", "focus.next", "focus.previous",
            "crosshair.previous", "crosshair.next", "axis.up", "axis.down", "axis.zoom",
            "overview.", "select.back", "select.on", "field.", "workouts.", "note.day",
        ].contains {
            id.name.hasPrefix($0)
        }
    }
    /// Whether its keys work while a list lies over everything.
    package var worksInDialog: Bool {
        [
            "focus.", "view.back", "help.", "report.", "menu.", "window.", "theme.", "contrast.",
            "motion.", "guideline.", "unit.", "answer.", "dialog.", "list.", "library.list",
            "dataset.", "sources.", "file.", "recent.", "path.", "field.", "note.", "notes.",
        ].contains {
            id.name.hasPrefix($0)
        }
    }

    package init(
        _ id: CommandID, _ title: String, keys: [KeyCombination] = [], scope: Scope = .window,
        isEnabled: @escaping () -> Bool = { true }, perform: @escaping () -> Void
    ) {
        self.id = id
        self.title = title
        self.keys = keys
        self.scope = scope
        self.isEnabled = isEnabled
        self.perform = perform
    }
}

/// All that can be done, in the order the help shows it.
@MainActor
package struct CommandTable {
    package private(set) var commands: [Command]
    private var places: [CommandID: Int] = [:]
    private var bindings: [Command.Scope: [KeyCombination: Int]] = [:]
    /// Makes the command of an id that is not among those of the table.
    private let others: (CommandID) -> Command?

    /// Two commands with one id, or one key for two commands of one scope, is a programmer's mistake
    /// and traps.
    ///
    /// - Parameter others: makes the command of an id that is not among these, where there is one: of
    ///   things of which there are as many as records. They have no keys, and the help knows nothing
    ///   of them.
    package init(
        _ commands: [Command], others: @escaping (CommandID) -> Command? = { _ in nil }
    ) {
        self.commands = commands
        self.others = others
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
    }

    package subscript(id: CommandID) -> Command? {
        places[id].map { commands[$0] } ?? others(id)
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
