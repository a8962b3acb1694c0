import ChartCore
import Charts
import Foundation
import Localization
import SeededRandom
import Testing

@testable import HealthData
@testable import Viewer

/// Days and levels against goals, and usual ranges, by independent arithmetic.
@MainActor @Suite struct GoalDaysTests {
    /// 2025-01-06, a Monday.
    private static let first = 20_094

    private func data(
        _ id: MetricID, _ values: [Int: Double], in calendar: CivilCalendar
    ) throws -> MetricData {
        var columns = SampleColumns()
        for (day, value) in values.sorted(by: { $0.key < $1.key }) {
            let time = calendar.start(of: CivilDate(days: day)) + 40_000
            columns.append(start: time, end: time, value: value, source: 0)
        }
        return MetricData(
            MetricSamples(metric: try #require(Metric(id)), columns: columns), calendar: calendar)
    }

    /// The longest run of days that reached a goal, day by day.
    private func longest(_ values: [Int: Double], _ goal: Goal, open: Int) -> Int {
        var (run, most) = (0, 0)
        for day in (values.keys.min() ?? 0)...(values.keys.max() ?? 0) {
            guard goal.weekdays.isEmpty || goal.weekdays.contains(((day - Self.first) % 7 + 7) % 7)
            else { continue }
            if let value = values[day], value >= goal.value {
                run += 1
                most = max(most, run)
            } else if day != open {
                run = 0
            }
        }
        return most
    }

    @Test func daysAndRunsAreThoseOfACount() throws {
        let zone = try ZoneRules.named("Europe/Berlin")
        let calendar = CivilCalendar(zone: zone)
        var random = SplitMix(seed: 40)
        for weekdays in [[], Goal.workingDays, Goal.weekend, [2]] as [Set<Int>] {
            // A year and a half with both changes of the clock, and days without data.
            var values: [Int: Double] = [:]
            for index in 0..<520 where random.number(0, 1) < 0.93 {
                values[Self.first + index] = random.number(2_000, 16_000).rounded()
            }
            let last = try #require(values.keys.max())
            values[last] = 100
            let goal = Goal(.steps, .atLeast, 6_000, weekdays: weekdays)
            let days = try #require(
                GoalDays(goal, try data(.steps, values, in: calendar), in: calendar))
            let counting = values.filter {
                $0.key != last
                    && (weekdays.isEmpty || weekdays.contains((($0.key - Self.first) % 7 + 7) % 7))
            }
            let count = days.count(in: Int.min..<Int.max)
            #expect(count.of == counting.count)
            #expect(count.reached == counting.values.count { $0 >= 6_000 })
            let part = Self.first + 70..<Self.first + 101
            let inPart = counting.filter { part.contains($0.key) }
            #expect(days.count(in: part).of == inPart.count)
            #expect(days.count(in: part).reached == inPart.values.count { $0 >= 6_000 })
            #expect(days.reached(in: part) == inPart.filter { $0.value >= 6_000 }.keys.sorted())
            #expect(days.longestRun?.count == longest(values, goal, open: last))
            for run in days.runs {
                #expect(values[run.days.lowerBound].map { $0 >= 6_000 } == true)
                #expect(values[run.days.upperBound - 1].map { $0 >= 6_000 } == true)
            }
        }
    }

    @Test func theDayThatIsNotOverIsOpen() throws {
        let calendar = CivilCalendar(zone: .utc)
        let (a, b) = (Self.first, Self.first + 1)
        func marks(_ goal: Goal, _ last: Double) throws -> [GoalDays.Mark] {
            try #require(
                GoalDays(goal, try data(.steps, [a: 12_000, b: last], in: calendar), in: calendar)
            ).marks
        }
        let least = Goal(.steps, .atLeast, 10_000)
        #expect(try marks(least, 500) == [.reached, .open])
        // What has been reached cannot be lost again.
        #expect(try marks(least, 10_000) == [.reached, .reached])
        let most = Goal(.steps, .atMost, 10_000)
        #expect(try marks(most, 500) == [.missed, .open])
        #expect(try marks(most, 10_001) == [.missed, .missed])
        // An open day neither ends a run nor is a part of it.
        let run = try #require(
            GoalDays(least, try data(.steps, [a: 12_000, b: 500], in: calendar), in: calendar))
        #expect(run.currentRun == GoalDays.Run(days: a..<b, count: 1))
        #expect(run.count(in: a..<b + 1) == (1, 1))
    }

    @Test func levelsHaveNoDaysThatAreCounted() throws {
        let calendar = CivilCalendar(zone: .utc)
        let weights = try data(.weight, [Self.first: 71], in: calendar)
        #expect(GoalDays(Goal(.weight, .atMost, 70), weights, in: calendar) == nil)
    }

    // MARK: Forecasts

    private func forecast(
        _ goal: Goal, _ values: [Int: Double], until day: Int
    ) throws -> GoalForecast? {
        let calendar = CivilCalendar(zone: .utc)
        return GoalForecast(
            goal, try data(goal.metric, values, in: calendar), day: CivilDate(days: day),
            in: calendar)
    }

    /// A weight that falls 50 g a day is where a line says, and the range of days is around that day.
    @Test func aSteadyFallArrivesWhenALineDoes() throws {
        var values: [Int: Double] = [:]
        var random = SplitMix(seed: 3)
        for index in 0..<200 where index % 5 != 3 {
            values[Self.first + index] = 80 - 0.05 * Double(index) + random.number(-0.2, 0.2)
        }
        let last = try #require(values.keys.max())
        let goal = Goal(.weight, .reach, 68, start: 75)
        // 80 − 0.05 n = 68.
        let expected = Self.first + 240
        guard
            case .between(let first, let middle, let end) = try forecast(goal, values, until: last)
        else {
            Issue.record("there is no date")
            return
        }
        #expect(first <= middle && middle <= end && first > last)
        #expect((first...end).contains(expected), "\(first - expected)...\(end - expected)")
        #expect(abs(middle - expected) <= 6, "\(middle - expected) days off")
        // The same data have the same dates.
        #expect(
            try forecast(goal, values, until: last)
                == .between(first: first, middle: middle, last: end))
        // In the other direction nothing arrives.
        #expect(try forecast(Goal(.weight, .atLeast, 90), values, until: last) == .never)
        #expect(try forecast(Goal(.weight, .atMost, 75), values, until: last) == .reached)
        // Two months later the same record is too old for a date.
        #expect(try forecast(goal, values, until: last + 60) == .outdated)
    }

    @Test func littleDataHaveNoDateAndAReason() throws {
        let few = Dictionary(
            uniqueKeysWithValues: (0..<27).map { (Self.first + $0, 80 - 0.1 * Double($0)) })
        let goal = Goal(.weight, .reach, 70, start: 80)
        #expect(try forecast(goal, few, until: Self.first + 26) == .tooFewDays(27))
        let enough = few.merging([Self.first + 27: 77.3]) { a, _ in a }
        #expect(try forecast(goal, enough, until: Self.first + 27) != .tooFewDays(28))
        #expect(try forecast(Goal(.steps, .atLeast, 5), [Self.first: 1], until: Self.first) == nil)
        let words = GoalWords(
            format: MetricFormat(
                try #require(Metric(.weight)), locale: LocaleFormat(identifier: "C")),
            calendar: CivilCalendar(zone: .utc), year: 2025)
        #expect(words.explanation(.tooFewDays(27)).contains("27 of 28"))
        #expect(words.explanation(.never).hasPrefix("No date can be given"))
    }

    @Test func aForecastIsMadeAgainOnlyForOtherDataOrGoals() throws {
        let calendar = CivilCalendar(zone: .utc)
        let values = Dictionary(
            uniqueKeysWithValues: (0..<60).map { (Self.first + $0, 80 - 0.1 * Double($0)) })
        let data = try data(.weight, values, in: calendar)
        let loading = ForecastLoading()
        func ask(_ value: Double, _ revision: Int = 0, _ day: Int = 59) {
            _ = loading.forecast(
                Goal(.weight, .reach, value, start: 80), data, revision: [revision],
                day: CivilDate(days: Self.first + day), in: calendar, waits: true)
        }
        for _ in 0..<50 { ask(70) }
        #expect(loading.started == 1 && !loading.isRunning)
        ask(69)
        ask(69, 1)
        ask(69, 1, 60)
        #expect(loading.started == 4)
        loading.forget(.weight)
        ask(69, 1, 60)
        #expect(loading.started == 5)
    }

    /// A goal that is changed while a thread looks: only what belongs to the last one counts.
    @Test(.timeLimit(.minutes(1))) func aThreadFindsTheSameAndAnOldJobIsOfNoUse() throws {
        let calendar = CivilCalendar(zone: .utc)
        var values: [Int: Double] = [:]
        for index in 0..<90 {
            let noise = index % 2 == 0 ? 0.1 : -0.1
            values[Self.first + index] = 80 - 0.1 * Double(index) + noise
        }
        let data = try data(.weight, values, in: calendar)
        let day = CivilDate(days: Self.first + 89)
        let loading = ForecastLoading()
        func ask(_ value: Double) -> GoalForecast? {
            loading.forecast(
                Goal(.weight, .reach, value, start: 80), data, revision: [0], day: day,
                in: calendar, waits: false)
        }
        _ = ask(60)
        #expect(loading.isRunning)
        _ = ask(69)
        while loading.isRunning { loading.collect() }
        let goal = Goal(.weight, .reach, 69, start: 80)
        let found = ask(69)
        #expect(found == GoalForecast(goal, data, day: day, in: calendar) && found != nil)
        #expect(loading.started == 2)
    }

    // MARK: Ranges

    @Test func usualRangesAreQuantilesOfTheirDays() throws {
        let calendar = CivilCalendar(zone: .utc)
        var random = SplitMix(seed: 8)
        var values: [Int: Double] = [:]
        // From 2025-01-06 to 2026-03-31.
        for index in 0..<450 { values[Self.first + index] = random.number(50, 70) }
        let data = try data(.restingHeartRate, values, in: calendar)
        /// The value below which a part of some values is, between two of them by their distance.
        func quantile(_ part: Double, _ values: [Double]) -> Double {
            let sorted = values.sorted()
            let place = part * Double(sorted.count - 1)
            let low = Int(place)
            return sorted[low]
                + (place - Double(low)) * (sorted[min(low + 1, sorted.count - 1)] - sorted[low])
        }
        let last = Self.first + 449
        let recent = values.filter { $0.key > last - 90 }.map(\.value)
        let usual = try #require(UsualRange(data, .recent, in: calendar))
        #expect(usual.count == 90 && recent.count == 90)
        #expect(abs(usual.range.lowerBound - quantile(0.25, recent)) < 1e-9)
        #expect(abs(usual.range.upperBound - quantile(0.75, recent)) < 1e-9)
        // 2025 ends 359 days after 2025-01-06.
        let year = values.filter { $0.key <= Self.first + 359 }.map(\.value)
        let quiet = try #require(UsualRange(data, .year(2025), in: calendar))
        #expect(quiet.count == 360)
        #expect(abs(quiet.range.lowerBound - quantile(0.05, year)) < 1e-9)
        #expect(abs(quiet.range.upperBound - quantile(0.95, year)) < 1e-9)
        #expect(
            UsualRange.years(of: data, in: calendar).map(\.period) == [.year(2026), .year(2025)])
        #expect(UsualRange(data, .year(2024), in: calendar) == nil)
    }

    @Test func anAxisHasAGoalOnlyIfItIsNear() {
        let filter = NearbyValueFilter()
        func range(_ value: Double?, _ shown: Extent, isZeroBased: Bool = false) -> Extent {
            filter.value = value
            filter.isZeroBased = isZeroBased
            return filter.filter(shown, RangeContext(source: shown))
        }
        let shown = Extent(min: 71, max: 75)
        #expect(range(nil, shown) == shown)
        #expect(range(70, shown) == Extent(min: 70, max: 75))
        #expect(range(67, shown) == Extent(min: 67, max: 75))
        // The values would have less than half of the axis.
        #expect(range(66.9, shown) == shown && range(40, shown) == shown)
        #expect(range(73, shown) == shown)
        let bars = Extent(min: 0, max: 6_000)
        #expect(range(10_000, bars, isZeroBased: true) == Extent(min: 0, max: 10_000))
        #expect(range(12_001, bars, isZeroBased: true) == bars)
        // Equal values have an axis, too.
        #expect(range(70.5, Extent(min: 71, max: 71)) == Extent(min: 70.5, max: 71))
        filter.value = 5
        #expect(filter.filter(.nothing, RangeContext(source: .nothing)) == .nothing)
    }
}
