import Foundation
import Maps
import Testing

@Suite("Heights along a way")
struct HeightProfileTests {
    private func profile(
        length: Double, step: Double = 3, source: HeightSource? = .satellites,
        _ height: (Double) -> Double
    ) -> HeightProfile {
        let ways = Array(stride(from: 0.0, through: length, by: step))
        return HeightProfile(ways: ways, heights: ways.map(height), source: source)
    }

    @Test("Ascent and descent of hills with noise are right within 3 % on average")
    func bias() {
        for hill in [40.0, 100, 200] {
            // Six hills of a cosine, each a kilometre and a half long.
            let wanted = 6 * hill
            var (up, down) = (0.0, 0.0)
            let seeds = 300
            for seed in 0..<seeds {
                var noise = Numbers(seed: UInt64(seed))
                let profile = profile(length: 9000) { way in
                    300 + hill / 2 * (1 - cos(2 * .pi * way / 1500)) + 3 * noise.normal()
                }
                up += profile.ascent
                down += profile.descent
            }
            #expect(abs(up / Double(seeds) / wanted - 1) < 0.03, "\(hill): \(up / Double(seeds))")
            #expect(abs(down / Double(seeds) / wanted - 1) < 0.03, "\(hill)")
        }
    }

    @Test("A level way with noise has no ascent")
    func level() {
        for seed in 0..<100 {
            var noise = Numbers(seed: UInt64(seed))
            let profile = profile(length: 20_000) { _ in 400 + 3 * noise.normal() }
            #expect(profile.ascent < 15 && profile.descent < 15)
        }
    }

    @Test("A barometer's small rises count")
    func barometer() {
        // Twenty rises of 5 m.
        let height: (Double) -> Double = { 100 + 2.5 * (1 - cos(2 * .pi * $0 / 400)) }
        let fine = profile(length: 8000, source: .barometer, height)
        #expect(abs(fine.ascent - 100) < 3)
        #expect(profile(length: 8000, height).ascent == 0)
    }

    @Test("A straight slope loses nothing at its ends")
    func slope() throws {
        let profile = profile(length: 3000) { 50 + 0.08 * $0 }
        #expect(abs(profile.ascent - 240) < 1e-9 && profile.descent == 0)
        for way in stride(from: 0.0, through: 3000, by: 37) {
            #expect(abs(try #require(profile.height(at: way)) - (50 + 0.08 * way)) < 1e-9)
            #expect(abs(try #require(profile.slope(at: way)) - 0.08) < 1e-9)
        }
        #expect(profile.height(at: -1) == nil && profile.height(at: 3001) == nil)
        let part = profile.swings(1000...1500)
        #expect(abs(part.up - 40) < 1e-9 && part.down == 0)
        let range = try #require(profile.range)
        #expect(abs(range.lowerBound - 50) < 1e-9 && abs(range.upperBound - 290) < 1e-9)
    }

    @Test("Single errors do not count")
    func errors() {
        let profile = profile(length: 4000, step: 10) { way in
            way == 1000 || way == 2500 ? 900 : 100
        }
        #expect(profile.ascent == 0 && profile.descent == 0)
    }

    @Test("Nothing is counted where heights are missing")
    func gaps() {
        let profile = profile(length: 4000) { way in
            if (1000...1900).contains(way) { return .nan }
            // A hundred metres higher on the other side; and a small gap, which is bridged.
            if (2500...2600).contains(way) { return .nan }
            return way < 1500 ? 100 : 200
        }
        #expect(profile.ascent == 0)
        #expect(profile.height(at: 1500) == nil)
        #expect(abs((profile.height(at: 2550) ?? 0) - 200) < 1e-9)
        #expect(profile.slope(at: 1500) == nil)
    }

    @Test("None, one and equal points")
    func small() {
        let none = HeightProfile(ways: [], heights: [])
        #expect(none.isEmpty && none.ascent == 0 && none.range == nil && none.height(at: 0) == nil)
        let one = HeightProfile(ways: [5], heights: [33])
        #expect(one.height(at: 5) == 33 && one.slope(at: 5) == nil && one.ascent == 0)
        let same = HeightProfile(ways: [5, 5, 5], heights: [33, 40, 50])
        #expect(same.ascent == 0 && same.range != nil)
        let unknown = HeightProfile(ways: [0, 100], heights: [.nan, .infinity])
        #expect(unknown.isEmpty)
    }

