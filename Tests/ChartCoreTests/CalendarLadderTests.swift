import ChartCore
import SeededRandom
import Testing

/// The totals of every unit, compared with the buckets of one pass over the samples.
@Suite struct CalendarLadderTests {
    struct Place: Sendable, CustomTestStringConvertible {
        var zone: String
        var start: Double
        var testDescription: String { zone }
    }

    /// Zones with odd days, and instants some weeks before those.
    static let places = [
        // 2026-03-29 and 2026-10-25: days of 23 and 25 hours.
        Place(zone: "Europe/Berlin", start: 1_772_400_000),
        Place(zone: "Europe/Berlin", start: 1_790_500_000),
        Place(zone: "America/St_Johns", start: 1_259_000_000),
        // Half an hour.
        Place(zone: "Australia/Lord_Howe", start: 1_774_000_000),
        // 2011-12-30 is skipped.
        Place(zone: "Pacific/Apia", start: 1_321_000_000),
        Place(zone: "Pacific/Chatham", start: 1_774_000_000),
        Place(zone: "UTC", start: 0),
    ]

    struct Samples {
        var starts: [Double] = []
        var ends: [Double] = []
        var values: [Double] = []

        /// A hundred days of samples of seconds to days, with holes of days between them.
        init(from start: Double, seed: UInt64) {
            var numbers = LinearCongruence(seed: seed)
            func next() -> Double { numbers.unit() }
            var time = start
            while time < start + 100 * 86_400 {
                let kind = next()
                let length =
                    kind < 0.3
                    ? 0
                    : kind < 0.8
                        ? next() * 7_200
                        : kind < 0.97
                            ? next() * 40_000
                            : next() * 400_000
                starts.append(time)
                ends.append(time + length)
                values.append((next() * 1_000).rounded())
                time += kind < 0.05 ? next() * 500_000 : next() * 20_000
            }
        }
    }

    @Test func instantsBeyondTheCalendarAreItsLast() {
        for unit in [CalendarUnit.minute, .hour, .day] {
            var buckets = CalendarBuckets(
                calendar: CivilCalendar(zone: .utc), unit: unit, quantity: .cumulative)
            buckets.add(time: 0, value: 1)
            buckets.add(time: 1e19, value: 2)
            #expect(buckets.buckets.map(\.sum) == [1, 2])
        }
    }

