import ChartCore
import Charts
import Foundation
import Geometry
import HealthData
import Localization
import Reports
import SeededRandom
import Testing

@testable import Viewer

/// The time in ranges over the chart of glucose, and the daily profile of any metric.
@MainActor @Suite struct GlucosePictureTests {
    private func calendar() throws -> CivilCalendar {
        CivilCalendar(zone: try ZoneRules.named("Europe/Berlin"), firstWeekday: .monday)
    }

    private func data(
        _ readings: [(time: Double, value: Double)], _ metric: MetricID = .glucose
    ) throws -> MetricData {
        var columns = SampleColumns()
        for one in readings {
            columns.append(start: one.time, end: one.time, value: one.value, source: 0)
        }
        return MetricData(
            MetricSamples(metric: try #require(Metric(metric)), columns: columns),
            calendar: try calendar())
    }

    /// A sensor that reads every five minutes for some days in October, across the change of the clock.
    private func sensor(_ days: Int, seed: UInt64) throws -> [(time: Double, value: Double)] {
        var random = SplitMix(seed: seed)
        let start = try calendar().start(of: CivilDate(year: 2026, month: 10, day: 5))
        var readings: [(time: Double, value: Double)] = []
        for index in 0..<(days * 288) {
            // Some are missing, never long enough to change what is usual.
            if Double.random(in: 0..<1, using: &random) < 0.1 { continue }
            readings.append(
                (start + Double(index) * 300, Double(Int.random(in: 40...300, using: &random))))
        }
        return readings
    }

    private func timeInRange(_ chart: MetricChart, over range: Extent) -> CaptionedFigure? {
        chart.figures(over: range).first { $0.caption == "Time in range" }
    }

    private func numbers(_ text: String) -> [Double] {
        text.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
    }

    /// The shares of pages and of any other range: counted reading by reading, and 100.0 together.
    @Test(arguments: [1, 2] as [UInt64]) func theTimeInRangesAddsUp(_ seed: UInt64) throws {
        let readings = try sensor(40, seed: seed)
        let calendar = try calendar()
        let month = calendar.span(of: .month, containing: readings[0].time)
        let chart = try MetricChart.laidOut(
            data(readings), over: month, in: Size(width: 800, height: 400), calendar)
        var random = SplitMix(seed: seed &+ 9)
        var ranges = [month, calendar.span(of: .day, containing: readings[3_000].time)]
        for _ in 0..<60 {
            let from = readings[0].time + Double.random(in: -9_000..<3e6, using: &random)
            ranges.append(
                Extent(min: from, max: from + Double.random(in: 900..<2e6, using: &random)))
        }
        for range in ranges {
            let inside = readings.filter { range.contains($0.time) }.map(\.value)
            guard inside.count > 0 else { continue }
            let figure = try #require(timeInRange(chart, over: range))
            let chip = try #require(figure.chip)
            let shown = numbers(chip.text)
            let all =
                shown.prefix(2) + [try #require(numbers(figure.figure.number).first)]
                + shown.suffix(2)
            #expect(all.count == 5 && abs(all.reduce(0, +) - 100) < 1e-9, "\(all)")
            let counts = [
                inside.count { $0 < 54 }, inside.count { $0 >= 54 && $0 < 70 },
                inside.count { $0 >= 70 && $0 <= 180 }, inside.count { $0 > 180 && $0 <= 250 },
                inside.count { $0 > 250 },
            ]
            for (share, count) in zip(all, counts) {
                #expect(abs(share - Double(count) / Double(inside.count) * 100) < 0.1)
            }
            #expect(chip.text.contains("very low") && figure.words.contains(chip.text))
        }
    }

    /// The window and the report say the same.
    @Test func theReportHasTheSameShares() throws {
        let readings = try sensor(28, seed: 5)
        let calendar = try calendar()
        let first = calendar.date(of: readings[0].time)
        let period = ReportPeriod(from: first, to: first.adding(days: 27), calendar: calendar)
        let profile = try #require(
            GlucoseProfile(
                readings.map { GlucoseReading(time: $0.time, value: $0.value) }, period: period,
                unit: .milligrams))
        guard case .readings(let own) = try data(readings).content else { throw Missing() }
        let permille = own.timeInRanges?.permille(
            of: 0..<own.series.count, in: own.series, unit: .milligrams)
        #expect(permille == profile.permille && permille?.reduce(0, +) == 1_000)
    }

    /// A meter says nothing of the time between its readings.
    @Test func aMeterHasAShareOfReadings() throws {
        let calendar = try calendar()
        let start = calendar.start(of: CivilDate(year: 2026, month: 10, day: 5))
        let readings = (0..<60).map {
            (time: start + Double($0) * 28_800, value: 60 + Double($0) * 3)
        }
        let month = calendar.span(of: .month, containing: start)
        let chart = try MetricChart.laidOut(
            data(readings), over: month, in: Size(width: 800, height: 400), calendar)
        #expect(chart.figures(over: month).first?.caption == "Within target")
        #expect(!chart.hasChips && timeInRange(chart, over: month) == nil)
        let one = try MetricChart.laidOut(
            data([readings[0]]), over: month, in: Size(width: 800, height: 400), calendar)
        #expect(one.figures(over: month).count == 3)
    }

    /// The profile of a metric: the percentiles of the readings of a quarter of an hour and its neighbours,
    /// smoothed, from a sort of their own.
    @Test func theProfileIsThatOfTheClock() throws {
        let calendar = try calendar()
        var readings: [(time: Double, value: Double)] = []
        var random = SplitMix(seed: 11)
        var date = CivilDate(year: 2026, month: 6, day: 1)
        for _ in 0..<120 {
            let start = calendar.start(of: date)
            for minute in stride(from: 0, to: 1440, by: 5) {
                readings.append(
                    (
                        start + Double(minute) * 60,
                        60 + Double(minute) / 60 + Double.random(in: -9...9, using: &random)
                    ))
            }
            date = date.adding(days: 1)
        }
        let data = try data(readings, .heartRate)
        #expect(DayProfile.exists(for: data))
        let all = Extent(min: readings[0].time, max: calendar.start(of: date))
        let profile = try #require(DayProfile(data, over: all, calendar))
        #expect(profile.days == 90, "what is longer ago is left out")
        let from = calendar.start(of: date.adding(days: -90))
        func percentile(_ bin: Int, _ part: Double) -> Double {
            let pool = readings.filter { reading in
                guard reading.time >= from else { return false }
                // No clock changes in these months: the offset is two hours.
                let minute = Int(reading.time + 7_200) % 86_400 / 60
                let distance = (minute / 15 - bin + 96) % 96
                return distance <= 1 || distance == 95
            }.map(\.value).sorted()
            let place = part * Double(pool.count - 1)
            let low = Int(place)
            return pool[low] + (pool[min(low + 1, pool.count - 1)] - pool[low])
                * (place - Double(low))
        }
        for bin in [0, 31, 95] {
            for (index, part) in [0.05, 0.25, 0.5, 0.75, 0.95].enumerated() {
                let expected =
                    (percentile((bin + 95) % 96, part) + 4 * percentile(bin, part)
                        + percentile((bin + 1) % 96, part)) / 6
                let found = try #require(profile.day.bins[bin]).percentiles[index]
                #expect(abs(found - expected) < 1e-9)
            }
        }
        #expect(
            DayProfile(data, over: Extent(min: all.min, max: all.min + 4 * 86_400), calendar) == nil
        )
        let daily = stride(from: 0, to: readings.count, by: 288).map { readings[$0] }
        #expect(!DayProfile.exists(for: try self.data(daily, .restingHeartRate)))
    }

