import ChartCore
import SeededRandom
import Testing

/// Series of every kind, all of which a pyramid must support.
enum RoughSeries {
    /// The times and values of `count` samples; their kind depends on the seed.
    static func make(_ count: Int, _ numbers: inout SplitMix) -> ([Double], [Double]) {
        var times: [Double] = []
        var values: [Double] = []
        var time = Double.random(in: -1e6...1e9, using: &numbers)
        var level = Double.random(in: -100...100, using: &numbers)
        let holes = Int.random(in: 0..<3, using: &numbers)
        var hole = 0
        for _ in 0..<count {
            // Bursts a million times as dense as the quiet between them, repeated instants, gaps.
            switch Int.random(in: 0..<400, using: &numbers) {
            case 0: time += 1e5
            case 1..<60: break
            case 60..<200: time += 0.1
            default: time += Double.random(in: 0..<2, using: &numbers)
            }
            level += Double.random(in: -1...1, using: &numbers)
            switch Int.random(in: 0..<100, using: &numbers) {
            case 0: level += 50
            case 1: hole = holes * Int.random(in: 0..<150, using: &numbers)
            default: break
            }
            hole -= 1
            times.append(time)
            let isSpike = Int.random(in: 0..<500, using: &numbers) == 0
            values.append(hole > 0 ? .nan : isSpike ? level * 100 : level)
        }
        return (times, values)
    }
}

@Suite struct PyramidTests {
    /// The summary of values, one after the other.
    static func expected(_ values: ArraySlice<Double>) -> Summary {
        let present = values.filter { !$0.isNaN }
        var summary = Summary()
        guard let first = present.first, let last = present.last else { return summary }
        summary.count = present.count
        summary.sum = present.reduce(0, +)
        let mean = summary.sum / Double(present.count)
        summary.squaredDeviations = present.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        summary.minimum = present.min() ?? .nan
        summary.maximum = present.max() ?? .nan
        summary.first = first
        summary.last = last
        return summary
    }

