import ChartCore
import ChartInteraction
import Geometry
import Glibc
import Testing

@MainActor @Suite struct DragTests {
    @Test func aDragPansByExactlyTheFingersDistance() {
        let rig = Rig()
        let held = rig.time(at: 300)
        rig.drag(from: Point(x: 300, y: 200), to: Point(x: 437, y: 207), release: false)
        // The value that was under the finger is under it, and the length has not changed.
        #expect(abs(rig.time(at: 437) - held) * rig.pointsPerSecond < 1e-6)
        #expect(abs(rig.days.min - (400 - 137.0 / 8)) < 1e-9)
        #expect(abs(rig.x.extent.length - 100 * Rig.day) < 1e-6)
        #expect(Set(rig.causes) == [.pan])
    }

    @Test func smallDragsLoseNothingToTheThreshold() {
        let rig = Rig()
        rig.drag(from: Point(x: 300, y: 200), to: Point(x: 305, y: 200), steps: 50)
        #expect(abs(rig.days.min - (400 - 5.0 / 8)) < 1e-9)
    }

    @Test func aDragThereAndBackEndsExactlyWhereItBegan() {
        let rig = Rig()
        let before = rig.x.extent
        rig.feed(1, .pointerPressed(.left), 500, 200)
        for i in 0...1000 {
            rig.feed(1 + Double(i) * 0.003, .pointerMoved, 500 + 300 * sin(Double(i) * 0.01), 200)
        }
        rig.feed(4.1, .pointerMoved, 500, 200)
        #expect(rig.x.extent == before)
    }

    @Test func aVerticalDragMovesAnAxisThatMayMove() {
        let rig = Rig(yActions: .all)
        let before = rig.x.extent
        rig.drag(from: Point(x: 300, y: 200), to: Point(x: 309, y: 300), release: false)
        // Locked to the vertical: x does not move. Downwards shows higher values.
        #expect(rig.x.extent == before)
        #expect(abs(rig.y.extent.min - 50) < 1e-9)
        #expect(abs(rig.y.extent.max - 250) < 1e-9)
    }

    @Test func aSteepDragStillPansWhereOnlyOneDirectionMoves() {
        let rig = Rig()
        rig.drag(from: Point(x: 300, y: 100), to: Point(x: 340, y: 300), release: false)
        #expect(abs(rig.days.min - (400 - 5)) < 1e-9)
        #expect(rig.y.extent == Extent(min: 0, max: 200))
    }

    @Test func aGutterMovesItsAxisAlone() {
        let rig = Rig()
        let x = rig.x.extent
        rig.drag(from: Point(x: 930, y: 200), to: Point(x: 960, y: 240), release: false)
        #expect(rig.x.extent == x)
        #expect(abs(rig.y.extent.min - 20) < 1e-9)
    }

    @Test func outsideTheChartNothingHappens() {
        let rig = Rig()
        rig.drag(from: Point(x: 50, y: 20), to: Point(x: 300, y: 20))
        #expect(rig.changes == 0)
        #expect(!rig.responses.contains { $0.contains(.consumed) })
    }

    @Test func selectingDoesNotPan() {
        let rig = Rig()
        rig.feed(1, .pointerPressed(.left), 300, 200, .shift)
        rig.feed(1.1, .pointerMoved, 400, 200)
        rig.feed(1.2, .pointerReleased(.left), 400, 200)
        #expect(rig.changes == 0)
    }

    @Test func aResizeUnderTheFingerKeepsTheWindow() {
        let rig = Rig()
        rig.drag(from: Point(x: 300, y: 200), to: Point(x: 340, y: 200), release: false)
        let before = rig.x.extent
        rig.interaction.regions.plot = Rect(x: 100, y: 50, width: 1600, height: 400)
        rig.feed(2, .pointerMoved, 340, 201)
        #expect(rig.x.extent == before)
        let held = rig.time(at: 340)
        rig.feed(2.1, .pointerMoved, 380, 201)
        #expect(abs(rig.time(at: 380) - held) * rig.pointsPerSecond < 1e-6)
    }
}

