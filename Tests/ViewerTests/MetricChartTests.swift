import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geometry
import HealthData
import Ink
import Localization
import Testing
import Text

@testable import Viewer

/// The charts of metrics over a range: units, boards and figures, without a window.
@MainActor @Suite struct MetricChartTests {
    private let locale = LocaleFormat(identifier: "C")

    private func data(
        _ id: MetricID, _ samples: [(start: Double, end: Double, value: Double)],
        _ calendar: CivilCalendar
    ) throws -> MetricData {
        var columns = SampleColumns()
        for sample in samples {
            columns.append(start: sample.start, end: sample.end, value: sample.value, source: 0)
        }
        return MetricData(
            MetricSamples(metric: try #require(Metric(id)), columns: columns), calendar: calendar)
    }

    /// The chart of a metric with the time axis on a range.
    private func metricChart(
        _ data: MetricData, _ calendar: CivilCalendar, _ range: Extent
    ) -> MetricChart {
        let x = Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        x.updater.setSource(range, update: true)
        let made = MetricChart.make(
            data, x: x, calendar: calendar, locale: locale, theme: .light)
        _ = made.rangeDidChange(
            range, at: PictureMoment(time: 0, isSettled: true, duration: 0))
        return made
    }

    private func calendar(_ zone: String) throws -> CivilCalendar {
        CivilCalendar(zone: try ZoneRules.named(zone), firstWeekday: .monday)
    }

    /// Steps at every quarter of an hour of some days.
    private func quarters(
        from first: CivilDate, days: Int, _ calendar: CivilCalendar
    ) -> [(start: Double, end: Double, value: Double)] {
        let start = calendar.start(of: first)
        let end = calendar.start(of: first.adding(days: days))
        return stride(from: start, to: end, by: 900).map { ($0, $0 + 900, 25) }
    }

    // MARK: Hours

    @Test(arguments: [
        ("Europe/Berlin", CivilDate(year: 2026, month: 10, day: 25), 25),
        ("Europe/Berlin", CivilDate(year: 2026, month: 3, day: 29), 23),
        ("Europe/Berlin", CivilDate(year: 2026, month: 6, day: 1), 24),
        ("America/St_Johns", CivilDate(year: 2026, month: 11, day: 1), 25),
        ("Australia/Lord_Howe", CivilDate(year: 2026, month: 4, day: 5), 25),
        ("Australia/Lord_Howe", CivilDate(year: 2026, month: 10, day: 4), 24),
    ]) func aDayHasItsHours(zone: String, date: CivilDate, hours: Int) throws {
        let calendar = try calendar(zone)
        let day = calendar.span(of: .day, containing: calendar.start(of: date))
        let metricChart = metricChart(
            try data(.steps, quarters(from: date.adding(days: -1), days: 3, calendar), calendar),
            calendar, day)
        let totals = try #require(metricChart.bars)
        #expect(totals.unit == .hour)
        let bars = totals.mark.bars.filter { $0.start >= day.min && $0.end <= day.max }
        #expect(bars.count == hours)
        #expect(bars.first?.start == day.min && bars.last?.end == day.max)
        for (bar, next) in zip(bars, bars.dropFirst()) { #expect(bar.end == next.start) }
        // A step every 36 s, independent of clock changes.
        for bar in bars { #expect(abs(bar.value - (bar.end - bar.start) / 36) < 1e-6) }
        // Every hour has its own name on the board.
        let names = try bars.map { bar in
            try #require(metricChart.reading(at: (bar.start + bar.end) / 2)).date
        }
        #expect(Set(names).count == hours, "\(names)")
    }

    @Test func theHourThatComesTwiceIsToldApart() throws {
        let calendar = try calendar("Europe/Berlin")
        let date = CivilDate(year: 2026, month: 10, day: 25)
        let day = calendar.span(of: .day, containing: calendar.start(of: date))
        let metricChart = metricChart(
            try data(.steps, quarters(from: date, days: 1, calendar), calendar), calendar, day)
        func name(_ hours: Double) throws -> String {
            try #require(metricChart.reading(at: day.min + hours * 3600 + 60)).date
        }
        #expect(try name(1) == "Sun 25 Oct, 01:00")
        #expect(try name(2) == "Sun 25 Oct, 02:00 (UTC+2)")
        #expect(try name(3) == "Sun 25 Oct, 02:00 (UTC+1)")
        #expect(try name(4) == "Sun 25 Oct, 03:00")
        #expect(LocaleFormat.offset(-12_600) == "UTC\u{2212}3:30")
        #expect(LocaleFormat.offset(37_800) == "UTC+10:30")
    }

    @Test func aSkippedDayIsNoGap() throws {
        let calendar = try calendar("Pacific/Apia")
        let first = CivilDate(year: 2011, month: 12, day: 26)
        let offsets = [0, 1, 2, 3, 5, 6]
        let days = offsets.map { offset -> (start: Double, end: Double, value: Double) in
            let start = calendar.start(of: first.adding(days: offset))
            return (start, start + 86_400, 100)
        }
        let week = calendar.span(of: .week, containing: days[0].start)
        let metricChart = metricChart(try data(.steps, days, calendar), calendar, week)
        let totals = try #require(metricChart.bars)
        let bars = totals.mark.bars
        #expect(bars.count == 6)
        for (bar, next) in zip(bars, bars.dropFirst()) { #expect(bar.end == next.start) }
        #expect(metricChart.figures(over: week).first?.figure.text == "100")
        _ = metricChart.rangeDidChange(
            Extent(min: week.min - 90 * 86_400, max: week.max + 90 * 86_400),
            at: PictureMoment(time: 0, isSettled: true, duration: 0))
        #expect(totals.unit == .week)
        let board = try #require(metricChart.reading(at: week.mid))
        #expect(board.rows.contains { $0.figure.text == "6 of 6" })
    }

    // MARK: Boards of longer units

    @Test func boardsTellUnitTotalAverageAndDays() throws {
        let calendar = try calendar("Europe/Berlin")
        let first = CivilDate(year: 2026, month: 10, day: 1)
        // Two days are missing in the week of the 12th; the 20th is a day without any steps.
        let offsets = (0..<31).filter { $0 != 12 && $0 != 14 }
        let days = offsets.map { offset -> (start: Double, end: Double, value: Double) in
            let start = calendar.start(of: first.adding(days: offset))
            return (start, start + 3600, offset == 19 ? 0 : 7_000)
        }
        let month = calendar.span(of: .month, containing: days[0].start)
        let metricChart = metricChart(try data(.steps, days, calendar), calendar, month)
        let totals = try #require(metricChart.bars)
        #expect(totals.unit == .day)
        let nothing = calendar.start(of: first.adding(days: 19))
        #expect(totals.stubs.slots.map(\.min) == [nothing], "zero has a stub")
        #expect(metricChart.reading(at: nothing + 60)?.value == 0)
        // A missing day has no reading: the nearest one is shown, under its own name.
        let missing = calendar.start(of: first.adding(days: 12))
        #expect(metricChart.reading(at: missing + 60)?.date == "Mon 12 Oct")
        #expect(metricChart.reading(at: missing + 86_000)?.date == "Wed 14 Oct")

        func show(_ unit: CalendarUnit, days: Double) {
            _ = metricChart.rangeDidChange(
                Extent(min: month.mid - days * 43_200, max: month.mid + days * 43_200),
                at: PictureMoment(time: 0, isSettled: true, duration: 0))
            #expect(totals.unit == unit)
        }
        func rows(_ reading: Reading) -> [String] {
            reading.rows.map { $0.figure.text + " " + $0.name }
        }
        let middle = calendar.start(of: CivilDate(year: 2026, month: 10, day: 14)) + 60
        show(.week, days: 184)
        let week = try #require(metricChart.reading(at: middle))
        #expect(week.date == "Week of 12 October 2026")
        #expect(rows(week) == ["7,000 per day", "35,000 total", "5 of 7 days recorded"])
        #expect(week.value == 7_000 && week.barTop == 7_000)
        // The first of October was a Thursday, and its last day a Saturday.
        let partial = totals.mark.bars.map { $0.color == 1 }
        #expect(partial == [true, false, false, false, true])
        metricChart.show(.total)
        show(.week, days: 184)
        let sum = try #require(metricChart.reading(at: middle))
        #expect(rows(sum) == ["35,000 total", "7,000 per day", "5 of 7 days recorded"])
        #expect(sum.value == 35_000 && sum.barTop == 35_000)
        metricChart.show(.perDay)
        show(.month, days: 365)
        let whole = try #require(metricChart.reading(at: middle))
        #expect(whole.date == "October 2026")
        #expect(rows(whole)[2] == "29 of 31 days recorded")
        show(.quarter, days: 3_000)
        #expect(metricChart.reading(at: middle)?.date == "October – December 2026")
        show(.year, days: 30_000)
        #expect(metricChart.reading(at: middle)?.date == "2026")
        #expect(
            totals.mark.heights.isPartial(at: 0, of: totals.mark.totals),
            "a month's data in a year")
    }

    @Test func averagesCountTheDaysThatHaveData() throws {
        let calendar = try calendar("Europe/Berlin")
        let first = CivilDate(year: 2026, month: 1, day: 1)
        // Every day from the 30th of January to the 2nd of December: 2 days, ten months, 2 days.
        let offsets = 29..<336
        let days = offsets.map { offset -> (start: Double, end: Double, value: Double) in
            let start = calendar.start(of: first.adding(days: offset))
            return (start + 3600, start + 7200, 7_000 + Double(offset % 3) * 1_000)
        }
        let year = calendar.span(of: .year, containing: calendar.start(of: first))
        let metricChart = metricChart(try data(.steps, days, calendar), calendar, year)
        let totals = try #require(metricChart.bars)
        let daily = days.map(\.value).reduce(0, +) / Double(offsets.count)
        func figure(_ caption: String, over range: Extent) throws -> String {
            let figures = metricChart.figures(over: range)
            return try #require(figures.first { $0.caption == caption }).figure.text
        }
        func settle(_ range: Extent, _ unit: CalendarUnit) {
            _ = metricChart.rangeDidChange(
                range, at: PictureMoment(time: 0, isSettled: true, duration: 0, isPage: true))
            #expect(totals.unit == unit)
        }
        settle(year, .month)
        #expect(abs(totals.mean.value - daily) < 1e-6)
        #expect(try figure("Daily average", over: year) == locale.number(Int(daily.rounded())))
        #expect(metricChart.figures(over: year).map(\.caption) == ["Daily average", "Total"])
        // For sums, the line is the mean of the complete ones: those of the ten whole months. The
        // offsets of their days are 31 to 333.
        let ten = days[2..<305].map(\.value).reduce(0, +) / 10
        metricChart.show(.total)
        settle(year, .month)
        #expect(abs(totals.mean.value - ten) < 1e-6)
        #expect(
            try figure("Monthly average", over: year) == locale.number(Int(ten.rounded())))
        #expect(try figure("Daily average", over: year) == locale.number(Int(daily.rounded())))
        // If every bar is complete it is their plain mean.
        let whole = Extent(
            min: calendar.start(of: CivilDate(year: 2026, month: 3, day: 1)),
            max: calendar.start(of: CivilDate(year: 2026, month: 11, day: 1)))
        settle(whole, .month)
        settle(
            Extent(min: whole.min - 86_400 * 100, max: whole.max + 86_400 * 100), .month)
        let full = totals.mark.totals.buckets.filter {
            $0.span.min >= whole.min && $0.span.max <= whole.max
        }
        let shown = metricChart.figures(over: whole)
        #expect(
            shown.first?.figure.text
                == locale.number(
                    Int((full.reduce(0) { $0 + $1.sum } / Double(full.count)).rounded())))
        metricChart.show(.perDay)
        // A bar a day: the line is the daily average.
        let month = calendar.span(
            of: .month, containing: calendar.start(of: CivilDate(year: 2026, month: 12, day: 1)))
        settle(month, .day)
        #expect(abs(totals.mean.value - days.suffix(2).map(\.value).reduce(0, +) / 2) < 1e-9)
        #expect(metricChart.figures(over: month).map(\.caption) == ["Daily average", "Total"])
        // And with a bar an hour it is the average of an hour with data.
        let start = calendar.start(of: CivilDate(year: 2026, month: 6, day: 1))
        let hours = (0..<4).map { (start + Double($0) * 3600, start + Double($0) * 3600 + 60, 5.0) }
        let hourly = self.metricChart(
            try data(.steps, hours, calendar), calendar,
            calendar.span(of: .day, containing: start))
        #expect(hourly.bars?.mean.value == 5)
        #expect(
            hourly.figures(over: calendar.span(of: .day, containing: start)).map(\.caption)
                == ["Hourly average", "Total"])
    }

    @Test func theKindOfPictureStaysUnderAFinger() throws {
        let calendar = try calendar("UTC")
        let date = CivilDate(year: 2026, month: 10, day: 1)
        let month = calendar.span(of: .month, containing: calendar.start(of: date))
        let metricChart = metricChart(
            try data(.steps, quarters(from: date, days: 31, calendar), calendar), calendar, month)
        let totals = try #require(metricChart.bars)
        #expect(totals.unit == .day)
        let year = Extent(min: month.min - 200 * 86_400, max: month.max + 100 * 86_400)
        #expect(
            !metricChart.rangeDidChange(
                year, at: PictureMoment(time: 1, isSettled: false, duration: 0.3)))
        #expect(totals.unit == .day)
        #expect(
            metricChart.rangeDidChange(
                year, at: PictureMoment(time: 1, isSettled: true, duration: 0.3)))
        #expect(totals.unit == .month)
        #expect(totals.mark.movingBars != nil, "and then changes with motion")
        #expect(metricChart.advance(to: 1.1))
        #expect(!metricChart.advance(to: 1.4))
        #expect(totals.mark.movingBars == nil)
    }

    // MARK: Readings and pairs

    @Test func meansAgreeWithPlainArithmetic() throws {
        let calendar = try calendar("Europe/Berlin")
        let start = calendar.start(of: CivilDate(year: 2026, month: 10, day: 1))
        let readings = (0..<31 * 96).map { index -> (start: Double, end: Double, value: Double) in
            let time = start + Double(index) * 900
            return (time, time, 60 + Double((index * 37) % 50))
        }
        let month = calendar.span(of: .month, containing: start)
        let metricChart = metricChart(try data(.heartRate, readings, calendar), calendar, month)
        #expect(metricChart.legend.map(\.id) == ["mean", "range"])
        for day in calendar.spans(of: .day, over: month) {
            let own = readings.filter { $0.start >= day.min && $0.start < day.max }.map(\.value)
            let mean = own.reduce(0, +) / Double(own.count)
            let board = try #require(metricChart.reading(at: day.mid))
            #expect(abs(board.time - day.mid) < 3600 && day.contains(board.time))
            #expect(abs(board.value - mean) < 1e-9)
            #expect(board.rows[3].figure.text == "\(own.count)")
            #expect(board.rows.count == 4)
        }
        metricChart.showAlone("range")
        #expect(metricChart.legend.map(\.isShown) == [false, true])
        #expect(
            metricChart.reading(at: month.mid)?.markers.isEmpty == true, "no mean, no ring on it")
        metricChart.showAlone("range")
        #expect(metricChart.legend.map(\.isShown) == [true, true])
        metricChart.toggle("mean")
        metricChart.toggle("range")
        #expect(metricChart.isAllHidden && metricChart.reading(at: month.mid) == nil)
    }

    /// A plot that is not laid out counts as 780 points wide.
    @Test func pointsThatCannotBeToldApartAreLeftToTheirLine() throws {
        let calendar = try calendar("UTC")
        // One a second: as many are in view as the range has seconds, both ends included.
        let readings = (0..<2_000).map { second -> (start: Double, end: Double, value: Double) in
            (Double(second), Double(second), Double(second % 7))
        }
        let metricChart = metricChart(
            try data(.cadence, readings, calendar), calendar,
            Extent(min: 0, max: 99))
        let chart = metricChart.chart
        let points = try #require(chart.marks.first { $0.id == "measured" })
        let line = try #require(chart.marks.first { $0.id == "line" })
        // 7.8 points apart, 6, 4.9, and back; nothing flickers at the limit.
        for (count, shown) in [(100, true), (130, true), (160, false), (130, false), (119, true)] {
            let range = Extent(min: 0, max: Double(count - 1))
            _ = metricChart.rangeDidChange(
                range, at: PictureMoment(time: 0, isSettled: true, duration: 0))
            #expect(!points.isHidden == shown, "\(count)")
            #expect(!line.isHidden)
        }
    }

    @Test func aColumnOfAnUnknownFileHasNoMeanUntilItIsWanted() throws {
        let calendar = try calendar("UTC")
        let readings = (0..<3_000).map { index -> (start: Double, end: Double, value: Double) in
            let time = Double(index) * 900
            return (time, time, Double(index % 7))
        }
        let range = Extent(min: 0, max: 31 * 86_400)
        let metricChart = metricChart(
            try data(.column("load"), readings, calendar), calendar, range)
        #expect(
            metricChart.legend.map(\.isShown) == [false, true])
        metricChart.toggle("mean")
        #expect(metricChart.legend.first?.isShown == true)
        #expect(metricChart.reading(at: 43_200)?.rows.count == 4)
    }

    @Test func pairsWithoutRoomAreGathered() throws {
        let calendar = try calendar("UTC")
        var columns = SampleColumns()
        for index in 0..<1_000 {
            let time = Double(index) * 43_200
            columns.append(
                start: time, end: time, value: 120 + Double(index % 9),
                second: 70 + Double(index % 5), source: 0)
        }
        let metric = try #require(Metric(.bloodPressure))
        let data = MetricData(MetricSamples(metric: metric, columns: columns), calendar: calendar)
        let month = calendar.span(of: .month, containing: 40 * 86_400)
        let metricChart = metricChart(data, calendar, month)
        let marks = try #require(metricChart.parts.marks as? PairsMarks)
        #expect(marks.unit == nil && marks.meanWindow == .week)
        // Marks need a plot to know their room.
        let fonts = try FontLibrary()
        metricChart.chart.prepare(
            in: Rect(x: 0, y: 0, width: 800, height: 400), deviceScale: 1,
            typesetter: Typesetter(fonts: fonts))
        let year = Extent(min: 0, max: 365 * 86_400)
        #expect(
            metricChart.rangeDidChange(
                year, at: PictureMoment(time: 0, isSettled: true, duration: 0)))
        #expect(marks.unit == .month && marks.meanWindow == .month)
        let board = try #require(metricChart.reading(at: month.mid))
        let own = (0..<1_000).filter { index in
            let time = Double(index) * 43_200
            return time >= month.min && time < month.max
        }
        let sum = own.reduce(0) { $0 + 120 + $1 % 9 }
        let mean = Double(sum) / Double(own.count)
        #expect(abs(board.value - mean) < 1e-9)
        #expect(board.rows.last?.figure.text == "\(own.count)")
        #expect(
            board.rows.map(\.name) == ["average", "ESC 2024", "systolic", "diastolic", "readings"])
        #expect(board.rows[1].figure.text == "Elevated")
        #expect(board.rows[2].figure.text == "120 – 128")
    }

    @Test func timesBelowASecondHaveTheDigitsThatTellThemApart() throws {
        let calendar = CivilCalendar(zone: .utc)
        let labels = TimeLabels(calendar: calendar, locale: locale, slot: nil)
        // 22:13:20 on 14 November 2023.
        let start = 1.7e9
        for (span, expected) in [
            (1.0, ["22:13:20.0", "22:13:20.2"]), (0.01, ["22:13:20.000", "22:13:20.002"]),
            (0.001, ["22:13:20.0000", "22:13:20.0002"]),
        ] {
            var ticker = AxisTicker(margin: 0)
            ticker.update(
                ScaleMapping(kind: .time(calendar), range: Extent(min: start, max: start + span)),
                length: 600
            ) { _ in 100 }
            let step = try #require(ticker.step)
            let texts = ticker.ticks.filter { $0.value >= start - span / 100 }.prefix(2).map {
                labels.label($0, step: step).text
            }
            #expect(Array(texts) == expected)
        }
    }

    @Test func aFollowedFileThatBecameAnotherOneLeavesNothingBehind() throws {
        let calendar = CivilCalendar(zone: .utc)
        let model = ViewerModel(calendar: calendar, locale: locale, theme: .light)
        func snapshot(_ ids: [MetricID]) throws -> ImportSnapshot {
            var snapshot = ImportSnapshot()
            snapshot.metrics = try ids.map { id in
                try data(id, [(0, 0, 1), (86_400, 86_400, 2)], calendar)
            }
            snapshot.report = ImportReport()
            return snapshot
        }
        model.beginReading()
        model.show(try snapshot([.weight, .heartRate]), at: 0)
        #expect(model.order == [.weight, .heartRate] && model.selected == .weight)
        model.show(try snapshot([.heartRate]), at: 1)
        #expect(model.order == [.heartRate] && model.selected == .heartRate)
    }

    @Test func whatWasTouchedStaysWhereItIsWhileAFileGrows() throws {
        let calendar = CivilCalendar(zone: .utc)
        let day = 86_400.0
        /// A reading a day, from day 0 to the given day.
        func snapshot(_ days: Int, isUpdate: Bool) throws -> ImportSnapshot {
            var snapshot = ImportSnapshot()
            snapshot.metrics = [
                try data(
                    .weight, (0...days).map { (Double($0) * day, Double($0) * day, 70) }, calendar)
            ]
            snapshot.report = ImportReport()
            snapshot.isUpdate = isUpdate
            return snapshot
        }
        func opened() throws -> ViewerModel {
            let model = ViewerModel(
                calendar: calendar, locale: locale, theme: .light, period: .week)
            model.appearance.reducesMotion = true
            model.beginReading()
            model.show(try snapshot(100, isUpdate: false), at: 0)
            return model
        }
        let untouched = try opened()
        let before = untouched.x.range
        untouched.show(try snapshot(130, isUpdate: true), at: 1)
        #expect(untouched.x.range.min > before.min, "the newest page is followed")
        #expect(untouched.x.range.contains(130 * day))

        // After any action of the person it stays.
        let touches: [(String, (ViewerModel) -> Void)] = [
            ("a page", { $0.turnPage(by: -1, at: 1) }),
            ("a period", { $0.choose(.month, at: 1) }),
            ("a zoom", { $0.zoom(by: 2, at: 1) }),
            ("everything", { $0.fit(at: 1) }),
            (
                "the overview",
                { OverviewWindow(model: $0).show(Extent(min: 10 * day, max: 20 * day)) }
            ),
        ]
        for (name, touch) in touches {
            let model = try opened()
            touch(model)
            _ = model.advance(to: 2)
            let stood = (model.x.range, model.x.target, model.dates.period)
            for (index, days) in [101, 130, 3_000].enumerated() {
                model.show(try snapshot(days, isUpdate: true), at: 3 + Double(index))
                _ = model.advance(to: 3.5 + Double(index))
                #expect(
                    model.x.range == stood.0 && model.x.target == stood.1
                        && model.dates.period == stood.2, "\(name), \(days) days")
            }
            // The new data can be reached.
            #expect(model.x.panZoom.limits.bounds?.contains(3_000 * day) == true, "\(name)")
            // With less data than before, as in a truncated file, nothing moves either.
            model.show(try snapshot(2, isUpdate: true), at: 9)
            #expect(model.x.range == stood.0, "\(name), cut")
        }
    }

    /// A chart that follows a growing file waits while somebody draws on it.
    @Test func aChartDoesNotMoveAwayUnderAPen() throws {
        let calendar = CivilCalendar(zone: .utc)
        let day = 86_400.0
        func snapshot(_ days: Int) throws -> ImportSnapshot {
            var snapshot = ImportSnapshot()
            let readings = (0...days).map { (Double($0) * day, Double($0) * day, Double($0)) }
            snapshot.metrics = [try data(.weight, readings, calendar)]
            snapshot.report = ImportReport()
            snapshot.isUpdate = days > 100
            return snapshot
        }
        let model = ViewerModel(calendar: calendar, locale: locale, theme: .light, period: .week)
        model.appearance.reducesMotion = true
        model.beginReading()
        model.show(try snapshot(100), at: 0)
        let metric = try #require(model.metricChart)
        metric.chart.prepare(
            in: Rect(x: 0, y: 0, width: 600, height: 300), deviceScale: 1,
            typesetter: Typesetter(fonts: try FontLibrary()))
        let layer = try #require(model.drawings.layer(of: metric))
        let tool = InkTool(layer, color: .named(.red))
        tool.isDrawing = true
        func send(_ kind: InputEvent.Kind, _ dx: Double) {
            let place = metric.chart.plot.center + Vector(dx: dx, dy: 0)
            #expect(tool.handle(InputEvent(time: 1 + dx / 100, position: place, kind: kind)))
        }
        send(.pointerPressed(.left), 0)
        send(.pointerMoved, 20)
        let stood = (model.x.range, metric.chart.y.range)
        model.show(try snapshot(130), at: 2)
        #expect(model.x.range == stood.0 && metric.chart.y.range == stood.1)
        send(.pointerMoved, 40)
        send(.pointerReleased(.left), 40)
        #expect(layer.document.marks.count == 1)
        model.show(try snapshot(140), at: 3)
        #expect(model.x.range.contains(140 * day) && model.x.range != stood.0)
    }
}
