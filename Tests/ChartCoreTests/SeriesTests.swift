import ChartCore
import SeededRandom
import Testing

@Suite struct SampleSeriesTests {
    @Test func batchesAreMergedByTime() {
        var series = SampleSeries()
        series.append(times: [10, 20, 30], values: [1, 2, 3])
        let first = series.revision
        let refused = series.append(
            times: [25, 5, .nan, 20, .infinity], values: [25, 5, 0, 21, 0])
        #expect(refused == 2)
        #expect(series.times == [5, 10, 20, 20, 25, 30])
        #expect(series.values == [5, 1, 2, 21, 25, 3])
        #expect(series.revision > first)
        #expect(series.firstChange(since: first) == 0)
        let second = series.revision
        series.append(time: 40, value: 4)
        #expect(series.firstChange(since: second) == 6)
        #expect(series.firstChange(since: series.revision) == nil)
        #expect(series.firstChange(since: first) == 0)
        series.append(time: 22, value: 22)
        #expect(series.times == [5, 10, 20, 20, 22, 25, 30, 40])
        #expect(series.firstChange(since: second) == 4)
    }

    @Test func whoIsFarBehindCopiesAll() {
        var series = SampleSeries(times: [0], values: [0])
        let early = series.revision
        for i in 1...20 { series.append(time: Double(i), value: 0) }
        let later = series.revision
        #expect(series.firstChange(since: early) == 1)
        #expect(series.firstChange(since: .none) == 0)
        for i in 21...50 { series.append(time: Double(i), value: 0) }
        #expect(series.firstChange(since: early) == 0)
        #expect(series.firstChange(since: later) == 21)
        // A revision of another series does not apply to this one.
        #expect(series.firstChange(since: SampleSeries(times: [1], values: [1]).revision) == 0)
    }

    @Test func aCopyThatChangesDiffersFromTheOriginal() {
        let a = SampleSeries(times: [1], values: [1])
        var b = a
        var c = a
        b.append(time: 2, value: 2)
        c.append(time: 2, value: 3)
        #expect(a.revision != b.revision && b.revision != c.revision)
        #expect(a.count == 1)
    }

    @Test func anyOrderGivesTheSame() {
        var numbers = SplitMix(seed: 42)
        let times = (0..<3000).map { _ in Double(Int.random(in: 0..<2000, using: &numbers)) }
        let values = (0..<3000).map { Double($0) }
        let expected = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        var series = SampleSeries()
        var at = 0
        while at < times.count {
            let size = min(Int.random(in: 1..<200, using: &numbers), times.count - at)
            series.append(
                times: Array(times[at..<at + size]), values: Array(values[at..<at + size]))
            at += size
        }
        #expect(Array(series.times) == expected.map { times[$0] })
        #expect(Array(series.values) == expected.map { values[$0] })
    }

    @Test func slicesAndNeighbours() {
        let series = SampleSeries(times: [0, 10, 20, 20, 30], values: [0, 1, 2, 3, 4])
        #expect(series.slice(over: Extent(min: 10, max: 20)) == 1..<4)
        #expect(series.slice(over: Extent(min: 11, max: 12)).isEmpty)
        #expect(series.slice(over: Extent(min: 11, max: 12), withNeighbours: true) == 1..<3)
        #expect(series.slice(over: Extent(min: -5, max: 99), withNeighbours: true) == 0..<5)
        #expect(series.slice(over: .nothing).isEmpty)
        #expect(series.lowerBound(20) == 2)
        #expect(series.upperBound(20) == 4)
    }

    @Test func extremaEqualASearch() {
        var numbers = SplitMix(seed: 9)
        var series = SampleSeries()
        var all: [Double] = []
        for round in 0..<6 {
            let batch = (0..<(round * 700 + 1)).map { _ -> Double in
                Int.random(in: 0..<5, using: &numbers) == 0
                    ? .nan : Double.random(in: -1000...1000, using: &numbers)
            }
            series.append(
                times: batch.indices.map { Double(all.count + $0) }, values: batch)
            all += batch
            for _ in 0..<200 {
                let low = Int.random(in: 0...all.count, using: &numbers)
                let high = Int.random(in: low...all.count, using: &numbers)
                let present = all[low..<high].filter { !$0.isNaN }
                let extent = series.valueExtent(of: low..<high)
                #expect(extent.min == present.min() ?? .infinity)
                #expect(extent.max == present.max() ?? -.infinity)
            }
        }
        // Insertion in the middle recomputes the affected part.
        series.append(time: 3.5, value: 5000)
        #expect(series.valueExtent(over: Extent(min: 3, max: 4)).max == 5000)
        #expect(series.valueExtent.max == 5000)
    }