    @Test("The source is guessed by the noise")
    func source() {
        var noise = Numbers(seed: 5)
        let smooth = (0..<500).map { 100 + (Double($0) * 0.13 / 0.2).rounded() * 0.2 }
        let rough = smooth.map { $0 + 2 * noise.normal() }
        #expect(HeightSource(guessing: smooth) == .barometer)
        #expect(HeightSource(guessing: rough) == .satellites)
        #expect(HeightSource(guessing: [1, 2]) == .satellites)
    }
}

@Suite("Motion of a track")
struct TrackMotionTests {
    /// A track by its speeds, one second each.
    private func track(_ speeds: [Double], noise: Double = 0) -> [TrackMotion.Point] {
        var numbers = Numbers(seed: 3)
        var way = 0.0
        var points = [TrackMotion.Point(time: 1000, way: 0)]
        for (index, speed) in speeds.enumerated() {
            way += max(speed + noise * numbers.normal(), 0)
            points.append(TrackMotion.Point(time: 1001 + Double(index), way: way))
        }
        return points
    }

    @Test("A steady speed is that speed, also at the ends")
    func steady() throws {
        let motion = TrackMotion(track([Double](repeating: 3, count: 300)), .foot)
        for speed in motion.speeds { #expect(abs(try #require(speed) - 3) < 1e-9) }
        #expect(motion.movingTime == 300 && motion.rests.isEmpty)
    }

    @Test("The window is a triangle: the speed of a ramp is that in its middle")
    func ramp() throws {
        let motion = TrackMotion(track((0..<300).map { 2 + Double($0) / 100 }), .foot)
        for index in stride(from: 20, to: 280, by: 13) {
            let wanted = 2 + (Double(index) - 0.5) / 100
            #expect(abs(try #require(motion.speeds[index]) - wanted) < 1e-3)
        }
    }

    @Test("Rests of a known profile are found, and short ones are not")
    func rests() {
        let speeds =
            [Double](repeating: 3, count: 200) + [Double](repeating: 0, count: 60)
            + [Double](repeating: 3, count: 200) + [Double](repeating: 0, count: 2)
            + [Double](repeating: 3, count: 100)
        let motion = TrackMotion(track(speeds), .foot)
        #expect(motion.rests.count == 1)
        // The window reaches a few seconds over each end.
        #expect(abs(motion.movingTime - 502) < 12, "\(motion.movingTime)")
        #expect(abs((motion.rests.first?.lowerBound ?? 0) - 1200) < 8)
        #expect(abs(motion.movingTime(1000...1230) - 200) < 8)
        // The same on wheels at walking pace is a rest.
        let slow = track([Double](repeating: 0.8, count: 100))
        #expect(TrackMotion(slow, .foot).movingTime == 100)
        #expect(TrackMotion(slow, .wheels).movingTime == 0)
    }

    @Test("A break of the recording is a rest, and no window reaches across it")
    func breaks() throws {
        var points = track([Double](repeating: 4, count: 100))
        let more = track([Double](repeating: 2, count: 100)).map { point in
            TrackMotion.Point(time: point.time + 400, way: point.way + 400)
        }
        points += more
        points[101].beginsSegment = true
        let motion = TrackMotion(points, .foot)
        #expect(motion.movingTime == 200 && motion.rests == [1100...1400])
        #expect(abs(try #require(motion.speeds[100]) - 4) < 1e-9)
        #expect(abs(try #require(motion.speeds[101]) - 2) < 1e-9)
    }

    @Test("Noise is averaged, and the device's own speed is taken")
    func noise() throws {
        let motion = TrackMotion(track([Double](repeating: 3, count: 600), noise: 1), .foot)
        let speeds = motion.speeds.dropFirst(20).dropLast(20).compactMap { $0 }
        #expect(speeds.allSatisfy { abs($0 - 3) < 1.3 })
        var points = track([Double](repeating: 3, count: 50))
        points[20].speed = 7
        #expect(TrackMotion(points, .foot).speeds[20] == 7)
    }

    @Test("None, one and points at one time")
    func small() {
        #expect(TrackMotion([], .foot).movingTime == 0)
        let one = TrackMotion([TrackMotion.Point(time: 5, way: 0)], .foot)
        #expect(one.speeds == [nil] && one.movingTime == 0)
        let same = TrackMotion(
            [TrackMotion.Point(time: 5, way: 0), TrackMotion.Point(time: 5, way: 9)], .foot)
        #expect(same.speeds == [nil, nil] && same.movingTime == 0)
    }
}
