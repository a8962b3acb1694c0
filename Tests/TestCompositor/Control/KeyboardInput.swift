/// A test's actions on the keyboard.
///
/// Keys are Linux codes, such as `KeyCode.enter`.
public struct KeyboardInput: Sendable {
    let compositor: TestCompositor

    /// Gives a window the keyboard, possibly with keys already held down.
    public func enter(_ window: TestWindow, pressed: [UInt32] = []) throws {
        let key = window.key
        try compositor.thread.perform { core in
            try core.seat.enterKeyboard(core.surface(key), pressed: pressed)
        }
    }

    /// Takes the keyboard away.
    public func leave() throws { try compositor.thread.perform { $0.seat.leaveKeyboard() } }

    /// Presses or releases a key; the modifiers change automatically.
    public func key(_ code: UInt32, isPressed: Bool, time: UInt32? = nil) throws {
        try compositor.thread.perform {
            try $0.seat.sendKey(code, isPressed: isPressed, time: time ?? eventTime())
        }
    }

    /// Presses keys one after the other and releases them in reverse: `[leftControl, o]` is Ctrl+O.
    public func press(_ codes: UInt32..., time: UInt32? = nil) throws {
        for code in codes { try key(code, isPressed: true, time: time) }
        for code in codes.reversed() { try key(code, isPressed: false, time: time) }
    }

    /// Sets the modifiers directly, as masks of the keymap, and the layout group.
    public func setModifiers(
        depressed: UInt32, latched: UInt32 = 0, locked: UInt32 = 0, group: UInt32 = 0
    ) throws {
        try compositor.thread.perform {
            try $0.seat.sendModifiers(
                .init(depressed: depressed, latched: latched, locked: locked, group: group))
        }
    }

    /// Changes the layout: `us`, `de`, or several separated by commas.
    public func setLayout(_ layout: String) throws {
        try compositor.thread.perform { try $0.seat.change(layout: layout) }
    }

    /// Sends these bytes as a keymap, and announces them as `size` bytes.
    public func sendKeymap(_ bytes: [UInt8], announcing size: UInt32) throws {
        try compositor.thread.perform { try $0.seat.sendKeymap(bytes, announcing: size) }
    }

    /// Sets the client's key repeat: characters per second (0 is none), delay in milliseconds.
    public func setRepeat(rate: Int, delay: Int) throws {
        try compositor.thread.perform { $0.seat.change(repeatRate: rate, delay: delay) }
    }
}
