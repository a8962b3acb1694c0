import ChartCore
import Foundation
import Geometry
import Localization
import Statistics
import Testing

@testable import HealthData
@testable import Viewer

/// Nights on paper: bedtime, waking, stages and regularity against arithmetic by hand.
@Suite struct NightTests {
    private static let hour = 3_600.0

    /// Samples from hours after a midnight, as (from, to, stage).
    private static func columns(
        _ records: [(Double, Double, SleepStage)], at midnight: Double
    ) -> SampleColumns {
        var columns = SampleColumns()
        for (from, to, stage) in records.sorted(by: { $0.0 < $1.0 }) {
            columns.append(
                start: midnight + from * hour, end: midnight + to * hour,
                value: Double(stage.rawValue), source: 0)
        }
        return columns
    }

    private static func timeline(
        _ records: [(Double, Double, SleepStage)], zone: String = "UTC",
        day: CivilDate = CivilDate(year: 2026, month: 5, day: 6)
    ) throws -> NightTimeline {
        let calendar = CivilCalendar(zone: try ZoneRules.named(zone))
        return NightTimeline(columns(records, at: calendar.start(of: day)), calendar: calendar)
    }

    @Test func aNightGoesOverMidnight() throws {
        let timeline = try Self.timeline([
            (-1, 7.5, .inBed), (-0.75, 1, .core), (1, 2, .deep), (2, 2.25, .awake),
            (2.25, 7, .rem), (7, 7.25, .awake),
        ])
        let night = try #require(timeline.nights.first)
        #expect(timeline.nights.count == 1)
        #expect(night.bedClock == -Self.hour, "the time in bed began first")
        #expect(night.wakeClock == 7 * Self.hour, "lying awake is not sleep")
        #expect(night.asleep == (1.75 + 1 + 4.75) * Self.hour)
        #expect(timeline.blocks.map(\.stage) == [.core, .deep, .awake, .rem, .awake])
        #expect(timeline.lengths(of: night)[.awake] == 0.5 * Self.hour)
        #expect(CivilDate(days: night.day) == CivilDate(year: 2026, month: 5, day: 6))
    }

    @Test func aNapIsOfItsDayAndIsNotBedtime() throws {
        let timeline = try Self.timeline([
            (-5.5, -5, .asleep), (-0.5, 6, .core), (14, 15, .core), (19, 19.5, .asleep),
        ])
        // A nap at seven in the evening belongs to the next night.
        #expect(timeline.nights.count == 2)
        let night = try #require(timeline.nights.first)
        #expect(night.bedClock == -0.5 * Self.hour && night.wakeClock == 6 * Self.hour)
        #expect(night.asleep == (0.5 + 6.5 + 1) * Self.hour)
        #expect(timeline.extent(of: night).length == 20.5 * Self.hour)
    }

    @Test func oneMaySleepByDay() throws {
        let timeline = try Self.timeline([(8, 11, .core), (11.25, 15.5, .core)])
        let night = try #require(timeline.nights.first)
        #expect(night.bedClock == 8 * Self.hour && night.wakeClock == 15.5 * Self.hour)
        #expect(night.asleep == 7.25 * Self.hour)
    }

    @Test func withoutSleepTheTimeInBedIsTheNight() throws {
        let timeline = try Self.timeline([(-2, 6, .inBed), (1, 1.5, .awake)])
        let night = try #require(timeline.nights.first)
        #expect(night.isInBedAlone && night.rest.length == 8 * Self.hour)
        #expect(timeline.blocks.map(\.stage).contains(.inBed))
        let summary = NightSummary(timeline.nights)
        #expect(summary.isInBed && summary.asleep == 8 * Self.hour && summary.count == 1)
        // A record of being awake alone is no night.
        #expect(try Self.timeline([(1, 2, .awake)]).nights.isEmpty)
    }

    @Test func recordsOfTheSameTimeCountOnce() throws {
        let timeline = try Self.timeline([(0, 4, .core), (2, 5, .deep), (3, 3.5, .rem)])
        #expect(timeline.nights.first?.asleep == 5 * Self.hour)
        for (block, next) in zip(timeline.blocks, timeline.blocks.dropFirst()) {
            #expect(block.end <= next.start)
        }
    }

    @Test func fortyAwakeningsAreForty() throws {
        var records: [(Double, Double, SleepStage)] = []
        for index in 0..<41 {
            let start = -1 + Double(index) * 0.2
            records.append((start, start + 0.15, .core))
            if index < 40 { records.append((start + 0.15, start + 0.2, .awake)) }
        }
        let timeline = try Self.timeline(records)
        let night = try #require(timeline.nights.first)
        #expect(timeline.nights.count == 1 && timeline.blocks.count == 81)
        #expect(timeline.blocks[night.blocks].count { $0.stage == .awake } == 40)
        #expect(abs(night.asleep - 41 * 0.15 * Self.hour) < 1e-3)
    }

