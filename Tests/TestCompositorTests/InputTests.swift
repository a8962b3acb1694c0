import Glibc
import TestCompositor
import Testing
import WaylandClientProtocols

@MainActor
struct InputTests {
    /// The pointer's events as text, one group per line.
    @MainActor private final class PointerEar {
        var groups: [[String]] = []
        private var open: [String] = []
        var surface: WlSurface?
        var serial: UInt32 = 0

        func hear(_ event: WlPointer.Event) {
            switch event {
            case .enter(let serial, let surface, let x, let y):
                self.surface = surface
                self.serial = serial
                open.append("enter \(x) \(y)")
            case .leave: open.append("leave")
            case .motion(let time, let x, let y): open.append("motion \(time) \(x) \(y)")
            case .button(_, let time, let button, let state):
                open.append("button \(time) \(button) \(state.rawValue)")
            case .axis(let time, let axis, let value):
                open.append("axis \(time) \(axis.rawValue) \(value)")
            case .axisSource(let source): open.append("source \(source.rawValue)")
            case .axisStop(let time, let axis): open.append("stop \(time) \(axis.rawValue)")
            case .axisDiscrete(let axis, let steps):
                open.append("discrete \(axis.rawValue) \(steps)")
            case .axisValue120(let axis, let value): open.append("120 \(axis.rawValue) \(value)")
            case .frame:
                groups.append(open)
                open = []
            }
        }

        var unfinished: [String] { open }
    }

    private func ear(
        _ window: BareWindow, version: UInt32? = nil
    ) throws -> (PointerEar, WlPointer) {
        let pointer = try window.client.bind(WlSeat.self, version: version).getPointer()
        let ear = PointerEar()
        pointer.events = { ear.hear($0) }
        try window.client.roundTrip()
        return (ear, pointer)
    }

