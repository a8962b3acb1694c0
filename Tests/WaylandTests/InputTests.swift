import Geometry
import TestCompositor
import Testing

@testable import Wayland

@MainActor
@Suite struct PointerInputTests {
    @Test func oneFrameIsOneValue() throws {
        try withClient { compositor, client, shown in
            try compositor.pointer.enter(shown, x: 10, y: 20)
            try compositor.pointer.send(
                [.motion(x: 12.5, y: 22), .button(PointerEvent.left, isPressed: true)])
            try compositor.pointer.release()
            try compositor.pointer.leave()
            try client.settle(shown)
            let frames = client.pointerFrames
            #expect(frames.count == 4)
            #expect(frames.map(\.crossing) == [.entered, nil, nil, .left])
            #expect(frames.map(\.isMoved) == [false, true, false, false])
            #expect(frames.map(\.position.x) == [10, 12.5, 12.5, 12.5])
            #expect(frames[1].buttons.map(\.button) == [.left])
            #expect(frames[1].buttons.map(\.isPressed) == [true])
            #expect(frames[1].buttons.map(\.position) == [Point(x: 12.5, y: 22)])
            #expect(frames[2].buttons.map(\.isPressed) == [false])
        }
    }

    @Test func positionsStartAtTheContent() throws {
        try withClient(CompositorSettings(globals: .withoutDecoration)) {
            compositor, client, shown in
            try compositor.pointer.enter(shown, x: 24, y: 20)
            try client.settle(shown)
            #expect(client.pointerFrames.last?.position == Point(x: 0, y: -4))
        }
    }

    @Test func timesAreTheStampsInSeconds() throws {
        try withClient { compositor, client, shown in
            let start = UInt32(truncatingIfNeeded: Int64(client.now * 1000))
            try compositor.pointer.enter(shown, x: 1, y: 1)
            try compositor.pointer.move(x: 2, y: 2, time: start)
            try compositor.pointer.move(x: 3, y: 3, time: start &+ 7)
            try client.settle(shown)
            let times = client.pointerFrames.suffix(2).map(\.time)
            // Uptimes of more than 49 days have upper bits that the stamp lacks.
            let period: Int64 = 1 << 32
            let whole = Int64(client.now * 1000) / period * period
            #expect(times.first == Double(whole + Int64(start)) / 1000)
            #expect(abs(times[1] - times[0] - 0.007) < 1e-9)
        }
    }