    @Test(arguments: places) func aMissingDayCanCountAsNothing(place: Place) throws {
        let calendar = CivilCalendar(
            zone: try ZoneRules.named(place.zone), firstWeekday: .saturday)
        let samples = Samples(from: place.start, seed: 4)
        let ladder = CalendarLadder(
            starts: samples.starts, ends: samples.ends, values: samples.values, in: calendar,
            as: .cumulative, hasHours: true)
        let end = ladder.extent.max + 40.5 * 86_400
        let filled = ladder.filled(until: end)
        #expect(ladder.days.buckets.count < filled.days.buckets.count)
        #expect(filled.extent.min == ladder.extent.min)
        #expect(filled.extent.max == calendar.next(.day, after: end))
        #expect(filled[.hour] == ladder[.hour])
        for unit in [CalendarUnit.day, .week, .month, .quarter, .year] {
            let (before, after) = (try #require(ladder[unit]), try #require(filled[unit]))
            let spans = Array(calendar.spans(of: unit, over: filled.extent))
            #expect(after.buckets.map(\.span) == spans, "no unit is left out")
            for (index, bucket) in after.buckets.enumerated() {
                let dates = calendar.spans(of: .day, over: bucket.span).filter {
                    $0.min >= filled.extent.min && $0.max <= filled.extent.max
                }
                #expect(after.days[index] == dates.count)
                #expect(after.average(at: index) == bucket.sum / Double(dates.count))
                if let known = before.index(containing: bucket.span.mid) {
                    #expect(before.buckets[known] == bucket)
                } else {
                    #expect(bucket.count == 0 && bucket.sum == 0)
                }
            }
            #expect(after.dayCount(of: after.buckets.indices) == filled.days.buckets.count)
        }
        #expect(filled.filled(until: end).extent == filled.extent)
        let empty = CalendarLadder(calendar: calendar)
        #expect(empty.filled(until: end).days.buckets.isEmpty)
    }

    @Test func longUnitsCanBeThoseOfAnotherLadder() throws {
        let calendar = CivilCalendar(zone: .utc)
        let day = 86_400.0
        func ladder(_ days: [Int], _ value: Double) -> CalendarLadder {
            CalendarLadder(
                starts: days.map { Double($0) * day }, values: days.map { _ in value },
                in: calendar, as: .cumulative, hasHours: false)
        }
        // Days of January, February and March 1970; the other one has some of February.
        let all = ladder([1, 2, 31, 32, 33, 60], 10)
        let mixed = all.preferringLongUnits(of: ladder([32, 33], 7))
        #expect(mixed.days == all.days)
        #expect(mixed[.month]?.buckets.map(\.sum) == [20, 14, 10])
        #expect(mixed[.month]?.days == [2, 2, 1])
        #expect(mixed[.year]?.buckets.map(\.sum) == [14] && mixed[.year]?.days == [2])
    }

    private func isNear(_ a: Double, _ b: Double) -> Bool {
        abs(a - b) <= 1e-9 * max(1, abs(a), abs(b))
    }

    @Test(arguments: places, [CalendarBuckets.Quantity.cumulative, .duration])
    func everyUnitIsWhatOnePassGathers(
        place: Place, quantity: CalendarBuckets.Quantity
    ) throws {
        let calendar = CivilCalendar(
            zone: try ZoneRules.named(place.zone), firstWeekday: .sunday)
        let samples = Samples(from: place.start, seed: 7)
        let ladder = CalendarLadder(
            starts: samples.starts, ends: samples.ends, values: samples.values, in: calendar,
            as: quantity, hasHours: true)
        for unit in [CalendarUnit.hour, .day, .week, .month, .quarter, .year] {
            let direct = CalendarBuckets.gather(
                starts: samples.starts, ends: samples.ends, values: samples.values, by: unit,
                in: calendar, as: quantity)
            let totals = try #require(ladder[unit])
            #expect(totals.buckets.count == direct.count, "\(unit)")
            for (found, wanted) in zip(totals.buckets, direct) {
                #expect(found.span == wanted.span)
                #expect(found.count == wanted.count, "\(unit) \(found.span)")
                #expect(isNear(found.sum, wanted.sum))
                #expect(isNear(found.minimum, wanted.minimum), "\(unit) \(found.span)")
                #expect(isNear(found.maximum, wanted.maximum), "\(unit) \(found.span)")
                #expect(isNear(found.coverage, wanted.coverage))
            }
        }
    }

    /// Clocks that change between six in the evening and midnight, in addition to the others.
    static let evenings =
        places + [
            Place(zone: "Africa/Cairo", start: 1_792_000_000),
            Place(zone: "America/Nuuk", start: 1_772_400_000),
            Place(zone: "America/Santiago", start: 1_786_000_000),
        ]

    @Test("Days may begin in the evening before, whatever the clock does", arguments: evenings)
    func nights(place: Place) throws {
        let calendar = CivilCalendar(zone: try ZoneRules.named(place.zone), firstWeekday: .sunday)
        let samples = Samples(from: place.start, seed: 21)
        let end = try #require(samples.ends.max())
        var nights: [CivilCalendar.Night] = []
        var time = place.start
        while time <= end {
            let night = calendar.night(containing: time, from: 18)
            #expect(night.span.min <= time && time < night.span.max)
            let last = calendar.night(containing: night.span.max.nextDown, from: 18)
            #expect(last == night)
            let clock = calendar.components(of: night.span.min)
            #expect(clock.hour == 18 && clock.minute == 0)
            #expect(clock.date == calendar.date(of: night.day.min.nextDown))
            if let before = nights.last {
                #expect(before.span.max == night.span.min && before.day.max == night.day.min)
            }
            nights.append(night)
            time = night.span.max
        }
        let ladder = CalendarLadder(
            starts: samples.starts, ends: samples.ends, values: samples.values, in: calendar,
            as: .cumulative, hasHours: false, evening: 18)
        /// The share of each sample in a stretch of time.
        func shares(_ span: Extent) -> [Double] {
            samples.starts.indices.compactMap { index in
                let (from, to) = (samples.starts[index], samples.ends[index])
                if from == to {
                    return span.min <= from && from < span.max ? samples.values[index] : nil
                }
                let common = min(to, span.max) - max(from, span.min)
                return common > 0 ? samples.values[index] * common / (to - from) : nil
            }
        }
        func check(_ bucket: CalendarBucket, _ shares: [Double]) {
            #expect(bucket.count == shares.count)
            #expect(isNear(bucket.sum, shares.reduce(0, +)))
            #expect(isNear(bucket.minimum, shares.min() ?? .nan))
            #expect(isNear(bucket.maximum, shares.max() ?? .nan))
        }
        let told = nights.filter { !shares($0.span).isEmpty }
        #expect(ladder.days.buckets.map(\.span) == told.map(\.day))
        for (bucket, night) in zip(ladder.days.buckets, told) { check(bucket, shares(night.span)) }
        for unit in [CalendarUnit.week, .month] {
            for bucket in try #require(ladder[unit]).buckets {
                let inside = nights.filter { bucket.span.contains($0.day.mid) }
                let first = try #require(inside.first).span.min
                check(bucket, shares(Extent(min: first, max: try #require(inside.last).span.max)))
            }
        }
    }

    @Test(arguments: places) func instantsToo(place: Place) throws {
        let calendar = CivilCalendar(zone: try ZoneRules.named(place.zone))
        let samples = Samples(from: place.start, seed: 99)
        let ladder = CalendarLadder(
            starts: samples.starts, values: samples.values, in: calendar, as: .cumulative,
            hasHours: false)
        #expect(ladder[.hour] == nil)
        for unit in [CalendarUnit.day, .week, .month, .year] {
            let direct = CalendarBuckets.gather(
                starts: samples.starts, values: samples.values, by: unit, in: calendar,
                as: .cumulative)
            let totals = try #require(ladder[unit])
            #expect(totals.buckets.map(\.count) == direct.map(\.count))
            #expect(zip(totals.buckets, direct).allSatisfy { isNear($0.coverage, $1.coverage) })
        }
    }

    @Test func sumsAndPlacesOverAnyStretch() throws {
        let calendar = CivilCalendar(zone: try ZoneRules.named("Europe/Berlin"))
        let samples = Samples(from: 1_790_500_000, seed: 3)
        let ladder = CalendarLadder(
            starts: samples.starts, ends: samples.ends, values: samples.values, in: calendar,
            as: .cumulative, hasHours: true)
        for unit in ladder.units {
            let totals = try #require(ladder[unit])
            let buckets = totals.buckets
            for first in stride(from: 0, to: buckets.count, by: 11) {
                for last in stride(from: first, to: buckets.count, by: 17) {
                    let plain = buckets[first...last].reduce(0) { $0 + $1.sum }
                    #expect(isNear(totals.sum(of: first..<(last + 1)), plain))
                }
                let span = buckets[first].span
                #expect(totals.index(containing: span.min) == first)
                #expect(totals.index(containing: span.max.nextDown) == first)
                #expect(totals.indices(over: span) == first..<(first + 1))
                #expect(totals.indices(centredIn: span) == first..<(first + 1))
            }
            // Every day with data is in one bucket of each longer unit.
            if unit >= .day { #expect(totals.days.reduce(0, +) == ladder.days.buckets.count) }
        }
    }

    @Test func daysAreCountedAsTheZoneHasThem() throws {
        func count(_ zone: String, _ unit: CalendarUnit, _ instant: Double) throws -> Int {
            let calendar = CivilCalendar(zone: try ZoneRules.named(zone))
            let ladder = CalendarLadder(calendar: calendar)
            let span = calendar.span(of: unit, containing: instant)
            #expect(
                ladder.dayCount(of: span)
                    == calendar.spans(of: .day, over: span).reduce(0) {
                        count, _ in count + 1
                    })
            return ladder.dayCount(of: span)
        }
        #expect(try count("Europe/Berlin", .month, 1_774_000_000) == 31)
        #expect(try count("Europe/Berlin", .year, 1_774_000_000) == 365)
        #expect(try count("Europe/Berlin", .day, 1_774_749_600) == 1)
        // The last week of 2011 in Apia had no Friday.
        #expect(try count("Pacific/Apia", .week, 1_325_000_000) == 6)
        #expect(try count("Pacific/Apia", .year, 1_325_000_000) == 364)
    }
}
