import EventLoop
import Geometry
import WaylandClientProtocols

/// One user's pointer, keyboard, touchscreen and drawing tablets.
///
/// Their events are delivered to the windows' `onInput`, grouped as the device reported them.
/// Removed devices are released, and used again when they return.
@MainActor
public final class Seat {
    /// The compositor's name for the seat, such as "seat0"; empty until it is announced.
    public private(set) var name = ""
    /// Whether there currently is a pointer.
    public var hasPointer: Bool { pointer != nil }
    /// Whether there currently is a keyboard.
    public var hasKeyboard: Bool { keyboard != nil }
    /// Whether there currently is a touchscreen.
    public var hasTouch: Bool { touch != nil }
    /// The held modifiers, as last reported by the keyboard.
    public var modifiers: Modifiers { keyboard?.modifiers ?? [] }

    let proxy: WlSeat
    /// The global's number in the registry.
    let globalName: UInt32
    var serials = SerialTracker()
    unowned let connection: Connection

    private var pointer: Pointer?
    private var keyboard: Keyboard?
    private var touch: Touch?
    private var textInput: TextInput?
    private var tablets: Tablets?
    private(set) var dataDevice: DataDevice?

    init(_ connection: Connection, _ proxy: WlSeat, name: UInt32) {
        self.connection = connection
        self.proxy = proxy
        globalName = name
        proxy.events = { [weak self] event in
            switch event {
            case .capabilities(let capabilities): self?.update(capabilities)
            case .name(let name): self?.name = name
            }
        }
        makeDataDevice()
        makeTextInput()
        makeTablets()
    }

    private func update(_ capabilities: WlSeat.Capability) {
        if capabilities.contains(.pointer) {
            if pointer == nil { pointer = Pointer(self, proxy.getPointer()) }
        } else {
            pointer?.destroy(notifies: true)
            pointer = nil
        }
        if capabilities.contains(.keyboard) {
            if keyboard == nil { keyboard = Keyboard(self, proxy.getKeyboard()) }
        } else {
            keyboard?.destroy(notifies: true)
            keyboard = nil
        }
        if capabilities.contains(.touch) {
            if touch == nil { touch = Touch(self, proxy.getTouch()) }
        } else {
            touch?.destroy(notifies: true)
            touch = nil
        }
    }

    /// The gestures global may be announced after the seat.
    func makeGestures() { pointer?.makeGestures() }

    /// The data device global may be announced after the seat.
    func makeDataDevice() {
        guard dataDevice == nil, let manager = connection.dataDeviceManager else { return }
        dataDevice = DataDevice(self, manager)
    }

    /// The global of input methods may be announced after the seat.
    func makeTextInput() {
        guard textInput == nil, let manager = connection.textInputs else { return }
        textInput = TextInput(self, manager)
    }

    /// The global of tablets may be announced after the seat.
    func makeTablets() {
        guard tablets == nil, let manager = connection.tabletManager else { return }
        tablets = Tablets(self, manager)
    }

    /// The text field of a window changed.
    func updateTextInput(of window: Window) { textInput?.update(window) }

    /// Records the serial of a press.
    func pressed(_ serial: UInt32, _ kind: SerialTracker.Kind) {
        serials.record(serial, kind)
        connection.lastPressSeat = self
    }

    func updateCursor(over window: Window) {
        pointer?.updateCursor(over: window)
        tablets?.updateCursor(over: window)
    }

    func updatePointerTheme() {
        pointer?.updateTheme()
        tablets?.updateTheme()
    }

    /// All received events have been dispatched.
    func dispatchEnded() {
        touch?.dispatchEnded()
        tablets?.dispatchEnded()
        keyboard?.dispatchEnded()
    }

    /// The window of `surface` is closing: nothing may be delivered to it any more.
    func forget(_ surface: WlSurface) {
        pointer?.forget(surface)
        keyboard?.forget(surface)
        touch?.forget(surface)
        tablets?.forget(surface)
        textInput?.forget(surface)
    }

    /// Nothing more will arrive.
    func connectionEnded() {
        keyboard?.stopRepeating()
        dataDevice?.abandon()
    }

    /// Ends the seat.
    ///
    /// - Parameter notifies: whether windows are still notified: not if the connection itself is
    ///   ending, which must not be used any more then.
    func destroy(notifies: Bool) {
        pointer?.destroy(notifies: notifies)
        keyboard?.destroy(notifies: notifies)
        touch?.destroy(notifies: notifies)
        dataDevice?.destroy(notifies: notifies)
        textInput?.destroy(notifies: notifies)
        tablets?.destroy(notifies: notifies)
        tablets = nil
        textInput = nil
        pointer = nil
        keyboard = nil
        touch = nil
        dataDevice = nil
        proxy.destroy()
    }

    // MARK: Clipboard

    /// Puts data on the clipboard, by MIME type.
    ///
    /// This process keeps and serves the data.
    ///
    /// Does nothing if the user has not pressed anything yet, since the compositor would refuse it.
    public func copy(_ contents: [String: [UInt8]]) { copy(SharedData(contents)) }

    /// Puts data on the clipboard that are made when another program asks for them.
    ///
    /// Does nothing if the user has not pressed anything yet, since the compositor would refuse it.
    public func copy(_ data: SharedData) { dataDevice?.copy(data) }

    /// Reads the clipboard as the first of `types` that it offers.
    ///
    /// Never blocks. `completion` is called later in the loop (or at once for data of this process)
    /// with the bytes. It receives nil if there are no data of these types, the owner stops early,
    /// or it sends more than `limit` bytes.
    public func paste(
        _ types: [String] = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain"],
        limit: Int = 16 << 20, _ completion: @escaping ([UInt8]?) -> Void
    ) {
        guard let dataDevice else { return completion(nil) }
        dataDevice.paste(types, limit: limit, completion)
    }
}
