import ChartCore
import ChartInteraction
import Geometry
import Glibc
import Testing

/// When an axis is at rest: exactly known, whatever frames are drawn.
@MainActor @Suite struct RestTimeTests {
    private func thrown(_ rate: Double, lower: Double = 400) -> (rig: Rig, release: Double) {
        let rig = Rig()
        rig.x.set(
            Extent(min: Rig.epoch + lower * Rig.day, max: Rig.epoch + (lower + 100) * Rig.day))
        for i in 0...12 {
            let t = 1 + Double(i) / 120
            rig.feed(t, i == 0 ? .touchBegan(0) : .touchMoved(0), 500 + 1500 * (t - 1), 200)
        }
        #expect(rig.x.restTime == nil)
        rig.feed(1.104, .touchEnded(0), 650, 200)
        return (rig, 1.104)
    }

    @Test(arguments: [24.0, 30, 60, 144, 7]) func aFlingSaysWhenItWillRest(rate: Double) throws {
        let (rig, release) = thrown(rate)
        // ln(1500) / 4 seconds: the decay is at its least, and it ends at a point per second.
        let expected = release + log(1500.0) / 4
        #expect(abs(try #require(rig.x.restTime) - expected) < 1e-9)
        let last = rig.run(from: release, rate: rate)
        #expect(last - expected < 1 / rate && last >= expected)
        #expect(abs(try #require(rig.x.restTime) - expected) < 1e-9)
    }

    @Test func theWayBackFromTheEdgeIsTheSameAtEveryRate() throws {
        let times = try [24.0, 30, 60, 144].map { rate in
            let (rig, release) = thrown(rate, lower: 40)
            let before = try #require(rig.x.restTime)
            rig.run(from: release, rate: rate)
            #expect(rig.x.restTime == before)
            #expect(rig.x.extent.min == Rig.epoch)
            return before
        }
        #expect(Set(times).count == 1)
    }

    @Test func whatStopsItIsWhenItRests() {
        let (rig, release) = thrown(60)
        rig.interaction.advance(to: release + 0.1)
        rig.feed(release + 0.123, .touchBegan(1), 400, 200)
        #expect(rig.x.restTime == release + 0.123)
        rig.feed(release + 0.2, .touchEnded(1), 400, 200)
        #expect(rig.x.restTime == release + 0.123)
        rig.feed(5, .wheel(Vector(dx: 0, dy: -1)), 400, 200)
        #expect(rig.x.restTime == 5)
        rig.interaction.page(by: 1, at: 6)
        #expect(rig.x.restTime == 6.3)
        rig.interaction.advance(to: 7)
        #expect(rig.x.restTime == 6.3)
        rig.interaction.page(by: 1, at: 8)
        rig.interaction.stop(at: 8.1)
        #expect(rig.x.restTime == 8.1)
        // A program that sets it gives the time, or the time is unknown.
        rig.x.set(Extent(min: Rig.epoch, max: Rig.epoch + Rig.day), at: 9)
        #expect(rig.x.restTime == 9)
        rig.x.set(Extent(min: Rig.epoch, max: Rig.epoch + 2 * Rig.day))
        #expect(rig.x.restTime == nil)
    }

    @Test func aReleaseWithoutMomentumAndACancellationRestAtOnce() {
        let rig = Rig()
        rig.drag(from: Point(x: 300, y: 200), to: Point(x: 400, y: 200))
        #expect(rig.x.restTime == 1 + 20 * 0.008 + 0.2)
        rig.feed(3, .touchBegan(0), 300, 200)
        rig.feed(3.1, .touchMoved(0), 400, 200)
        #expect(rig.x.restTime == nil)
        rig.feed(3.2, .touchCancelled)
        #expect(rig.x.restTime == 3.2)
    }

    @Test func reducedMotionEndsWhatMoves() {
        let (rig, release) = thrown(60)
        rig.interaction.advance(to: release + 0.1)
        let target = rig.x.target
        rig.interaction.options.reducesMotion = true
        #expect(!rig.interaction.advance(to: release + 0.12))
        #expect(rig.x.extent == target)
        #expect(rig.x.restTime == release + 0.12)
    }
}

