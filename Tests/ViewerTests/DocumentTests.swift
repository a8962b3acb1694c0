import ChartCore
import HealthData
import Localization
import Testing

@testable import Viewer

@Suite struct DocumentTests {
    let calendar = CivilCalendar(zone: .utc)

    @Test func morningsAndEveningsAreApart() throws {
        let pairs = Pairs(
            RangeSeries(
                times: [7 * 3600, 21 * 3600, 86_400 + 8 * 3600], lows: [70, 80, 74],
                highs: [110, 130, 114]), of: try #require(Metric(.bloodPressure)),
            calendar: calendar)
        let days = Extent(min: 0, max: 2 * 86_400)
        let morning = try #require(pairs.means(.morning, over: days))
        let evening = try #require(pairs.means(.evening, over: days))
        let all = try #require(pairs.means(.all, over: days))
        #expect(morning.high == 112 && morning.low == 72)
        #expect(evening.high == 130 && evening.low == 80)
        #expect(abs(all.high - 118) < 1e-12)
        #expect(pairs.means(.evening, over: Extent(min: 0, max: 8 * 3600)) == nil)
    }

    @Test func aLineGoesOnOverSixUsualIntervals() throws {
        func limit(_ interval: Double, _ id: MetricID) throws -> Double {
            MetricData.longestGap(
                in: SampleSeries(
                    times: (0..<20).map { Double($0) * interval },
                    values: [Double](repeating: 1, count: 20)),
                of: try #require(Metric(id)))
        }
        #expect(try limit(60, .heartRate) == 360)
        #expect(try limit(60, MetricID("column:value")) == 360)
        #expect(try limit(86_400, .weight) == 6 * 86_400)
        // A person who weighs twice within an hour weighs again the day after.
        #expect(try limit(3600, .weight) == 129_600)
        #expect(try limit(60, .bloodPressure) == 129_600)
        let weight = try #require(Metric(.weight))
        #expect(MetricData.longestGap(in: SampleSeries(), of: weight) == .infinity)
    }

    @Test func hoursAreToldWhereTheFileIsThatFine() throws {
        func hasHours(_ samples: [(start: Double, end: Double)]) throws -> Bool {
            let steps = try #require(Metric(.steps))
            var columns = SampleColumns()
            for sample in samples {
                columns.append(start: sample.start, end: sample.end, value: 100, source: 0)
            }
            let data = MetricData(
                MetricSamples(metric: steps, columns: columns), calendar: calendar)
            guard case .totals(let ladder) = data.content else { return false }
            return ladder[.hour] != nil
        }
        #expect(try hasHours((0..<10).map { (Double($0) * 600, Double($0) * 600 + 300) }))
        #expect(try !hasHours((0..<10).map { (Double($0) * 86_400, Double($0 + 1) * 86_400) }))
        #expect(try hasHours((0..<10).map { (Double($0) * 900, Double($0) * 900) }))
        #expect(try !hasHours((0..<10).map { (Double($0) * 86_400, Double($0) * 86_400) }))
    }

    @Test func figuresAreInTheUnitsPeopleUse() throws {
        let locale = LocaleFormat(identifier: "C")
        func format(_ id: MetricID) throws -> MetricFormat {
            MetricFormat(try #require(Metric(id)), locale: locale)
        }
        #expect(try format(.steps).figure(12_345).text == "12,345")
        #expect(try format(.weight).figure(71.25).text == "71.3\u{A0}kg")
        #expect(try format(.weight).difference(-2.6).number == "−2.6")
        #expect(try format(.weight).range(70.6, 75).text == "70.6 – 75.0\u{A0}kg")
        #expect(try format(.distance).figure(5_230).text == "5.23\u{A0}km")
        #expect(try format(.bloodPressure).pair(118.2, 75.6).text == "118/76\u{A0}mmHg")
        #expect(try format(.exerciseTime).figure(26_640).number == "7\u{A0}h 24\u{A0}min")
    }
}