    static func agrees(_ a: Summary, _ b: Summary) -> Bool {
        let scale = max(abs(b.minimum), abs(b.maximum)) * Double(max(1, b.count))
        guard a.count == b.count else { return false }
        if a.count == 0 { return a.first.isNaN && a.last.isNaN && a.sum == 0 && a.mean.isNaN }
        return a.minimum == b.minimum && a.maximum == b.maximum && a.first == b.first
            && a.last == b.last && abs(a.sum - b.sum) <= 1e-12 * scale
            && abs(a.squaredDeviations - b.squaredDeviations)
                <= 1e-9 * b.squaredDeviations + 1e-12 * scale * scale
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6]) func everyRunEqualsASearch(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var values: [Double] = []
        var column = Column<Double>()
        var pyramid = Pyramid()
        for _ in 0..<8 {
            let (_, more) = RoughSeries.make(Int.random(in: 0..<3000, using: &numbers), &numbers)
            let first = column.count
            column.append(contentsOf: more)
            values += more
            pyramid.update(column, from: first)
            for _ in 0..<60 {
                let low = Int.random(in: 0...values.count, using: &numbers)
                let high =
                    Bool.random(using: &numbers)
                    ? Int.random(in: low...values.count, using: &numbers)
                    : min(values.count, low + Int.random(in: 0..<80, using: &numbers))
                let expected = Self.expected(values[low..<high])
                #expect(Self.agrees(pyramid.summary(of: low..<high, in: column), expected))
                let extent = pyramid.extent(of: low..<high, in: column)
                #expect(extent == expected.extent)
            }
        }
    }

    @Test func insertionsAndRemovalsAreFollowed() {
        var numbers = SplitMix(seed: 77)
        var (times, values) = RoughSeries.make(5000, &numbers)
        var series = SampleSeries(times: times, values: values)
        let copy = series
        let before = (times, values)
        for _ in 0..<12 {
            var (moreTimes, moreValues) = RoughSeries.make(40, &numbers)
            let shift = times[Int.random(in: 0..<times.count, using: &numbers)] - moreTimes[0]
            for i in moreTimes.indices { moreTimes[i] += shift }
            let order = Array(moreTimes.indices).shuffled(using: &numbers)
            moreTimes = order.map { moreTimes[$0] }
            moreValues = order.map { moreValues[$0] }
            series.append(times: moreTimes, values: moreValues)
            let all = times + moreTimes
            let allValues = values + moreValues
            let sorted = all.indices.sorted { (all[$0], $0) < (all[$1], $1) }
            times = sorted.map { all[$0] }
            values = sorted.map { allValues[$0] }
            #expect(Array(series.times) == times)
            for _ in 0..<40 {
                let low = Int.random(in: 0...values.count, using: &numbers)
                let high = Int.random(in: low...values.count, using: &numbers)
                #expect(
                    Self.agrees(series.summary(of: low..<high), Self.expected(values[low..<high])))
            }
        }
        // The copy has not changed.
        #expect(Array(copy.times) == before.0)
        #expect(Self.agrees(copy.summary(of: 0..<5000), Self.expected(before.1[...])))
    }

    @Test func aRingKeepsItsSums() {
        var numbers = SplitMix(seed: 5)
        for capacity in [1, 7, 31, 1000, 70_000] {
            var ring = RingSeries(capacity: capacity)
            var times: [Double] = []
            var values: [Double] = []
            var held: [(RingSeries, [Double])] = []
            for round in 0..<(capacity > 10_000 ? 12 : 40) {
                let size = Int.random(in: 0..<max(3, capacity / 4), using: &numbers)
                var (moreTimes, moreValues) = RoughSeries.make(size, &numbers)
                let shift = (times.last ?? 0) - (moreTimes.first ?? 0) + 1
                for i in moreTimes.indices { moreTimes[i] += shift }
                if size > 2, round % 5 == 0 { moreTimes[size / 2] = .nan }
                let refused = ring.append(times: moreTimes, values: moreValues)
                #expect(refused == moreTimes.count { $0.isNaN })
                moreValues = moreTimes.indices.filter { !moreTimes[$0].isNaN }.map {
                    moreValues[$0]
                }
                times += moreTimes.filter { !$0.isNaN }
                values += moreValues
                times = times.suffix(capacity)
                values = values.suffix(capacity)
                #expect(ring.count == values.count)
                let low = Int.random(in: 0...values.count, using: &numbers)
                let high = Int.random(in: low...values.count, using: &numbers)
                #expect(
                    Self.agrees(ring.summary(of: low..<high), Self.expected(values[low..<high])))
                if round % 10 == 9 { held.append((ring, values)) }
            }
            #expect(Array(ring.times) == times)
            #expect(ring.slot(of: 0) == ring.offset % capacity)
            for (copy, then) in held {
                #expect(Self.agrees(copy.summary(of: 0..<copy.count), Self.expected(then[...])))
            }
            // Removed samples leave no more memory behind than is in use.
            let bytes = ring.byteCount
            #expect(bytes.samples <= 16 * (3 * capacity + 4096) + 2_097_152)
            #expect(bytes.pyramid <= bytes.samples / 2 + 65_536)
        }
    }

    @Test func coresAgree() {
        var numbers = SplitMix(seed: 12)
        let (_, values) = RoughSeries.make(290_000, &numbers)
        let column = Column(values)
        let one = Pyramid(column, isParallel: false)
        let all = Pyramid(column, isParallel: true)
        for _ in 0..<200 {
            let low = Int.random(in: 0...values.count, using: &numbers)
            let high = Int.random(in: low...values.count, using: &numbers)
            let (a, b) = (
                one.summary(of: low..<high, in: column), all.summary(of: low..<high, in: column)
            )
            #expect(
                (a.count, a.sum, a.squaredDeviations) == (b.count, b.sum, b.squaredDeviations)
                    && a.extent == b.extent)
        }
    }

    @Test func memoryIsAFractionOfTheSamples() {
        // Only the number of samples matters, so times may be arbitrarily uneven.
        let count = 200_000
        let times = (0..<count).map { i -> Double in
            let start = Double(i / 1000 * 1000)
            return i % 1000 == 0 ? start : start + 1e-6
        }
        let series = SampleSeries(times: times, values: times)
        let bytes = series.byteCount
        #expect(Double(bytes.samples) <= 16 * Double(count) + 16 * 65_536)
        // 40 bytes for 32 samples, an eighth of it for each further level; chunks may be half full.
        #expect(Double(bytes.pyramid) <= 0.4 * 16 * Double(count))
        #expect(Double(bytes.pyramid) >= 40.0 / 32 * Double(count))
    }

    @Test func sumsAreExactToTheLastDigits() {
        // Whole numbers, so that the exact sum is known: large and small ones alternate.
        let count = 150_000
        let values = (0..<count).map { i -> Double in
            let large = 9.007e15 - Double(i)
            return i % 2 == 0 ? large : Double(i % 1000) - large
        }
        var exact = 0
        for value in values { exact += Int(value) }
        let series = SampleSeries(times: (0..<count).map(Double.init), values: values)
        let sum = series.summary(of: 0..<count).sum
        let magnitude = values.reduce(0) { $0 + abs($1) }
        // Six roundings in a block, 3 + 14 on each of five levels.
        #expect(abs(sum - Double(exact)) <= (6 + 17 * 5) * 0x1p-53 * magnitude)
    }

    @Test func spreadsFarFromZero() {
        // A level of 10^9 with a spread of exactly 1/2: a sum of squares would have lost it.
        let count = 100_000
        let values = (0..<count).map { 1e9 + ($0 % 2 == 0 ? 0.5 : -0.5) }
        let series = SampleSeries(times: (0..<count).map(Double.init), values: values)
        #expect(abs(series.summary(of: 0..<count).standardDeviation - 0.5) < 1e-9)
        #expect(abs(series.summary(of: 37..<90_001).standardDeviation - 0.5) < 1e-7)
        #expect(series.summary(of: 5..<6).standardDeviation == 0)
        #expect(series.summary(of: 5..<5).standardDeviation.isNaN)
        let small = SampleSeries(times: [0, 1, 2, 3], values: [2, .nan, 4, 6])
        let summary = small.summary(of: 0..<4)
        #expect(summary.mean == 4 && summary.sumOfSquares == 56 && summary.count == 3)
        #expect(abs(summary.standardDeviation - (8.0 / 3).squareRoot()) < 1e-15)
    }

    @Test func summariesAreJoined() {
        var numbers = SplitMix(seed: 31)
        let (_, values) = RoughSeries.make(500, &numbers)
        for _ in 0..<50 {
            let cut = Int.random(in: 0...500, using: &numbers)
            var joined = Self.expected(values[..<cut])
            joined.append(Self.expected(values[cut...]))
            #expect(Self.agrees(joined, Self.expected(values[...])))
        }
        var one = Summary(5)
        one.append(Summary(.nan))
        #expect(one == Summary(5) && one.sumOfSquares == 25)
    }

    @Test func infinitiesDoNotSpread() {
        var values = (0..<1000).map(Double.init)
        values[500] = .infinity
        values[501] = -.infinity
        let column = Column(values)
        let pyramid = Pyramid(column)
        #expect(
            pyramid.extent(of: 0..<1000, in: column) == Extent(min: -.infinity, max: .infinity))
        #expect(pyramid.extent(of: 600..<1000, in: column) == Extent(min: 600, max: 999))
        // In a series they are missing.
        let series = SampleSeries(times: (0..<1000).map(Double.init), values: values)
        #expect(series.valueExtent(of: 0..<1000) == Extent(min: 0, max: 999))
        #expect(series.summary(of: 512..<1000).sum == (512..<1000).reduce(0) { $0 + Double($1) })
    }
}

