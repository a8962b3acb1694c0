import ChartCore
import Foundation
import Testing

@testable import Reports

/// The figures of continuous glucose readings, compared with those of other programs.
@Suite struct GlucoseProfileTests {
    /// A case of `Fixtures/glucose.json`, which `glucose.py` writes.
    private struct Case: Decodable {
        var name: String
        var days: Int
        var step: Double
        var times: [Double]
        var values: [Double]
        var below54, below70, above180, above250, inRange: Double
        var mean, deviation, variation, indicator: Double
        var percentiles: [[Double]]

        static func all() throws -> [Case] {
            let url = try #require(
                Bundle.module.url(
                    forResource: "glucose", withExtension: "json", subdirectory: "Fixtures"))
            return try JSONDecoder().decode([Case].self, from: Data(contentsOf: url))
        }

        var readings: [GlucoseReading] {
            zip(times, values).map { GlucoseReading(time: $0, value: $1) }
        }

        /// From 15 October 2026 on, in universal time.
        var period: ReportPeriod {
            let first = CivilDate(year: 2026, month: 10, day: 15)
            return ReportPeriod(
                from: first, to: first.adding(days: days - 1), calendar: CivilCalendar(zone: .utc))
        }
    }

    private func calendar(_ zone: String) throws -> CivilCalendar {
        CivilCalendar(zone: try ZoneRules.named(zone))
    }

    @Test func theFiguresAreThoseOfIglu() throws {
        let cases = try Case.all()
        #expect(cases.count == 3)
        for one in cases {
            let profile = try #require(
                GlucoseProfile(one.readings, period: one.period, unit: .milligrams))
            #expect(profile.interval == one.step)
            #expect(abs(profile.mean - one.mean) < 1e-9, "\(one.name)")
            #expect(abs(profile.deviation - one.deviation) < 1e-9, "\(one.name)")
            #expect(abs(profile.variation * 100 - one.variation) < 1e-9, "\(one.name)")
            #expect(abs(profile.managementIndicator - one.indicator) < 1e-9, "\(one.name)")
            let s = profile.shares.map { $0 * 100 }
            #expect(abs(s[0] - one.below54) < 1e-9, "\(one.name)")
            #expect(abs(s[0] + s[1] - one.below70) < 1e-9, "\(one.name)")
            #expect(abs(s[2] - one.inRange) < 1e-9, "\(one.name)")
            #expect(abs(s[3] + s[4] - one.above180) < 1e-9, "\(one.name)")
            #expect(abs(s[4] - one.above250) < 1e-9, "\(one.name)")
            #expect(profile.permille.reduce(0, +) == 1000)
        }
    }

    @Test func thePercentilesAreThoseOfNumpy() throws {
        for one in try Case.all() {
            let profile = try #require(
                GlucoseProfile(one.readings, period: one.period, unit: .milligrams))
            for (bin, truth) in zip(profile.modalDay, one.percentiles) {
                let bin = try #require(bin)
                for (a, b) in zip(bin.percentiles, truth) { #expect(abs(a - b) < 1e-9) }
                #expect(bin.percentiles == bin.percentiles.sorted())
            }
        }
    }

    @Test(arguments: [
        ([1.0, 1, 1], 1000, [334, 333, 333]),
        ([0.0, 0, 0], 1000, [0, 0, 0]),
        ([0.5, 0.25, 0.25], 1000, [500, 250, 250]),
        // 12.34, 12.34, 12.34, 12.34, 50.64 in hundredths: 123.4 × 4 = 492 with 1.6 lost, and 506.4 loses 0.4.
        ([12.34, 12.34, 12.34, 12.34, 50.64], 1000, [124, 124, 123, 123, 506]),
        ([7.0, 0, 0], 10, [10, 0, 0]),
    ])
    func sharesAddUp(weights: [Double], units: Int, parts: [Int]) {
        #expect(LargestRemainder.parts(weights, of: units) == parts)
    }

    @Test func sharesOfAnyReadingsAddUpToAHundred() throws {
        var seed: UInt64 = 1
        for _ in 0..<500 {
            let weights = (0..<5).map { _ in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Double(seed >> 40)
            }
            let parts = LargestRemainder.parts(weights, of: 1000)
            #expect(parts.reduce(0, +) == 1000)
            let sum = weights.reduce(0, +)
            for (part, weight) in zip(parts, weights) {
                #expect(abs(Double(part) - weight / sum * 1000) < 1)
            }
        }
    }

    @Test func limitsBelongToTheirUnit() {
        // In mg/dL, as shown: 53.4 is 53.
        for (value, kind) in [
            (53.4, GlucoseClass.veryLow), (53.5, .low), (69.4, .low), (69.5, .inRange),
            (180.4, .inRange), (180.5, .high), (250.4, .high), (250.5, .veryHigh),
        ] {
            #expect(GlucoseClass(value, in: .milligrams) == kind, "\(value)")
        }
        // In mmol/L, as shown: 10.0 mmol/L are 180.16 mg/dL, and in range in both.
        for (value, kind) in [
            (2.9, GlucoseClass.veryLow), (3.0, .low), (3.8, .low), (3.9, .inRange),
            (10.0, .inRange), (10.1, .high), (13.9, .high), (14.0, .veryHigh),
        ] {
            #expect(GlucoseClass(value * 18.016, in: .millimoles) == kind, "\(value)")
        }
    }

    @Test func targetsHaveTheirOwnLimits() throws {
        for (value, kind) in [
            (62.0, GlucoseClass.low), (63, .inRange), (140, .inRange), (141, .high),
            (251, .veryHigh), (53, .veryLow),
        ] {
            #expect(GlucoseClass(value, in: .milligrams, for: .pregnancy) == kind, "\(value)")
        }
        #expect(GlucoseClass(7.8 * 18.016, in: .millimoles, for: .pregnancy) == .inRange)
        #expect(GlucoseClass(7.9 * 18.016, in: .millimoles, for: .pregnancy) == .high)
        let one = try #require(try Case.all().first)
        let adults = try #require(
            GlucoseProfile(one.readings, period: one.period, unit: .milligrams))
        let older = try #require(
            GlucoseProfile(one.readings, period: one.period, unit: .milligrams, targets: .older))
        let pregnancy = try #require(
            GlucoseProfile(
                one.readings, period: one.period, unit: .milligrams, targets: .pregnancy))
        #expect(older.shares == adults.shares)
        let inRange = one.values.count { (63...140).contains($0) }
        #expect(abs(pregnancy.shares[2] - Double(inRange) / Double(one.values.count)) < 1e-12)
        #expect(older.targets.shares.inRange == 0.5)
    }

    @Test func aChangeOfTheIntervalIsWeighted() throws {
        // A day of 100 every five minutes, then one of 200 every fifteen: half of the time each. The last reading of
        // the first day lasts until the next one.
        let calendar = CivilCalendar(zone: .utc)
        let start = calendar.start(of: CivilDate(year: 2026, month: 3, day: 2))
        let readings =
            (0..<288).map { GlucoseReading(time: start + Double($0) * 300, value: 100) }
            + (0..<96).map { GlucoseReading(time: start + 86_400 + Double($0) * 900, value: 200) }
        let period = ReportPeriod(
            days: 2, endingOn: CivilDate(year: 2026, month: 3, day: 3), calendar: calendar)
        let profile = try #require(
            GlucoseProfile(readings, period: period, unit: .milligrams))
        #expect(abs(profile.mean - 150) < 1e-9)
        #expect(abs(profile.shares[2] - 0.5) < 1e-9)
        #expect(abs(profile.shares[3] - 0.5) < 1e-9)
    }

    @Test func coverageIsThatOfThePeriod() throws {
        // Seven of fourteen days.
        let calendar = CivilCalendar(zone: .utc)
        let period = ReportPeriod(
            days: 14, endingOn: CivilDate(year: 2026, month: 3, day: 14), calendar: calendar)
        let readings = (0..<(7 * 96)).map {
            GlucoseReading(time: period.span.lowerBound + Double($0) * 900, value: 120)
        }
        let profile = try #require(
            GlucoseProfile(readings, period: period, unit: .milligrams))
        #expect(abs(profile.coverage - 0.5) < 1e-12)
        #expect(!profile.isSufficient)
        #expect(profile.dayCount == 7)
    }

    @Test func theClockOfTheModalDayIsTheLocalOne() throws {
        // On 29 March 2026 there is no hour from two o'clock in Berlin, on 25 October there are two.
        let calendar = try calendar("Europe/Berlin")
        func bins(_ date: CivilDate) throws -> [Bool] {
            let period = ReportPeriod(days: 1, endingOn: date, calendar: calendar)
            let readings = stride(
                from: period.span.lowerBound, to: period.span.upperBound, by: 900
            ).map { GlucoseReading(time: $0, value: 100) }
            let profile = try #require(
                GlucoseProfile(readings, period: period, unit: .milligrams))
            return profile.modalDay.map { $0 != nil }
        }
        let spring = try bins(CivilDate(year: 2026, month: 3, day: 29))
        #expect(spring.indices.filter { !spring[$0] } == [8, 9, 10, 11])
        #expect(try bins(CivilDate(year: 2026, month: 10, day: 25)).allSatisfy { $0 })
    }

    @Test func singleReadingsHaveNoProfile() throws {
        let calendar = CivilCalendar(zone: .utc)
        let period = ReportPeriod(
            days: 2, endingOn: CivilDate(year: 2026, month: 3, day: 3), calendar: calendar)
        let readings = [(7, 90.0), (13, 150), (19, 120), (31, 100)].map {
            GlucoseReading(time: period.span.lowerBound + Double($0.0) * 3600, value: $0.1)
        }
        #expect(GlucoseProfile(readings, period: period, unit: .milligrams) == nil)
        let spots = try #require(GlucoseSpots(readings, period: period, unit: .milligrams))
        #expect(spots.mean == 115)
        #expect(spots.parts.map(\.values) == [[], [90, 100], [150], [120]])
        #expect(spots.dayCount == 2)
    }
}
