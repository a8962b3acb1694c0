import ChartInteraction
import Foundation
import Geometry
import SeededRandom
import Testing

@Suite("Needles")
struct NeedleMotionTests {
    /// The motion of SimplestGPS, in steps: the angle that is left, and its speed.
    private struct Ancestor {
        var left: Double
        var speed = 0.0
        var mass: Double
        var friction: Double
        var isSettled = false

        mutating func step(_ time: Double) {
            guard !isSettled else { return }
            if abs(left) < 0.5 / 6, abs(speed) <= 0.5 {
                (left, speed, isSettled) = (0, 0, true)
                return
            }
            let force = -left
            speed -= speed * friction * time
            speed += force / mass * time
            speed = min(max(speed, -180), 180)
            let least = speed < 0 ? min(speed, -0.5) : max(speed, 0.5)
            left += least * time
        }
    }

    private static let parts: [(NeedleMotion.Damping, String)] = [
        (.dial, "dial"), (.heading, "heading"), (.target, "target"), (.small(0), "small"),
        (.small(0.5), "small"), (.small(1), "small"),
    ]

    private func needle(
        _ damping: NeedleMotion.Damping, _ way: Double, isFast: Bool = false
    ) -> NeedleMotion {
        var needle = NeedleMotion(at: 0, damping: damping)
        needle.turn(to: way, at: 0, isFast: isFast)
        return needle
    }

    /// The first time from which on less than an angle is left.
    private func time(_ needle: NeedleMotion, within angle: Double) -> Double {
        var last = 0.0
        for step in 0...120_000 where abs(needle.left(at: Double(step) / 10_000)) > angle {
            last = Double(step) / 10_000
        }
        return last
    }

    @Test(
        "The table of settling times",
        arguments: [
            (0, 20, 5.91, 2.14, 9.9), (0, 90, 7.85, 4.08, 44.4), (0, 179, 8.73, 4.97, 88.4),
            (1, 90, 4.38, 2.31, 66.2), (1, 179, 4.76, 2.72, 131.7), (2, 90, 5.67, 2.90, 56.8),
            (2, 179, 6.25, 3.48, 113.0),
        ])
    func settling(part: Int, way: Double, settled: Double, near: Double, peak: Double) {
        let needle = needle(Self.parts[part].0, way)
        #expect(abs(time(needle, within: 1.0 / 12) - settled) < 0.006)
        #expect(abs(time(needle, within: 5) - near) < 0.006)
        let speeds = (0...10_000).map { abs(needle.speed(at: Double($0) / 1000)) }
        #expect(abs((speeds.max() ?? 0) - peak) < 0.06)
        #expect(needle.speed(at: needle.restTime + 1e-9) == 0)
        #expect(needle.angle(at: needle.restTime) == way)
    }

    @Test("Each part is within 0.15 s of the ancestor's at 60 frames a second")
    func ancestor() {
        for (damping, name) in Self.parts {
            for way in stride(from: -179.0, through: 179, by: 17) where abs(way) > 3 {
                var old = Ancestor(
                    left: way, mass: damping.mass, friction: damping.friction)
                var (settled, near, frame) = (0.0, 0.0, 0)
                while !old.isSettled {
                    frame += 1
                    old.step(1.0 / 60)
                    if abs(old.left) > 5 { near = Double(frame) / 60 }
                    // It is at rest before the frame that finds it so.
                    if !old.isSettled { settled = Double(frame) / 60 }
                }
                let needle = needle(damping, -way)
                #expect(abs(time(needle, within: 1.0 / 12) - settled) < 0.15, "\(name) \(way)")
                if abs(way) > 6 {
                    #expect(abs(time(needle, within: 5) - near) < 0.15, "\(name) \(way)")
                }
            }
        }
    }

    @Test("It obeys its equation until the tail")
    func equation() {
        for (damping, _) in Self.parts {
            let needle = needle(damping, 150)
            let h = 1e-4
            for step in 1...20 {
                let time = Double(step) / 10
                let (before, now, after) = (
                    needle.left(at: time - h), needle.left(at: time), needle.left(at: time + h)
                )
                let acceleration = (after - 2 * now + before) / (h * h)
                let speed = (after - before) / (2 * h)
                let wanted = -now / damping.mass - damping.friction * speed
                #expect(abs(acceleration - wanted) < 1e-3)
                #expect(abs(needle.speed(at: time) - speed) < 1e-5)
            }
        }
    }