@Suite struct TimeBucketTests {
    @Test(arguments: [1, 2, 3]) func bucketsHoldWhatLiesInThem(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let (times, values) = RoughSeries.make(4000, &numbers)
        let series = SampleSeries(times: times, values: values)
        for width in [0.05, 3, 60, 86_400] {
            for origin in [0.0, 17.25] {
                var expected: [Int: [Double]] = [:]
                for (time, value) in zip(times, values) {
                    let number = Int(((time - origin) / width).rounded(.down))
                    expected[number, default: []].append(value)
                }
                let buckets = series.buckets(
                    width: width, origin: origin, over: series.timeExtent)
                #expect(buckets.map(\.number) == expected.keys.sorted())
                for bucket in buckets {
                    let inside = expected[bucket.number] ?? []
                    #expect(PyramidTests.agrees(bucket.summary, PyramidTests.expected(inside[...])))
                    #expect(bucket.span.min == origin + Double(bucket.number) * width)
                }
            }
        }
        // The visible range does not change the content of a bucket.
        let all = series.buckets(width: 60, over: series.timeExtent)
        let middle = Extent(min: times[1000] + 1, max: times[3000] - 1)
        let some = series.buckets(width: 60, over: middle)
        #expect(!some.isEmpty)
        for bucket in some {
            let same = all.first { $0.number == bucket.number }
            #expect(same.map { PyramidTests.agrees($0.summary, bucket.summary) } == true)
        }
        #expect(some.count == all.count { $0.span.max > middle.min && $0.span.min <= middle.max })
        #expect(series.buckets(width: 60, over: .nothing).isEmpty)
    }

    @Test func aWidthLostInTheDigitsStillEnds() {
        let series = SampleSeries(times: [1e15, 1e15 + 1, 1e15 + 2], values: [1, 2, 3])
        let buckets = series.buckets(width: 1e-3, over: series.timeExtent)
        #expect(buckets.map(\.summary.sum) == [1, 2, 3])
    }
}