    @Test(arguments: [8, 5] as [UInt32])
    func wheelStepsComeFromWhateverTheVersionSends(version: UInt32) throws {
        var settings = CompositorSettings()
        settings.globals.seat = version
        try withClient(settings) { compositor, client, shown in
            try compositor.pointer.enter(shown, x: 1, y: 1)
            try compositor.pointer.turnWheel(steps: 2)
            try compositor.pointer.turnWheel(steps: -1, axis: .horizontal)
            try client.settle(shown)
            let scrolls = client.pointerFrames.compactMap(\.scroll)
            #expect(
                scrolls == [
                    Scroll(source: .wheel, vertical: ScrollAxis(distance: 30, steps: 2)),
                    Scroll(source: .wheel, horizontal: ScrollAxis(distance: -15, steps: -1)),
                ])
        }
    }

    @Test func aFineWheelTurnsFractionsOfAStep() throws {
        try withClient { compositor, client, shown in
            try compositor.pointer.enter(shown, x: 1, y: 1)
            for _ in 0..<4 {
                try compositor.pointer.send([
                    .source(.wheel), .value120(.vertical, 30), .axis(.vertical, 3.75),
                ])
            }
            try client.settle(shown)
            let scrolls = client.pointerFrames.compactMap(\.scroll)
            #expect(scrolls.map(\.vertical.steps) == [0.25, 0.25, 0.25, 0.25])
        }
    }

    @Test func fingersScrollAndStopPerAxis() throws {
        try withClient { compositor, client, shown in
            try compositor.pointer.enter(shown, x: 1, y: 1)
            try compositor.pointer.scroll(dx: 3, dy: -8)
            try compositor.pointer.stopScrolling([.vertical])
            try client.settle(shown)
            let scrolls = client.pointerFrames.compactMap(\.scroll)
            #expect(
                scrolls == [
                    Scroll(
                        source: .finger, horizontal: ScrollAxis(distance: 3),
                        vertical: ScrollAxis(distance: -8)),
                    Scroll(source: .finger, vertical: ScrollAxis(isStopped: true)),
                ])
        }
    }

    @Test func withoutFramesEveryEventStandsForItself() throws {
        var settings = CompositorSettings()
        settings.globals.seat = 4
        try withClient(settings) { compositor, client, shown in
            try compositor.pointer.enter(shown, x: 1, y: 1)
            try compositor.pointer.send([
                .motion(x: 5, y: 5), .button(PointerEvent.right, isPressed: true),
                .axis(.vertical, 10),
            ])
            try client.settle(shown)
            let frames = client.pointerFrames
            #expect(frames.count == 4)
            #expect(frames[2].buttons.map(\.button) == [.right])
            #expect(frames[3].scroll == Scroll(vertical: ScrollAxis(distance: 10)))
        }
    }

    @Test func theShapeIsSetOnArrivalAndFollowsTheWindow() throws {
        try withClient { compositor, client, shown in
            try compositor.pointer.enter(shown, x: 1, y: 1)
            let first = try compositor.pointer.waitForCursor()
            guard case .image(_, _, let size) = first else {
                Issue.record("no picture for the pointer: \(first)")
                return
            }
            #expect((size?.width ?? 0) > 0)
            client.window.cursor = .text
            try compositor.wait(
                until: { try compositor.pointer.cursor != first }, "another shape")
        }
    }

    @Test func thePointerHasTheSizeOfTheDesktop() throws {
        try withClient { compositor, client, shown in
            func width() throws -> Int {
                guard case .image(_, _, let size) = try compositor.pointer.cursor else { return 0 }
                return Int(size?.width ?? 0)
            }
            try compositor.pointer.enter(shown, x: 1, y: 1)
            _ = try compositor.pointer.waitForCursor()
            let first = try width()
            #expect(first > 0)
            // While the pointer is in the window, a change is visible at once.
            client.connection.pointerTheme = PointerTheme(size: 64)
            try compositor.wait(until: { try width() > first }, "a larger pointer")
            client.connection.pointerTheme = PointerTheme()
            try compositor.wait(until: { try width() == first }, "the usual pointer")
        }
    }

    @Test func aPointerThatIsPulledOutLeaves() throws {
        try withClient { compositor, client, shown in
            try compositor.pointer.enter(shown, x: 1, y: 1)
            try client.settle(shown)
            try compositor.setDevices([.keyboard])
            try client.settle(shown)
            #expect(client.pointerFrames.last?.crossing == .left)
            try compositor.setDevices([.pointer, .keyboard])
            try client.settle(shown)
            try compositor.pointer.enter(shown, x: 9, y: 9)
            try client.settle(shown)
            #expect(client.pointerFrames.last?.crossing == .entered)
            #expect(client.pointerFrames.last?.position == Point(x: 9, y: 9))
        }
    }
}

@MainActor
@Suite struct TouchInputTests {
    @Test func fingersOfOneMomentComeTogether() throws {
        try withClient { compositor, client, shown in
            try compositor.touch.send(
                [.down(id: 448, x: 10, y: 10), .down(id: 449, x: 50, y: 60)], on: shown)
            try compositor.touch.send(
                [.motion(id: 448, x: 11, y: 12), .motion(id: 449, x: 52, y: 61)], on: shown)
            try compositor.touch.send([.up(id: 449)], on: shown)
            try compositor.touch.send([.up(id: 448)], on: shown)
            try client.settle(shown)
            let frames = client.touchFrames
            #expect(
                frames.map { $0.changes.map(\.id) } == [[448, 449], [448, 449], [449], [448]])
            #expect(
                frames.map { $0.changes.map(\.phase) } == [
                    [.down, .down], [.moved, .moved], [.up], [.up],
                ])
            #expect(frames.last?.changes.last?.position == Point(x: 11, y: 12))
        }
    }

    @Test func theLastUpNeedsNoFrame() throws {
        try withClient { compositor, client, shown in
            try compositor.touch.send([.down(id: 0, x: 1, y: 1)], on: shown)
            try compositor.touch.send([.up(id: 0)], on: shown, endsFrame: false)
            try client.settle(shown)
            #expect(client.touchFrames.last?.changes.map(\.phase) == [.up])
            #expect(client.touchFrames.count == 2)
        }
    }

    @Test func cancelUndoesEveryFinger() throws {
        try withClient { compositor, client, shown in
            try compositor.touch.send(
                [.down(id: 1, x: 1, y: 1), .down(id: 2, x: 2, y: 2)], on: shown)
            try compositor.touch.cancel()
            try client.settle(shown)
            #expect(client.touchFrames.last?.changes.map(\.phase) == [.cancelled, .cancelled])
            #expect(client.touchFrames.last?.changes.map(\.id) == [1, 2])
        }
    }

    @Test func aTouchscreenThatIsPulledOutCancels() throws {
        try withClient { compositor, client, shown in
            try compositor.touch.send([.down(id: 1, x: 1, y: 1)], on: shown)
            try client.settle(shown)
            try compositor.setDevices([.pointer])
            try client.settle(shown)
            #expect(client.touchFrames.last?.changes.map(\.phase) == [.cancelled])
        }
    }
}