@MainActor @Suite struct GlideTests {
    @Test func aGlideThatReplacesAnotherKeepsItsVelocity() {
        var window = AxisWindow(Extent(min: 0, max: 100))
        window.glide(to: Extent(min: 300, max: 500), at: 0, duration: 0.3)
        window.advance(to: 0.1)
        let before = window.extent
        let h = 1e-6
        window.advance(to: 0.1 + h)
        let slope = (window.extent.min - before.min) / h
        let growth = log(window.extent.length / before.length) / h
        #expect(slope > 500)
        window.advance(to: 0.1)
        window.glide(to: Extent(min: 0, max: 50), at: 0.1, duration: 0.3)
        #expect(window.extent == before)
        window.advance(to: 0.1 + h)
        #expect(abs((window.extent.min - before.min) / h - slope) < 1e-2 * slope)
        #expect(abs(log(window.extent.length / before.length) / h - growth) < 1e-2 * growth)
        window.advance(to: 0.4)
        #expect(window.extent == Extent(min: 0, max: 50))
        #expect(!window.isMoving)
    }

    @Test func aGlideBeginsWhereTheWindowIsAtItsTimeAndNotAtTheLastFrames() {
        func end(frames: [Double]) -> Extent {
            var window = AxisWindow(Extent(min: 0, max: 100))
            window.glide(to: Extent(min: 300, max: 500), at: 0, duration: 0.3)
            for frame in frames { window.advance(to: frame) }
            window.glide(to: Extent(min: 50, max: 60), at: 0.2, duration: 0.3)
            window.advance(to: 0.25)
            return window.extent
        }
        #expect(end(frames: []) == end(frames: [0.03, 0.11, 0.199]))
    }

    @Test func aGlideToWhereItGlidesAlreadyChangesNothing() {
        var window = AxisWindow(Extent(min: 0, max: 100))
        window.glide(to: Extent(min: 300, max: 500), at: 0, duration: 0.3)
        window.glide(to: Extent(min: 300, max: 500), at: 0.2, duration: 0.3)
        #expect(window.restTime == 0.3)
    }

    @Test func turningRoundNeverLeavesTheLimits() {
        let limits = AxisLimits.inside(Extent(min: 0, max: 1000), minimumLength: 1)
        for interruption in stride(from: 0.02, to: 0.3, by: 0.02) {
            for (first, second) in [(0.0, 20.0), (0, 900), (100, 130)] {
                var window = AxisWindow(Extent(min: 200, max: 300), limits: limits)
                window.glide(
                    to: Extent(min: first, max: first + 100), at: 0, duration: 0.3)
                window.glide(
                    to: Extent(min: second, max: second + 100), at: interruption, duration: 0.3)
                for i in 0...60 {
                    window.advance(to: interruption + Double(i) * 0.005)
                    #expect(window.extent.min >= 0 && window.extent.max <= 1000)
                    #expect(abs(window.extent.length - 100) < 1e-9)
                }
                #expect(window.extent.min == second)
            }
        }
    }

    @Test func aGlideStoppedBeyondAnEndStaysWhereItIs() {
        let limits = AxisLimits.inside(Extent(min: 0, max: 1000), minimumLength: 1)
        var window = AxisWindow(Extent(min: 0, max: 100), limits: limits)
        let track = AxisTrack(start: 0, end: 800)
        window.hold(at: 100, track: track, time: 0)
        window.drag(to: 400, track: track)
        window.release(at: 1)
        window.advance(to: 1.05)
        window.glide(to: Extent(min: 500, max: 600), at: 1.05, duration: 1, easing: .easeIn)
        window.advance(to: 1.07)
        let seen = window.extent
        #expect(seen.min < 0)
        window.stop(at: 1.07)
        #expect(abs(window.extent.min - seen.min) < 1e-9)
    }
}

