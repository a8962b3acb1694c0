import ChartInteraction
import Geometry
import Wayland

/// Turns what the seat says of keys and texts into what the command table and fields understand.
enum InputAdapter {
    /// What an input method does to a text field.
    static func edit(_ event: TextInputEvent) -> TextField.MethodEdit {
        TextField.MethodEdit(
            deletedBefore: event.deletedBefore, deletedAfter: event.deletedAfter, text: event.text,
            composing: event.composition?.text ?? "",
            composingCaret: event.composition?.caret)
    }

    /// The combinations a key event can stand for, the likeliest first: what the layout in use says,
    /// then what the key would be on a Latin layout.
    static func combinations(_ event: KeyEvent) -> [KeyCombination] {
        // What is held with the logo key belongs to the desktop.
        if event.modifiers.contains(.logo) { return [] }
        var result: [KeyCombination] = []
        if let key = key(event.keysym) {
            // Shift that the layout used up to make "+" or "?" is not a modifier of the shortcut.
            let held = isCharacter(key) ? event.shortcutModifiers : event.modifiers
            result.append(combination(key, held, dropsShift: isCharacter(key)))
        }
        if let key = key(event.baseKeysym) {
            let other = combination(key, event.modifiers, dropsShift: false)
            // Of the same key the one with Shift says more: Ctrl+Shift+C is not Ctrl+C.
            if !result.contains(other) {
                result.insert(other, at: result.first?.key == other.key ? 0 : result.count)
            }
        }
        return result
    }

    private static func isCharacter(_ key: Key) -> Bool {
        if case .character = key { true } else { false }
    }

    private static func combination(
        _ key: Key, _ held: Wayland.Modifiers, dropsShift: Bool
    ) -> KeyCombination {
        KeyCombination(
            key, control: held.contains(.control), shift: !dropsShift && held.contains(.shift),
            alt: held.contains(.alt))
    }

    private static func key(_ keysym: Keysym) -> Key? {
        switch keysym {
        case .none: return nil
        case .left: return .left
        case .right: return .right
        case .up: return .up
        case .down: return .down
        case .home: return .home
        case .end: return .end
        case .pageUp: return .pageUp
        case .pageDown: return .pageDown
        case .tab, .backTab: return .tab
        case .enter, .keypadEnter: return .enter
        case .space: return .space
        case .escape: return .escape
        case .backspace: return .backspace
        case .delete: return .delete
        case .keypadAdd: return .character("+")
        case .keypadSubtract: return .character("-")
        default: break
        }
        for number in 1...12 where keysym == .function(number) { return .function(number) }
        guard let scalar = keysym.lowercased.scalar, scalar.value > 0x20 else { return nil }
        return .character(Character(scalar))
    }
}
