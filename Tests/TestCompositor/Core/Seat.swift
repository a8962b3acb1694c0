import Glibc
import WaylandServerProtocols

/// `wl_seat`: the devices, the clients' objects for them, and the surfaces in focus.
final class Seat {
    private unowned let core: Core
    private(set) var devices: InputDevices
    private var everHad: InputDevices
    private var seats: [ServerWlSeat] = []
    var pointers: [ServerWlPointer] = []
    var keyboards: [ServerWlKeyboard] = []
    var touches: [ServerWlTouch] = []
    var pinches: [ServerZwpPointerGesturePinchV1] = []
    var swipes: [ServerZwpPointerGestureSwipeV1] = []
    var holds: [ServerZwpPointerGestureHoldV1] = []

    var pointerFocus: Surface?
    var pointerEnterSerial: UInt32 = 0
    var keyboardFocus: Surface?
    var pressedKeys: [UInt32] = []
    /// For every finger that is down, the surface that it touched.
    var fingers: [Int: Surface] = [:]
    private(set) var keymap: Keymap
    private(set) var repeatRate: Int32 = 25
    private(set) var repeatDelay: Int32 = 400
    private var cursor = CursorState.unset
    private weak var cursorSurface: Surface?

    init(core: Core, devices: InputDevices) throws(CompositorError) {
        self.core = core
        self.devices = devices
        everHad = devices
        keymap = try Keymap(layout: "us")
    }

    func nextInputSerial() -> UInt32 { core.nextInputSerial() }

    func enterTextInput(_ surface: Surface) { core.textInputs.enter(surface) }

    func leaveTextInput() { core.textInputs.leave() }

    func offerSelection(to client: WaylandClient) { core.dataDevices.offerSelection(to: client) }

    var cursorState: CursorState {
        guard case .image(let x, let y, _) = cursor else { return cursor }
        return .image(hotspotX: x, hotspotY: y, buffer: cursorSurface?.state.bufferSize)
    }

    var cursorPicture: WindowPicture? { cursorSurface?.picture }

    /// Stops sending events to this surface.
    func forget(_ surface: Surface) {
        if pointerFocus === surface { pointerFocus = nil }
        if keyboardFocus === surface { keyboardFocus = nil }
        fingers = fingers.filter { $0.value !== surface }
    }

    // MARK: - Binding

    func bind(_ seat: ServerWlSeat) {
        seats.append(seat)
        seat.onDestroy = { [unowned self, unowned seat] in seats.removeAll { $0 === seat } }
        seat.requests = { [unowned self, unowned seat] request in handle(request, seat) }
        if seat.version >= 2 { seat.sendName(name: "seat0") }
        seat.sendCapabilities(capabilities: .init(rawValue: devices.rawValue))
    }

    /// Adds and removes devices.
    ///
    /// Objects of a removed device never receive events again.
    func change(devices new: InputDevices) {
        let lost = devices.subtracting(new)
        devices = new
        everHad.formUnion(new)
        if lost.contains(.pointer) {
            pointers = []
            pinches = []
            swipes = []
            holds = []
            pointerFocus = nil
        }
        if lost.contains(.keyboard) {
            keyboards = []
            keyboardFocus = nil
            pressedKeys = []
        }
        if lost.contains(.touch) {
            touches = []
            fingers = [:]
        }
        for seat in seats { seat.sendCapabilities(capabilities: .init(rawValue: new.rawValue)) }
    }

    private func handle(_ request: ServerWlSeat.Request, _ seat: ServerWlSeat) {
        switch request {
        case .getPointer(let id):
            guard mayGet(.pointer, seat) else { return }
            id.requests = { [unowned self, unowned id] request in handle(request, id) }
            guard devices.contains(.pointer) else { return }
            pointers.append(id)
            id.onDestroy = { [unowned self, unowned id] in pointers.removeAll { $0 === id } }
        case .getKeyboard(let id):
            guard mayGet(.keyboard, seat) else { return }
            guard devices.contains(.keyboard) else { return }
            keyboards.append(id)
            id.onDestroy = { [unowned self, unowned id] in keyboards.removeAll { $0 === id } }
            greet(id)
        case .getTouch(let id):
            guard mayGet(.touch, seat) else { return }
            guard devices.contains(.touch) else { return }
            touches.append(id)
            id.onDestroy = { [unowned self, unowned id] in touches.removeAll { $0 === id } }
        case .release:
            break
        }
    }

