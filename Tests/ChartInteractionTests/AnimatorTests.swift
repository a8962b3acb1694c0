import ChartCore
import ChartInteraction
import Geometry
import Glibc
import Testing

@Suite struct AnimationCurveTests {
    @Test func easeOutIsThreeQuartersThereAtHalfTime() {
        let curve = AnimationCurve(from: 10, to: 30, timing: .eased(0.3, .easeOut))
        #expect(curve.value(at: 0.15) == 25)
        #expect(curve.value(at: 0) == 10)
        #expect(curve.value(at: 0.3) == 30)
        #expect(curve.value(at: 99) == 30)
    }

    @Test(arguments: [Easing.linear, .easeIn, .easeOut, .easeInOut, .easeOutCubic])
    func easingsRunFromZeroToOneWithTheirSlopes(easing: Easing) {
        #expect(easing.value(at: -1) == 0)
        #expect(easing.value(at: 2) == 1)
        for i in 1..<40 where i != 20 {
            let p = Double(i) / 40
            let slope = (easing.value(at: p + 1e-6) - easing.value(at: p - 1e-6)) / 2e-6
            #expect(abs(slope - easing.slope(at: p)) < 1e-6)
        }
    }

    @Test(arguments: [
        AnimationCurve.Timing.eased(0.4, .easeOut), .eased(0.4, .easeInOut), .spring(frequency: 12),
    ])
    func aReplacementGoesOnWithValueAndVelocity(timing: AnimationCurve.Timing) {
        let first = AnimationCurve(from: 0, to: 100, timing: .range)
        let value = first.value(at: 0.1)
        let velocity = first.velocity(at: 0.1)
        let second = AnimationCurve(from: value, to: -20, timing: timing, velocity: velocity)
        #expect(second.value(at: 0) == value)
        #expect(abs(second.velocity(at: 0) - velocity) < 1e-9)
        for i in 1..<20 {
            let t = second.duration * (Double(i) + 0.25) / 20
            let slope = (second.value(at: t + 1e-7) - second.value(at: t - 1e-7)) / 2e-7
            #expect(abs(slope - second.velocity(at: t)) < 1e-2)
        }
        #expect(second.value(at: second.duration) == -20)
    }

    @Test func aSpringSettlesInUnitsOfAnySize() {
        for size in [1e-6, 1, 1e9] {
            let curve = AnimationCurve(from: 0, to: size, timing: .spring(frequency: 10))
            #expect(
                abs(
                    curve.duration
                        - AnimationCurve(from: 0, to: 1, timing: .spring(frequency: 10)).duration)
                    < 1e-6)
            #expect(curve.value(at: 0.2) < size)
        }
        #expect(AnimationCurve(from: 5, to: 5, timing: .spring(frequency: 10)).duration == 0)
    }
}

@MainActor @Suite struct AnimatorTests {
    /// After a frame that took long, the next one may be drawn for a time that has passed.
    @Test func whatBeginsAfterTheFramesTimeIsWaitedForWithFrames() {
        let animator = Animator()
        var values: [Double] = []
        animator.animate(
            "a", from: 0, to: 10, timing: .eased(1, .linear), at: 100, step: { values.append($0) })
        #expect(animator.advance(to: 99.5))
        #expect(values.isEmpty)
        #expect(animator.advance(to: 100.5))
        #expect(!animator.advance(to: 101))
        #expect(values == [5, 10])
        // One that is also delayed waits until the frames have reached its time.
        animator.animate(
            "a", from: 0, to: 10, timing: .eased(1, .linear), delay: 1, at: 102,
            step: { values.append($0) })
        #expect(animator.advance(to: 101.9))
        #expect(!animator.advance(to: 102))
        #expect(animator.nextDeadline == 103)
    }

    /// An animation that waits for another needs no wake-up: there are frames while that one runs.
    @Test func onlyTimesToComeAreDeadlines() {
        let animator = Animator()
        animator.animate("a", from: 0, to: 1, timing: .eased(1, .linear), at: 0) { _ in }
        animator.animate(
            "a", to: 2, timing: .eased(1, .linear), delay: 0.25, conflict: .enqueue, at: 0
        ) { _ in }
        #expect(animator.advance(to: 0))
        #expect(animator.nextDeadline == 0.25)
        #expect(animator.advance(to: 0.5))
        #expect(animator.nextDeadline == nil)
    }

