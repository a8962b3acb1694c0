import Geometry
import Testing

@testable import Wayland

@Suite struct PointerGroupingTests {
    private typealias Grouping = PointerGrouping<String>

    @Test func oneFrameHoldsAllThatHappenedAtOnce() {
        var grouping = Grouping()
        grouping.enter("a", at: Point(x: 1, y: 2), now: 10)
        grouping.motion(to: Point(x: 3, y: 4), time: 10.5)
        grouping.button(.left, isPressed: true, time: 10.75)
        let frames = grouping.close(now: 11, modifiers: [.shift])
        #expect(frames.count == 1)
        let frame = frames.first?.frame
        #expect(frames.first?.surface == "a")
        #expect(frame?.crossing == .entered)
        #expect(frame?.position == Point(x: 3, y: 4))
        #expect(frame?.time == 10.75)
        #expect(
            frame?.buttons == [
                ButtonChange(
                    button: .left, isPressed: true, time: 10.75, position: Point(x: 3, y: 4))
            ])
        #expect(frame?.modifiers == [.shift])
        #expect(grouping.close(now: 12, modifiers: []).isEmpty)
    }

    @Test func leavingAndEnteringInOneFrameGoesToBothSurfaces() {
        var grouping = Grouping()
        grouping.enter("a", at: .zero, now: 0)
        _ = grouping.close(now: 0, modifiers: [])
        grouping.leave(now: 1)
        grouping.enter("b", at: Point(x: 9, y: 9), now: 1)
        let frames = grouping.close(now: 1, modifiers: [])
        #expect(frames.map(\.surface) == ["a", "b"])
        #expect(frames.map(\.frame.crossing) == [.left, .entered])
        #expect(grouping.focus == "b")
    }

    @Test func finerThanAStepIsAFraction() {
        var grouping = Grouping()
        grouping.enter("a", at: .zero, now: 0)
        _ = grouping.close(now: 0, modifiers: [])
        grouping.axisSource(0)
        grouping.axisSteps(0, steps: 30.0 / 120)
        grouping.axis(0, distance: 3.75, time: 2)
        grouping.axisSteps(1, steps: -1)
        let scroll = grouping.close(now: 2, modifiers: []).first?.frame.scroll
        #expect(scroll?.source == .wheel)
        #expect(scroll?.vertical == ScrollAxis(distance: 3.75, steps: 0.25))
        #expect(scroll?.horizontal == ScrollAxis(steps: -1))
    }

    @Test func aStopIsPerAxisAndASourceAloneIsNothing() {
        var grouping = Grouping()
        grouping.enter("a", at: .zero, now: 0)
        _ = grouping.close(now: 0, modifiers: [])
        grouping.axisSource(1)
        #expect(grouping.close(now: 1, modifiers: []).isEmpty)
        grouping.axisSource(1)
        grouping.axisStop(0, time: 3)
        let frame = grouping.close(now: 4, modifiers: []).first?.frame
        #expect(frame?.scroll?.source == .finger)
        #expect(frame?.scroll?.vertical.isStopped == true)
        #expect(frame?.scroll?.horizontal.isStopped == false)
        #expect(frame?.time == 3)
        #expect(frame?.isMoved == false)
    }

    @Test func axesThatDoNotExistAreIgnored() {
        var grouping = Grouping()
        grouping.enter("a", at: .zero, now: 0)
        _ = grouping.close(now: 0, modifiers: [])
        grouping.axis(7, distance: 5, time: 1)
        #expect(grouping.close(now: 1, modifiers: []).isEmpty)
    }
}

@Suite struct TouchGroupingTests {
    private typealias Grouping = TouchGrouping<String>

    @Test func fingersOfOneFrameComeTogether() {
        var grouping = Grouping()
        grouping.down(448, on: "a", at: Point(x: 1, y: 1), time: 1)
        grouping.down(449, on: "a", at: Point(x: 2, y: 2), time: 1)
        #expect(grouping.closeAfterDispatch(modifiers: []).isEmpty)
        grouping.motion(448, to: Point(x: 5, y: 5), time: 2)
        grouping.motion(448, to: Point(x: 6, y: 6), time: 3)
        let frame = grouping.close(modifiers: []).first?.frame
        #expect(frame?.changes.map(\.id) == [448, 449, 448])
        #expect(frame?.changes.map(\.phase) == [.down, .down, .moved])
        #expect(frame?.changes.last?.position == Point(x: 6, y: 6))
        #expect(frame?.time == 3)
        #expect(grouping.count == 2)
    }