    @Test func theClockIsSetBackInANight() throws {
        // On 25 October 2026 in Berlin the clock shows the hour from two to three twice. The day begins
        // at midnight of summer time: seven in the morning is eight hours later.
        let day = CivilDate(year: 2026, month: 10, day: 25)
        let timeline = try Self.timeline(
            [(-1, 2.5, .core), (2.5, 3.5, .deep), (3.5, 8, .rem)], zone: "Europe/Berlin", day: day)
        let night = try #require(timeline.nights.first)
        #expect(night.asleep == 9 * Self.hour, "nine hours passed")
        #expect(night.bedClock == -Self.hour && night.wakeClock == 7 * Self.hour)
        // On the clock the parts follow one another, without an overlap.
        let borders = timeline.blocks.map { night.clock(at: $0.start) } + [night.wakeClock]
        #expect(zip(borders, borders.dropFirst()).allSatisfy { $0 < $1 })
        #expect(abs(borders[1] - (-1 + 3.5 / 9 * 8) * Self.hour) < 1e-6)
    }

    @Test func bedtimesAreAveragedOnTheClock() throws {
        func night(_ bed: Double, _ wake: Double) -> Night {
            Night(
                day: 0, date: .nothing, span: .nothing, bedtime: 0, waking: 1,
                bedClock: bed * Self.hour, wakeClock: wake * Self.hour, asleep: 7 * Self.hour,
                blocks: 0..<0)
        }
        let around = NightSummary([night(-0.5, 7), night(0.5, 8)])
        #expect(abs(try #require(around.bedClock)) < 1e-6, "midnight, not noon")
        #expect(abs(try #require(around.wakeClock) - 7.5 * Self.hour) < 1e-6)
        #expect(around.asleep == 7 * Self.hour)
        let early = NightSummary([night(-3, 4), night(-2, 5), night(-1, 6)])
        #expect(abs(try #require(early.bedClock) + 2 * Self.hour) < 1e-6)
        // Shifts around the clock have no mean bedtime.
        let turns = NightSummary([night(-1, 7), night(7, 15), night(15, 23)])
        #expect(turns.bedClock == nil && turns.asleep == 7 * Self.hour)
        #expect(NightSummary([Night]()).count == 0)
    }

    @Test func regularityIsTheShareOfEqualMoments() throws {
        // Eight hours each night, an hour later in every second one: of 24 hours, two differ from those
        // of the day before.
        func record(_ days: Int, _ shift: (Int) -> Double) -> [(Double, Double, SleepStage)] {
            (0..<days).map { day in
                let start = Double(day) * 24 - 1 + shift(day)
                return (start, start + 8, .core)
            }
        }
        let same = try Self.timeline(record(8) { _ in 0 })
        #expect(same.regularity(of: 0..<8)?.index == 100)
        let shifted = try Self.timeline(record(8) { Double($0 % 2) })
        let index = try #require(shifted.regularity(of: 0..<8)?.index)
        // The last day is known until its last record only, 14 hours after six in the evening: until then
        // two hours of 14 differ, too.
        let pairs = 6.0 * 24 + 14
        #expect(abs(index - (-100 + 200 * (pairs - 7 * 2) / pairs)) < 1.2, "\(index)")
        #expect(same.regularity(of: 0..<4) == nil, "four days are too few")
        // A gap of a night breaks the row.
        let gap = try Self.timeline(
            record(8) { _ in 0 }.enumerated().filter { $0.offset != 4 }.map(\.element))
        #expect(gap.regularity(of: 0..<7) == nil)
    }

    @Test func nightsHaveTheSumsOfTheBars() throws {
        let calendar = CivilCalendar(zone: try ZoneRules.named("America/New_York"))
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            var records: [(Double, Double, SleepStage)] = []
            var time = 0.0
            for _ in 0..<200 {
                let length = Double.random(in: 0.05...1.5, using: &random)
                let stage: SleepStage =
                    [.awake, .core, .deep, .rem, .asleep].randomElement() ?? .core
                records.append((time, time + length, stage))
                time += length + (Int.random(in: 0..<8, using: &random) == 0 ? 9 : 0)
            }
            let start = calendar.start(of: CivilDate(year: 2026, month: 2, day: 20))
            let nights = SleepNights(Self.columns(records, at: start), calendar: calendar)
            let days = nights.asleep.days.buckets.filter { $0.sum > 0 }
            let sleeping = nights.timeline.nights.filter { !$0.isInBedAlone }
            #expect(days.map(\.span) == sleeping.map(\.date))
            for (bucket, night) in zip(days, sleeping) {
                #expect(abs(bucket.sum - night.asleep) < 1e-3)
                #expect(night.bedtime < night.waking && night.span.contains(night.rest))
            }
        }
    }

    @Test func thePageOfANightFitsIt() throws {
        let calendar = CivilCalendar(zone: .utc)
        let midnight = calendar.start(of: CivilDate(year: 2026, month: 5, day: 6))
        func view(_ records: [(Double, Double, SleepStage)]) -> [Double] {
            let timeline = NightTimeline(
                Self.columns(records, at: midnight), calendar: calendar)
            let span = calendar.night(containing: midnight, from: SleepNights.evening).span
            let view = NightPage.view(of: span, timeline, calendar)
            return [view.min, view.max].map { ($0 - midnight) / Self.hour }
        }
        #expect(view([(-0.75, 7.1, .core)]) == [-2, 9], "as drawn: 22:00 to 9:00")
        #expect(view([]) == [-3, 9])
        #expect(view([(-5.9, 17.9, .core)]) == [-6, 18], "never beyond the evenings")
        #expect(view([(14, 14.5, .core)]) == [10.5, 18], "a nap alone")
        #expect(view([(-0.75, 7.1, .core), (14, 15, .core)]) == [-2, 16], "with its nap")
    }
}
