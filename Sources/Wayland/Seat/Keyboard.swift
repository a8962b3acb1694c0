// A seat's keyboard.
//
// The compositor's keymap and the modifiers that it announces determine the meanings. Keys that
// were down when the window got the keyboard are delivered as presses with a flag, after the
// modifiers that come with the focus; they do not repeat. Composing uses only presses, and a repeat
// enters the key's own text, never a composed one again.

import Geometry
import Glibc
import WaylandClientProtocols

@MainActor
final class Keyboard {
    private(set) var modifiers: Modifiers = []

    private unowned let seat: Seat
    private let proxy: WlKeyboard
    private var keymap: Keymap?
    /// The sequences of the locale, read at the first key press: that takes some milliseconds,
    /// which must not delay the first frame.
    ///
    /// Nil for a locale without sequences.
    private lazy var compose: Compose? = {
        hasCompose = true
        return Compose()
    }()
    private var hasCompose = false
    private var focus: WlSurface?
    /// Keys that were down when the focus came and have not been delivered yet.
    private var held: [UInt32] = []
    private let repetition: KeyRepeat

    private var connection: Connection { seat.connection }

    init(_ seat: Seat, _ proxy: WlKeyboard) {
        self.seat = seat
        self.proxy = proxy
        repetition = KeyRepeat(loop: seat.connection.loop)
        repetition.action = { [weak self] key, time in self?.repeated(key, time) }
        proxy.events = { [weak self] event in self?.handle(event) }
    }

    /// - Parameter notifies: whether the window is still notified that it lost the keyboard.
    func destroy(notifies: Bool) {
        if notifies { loseFocus() }
        repetition.stop()
        seat.serials.forget(.keyPress)
        seat.serials.forget(.keyboardEnter)
        proxy.destroy()
    }

    func stopRepeating() { repetition.stop() }

    func forget(_ surface: WlSurface) {
        guard focus == surface else { return }
        focus = nil
        held = []
        repetition.stop()
    }

    func dispatchEnded() { deliverHeld() }

    private func handle(_ event: WlKeyboard.Event) {
        switch event {
        case .keymap(let format, let descriptor, let size):
            defer { close(descriptor) }
            repetition.stop()
            // Without a keymap, or with an unreadable one, keys have the meanings of a US keyboard.
            keymap = format == .xkbV1 ? readKeymap(descriptor, Int(size)) : nil
            if keymap == nil { keymap = try? Keymap(layout: "us") }
            setModifiers()
        case .enter(let serial, let surface, let keys):
            guard let surface else { return }
            seat.serials.record(serial, .keyboardEnter)
            focus = surface
            held = EventBounds.keys(keys)
            resetCompose()
            connection.window(of: surface)?.onInput?(.keyboardFocus(true))
        case .leave:
            loseFocus()
        case .key(let serial, let time, let key, let state):
            guard EventBounds.isKey(key) else { return }
            deliverHeld()
            if state == .pressed {
                seat.pressed(serial, .keyPress)
                pressed(key, connection.seconds(time), isHeld: false)
            } else {
                repetition.release(key)
                send(.released, key, connection.seconds(time), text: "")
            }
        case .modifiers(_, let depressed, let latched, let locked, let group):
            keymap?.update(depressed: depressed, latched: latched, locked: locked, group: group)
            setModifiers()
            deliverHeld()
        case .repeatInfo(let rate, let delay):
            repetition.configure(rate: rate, delay: delay)
        }
    }

    /// Reads a keymap; nil if it cannot be read, which is reported.
    private func readKeymap(_ descriptor: Int32, _ size: Int) -> Keymap? {
        do throws(WaylandError) {
            return try Keymap(descriptor: descriptor, size: size)
        } catch {
            connection.report(
                .badData(
                    what: error.place,
                    reason: "\(error.problem); keys have the meanings of a US keyboard"))
            return nil
        }
    }

    private func loseFocus() {
        repetition.stop()
        held = []
        resetCompose()
        guard let focus else { return }
        self.focus = nil
        connection.window(of: focus)?.onInput?(.keyboardFocus(false))
    }

    private func resetCompose() {
        if hasCompose { compose?.reset() }
    }

    private func setModifiers() {
        let changed = keymap?.modifiers ?? []
        guard changed != modifiers else { return }
        modifiers = changed
        connection.window(of: focus)?.onInput?(.modifiers(changed))
    }

    private func deliverHeld() {
        guard !held.isEmpty else { return }
        let keys = held
        held = []
        for key in keys { pressed(key, connection.now, isHeld: true) }
    }

    private func pressed(_ key: UInt32, _ time: Double, isHeld: Bool) {
        guard let keymap else { return send(.pressed, key, time, text: "", isHeld: isHeld) }
        if !isHeld && keymap.repeats(key) { repetition.start(key) }
        switch isHeld ? .untouched : compose?.feed(keymap.keysym(key)) ?? .untouched {
        case .untouched:
            send(.pressed, key, time, text: keymap.text(key), isHeld: isHeld)
        case .composing:
            send(.pressed, key, time, text: "", isComposing: true)
        case .composed(let text, let keysym):
            send(.pressed, key, time, keysym: keysym, text: text)
        case .cancelled:
            send(.pressed, key, time, text: "", isComposing: true)
        }
    }

    private func repeated(_ key: UInt32, _ time: Double) {
        send(.repeated, key, time, text: keymap?.text(key) ?? "")
    }

    private func send(
        _ phase: KeyEvent.Phase, _ key: UInt32, _ time: Double, keysym: Keysym? = nil,
        text: String, isComposing: Bool = false, isHeld: Bool = false
    ) {
        guard let window = connection.window(of: focus) else { return }
        window.onInput?(
            .key(
                KeyEvent(
                    phase: phase, time: time, keycode: key,
                    keysym: keysym ?? keymap?.keysym(key) ?? .none,
                    baseKeysym: keymap?.baseKeysym(key) ?? .none, text: text,
                    isComposing: isComposing, modifiers: modifiers,
                    shortcutModifiers: keymap?.shortcutModifiers(key) ?? [],
                    isHeldFromBefore: isHeld)))
    }
}