    @Test func nearestSkipsGaps() {
        let series = SampleSeries(times: [0, 10, 20, 30], values: [0, .nan, 2, 3])
        #expect(series.nearest(to: 10) == 0)  // 0 and 20 are equally near: the earlier one
        #expect(series.nearest(to: 11) == 2)
        #expect(series.nearest(to: -100) == 0)
        #expect(series.nearest(to: 100) == 3)
        #expect(series.nearest(to: 24) == 2)
        #expect(series.nearest(to: 26) == 3)
        #expect(SampleSeries().nearest(to: 0) == nil)
        #expect(SampleSeries(times: [1], values: [.nan]).nearest(to: 0) == nil)
    }

    @Test func pairs() {
        var series = RangeSeries(
            times: [20, 10, 30], lows: [80, 90, .nan], highs: [120, 70, 130])
        #expect(series.lows[0] == 70 && series.highs[0] == 90)
        #expect(series.valueExtent == Extent(min: 70, max: 130))
        #expect(series.valueExtent(over: Extent(min: 30, max: 30)) == Extent(min: 130, max: 130))
        series.append(time: 15, low: 60, high: 100)
        #expect(series.times == [10, 15, 20, 30])
        #expect(series.valueExtent.min == 60)
        #expect(series.series(of: .high).values == [90, 100, 120, 130])
        #expect(series.nearest(to: 29) == 3)
    }

    @Test func categoriesWithTies() {
        let bars = CategorySeries([("a", 7), ("b", 9), ("c", .nan), ("d", 9)])
        #expect(bars.indicesOfMaximum == [1, 3])
        #expect(bars.indexExtent == Extent(min: 0, max: 3))
        #expect(bars.valueExtent == Extent(min: 7, max: 9))
    }
}

@Suite struct RingSeriesTests {
    @Test(arguments: [0, 1, 3, 7, 8, 20]) func theNewestLieWhereTheRuleSays(k: Int) {
        let n = 8
        var ring = RingSeries(capacity: n)
        for i in 0..<(n + k) { ring.append(time: Double(i), value: Double(100 + i)) }
        #expect(ring.count == n)
        #expect(ring.offset == k)
        #expect(ring.slot(of: n - 1) == (k + n - 1) % n)
        #expect(ring.slot(of: 0) == ring.nextSlot)
        #expect((0..<n).map { ring.value(at: $0) } == (k..<(n + k)).map { Double(100 + $0) })
        #expect(ring.timeExtent == Extent(min: Double(k), max: Double(n + k - 1)))
        #expect(ring.lowerBound(Double(k) + 2.5) == 3)
    }

    @Test func reserveLaysOutAnew() {
        var ring = RingSeries(capacity: 3)
        for i in 0..<5 { ring.append(time: Double(i), value: Double(i)) }
        ring.reserve(6)
        #expect(ring.offset == 0 && ring.count == 3 && ring.capacity == 6)
        #expect(ring.values == [2, 3, 4])
        #expect((0..<3).map { ring.slot(of: $0) } == [0, 1, 2])
        #expect(ring.nextSlot == 3)
        ring.append(time: 5, value: 5)
        #expect(ring.samples.values == [2, 3, 4, 5])
        let accepted = [4.5, .nan].map { ring.append(time: $0, value: 0) }
        #expect(accepted == [false, false])
        #expect(ring.count == 4)
    }
}

@Suite struct CalendarBucketsTests {
    let calendar = CivilCalendar(zone: berlin)

    @Test func amountsAreSharedAcrossMidnight() {
        // 600 steps from 23:50 to 00:20 Berlin time: a third before midnight.
        let midnight = utc(2026, 6, 10, 22)
        let buckets = CalendarBuckets.gather(
            starts: [midnight - 600, midnight + 3600], ends: [midnight + 1200, midnight + 5400],
            values: [600, 50], by: .day, in: calendar, as: .cumulative)
        #expect(buckets.count == 2)
        #expect(buckets[0].sum == 200)
        #expect(buckets[0].count == 1)
        #expect(buckets[0].minimum == 200 && buckets[0].maximum == 200)
        #expect(buckets[1].sum == 450)
        #expect(buckets[1].count == 2)
        #expect(buckets[1].mean == 225)
        #expect(buckets[1].minimum == 50 && buckets[1].maximum == 400)
        #expect(buckets[1].span == Extent(min: midnight, max: midnight + 86_400))
        #expect(buckets[0].coverage == 600.0 / 86_400)
        #expect(buckets[1].coverage == 3000.0 / 86_400)
    }

