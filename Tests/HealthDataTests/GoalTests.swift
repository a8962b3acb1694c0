import Foundation
import Testing

@testable import HealthData

/// Goals and published ranges as values.
@Suite struct GoalTests {
    @Test func directionsDecideWhatReachesAGoal() {
        let least = Goal(.steps, .atLeast, 10_000)
        #expect(least.isReached(by: 10_000) && least.isReached(by: 12_000))
        #expect(!least.isReached(by: 9_999) && !least.isDownwards)
        let most = Goal(.restingHeartRate, .atMost, 60)
        #expect(most.isReached(by: 60) && !most.isReached(by: 61) && most.isDownwards)
        let down = Goal(.weight, .reach, 71, start: 75)
        #expect(down.isReached(by: 70.9) && !down.isReached(by: 71.1) && down.isDownwards)
        let up = Goal(.weight, .reach, 71, start: 68)
        #expect(up.isReached(by: 71.1) && !up.isReached(by: 70.9) && !up.isDownwards)
        // Nobody knows from where: only the value itself has reached it.
        let unknown = Goal(.weight, .reach, 71)
        #expect(unknown.isReached(by: 71) && !unknown.isReached(by: 70))
    }

    @Test func weekdaysAreThoseOfTheCalendar() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let goal = Goal(.steps, .atLeast, 1, weekdays: Goal.workingDays)
        for day in [-40_000, -1, 0, 1, 20_000, 20_001, 20_002, 20_003, 20_004, 20_005, 20_006] {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            // Foundation counts from Sunday = 1.
            let weekday = (calendar.component(.weekday, from: date) + 5) % 7
            #expect(Goal.weekday(ofDay: day) == weekday)
            #expect(goal.counts(day: day) == (weekday < 5))
        }
    }

    @Test func goalsAreKeptAndBrokenOnesRefused() throws {
        let goal = Goal(
            .weight, .reach, 70.5, start: 75.25, day: 20_800, weekdays: Goal.weekend)
        let data = try JSONEncoder().encode(goal)
        #expect(try JSONDecoder().decode(Goal.self, from: data) == goal)
        for text in [
            #"{"metric":"steps","direction":"sideways","value":1}"#,
            #"{"metric":"steps","direction":"at-least"}"#, #"{"metric":"steps","value":"many"}"#,
            "[]", "7",
        ] {
            #expect(throws: (any Error).self) {
                try JSONDecoder().decode(Goal.self, from: Data(text.utf8))
            }
        }
    }

    @Test func everyPublishedRangeHasAMetricASourceAndPossibleEnds() throws {
        #expect(Set(ReferenceRange.table.map(\.metric)).count == ReferenceRange.table.count)
        for range in ReferenceRange.table {
            let metric = try #require(Metric(range.metric))
            #expect(range.low != nil || range.high != nil)
            if let low = range.low, let high = range.high { #expect(low < high) }
            let possible = PossibleValues.of(metric).range
            for end in [range.low, range.high].compactMap(\.self) {
                #expect(possible.contains(end))
            }
            #expect((1990...2026).contains(range.year))
            #expect(range.source.hasSuffix(String(range.year)))
            // Words that would judge a person.
            for word in ["normal", "healthy", "good", "bad", "ill"] {
                #expect(
                    !(range.source + range.explanation).lowercased().split { !$0.isLetter }
                        .contains(Substring(word)))
            }
        }
        #expect(ReferenceRange.of(.heartRateVariability) == nil)
        #expect(ReferenceRange.absence(of: .heartRateVariability) != nil)
        #expect(ReferenceRange.absence(of: .weight) == nil)
    }
}
