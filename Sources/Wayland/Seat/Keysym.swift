import CXKBCommon

/// The meaning of a key, in the numbers of X11 and xkbcommon.
public struct Keysym: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The keysym that types `scalar`, such as "a", "+" or "ж".
    public init(_ scalar: Unicode.Scalar) {
        self.init(rawValue: xkb_utf32_to_keysym(scalar.value))
    }

    /// The keysym of this name in xkbcommon-keysyms.h (without the prefix), or nil.
    public init?(name: String) {
        let value = xkb_keysym_from_name(name, XKB_KEYSYM_NO_FLAGS)
        guard value != 0 else { return nil }
        self.init(rawValue: value)
    }

    /// No key (XKB_KEY_NoSymbol).
    public static let none = Keysym(rawValue: 0)
    /// Escape.
    public static let escape = Keysym(rawValue: 0xff1b)
    /// Tab without Shift.
    public static let tab = Keysym(rawValue: 0xff09)
    /// Shift and Tab together.
    public static let backTab = Keysym(rawValue: 0xfe20)
    /// Enter of the main block.
    public static let enter = Keysym(rawValue: 0xff0d)
    /// Enter of the keypad.
    public static let keypadEnter = Keysym(rawValue: 0xff8d)
    /// Deletes the character before the caret.
    public static let backspace = Keysym(rawValue: 0xff08)
    /// Deletes the character after the caret.
    public static let delete = Keysym(rawValue: 0xffff)
    /// Insert.
    public static let insert = Keysym(rawValue: 0xff63)
    /// Moves to the beginning.
    public static let home = Keysym(rawValue: 0xff50)
    /// Moves to the end.
    public static let end = Keysym(rawValue: 0xff57)
    /// The left arrow.
    public static let left = Keysym(rawValue: 0xff51)
    /// The up arrow.
    public static let up = Keysym(rawValue: 0xff52)
    /// The right arrow.
    public static let right = Keysym(rawValue: 0xff53)
    /// The down arrow.
    public static let down = Keysym(rawValue: 0xff54)
    /// Page up.
    public static let pageUp = Keysym(rawValue: 0xff55)
    /// Page down.
    public static let pageDown = Keysym(rawValue: 0xff56)
    /// The key that opens a context menu.
    public static let menu = Keysym(rawValue: 0xff67)
    /// The space bar.
    public static let space = Keysym(rawValue: 0x20)
    /// "+" on any key except the keypad's.
    public static let plus = Keysym(rawValue: 0x2b)
    /// "-" on any key except the keypad's.
    public static let minus = Keysym(rawValue: 0x2d)
    /// "=", which shares its key with "+" on many layouts.
    public static let equal = Keysym(rawValue: 0x3d)
    /// "?".
    public static let question = Keysym(rawValue: 0x3f)
    /// "+" on the keypad.
    public static let keypadAdd = Keysym(rawValue: 0xffab)
    /// "-" on the keypad.
    public static let keypadSubtract = Keysym(rawValue: 0xffad)

    /// F1 to F35.
    public static func function(_ number: Int) -> Keysym {
        precondition((1...35).contains(number), "there is no key F\(number)")
        return Keysym(rawValue: 0xffbd + UInt32(number))
    }

    /// The character that it types, or nil for a key without a character.
    public var scalar: Unicode.Scalar? {
        let value = xkb_keysym_to_utf32(rawValue)
        return value == 0 ? nil : Unicode.Scalar(value)
    }

    /// The keysym of the small letter for a capital one; otherwise itself.
    public var lowercased: Keysym { Keysym(rawValue: xkb_keysym_to_lower(rawValue)) }

    /// Its name in xkbcommon-keysyms.h, without the prefix.
    public var name: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            let length = xkb_keysym_get_name(rawValue, start, buffer.count)
            return length > 0 ? String(cString: start) : ""
        }
    }
}
