import ChartInteraction
import Geometry
import Glibc
import Testing

/// Gestures of one kind, phase by phase.
private func phases(_ gestures: [Gesture], _ isMeant: (Gesture.Kind) -> Bool) -> [Gesture.Phase] {
    gestures.filter { isMeant($0.kind) }.map(\.phase)
}

private func isPan(_ kind: Gesture.Kind) -> Bool {
    if case .pan = kind { return true }
    return false
}

private func isPinch(_ kind: Gesture.Kind) -> Bool {
    if case .pinch = kind { return true }
    return false
}

private func pinch(_ gesture: Gesture?) -> Pinch? {
    if case .pinch(let pinch)? = gesture?.kind { return pinch }
    return nil
}

private func near(_ a: Vector, _ b: Vector, _ tolerance: Double = 1e-9) -> Bool {
    (a - b).length <= tolerance
}

extension GestureInterpreter {
    fileprivate mutating func play(_ frames: [InputFrame]) -> [Gesture] {
        frames.flatMap { interpret($0) }
    }
}

@Suite struct PointerGestureTests {
    @Test func aDragIncludesTheThreshold() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(1, .pointerPressed(.left), 100, 100),
            InputFrame(1.01, .pointerMoved, 103, 100),
            InputFrame(1.02, .pointerMoved, 107, 101),
            InputFrame(1.03, .pointerMoved, 120, 101),
            InputFrame(1.04, .pointerReleased(.left), 120, 101),
        ])
        let pans = gestures.filter { isPan($0.kind) }
        #expect(pans.map(\.phase) == [.began, .changed, .ended])
        #expect(pans[0].origin == Point(x: 100, y: 100))
        #expect(pans[0].translation == Vector(dx: 7, dy: 1))
        #expect(pans[2].translation == Vector(dx: 20, dy: 1))
        let sum = pans.map(\.delta).reduce(Vector.zero, +)
        #expect(near(sum, pans[2].translation))
        #expect(pans[2].velocity.dx > 0)
        #expect(!gestures.contains { $0.kind == .tap(count: 1) })
        #expect(phases(gestures) { $0 == .contact } == [.began, .ended])
    }

    @Test(arguments: [
        (10.0, DirectionLock.horizontal), (22, .horizontal), (23, .free), (45, .free), (67, .free),
        (68, .vertical), (170, .horizontal), (-10, .horizontal), (-100, .vertical),
    ])
    func directionsAreRoundedToEighths(degrees: Double, lock: DirectionLock) {
        let angle = degrees * .pi / 180
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(0, .pointerPressed(.left), 200, 200),
            InputFrame(0.01, .pointerMoved, 200 + 50 * cosine(angle), 200 + 50 * sine(angle)),
        ])
        #expect(gestures.last?.kind == .pan(lock))
        // A ten-degree drag has no vertical part; along its axis it moves as far as the finger.
        if lock == .horizontal, let pan = gestures.last {
            let moved = lock.applied(to: pan.translation)
            #expect(moved.dy == 0)
            #expect(moved.dx == pan.translation.dx)
        }
    }

    private func cosine(_ angle: Double) -> Double { cos(angle) }
    private func sine(_ angle: Double) -> Double { sin(angle) }

    @Test func aStepOfZeroNeverLocks() {
        #expect(DirectionLock(movement: Vector(dx: 50, dy: 0), step: 0) == .free)
    }

    @Test func clicksAreCountedByTimeAndPlace() {
        var interpreter = GestureInterpreter()
        func click(_ time: Double, _ x: Double, _ button: PointerButton = .left) -> Gesture.Kind? {
            interpreter.play([
                InputFrame(time, .pointerPressed(button), x, 10),
                InputFrame(time + 0.05, .pointerReleased(button), x, 10),
            ]).first { if case .tap = $0.kind { true } else { false } }?.kind
        }
        #expect(click(1, 100) == .tap(count: 1))
        #expect(click(1.3, 103) == .tap(count: 2))
        #expect(click(1.6, 103) == .tap(count: 3))
        #expect(click(2.2, 103) == .tap(count: 1))
        #expect(click(2.5, 120) == .tap(count: 1))
        #expect(click(2.7, 120, .right) == .tap(count: 1))
    }

    @Test func shiftAndTheRightButtonSelect() {
        for (button, modifiers) in [(PointerButton.left, Modifiers.shift), (.right, [])] {
            var interpreter = GestureInterpreter()
            let gestures = interpreter.play([
                InputFrame(0, .pointerPressed(button), 10, 10, modifiers),
                InputFrame(0.1, .pointerMoved, 60, 10),
                InputFrame(0.2, .pointerReleased(button), 60, 10),
            ])
            #expect(phases(gestures) { $0 == .select } == [.began, .ended])
            #expect(phases(gestures, isPan).isEmpty)
        }
    }

    @Test func otherButtonsAndLostReleasesDoNotConfuse() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(0, .pointerPressed(.left), 10, 10),
            InputFrame(0.1, .pointerMoved, 60, 10),
            InputFrame(0.2, .pointerPressed(.right), 60, 10),
            InputFrame(0.3, .pointerReleased(.right), 60, 10),
            InputFrame(0.4, .pointerMoved, 70, 10),
            // The release of the left button got lost.
            InputFrame(0.5, .pointerPressed(.left), 70, 10),
            InputFrame(0.6, .pointerReleased(.left), 70, 10),
            InputFrame(0.7, .pointerReleased(.left), 70, 10),
        ])
        #expect(phases(gestures, isPan) == [.began, .changed, .ended])
        #expect(phases(gestures) { $0 == .contact } == [.began, .ended, .began, .ended])
        #expect(phases(gestures) { $0 == .tap(count: 1) } == [.ended])
    }

    @Test func leavingEndsADragWithoutMomentum() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(0, .pointerMoved, 5, 5),
            InputFrame(0.1, .pointerPressed(.left), 10, 10),
            InputFrame(0.11, .pointerMoved, 60, 10),
            InputFrame(0.12, .pointerMoved, 90, 10),
            InputFrame(0.125, .pointerLeft, 90, 10),
        ])
        #expect(gestures.last { isPan($0.kind) }?.velocity == .zero)
        #expect(phases(gestures) { $0 == .hover } == [.began, .ended])
    }

    @Test func hoverFollowsAndSenselessEventsAreIgnored() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(0, .pointerMoved, 5, 5),
            InputFrame(0.1, .pointerMoved, .nan, 5),
            InputFrame(0.2, .pointerMoved, 7, 5),
            InputFrame(0.3, .wheel(Vector(dx: 0, dy: .infinity)), 7, 5),
            InputFrame(0.3, .wheel(.zero), 7, 5),
        ])
        #expect(gestures.map(\.phase) == [.began, .changed])
        #expect(gestures.last?.location == Point(x: 7, y: 5))
    }
}

