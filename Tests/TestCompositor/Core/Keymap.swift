import CXKBCommon
import Glibc

/// A keyboard layout and the state of its modifiers.
final class Keymap {
    /// The modifiers in the format of `wl_keyboard.modifiers`.
    struct Modifiers: Hashable {
        var depressed: UInt32
        var latched: UInt32
        var locked: UInt32
        var group: UInt32
    }

    private let context: OpaquePointer
    private let keymap: OpaquePointer
    private let state: OpaquePointer
    /// The keymap's text with its terminating zero byte, as sent to clients.
    let text: [CChar]

    /// A layout by its xkb name, such as `us` or `de`; several are separated by commas.
    init(layout: String) throws(CompositorError) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else {
            throw CompositorError(
                "libxkbcommon finds no keyboard data; xkb-data must be installed")
        }
        let keymap = layout.withCString { name in
            var names = xkb_rule_names()
            names.layout = name
            return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
        }
        guard let keymap, let state = xkb_state_new(keymap),
            let string = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1)
        else {
            xkb_context_unref(context)
            throw CompositorError("libxkbcommon cannot make the layout '\(layout)'")
        }
        self.context = context
        self.keymap = keymap
        self.state = state
        text = Array(UnsafeBufferPointer(start: string, count: strlen(string) + 1))
        free(string)
    }

    deinit {
        xkb_state_unref(state)
        xkb_keymap_unref(keymap)
        xkb_context_unref(context)
    }

    /// Presses or releases a key by its Linux code.
    func update(key: UInt32, isPressed: Bool) {
        // A test may send a key that does not exist.
        xkb_state_update_key(state, key &+ 8, isPressed ? XKB_KEY_DOWN : XKB_KEY_UP)
    }

    var modifiers: Modifiers {
        get {
            Modifiers(
                depressed: xkb_state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED),
                latched: xkb_state_serialize_mods(state, XKB_STATE_MODS_LATCHED),
                locked: xkb_state_serialize_mods(state, XKB_STATE_MODS_LOCKED),
                group: xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE))
        }
        set {
            xkb_state_update_mask(
                state, newValue.depressed, newValue.latched, newValue.locked, 0, 0, newValue.group)
        }
    }

    /// The text in a separate memory file.
    ///
    /// The caller closes the descriptor.
    func file() throws(CompositorError) -> Int32 {
        try Keymap.file(text.map { UInt8(bitPattern: $0) })
    }

    /// Bytes in a separate memory file.
    ///
    /// The caller closes the descriptor.
    static func file(_ bytes: [UInt8]) throws(CompositorError) -> Int32 {
        let name = "/oresen-keymap-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CompositorError("there is no memory file for the keymap: \(errorText())")
        }
        shm_unlink(name)
        let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard written == bytes.count else {
            close(descriptor)
            throw CompositorError("the keymap cannot be written: \(errorText())")
        }
        return descriptor
    }
}
