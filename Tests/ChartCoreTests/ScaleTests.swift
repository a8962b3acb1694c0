import ChartCore
import Foundation
import Geometry
import SeededRandom
import Testing

@MainActor @Suite struct ScaleTests {
    @Test func oneAxisCarriesTwoUnits() {
        let weight = ScaleMapping(range: Extent(min: 50, max: 60))
        let steps = ScaleMapping(range: Extent(min: 0, max: 9000))
        #expect(weight.convert(55, to: steps) == 4500)
        #expect(steps.convert(4500, to: weight) == 55)
        #expect(Extent(min: 50, max: 60).mid == 55)
        #expect(Extent(min: 50, max: 60).length == 10)
    }

    @Test func endsAreExact() {
        var numbers = SplitMix(seed: 1)
        for _ in 0..<1000 {
            let a = Double.random(in: -1e9...1e9, using: &numbers)
            let b = a + Double.random(in: 1e-3...1e9, using: &numbers)
            let scale = ScaleMapping(range: Extent(min: a, max: b))
            #expect(scale.normalized(a) == 0 && scale.normalized(b) == 1)
            #expect(scale.value(at: 0) == a && scale.value(at: 1) == b)
            let place = Double.random(in: 0...1, using: &numbers)
            #expect(abs(scale.normalized(scale.value(at: place)) - place) < 1e-6)
        }
        #expect(ScaleMapping(range: Extent(min: 3, max: 3)).normalized(3) == 0.5)
    }

    @Test func cornersFallOnTheCornersOfThePlot() {
        let plot = Rect(x: 45, y: 30, width: 1013.7, height: 587.3)
        let p = Projection(
            x: ScaleMapping(range: Extent(min: 1.76e9, max: 1.77e9)),
            y: ScaleMapping(range: Extent(min: -3, max: 7)), plot: plot)
        #expect(p.point(x: 1.76e9, y: -3) == Point(x: plot.minX, y: plot.maxY))
        #expect(p.px(1.77e9) == plot.maxX)
        #expect(abs(p.py(7) - plot.minY) < 1e-9)
        #expect(abs(p.py(2) - plot.midY) < 1e-9)
        #expect(abs(p.xValue(at: p.px(1.7654e9)) - 1.7654e9) < 1e-3)
        #expect(abs(p.yValue(at: p.py(1.25)) - 1.25) < 1e-12)
        let origin = 1.7650001e9
        let affine = p.affineX(origin: origin)
        for v in [1.76e9, 1.7651e9, 1.77e9] {
            #expect(abs(affine.offset + affine.scale * (v - origin) - p.px(v)) < 1e-9)
        }
        let affineY = p.affineY(origin: 2)
        #expect(abs(affineY.offset + affineY.scale * (5 - 2) - p.py(5)) < 1e-9)
        #expect(abs(p.pointsPerY - plot.height / 10) < 1e-12)
    }

    @Test func spacesShareAScale() {
        let date = Scale(id: "date", kind: .time(CivilCalendar(zone: .utc)))
        let steps = DataSpace(x: date, y: Scale(id: "steps"))
        let weight = DataSpace(x: date, y: Scale(id: "weight"))
        let before = date.revision
        date.range = Extent(min: 0, max: 86_400)
        #expect(date.revision != before)
        let plot = Rect(x: 0, y: 0, width: 100, height: 100)
        #expect(steps.projection(into: plot).px(43_200) == 50)
        #expect(weight.projection(into: plot).px(43_200) == 50)
    }

    @Test func addingDataLeavesTheProjection() {
        let scale = Scale(id: "x")
        let space = DataSpace(x: scale, y: scale)
        let plot = Rect(x: 0, y: 0, width: 10, height: 10)
        let before = space.projection(into: plot)
        var series = SampleSeries()
        series.append(time: 1e9, value: 1e9)
        #expect(space.projection(into: plot) == before)
    }
}

@Suite struct ViewportTests {
    private let start = Viewport(x: Extent(min: 0, max: 10), y: Extent(min: 0, max: 100))

