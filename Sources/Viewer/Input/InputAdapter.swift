import ChartInteraction
import Geometry
import Wayland

/// Converts the seat's key and text events into key combinations and text edits.
enum InputAdapter {
    /// The edit of a text field that an input method makes.
    static func edit(_ event: TextInputEvent) -> TextField.MethodEdit {
        TextField.MethodEdit(
            deletedBefore: event.deletedBefore, deletedAfter: event.deletedAfter, text: event.text,
            composing: event.composition?.text ?? "",
            composingCaret: event.composition?.caret)
    }

    /// The combinations that a key event can mean, most likely first.
    ///
    /// They are the one of the current layout, then that of the key on a Latin layout.
    static func combinations(_ event: KeyEvent) -> [KeyCombination] {
        // Keys held with the logo key belong to the desktop.
        if event.modifiers.contains(.logo) { return [] }
        var result: [KeyCombination] = []
        if let key = key(event.keysym) {
            // If the layout used Shift to make "+" or "?", Shift is not a modifier of the shortcut.
            let held = isCharacter(key) ? event.shortcutModifiers : event.modifiers
            result.append(combination(key, held, dropsShift: isCharacter(key)))
        }
        if let key = key(event.baseKeysym) {
            let other = combination(key, event.modifiers, dropsShift: false)
            // For the same key, the one with Shift is more specific: Ctrl+Shift+C is not Ctrl+C.
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