@MainActor @Suite struct PinchTests {
    @Test(arguments: [0.0, 20, 45, 70, 90])
    func aTouchPinchKeepsTheDataUnderTheCentroid(degrees: Double) {
        let rig = Rig(yActions: .all)
        let angle = degrees * .pi / 180
        let length = rig.x.extent.length
        func places(_ i: Int) -> (Point, Point) {
            let part = Double(i) / 60
            let centre = Point(x: 480 + 90 * part, y: 220 - 40 * sin(3 * part))
            let half = 60 + 90 * part + 15 * sin(9 * part)
            let turn = angle + 0.1 * part
            let arm = Vector(dx: half * cos(turn), dy: half * sin(turn))
            return (centre + arm, centre + arm * -1)
        }
        let start = places(0)
        rig.feed(
            InputFrame(
                time: 1,
                events: [
                    Input.event(1, .touchBegan(0), start.0.x, start.0.y),
                    Input.event(1, .touchBegan(1), start.1.x, start.1.y),
                ]))
        let time = rig.time(at: 480)
        let value = rig.value(at: 220)
        for i in 1...60 {
            let t = 1 + Double(i) / 120
            let (a, b) = places(i)
            rig.feed(
                InputFrame(
                    time: t,
                    events: [
                        Input.event(t, .touchMoved(0), a.x, a.y),
                        Input.event(t, .touchMoved(1), b.x, b.y),
                    ]))
            let centre = Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
            #expect(abs(rig.time(at: centre.x) - time) * rig.pointsPerSecond < 1e-3)
            #expect(abs(rig.value(at: centre.y) - value) * 2 < 1e-6)
        }
        if degrees < 60 { #expect(rig.x.extent.length < length * 0.7) }
        if degrees > 30 { #expect(rig.y.extent.length < 200 * 0.7) }
        if degrees == 0 { #expect(abs(rig.y.extent.length - 200) < 1e-9) }
        if degrees == 90 { #expect(abs(rig.x.extent.length - length) < 1e-6) }
    }

    @Test func fingersBesideEachOtherKeepTheirOwnData() {
        let rig = Rig()
        rig.feed(1, .touchBegan(0), 300, 200)
        rig.feed(1, .touchBegan(1), 500, 210)
        let left = rig.time(at: 300)
        let right = rig.time(at: 500)
        rig.feed(1.1, .touchMoved(0), 240, 230)
        rig.feed(1.2, .touchMoved(1), 620, 190)
        #expect(abs(rig.time(at: 240) - left) * rig.pointsPerSecond < 1e-3)
        #expect(abs(rig.time(at: 620) - right) * rig.pointsPerSecond < 1e-3)
    }

    @Test func uprightFingersZoomWhereOnlyTimeZooms() {
        let rig = Rig()
        rig.feed(1, .touchBegan(0), 500, 150)
        rig.feed(1, .touchBegan(1), 500, 250)
        rig.feed(1.1, .touchMoved(1), 500, 350)
        #expect(abs(rig.x.extent.length - 50 * Rig.day) < 1e-6)
    }

    @Test func aTouchpadPinchKeepsTheDataUnderItsCentre() {
        let rig = Rig(yActions: .all)
        let time = rig.time(at: 620)
        let value = rig.value(at: 180)
        rig.feed(1, .pinchBegan(fingers: 2), 620, 180)
        var centre = Point(x: 620, y: 180)
        for i in 1...100 {
            let step = Vector(dx: 1.5 * sin(Double(i) / 9), dy: 0.8)
            centre = centre + step
            rig.feed(
                1 + Double(i) / 125,
                .pinchUpdated(translation: step, scale: exp(0.02 * Double(i)), rotation: 0.1), 620,
                180)
            #expect(abs(rig.time(at: centre.x) - time) * rig.pointsPerSecond < 1e-3)
            #expect(abs(rig.value(at: centre.y) - value) / rig.y.extent.length * 400 < 1e-6)
        }
        #expect(abs(rig.x.extent.length - 100 * Rig.day * exp(-2)) < 1e-3)
        rig.feed(2, .pinchEnded(isCancelled: false), 620, 180)
        #expect(!rig.interaction.isMoving)
        #expect(Set(rig.causes) == [.pinch])
    }

    @Test func aPinchHasNoDeadZoneAtItsLimits() {
        let rig = Rig()
        rig.feed(1, .pinchBegan(fingers: 2), 500, 180)
        func scale(_ scale: Double, _ time: Double) -> Double {
            rig.feed(time, .pinchUpdated(translation: .zero, scale: scale, rotation: 0), 500, 180)
            return rig.x.extent.length
        }
        let hour = 3600.0
        #expect(abs(scale(1e6, 1.1) - hour) < 1e-6)
        #expect(abs(scale(1e9, 1.2) - hour) < 1e-6)
        // The first step back is visible at once.
        #expect(abs(scale(0.5e9, 1.3) - 2 * hour) < 1e-6)
        #expect(abs(scale(1e-9, 1.4) - 1000 * Rig.day) < 1e-3)
        #expect(abs(scale(2e-9, 1.5) - 500 * Rig.day) < 1e-3)
    }

    @Test func liftingAFingerDoesNotMoveTheData() {
        let rig = Rig()
        rig.feed(1, .touchBegan(0), 300, 200)
        rig.feed(1, .touchBegan(1), 500, 200)
        rig.feed(1.1, .touchMoved(1), 560, 200)
        let before = rig.x.extent
        rig.feed(1.2, .touchEnded(0), 300, 200)
        #expect(rig.x.extent == before)
        let held = rig.time(at: 560)
        rig.feed(1.3, .touchMoved(1), 580, 200)
        #expect(abs(rig.time(at: 580) - held) * rig.pointsPerSecond < 1e-6)
        // The same with a second and a third finger later.
        let now = rig.x.extent
        rig.feed(1.4, .touchBegan(2), 200, 300)
        rig.feed(1.45, .touchBegan(3), 250, 300)
        #expect(rig.x.extent == now)
    }

    @Test func cancellingGoesBackToBeforeTheFirstFinger() {
        let rig = Rig()
        let before = rig.x.extent
        rig.feed(1, .touchBegan(0), 300, 200)
        rig.feed(1.1, .touchMoved(0), 400, 200)
        rig.feed(1.2, .touchBegan(1), 500, 200)
        rig.feed(1.3, .touchMoved(1), 700, 200)
        rig.feed(1.4, .touchEnded(0), 400, 200)
        rig.feed(1.5, .touchMoved(1), 760, 200)
        #expect(rig.x.extent != before)
        rig.feed(1.6, .touchCancelled)
        #expect(rig.x.extent == before)
        #expect(rig.causes.last == .cancel)
        #expect(!rig.interaction.isMoving)
        rig.feed(2, .pinchBegan(fingers: 2), 300, 200)
        rig.feed(2.1, .pinchUpdated(translation: .zero, scale: 3, rotation: 0), 300, 200)
        rig.feed(2.2, .pinchEnded(isCancelled: true), 300, 200)
        #expect(rig.x.extent == before)
    }
}

@MainActor @Suite struct WheelTests {
    @Test func theWheelKeepsTheValueUnderThePointer() {
        let rig = Rig()
        var t = 1.0
        for (step, place) in [
            (-1.0, 250.0), (-0.25, 640), (-3, 777), (2, 101), (1, 899.5), (0.1, 500),
        ] {
            let value = rig.time(at: place)
            let length = rig.x.extent.length
            rig.feed(t, .wheel(Vector(dx: 0, dy: step)), place, 200)
            #expect(abs(rig.time(at: place) - value) * rig.pointsPerSecond < 1e-3)
            #expect(abs(rig.x.extent.length / length - pow(1.2, step)) < 1e-12)
            t += 0.1
        }
        #expect(Set(rig.causes) == [.wheel])
        #expect(rig.y.extent == Extent(min: 0, max: 200))
    }

    @Test func partStepsMakeWholeOnes() {
        let whole = Rig()
        let parts = Rig()
        whole.feed(1, .wheel(Vector(dx: 0, dy: -1)), 300, 200)
        for i in 0..<8 {
            parts.feed(1 + Double(i) / 100, .wheel(Vector(dx: 0, dy: -0.125)), 300, 200)
        }
        #expect(abs(whole.x.extent.min - parts.x.extent.min) < 1e-5)
        #expect(abs(whole.x.extent.max - parts.x.extent.max) < 1e-5)
    }

    @Test func overAnAxisItZoomsThatAxisAlone() {
        let rig = Rig()
        let x = rig.x.extent
        let value = rig.value(at: 150)
        rig.feed(1, .wheel(Vector(dx: 0, dy: -2)), 930, 150)
        #expect(rig.x.extent == x)
        #expect(abs(rig.value(at: 150) - value) < 1e-9)
        #expect(abs(rig.y.extent.length - 200 / 1.44) < 1e-9)
        let both = Rig(yActions: .all)
        both.feed(1, .wheel(Vector(dx: 0, dy: -2)), 300, 465)
        #expect(both.y.extent == Extent(min: 0, max: 200))
        #expect(abs(both.x.extent.length - 100 * Rig.day / 1.44) < 1e-6)
    }

    @Test func shiftAndASidewaysWheelPan() {
        let rig = Rig()
        rig.feed(1, .wheel(Vector(dx: 0, dy: 1)), 300, 200, .shift)
        #expect(abs(rig.days.min - 407.5) < 1e-9)
        rig.feed(1.1, .wheel(Vector(dx: -2, dy: 0)), 300, 200)
        #expect(abs(rig.days.min - 392.5) < 1e-9)
        #expect(abs(rig.x.extent.length - 100 * Rig.day) < 1e-6)
    }

    @Test func itStopsAtTheEndsAndTurnsBackAtOnce() {
        let rig = Rig()
        for i in 0..<40 { rig.feed(1 + Double(i), .wheel(Vector(dx: 0, dy: 1)), 150, 200) }
        #expect(rig.days.min == 0)
        #expect(abs(rig.days.max - 1000) < 1e-9)
        #expect(!rig.interaction.isMoving)
        rig.feed(50, .wheel(Vector(dx: 0, dy: -1)), 150, 200)
        #expect(abs(rig.x.extent.length - 1000 * Rig.day / 1.2) < 1e-3)
        for i in 0..<99 { rig.feed(60 + Double(i), .wheel(Vector(dx: 5, dy: 0)), 150, 200) }
        #expect(rig.x.extent.max == Rig.epoch + 1000 * Rig.day)
        rig.feed(200, .wheel(Vector(dx: -1, dy: 0)), 150, 200)
        #expect(rig.x.extent.max < Rig.epoch + 1000 * Rig.day)
    }

    @Test func duringADragItZoomsAboutThePointerAndTheDragGoesOn() {
        let rig = Rig()
        rig.drag(from: Point(x: 300, y: 200), to: Point(x: 400, y: 200), release: false)
        let value = rig.time(at: 400)
        rig.feed(3, .wheel(Vector(dx: 0, dy: -1)), 400, 200)
        #expect(abs(rig.time(at: 400) - value) * rig.pointsPerSecond < 1e-3)
        rig.feed(3.1, .pointerMoved, 460, 200)
        #expect(abs(rig.time(at: 460) - value) * rig.pointsPerSecond < 1e-3)
        #expect(abs(rig.x.extent.length - 100 * Rig.day / 1.2) < 1e-3)
    }
}

@MainActor @Suite struct ScrollTests {
    private func scroll(_ rig: Rig, _ dx: Double, _ dy: Double, _ modifiers: Modifiers = []) {
        for i in 0..<10 {
            rig.feed(
                1 + Double(i) * 0.01, .scrolled(Vector(dx: dx / 10, dy: dy / 10), .finger), 500,
                250,
                modifiers)
        }
    }

    private func lift(_ rig: Rig, at time: Double = 1.095) {
        rig.feed(
            InputFrame(
                time: time,
                events: [
                    Input.event(time, .scrollStopped(.horizontal), 500, 250),
                    Input.event(time, .scrollStopped(.vertical), 500, 250),
                ]))
    }

    @Test func twoFingersPanAndThrow() {
        let rig = Rig()
        scroll(rig, 80, 3)
        #expect(abs(rig.days.min - 410) < 1e-9)
        lift(rig)
        #expect(rig.interaction.isMoving)
        rig.run(from: 1.095)
        // 80 points in a tenth of a second: it continues by (800 - 1) / 4 points.
        #expect(abs(rig.days.min - (410 + 799.0 / 4 / 8)) < 1e-6)
        #expect(rig.causes.contains(.momentum))
    }

    @Test func theVerticalPartIsWhatTheChartSays() {
        let asAxes = Rig()
        scroll(asAxes, 0, 80)
        #expect(asAxes.changes == 0)
        let pans = Rig()
        pans.interaction.options.verticalScroll = .pansHorizontally
        scroll(pans, 0, 80)
        #expect(abs(pans.days.min - 410) < 1e-9)
        let zooms = Rig()
        zooms.interaction.options.verticalScroll = .zooms
        let value = zooms.time(at: 500)
        scroll(zooms, 0, 80)
        #expect(abs(zooms.time(at: 500) - value) * zooms.pointsPerSecond < 1e-3)
        #expect(abs(zooms.x.extent.length - 100 * Rig.day * exp(80.0 / 200)) < 1e-3)
        let shift = Rig()
        scroll(shift, 0, 80, .shift)
        #expect(abs(shift.days.min - 410) < 1e-9)
        let control = Rig()
        scroll(control, 0, -80, .control)
        #expect(abs(control.x.extent.length - 100 * Rig.day * exp(-80.0 / 200)) < 1e-3)
        lift(control)
        #expect(!control.interaction.isMoving)
        let free = Rig(yActions: .pan)
        scroll(free, 0, 80)
        #expect(abs(free.y.extent.min + 40) < 1e-9)
    }

    @Test func aRestingHandAndAHoldStopMomentum() {
        let rested = Rig()
        scroll(rested, 80, 0)
        lift(rested, at: 1.3)
        #expect(!rested.interaction.isMoving)

        let rig = Rig()
        scroll(rig, 80, 0)
        lift(rig)
        rig.interaction.advance(to: 1.2)
        rig.feed(1.25, .holdBegan(fingers: 2), 500, 250)
        #expect(!rig.interaction.isMoving)
        let stopped = rig.x.extent
        rig.feed(1.4, .holdEnded(isCancelled: false), 500, 250)
        rig.interaction.advance(to: 2)
        #expect(rig.x.extent == stopped)
    }

    @Test func leavingStopsTheTouchpadsFling() {
        let rig = Rig()
        rig.feed(0.5, .pointerMoved, 500, 250)
        scroll(rig, 80, 0)
        lift(rig)
        #expect(rig.interaction.isMoving)
        rig.feed(1.2, .pointerLeft, 500, 250)
        #expect(!rig.interaction.isMoving)
    }
}
