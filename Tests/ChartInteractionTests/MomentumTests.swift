import ChartCore
import ChartInteraction
import Geometry
import Glibc
import Testing

/// A flick of a finger: `speed` points per second along x for a tenth of a second.
@MainActor private func flick(
    _ rig: Rig, speed: Double, from x: Double = 500, start: Double = 1
) -> Double {
    rig.feed(start, .touchBegan(0), x, 200)
    var t = start
    for i in 1...12 {
        t = start + Double(i) / 120
        rig.feed(t, .touchMoved(0), x + speed * Double(i) / 120, 200)
    }
    rig.feed(t + 0.004, .touchEnded(0), x + speed * 0.1, 200)
    return t + 0.004
}

@MainActor @Suite struct MomentumTests {
    @Test(arguments: [30.0, 60, 144, 1000, 7])
    func everyFrameRateEndsInTheSamePlaceByTheSameWay(rate: Double) {
        let fine = Rig()
        let rig = Rig()
        let release = flick(fine, speed: 1500)
        _ = flick(rig, speed: 1500)
        for i in 1...Int(3 * rate) {
            let t = release + Double(i) / rate
            // The other one gets ragged frames, some of them dropped.
            if i % 3 != 1 { fine.interaction.advance(to: t - 0.0007) }
            fine.interaction.advance(to: t)
            rig.interaction.advance(to: t)
            #expect(abs(fine.x.extent.min - rig.x.extent.min) * rig.pointsPerSecond < 1e-9)
        }
        #expect(!rig.interaction.isMoving)
        #expect(rig.x.extent == fine.x.extent)
        // It continues by (1500 - 1) / 4 points after the drag of 150.
        let moved = (400 - rig.days.min) * 8
        #expect(abs(moved - (150 + 1499.0 / 4)) < 1e-4)
    }

    @Test func aTouchStopsItAndIsNotATap() {
        let rig = Rig()
        let release = flick(rig, speed: 1500)
        rig.interaction.advance(to: release + 0.1)
        rig.feed(release + 0.12, .touchBegan(1), 400, 200)
        #expect(!rig.interaction.isMoving)
        // Its position at the time of the touch.
        let fling = Fling(velocity: 1500)
        let moved = (400 - rig.days.min) * 8
        #expect(abs(moved - (150 + fling.displacement(at: 0.12))) < 1e-3)
        let stopped = rig.x.extent
        rig.feed(release + 0.2, .touchEnded(1), 400, 200)
        #expect(rig.x.extent == stopped)
        #expect(!rig.interaction.isMoving)
        let taps = zip(rig.gestures, rig.responses).filter { $0.0.kind == .tap(count: 1) }
        #expect(taps.count == 1)
        #expect(taps.first?.1.contains(.consumed) == true)
        // The next tap is one for the chart.
        rig.feed(release + 1, .touchBegan(1), 400, 200)
        rig.feed(release + 1.1, .touchEnded(1), 400, 200)
        #expect(rig.responses.dropLast().last?.contains(.consumed) == false)
    }

    @Test func aMousePressStopsIt() {
        let rig = Rig()
        let release = flick(rig, speed: 1500)
        rig.feed(release + 0.1, .pointerPressed(.left), 500, 200)
        #expect(!rig.interaction.isMoving)
    }

    @Test func aSlowReleaseStands() {
        let rig = Rig()
        _ = flick(rig, speed: 25)
        #expect(!rig.interaction.isMoving)
    }

    @Test func deviceOptionsAndReducedMotionStand() {
        let rig = Rig()
        rig.interaction.options.flingDevices = [.touchpad]
        _ = flick(rig, speed: 1500)
        #expect(!rig.interaction.isMoving)
        let calm = Rig()
        calm.interaction.options.reducesMotion = true
        _ = flick(calm, speed: 1500)
        #expect(!calm.interaction.isMoving)
        #expect(abs(calm.days.min - (400 - 150.0 / 8)) < 1e-9)
    }

