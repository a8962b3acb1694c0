import Foundation
import Geometry
import Testing

@testable import Ink

/// The physics of a stroke's tip, against a fine numerical solution.
@Suite struct SmoothingTests {
    /// The mass on the spring, by Runge and Kutta's method in steps of 5 µs.
    private func solution(
        until end: Double, anchor: (Double) -> Double
    ) -> (place: Double, velocity: Double) {
        let (k, d) = (11.0 / 32_400, 72.0)
        var (x, v, t) = (anchor(0), 0.0, 0.0)
        let h = 5e-6
        func force(_ x: Double, _ v: Double, _ t: Double) -> Double { (anchor(t) - x) / k - d * v }
        for _ in 0..<Int((end / h).rounded()) {
            let (x1, v1) = (v, force(x, v, t))
            let (x2, v2) = (v + h / 2 * v1, force(x + h / 2 * x1, v + h / 2 * v1, t + h / 2))
            let (x3, v3) = (v + h / 2 * v2, force(x + h / 2 * x2, v + h / 2 * v2, t + h / 2))
            let (x4, v4) = (v + h * v3, force(x + h * x3, v + h * v3, t + h))
            x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
            v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
            t += h
        }
        return (x, v)
    }

    /// An anchor that moves evenly within each hundredth of a second.
    @Test(arguments: [0.01, 0.005, 0.001])
    func aStepIsExact(step: Double) {
        let stops = [0.0, 8, 3, 3, 20, -5]
        func anchor(_ time: Double) -> Double {
            let index = min(Int((time / 0.01) + 1e-9), stops.count - 2)
            let part = time / 0.01 - Double(index)
            return stops[index] + (stops[index + 1] - stops[index]) * min(part, 1)
        }
        var spring = SpringDrag(at: .zero, step: step)
        for index in 1...Int((0.05 / step).rounded()) {
            let place = anchor(Double(index) * step)
            spring.move(to: Point(x: place, y: -2 * place))
        }
        let exact = solution(until: 0.05, anchor: anchor)
        #expect(abs(spring.position.x - exact.place) < 1e-6)
        #expect(abs(spring.velocity.dx - exact.velocity) < 1e-4)
        #expect(abs(spring.position.y + 2 * exact.place) < 1e-6)
    }

    @Test func theTipIsBehindAnEvenMovementByTheLag() {
        var spring = SpringDrag(at: .zero, step: 0.001)
        for index in 1...1_000 { spring.move(to: Point(x: Double(index) * 0.3, y: 0)) }
        #expect(abs(SpringDrag.lag - 0.024_444) < 1e-6)
        #expect(abs(300 - spring.position.x - 300 * SpringDrag.lag) < 1e-6)
        #expect(abs(spring.velocity.dx - 300) < 1e-6)
    }

    @Test func onlySlowMovementIsAveraged() {
        func behind(_ speed: Double) -> Double {
            var filter = WobbleFilter(at: .zero, step: 0.001)
            var place = Point.zero
            for index in 1...500 {
                place = filter.filter(Point(x: speed * Double(index) / 1_000, y: 0))
            }
            return (speed * 0.5 - place.x) / speed
        }
        // The average over 40 ms of an even movement is 20 ms behind.
        #expect(abs(behind(20) - 0.02) < 1e-9)
        #expect(abs(behind(49.5) - 0.02) < 1e-9)
        #expect(abs(behind(54.5)) < 1e-9)
        #expect(abs(behind(400)) < 1e-9)
        let middle = (WobbleFilter.slow + WobbleFilter.fast) / 2
        #expect(abs(behind(middle) - 0.01) < 1e-6)
    }

    @Test func thePressureFollowsWithin30Milliseconds() {
        var follower = PressureFollower(size: 4, first: 0, step: 0.001)
        for _ in 0..<30 { follower.follow(1, speed: 0) }
        #expect(abs(follower.pressure - (1 - exp(-1))) < 1e-9)
    }

    /// Without pressure, the recurrence of perfect-freehand for 60 samples per second.
    @Test func withoutPressureTheSpeedMakesIt() {
        for distance in [0.5, 2, 5, 30] {
            let size = 8.0
            var follower = PressureFollower(size: size, first: nil, step: 1.0 / 1_200)
            var expected = 0.5
            for _ in 0..<10 {
                let pace = min(1, distance / size)
                expected += (min(1, 1 - pace) - expected) * (pace * 0.275)
                for _ in 0..<20 { follower.follow(nil, speed: distance * 60) }
                #expect(abs(follower.pressure - expected) < 1e-9)
            }
        }
    }

    @Test func widthsFollowPressureAndTilt() {
        let pen = InkBrush(.pen, size: 4)
        #expect([0, 0.5, 1].map { pen.width(pressure: $0, tilt: 50) } == [2, 4, 6])
        let marker = InkBrush(.marker, size: 16)
        #expect([0, 30, 60, 90].map { marker.width(pressure: 0.9, tilt: $0) } == [16, 16, 28, 40])
    }

    @Test func timesAreInOrderAndRestsShort() {
        var cleaner = SampleCleaner()
        let times = [3, 3, 2, 3.5, 100, 101].map {
            cleaner.clean(PenSample(time: $0, position: .zero))?.time ?? .nan
        }
        #expect(times[0] == 3)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(times[3] == 3.5)
        #expect(abs(times[4] - 4.5) < 1e-9 && abs(times[5] - 5.5) < 1e-9)
    }
}
