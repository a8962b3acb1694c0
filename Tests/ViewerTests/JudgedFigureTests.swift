import ChartCore
import Charts
import Geometry
import HealthData
import Localization
import Testing

@testable import Viewer

/// Figures with a category, or with parts: nights by stages, zones, targets.
@MainActor @Suite struct JudgedFigureTests {
    private let locale = LocaleFormat(identifier: "C")

    private func calendar(_ zone: String) throws -> CivilCalendar {
        CivilCalendar(zone: try ZoneRules.named(zone), firstWeekday: .monday)
    }

    private func metricChart(
        _ id: MetricID, _ columns: SampleColumns, _ calendar: CivilCalendar,
        _ range: Extent
    ) throws -> MetricChart {
        let data = MetricData(
            MetricSamples(metric: try #require(Metric(id)), columns: columns), calendar: calendar)
        let x = Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        x.updater.setSource(range, update: true)
        let made = MetricChart.make(
            data, x: x, calendar: calendar, locale: locale, theme: .light)
        _ = made.rangeDidChange(range, at: PictureMoment(time: 0, isSettled: true, duration: 0))
        return made
    }

    // MARK: Sleep

    /// From 22:00 on: an hour of each of deep, core and REM sleep, half an hour awake, and a
    /// quarter of an hour without a stage.
    private func night(from start: Double, _ columns: inout SampleColumns) {
        var time = start
        for (stage, length) in [
            (SleepStage.core, 3600.0), (.deep, 3600), (.awake, 1800), (.rem, 3600), (.asleep, 900),
        ] {
            columns.append(
                start: time, end: time + length, value: Double(stage.rawValue), source: 0)
            time += length
        }
    }

    @Test(
        "A night counts once, on the day it ends, even if clocks change",
        arguments: [
            ("Europe/Berlin", CivilDate(year: 2026, month: 10, day: 25)),
            ("Europe/Berlin", CivilDate(year: 2026, month: 3, day: 29)),
            ("Pacific/Apia", CivilDate(year: 2026, month: 5, day: 2)),
        ]) func nights(zone: String, date: CivilDate) throws
    {
        let calendar = try calendar(zone)
        var columns = SampleColumns()
        let nap = calendar.next(.day, after: calendar.start(of: date)) - 10 * 3600
        for day in 0..<3 {
            night(from: calendar.start(of: date.adding(days: day)) - 2 * 3600, &columns)
            // An afternoon's nap is of its own day.
            if day == 0 { columns.append(start: nap, end: nap + 1200, value: 1, source: 0) }
        }
        let week = calendar.span(of: .week, containing: calendar.start(of: date))
        let metricChart = try metricChart(.sleep, columns, calendar, week)
        let days = try #require(metricChart.bars).ladder.days
        let length = 3.0 * 3600 + 900
        #expect(days.buckets.map(\.sum) == [length + 1200, length, length])
        #expect(
            days.buckets.map(\.span.min)
                == (0..<3).map {
                    calendar.start(of: date.adding(days: $0))
                })
    }

    /// In Cairo the clock was set back from midnight to eleven, in Nuuk forward from eleven to
    /// midnight.
    @Test(
        "A night begins at six on the wall clock, even if it changes before midnight",
        arguments: [
            // 18:15 and 17:45 local time.
            ("Africa/Cairo", 29, 10, 15, 15, 30), ("Africa/Cairo", 29, 10, 14, 45, 29),
            ("America/Nuuk", 28, 3, 19, 45, 28), ("America/Nuuk", 28, 3, 20, 15, 29),
        ]) func evenings(
            zone: String, day: Int, month: Int, hour: Int, minute: Int, counted: Int
        ) throws
    {
        let calendar = try calendar(zone)
        let start = CivilCalendar(zone: .utc).instant(
            of: CivilDate(year: 2026, month: month, day: day), hour: hour, minute: minute)
        var columns = SampleColumns()
        columns.append(
            start: start, end: start + 600, value: Double(SleepStage.core.rawValue), source: 0)
        let nights = SleepNights(columns, calendar: calendar)
        let days = nights.asleep.days.buckets
        #expect(days.map(\.sum) == [600])
        #expect(
            days.map { calendar.date(of: $0.span.mid) }
                == [CivilDate(year: 2026, month: month, day: counted)])
    }