    @Test func itMeetsTheEdgeWithoutAJumpAndReturnsToIt() {
        let rig = Rig()
        rig.x.set(Extent(min: Rig.epoch + 40 * Rig.day, max: Rig.epoch + 140 * Rig.day))
        let release = flick(rig, speed: 2000)
        #expect(rig.days.min > 0)
        var place = rig.days.min * 8
        var speed = -2000.0
        var t = release
        var outmost = 0.0
        while rig.interaction.advance(to: t + 0.0005) {
            t += 0.0005
            let next = rig.days.min * 8
            let nextSpeed = (next - place) / 0.0005
            // No step in place, none in velocity: at most the change by spring and band in half a
            // millisecond.
            #expect(abs(nextSpeed - speed) < 40)
            place = next
            speed = nextSpeed
            outmost = min(outmost, next)
        }
        #expect(outmost < -10)
        #expect(rig.x.extent.min == Rig.epoch)
        #expect(abs(rig.x.extent.length - 100 * Rig.day) < 1e-6)
        #expect(t - release < 3)
    }

    @Test func aReleaseSnapsToThePageItIsTold() {
        let rig = Rig()
        var asked: [Extent] = []
        rig.x.restingWindow = { window in
            asked.append(window)
            let days = ((window.min - Rig.epoch) / Rig.day / 50).rounded() * 50
            let lower = Rig.epoch + days * Rig.day
            return Extent(min: lower, max: lower + window.length)
        }
        let release = flick(rig, speed: -1500)
        rig.run(from: release)
        // 150 + 374.75 points are 65.6 days: the page at 450 is nearest.
        #expect(asked.count == 1)
        #expect(abs(rig.days.min - 450) < 1e-9)
        #expect(abs((asked[0].min - Rig.epoch) / Rig.day - (400 + (150 + 1499.0 / 4) / 8)) < 1e-6)
    }

    @Test(arguments: [24.0, 60, 144]) func aPageOfAnotherLengthIsReachedToTheSecond(rate: Double) {
        let rig = Rig()
        // From a page of 100 days to the next, of 90.
        let page = Extent(min: Rig.epoch + 500 * Rig.day, max: Rig.epoch + 590 * Rig.day)
        rig.x.restingWindow = { _ in page }
        let release = flick(rig, speed: -1500)
        #expect(rig.x.target == page)
        let rest = rig.x.restTime ?? 0
        var length = rig.x.extent.length
        var t = release
        while rig.interaction.advance(to: t + 1 / rate) {
            t += 1 / rate
            #expect(rig.x.extent.length <= length && rig.x.extent.length >= 90 * Rig.day)
            length = rig.x.extent.length
        }
        #expect(rig.x.extent == page)
        #expect(rest > t && rest <= t + 1 / rate)
        // New data during the motion do not change the page.
        _ = flick(rig, speed: 900, start: 20)
        rig.interaction.advance(to: 20.2)
        rig.x.setLimits(
            .inside(Extent(min: Rig.epoch, max: Rig.epoch + 1200 * Rig.day), minimumLength: 60),
            at: 20.2)
        #expect(rig.x.target == page)
        rig.run(from: 20.2)
        #expect(rig.x.extent == page)
    }

    @Test func newLimitsDuringAFlightAreKept() {
        let rig = Rig()
        let release = flick(rig, speed: -3000)
        rig.interaction.advance(to: release + 0.05)
        let before = rig.x.extent
        rig.x.setLimits(
            .inside(Extent(min: Rig.epoch, max: Rig.epoch + 560 * Rig.day), minimumLength: 60),
            at: release + 0.05)
        #expect(abs(rig.x.extent.min - before.min) < 1e-3)
        rig.run(from: release + 0.05)
        #expect(rig.x.extent.max == Rig.epoch + 560 * Rig.day)
    }
}

@MainActor @Suite struct RubberBandDragTests {
    /// A rig at the lower end of its bounds, dragged `distance` points further.
    private func stretched(_ distance: Double, steps: Int, band: RubberBand? = .standard) -> Rig {
        let rig = Rig(band: band)
        rig.x.set(Extent(min: Rig.epoch, max: Rig.epoch + 100 * Rig.day))
        rig.drag(
            from: Point(x: 300, y: 200), to: Point(x: 300 + distance, y: 200), steps: steps,
            release: false)
        return rig
    }

    @Test func theEdgeGivesWayByTheFormulaHoweverTheDragIsCut() {
        for steps in [1, 7, 400] {
            let rig = stretched(200, steps: steps)
            #expect(abs(-rig.days.min * 8 - 50 * log(5)) < 1e-6)
        }
    }

    @Test func outAndBackIsWhereItWas() {
        let rig = stretched(300, steps: 30)
        rig.feed(5, .pointerMoved, 350, 200)
        #expect(abs(-rig.days.min * 8 - 50 * log(2)) < 1e-6)
        rig.feed(5.1, .pointerMoved, 300, 200)
        #expect(rig.x.extent.min == Rig.epoch)
        rig.feed(5.2, .pointerMoved, 220, 200)
        #expect(abs(rig.days.min - 10) < 1e-9)
    }