    @Test func levelsStayWhole() {
        let midnight = utc(2026, 6, 10, 22)
        let buckets = CalendarBuckets.gather(
            starts: [midnight - 600], ends: [midnight + 1200], values: [60], by: .day, in: calendar,
            as: .discrete)
        #expect(buckets.count == 1)
        #expect(buckets[0].mean == 60 && buckets[0].count == 1)
        #expect(buckets[0].span.max == midnight)
    }

    @Test func coverageIsTheUnion() {
        let t = utc(2026, 6, 10, 10)
        let buckets = CalendarBuckets.gather(
            starts: [t, t + 600, t + 900, t + 3000],
            ends: [t + 1200, t + 1800, t + 1000, t + 3600],
            values: [1, 1, 1, 1], by: .hour, in: calendar, as: .cumulative)
        #expect(buckets.count == 1)
        #expect(buckets[0].coverage == (1800 + 600) / 3600.0)
        #expect(buckets[0].sum == 4)
    }

    @Test func timeIsCountedOnce() {
        // Three stretches around midnight, Berlin time; the second adds only its last ten minutes.
        let midnight = utc(2026, 6, 10, 22)
        let starts = [midnight - 1200, midnight - 600, midnight - 300, midnight + 1800]
        let ends = [midnight + 600, midnight + 1200, midnight + 60, midnight + 2400]
        let days = CalendarBuckets.gather(
            starts: starts, ends: ends, values: [7, 7, 7, 7], by: .day, in: calendar, as: .duration)
        #expect(days.map(\.sum) == [1200, 1800])
        #expect(days.map(\.count) == [1, 3])
        #expect(days.map(\.minimum) == [1200, 600] && days.map(\.maximum) == [1200, 600])
        #expect(days.map(\.coverage) == [1200.0 / 86_400, 1800.0 / 86_400])
        let cut = CalendarBuckets.gather(
            starts: starts, ends: ends, values: [7, 7, 7, 7], by: .hour, in: calendar,
            as: .duration, over: Extent(min: midnight - 60, max: midnight + 1860))
        #expect(cut.map(\.sum) == [60, 1260])
    }

    @Test func partsWithDataMakeTheCoverageOfInstants() {
        let june = calendar.start(of: CivilDate(year: 2026, month: 6, day: 1))
        let times = [0.0, 0.5, 3, 3.1, 29].map { june + $0 * 86_400 }
        var series = SampleSeries(times: times, values: [70, 71, 72, 73, 74])
        series.append(time: june + 5 * 86_400, value: .nan)
        let months = CalendarBuckets.gather(series, by: .month, in: calendar, as: .discrete)
        #expect(months.count == 1)
        #expect(months[0].coverage == 3.0 / 30)
        #expect(months[0].count == 5)
        #expect(months[0].mean == 72)
        #expect(months[0].minimum == 70 && months[0].maximum == 74)
        let days = CalendarBuckets.gather(series, by: .day, in: calendar, as: .discrete)
        #expect(days.count == 3)
        let shares: [Double] = [2.0 / 24, 2.0 / 24, 1.0 / 24]
        #expect(days.map(\.coverage) == shares)
        let hours = CalendarBuckets.gather(
            SampleSeries(times: [june, june + 59, june + 60, june + 3599], values: [1, 2, 3, 4]),
            by: .hour, in: calendar, as: .discrete)
        #expect(hours.map(\.coverage) == [3.0 / 60])
        // The last Sunday of October has 25 hours.
        let long = calendar.start(of: CivilDate(year: 2026, month: 10, day: 25))
        let autumn = CalendarBuckets.gather(
            SampleSeries(
                times: (0..<25).map { long + Double($0) * 3600 }, values: (0..<25).map(Double.init)),
            by: .day, in: calendar, as: .discrete)
        #expect(autumn.map(\.coverage) == [1])
    }

    @Test func theRepeatedHourIsTwoBuckets() {
        let t = utc(2026, 10, 25, 0)  // 02:00 summer time
        let times = (0..<12).map { t + Double($0) * 900 }
        let series = SampleSeries(times: times, values: times.map { _ in 1 })
        let hours = CalendarBuckets.gather(series, by: .hour, in: calendar, as: .cumulative)
        #expect(hours.map(\.sum) == [4, 4, 4])
        #expect(hours.map { calendar.components(of: $0.span.min).hour } == [2, 2, 3])
    }