    @Test func waitsRunsAndIsDone() {
        let animator = Animator()
        var log: [String] = []
        animator.animate(
            "a", from: 0, to: 10, timing: .eased(1, .linear), delay: 0.5,
            onStart: { log.append("start") }, onEnd: { log.append("end \($0)") },
            step: { log.append("\($0)") })
        // Added with the first frame; no frames are needed until its time has come.
        #expect(!animator.advance(to: 100))
        #expect(animator.nextDeadline == 100.5)
        #expect(log.isEmpty)
        #expect(animator.advance(to: 100.5))
        #expect(log == ["start", "0.0"])
        #expect(animator.nextDeadline == nil)
        #expect(animator.advance(to: 100.75))
        #expect(!animator.advance(to: 101.6))
        #expect(log == ["start", "0.0", "2.5", "10.0", "end true"])
        #expect(animator.isIdle)
        #expect(!animator.advance(to: 102))
    }

    @Test func framesDoNotChangeTheWay() {
        for rate in [30.0, 60, 144] {
            let animator = Animator()
            var value = 0.0
            animator.animate("a", from: 0, to: 10, timing: .eased(1, .easeOut), at: 0) {
                value = $0
            }
            var t = 0.0
            while t + 1 / rate < 0.5 {
                t += 1 / rate
                _ = animator.advance(to: t)
            }
            _ = animator.advance(to: 0.5)
            #expect(value == 7.5)
        }
    }

    @Test func replacingGoesOnFromValueAndVelocity() {
        let animator = Animator()
        var values: [Double] = []
        var ends: [Bool] = []
        animator.animate(
            "a", from: 0, to: 100, timing: .eased(0.3, .easeOut), at: 0, onEnd: { ends.append($0) },
            step: { values.append($0) })
        _ = animator.advance(to: 0.1)
        animator.animate(
            "a", from: -5, to: 50, timing: .eased(0.3, .easeOut), at: 0.1,
            step: { values.append($0) })
        _ = animator.advance(to: 0.1)
        #expect(ends == [false])
        #expect(values[1] == values[0])
        _ = animator.advance(to: 0.101)
        // 2·(1 - 1/3)·100/0.3 per second at the moment of the change.
        #expect(abs((values[2] - values[1]) / 0.001 - 444.4) < 5)
        #expect(!animator.advance(to: 1))
        #expect(values.last == 50)
    }

    @Test func queuesRunOneAfterAnotherWithoutAGap() {
        let animator = Animator()
        var values: [Double] = []
        for target in [10.0, 20] {
            animator.animate(
                "a", from: 0, to: target, timing: .eased(1, .linear), conflict: .enqueue, at: 0,
                step: { values.append($0) })
        }
        #expect(animator.advance(to: 0.5))
        // The second starts when the first ended, not with the frame that detects it.
        #expect(animator.advance(to: 1.25))
        #expect(values == [5, 10, 12.5])
        #expect(!animator.advance(to: 2))
        #expect(values.last == 20)
    }

    @Test func droppingPendingKeepsTheRunningAndTheNewest() {
        let animator = Animator()
        var ends: [String] = []
        var last = 0.0
        for (name, target, conflict) in [
            ("a", 1.0, Animator.Conflict.enqueue), ("b", 2, .enqueue), ("c", 3, .dropPending),
            ("d", 4, .dropPending),
        ] {
            animator.animate(
                "v", to: target, timing: .eased(1, .linear), conflict: conflict, at: 0,
                onEnd: { ends.append("\(name) \($0)") }, step: { last = $0 })
            if name == "a" { _ = animator.advance(to: 0.1) }
        }
        #expect(ends == ["b false", "c false"])
        var t = 0.1
        while animator.advance(to: t) { t += 0.1 }
        #expect(ends == ["b false", "c false", "a true", "d true"])
        #expect(last == 4)
    }

    @Test func keysDoNotDisturbEachOther() {
        let animator = Animator()
        var x = 0.0
        var y = 0.0
        animator.animate("y", from: 0, to: 8, timing: .eased(0.3, .easeOut), at: 0) { y = $0 }
        _ = animator.advance(to: 0.1)
        animator.animate("x", from: 0, to: 3, timing: .eased(0, .linear), at: 0.1) { x = $0 }
        _ = animator.advance(to: 0.15)
        #expect(x == 3)
        #expect(y == 6)
    }

    @Test func anythingAddedInAStepStartsInTheSameFrame() {
        let animator = Animator()
        var order: [String] = []
        animator.animate("a", from: 0, to: 1, timing: .eased(0, .linear), at: 0) { _ in
            order.append("a")
            animator.animate(
                "b", from: 0, to: 1, timing: .eased(1, .linear),
                onStart: { order.append("closure") },
                step: { _ in order.append("b") })
        }
        #expect(animator.advance(to: 0))
        #expect(order == ["a", "closure", "b"])
    }

    @Test func anAnimationThatAddsItselfForEverDoesNotHang() {
        let animator = Animator()
        var count = 0
        func again() {
            animator.animate("a", from: 0, to: 1, timing: .eased(0, .linear)) { _ in
                count += 1
                again()
            }
        }
        again()
        #expect(animator.advance(to: 0))
        #expect(count <= 3)
        #expect(animator.advance(to: 1))
    }

