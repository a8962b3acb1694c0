import ChartCore
import Charts
import Foundation
import Geometry
import HealthData
import SeededRandom
import Testing

@testable import Viewer

/// Readings with many a day as capsules: their ends and means against all readings of each unit.
@MainActor @Suite struct CapsuleTests {
    private func calendar() throws -> CivilCalendar {
        CivilCalendar(zone: try ZoneRules.named("Europe/Berlin"), firstWeekday: .monday)
    }

    private func chart(
        _ metric: MetricID, _ readings: [(time: Double, value: Double)], over range: Extent,
        width: Double = 840
    ) throws -> MetricChart {
        var columns = SampleColumns()
        for one in readings {
            columns.append(start: one.time, end: one.time, value: one.value, source: 0)
        }
        let data = MetricData(
            MetricSamples(metric: try #require(Metric(metric)), columns: columns),
            calendar: try calendar())
        return try MetricChart.laidOut(
            data, over: range, in: Size(width: width, height: 420), calendar())
    }

    /// Readings at random times, a number a day on average, for some days from 2026 on.
    private func readings(
        _ perDay: Double, days: Int, values: ClosedRange<Int>, seed: UInt64
    ) throws -> [(time: Double, value: Double)] {
        var random = SplitMix(seed: seed)
        let start = try calendar().start(of: CivilDate(year: 2026, month: 1, day: 1))
        return (0..<Int(perDay * Double(days))).map { _ in
            (
                time: start + Double.random(in: 0..<Double(days) * 86_400, using: &random),
                value: Double(Int.random(in: values, using: &random))
            )
        }.sorted { $0.time < $1.time }
    }

    private func picture(_ chart: MetricChart) throws -> MeansPicture? {
        let marks = try #require(chart.parts.marks as? ReadingsMarks)
        return marks.hasMeans ? marks.picture : nil
    }

    /// Every capsule of a unit against the readings between its ends, which the calendar of Foundation gives.
    @Test(arguments: [5.0, 24, 300]) func capsulesReachFromTheLeastToTheGreatest(
        _ perDay: Double
    ) throws {
        let all = try readings(perDay, days: 360, values: 40...180, seed: UInt64(perDay))
        let calendar = try calendar()
        var own = Calendar(identifier: .iso8601)
        own.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let may = calendar.start(of: CivilDate(year: 2026, month: 5, day: 13))
        let year = calendar.span(of: .year, containing: may)
        let half = Extent(
            min: calendar.start(of: .week, containing: may),
            max: calendar.start(of: .week, containing: may) + 26 * 604_800)
        for (range, unit, component) in [
            (calendar.span(of: .week, containing: may), CalendarUnit.day, Calendar.Component.day),
            (calendar.span(of: .month, containing: may), .day, .day),
            (half, .week, .weekOfYear), (year, .month, .month),
        ] {
            let made = try chart(.heartRate, all, over: range)
            let picture = try #require(try picture(made))
            #expect(picture.unit == unit)
            #expect(made.legend.map(\.name) == ["Mean", "Lowest to highest"])
            let series = picture.capsules.series
            let slice = series.slice(over: range)
            #expect(slice.count >= 7)
            for index in slice {
                let span = try #require(
                    own.dateInterval(
                        of: component, for: Date(timeIntervalSince1970: series.times[index])))
                let inside = all.filter {
                    $0.time >= span.start.timeIntervalSince1970
                        && $0.time < span.end.timeIntervalSince1970
                }.map(\.value)
                #expect(series.lows[index] == inside.min())
                #expect(series.highs[index] == inside.max())
                let mean = picture.line.source.value(
                    at: try #require(
                        (0..<picture.line.source.count).first {
                            picture.line.source.time(at: $0) == series.times[index]
                        }))
                #expect(abs(mean - inside.reduce(0, +) / Double(inside.count)) < 1e-9)
            }
            // The axis shows all of every capsule.
            #expect(made.chart.y.range.contains(series.valueExtent(of: slice)))
        }
    }

    /// Whether there are capsules is decided by the readings, not by the metric.
    @Test func fewReadingsStayAsTheyAre() throws {
        let calendar = try calendar()
        let day = calendar.start(of: CivilDate(year: 2026, month: 5, day: 13))
        let (week, month, year) = (
            calendar.span(of: .week, containing: day), calendar.span(of: .month, containing: day),
            calendar.span(of: .year, containing: day)
        )
        let daily = (0..<360).map {
            (time: year.min + Double($0) * 86_400 + 25_200, value: Double(50 + $0 % 9))
        }
        #expect(try picture(chart(.restingHeartRate, daily, over: month)) == nil)
        #expect(try picture(chart(.restingHeartRate, daily, over: year))?.unit == .month)
        let weekly = stride(from: 0, to: 360, by: 7).map { daily[$0] }
        #expect(try picture(chart(.restingHeartRate, weekly, over: year)) == nil)
        let many = try readings(6, days: 360, values: 90...100, seed: 3)
        #expect(try picture(chart(.oxygen, many, over: week))?.unit == .day)
        let today = calendar.span(of: .day, containing: day)
        #expect(try picture(chart(.oxygen, many, over: today)) == nil, "each is apart")
        let dense = try readings(1_000, days: 200, values: 50...160, seed: 4)
        #expect(try picture(chart(.heartRate, dense, over: today))?.unit == .hour)
        // Two months of a year are weeks.
        let few = try readings(100, days: 60, values: 50...160, seed: 6)
        #expect(try picture(chart(.heartRate, few, over: year))?.unit == .week)
        // A weight has its trend at any distance.
        let weights = try readings(6, days: 360, values: 70...74, seed: 5)
        #expect(try picture(chart(.weight, weights, over: year)) == nil)
        // All readings have one value.
        let equal = (0..<5_000).map { (time: year.min + Double($0) * 3_600, value: 60.0) }
        let made = try chart(.heartRate, equal, over: month)
        #expect(made.chart.y.range.isProper && made.reading(at: day)?.value == 60)
        #expect(try chart(.heartRate, [equal[0]], over: month).chart.y.range.isProper)
    }

    /// The axis of a share ends at 100 %.
    @Test func aShareIsClosedAtTheTop() throws {
        let calendar = try calendar()
        let day = calendar.start(of: CivilDate(year: 2026, month: 5, day: 13))
        let all = try readings(8, days: 200, values: 91...100, seed: 8)
        for unit in [CalendarUnit.day, .week, .month] {
            for width in [300.0, 840, 1_700] {
                let made = try chart(
                    .oxygen, all, over: calendar.span(of: unit, containing: day), width: width)
                #expect(made.chart.y.range.max == 100, "\(unit), \(width)")
            }
        }
    }
}