    @Test func anUpNeedsNoFrame() {
        var grouping = Grouping()
        grouping.down(0, on: "a", at: Point(x: 4, y: 8), time: 1)
        _ = grouping.close(modifiers: [])
        grouping.up(0, time: 2)
        let frame = grouping.closeAfterDispatch(modifiers: []).first?.frame
        #expect(
            frame?.changes == [
                TouchChange(id: 0, phase: .up, position: Point(x: 4, y: 8), time: 2)
            ])
        #expect(grouping.close(modifiers: []).isEmpty)
        #expect(grouping.count == 0)
    }

    @Test func cancelEndsEveryFinger() {
        var grouping = Grouping()
        grouping.down(1, on: "a", at: .zero, time: 1)
        grouping.down(2, on: "b", at: .zero, time: 1)
        _ = grouping.close(modifiers: [])
        grouping.cancel(now: 5)
        let frames = grouping.close(modifiers: [])
        #expect(frames.map(\.surface) == ["a", "b"])
        #expect(frames.flatMap(\.frame.changes).allSatisfy { $0.phase == .cancelled })
        grouping.motion(1, to: Point(x: 1, y: 1), time: 6)
        grouping.up(2, time: 6)
        #expect(grouping.close(modifiers: []).isEmpty)
    }
}

@Suite struct EventClockTests {
    @Test func monotonicStampsComeOutAsTheyWere() {
        var clock = EventClock()
        // Now is 5,000,000.250 s, far beyond the 4,294,967.296 s that 32 bits hold.
        let stamp = UInt32(truncatingIfNeeded: 5_000_000_123 as Int64)
        #expect(clock.seconds(stamp, now: 5_000_000.25) == 5_000_000.123)
    }

    @Test func comingRoundIsNotGoingBack() {
        var clock = EventClock()
        let period = 4_294_967.296
        let before = clock.seconds(UInt32.max, now: period)
        let after = clock.seconds(4, now: period + 0.01)
        // The two stamps are 5 ms apart.
        #expect(abs(after - before - 0.005) < 1e-9)
    }

    @Test func anotherBaseKeepsItsDifferences() {
        var clock = EventClock()
        let first = clock.seconds(100, now: 90_000)
        let second = clock.seconds(116, now: 90_000.5)
        let third = clock.seconds(1100, now: 90_001)
        #expect(first == 90_000)
        #expect(abs(second - first - 0.016) < 1e-9)
        #expect(abs(third - first - 1) < 1e-9)
    }

    @Test func anotherClockIsFollowed() {
        var clock = EventClock()
        // The compositor's clock is a quarter of a second behind.
        clock.follow(4999.75, now: 5000)
        #expect(clock.seconds(4_999_700, now: 5000) == 4999.95)
        // Two milliseconds of drift change nothing, so that differences stay exact.
        clock.follow(5999.748, now: 6000)
        #expect(clock.seconds(5_999_700, now: 6000) == 5999.95)
    }

    @Test func aStrayZeroSpoilsNothing() {
        var clock = EventClock()
        #expect(clock.seconds(0, now: 90_000) == 90_000)
        #expect(clock.seconds(90_000_500, now: 90_001) == 90_000.5)
        #expect(clock.seconds(90_000_600, now: 90_001) == 90_000.6)
    }
}

@Suite struct SerialTrackerTests {
    @Test func theLatestIsByArrivalNotByNumber() {
        var tracker = SerialTracker()
        #expect(tracker.latestPress == nil)
        tracker.record(UInt32.max, .pointerPress)
        tracker.record(2, .touchDown)
        tracker.record(7, .keyPress)
        #expect(tracker.latestPress == 2)
        #expect(tracker.latestInput == 7)
        tracker.record(1, .pointerPress)
        #expect(tracker.latestPress == 1)
        tracker.forget(.pointerPress)
        #expect(tracker.latestPress == 2)
    }
}

@Suite struct FrameTimingTests {
    @Test func withFeedbackTheTargetIsTheNextRefresh() {
        var timing = FrameTiming()
        timing.presented(at: 10, interval: 0.01)
        // 10.0234 lies between the refreshes at 10.02 and 10.03.
        let time = timing.next(now: 10.0234, callback: 10.0201)
        #expect(abs(time.target - 10.03) < 1e-9)
        #expect(time.interval == 0.01)
        #expect(time.isContinuing)
    }

    @Test func withoutItTheCallbackStandsForTheFrame() {
        var timing = FrameTiming()
        timing.outputInterval = 1.0 / 144
        let time = timing.next(now: 5.01, callback: 5.002)
        #expect(time.target == 5.002)
        #expect(time.interval == 1.0 / 144)
        let rest = timing.next(now: 6, callback: nil)
        #expect(rest.target == 6)
        #expect(!rest.isContinuing)
    }

    @Test func targetsNeverGoBack() {
        var timing = FrameTiming()
        let first = timing.next(now: 8, callback: nil)
        let second = timing.next(now: 8.001, callback: 7.99)
        #expect(first.target == 8)
        #expect(second.target == 8)
    }

    @Test func aCallbackFromAnotherClockDoesNotHoldMotionBack() {
        var timing = FrameTiming()
        _ = timing.next(now: 8, callback: nil)
        let second = timing.next(now: 8.016, callback: 7.766)
        #expect(second.target == 8.016)
    }

    @Test func oldFeedbackIsNotTrusted() {
        var timing = FrameTiming()
        timing.presented(at: 1, interval: 0.01)
        #expect(timing.next(now: 100.005, callback: nil).target == 100.005)
    }
}