    @Test func cancellingStopsWhereItIs() {
        let animator = Animator()
        var value = 0.0
        var ended: Bool?
        let token = animator.animate(
            "a", from: 0, to: 10, timing: .eased(1, .linear), at: 0, onEnd: { ended = $0 },
            step: { value = $0 })
        _ = animator.advance(to: 0.3)
        #expect(animator.target(of: "a") == 10)
        animator.cancel(token)
        #expect(ended == false)
        #expect(!animator.advance(to: 0.6))
        #expect(value == 3)
        // The next animation starts from there.
        animator.animate("a", to: 4, timing: .eased(1, .linear), at: 1) { value = $0 }
        _ = animator.advance(to: 1.5)
        #expect(value == 3.5)
        animator.cancel(key: "a")
        #expect(animator.isIdle)
    }

    @Test func reducedMotionArrivesInTheFirstFrame() {
        let animator = Animator()
        animator.reducesMotion = true
        var values: [Double] = []
        var isDone = false
        animator.animate(
            "a", from: 0, to: 10, delay: 3, at: 0, onEnd: { isDone = $0 },
            step: { values.append($0) })
        #expect(!animator.advance(to: 0.01))
        #expect(values == [10])
        #expect(isDone)
    }

    @Test func reducedMotionEndsWhatRuns() {
        let animator = Animator()
        var value = 0.0
        animator.animate("a", from: 0, to: 10, timing: .eased(1, .linear), at: 0) { value = $0 }
        #expect(animator.advance(to: 0.2))
        animator.reducesMotion = true
        #expect(!animator.advance(to: 0.21))
        #expect(value == 10)
    }

    @Test func whatArrivedBetweenFramesWasNotReplaced() {
        // The same with a frame at 0.35 and without: the second begins at 0.4, when the first is
        // over.
        for frames in [[0.35], []] {
            let animator = Animator()
            var ends: [Bool] = []
            var values: [Double] = []
            animator.animate(
                "a", from: 0, to: 10, timing: .eased(0.3, .easeOut), at: 0,
                onEnd: { ends.append($0) }, step: { values.append($0) })
            for frame in [0.1] + frames { _ = animator.advance(to: frame) }
            animator.animate(
                "a", to: 20, timing: .eased(0.2, .linear), at: 0.4, step: { values.append($0) })
            #expect(animator.advance(to: 0.5))
            #expect(ends == [true])
            #expect(values.contains(10))
            #expect(abs((values.last ?? 0) - 15) < 1e-12)
        }
    }

    @Test func coloursWidthsAndRangesMove() {
        let animator = Animator()
        var color = Color.clear
        var range = Extent.unit
        let (red, blue) = (Color(hex: 0xFF0000), Color(hex: 0x0000FF))
        animator.animate("colour", from: red, to: blue, timing: .eased(1, .linear), at: 0) {
            color = $0
        }
        animator.animate(
            "range", from: Extent(min: 0, max: 10), to: Extent(min: 10, max: 40),
            timing: .eased(1, .easeOut), at: 0
        ) { range = $0 }
        #expect(animator.advance(to: 0.5))
        #expect(color == red.mixed(with: blue, 0.5))
        #expect(range == Extent(min: 7.5, max: 32.5))
        #expect(animator.target(of: "colour", as: Color.self) == blue)
        // Each part continues with its own velocity: 15 and 45 less a half, per second.
        animator.animate("range", to: Extent(min: 0, max: 0), timing: .eased(1, .easeOut), at: 0.5)
        {
            range = $0
        }
        _ = animator.advance(to: 0.5)
        #expect(range == Extent(min: 7.5, max: 32.5))
        _ = animator.advance(to: 0.501)
        #expect(abs(range.min - 7.5 - 0.010) < 1e-4)
        #expect(abs(range.max - 32.5 - 0.030) < 3e-4)
        #expect(!animator.advance(to: 2))
        #expect(color == blue)
        #expect(range == Extent(min: 0, max: 0))
    }

    @Test func aSpringOfSeveralPartsRestsWhenTheLastOneDoes() {
        let animator = Animator()
        var place = Point.zero
        var ended = 0
        animator.animate(
            "p", from: .zero, to: Point(x: 1, y: 1000), timing: .spring(frequency: 12), at: 0,
            onEnd: { _ in ended += 1 }, step: { (value: Point) in place = value })
        var t = 0.0
        while animator.advance(to: t) { t += 1.0 / 60 }
        #expect(place == Point(x: 1, y: 1000))
        #expect(ended == 1)
        #expect(t < 2)
    }
}