@Suite struct TouchGestureTests {
    @Test func aRestingFingerIsALongPress() throws {
        var interpreter = GestureInterpreter()
        _ = interpreter.interpret(InputFrame(1, .touchBegan(0), 50, 50))
        #expect(interpreter.nextDeadline == 1.5)
        #expect(interpreter.advance(to: 1.499).isEmpty)
        let began = interpreter.advance(to: 1.52)
        #expect(began.map(\.kind) == [.longPress])
        #expect(began.first?.time == 1.5)
        #expect(interpreter.nextDeadline == nil)
        let rest = interpreter.play([
            InputFrame(1.6, .touchMoved(0), 150, 50), InputFrame(1.7, .touchEnded(0), 150, 50),
        ])
        #expect(rest.map(\.kind) == [.longPress, .longPress, .contact])
        #expect(rest.first?.location == Point(x: 150, y: 50))
    }

    @Test func aLateFrameBringsTheLongPressThatWasDueBefore() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(1, .touchBegan(0), 50, 50), InputFrame(2, .touchEnded(0), 50, 50),
        ])
        #expect(gestures.map(\.kind) == [.contact, .longPress, .longPress, .contact])
        #expect(gestures[1].time == 1.5)
    }

    @Test func tapsAreTapsAndDragsAreNot() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(1, .touchBegan(0), 50, 50), InputFrame(1.05, .touchMoved(0), 54, 52),
            InputFrame(1.1, .touchEnded(0), 54, 52), InputFrame(1.25, .touchBegan(1), 60, 50),
            InputFrame(1.3, .touchEnded(1), 60, 50), InputFrame(3, .touchBegan(0), 60, 50),
            InputFrame(3.05, .touchMoved(0), 75, 50), InputFrame(3.1, .touchEnded(0), 75, 50),
        ])
        #expect(
            gestures.compactMap { if case .tap(let count) = $0.kind { count } else { nil } } == [
                1, 2,
            ])
        let pan = gestures.first { isPan($0.kind) }
        #expect(pan?.translation == Vector(dx: 15, dy: 0))
        #expect(interpreter.nextDeadline == nil)
    }

    @Test func twoFingersOfAFrameAreSeenTogether() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(
                time: 1,
                events: [
                    Input.event(1, .touchBegan(0), 100, 100),
                    Input.event(1, .touchBegan(1), 300, 100),
                ]),
            InputFrame(
                time: 1.01,
                events: [
                    Input.event(1.01, .touchMoved(0), 50, 100),
                    Input.event(1.01, .touchMoved(1), 450, 100),
                ]),
        ])
        let pinches = gestures.filter { isPinch($0.kind) }
        #expect(pinches.map(\.phase) == [.began, .changed])
        #expect(pinches[0].origin == Point(x: 200, y: 100))
        #expect(pinches[1].translation == Vector(dx: 50, dy: 0))
        #expect(pinch(pinches[1])?.scale == 2)
        #expect(pinch(pinches[1])?.scaleX == 2)
        // Fingers side by side zoom along x alone.
        #expect(pinch(pinches[1])?.scaleY == 1)
        #expect(pinch(pinches[1])?.lock == .horizontal)
    }

    @Test func theRuleSplitsAPinch() {
        func spread(_ rule: PinchRule, _ a: Point, _ b: Point) -> Pinch? {
            var options = GestureInterpreter.Options()
            options.pinchRule = rule
            var interpreter = GestureInterpreter(options: options)
            let gestures = interpreter.play([
                InputFrame(1, .touchBegan(0), 100, 100),
                InputFrame(1, .touchBegan(1), 100 + a.x, 100 + a.y),
                InputFrame(1.1, .touchMoved(1), 100 + b.x, 100 + b.y),
            ])
            return pinch(gestures.last)
        }
        let free = spread(.free, Point(x: 60, y: 80), Point(x: 120, y: 240))
        #expect(free?.scaleX == 2)
        #expect(free?.scaleY == 3)
        let uniform = spread(.uniform, Point(x: 60, y: 80), Point(x: 120, y: 160))
        #expect(uniform?.scale == 2)
        #expect(uniform?.scaleX == 2)
        #expect(uniform?.scaleY == 2)
        let upright = spread(.rounded(step: .pi / 4), Point(x: 3, y: 100), Point(x: 9, y: 200))
        #expect(upright?.lock == .vertical)
        #expect(upright?.scaleX == 1)
        #expect(upright?.scaleY == 2)
        // Fingers above each other have no span in x for a ratio.
        let narrow = spread(.free, Point(x: 1, y: 100), Point(x: 20, y: 100))
        #expect(narrow?.scaleX == 1)
    }

    @Test func aFingerLiftedFromAPinchGoesOnAsAPanWithoutAJump() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(1, .touchBegan(0), 100, 100), InputFrame(1, .touchBegan(1), 300, 100),
            InputFrame(1.1, .touchMoved(1), 320, 110), InputFrame(1.2, .touchEnded(0), 100, 100),
            InputFrame(1.3, .touchMoved(1), 325, 110), InputFrame(1.5, .touchEnded(1), 325, 110),
        ])
        let held = gestures.filter { isPan($0.kind) || isPinch($0.kind) }
        #expect(held.map(\.phase) == [.began, .changed, .ended, .began, .changed, .ended])
        #expect(held.map(\.isHandover) == [false, false, true, true, false, false])
        #expect(held[3].origin == Point(x: 320, y: 110))
        #expect(held[3].translation == .zero)
        // No threshold the second time.
        #expect(held[4].translation == Vector(dx: 5, dy: 0))
        #expect(held[5].velocity == .zero)
    }

    @Test func twoFingersLiftedTogetherKeepTheirMomentum() {
        var interpreter = GestureInterpreter()
        var frames = [
            InputFrame(1, .touchBegan(0), 100, 100), InputFrame(1, .touchBegan(1), 300, 100),
        ]
        for i in 1...10 {
            let t = 1 + Double(i) * 0.01
            frames.append(
                InputFrame(
                    time: t,
                    events: [
                        Input.event(t, .touchMoved(0), 100 + Double(i) * 6, 100),
                        Input.event(t, .touchMoved(1), 300 + Double(i) * 6, 100),
                    ]))
        }
        frames.append(InputFrame(1.105, .touchEnded(0), 160, 100))
        frames.append(InputFrame(1.13, .touchEnded(1), 360, 100))
        let end = interpreter.play(frames).last { isPan($0.kind) }
        #expect(end?.phase == .ended)
        #expect(abs((end?.velocity.dx ?? 0) - 600) < 1e-6)
    }

    @Test func threeFingersAndMoreAreOneGesture() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(1, .touchBegan(7), 100, 100), InputFrame(1, .touchBegan(8), 200, 100),
            InputFrame(1, .touchBegan(9), 150, 190),
            InputFrame(1.1, .touchMoved(9), 180, 220), InputFrame(1.2, .touchEnded(8), 200, 100),
            InputFrame(1.3, .touchEnded(7), 100, 100), InputFrame(1.4, .touchEnded(9), 180, 220),
        ])
        let pinches = gestures.filter { isPinch($0.kind) }
        #expect(pinches.map { pinch($0)?.fingers ?? 0 } == [2, 2, 3, 3, 3, 2, 2])
        // Every gesture begins where the last one ended: at the fingers' centre, without zoom.
        for opened in gestures where opened.phase == .began && opened.kind != .contact {
            #expect(opened.translation == .zero)
            if isPinch(opened.kind) { #expect(pinch(opened)?.scale == 1) }
        }
        #expect(near(pinches[3].translation, Vector(dx: 10, dy: 10)))
        #expect(gestures.last?.kind == .contact)
        #expect(phases(gestures, isPan) == [.began, .ended])
    }

    @Test func cancellationEndsEverything() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(1, .touchBegan(0), 100, 100), InputFrame(1.1, .touchMoved(0), 150, 100),
            InputFrame(1.2, .touchCancelled), InputFrame(1.3, .touchMoved(0), 170, 100),
            InputFrame(1.4, .touchEnded(0), 170, 100),
        ])
        #expect(phases(gestures, isPan) == [.began, .cancelled])
        #expect(phases(gestures) { $0 == .contact } == [.began, .cancelled])
        // The next finger starts a new gesture.
        #expect(
            interpreter.interpret(InputFrame(2, .touchBegan(0), 0, 0)).map(\.kind) == [.contact])
    }

    @Test func mouseAndTouchDoNotDisturbEachOther() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(1, .pointerPressed(.left), 10, 10), InputFrame(1.1, .pointerMoved, 40, 10),
            InputFrame(1.2, .touchBegan(0), 200, 200), InputFrame(1.3, .touchMoved(0), 260, 200),
            InputFrame(1.4, .pointerMoved, 60, 10), InputFrame(1.5, .touchEnded(0), 260, 200),
            InputFrame(1.6, .pointerReleased(.left), 60, 10),
        ])
        let pans = gestures.filter { isPan($0.kind) }
        #expect(Set(pans.map(\.id)).count == 2)
        #expect(pans.filter { $0.device == .mouse }.map(\.phase) == [.began, .changed, .ended])
        #expect(pans.filter { $0.device == .touch }.map(\.phase) == [.began, .ended])
    }

    @Test func aFingerThatLostItsEndIsReplaced() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(1, .touchBegan(0), 100, 100), InputFrame(1.1, .touchBegan(0), 300, 100),
            InputFrame(1.2, .touchEnded(0), 300, 100),
        ])
        #expect(!gestures.contains { isPinch($0.kind) })
        #expect(phases(gestures) { $0 == .tap(count: 1) } == [.ended])
    }
}

