import ChartCore
import Glibc
import SeededRandom
import Testing

@Suite struct SampleSourceTests {
    @Test func timesAreFoundWhereverTheyLie() {
        // Over the whole range of numbers, at equal steps, in bursts and all at once: a guess from
        // the first and the last time is far off, or not even a number.
        let numbers = (0..<5000).map(Double.init)
        let wide: [Double] = numbers.map { ($0 - 2500) * 6.8e304 }
        let growing: [Double] = numbers.map { pow(10, $0 / 20) }
        let stepped: [Double] = numbers.map { ($0 / 1500).rounded(.down) }
        let level = [Double](repeating: 3, count: 3000)
        let sets: [[Double]] = [wide, growing, stepped, level, [-0.0, 0, 0], [7], []]
        for times in sets {
            let series = SampleSeries(times: times, values: times.map { _ in 1 })
            var wanted: [Double] = [
                -.infinity, .infinity, -.greatestFiniteMagnitude, 0, 1e300,
            ]
            for index in stride(from: 0, to: times.count, by: 97) {
                wanted += [times[index], times[index].nextUp, times[index].nextDown]
            }
            for time in wanted {
                let first = times.firstIndex { $0 >= time } ?? times.count
                #expect(series.lowerBound(time) == first, "\(time) of \(times.prefix(3))…")
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4]) func placesAreFoundByTime(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let (times, values) = RoughSeries.make(9000, &numbers)
        var ring = RingSeries(capacity: 4321)
        ring.append(times: times, values: values)
        let sources: [any SampleSource] = [SampleSeries(times: times, values: values), ring]
        for source in sources {
            let held = times.suffix(source.count)
            var wanted: [Double] = [-.infinity, .infinity, 0, 1e300, held[held.startIndex]]
            for _ in 0..<60 {
                let time = held[Int.random(in: held.indices, using: &numbers)]
                wanted += [time, time.nextUp, time.nextDown, time + 0.05]
                wanted.append(
                    Double.random(in: held[held.startIndex]...times[8999], using: &numbers))
            }
            for time in wanted {
                let lower = held.count { $0 < time }
                #expect(source.lowerBound(time) == lower)
                #expect(source.upperBound(time) == held.count { $0 <= time })
            }
        }
    }

    @Test func aRingThatTurnsFindsItsPlaces() {
        var ring = RingSeries(capacity: 5000)
        for batch in 0..<30 {
            let times = (0..<777).map { Double(batch * 777 + $0) }
            ring.append(times: times, values: times)
            let first = ring.time(at: 0)
            #expect(ring.lowerBound(first) == 0)
            #expect(ring.lowerBound(first + 0.5) == 1)
            #expect(ring.upperBound(first + 400) == min(401, ring.count))
            #expect(ring.lowerBound(1e9) == ring.count)
            #expect(ring.valueExtent == ring.timeExtent)
        }
        #expect(ring.count == 5000 && ring.offset == 30 * 777 - 5000)
    }

    @Test func revisionsTellWhatChanged() {
        var ring = RingSeries(capacity: 3)
        ring.append(times: [0, 1], values: [0, 1])
        let two = ring.revision
        ring.append(time: 2, value: 2)
        #expect(ring.firstChange(since: two) == 2)
        let full = ring.revision
        ring.append(time: 3, value: 3)
        // The oldest was removed, so every index means another sample.
        #expect(ring.firstChange(since: full) == 0)
        #expect(ring.firstChange(since: ring.revision) == nil)
    }
}

@Suite struct SharedColumnsTests {
    @Test func aSeriesGoesOnWithTheColumnsOfItsReader() {
        // A reader appends to its columns and creates a series every now and then.
        var numbers = SplitMix(seed: 8)
        let (times, values) = RoughSeries.make(150_000, &numbers)
        var readTimes = Column<Double>()
        var readValues = Column<Double>()
        var series = SampleSeries()
        var snapshots: [SampleSeries] = []
        var at = 0
        while at < times.count {
            let next = min(times.count, at + Int.random(in: 1..<40_000, using: &numbers))
            readTimes.append(contentsOf: times[at..<next])
            readValues.append(contentsOf: values[at..<next])
            let before = series.revision
            let refused = series.extend(times: readTimes, values: readValues)
            #expect(refused == 0)
            #expect(series.firstChange(since: before) == at)
            snapshots.append(series)
            at = next
        }
        for snapshot in snapshots {
            let count = snapshot.count
            #expect(snapshot.times.elementsEqual(times[..<count]))
            #expect(
                PyramidTests.agrees(
                    snapshot.summary(of: 0..<count), PyramidTests.expected(values[..<count])))
        }
        // The reader's columns and all the series share the same memory.
        #expect(series.times.byteCount == readTimes.byteCount)
    }

    @Test func newSamplesOutOfOrderAreMerged() {
        var series = SampleSeries(times: [1, 2, 3], values: [1, 2, 3])
        let refused = series.extend(times: [1, 2, 3, 2, .nan, 5], values: [1, 2, 3, 20, 0, 5])
        #expect(refused == 1)
        #expect(series.times == [1, 2, 2, 3, 5])
        #expect(series.values == [1, 2, 20, 3, 5])
        let given: Column<Double> = [3, 1, 2]
        let sorted = SampleSeries(times: given, values: given)
        #expect(sorted.times == [1, 2, 3] && given == [3, 1, 2])
    }

    @Test func columnsThatBeginAnywhereAreTaken() {
        var column = Column((0..<100_000).map(Double.init))
        column.removeFirst(37)
        let series = SampleSeries(times: column, values: column)
        #expect(series.count == 99_963)
        #expect(series.valueExtent(of: 5..<70_000) == Extent(min: 42, max: 70_036))
        #expect(series.summary(of: 0..<99_963).sum == column.reduce(0, +))
    }

    @Test func rangesShareTheirSides() {
        let times = (0..<1000).map(Double.init)
        var ranges = RangeSeries(
            times: Column(times), lows: Column(times), highs: times.map { 500 - $0 })
        #expect((0..<1000).allSatisfy { ranges.lows[$0] <= ranges.highs[$0] })
        let high = ranges.series(of: .high)
        ranges.append(time: -1, low: -5, high: 2000)
        #expect(high.count == 1000 && high.valueExtent == Extent(min: 250, max: 999))
        #expect(ranges.summary(of: 0..<1001, .high).maximum == 2000)
        #expect(ranges.valueExtent == Extent(min: -499, max: 2000))
        #expect(ranges.summary(of: 1..<3, .low).sum == 1)
    }
}