    @Test func aBruteForceAgrees() {
        var numbers = SplitMix(seed: 21)
        let from = utc(2026, 3, 20)
        var starts: [Double] = []
        var ends: [Double] = []
        var values: [Double] = []
        for _ in 0..<400 {
            let start = from + Double(Int.random(in: 0..<1_500_000, using: &numbers))
            starts.append(start)
            ends.append(start + Double(Int.random(in: 0..<200_000, using: &numbers)))
            values.append(Double(Int.random(in: 1..<1000, using: &numbers)))
        }
        let range = Extent(min: from + 100_000, max: from + 1_200_000)
        for unit in [CalendarUnit.hour, .day, .week, .month] {
            let buckets = CalendarBuckets.gather(
                starts: starts, ends: ends, values: values, by: unit, in: calendar, as: .cumulative,
                over: range)
            var expected: [CalendarBucket] = []
            for span in calendar.spans(of: unit, over: range) {
                let clip = span.intersection(range)
                var sum = 0.0
                var count = 0
                var edges: [(Double, Int)] = []
                for i in starts.indices {
                    let low = max(starts[i], clip.min)
                    let high = min(ends[i], clip.max)
                    if starts[i] == ends[i] {
                        if starts[i] >= clip.min, starts[i] < clip.max {
                            sum += values[i]
                            count += 1
                        }
                    } else if low < high {
                        sum += values[i] * (high - low) / (ends[i] - starts[i])
                        count += 1
                        edges += [(low, 1), (high, -1)]
                    }
                }
                if count == 0 { continue }
                var covered = 0.0
                var depth = 0
                var since = 0.0
                for (at, step) in edges.sorted(by: { ($0.0, -$0.1) < ($1.0, -$1.1) }) {
                    if depth == 0 { since = at }
                    depth += step
                    if depth == 0 { covered += at - since }
                }
                expected.append(
                    CalendarBucket(
                        span: span, count: count, sum: sum, minimum: 0, maximum: 0,
                        coverage: covered / span.length))
            }
            #expect(buckets.map(\.span) == expected.map(\.span))
            #expect(buckets.map(\.count) == expected.map(\.count))
            for (b, e) in zip(buckets, expected) {
                #expect(abs(b.sum - e.sum) < 1e-6)
                #expect(abs(b.coverage - e.coverage) < 1e-9)
            }
        }
    }

    @Test func emptyMonthsAreLeftOut() {
        let series = SampleSeries(
            times: [utc(2020, 1, 15), utc(2026, 1, 15)], values: [1, 2])
        let months = CalendarBuckets.gather(series, by: .month, in: calendar, as: .discrete)
        #expect(months.map(\.sum) == [1, 2])
        #expect(months[0].coverage == 1.0 / 31)
    }
}

/// Values that cannot be drawn are missing, whichever way they come.
@Suite struct UndrawableValueTests {
    private func expectMissing(_ series: SampleSeries, _ extent: Extent) {
        #expect(series.valueExtent(of: 0..<series.count) == extent)
        #expect(series.values.allSatisfy { $0.isNaN || abs($0) <= Extent.greatest })
        #expect(series.summary(of: 0..<series.count).mean.isFinite)
    }

    @Test func inASeries() {
        let series = SampleSeries(times: [1, 2, 3, 4], values: [1, .infinity, 2, -1e300])
        expectMissing(series, Extent(min: 1, max: 2))
        #expect(series.values[1].isNaN && series.values[3].isNaN && series.count == 4)
    }

    @Test func amongManyAndOneByOne() {
        var values = (0..<10_000).map { Double($0 % 97) }
        for index in stride(from: 5, to: 10_000, by: 701) { values[index] = -.infinity }
        let times = (0..<10_000).map(Double.init)
        expectMissing(SampleSeries(times: times, values: values), Extent(min: 0, max: 96))
        var grown = SampleSeries()
        var ring = RingSeries(capacity: 500)
        for (time, value) in zip(times, values) {
            grown.append(time: time, value: value)
            ring.append(time: time, value: value)
        }
        expectMissing(grown, Extent(min: 0, max: 96))
        #expect(ring.valueExtent(of: 0..<ring.count) == Extent(min: 0, max: 96))
    }

    /// Columns that grow elsewhere still have the values.
    @Test func inColumnsThatGrow() {
        var (times, values) = (Column<Double>(), Column<Double>())
        var series = SampleSeries()
        for index in 0..<300 {
            times.append(Double(index))
            values.append(index == 40 ? .infinity : Double(index % 7))
            if index % 50 == 49 {
                series.extend(times: times, values: values)
                expectMissing(series, Extent(min: 0, max: 6))
                #expect(series.values[40].isNaN || series.count <= 40)
            }
        }
        #expect(values[40] == .infinity, "the given column is not changed")
    }

    @Test func inAnExtent() {
        var extent = Extent.nothing
        for value in [3, .infinity, -.infinity, .nan, 1e300, -2, -1e38] { extent.include(value) }
        #expect(extent == Extent(min: -2, max: 3))
    }
}
