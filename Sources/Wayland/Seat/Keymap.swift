// The meanings of keys, from xkbcommon.
//
// The compositor sends a keymap as text in a descriptor. It is read and not mapped, because a file
// that is shorter than announced, or is truncated later, would end the program. Afterwards the
// compositor sends only the state of the modifiers, so key presses are never passed to the state
// here. Wayland's keycodes are evdev's; xkb's are larger by 8.
// For shortcuts there is a second meaning, the "base" keysym: the key's unshifted symbol in the
// keymap's first layout with a Latin symbol for it, or on a US keyboard if there is none.

import CXKBCommon
import Glibc

/// A keymap and the state of its modifiers.
@MainActor
final class Keymap {
    private let context: OpaquePointer
    private let keymap: OpaquePointer
    private let state: OpaquePointer
    private var latin: OpaquePointer?
    private var latinWasTried = false

    /// Parses a keymap in the text format of xkb version 1.
    convenience init(text: [UInt8]) throws(WaylandError) {
        // The size includes the terminating zero; bytes after a first zero are not part of the
        // keymap.
        let bytes = Array(text.prefix { $0 != 0 })
        try self.init { context in
            bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress, bytes.count > 0 else { return nil }
                return xkb_keymap_new_from_buffer(
                    context, start.assumingMemoryBound(to: CChar.self), bytes.count,
                    XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
            }
        }
    }

    /// Compiles a keymap of the system's layouts, such as "us" or "us,ru".
    convenience init(layout: String) throws(WaylandError) {
        try self.init { context in Self.compile(layout, context) }
    }

    private init(make: (OpaquePointer) -> OpaquePointer?) throws(WaylandError) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else {
            throw .refused(what: "keymap", reason: "xkbcommon provided no context")
        }
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        guard let keymap = make(context) else {
            xkb_context_unref(context)
            throw .badData(what: "wl_keyboard.keymap", reason: "the keymap cannot be read")
        }
        guard let state = xkb_state_new(keymap) else {
            xkb_keymap_unref(keymap)
            xkb_context_unref(context)
            throw .refused(what: "keymap", reason: "xkbcommon provided no state")
        }
        self.context = context
        self.keymap = keymap
        self.state = state
    }

    /// Reads `size` bytes of `descriptor`, which stays the caller's.
    ///
    /// A file without random access, such as a pipe, is rejected, so that nothing blocks.
    convenience init(descriptor: Int32, size: Int) throws(WaylandError) {
        let what = "wl_keyboard.keymap"
        guard size > 0, size <= EventBounds.largestKeymap else {
            throw .badData(what: what, reason: "a keymap cannot have \(size) bytes")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, Int(status.st_size) >= size else {
            throw .badData(what: what, reason: "the keymap is shorter than announced")
        }
        var bytes = [UInt8](repeating: 0, count: size)
        var have = 0
        while have < size {
            let got = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, buffer.baseAddress.map { $0 + have }, size - have, off_t(have))
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else {
                throw .badData(what: what, reason: "the keymap is shorter than announced")
            }
            have += got
        }
        let text = bytes
        try self.init(text: text)
    }

    isolated deinit {
        if let latin { xkb_keymap_unref(latin) }
        xkb_state_unref(state)
        xkb_keymap_unref(keymap)
        xkb_context_unref(context)
    }

    func update(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
        xkb_state_update_mask(state, depressed, latched, locked, 0, 0, group)
    }

    /// Whether the key repeats while it is held; modifiers do not.
    func repeats(_ keycode: UInt32) -> Bool {
        xkb_keymap_key_repeats(keymap, keycode + 8) != 0
    }

    func keysym(_ keycode: UInt32) -> Keysym {
        Keysym(rawValue: xkb_state_key_get_one_sym(state, keycode + 8))
    }

    /// The text that the key alone enters: none if Control, Alt or the logo key is held, and never
    /// a control character.
    func text(_ keycode: UInt32) -> String {
        guard modifiers.isDisjoint(with: [.control, .alt, .logo]) else { return "" }
        let size = Int(xkb_state_key_get_utf8(state, keycode + 8, nil, 0))
        guard size > 0 else { return "" }
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size + 1) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            xkb_state_key_get_utf8(state, keycode + 8, start, size + 1)
            return String(cString: start)
        }
        return text.isPrintable ? text : ""
    }

    func baseKeysym(_ keycode: UInt32) -> Keysym {
        for layout in 0..<xkb_keymap_num_layouts_for_key(keymap, keycode + 8) {
            if let symbol = symbol(of: keycode, layout: layout, in: keymap), symbol.isLatin {
                return symbol
            }
        }
        if let latin = latinKeymap(), let symbol = symbol(of: keycode, layout: 0, in: latin) {
            return symbol
        }
        return keysym(keycode)
    }

    var modifiers: Modifiers {
        var modifiers: Modifiers = []
        for (name, modifier) in Self.names
        where xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) > 0 {
            modifiers.insert(modifier)
        }
        return modifiers
    }

    /// The held modifiers that were not used to determine the key's meaning; without the locks.
    func shortcutModifiers(_ keycode: UInt32) -> Modifiers {
        var modifiers = modifiers.intersection(.held)
        for (name, modifier) in Self.names where modifiers.contains(modifier) {
            let index = xkb_keymap_mod_get_index(keymap, name)
            let used = xkb_state_mod_index_is_consumed2(
                state, keycode + 8, index, XKB_CONSUMED_MODE_GTK)
            if used > 0 { modifiers.remove(modifier) }
        }
        return modifiers
    }

    private static let names: [(String, Modifiers)] = [
        ("Shift", .shift), ("Control", .control), ("Mod1", .alt), ("Mod4", .logo),
        ("Lock", .capsLock), ("Mod2", .numLock),
    ]

    private func symbol(of keycode: UInt32, layout: UInt32, in keymap: OpaquePointer) -> Keysym? {
        var symbols: UnsafePointer<xkb_keysym_t>?
        let count = xkb_keymap_key_get_syms_by_level(keymap, keycode + 8, layout, 0, &symbols)
        guard count > 0, let symbols else { return nil }
        return Keysym(rawValue: symbols[0])
    }

    /// A US keyboard, made when it is first needed: it costs some milliseconds.
    private func latinKeymap() -> OpaquePointer? {
        if !latinWasTried {
            latinWasTried = true
            latin = Self.compile("us", context)
        }
        return latin
    }

    private static func compile(_ layout: String, _ context: OpaquePointer) -> OpaquePointer? {
        layout.withCString { layout in
            "evdev".withCString { rules in
                "pc105".withCString { model in
                    var names = xkb_rule_names(
                        rules: rules, model: model, layout: layout, variant: nil, options: nil)
                    return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
                }
            }
        }
    }
}

extension Keysym {
    /// A symbol that every Latin layout has, or a key without text, such as an arrow.
    fileprivate var isLatin: Bool {
        guard rawValue != 0 else { return false }
        guard let scalar else { return true }
        return scalar.isASCII
    }
}

extension String {
    /// Whether it is not empty and contains no control character.
    fileprivate var isPrintable: Bool {
        !isEmpty && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }
}