@MainActor
@Suite struct GestureInputTests {
    @Test func aPinchIsAbsoluteInScaleAndRelativeInMotion() throws {
        try withClient { compositor, client, shown in
            try compositor.pointer.enter(shown, x: 100, y: 80)
            try compositor.pointer.gesture(.pinchBegin(fingers: 2))
            try compositor.pointer.gesture(
                .pinchUpdate(dx: 2, dy: -1, scale: 1.25, rotation: 3))
            try compositor.pointer.gesture(.pinchUpdate(dx: 1, dy: 0, scale: 1.5, rotation: 0))
            try compositor.pointer.gesture(.pinchEnd(isCancelled: false))
            try client.settle(shown)
            let pinches = client.pinches
            #expect(pinches.map(\.phase) == [.began(fingers: 2), .changed, .changed, .ended])
            #expect(pinches.map(\.scale) == [1, 1.25, 1.5, 1.5])
            #expect(pinches[1].translation == Vector(dx: 2, dy: -1))
            #expect(pinches[1].rotation == 3)
            #expect(pinches.allSatisfy { $0.position == Point(x: 100, y: 80) })
        }
    }

    @Test func aCancelledPinchSaysSo() throws {
        try withClient { compositor, client, shown in
            try compositor.pointer.enter(shown, x: 100, y: 80)
            try compositor.pointer.gesture(.pinchBegin(fingers: 2))
            try compositor.pointer.gesture(.pinchEnd(isCancelled: true))
            try client.settle(shown)
            #expect(client.pinches.last?.phase == .cancelled)
        }
    }

    @Test func swipeAndHoldArrive() throws {
        try withClient { compositor, client, shown in
            try compositor.pointer.enter(shown, x: 5, y: 5)
            client.events = []
            try compositor.pointer.gesture(.holdBegin(fingers: 3))
            try compositor.pointer.gesture(.holdEnd(isCancelled: true))
            try compositor.pointer.gesture(.swipeBegin(fingers: 3))
            try compositor.pointer.gesture(.swipeUpdate(dx: 4, dy: 5))
            try compositor.pointer.gesture(.swipeEnd(isCancelled: false))
            try client.settle(shown)
            let phases: [(String, GesturePhase)] = client.events.compactMap { event in
                switch event {
                case .hold(let hold): ("hold", hold.phase)
                case .swipe(let swipe): ("swipe", swipe.phase)
                default: nil
                }
            }
            #expect(phases.map(\.0) == ["hold", "hold", "swipe", "swipe", "swipe"])
            #expect(
                phases.map(\.1) == [
                    .began(fingers: 3), .cancelled, .began(fingers: 3), .changed, .ended,
                ])
        }
    }

    @Test func oldGesturesHaveNoHold() throws {
        var settings = CompositorSettings()
        settings.globals.gestures = 2
        try withClient(settings) { compositor, client, shown in
            try compositor.pointer.enter(shown, x: 5, y: 5)
            try compositor.pointer.gesture(.pinchBegin(fingers: 2))
            try client.settle(shown)
            #expect(client.pinches.count == 1)
        }
    }
}