    @Test func easeOutIsThreeQuartersAtHalfTime() {
        var v = start
        v.move(y: Extent(min: 0, max: 200), at: 5, duration: 0.3)
        v.advance(to: 5.15)
        #expect(abs(v.current.y.max - 175) < 1e-9)
        #expect(v.current.y.min == 0)
        #expect(v.target.y.max == 200)
        let still = v.advance(to: 5.3)
        #expect(!still && v.current.y.max == 200)
    }

    @Test func xIsImmediateWhileYGoesOn() {
        var a = start
        var b = start
        for i in 0...30 {
            let t = Double(i) * 0.01
            if i == 0 {
                a.move(y: Extent(min: 10, max: 200), at: t)
                b.move(y: Extent(min: 10, max: 200), at: t)
            }
            b.move(x: Extent(min: t, max: 10 + t), at: t, duration: 0)
            a.advance(to: t)
            b.advance(to: t)
            #expect(a.current.y == b.current.y)
            #expect(b.current.x == Extent(min: t, max: 10 + t))
        }
    }

    @Test(arguments: [30.0, 60, 144]) func anyFrameRateEndsInTheSamePlace(rate: Double) {
        var v = start
        v.move(x: Extent(min: 5, max: 6), at: 0, duration: 0.3)
        var t = 0.0
        while v.advance(to: t), t < 0.1 { t += 1 / rate }
        v.move(x: Extent(min: 50, max: 60), at: 0.1, duration: 0.25, curve: .easeInOut)
        t = 0.1
        while v.advance(to: t) { t += 1 / rate }
        #expect(v.current.x == Extent(min: 50, max: 60))
        #expect(v.ranges(at: 0.2) == reference(at: 0.2))
    }

    private func reference(at time: Double) -> Viewport.Ranges {
        var v = start
        v.move(x: Extent(min: 5, max: 6), at: 0, duration: 0.3)
        v.move(x: Extent(min: 50, max: 60), at: 0.1, duration: 0.25, curve: .easeInOut)
        return v.ranges(at: time)
    }

    @Test func aNewTargetStartsFromWhereItIsAndAsFastAsItIs() {
        var v = start
        v.move(xMax: 20, at: 0, duration: 1, curve: .linear)
        let transition = v.move(xMax: 0, at: 0.5, duration: 1, curve: .linear)
        #expect(transition?.from.x.max == 15)
        #expect(transition?.to.x.max == 0)
        // It went up by 10 a second; without that it would go down by 15: 25·p·(1 - p)² is added.
        for p in [0.0, 0.1, 1.0 / 3, 0.5, 0.9] {
            v.advance(to: 0.5 + p)
            #expect(abs(v.current.x.max - (15 - 15 * p + 25 * p * (1 - p) * (1 - p))) < 1e-12)
        }
        #expect(!v.advance(to: 1.5) && v.current.x.max == 0)
    }

    @Test func velocityIsContinuousWhereTargetsChange() {
        var value = MovingValue(3)
        #expect(value.velocity(at: 7) == 0)
        value.move(to: 10, at: 0, duration: 0.3)
        #expect(abs(value.velocity(at: 0) - 2 * 7 / 0.3) < 1e-9, "from rest as in the books")
        for (time, target) in [(0.1, -4.0), (0.17, 30.0), (0.3, 29.0), (0.31, 29.5)] {
            let (place, speed) = (value.value(at: time), value.velocity(at: time))
            value.move(to: target, at: time, duration: 0.3, curve: .easeInOut)
            #expect(abs(value.value(at: time) - place) < 1e-12)
            #expect(abs(value.velocity(at: time) - speed) < 1e-9)
            // The velocity is the derivative of the value.
            let (before, after) = (value.value(at: time + 0.05), value.value(at: time + 0.0500001))
            #expect(abs((after - before) / 1e-7 - value.velocity(at: time + 0.05)) < 1e-3)
        }
        #expect(value.value(at: 0.61) == 29.5 && value.velocity(at: 0.61) == 0)
        // A value back at its target still has velocity to lose.
        value.move(to: 40, at: 1, duration: 0.3)
        let there = value.value(at: 1.1)
        value.move(to: there, at: 1.1, duration: 0.3)
        #expect(value.isMoving(at: 1.11) && value.value(at: 1.15) > there)
        #expect(value.value(at: 1.4) == there)
    }