    @Test("The times of any set of stages add up") func stagesTogether() throws {
        let calendar = try calendar("Europe/Berlin")
        var columns = SampleColumns()
        var sums: [SleepStage: [CivilDate: Double]] = [:]
        let stages: [SleepStage] = [.core, .deep, .awake, .rem, .core]
        for night in 0..<40 {
            let day = CivilDate(year: 2026, month: 3, day: 1).adding(days: night)
            var time = calendar.start(of: day) - 1800
            if night % 7 == 3 {
                // Nothing else is known about this one.
                columns.append(
                    start: time, end: time + 20_000, value: Double(SleepStage.inBed.rawValue),
                    source: 0)
                sums[.inBed, default: [:]][day, default: 0] += 20_000
                continue
            }
            for (index, stage) in stages.enumerated() {
                let end = time + Double(1000 + 137 * ((night + index) % 5))
                columns.append(
                    start: time, end: end, value: Double(stage.rawValue), source: 0)
                sums[stage, default: [:]][day, default: 0] += end - time
                time = end
            }
        }
        let nights = SleepNights(columns, calendar: calendar)
        #expect(nights.present == [.deep, .core, .rem, .inBed])
        for choice in 0..<16 {
            let chosen = nights.present.indices.filter { choice >> $0 & 1 == 1 }
                .map { nights.present[$0] }
            var expected: [CivilDate: Double] = [:]
            for stage in chosen {
                expected.merge(sums[stage] ?? [:]) { $0 + $1 }
            }
            let days = nights.ladder(of: chosen).days.buckets
            #expect(days.count == expected.count)
            for bucket in days {
                let sum = expected[calendar.date(of: bucket.span.mid)] ?? .nan
                #expect(abs(bucket.sum - sum) < 1e-6)
            }
        }
    }

    /// Half past ten in the evening till six, in bed.
    private func bed(
        before day: CivilDate, _ calendar: CivilCalendar, _ columns: inout SampleColumns
    ) {
        let midnight = calendar.start(of: day)
        columns.append(
            start: midnight - 5400, end: midnight + 6 * 3600,
            value: Double(SleepStage.inBed.rawValue), source: 0)
    }

