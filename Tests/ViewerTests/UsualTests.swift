import ChartCore
import Charts
import Foundation
import Geometry
import Localization
import SeededRandom
import Statistics
import Testing

@testable import HealthData
@testable import Viewer

/// What is usual and best for a metric, and which metrics move with each other.
@MainActor @Suite struct UsualTests {
    private static let calendar = CivilCalendar(zone: .utc, firstWeekday: .monday)
    /// 2025-01-06, a Monday.
    private static let first = 20_094

    private func data(_ id: MetricID, _ values: [Int: Double]) throws -> MetricData {
        var columns = SampleColumns()
        for (day, value) in values.sorted(by: { $0.key < $1.key }) {
            let time = Double(day) * 86_400 + 40_000
            columns.append(start: time, end: time, value: value, source: 0)
        }
        return MetricData(
            MetricSamples(metric: try #require(Metric(id)), columns: columns),
            calendar: Self.calendar)
    }

    @Test func daysWeeksMonthsAndRunsAreExact() throws {
        // Steps: 1,000 on Mondays to 7,000 on Sundays, with a gap of three days and one great day.
        var values: [Int: Double] = [:]
        for index in 0..<120 { values[Self.first + index] = Double(index % 7 + 1) * 1_000 }
        for index in 50..<53 { values[Self.first + index] = nil }
        values[Self.first + 80] = 20_000
        let last = Self.first + 119
        let found = try #require(
            UsualAndBest(
                try data(.steps, values), day: CivilDate(days: last), in: Self.calendar))
        #expect(found.highestDay?.days == Self.first + 80..<Self.first + 81)
        #expect(found.highestDay?.values == [20_000] && found.highestDay?.ties == 0)
        // The lowest days are Mondays: the latest is named, and how many others there are.
        let mondays = values.filter {
            ($0.key - Self.first) % 7 == 0 && $0.value == 1_000 && $0.key != last
        }
        #expect(found.lowestDay?.values == [1_000])
        #expect(found.lowestDay?.ties == mondays.count - 1)
        // Day 80 is in the week from day 77 on: 28,000 less its own 4,000, and 20,000.
        #expect(found.highestWeek?.days == Self.first + 77..<Self.first + 84)
        #expect(found.highestWeek?.values == [44_000])
        var months: [String: Double] = [:]
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for (day, value) in values where day != last {
            let parts = calendar.dateComponents(
                [.year, .month], from: Date(timeIntervalSince1970: Double(day) * 86_400))
            months["\(parts.year ?? 0)-\(parts.month ?? 0)", default: 0] += value
        }
        #expect(found.highestMonth?.values == [try #require(months.values.max())])
        // The last day may have only begun.
        #expect(found.longestRun?.days == Self.first + 53..<last)
        #expect(found.currentRun == found.longestRun)
        for weekday in 0..<7 {
            let all = values.filter { ($0.key - Self.first) % 7 == weekday && $0.key != last }
            let mean = all.values.reduce(0, +) / Double(all.count)
            #expect(abs(try #require(found.weekdays[weekday])[0] - mean) < 1e-9)
        }
        // The quartiles of the last 90 days.
        let recent = values.filter { $0.key < last && $0.key >= last - 90 }.values.sorted()
        let usual = try #require(found.usual?.first)
        #expect(usual.lowerBound == Order.quantile(0.25, ofSorted: recent))
        #expect(usual.upperBound == Order.quantile(0.75, ofSorted: recent))
    }

    @Test func littleHasNothingUsual() throws {
        let found = try #require(
            UsualAndBest(
                try data(.weight, [Self.first: 70, Self.first + 1: 71]),
                day: CivilDate(days: Self.first + 1), in: Self.calendar))
        #expect(found.usual == nil && found.highestWeek == nil && found.highestMonth == nil)
        #expect(found.weekdays.allSatisfy { $0 == nil })
        #expect(found.highestDay?.values == [71] && found.lowestDay?.values == [70])
        let words = DayWords(
            today: nil, latest: nil, calendar: Self.calendar,
            locale: LocaleFormat(identifier: "C"))
        let rows = UsualRow.rows(
            found, MetricFormat(found.metric, locale: LocaleFormat(identifier: "C")), words)
        #expect(rows[0].name == "What is usual needs 28 days with values.")
        #expect(rows.contains { $0.name == "Highest day" && $0.value.hasPrefix("71.0") })
    }

    /// One metric follows another by two days, a third has nothing to do with them.
    @Test func whatFollowsIsFound() throws {
        var random = SplitMix(seed: 12)
        let count = 500
        let noise = (0..<count + 2).map { _ in random.number(-1, 1) }
        var weights: [Int: Double] = [:]
        var rates: [Int: Double] = [:]
        var others: [Int: Double] = [:]
        for index in 0..<count {
            weights[Self.first + index] = 70 + noise[index]
            rates[Self.first + index] =
                60 + 5 * noise[max(index - 2, 0)] + random.number(-1, 1)
            if index % 3 > 0 { others[Self.first + index] = 97 + random.number(-1, 1) }
        }
        let loading = RelatedLoading()
        loading.load(
            try data(.weight, weights),
            with: [
                try data(.restingHeartRate, rates), try data(.oxygen, others),
                try data(.glucose, [Self.first: 90]),
            ], until: CivilDate(days: Self.first + count - 1), in: Self.calendar, waits: true)
        let result = try #require(loading.result)
        #expect(result.related.map(\.metric.id) == [.restingHeartRate])
        #expect(result.related.first?.correlation.lag == 2)
        #expect((result.related.first?.correlation.correlation ?? 0) > 0.8)
        #expect(result.unrelated.map(\.id) == [.oxygen])
        #expect(result.tooFew.map(\.id) == [.glucose])
        #expect(!loading.isRunning)
    }

    @Test func bothAreOpenedByKeysAndShowWhatTheyName() throws {
        let rig = try ViewerRig("steps", .month, at: CivilDate(year: 2026, month: 10, day: 10))
        rig.press(.character("q"))
        #expect(rig.viewer.context.dialog is UsualScreen)
        let rows = rig.viewer.scene.tree.flattened.filter { $0.id.name.hasPrefix("dialog.row.") }
        #expect(rows.contains { $0.name == "Best week" && !$0.value.isEmpty })
        #expect(rows.contains { $0.name == "Monday" })
        let highest = try #require(rows.first { $0.name == "Highest day" })
        let button = try #require(highest.children.first)
        try #require(rig.viewer.controller.press(control: button.id))
        rig.settle()
        #expect(rig.viewer.context.dialog == nil)
        // The day that it names is read at the crosshair.
        let reading = try #require(rig.reading)
        #expect(rig.model.x.target.contains(reading.time))
        rig.press(.escape)
        rig.press(.character("k"))
        #expect(rig.viewer.context.dialog is RelatedScreen)
        rig.settle()
        let words = rig.viewer.scene.tree.flattened.map(\.name)
        #expect(words.contains { $0.contains("pairs were tried") })
    }
}