    /// The end of a range of sums comes down fast from years to days, and gets another target on
    /// the way.
    @Test func anEndThatComesDownFastDoesNotPassTheOther() {
        var v = Viewport(x: .unit, y: Extent(min: 0, max: 300_000))
        v.move(y: Extent(min: 0, max: 10_000), at: 0, duration: 0.3)
        v.move(y: Extent(min: 0, max: 240_000), at: 0.1, duration: 0.3)
        v.move(y: Extent(min: 0, max: 900), at: 0.11, duration: 0.3)
        for step in 0...40 {
            #expect(v.ranges(at: 0.11 + Double(step) / 100).y.length >= 450)
        }
    }

    @Test func aRangeIsNeverTurnedOverOnItsWay() {
        var numbers = SplitMix(seed: 7)
        for _ in 0..<2000 {
            var v = Viewport(x: .unit, y: Extent(min: 0, max: 10))
            var time = 0.0
            for _ in 0..<12 {
                let floor =
                    Bool.random(using: &numbers) ? 0 : Double.random(in: -50...50, using: &numbers)
                let length = pow(10, Double.random(in: -2...5, using: &numbers))
                v.move(
                    y: Extent(min: floor, max: floor + length), at: time,
                    duration: Double.random(in: 0.1...0.5, using: &numbers))
                let pause = Double.random(in: 0...0.3, using: &numbers)
                for step in 0...8 {
                    let y = v.ranges(at: time + pause * Double(step) / 8).y
                    guard y.min < y.max else {
                        Issue.record("\(y.min) to \(y.max)")
                        return
                    }
                }
                time += pause
            }
        }
    }

    /// A range that gets a new target as a whole keeps its velocity.
    @Test func aRangeThatMovesAsAWholeKeepsItsVelocity() {
        var v = Viewport(x: Extent(min: 0, max: 1), y: .unit)
        v.move(x: Extent(min: 100, max: 101), at: 0, duration: 0.3)
        let before = (v.ranges(at: 0.0999), v.ranges(at: 0.1))
        v.move(x: Extent(min: 90, max: 91), at: 0.1, duration: 0.3)
        let after = v.ranges(at: 0.1001)
        #expect(abs((after.x.min - before.1.x.min) - (before.1.x.min - before.0.x.min)) < 1e-3)
        #expect(abs(after.x.length - 1) < 1e-9)
    }

    @Test func eachChangeIsToldOnce() {
        var v = start
        #expect(v.move(y: Extent(min: 0, max: 50), at: 0) != nil)
        #expect(v.move(y: Extent(min: 0, max: 50), at: 0.1) == nil)
        v.advance(to: 0.3)
        #expect(v.current.y.max == 50)  // the repeated request did not restart it
        #expect(v.move(y: nil, at: 1) == nil)
        #expect(v.move(y: Extent(min: 0, max: 50), at: 1, duration: 0) == nil)
        // The same target with duration 0 ends a motion early.
        v.move(y: Extent(min: 0, max: 80), at: 2)
        v.move(y: Extent(min: 0, max: 80), at: 2.1, duration: 0)
        #expect(v.current.y.max == 80 && !v.isMoving)
    }
}

@Suite struct AxisPlacementTests {
    @Test func aValueIsHeldInView() {
        let scale = ScaleMapping(range: Extent(min: -10, max: 30))
        #expect(AxisPlacement.value(0).place(across: scale) == 0.25)
        #expect(AxisPlacement.value(-50).place(across: scale) == 0)
        #expect(AxisPlacement.value(50).place(across: scale) == 1)
        #expect(AxisPlacement.relative(1).place(across: scale) == 1)
    }
}