    @Test func lettingGoSpringsBackInTimeWithoutPassing() {
        let rig = stretched(RubberBand.standard.pull(excess: 100), steps: 20)
        #expect(abs(rig.days.min * 8 + 100) < 1e-6)
        rig.feed(3, .pointerReleased(.left), 300 + RubberBand.standard.pull(excess: 100), 200)
        var last = rig.days.min
        var t = 3.0
        while rig.interaction.advance(to: t + 0.01) {
            t += 0.01
            #expect(rig.days.min >= last && rig.days.min <= 0)
            last = rig.days.min
        }
        #expect(t < 3 + 1.85)
        #expect(rig.x.extent.min == Rig.epoch)
        #expect(rig.causes.last == .spring)
    }

    @Test func aTouchHoldsItOnTheWayBack() {
        let rig = stretched(200, steps: 20)
        rig.feed(3, .pointerReleased(.left), 500, 200)
        rig.interaction.advance(to: 3.1)
        rig.feed(3.1, .touchBegan(0), 400, 200)
        let held = rig.x.extent
        #expect(held.min < Rig.epoch)
        #expect(!rig.interaction.isMoving)
        // Caught without a jump, and moved on from there.
        rig.feed(3.2, .touchMoved(0), 401, 200)
        #expect(rig.x.extent == held)
        rig.feed(3.3, .touchMoved(0), 440, 200)
        let excess = RubberBand.standard.excess(
            pull: RubberBand.standard.pull(excess: -(held.min - Rig.epoch) / Rig.day * 8) + 40)
        #expect(abs(-rig.days.min * 8 - excess) < 1e-6)
        rig.feed(4, .touchEnded(0), 440, 200)
        rig.run(from: 4)
        #expect(rig.x.extent.min == Rig.epoch)
        // A touch without a drag also releases the window.
        let other = stretched(200, steps: 20)
        other.feed(3, .pointerReleased(.left), 500, 200)
        other.interaction.advance(to: 3.1)
        other.feed(3.1, .touchBegan(0), 400, 200)
        other.feed(3.2, .touchEnded(0), 400, 200)
        #expect(other.interaction.isMoving)
        other.run(from: 3.2)
        #expect(other.x.extent.min == Rig.epoch)
    }

    @Test func aHardEdgeHasNoDeadZone() {
        let rig = stretched(300, steps: 30, band: nil)
        #expect(rig.x.extent.min == Rig.epoch)
        rig.feed(5, .pointerMoved, 592, 200)
        #expect(abs(rig.days.min - 1) < 1e-9)
    }

    @Test func theWheelDuringTheWayBackDoesNotJump() {
        let rig = stretched(200, steps: 20)
        rig.feed(3, .pointerReleased(.left), 500, 200)
        rig.interaction.advance(to: 3.05)
        let before = rig.x.extent
        #expect(before.min < Rig.epoch)
        rig.feed(3.05, .wheel(Vector(dx: 0, dy: -0.125)), 500, 200)
        // The zoom around the pointer, 400 points from the lower end, moves that by 400·(1 -
        // 1.2^-0.125); beyond the end the band lets less of it through. A cut to the limits would
        // be tens of points.
        let moved = (rig.x.extent.min - before.min) * rig.pointsPerSecond
        #expect(moved > 0 && moved < 400 * (pow(1.2, 0.125) - 1))
        #expect(rig.x.extent.min < Rig.epoch)
        rig.run(from: 3.05)
        #expect(rig.x.extent.min == Rig.epoch)
    }

    @Test func aPinchBeyondTheEndsReturns() {
        let rig = Rig()
        rig.x.set(Extent(min: Rig.epoch, max: Rig.epoch + 100 * Rig.day))
        rig.feed(1, .pinchBegan(fingers: 2), 700, 200)
        rig.feed(1.1, .pinchUpdated(translation: .zero, scale: 0.5, rotation: 0), 700, 200)
        #expect(rig.days.min < 0)
        rig.feed(1.2, .pinchEnded(isCancelled: false), 700, 200)
        rig.run(from: 1.2)
        #expect(rig.x.extent.min == Rig.epoch)
        #expect(abs(rig.x.extent.length - 200 * Rig.day) < 1e-3)
    }
}