    /// By its name in the list of commands, with its figures in the tree, in windows of every size.
    @Test(arguments: [Size(width: 360, height: 480), Size(width: 1_100, height: 720)])
    func theProfileOpensByName(_ size: Size) throws {
        let files = try TestFiles()
        var text = "date,glucose (mg/dL)\n"
        for day in 1...14 {
            for quarter in 0..<96 {
                let clock = String(format: "%02d:%02d", quarter / 4, quarter % 4 * 15)
                text += String(format: "2026-10-%02d ", day) + clock + ",\(100 + quarter)\n"
            }
        }
        let zone = try ZoneRules.named("Europe/Berlin")
        let rig = try ViewerRig(
            ViewerOptions(
                files: [files.write(text, "sensor.csv")], zone: zone, metric: "glucose",
                period: .month,
                date: CivilCalendar(zone: zone).start(of: CivilDate(year: 2026, month: 10, day: 5)),
                theme: .light, size: size, library: ":memory:"))
        let average = try #require(
            rig.node("figures")?.children.first { $0.name == "Time in range" }
                ?? rig.node("figures")?.children.last)
        #expect(!average.value.isEmpty)
        #expect(rig.viewer.controller.commands.run(.showDayProfile))
        rig.frame(after: 0.1)
        let noon = try #require(rig.node("profile.4"))
        // Each of 14 days has 147, 148 and 149 around noon: the median is 148.
        #expect(noon.value.hasPrefix("median 148"))
        #expect(rig.node("profile.message")?.name.contains("14 days with readings") == true)
        #expect(rig.node("dialog")?.frame.width == size.width)
        rig.press(.escape)
        #expect(rig.node("profile.message") == nil)
    }

    private struct Missing: Error {}
}