@Suite struct TouchpadGestureTests {
    @Test func aScrollIsAPanAgainstIt() {
        var interpreter = GestureInterpreter()
        var frames: [InputFrame] = []
        for i in 1...10 {
            frames.append(
                InputFrame(
                    Double(i) * 0.01, .scrolled(Vector(dx: 5, dy: 0.4), .finger), 300, 200))
        }
        frames.append(
            InputFrame(
                time: 0.11,
                events: [
                    Input.event(0.11, .scrollStopped(.horizontal), 300, 200),
                    Input.event(0.11, .scrollStopped(.vertical), 300, 200),
                ]))
        let gestures = interpreter.play(frames)
        let end = gestures.last
        #expect(gestures.map(\.phase) == [.began] + Array(repeating: .changed, count: 9) + [.ended])
        #expect(end?.kind == .pan(.horizontal))
        #expect(near(end?.translation ?? .zero, Vector(dx: -50, dy: -4)))
        #expect(abs((end?.velocity.dx ?? 0) + 500) < 1e-6)
        #expect(end?.origin == Point(x: 300, y: 200))
    }

    @Test func aScrollEndsWhenNoDirectionMovesAnyMore() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(0, .scrolled(Vector(dx: 10, dy: 10), .finger), 0, 0),
            InputFrame(0.01, .scrollStopped(.horizontal), 0, 0),
            InputFrame(0.02, .scrolled(Vector(dx: 0, dy: 10), .finger), 0, 0),
            InputFrame(0.03, .scrollStopped(.vertical), 0, 0),
        ])
        #expect(gestures.map(\.phase) == [.began, .changed, .ended])
        #expect(near(gestures.last?.translation ?? .zero, Vector(dx: -10, dy: -20)))
    }

    @Test func fingersThatRestedGiveNoMomentum() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(0, .scrolled(Vector(dx: 10, dy: 0), .finger), 0, 0),
            InputFrame(0.01, .scrolled(Vector(dx: 10, dy: 0), .finger), 0, 0),
            InputFrame(0.2, .scrollStopped(.horizontal), 0, 0),
        ])
        #expect(gestures.last?.phase == .ended)
        #expect(gestures.last?.velocity == .zero)
    }

    @Test func aScrollWithoutAnEndEndsAfterAPauseWithoutMomentum() {
        var interpreter = GestureInterpreter()
        _ = interpreter.play([
            InputFrame(1, .scrolled(Vector(dx: 10, dy: 0), .continuous), 0, 0),
            InputFrame(1.1, .scrolled(Vector(dx: 10, dy: 0), .continuous), 0, 0),
        ])
        #expect(interpreter.nextDeadline == 1.1 + 0.2)
        let end = interpreter.advance(to: 1.31)
        #expect(end.map(\.phase) == [.ended])
        #expect(end.first?.velocity == .zero)
        #expect(interpreter.nextDeadline == nil)
    }

    @Test func aWheelIsSummedOverItsFrame() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.interpret(
            InputFrame(
                time: 1,
                events: [
                    Input.event(1, .wheel(Vector(dx: 0, dy: 0.25)), 40, 50),
                    Input.event(1, .wheel(Vector(dx: 0, dy: 0.5)), 40, 50),
                ]))
        #expect(gestures.map(\.kind) == [.wheel(steps: Vector(dx: 0, dy: 0.75))])
    }

    @Test func aPinchCarriesItsTotals() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(1, .pinchBegan(fingers: 2), 400, 300),
            InputFrame(
                1.01, .pinchUpdated(translation: Vector(dx: 3, dy: 1), scale: 1.1, rotation: 2),
                400, 300),
            InputFrame(
                1.02, .pinchUpdated(translation: Vector(dx: 4, dy: 1), scale: 1.3, rotation: -5),
                400, 300),
            InputFrame(1.03, .pinchEnded(isCancelled: true), 400, 300),
        ])
        #expect(gestures.map(\.phase) == [.began, .changed, .changed, .cancelled])
        #expect(gestures[2].translation == Vector(dx: 7, dy: 2))
        #expect(pinch(gestures[2])?.scale == 1.3)
        #expect(pinch(gestures[2])?.rotation == -3)
        #expect(gestures[2].location == Point(x: 407, y: 302))
    }

    @Test func holdsAndSwipesComeThrough() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(1, .holdBegan(fingers: 2), 10, 10),
            InputFrame(1.2, .holdEnded(isCancelled: true), 10, 10),
            InputFrame(2, .swipeBegan(fingers: 3), 10, 10),
            InputFrame(2.1, .swipeUpdated(translation: Vector(dx: -30, dy: 0)), 10, 10),
            InputFrame(2.2, .swipeEnded(isCancelled: false), 10, 10),
        ])
        #expect(phases(gestures) { $0 == .contact } == [.began, .cancelled])
        #expect(phases(gestures) { $0 == .swipe(fingers: 3) } == [.began, .changed, .ended])
        #expect(gestures.last?.translation == Vector(dx: -30, dy: 0))
    }

    @Test func leavingAndLosingFocusEndAScroll() {
        var interpreter = GestureInterpreter()
        let gestures = interpreter.play([
            InputFrame(1, .scrolled(Vector(dx: 10, dy: 0), .finger), 0, 0),
            InputFrame(1.01, .scrolled(Vector(dx: 10, dy: 0), .finger), 0, 0),
            InputFrame(1.02, .pointerLeft, 0, 0),
        ])
        #expect(gestures.last?.phase == .ended)
        #expect(gestures.last?.velocity == .zero)
        _ = interpreter.interpret(InputFrame(2, .touchBegan(0), 0, 0))
        #expect(interpreter.reset(at: 2.1).map(\.phase) == [.cancelled])
        #expect(interpreter.nextDeadline == nil)
    }
}