    private func mayGet(_ device: InputDevices, _ seat: ServerWlSeat) -> Bool {
        guard everHad.contains(device) else {
            seat.postError(
                code: ServerWlSeat.ErrorCode.missingCapability.rawValue,
                message: "the seat never had the device")
            return false
        }
        return true
    }

    private func handle(_ request: ServerWlPointer.Request, _ pointer: ServerWlPointer) {
        guard case .setCursor(let serial, let target, let x, let y) = request else { return }
        let surface = target.flatMap { core.surface($0) }
        if let surface {
            switch surface.role {
            case .none where surface.shellSurface == nil: surface.role = .cursor
            case .cursor: break
            default:
                return pointer.postError(
                    code: ServerWlPointer.ErrorCode.role.rawValue,
                    message: "the cursor's surface has another role")
            }
        }
        // According to the protocol, a request with an old serial is ignored.
        guard serial == pointerEnterSerial else { return }
        cursorSurface = surface
        cursor =
            surface == nil ? .hidden : .image(hotspotX: Int(x), hotspotY: Int(y), buffer: nil)
    }

    func resetCursor() {
        cursor = .unset
        cursorSurface = nil
    }

    /// Serves `zwp_pointer_gestures_v1`.
    func serve(_ gestures: ServerZwpPointerGesturesV1) {
        gestures.requests = { [unowned self] request in
            switch request {
            case .getPinchGesture(let id, _):
                pinches.append(id)
                id.onDestroy = { [unowned self, unowned id] in pinches.removeAll { $0 === id } }
            case .getSwipeGesture(let id, _):
                swipes.append(id)
                id.onDestroy = { [unowned self, unowned id] in swipes.removeAll { $0 === id } }
            case .getHoldGesture(let id, _):
                holds.append(id)
                id.onDestroy = { [unowned self, unowned id] in holds.removeAll { $0 === id } }
            case .release:
                break
            }
        }
    }

    // MARK: - Keymap

    func change(layout: String) throws(CompositorError) {
        keymap = try Keymap(layout: layout)
        for keyboard in keyboards { sendKeymap(keyboard) }
    }

    func change(repeatRate rate: Int, delay: Int) {
        repeatRate = Int32(rate)
        repeatDelay = Int32(delay)
        for keyboard in keyboards where keyboard.version >= 4 {
            keyboard.sendRepeatInfo(rate: repeatRate, delay: repeatDelay)
        }
    }

    private func greet(_ keyboard: ServerWlKeyboard) {
        sendKeymap(keyboard)
        if keyboard.version >= 4 {
            keyboard.sendRepeatInfo(rate: repeatRate, delay: repeatDelay)
        }
        // A keyboard made while its client has the focus receives an enter event.
        guard let surface = keyboardFocus, surface.resource.client == keyboard.client else {
            return
        }
        keyboard.sendEnter(
            serial: core.nextInputSerial(), surface: surface.resource, keys: pressedKeys)
        sendModifiers(keyboard)
    }

    private func sendKeymap(_ keyboard: ServerWlKeyboard) {
        guard let descriptor = try? keymap.file() else {
            return keyboard.sendKeymap(format: .noKeymap, fd: 0, size: 0)
        }
        keyboard.sendKeymap(format: .xkbV1, fd: descriptor, size: UInt32(keymap.text.count))
        close(descriptor)
    }

    /// Sends these bytes as a keymap, and announces them as `size` bytes.
    func sendKeymap(_ bytes: [UInt8], announcing size: UInt32) throws(CompositorError) {
        let descriptor = try Keymap.file(bytes)
        for keyboard in keyboards {
            keyboard.sendKeymap(format: .xkbV1, fd: descriptor, size: size)
        }
        close(descriptor)
    }

    func sendModifiers(_ keyboard: ServerWlKeyboard) {
        let modifiers = keymap.modifiers
        keyboard.sendModifiers(
            serial: core.nextSerial(), modsDepressed: modifiers.depressed,
            modsLatched: modifiers.latched, modsLocked: modifiers.locked, group: modifiers.group)
    }
}