    @Test("The rate of frames, and a pause of a minute, change nothing")
    func rates() {
        for isFast in [false, true] {
            var needles = [30.0, 60, 144].map { _ in NeedleMotion(at: 10, damping: .heading) }
            for (index, rate) in [30.0, 60, 144].enumerated() {
                // Turned at the same times, and looked at in each frame.
                var next = 0
                let turns = [(0.0, 200.0), (0.7, 80), (1.9, 350), (3.4, 20)]
                for frame in 0..<Int(6 * rate) {
                    let time = Double(frame) / rate
                    while next < turns.count, turns[next].0 <= time {
                        needles[index].turn(to: turns[next].1, at: turns[next].0, isFast: isFast)
                        next += 1
                    }
                    _ = needles[index].angle(at: time)
                }
            }
            for time in [3.5, 4, 4.25, 5, 60] {
                let angles = needles.map { $0.angle(at: time) }
                #expect(abs(angles[0] - angles[1]) < 1e-9 && abs(angles[1] - angles[2]) < 1e-9)
            }
        }
    }

    @Test(
        "A fast turn settles in time",
        arguments: [
            (20, 0.76, 0.27), (45, 0.86, 0.38), (90, 1.08, 0.60), (179, 1.56, 1.09),
        ])
    func fast(way: Double, settled: Double, near: Double) {
        let needle = needle(.dial, way, isFast: true)
        #expect(abs(time(needle, within: 1.0 / 12) - settled) < 0.012)
        #expect(abs(time(needle, within: 5) - near) < 0.012)
        for step in 0...2000 {
            #expect(abs(needle.speed(at: Double(step) / 1000)) <= 180 * (1 + 1e-12))
        }
    }

    @Test("A fast turn overshoots only if it was thrown in faster than it returns")
    func overshoot() {
        var numbers = LinearCongruence(seed: 42)
        for _ in 0..<10_000 {
            var needle = NeedleMotion(at: numbers.number(0, 360), damping: .target)
            var time = 0.0
            // Fast turns in the middle of others.
            for _ in 0..<3 {
                time += numbers.number(0, 1.2)
                needle.turn(to: numbers.number(0, 360), at: time, isFast: true)
            }
            let (left, speed) = (needle.left(at: time), needle.speed(at: time))
            let isThrown = left > 0 ? speed < -10 * left : speed > -10 * left
            guard !isThrown else { continue }
            for step in 0..<60 {
                let now = needle.left(at: time + Double(step) / 30)
                #expect(left >= 0 ? now >= -1e-9 : now <= 1e-9)
            }
        }
    }

    @Test("Angle and speed go on where it is turned in between")
    func continuity() {
        var numbers = LinearCongruence(seed: 42)
        for _ in 0..<2000 {
            var needle = NeedleMotion(at: numbers.number(0, 360), damping: .dial)
            var time = 0.0
            for _ in 0..<5 {
                let target = numbers.number(-360, 720)
                let before = (needle.angle(at: time), needle.speed(at: time))
                needle.turn(to: target, at: time, isFast: numbers.number(0, 1) < 0.3)
                let jump = (needle.angle(at: time) - before.0).remainder(dividingBy: 360)
                #expect(abs(jump) < 1e-9)
                // What is slower than the least speed goes at that speed at once.
                #expect(abs(needle.speed(at: time) - before.1) <= 1 + 1e-9)
                // No step is larger than the speed allows.
                var last = needle.left(at: time)
                for step in 1...200 {
                    let left = needle.left(at: time + Double(step) / 100)
                    #expect(abs(left - last) <= 2.0, "\(step)")
                    last = left
                }
                time += numbers.number(0, 2)
            }
            let end = needle.restTime
            #expect(end.isFinite && end < time + 20)
            #expect(needle.left(at: end) == 0 && abs(needle.left(at: end - 1e-6)) <= 0.011)
        }
    }

    @Test("The shortest way, also across north and for half a turn")
    func ways() {
        var needle = NeedleMotion(at: 350, damping: .heading)
        needle.turn(to: 10, at: 0)
        #expect(needle.left(at: 0) == -20)
        let angles = (0...60).map { needle.angle(at: Double($0) / 10) }
        #expect(angles.allSatisfy { (0..<360).contains($0) && ($0 >= 350 || $0 <= 10) })
        var half = NeedleMotion(at: 90, damping: .heading)
        half.turn(to: 270, at: 0)
        #expect(half.speed(at: 0.5) > 0)
        var back = NeedleMotion(at: 0, damping: .heading)
        back.turn(to: -20, at: 0)
        let (time, speed) = (0.3, back.speed(at: 0.3))
        #expect(speed < 0)
        back.turn(to: back.angle(at: time) + 180, at: time)
        #expect(back.left(at: time) > 0)
    }