@MainActor
@Suite struct KeyboardInputTests {
    @Test func keysHaveMeaningsModifiersAndText() throws {
        try withClient { compositor, client, shown in
            try compositor.keyboard.enter(shown)
            try compositor.keyboard.press(KeyCode.a)
            try compositor.keyboard.press(KeyCode.leftControl, KeyCode.o)
            try client.settle(shown)
            #expect(client.events.first == .keyboardFocus(true))
            #expect(client.text == "a")
            let control = client.keys.first { $0.keycode == KeyCode.o }
            #expect(control?.keysym == Keysym("o"))
            #expect(control?.modifiers == .control)
            #expect(control?.shortcutModifiers == .control)
            #expect(control?.text == "")
            #expect(client.keys.filter { $0.phase == .released }.count == 3)
            #expect(client.events.contains(.modifiers(.control)))
        }
    }

    @Test func theLayoutMayChange() throws {
        try withClient { compositor, client, shown in
            try compositor.keyboard.setLayout("de")
            try compositor.keyboard.enter(shown)
            // The key of Y types z on a German keyboard.
            try compositor.keyboard.press(KeyCode.y)
            try compositor.keyboard.setLayout("ru")
            try compositor.keyboard.press(KeyCode.o)
            try client.settle(shown)
            #expect(client.text == "zщ")
            #expect(client.keys.last?.baseKeysym == Keysym("o"))
        }
    }

    @Test func aHeldKeyRepeatsUntilItIsReleased() throws {
        try withClient { compositor, client, shown in
            try compositor.keyboard.setRepeat(rate: 200, delay: 10)
            try compositor.keyboard.enter(shown)
            try compositor.keyboard.key(KeyCode.a, isPressed: true)
            try compositor.wait(until: { client.text.count >= 4 }, "three repeats")
            #expect(client.text.allSatisfy { $0 == "a" })
            #expect(client.keys.map(\.phase).prefix(3) == [.pressed, .repeated, .repeated])
            try compositor.keyboard.key(KeyCode.a, isPressed: false)
            try client.settle(shown)
            #expect(client.keys.last?.phase == .released)
            try client.expectSilence()
        }
    }

    @Test func losingTheFocusEndsARepetition() throws {
        try withClient { compositor, client, shown in
            try compositor.keyboard.setRepeat(rate: 200, delay: 10)
            try compositor.keyboard.enter(shown)
            try compositor.keyboard.key(KeyCode.a, isPressed: true)
            try compositor.wait(until: { client.text.count >= 2 }, "a repeat")
            try compositor.keyboard.leave()
            try client.settle(shown)
            #expect(client.events.last == .keyboardFocus(false))
            try client.expectSilence()
        }
    }

    @Test func aRateOfZeroMeansNoRepetition() throws {
        try withClient { compositor, client, shown in
            try compositor.keyboard.setRepeat(rate: 0, delay: 1)
            try compositor.keyboard.enter(shown)
            try compositor.keyboard.key(KeyCode.a, isPressed: true)
            try client.settle(shown)
            try client.expectSilence()
            #expect(client.text == "a")
        }
    }

    @Test func keysHeldWhenTheFocusComesArePressesThatSaySo() throws {
        try withClient { compositor, client, shown in
            try compositor.keyboard.setRepeat(rate: 200, delay: 1)
            try compositor.keyboard.enter(shown, pressed: [KeyCode.q])
            try client.settle(shown)
            #expect(client.keys.map(\.keysym) == [Keysym("q")])
            #expect(client.keys.map(\.isHeldFromBefore) == [true])
            try client.expectSilence()
        }
    }

    @Test func aKeyboardThatIsPulledOutLosesTheFocusAndComesBack() throws {
        try withClient { compositor, client, shown in
            try compositor.keyboard.enter(shown)
            try client.settle(shown)
            try compositor.setDevices([.pointer])
            try client.settle(shown)
            #expect(client.events.last == .keyboardFocus(false))
            try compositor.setDevices([.pointer, .keyboard])
            try client.settle(shown)
            try compositor.keyboard.enter(shown)
            try compositor.keyboard.press(KeyCode.d)
            try client.settle(shown)
            #expect(client.text == "d")
        }
    }
}
