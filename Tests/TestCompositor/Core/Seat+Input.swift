import WaylandServerProtocols

// Every function here is one call of a test: it applies to all objects that the focused client made
// for the device, leaves out events that their version does not support, and ends with one frame.
extension Seat {
    // MARK: - Pointer

    func enterPointer(_ surface: Surface, x: Double, y: Double) {
        if pointerFocus != nil { leavePointer() }
        pointerFocus = surface
        resetCursor()
        pointerEnterSerial = nextInputSerial()
        for pointer in pointers(of: surface) {
            pointer.sendEnter(
                serial: pointerEnterSerial, surface: surface.resource, surfaceX: x, surfaceY: y)
            if pointer.version >= 5 { pointer.sendFrame() }
        }
    }

    func leavePointer() {
        guard let surface = pointerFocus else { return }
        pointerFocus = nil
        let serial = nextInputSerial()
        for pointer in pointers(of: surface) {
            pointer.sendLeave(serial: serial, surface: surface.resource)
            if pointer.version >= 5 { pointer.sendFrame() }
        }
    }

    func send(_ events: [PointerEvent], time: UInt32) throws(CompositorError) {
        guard let surface = pointerFocus else {
            throw CompositorError("the pointer is on no window: enter one first")
        }
        // One serial for all objects of an event, as in a real compositor.
        let serials = events.map { event -> UInt32 in
            if case .button = event { return nextInputSerial() }
            return 0
        }
        for pointer in pointers(of: surface) {
            for (event, serial) in zip(events, serials) {
                send(event, to: pointer, time: time, serial: serial)
            }
            if pointer.version >= 5 { pointer.sendFrame() }
        }
    }

    private func send(
        _ event: PointerEvent, to pointer: ServerWlPointer, time: UInt32, serial: UInt32
    ) {
        switch event {
        case .motion(let x, let y):
            pointer.sendMotion(time: time, surfaceX: x, surfaceY: y)
        case .button(let code, let isPressed):
            pointer.sendButton(
                serial: serial, time: time, button: code, state: isPressed ? .pressed : .released)
        case .axis(let axis, let value):
            pointer.sendAxis(time: time, axis: .init(rawValue: axis.rawValue), value: value)
        case .source(let source):
            // The tilt of a wheel came with version 6.
            guard pointer.version >= (source == .wheelTilt ? 6 : 5) else { return }
            pointer.sendAxisSource(axisSource: .init(rawValue: source.rawValue))
        case .stop(let axis):
            guard pointer.version >= 5 else { return }
            pointer.sendAxisStop(time: time, axis: .init(rawValue: axis.rawValue))
        case .discrete(let axis, let steps):
            guard (5...7).contains(pointer.version) else { return }
            pointer.sendAxisDiscrete(axis: .init(rawValue: axis.rawValue), discrete: Int32(steps))
        case .value120(let axis, let value):
            guard pointer.version >= 8 else { return }
            pointer.sendAxisValue120(axis: .init(rawValue: axis.rawValue), value120: Int32(value))
        }
    }

    private func pointers(of surface: Surface) -> [ServerWlPointer] {
        pointers.filter { $0.client == surface.resource.client }
    }

    // MARK: - Gestures

    func send(_ event: GestureEvent, time: UInt32) throws(CompositorError) {
        guard let surface = pointerFocus else {
            throw CompositorError("the pointer is on no window, so gestures go nowhere")
        }
        let client = surface.resource.client
        let pinches = pinches.filter { $0.client == client }
        let swipes = swipes.filter { $0.client == client }
        let holds = holds.filter { $0.client == client }
        let serial = nextInputSerial()
        switch event {
        case .pinchBegin(let fingers):
            for pinch in pinches {
                pinch.sendBegin(
                    serial: serial, time: time, surface: surface.resource, fingers: UInt32(fingers))
            }
        case .pinchUpdate(let dx, let dy, let scale, let rotation):
            for pinch in pinches {
                pinch.sendUpdate(time: time, dx: dx, dy: dy, scale: scale, rotation: rotation)
            }
        case .pinchEnd(let isCancelled):
            for pinch in pinches {
                pinch.sendEnd(serial: serial, time: time, cancelled: isCancelled ? 1 : 0)
            }
        case .swipeBegin(let fingers):
            for swipe in swipes {
                swipe.sendBegin(
                    serial: serial, time: time, surface: surface.resource, fingers: UInt32(fingers))
            }
        case .swipeUpdate(let dx, let dy):
            for swipe in swipes { swipe.sendUpdate(time: time, dx: dx, dy: dy) }
        case .swipeEnd(let isCancelled):
            for swipe in swipes {
                swipe.sendEnd(serial: serial, time: time, cancelled: isCancelled ? 1 : 0)
            }
        case .holdBegin(let fingers):
            for hold in holds {
                hold.sendBegin(
                    serial: serial, time: time, surface: surface.resource, fingers: UInt32(fingers))
            }
        case .holdEnd(let isCancelled):
            for hold in holds {
                hold.sendEnd(serial: serial, time: time, cancelled: isCancelled ? 1 : 0)
            }
        }
    }