    @Test func pointerEventsComeInGroups() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let (ear, _) = try ear(window)
            try compositor.pointer.enter(handle, x: 3.5, y: 4.25)
            try compositor.pointer.move(x: 10, y: 20, time: 1000)
            try compositor.pointer.click(x: 11, y: 21, button: PointerEvent.right, time: 1010)
            try compositor.pointer.turnWheel(steps: -2, time: 1020)
            try compositor.pointer.scroll(dx: 1.5, dy: -2.25, time: 1030)
            try compositor.pointer.stopScrolling(time: 1040)
            try compositor.pointer.leave()
            try handle.roundTrip()
            #expect(
                ear.groups == [
                    ["enter 3.5 4.25"], ["motion 1000 10.0 20.0"], ["motion 1010 11.0 21.0"],
                    ["button 1010 273 1"], ["button 1010 273 0"],
                    ["source 0", "120 0 -240", "axis 1020 0 -30.0"],
                    ["source 1", "axis 1030 0 -2.25", "axis 1030 1 1.5"],
                    ["source 1", "stop 1040 0", "stop 1040 1"], ["leave"],
                ])
            #expect(ear.surface === window.surface)
        }
    }

    @Test func oldPointersGetWhatTheyKnow() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let (middle, _) = try ear(window, version: 7)
            let (old, _) = try ear(window, version: 4)
            try compositor.pointer.enter(handle, x: 0, y: 0)
            try compositor.pointer.turnWheel(steps: 1, axis: .horizontal, time: 5)
            try handle.roundTrip()
            #expect(
                middle.groups == [
                    ["enter 0.0 0.0"], ["source 0", "discrete 1 1", "axis 5 1 15.0"],
                ])
            #expect(old.groups.isEmpty)
            #expect(old.unfinished == ["enter 0.0 0.0", "axis 5 1 15.0"])
        }
    }

    @Test func timestampsAreTheClocksUnlessGiven() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            var times: [UInt32] = []
            let pointer = try window.client.bind(WlSeat.self).getPointer()
            pointer.events = { if case .motion(let time, _, _) = $0 { times.append(time) } }
            try window.client.roundTrip()
            try compositor.pointer.enter(handle, x: 0, y: 0)
            let before = clockMilliseconds()
            try compositor.pointer.move(x: 1, y: 1)
            let after = clockMilliseconds()
            try compositor.pointer.move(x: 1, y: 1, time: 77)
            try handle.roundTrip()
            #expect(times.count == 2 && times.last == 77)
            #expect((before...after).contains(times.first ?? 0))
        }
    }

    private func clockMilliseconds() -> UInt32 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt32(truncatingIfNeeded: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    @Test func inputWithoutAFocusIsASentence() throws {
        try withTestCompositor { compositor in
            #expect {
                try compositor.pointer.move(x: 0, y: 0)
            } throws: {
                "\($0)" == "the pointer is on no window: enter one first"
            }
            #expect(throws: CompositorError.self) {
                try compositor.keyboard.key(KeyCode.a, isPressed: true)
            }
        }
    }

    @Test func cursorsAreSeen() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let (ear, pointer) = try ear(window)
            try compositor.pointer.enter(handle, x: 1, y: 1)
            try handle.roundTrip()
            #expect(try compositor.pointer.cursor == .unset)
            let image = window.compositor.createSurface()
            pointer.setCursor(serial: ear.serial &+ 5, surface: image, hotspotX: 1, hotspotY: 1)
            try window.client.roundTrip()
            #expect(try compositor.pointer.cursor == .unset)
            pointer.setCursor(serial: ear.serial, surface: image, hotspotX: 2, hotspotY: 3)
            image.attach(buffer: try window.client.buffer(width: 24, height: 24), x: 0, y: 0)
            image.commit()
            try window.client.roundTrip()
            #expect(
                try compositor.pointer.waitForCursor()
                    == .image(hotspotX: 2, hotspotY: 3, buffer: .init(width: 24, height: 24)))
            #expect(try compositor.pointer.cursorPicture?[0, 0] == 0xFF00_00FF)
            pointer.setCursor(serial: ear.serial, surface: nil, hotspotX: 0, hotspotY: 0)
            try window.client.roundTrip()
            #expect(try compositor.pointer.waitForCursor() == .hidden)
        }
    }

    @Test func touchComesInGroupsAndMayBeCancelled() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let touch = try window.client.bind(WlSeat.self).getTouch()
            var heard: [String] = []
            touch.events = { event in
                switch event {
                case .down(_, let time, let surface, let id, let x, let y):
                    heard.append("down \(time) \(surface === window.surface) \(id) \(x) \(y)")
                case .up(_, let time, let id): heard.append("up \(time) \(id)")
                case .motion(let time, let id, let x, let y):
                    heard.append("motion \(time) \(id) \(x) \(y)")
                case .frame: heard.append("frame")
                case .cancel: heard.append("cancel")
                case .shape(let id, let major, let minor):
                    heard.append("shape \(id) \(major) \(minor)")
                case .orientation(let id, let degrees): heard.append("orientation \(id) \(degrees)")
                }
            }
            try window.client.roundTrip()
            let input = compositor.touch
            try input.send(
                [.down(id: 0, x: 1, y: 2), .down(id: 1, x: 3, y: 4)], on: handle, time: 10)
            try input.send(
                [.motion(id: 0, x: 1.5, y: 2), .shape(id: 0, major: 9, minor: 8)], on: handle,
                time: 11)
            try input.send([.up(id: 1)], on: handle, time: 12, endsFrame: false)
            try input.cancel()
            #expect(throws: CompositorError.self) {
                try input.send([.motion(id: 0, x: 0, y: 0)], on: handle)
            }
            try handle.roundTrip()
            #expect(
                heard == [
                    "down 10 true 0 1.0 2.0", "down 10 true 1 3.0 4.0", "frame",
                    "motion 11 0 1.5 2.0", "shape 0 9.0 8.0", "frame", "up 12 1", "cancel",
                ])
        }
    }

    @Test func gesturesReachTheWindowUnderThePointer() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let pointer = try window.client.bind(WlSeat.self).getPointer()
            let gestures = try window.client.bind(ZwpPointerGesturesV1.self)
            var heard: [String] = []
            gestures.getPinchGesture(pointer: pointer).events = { event in
                switch event {
                case .begin(_, let time, let surface, let fingers):
                    heard.append("pinch \(time) \(surface === window.surface) \(fingers)")
                case .update(let time, let dx, let dy, let scale, let rotation):
                    heard.append("to \(time) \(dx) \(dy) \(scale) \(rotation)")
                case .end(_, let time, let cancelled): heard.append("end \(time) \(cancelled)")
                }
            }
            gestures.getSwipeGesture(pointer: pointer).events = { event in
                switch event {
                case .begin(_, _, _, let fingers): heard.append("swipe \(fingers)")
                case .update(_, let dx, let dy): heard.append("by \(dx) \(dy)")
                case .end(_, _, let cancelled): heard.append("end \(cancelled)")
                }
            }
            gestures.getHoldGesture(pointer: pointer).events = { event in
                switch event {
                case .begin(_, _, _, let fingers): heard.append("hold \(fingers)")
                case .end(_, _, let cancelled): heard.append("end \(cancelled)")
                }
            }
            try window.client.roundTrip()
            let input = compositor.pointer
            try input.enter(handle, x: 30, y: 20)
            try input.gesture(.holdBegin(fingers: 2))
            try input.gesture(.holdEnd(isCancelled: true))
            try input.gesture(.pinchBegin(fingers: 2), time: 100)
            try input.gesture(.pinchUpdate(dx: 1, dy: -0.5, scale: 1.25, rotation: 3), time: 108)
            try input.gesture(.pinchEnd(isCancelled: false), time: 116)
            try input.gesture(.swipeBegin(fingers: 3))
            try input.gesture(.swipeUpdate(dx: -4, dy: 0))
            try input.gesture(.swipeEnd(isCancelled: true))
            try handle.roundTrip()
            #expect(
                heard == [
                    "hold 2", "end 1", "pinch 100 true 2", "to 108 1.0 -0.5 1.25 3.0", "end 116 0",
                    "swipe 3", "by -4.0 0.0", "end 1",
                ])
        }
    }

    @Test func keysModifiersAndRepetition() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let keyboard = try window.client.bind(WlSeat.self).getKeyboard()
            var heard: [String] = []
            var keymap = ""
            keyboard.events = { event in
                switch event {
                case .keymap(let format, let descriptor, let size):
                    #expect(format == .xkbV1)
                    keymap = Self.text(descriptor, size)
                    close(descriptor)
                case .enter(_, let surface, let keys):
                    heard.append("enter \(surface === window.surface) \(keys)")
                case .leave: heard.append("leave")
                case .key(_, let time, let key, let state):
                    heard.append("key \(time) \(key) \(state.rawValue)")
                case .modifiers(_, let depressed, let latched, let locked, let group):
                    heard.append("modifiers \(depressed) \(latched) \(locked) \(group)")
                case .repeatInfo(let rate, let delay): heard.append("repeat \(rate) \(delay)")
                }
            }
            try window.client.roundTrip()
            #expect(keymap.hasPrefix("xkb_keymap") && keymap.contains("<AD01>"))
            try compositor.keyboard.enter(handle, pressed: [KeyCode.leftShift])
            try compositor.keyboard.key(KeyCode.leftShift, isPressed: false, time: 1)
            try compositor.keyboard.press(KeyCode.leftControl, KeyCode.o, time: 2)
            try compositor.keyboard.setRepeat(rate: 0, delay: 500)
            try compositor.keyboard.setModifiers(depressed: 8)
            try compositor.keyboard.leave()
            try handle.roundTrip()
            // In xkb's core mapping Shift is bit 0, Control bit 2, Alt bit 3.
            #expect(
                heard == [
                    "repeat 25 400", "enter true [42]", "modifiers 1 0 0 0", "key 1 42 0",
                    "modifiers 0 0 0 0", "key 2 29 1", "modifiers 4 0 0 0", "key 2 24 1",
                    "key 2 24 0",
                    "key 2 29 0", "modifiers 0 0 0 0", "repeat 0 500", "modifiers 8 0 0 0", "leave",
                ])
            let english = keymap
            try compositor.keyboard.setLayout("de")
            try handle.roundTrip()
            #expect(keymap != english && keymap.contains("udiaeresis"))
        }
    }

    private static func text(_ descriptor: Int32, _ size: UInt32) -> String {
        var bytes: [UInt8] = Array(repeating: 0, count: Int(size))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self)
    }

    @Test func devicesComeAndGo() throws {
        var settings = CompositorSettings()
        settings.devices = .pointer
        try withTestCompositor(settings) { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let seat = try window.client.bind(WlSeat.self)
            var told: [UInt32] = []
            seat.events = { if case .capabilities(let set) = $0 { told.append(set.rawValue) } }
            let pointer = seat.getPointer()
            var motions = 0
            pointer.events = { if case .motion = $0 { motions += 1 } }
            try window.client.roundTrip()
            try compositor.pointer.enter(handle, x: 0, y: 0)
            try compositor.pointer.move(x: 1, y: 1)
            try compositor.setDevices([.keyboard, .touch])
            try compositor.setDevices([.pointer, .keyboard])
            try compositor.pointer.enter(handle, x: 0, y: 0)
            try compositor.pointer.move(x: 1, y: 1)
            try handle.roundTrip()
            #expect(told == [1, 6, 3])
            // The previous pointer stays silent; the new one receives the event.
            #expect(motions == 1)
            let next = seat.getPointer()
            next.events = { if case .motion = $0 { motions += 10 } }
            try window.client.roundTrip()
            try compositor.pointer.move(x: 2, y: 2)
            try handle.roundTrip()
            #expect(motions == 11)
            seat.destroy()
            next.destroy()
            pointer.destroy()
            try window.client.roundTrip()
        }
    }
}
