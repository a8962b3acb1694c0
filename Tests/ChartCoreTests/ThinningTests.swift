import Geometry
import SeededRandom
import Testing

@testable import ChartCore

/// The article's numbers, and what a picture of few points must not lose.
@Suite struct ThinningTests {
    private let plain = Thinning(pixelsPerX: 1, pixelsPerY: 1)

    private func order(_ pairs: [(Double, Double)], _ thinning: Thinning? = nil) -> [Int] {
        (thinning ?? plain).order(times: pairs.map(\.0), values: pairs.map(\.1)).indices
    }

    @Test func theArticlesExample() {
        let pairs: [(Double, Double)] = [(1, 1), (2, 3), (3, 2), (4, 10), (5, 5)]
        #expect(order(pairs) == [0, 4, 3, 2, 1])
        let times = pairs.map(\.0)
        let values = pairs.map(\.1)
        #expect(plain(times: times, values: values, budget: 3).indices == [0, 3, 4])
        #expect(plain(times: times, values: values, budget: 4).indices == [0, 2, 3, 4])
        #expect(plain(times: times, values: values, budget: 99).indices == [0, 1, 2, 3, 4])
    }

    @Test func levelsOfADailySeries() {
        let day = 86_400.0
        func levels(_ count: Int, _ points: Int) -> [Thinning.Level] {
            Thinning.levels(times: (0..<count).map { Double($0) * day }, pointsInWindow: points)
        }
        #expect(Thinning.pointsInWindow(seriesCount: 1) == 500)
        #expect(Thinning.pointsInWindow(seriesCount: 2) == 250)
        #expect(Thinning.pointsInWindow(seriesCount: 4) == 175)
        #expect(
            levels(372, 175) == [
                .init(points: 372, width: 174 * day), .init(points: 186, width: 348 * day),
                .init(points: 175, width: 371 * day),
            ])
        let long = levels(17_853, 175)
        #expect(long.map(\.points) == [17_853, 8926, 4463, 2231, 1115, 557, 278, 175])
        #expect(
            long.map { $0.width / day } == [174, 348, 696, 1392, 2784, 5568, 11_136, 17_852])
        #expect(levels(175, 175) == [.init(points: 175, width: 174 * day)])
        #expect(levels(1, 175) == [.init(points: 1, width: 0)])
        #expect(levels(0, 175) == [])
        // The choice for a window: the first that is wide enough, otherwise the last.
        func points(_ days: Double) -> Int? {
            Thinning.level(forWindow: days * day, in: long)?.points
        }
        #expect(points(7) == 17_853)
        #expect(points(174) == 17_853)
        #expect(points(174.5) == 8926)
        #expect(points(11_136) == 278)
        #expect(points(11_137) == 175)
        #expect(points(1e6) == 175)
        #expect(Thinning.level(forWindow: 1, in: []) == nil)
    }

    @Test func crowdedSamplesMakeNoLevelsWithoutEnd() {
        // A thousand samples in one second and two a century apart from them.
        let times = (0..<1000).map { Double($0) / 1000 } + [3e9, 6e9]
        let levels = Thinning.levels(times: times, pointsInWindow: 250)
        #expect(levels.first == .init(points: 1002, width: 6e9 / 8))
        #expect(levels.last == .init(points: 250, width: 6e9))
        #expect(levels.count == 3)
        let same = Thinning.levels(times: Array(repeating: 5.0, count: 600), pointsInWindow: 250)
        #expect(same == [.init(points: 250, width: 0)])
    }

    @Test func levelsComeFromOneOrder() {
        var numbers = SplitMix(seed: 3)
        let times = (0..<2000).map(Double.init)
        let values = times.map { _ in Double.random(in: 0...100, using: &numbers) }
        let levels = Thinning.levels(times: times, pointsInWindow: 250)
        let kept = plain.kept(times: times, values: values, levels: levels)
        #expect(kept.map(\.indices.count) == [2000, 1000, 500, 250])
        for (fine, coarse) in zip(kept, kept.dropFirst()) {
            #expect(Set(coarse.indices).isSubset(of: fine.indices))
            #expect(coarse.indices == coarse.indices.sorted())
        }
        for (level, kept) in zip(levels, kept) {
            #expect(plain(times: times, values: values, budget: level.points) == kept)
        }
    }

    @Test func importanceIsWhatTheEyeSees() {
        // The same samples at two zooms: the bend at 1 is wide, the one at 8 is high.
        let pairs: [(Double, Double)] = [(0, 0), (1, 3), (8, -4), (10, 0)]
        #expect(order(pairs)[2] == 2)
        // Flattened, no sample is as far as the one that is far along the line.
        let times = [0.0, 0.001, 0.002, 0.003, 100]
        let values = [0.0, 50, 900, 100, 100]
        // The spike at 0.002 nearly shares a column of pixels with its neighbours.
        let steep = Thinning(pixelsPerX: 1, pixelsPerY: 1)
        let cut = steep(times: Array(times[0...3]), values: Array(values[0...3]), budget: 3)
        #expect(cut.indices.count == 3 && cut.indices.contains(2))
        let projection = Projection(
            x: ScaleMapping(range: Extent(min: 0, max: 10)),
            y: ScaleMapping(range: Extent(min: 0, max: 100)),
            plot: Rect(x: 5, y: 5, width: 500, height: 200))
        #expect(Thinning(projection) == Thinning(pixelsPerX: 50, pixelsPerY: 2))
        let flat = Projection(
            x: ScaleMapping(range: Extent(min: 3, max: 3)), y: projection.y, plot: projection.plot)
        #expect(Thinning(flat).pixelsPerX == 0)
    }

    @Test(arguments: [0, 1, 2, 3]) func fewSamplesAreKeptWhole(count: Int) {
        let times = (0..<count).map(Double.init)
        for budget in [0, 1, 2, 3, 100] {
            let kept = plain(times: times, values: times, budget: budget)
            #expect(kept.indices == Array(0..<count))
            #expect(kept.runs == (count == 0 ? [] : [0..<count]))
        }
    }

    @Test func aSpikeOutlivesAnyBudget() {
        var numbers = SplitMix(seed: 8)
        let count = 20_000
        let times = (0..<count).map(Double.init)
        for _ in 0..<8 {
            let at = Int.random(in: 1..<(count - 1), using: &numbers)
            let height = Bool.random(using: &numbers) ? 1.0 : -1
            var values = times.map { _ in Double.random(in: -1e-3...1e-3, using: &numbers) }
            values[at] = height
            for scale in [1e-6, 1e-3, 1, 1e3] {
                let thinning = Thinning(pixelsPerX: scale, pixelsPerY: 100)
                let order = thinning.order(times: times, values: values, limit: 40)
                #expect(order.indices[2] == at)
                for budget in [3, 4, 17, 40] {
                    #expect(order.kept(budget).indices.contains(at))
                    #expect(order.kept(budget).indices.count == budget)
                }
            }
        }
    }

    @Test func gapsStayGaps() {
        let nan = Double.nan
        let values = [nan, 1, 5, 2, nan, nan, 7, nan, 3, 9, 4, 4, .infinity, 1, 2, nan]
        let times = values.indices.map(Double.init)
        let kept = plain(times: times, values: values, budget: 3)
        // The ends of the four runs for any budget.
        #expect(kept.indices == [1, 3, 6, 8, 11, 13, 14])
        #expect(kept.runs == [0..<2, 2..<3, 3..<5, 5..<7])
        let more = plain(times: times, values: values, budget: 8)
        #expect(more.indices == [1, 3, 6, 8, 9, 11, 13, 14])
        let all = plain(times: times, values: values, budget: 99)
        #expect(all.indices == [1, 2, 3, 6, 8, 9, 10, 11, 13, 14])
        #expect(all.runs == [0..<3, 3..<4, 4..<8, 8..<10])
        #expect(
            plain(times: [1, 2, 3], values: [nan, nan, nan], budget: 5)
                == Thinning.Kept(indices: [], runs: []))
    }

    @Test func longStretchesWithoutSamplesAreGaps() {
        let times = [0.0, 1, 2, 3, 13, 14, 15.5, 26.5]
        let values = [0.0, 4, 1, 0, 0, 3, 0, 0]
        let thinning = Thinning(pixelsPerX: 1, pixelsPerY: 1, longestGap: 10)
        let kept = thinning(times: times, values: values, budget: 6)
        #expect(kept.indices == [0, 1, 3, 5, 6, 7])
        #expect(kept.runs == [0..<5, 5..<6])
        let joined = plain(times: times, values: values, budget: 3)
        #expect(joined.runs == [0..<3])
    }

    @Test func sameTimesAndSameImportance() {
        // All at one time: the chord has no length and the farthest from it is the highest.
        let heights = [0.0, 3, -7, 2, 0]
        let still = plain.order(times: Array(repeating: 4, count: 5), values: heights)
        #expect(still.indices == [0, 4, 2, 1, 3])
        // Teeth of one height: the earliest first, and the same on every run.
        let times = (0..<101).map(Double.init)
        let teeth = times.map { Int($0) % 2 == 0 ? 0.0 : 10 }
        let order = plain.order(times: times, values: teeth).indices
        #expect(order.prefix(3) == [0, 100, 1])
        #expect(order.sorted() == Array(0..<101))
        #expect(order == plain.order(times: times, values: teeth).indices)
        // A straight line: no sample is important, and still every one occurs once.
        let straight = plain.order(times: times, values: times).indices
        #expect(straight.sorted() == Array(0..<101))
    }

    @Test func aSlowSearchFindsTheSameOrder() {
        var numbers = SplitMix(seed: 77)
        for round in 0..<60 {
            let count = Int.random(in: 4..<60, using: &numbers)
            var time = 0.0
            let times = (0..<count).map { _ -> Double in
                time += Double(Int.random(in: 0..<4, using: &numbers))
                return time
            }
            let values = (0..<count).map { _ in Double(Int.random(in: -9...9, using: &numbers)) }
            let thinning = Thinning(
                pixelsPerX: [0.1, 1, 10][round % 3], pixelsPerY: [1, 0.3, 2][round / 3 % 3])
            let sx = thinning.pixelsPerX
            let sy = thinning.pixelsPerY
            // Squared distance to the chord between two kept samples, by projection onto it.
            func distance(_ i: Int, _ a: Int, _ b: Int) -> Double {
                let (ax, ay) = (times[a] * sx, values[a] * sy)
                let (dx, dy) = (times[b] * sx - ax, values[b] * sy - ay)
                let (px, py) = (times[i] * sx - ax, values[i] * sy - ay)
                let length = dx * dx + dy * dy
                let t = length == 0 ? 0 : min(max((px * dx + py * dy) / length, 0), 1)
                return (px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy)
            }
            var kept: Set<Int> = [0, count - 1]
            for picked in thinning.order(times: times, values: values).indices.dropFirst(2) {
                let ends = kept.sorted()
                var best = -1.0
                var own = -1.0
                for (a, b) in zip(ends, ends.dropFirst()) where b - a > 1 {
                    for i in (a + 1)..<b {
                        best = max(best, distance(i, a, b))
                        if i == picked { own = distance(i, a, b) }
                    }
                }
                #expect(own >= best - 1e-9 * max(1, best), "round \(round)")
                kept.insert(picked)
            }
            #expect(kept.count == count)
        }
    }

    @Test func workIsBoundedWhateverTheData() {
        let count = 100_000
        let bound = count * (3 * 17 + 10)
        let times = (0..<count).map(Double.init)
        // Zigzags with decreasing or increasing amplitude: each split removes one sample.
        let ebbing = times.map { (Int($0) % 2 == 0 ? 1.0 : -1) * (Double(count) - $0) }
        let growing = times.map { (Int($0) % 2 == 0 ? 1.0 : -1) * $0 }
        let bent = times.map { $0 * $0 }
        for values in [ebbing, growing, bent, times.map { _ in 0 }, times] {
            for scale in [1e-9, 1, 1e9] {
                let thinning = Thinning(pixelsPerX: scale, pixelsPerY: 1)
                let order = thinning.order(times: times, values: values)
                #expect(order.work <= bound)
                #expect(order.indices.count == count)
            }
        }
        // Few points of the worst case: the ends and the highest of the rest.
        let few = Thinning(pixelsPerX: 1e-9, pixelsPerY: 1)
            .order(times: times, values: ebbing, limit: 20)
        #expect(few.indices.prefix(5) == [0, count - 1, 1, 2, 3])
    }

    @Test func aPartOfASeriesKeepsItsIndices() {
        let series = SampleSeries(
            times: [0, 1, 2, 3, 4, 5, 6], values: [9, 1, 3, 2, 10, 5, -7])
        let kept = plain(series, in: 1..<6, budget: 3)
        #expect(kept.indices == [1, 4, 5])
        #expect(kept.runs == [0..<3])
        #expect(plain(series, in: 3..<3, budget: 3).indices.isEmpty)
        // A ring whose oldest samples were removed counts from the oldest remaining one.
        var ring = RingSeries(capacity: 5)
        for i in 0..<7 { ring.append(time: series.times[i], value: series.values[i]) }
        #expect(plain(ring, in: 0..<5, budget: 3).indices == [0, 2, 4])
    }

    @Test func hugeNumbersDoNotOverflow() {
        let times = [-1e308, -1, 0, 1, 1e308]
        let values = [-1e308, 1e308, 0, 1e-300, -1e308]
        let order = Thinning(pixelsPerX: 1e300, pixelsPerY: 1e300)
            .order(times: times, values: values).indices
        #expect(order.sorted() == [0, 1, 2, 3, 4])
        #expect(order[2] == 1)
    }

    @Test func theHeapSorts() {
        var numbers = SplitMix(seed: 1)
        for count in [0, 1, 2, 3, 10, 257] {
            var heap = ThinningHeap<Int>()
            var expected: [Int] = []
            for _ in 0..<count {
                let n = Int.random(in: 0..<50, using: &numbers)
                heap.push(n)
                expected.append(n)
                #expect(heap.top == expected.max())
            }
            var popped: [Int] = []
            while let n = heap.pop() { popped.append(n) }
            #expect(popped == expected.sorted(by: >))
            #expect(heap.isEmpty)
        }
    }
}