    @Test("No direction, and the same one, change nothing; a fast turn stays fast")
    func ignored() {
        var needle = needle(.dial, 90)
        let known = needle
        needle.turn(to: .nan, at: 1)
        needle.turn(to: .infinity, at: 1)
        needle.turn(to: 90, at: 1)
        #expect(needle == known)
        var fast = self.needle(.dial, 90, isFast: true)
        fast.turn(to: 100, at: 0.2)
        #expect(fast.restTime < 2)
        fast.turn(to: 200, at: 10)
        #expect(fast.restTime > 15)
    }
}

@Suite("Needles without a direction")
struct NeedleVisibilityTests {
    @Test("It flickers while it is lost, and is back in 0.2 s")
    func flicker() {
        var needle = NeedleVisibility()
        #expect(needle.opacity(at: 5) == 1 && needle.restTime <= 5)
        needle.setLost(true, at: 10)
        for (time, opacity) in [
            (10.0, 1.0), (10.5, 0.4), (10 + 1 / 1.2, 0), (11, 0.2), (10 + 2 / 1.2, 1), (12, 0.6),
        ] {
            #expect(abs(needle.opacity(at: time) - opacity) < 1e-9, "\(time)")
        }
        #expect(needle.restTime == .infinity)
        needle.setLost(false, at: 10 + 1 / 1.2)
        #expect(abs(needle.opacity(at: 10 + 1 / 1.2 + 0.1) - 0.5) < 1e-9)
        #expect(abs(needle.restTime - (10 + 1 / 1.2 + 0.2)) < 1e-9)
        #expect(needle.opacity(at: 12) == 1)
        // Lost again on its way back: down from where it is.
        needle.setLost(true, at: 20)
        needle.setLost(false, at: 20.5)
        needle.setLost(true, at: 20.6)
        #expect(abs(needle.opacity(at: 20.6) - 0.9) < 1e-9)
        #expect(abs(needle.opacity(at: 21.1) - 0.3) < 1e-9)
    }

    @Test("With less motion it is pale")
    func still() {
        var needle = NeedleVisibility(isStill: true)
        needle.setLost(true, at: 1)
        #expect(needle.opacity(at: 1.3) == 0.4 && needle.restTime <= 1.3)
        needle.setLost(false, at: 2)
        #expect(needle.opacity(at: 2) == 1)
    }
}

@Suite("Glides of a place")
struct PlaceGlideTests {
    @Test("The first place is taken at once, others in half a second")
    func times() throws {
        var glide = PlaceGlide()
        #expect(glide.place(at: 0) == nil)
        glide.move(to: Point(x: 3, y: 4), at: 0)
        #expect(glide.place(at: 0) == Point(x: 3, y: 4))
        glide.move(to: Point(x: 103, y: 4), at: 1)
        // 10 u³ - 15 u⁴ + 6 u⁵ from rest.
        for part in [0.0, 0.1, 0.5, 0.9, 1, 3] {
            let u = min(part, 1)
            let wanted = 3 + 100 * u * u * u * (10 - 15 * u + 6 * u * u)
            let place = try #require(glide.place(at: 1 + part / 2))
            #expect(abs(place.x - wanted) < 1e-9 && place.y == 4)
        }
        #expect(glide.restTime == 1.5)
    }

    @Test("A new target takes place, velocity and acceleration with it")
    func smoothness() throws {
        var glide = PlaceGlide()
        glide.jump(to: .zero)
        glide.move(to: Point(x: 100, y: -30), at: 0)
        let old = glide
        glide.move(to: Point(x: -40, y: 10), at: 0.2)
        let h = 1e-4
        func values(_ glide: PlaceGlide, _ times: [Double]) throws -> [Double] {
            try times.map { try #require(glide.place(at: $0)).x }
        }
        let before = try values(old, [0.2 - 2 * h, 0.2 - h, 0.2])
        let after = try values(glide, [0.2, 0.2 + h, 0.2 + 2 * h])
        #expect(abs(before[2] - after[0]) < 1e-9)
        #expect(abs((before[2] - before[1]) - (after[1] - after[0])) < 1e-2)
        let (a, b) = (
            (before[2] - 2 * before[1] + before[0]) / (h * h),
            (after[2] - 2 * after[1] + after[0]) / (h * h)
        )
        #expect(abs(a - b) < 20, "\(a) \(b)")
        #expect(glide.place(at: 0.7) == Point(x: -40, y: 10))
    }

    @Test("A jump is at once, and an offset does not glide")
    func jumps() {
        var glide = PlaceGlide()
        glide.move(to: Point(x: 10, y: 0), at: 0)
        glide.move(to: Point(x: 50, y: 0), at: 1)
        glide.offset = Vector(dx: 1000, dy: 0)
        #expect(glide.place(at: 1) == Point(x: 1010, y: 0))
        glide.jump(to: Point(x: 7, y: 8))
        #expect(glide.place(at: 1.1) == Point(x: 1007, y: 8))
        #expect(glide.restTime < 0)
    }
}