/// Fingers that zoom keep their data, at every limit and beyond every end.
@MainActor @Suite struct PinchAtLimitsTests {
    private func rig(lower: Double) -> Rig {
        let rig = Rig()
        rig.x.set(
            Extent(min: Rig.epoch + lower * Rig.day, max: Rig.epoch + (lower + 100) * Rig.day))
        return rig
    }

    private func fingers(_ rig: Rig, _ t: Double, _ a: Double, _ b: Double, began: Bool = false) {
        rig.feed(
            InputFrame(
                time: t,
                events: [
                    Input.event(t, began ? .touchBegan(0) : .touchMoved(0), a, 200),
                    Input.event(t, began ? .touchBegan(1) : .touchMoved(1), b, 210),
                ]))
    }

    @Test(arguments: [0.0, 3, 897, 900]) func theCentreKeepsItsDataBeyondAnEnd(lower: Double) {
        let rig = rig(lower: lower)
        fingers(rig, 1, 200, 700, began: true)
        let held = rig.time(at: 450)
        var farthest = 0.0
        for i in 1...100 {
            let part = Double(i) / 100
            let centre = 450 + 200 * sin(6 * part)
            let half = 250 * exp(-2 * part)
            fingers(rig, 1 + part, centre - half, centre + half)
            #expect(abs(rig.time(at: centre) - held) * rig.pointsPerSecond < 1e-3)
            farthest = max(farthest, -rig.days.min, rig.days.max - 1000)
        }
        #expect(farthest > 50)
        rig.feed(2.5, .touchEnded(1), 700, 210)
        rig.feed(2.55, .touchEnded(0), 200, 200)
        // Straight back, and not past the end.
        let isBelow = rig.days.min < 0
        var last = isBelow ? rig.days.min : rig.days.max
        var t = 2.55
        while rig.interaction.advance(to: t + 0.01) {
            t += 0.01
            let now = isBelow ? rig.days.min : rig.days.max
            #expect(isBelow ? now >= last && now <= 0 : now <= last && now >= 1000)
            last = now
        }
        #expect(t < 2.55 + 2)
        #expect(isBelow ? rig.x.extent.min == Rig.epoch : rig.days.max == 1000)
    }

    @Test func theLengthsLimitsMoveNothing() {
        let rig = rig(lower: 450)
        fingers(rig, 1, 400, 500, began: true)
        let held = rig.time(at: 450)
        for half in [20.0, 12, 2, 60, 390, 300] {
            fingers(rig, 1.1, 450 - half, 450 + half)
            #expect(abs(rig.time(at: 450) - held) * rig.pointsPerSecond < 1e-3)
        }
        rig.feed(3, .touchCancelled)
        let close = Rig(
            limits: AxisLimits(minimumLength: 90 * Rig.day, maximumLength: 110 * Rig.day))
        fingers(close, 1, 300, 500, began: true)
        let value = close.time(at: 400)
        for half in [150.0, 300, 20, 100] {
            fingers(close, 1.2, 400 - half, 400 + half)
            #expect(abs(close.time(at: 400) - value) * close.pointsPerSecond < 1e-3)
            #expect(close.x.extent.length >= 90 * Rig.day - 1e-3)
            #expect(close.x.extent.length <= 110 * Rig.day + 1e-3)
        }
    }