    @Test("Nights with only the time in bed are shown as such") func inBed() throws {
        let calendar = try calendar("Europe/Berlin")
        let day = CivilDate(year: 2026, month: 5, day: 4)
        var columns = SampleColumns()
        for index in 0..<3 { bed(before: day.adding(days: index), calendar, &columns) }
        let week = calendar.span(of: .week, containing: calendar.start(of: day))
        let metricChart = try metricChart(.sleep, columns, calendar, week)
        metricChart.show(NightView.hours, at: .immediate)
        #expect(!metricChart.isAllHidden)
        #expect(metricChart.bars?.mark.totals.buckets.map(\.sum) == [27_000, 27_000, 27_000])
        #expect(metricChart.bars?.mark.color == Theme.light.inBed)
        #expect(metricChart.legend.map(\.id) == ["inBed"])
        #expect(metricChart.data.extent.contains(calendar.start(of: day)))
        let reading = try #require(metricChart.reading(at: calendar.start(of: day) + 3600))
        #expect(reading.rows.map(\.name) == ["In bed"])
        #expect(
            metricChart.figures(over: week).map(\.caption) == [
                "Nightly average, in bed", "Total, in bed",
            ])
        let summary = metricChart.data.summary(
            over: week, isClosed: false, unit: .day, calendar: calendar)
        #expect(summary.isInBed && summary.total == 81_000)
        metricChart.toggle("inBed")
        #expect(metricChart.isAllHidden)
    }

    @Test("Time in bed is not added to sleep, but shown") func inBedBesideStages() throws {
        let calendar = try calendar("Europe/Berlin")
        let day = CivilDate(year: 2026, month: 5, day: 5)
        let midnight = calendar.start(of: day)
        // Two nights in bed; the watch was worn in the second.
        var columns = SampleColumns()
        bed(before: day.adding(days: -1), calendar, &columns)
        bed(before: day, calendar, &columns)
        night(from: midnight - 3600, &columns)
        let week = calendar.span(of: .week, containing: midnight)
        let metricChart = try metricChart(.sleep, columns, calendar, week)
        metricChart.show(NightView.hours, at: .immediate)
        let asleep = 3.0 * 3600 + 900
        #expect(metricChart.bars?.mark.totals.buckets.map(\.sum) == [27_000, asleep])
        #expect(metricChart.legend.map(\.id) == ["deep", "core", "rem", "asleep", "inBed"])
        func rows(_ time: Double) throws -> [String] {
            try #require(metricChart.reading(at: time)).rows.map {
                $0.figure.text.replacing("\u{a0}", with: " ") + " " + $0.name
            }
        }
        #expect(
            try rows(midnight + 3600) == [
                "3 h 15 min ", "15 min Asleep", "1 h REM sleep", "1 h Core sleep",
                "1 h Deep sleep", "7 h 30 min In bed",
            ])
        #expect(try rows(midnight - 3600) == ["7 h 30 min In bed"])
        // The average and the total are of sleep.
        #expect(
            metricChart.figures(over: week).map(\.figure.text)
                == [asleep, asleep].map { metricChart.format.figure($0).text })
        let summary = metricChart.data.summary(
            over: week, isClosed: false, unit: .day, calendar: calendar)
        #expect(!summary.isInBed && summary.total == asleep)
        let before = Extent(min: week.min, max: midnight)
        #expect(metricChart.figures(over: before).first?.caption == "Nightly average, in bed")
        // A record that is only awake is neither sleep nor hidden.
        var awake = SampleColumns()
        awake.append(
            start: midnight, end: midnight + 60, value: Double(SleepStage.awake.rawValue), source: 0
        )
        let other = try self.metricChart(.sleep, awake, calendar, week)
        #expect(!other.isAllHidden)
    }

    @Test("A bar's parts are its stages, and add up to it") func stages() throws {
        let calendar = try calendar("UTC")
        let day = CivilDate(year: 2026, month: 5, day: 6)
        var columns = SampleColumns()
        night(from: calendar.start(of: day) - 7200, &columns)
        let week = calendar.span(of: .week, containing: calendar.start(of: day))
        let metricChart = try metricChart(.sleep, columns, calendar, week)
        metricChart.show(NightView.hours, at: .immediate)
        let marks = metricChart.chart.marks.compactMap { $0 as? TotalsMark }
        #expect(marks.map { $0.totals.buckets.map(\.sum) } == [[11_700], [10_800], [7200], [3600]])
        #expect(Set(marks.map(\.unit)) == [.day])
        let reading = try #require(metricChart.reading(at: calendar.start(of: day) + 3600))
        #expect(
            reading.rows.map(\.name) == ["", "Asleep", "REM sleep", "Core sleep", "Deep sleep"])
        #expect(
            reading.rows.map { $0.figure.text.replacing("\u{a0}", with: " ") } == [
                "3 h 15 min", "15 min", "1 h", "1 h", "1 h",
            ])
        #expect(metricChart.legend.map(\.id) == ["deep", "core", "rem", "asleep"])
        // Without REM sleep the others move together.
        metricChart.toggle("rem")
        let rest = metricChart.chart.marks.compactMap { $0 as? TotalsMark }
        #expect(rest.map { $0.totals.buckets.map(\.sum) } == [[8100], [7200], [3600]])
        #expect(metricChart.legend.map(\.isShown) == [true, true, false, true])
        for stage in ["deep", "core", "asleep"] { metricChart.toggle(stage) }
        #expect(metricChart.isAllHidden)
    }

    @Test("Every part changes its unit together with the bars") func units() throws {
        let calendar = try calendar("Europe/Berlin")
        let day = CivilDate(year: 2026, month: 1, day: 1)
        var columns = SampleColumns()
        for index in 0..<300 {
            night(from: calendar.start(of: day.adding(days: index)) - 7200, &columns)
        }
        let metricChart = try metricChart(
            .sleep, columns, calendar,
            calendar.span(of: .week, containing: calendar.start(of: day)))
        let year = calendar.span(of: .year, containing: calendar.start(of: day))
        metricChart.chart.x.updater.setSource(year, update: true)
        _ = metricChart.rangeDidChange(
            year, at: PictureMoment(time: 1, isSettled: true, duration: 0.3))
        let marks = metricChart.chart.marks.compactMap { $0 as? TotalsMark }
        let unit = try #require(metricChart.bars).unit
        #expect(unit > .day && Set(marks.map(\.unit)) == [unit])
        #expect(metricChart.advance(to: 1.1))
        #expect(!metricChart.advance(to: 1.5))
        #expect(marks.allSatisfy { $0.progress == 1 })
    }

    // MARK: Blood pressure

    private func pressures(
        _ values: [(Double, Double)], every interval: Double, _ calendar: CivilCalendar
    ) throws -> MetricChart {
        var columns = SampleColumns()
        let start = calendar.start(of: CivilDate(year: 2026, month: 5, day: 4)) + 8 * 3600
        for (index, (high, low)) in values.enumerated() {
            let time = start + Double(index) * interval
            columns.append(start: time, end: time, value: high, second: low, source: 0)
        }
        return try metricChart(
            .bloodPressure, columns, calendar,
            calendar.span(of: .week, containing: start))
    }

    @Test("An average of three days is given a category, one of less is not") func category() throws
    {
        let calendar = try calendar("UTC")
        let range = Extent(min: 0, max: 4e9)
        let high = [(140.0, 90.0), (138, 88), (136, 86)]
        func chip(_ metricChart: MetricChart) -> FigureChip? {
            metricChart.figures(over: range).last?.chip
        }
        let daily = try pressures(high, every: 86_400, calendar)
        #expect(chip(daily) == FigureChip(.high, "Hypertension range"))
        #expect(chip(try pressures(high, every: 3600, calendar)) == nil)
        #expect(chip(try pressures([(140, 90)], every: 1, calendar)) == nil)
        // Another guideline has other words for the same value: 138/88.
        var preferences = Preferences()
        preferences.guideline = .aha2025
        daily.follow(preferences)
        #expect(chip(daily) == FigureChip(.high, "Stage 1 range"))
        // Below every zone, as the zones are those of the systolic value: 118/87.
        let low = try pressures([(118, 88), (118, 86), (118, 87)], every: 86_400, calendar)
        #expect(
            chip(low)
                == FigureChip(
                    .high, "Hypertension range (diastolic 87)", short: "Hypertension range"))
        // With hidden zones no category is shown.
        daily.toggle("zones")
        #expect(chip(daily) == nil)
    }

    @Test("Zones are at the guideline's limits, and disappear when hidden") func zones() throws {
        let metricChart = try pressures([(140, 90), (110, 70)], every: 86_400, calendar("UTC"))
        func bands() -> [ClosedRange<Double>] {
            metricChart.chart.background.compactMap { $0 as? Zone }.filter { !$0.isHidden }.map(
                \.range)
        }
        #expect(bands() == [120...135, 135...1000])
        var preferences = Preferences()
        preferences.guideline = .aha2017
        metricChart.follow(preferences)
        #expect(bands() == [120...130, 130...140, 140...1000])
        #expect(metricChart.legend.last?.name == "Blood pressure zones (AHA 2017)")
        metricChart.toggle("zones")
        #expect(bands().isEmpty)
        preferences.guideline = .esc2024
        metricChart.follow(preferences)
        #expect(bands().isEmpty)
        metricChart.toggle("zones")
        #expect(bands() == [120...135, 135...1000])
    }

    // MARK: Glucose

    @Test("The share within the target counts the readings in view") func target()
        throws
    {
        let calendar = try calendar("UTC")
        let start = calendar.start(of: CivilDate(year: 2026, month: 5, day: 4))
        let values = [69.9, 70, 120, 180, 180.1, 300, 54, 100]
        var columns = SampleColumns()
        for (index, value) in values.enumerated() {
            let time = start + Double(index) * 900
            columns.append(start: time, end: time, value: value, source: 0)
        }
        let metricChart = try metricChart(
            .glucose, columns, calendar,
            Extent(min: start, max: start + 86_400))
        func share(_ range: Range<Int>) -> String? {
            metricChart.figures(
                over: Extent(
                    min: start + Double(range.lowerBound) * 900,
                    max: start + Double(range.upperBound) * 900 - 1)
            ).first { $0.caption == "Within target" }?.figure.text
        }
        #expect(share(0..<8)?.hasPrefix("50") == true)
        #expect(share(1..<4)?.hasPrefix("100") == true)
        #expect(share(4..<7)?.hasPrefix("0") == true)
        #expect(share(6..<8)?.hasPrefix("50") == true)
        #expect(metricChart.chart.background.compactMap { ($0 as? Zone)?.range } == [70...180])
    }
}