    // MARK: - Touch

    func send(
        _ events: [TouchEvent], on target: Surface?, time: UInt32, endsFrame: Bool
    ) throws(CompositorError) {
        var clients: Set<WaylandClient> = []
        for event in events {
            let surface = try surface(of: event, target)
            clients.insert(surface.resource.client)
            let serial = nextInputSerial()
            for touch in touches where touch.client == surface.resource.client {
                send(event, to: touch, surface, time: time, serial: serial)
            }
            if case .up(let id) = event { fingers[id] = nil }
        }
        guard endsFrame else { return }
        for touch in touches where clients.contains(touch.client) { touch.sendFrame() }
    }

    /// The compositor takes over the touches.
    func cancelTouch() {
        let clients = Set(fingers.values.map(\.resource.client))
        fingers = [:]
        for touch in touches where clients.contains(touch.client) { touch.sendCancel() }
    }

    private func surface(
        of event: TouchEvent, _ target: Surface?
    ) throws(CompositorError) -> Surface {
        switch event {
        case .down(let id, _, _):
            guard let target else {
                throw CompositorError("finger \(id) goes down on no window")
            }
            fingers[id] = target
            return target
        case .motion(let id, _, _), .up(let id), .shape(let id, _, _), .orientation(let id, _):
            guard let surface = fingers[id] else {
                throw CompositorError("finger \(id) is not down")
            }
            return surface
        }
    }

    private func send(
        _ event: TouchEvent, to touch: ServerWlTouch, _ surface: Surface, time: UInt32,
        serial: UInt32
    ) {
        switch event {
        case .down(let id, let x, let y):
            touch.sendDown(
                serial: serial, time: time, surface: surface.resource, id: Int32(id), x: x, y: y)
        case .motion(let id, let x, let y):
            touch.sendMotion(time: time, id: Int32(id), x: x, y: y)
        case .up(let id):
            touch.sendUp(serial: serial, time: time, id: Int32(id))
        case .shape(let id, let major, let minor):
            guard touch.version >= 6 else { return }
            touch.sendShape(id: Int32(id), major: major, minor: minor)
        case .orientation(let id, let degrees):
            guard touch.version >= 6 else { return }
            touch.sendOrientation(id: Int32(id), orientation: degrees)
        }
    }

    // MARK: - Keyboard

    func enterKeyboard(_ surface: Surface, pressed: [UInt32]) {
        if keyboardFocus != nil { leaveKeyboard() }
        keyboardFocus = surface
        pressedKeys = pressed
        for key in pressed { keymap.update(key: key, isPressed: true) }
        offerSelection(to: surface.resource.client)
        enterTextInput(surface)
        let serial = nextInputSerial()
        for keyboard in keyboards(of: surface) {
            keyboard.sendEnter(serial: serial, surface: surface.resource, keys: pressed)
            sendModifiers(keyboard)
        }
    }

    func leaveKeyboard() {
        guard let surface = keyboardFocus else { return }
        leaveTextInput()
        keyboardFocus = nil
        for key in pressedKeys { keymap.update(key: key, isPressed: false) }
        pressedKeys = []
        let serial = nextInputSerial()
        for keyboard in keyboards(of: surface) {
            keyboard.sendLeave(serial: serial, surface: surface.resource)
        }
    }

    func sendKey(_ key: UInt32, isPressed: Bool, time: UInt32) throws(CompositorError) {
        let surface = try focusedByKeyboard()
        let before = keymap.modifiers
        keymap.update(key: key, isPressed: isPressed)
        if isPressed {
            pressedKeys.append(key)
        } else {
            pressedKeys.removeAll { $0 == key }
        }
        let serial = nextInputSerial()
        for keyboard in keyboards(of: surface) {
            keyboard.sendKey(
                serial: serial, time: time, key: key, state: isPressed ? .pressed : .released)
            if keymap.modifiers != before { sendModifiers(keyboard) }
        }
    }

    func sendModifiers(_ modifiers: Keymap.Modifiers) throws(CompositorError) {
        let surface = try focusedByKeyboard()
        keymap.modifiers = modifiers
        for keyboard in keyboards(of: surface) { sendModifiers(keyboard) }
    }

    private func focusedByKeyboard() throws(CompositorError) -> Surface {
        guard let surface = keyboardFocus else {
            throw CompositorError("the keyboard is on no window: enter one first")
        }
        return surface
    }

    private func keyboards(of surface: Surface) -> [ServerWlKeyboard] {
        keyboards.filter { $0.client == surface.resource.client }
    }
}