    @Test func aFingerThatStaysHasNoDeadZoneOnItsWayBack() {
        let rig = rig(lower: 0)
        fingers(rig, 1, 200, 700, began: true)
        fingers(rig, 1.2, 400, 600)
        let before = rig.x.extent
        #expect(before.min < Rig.epoch)
        rig.feed(1.4, .touchEnded(1), 600, 210)
        #expect(rig.x.extent == before)
        // Inwards the content follows the finger exactly; further out it resists.
        let held = rig.time(at: 400)
        rig.feed(1.5, .touchMoved(0), 390, 200)
        #expect(abs(rig.time(at: 390) - held) * rig.pointsPerSecond < 1e-3)
        rig.feed(1.6, .touchMoved(0), 420, 200)
        let moved = (before.min - rig.x.extent.min) * rig.pointsPerSecond
        #expect(abs(moved - 50 * log(1 + 20.0 / 50)) < 1e-6)
        // Once it has been inside, the edge has its normal softness again.
        rig.feed(1.7, .touchMoved(0), -100, 200)
        #expect(rig.x.extent.min > Rig.epoch)
        let inside = (rig.x.extent.min - Rig.epoch) * rig.pointsPerSecond
        rig.feed(1.8, .touchMoved(0), -100 + inside + 30, 200)
        #expect(
            abs((Rig.epoch - rig.x.extent.min) * rig.pointsPerSecond - 50 * log(1.6)) < 1e-5)
    }

    @Test func aFingerThatJoinsBeyondAnEndMovesNothing() {
        let rig = rig(lower: 0)
        rig.feed(1, .touchBegan(0), 300, 200)
        rig.feed(1.1, .touchMoved(0), 500, 200)
        let before = rig.x.extent
        #expect(before.min < Rig.epoch)
        rig.feed(1.2, .touchBegan(1), 700, 200)
        #expect(abs(rig.x.extent.min - before.min) * rig.pointsPerSecond < 1e-6)
        #expect(rig.x.extent.length == before.length)
        let held = rig.time(at: 600)
        rig.feed(1.3, .touchMoved(1), 760, 200)
        #expect(abs(rig.time(at: 630) - held) * rig.pointsPerSecond < 1e-3)
        rig.feed(1.4, .touchCancelled)
        rig.run(from: 1.4)
        #expect(rig.x.extent.min == Rig.epoch)
    }

    @Test func aTouchThatCatchesTheWayBackFromAPinchHoldsIt() {
        let rig = rig(lower: 0)
        rig.feed(1, .pinchBegan(fingers: 2), 500, 200)
        rig.feed(1.1, .pinchUpdated(translation: .zero, scale: 0.4, rotation: 0), 500, 200)
        rig.feed(1.2, .pinchEnded(isCancelled: false), 500, 200)
        rig.interaction.advance(to: 1.3)
        rig.feed(1.31, .touchBegan(0), 400, 200)
        let held = rig.x.extent
        #expect(held.min < Rig.epoch)
        #expect(!rig.interaction.isMoving)
        rig.feed(1.4, .touchMoved(0), 380, 200)
        let moved = (rig.x.extent.min - held.min) * rig.pointsPerSecond
        #expect(abs(moved - 20) < 1e-6)
        rig.feed(2, .touchEnded(0), 380, 200)
        rig.run(from: 2)
        #expect(rig.x.extent.min == Rig.epoch)
    }

    @Test func turningTwoFingersIsCountedAndZoomsNothingByItself() throws {
        var options = GestureInterpreter.Options()
        options.pinchRule = .uniform
        var interpreter = GestureInterpreter(options: options)
        var gestures: [Gesture] = []
        for degrees in stride(from: 0.0, through: 450, by: 15) {
            let angle = degrees * .pi / 180
            let t = 1 + degrees / 1000
            let arm = Vector(dx: 80 * cos(angle), dy: 80 * sin(angle))
            let centre = Point(x: 400, y: 200)
            let isFirst = degrees == 0
            gestures += interpreter.interpret(
                InputFrame(
                    time: t,
                    events: [
                        Input.event(
                            t, isFirst ? .touchBegan(0) : .touchMoved(0), (centre + arm).x,
                            (centre + arm).y),
                        Input.event(
                            t, isFirst ? .touchBegan(1) : .touchMoved(1), (centre + arm * -1).x,
                            (centre + arm * -1).y),
                    ]))
        }
        guard case .pinch(let pinch)? = gestures.last?.kind else {
            Issue.record("two fingers are no pinch")
            return
        }
        #expect(abs(pinch.rotation - 450) < 1e-9)
        #expect(abs(pinch.scale - 1) < 1e-12)
    }
}
