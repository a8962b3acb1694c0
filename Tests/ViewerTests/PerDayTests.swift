import ChartCore
import Charts
import Foundation
import Geometry
import HealthData
import Localization
import SeededRandom
import Testing

@testable import Viewer

/// Bars, figures, boards and the dotted line of random records, against sums over their days.
@MainActor @Suite struct PerDayTests {
    private let locale = LocaleFormat(identifier: "C")

    private struct Dice {
        private var numbers: LinearCongruence

        init(state: UInt64) { numbers = LinearCongruence(seed: state) }

        mutating func part() -> Double { numbers.unit() }

        mutating func number(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + Int(part() * Double(range.count))
        }
    }

    private func chart(
        _ data: MetricData, _ calendar: CivilCalendar, _ range: Extent
    )
        -> MetricChart
    {
        let x = Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        x.updater.setSource(range, update: true)
        let made = MetricChart.make(
            data, x: x, calendar: calendar, locale: locale, theme: .light)
        settle(made, range)
        return made
    }

    private func settle(_ metricChart: MetricChart, _ range: Extent) {
        _ = metricChart.rangeDidChange(
            range, at: PictureMoment(time: 0, isSettled: true, duration: 0))
    }

    private let settled = PictureMoment(time: 0, isSettled: true, duration: 0)

    /// A random record: one sample in the morning of some days, and the sum of each of those days.
    private struct Record {
        let calendar: CivilCalendar
        let metric: Metric
        let first: CivilDate
        var sums: [Int: Double] = [:]
        /// The number of the last day of the file.
        var lastDay = 0
        var columns = SampleColumns()

        init(_ seed: UInt64) throws {
            var dice = Dice(state: seed)
            let zones = ["Europe/Berlin", "America/New_York", "Pacific/Apia", "UTC"]
            calendar = CivilCalendar(
                zone: try ZoneRules.named(zones[dice.number(0...3)]),
                firstWeekday: dice.part() < 0.5 ? .monday : .sunday)
            let ids: [MetricID] = [.steps, .flights, .workouts, .exerciseTime, .distance]
            metric = try #require(Metric(ids[dice.number(0...4)]))
            first = CivilDate(year: dice.number(2009...2026), month: 1, day: 1)
                .adding(days: dice.number(0...364))
            let length = dice.number(2...1_500)
            let density = [0.02, 0.3, 0.8, 1][dice.number(0...3)]
            for day in 0..<length where day == 0 || dice.part() < density {
                let start = calendar.start(of: first.adding(days: day)) + 6 * 3600
                let value = Double(dice.number(1...20_000))
                let end = start + (metric.id == .workouts ? (value / 2).rounded() : 600)
                // A date that the zone skipped is the next one.
                let own = calendar.date(of: start).days - first.days
                guard sums[own] == nil else { continue }
                columns.append(start: start, end: end, value: value, source: 0)
                sums[own] = metric.id == .workouts ? end - start : value
            }
            lastDay = (sums.keys.max() ?? 0) + dice.number(0...60)
            count()
        }

        /// The end of the last day of the file.
        var end: Double { calendar.start(of: first.adding(days: lastDay + 1)) }

        /// The days that count: their starts in order, and their sums.
        private(set) var counted: [(start: Double, sum: Double)] = []

        private mutating func count() {
            var all = sums
            if metric.missingDays == .zero {
                for day in 0...lastDay where all[day] == nil {
                    // Not a date that the zone skipped.
                    let date = first.adding(days: day)
                    if calendar.date(of: calendar.start(of: date)) == date { all[day] = 0 }
                }
            }
            counted = all.keys.sorted().map {
                (calendar.start(of: first.adding(days: $0)), all[$0] ?? 0)
            }
        }

        /// The sum of the days of a span that count, and their number.
        func figures(_ span: Extent) -> (sum: Double, days: Int) {
            var (low, high) = (0, counted.count)
            while low < high {
                let middle = (low + high) / 2
                if counted[middle].start < span.min { low = middle + 1 } else { high = middle }
            }
            var result = (sum: 0.0, days: 0)
            while low < counted.count, counted[low].start < span.max {
                result.sum += counted[low].sum
                result.days += 1
                low += 1
            }
            return result
        }
    }

    @Test("Headline, line, board and table agree with the days, in 500 random records")
    func randomRecords() throws {
        var lines = 0
        for seed in 0..<500 {
            let record = try Record(UInt64(seed))
            var dice = Dice(state: UInt64(seed) ^ 0xABCD)
            let samples = MetricSamples(metric: record.metric, columns: record.columns)
            var data = MetricData(samples, calendar: record.calendar)
            data = data.countingDays(until: record.end) ?? data
            let extent = data.extent
            let from = extent.min - 5 * 86_400 + dice.part() * extent.length * 0.5
            let range = Extent(
                min: from, max: from + max(4 * 86_400, dice.part() * extent.length * 1.2))
            let metricChart = chart(data, record.calendar, range)
            let bars = try #require(metricChart.bars)
            let spans = Array(
                record.calendar.spans(of: bars.unit, over: range.expanded(by: 400 * 86_400))
            ).filter { $0.mid >= range.min && $0.mid < range.max }
            let wanted = spans.map { span in
                let figures = record.figures(span)
                return (span, figures.sum, figures.days)
            }.filter { $0.2 > 0 }
            let sum = wanted.reduce(0) { $0 + $1.1 }
            let days = wanted.reduce(0) { $0 + $1.2 }
            for amount in BarAmount.allCases {
                metricChart.show(amount, at: settled)
                settle(metricChart, range)
                try expectHeadline(metricChart, range, sum, days, "\(seed)")
                let heights = bars.mark.bars.filter {
                    ($0.start + $0.end) / 2 >= range.min && ($0.start + $0.end) / 2 < range.max
                }
                #expect(heights.count == wanted.count, "\(seed)")
                if bars.mean.value.isFinite {
                    let complete = heights.filter { $0.color == 0 }
                    let own = amount == .total && bars.unit > .day ? complete : heights
                    let (low, high) = (own.map(\.value).min(), own.map(\.value).max())
                    let slack = 1e-9 * max(1, high ?? 0)
                    #expect(bars.mean.value >= (low ?? .infinity) - slack, "\(seed)")
                    #expect(bars.mean.value <= (high ?? -.infinity) + slack, "\(seed)")
                    if amount == .perDay {
                        #expect(abs(bars.mean.value - sum / Double(days)) <= slack, "\(seed)")
                    }
                    lines += 1
                }
                for (span, sum, days) in wanted where dice.part() < 0.2 {
                    try expectBoard(metricChart, span, sum, days, "\(seed)")
                }
            }
            try expectTable(metricChart, samples, record)
        }
        #expect(lines > 300)
    }

    private func expectHeadline(
        _ metricChart: MetricChart, _ range: Extent, _ sum: Double, _ days: Int, _ name: String
    ) throws {
        let figures = metricChart.figures(over: range)
        func text(_ caption: String) -> String? {
            figures.first { $0.caption == caption }?.figure.text
        }
        // Without a bar that is mostly in view, figures are about the days in view.
        guard days > 0 else { return }
        let format = metricChart.format
        #expect(text("Total") == format.figure(sum).text, "\(name)")
        #expect(text("Daily average") == format.average(sum / Double(days)).text, "\(name)")
    }

    private func expectBoard(
        _ metricChart: MetricChart, _ span: Extent, _ sum: Double, _ days: Int, _ name: String
    ) throws {
        let unit = try #require(metricChart.bars).unit
        let reading = try #require(metricChart.reading(at: span.mid))
        let format = metricChart.format
        guard unit > .day else {
            #expect(unit == .day && abs(reading.value - sum) < 1e-6, "\(name)")
            return
        }
        func text(_ row: String) -> String? {
            reading.rows.first { $0.name == row }?.figure.text
        }
        #expect(text("total") == format.figure(sum).text, "\(name)")
        #expect(text("per day") == format.average(sum / Double(days)).text, "\(name)")
        let isAverage = metricChart.barAmount == .perDay
        #expect(abs(reading.value - (isAverage ? sum / Double(days) : sum)) < 1e-6, "\(name)")
        #expect(reading.rows.first?.name == (isAverage ? "per day" : "total"))
        // All dates of the unit, without one that the zone skipped.
        let calendar = metricChart.calendar
        let whole = Array(calendar.spans(of: .day, over: span)).count
        let caption = metricChart.metric.missingDays == .zero ? "days counted" : "days recorded"
        #expect(
            text(caption) == "\(locale.number(days)) of \(locale.number(whole))", "\(name)")
    }

    /// The rows of `oresen table --bucket month` against the totals of the bars of months, and
    /// those of the bars' own unit against the headline.
    private func expectTable(
        _ metricChart: MetricChart, _ samples: MetricSamples, _ record: Record
    ) throws {
        let source = Source(name: "phone", kind: .phone, file: 0)
        let rows = BucketTable.rows(
            HealthRecords(samples: [samples], sources: [source]), metric: record.metric.id,
            unit: .month, calendar: record.calendar)
        let months = try #require(metricChart.bars?.ladder[.month])
        for row in rows {
            let index = try #require(months.index(containing: (row.start + row.end) / 2))
            let sum = try #require(row.components[0].sum)
            #expect(abs(sum - months.buckets[index].sum) < 1e-6)
        }
        let bars = try #require(metricChart.bars)
        let range = metricChart.chart.x.target
        let inView = BucketTable.rows(
            HealthRecords(samples: [samples], sources: [source]), metric: record.metric.id,
            unit: bars.unit, calendar: record.calendar
        ).filter { range.min <= ($0.start + $0.end) / 2 && ($0.start + $0.end) / 2 < range.max }
        guard !inView.isEmpty else { return }
        let total = inView.reduce(0) { $0 + ($1.components[0].sum ?? 0) }
        #expect(
            metricChart.figures(over: range).first { $0.caption == "Total" }?.figure.text
                == metricChart.format.figure(total).text)
    }

    // MARK: Missing days

    private func year(_ id: MetricID, on days: [Int]) throws -> (MetricData, CivilCalendar) {
        let calendar = CivilCalendar(zone: .utc)
        let first = calendar.start(of: CivilDate(year: 2025, month: 1, day: 1))
        var columns = SampleColumns()
        for day in days {
            let start = first + Double(day) * 86_400 + 36_000
            columns.append(start: start, end: start + 3600, value: 3600, source: 0)
        }
        return (
            MetricData(
                MetricSamples(metric: try #require(Metric(id)), columns: columns),
                calendar: calendar), calendar
        )
    }

    @Test("An hour of exercise on each Wednesday is an hour in seven days, and not an hour a day")
    func missingMeansNothing() throws {
        // 2025 began on a Wednesday. 52 weeks to the 30th of December, and one day more.
        let wednesdays = Array(stride(from: 0, to: 364, by: 7))
        let (data, calendar) = try year(.exerciseTime, on: wednesdays)
        let range = calendar.span(of: .year, containing: data.extent.min)
        let end = range.min + 364 * 86_400
        let filled = try #require(data.countingDays(until: end))
        #expect(filled.countingDays(until: end) == nil, "nothing changes")
        #expect(filled.extent.max == end && filled.recordedExtent == data.extent)
        let metricChart = chart(filled, calendar, range)
        #expect(metricChart.bars?.unit == .month)
        #expect(abs((metricChart.bars?.mean.value ?? 0) - 3600.0 / 7) < 1e-9)
        // April 2025 has five Wednesdays: the 2nd, 9th, 16th, 23rd and 30th.
        let april = try #require(
            metricChart.reading(
                at: calendar.start(of: CivilDate(year: 2025, month: 4, day: 15))))
        #expect(abs(april.value - 5 * 3600.0 / 30) < 1e-9)
        #expect(
            april.rows.map { $0.figure.text.replacing("\u{a0}", with: " ") + " " + $0.name } == [
                "10 min per day", "5 h total", "30 of 30 days counted",
                "5 of 30 days with records",
            ])
        // The summary of a span counts in the same way.
        let span = calendar.span(of: .month, containing: april.time)
        let summary = filled.summary(
            over: span, isClosed: false, unit: .month, calendar: calendar)
        #expect(summary.daysWithData == 5)
        #expect(abs((summary.parts.first?.values.mean ?? 0) - 600) < 1e-9)
        // If the same days of steps have no record, they are missing.
        let (steps, _) = try year(.steps, on: wednesdays)
        #expect(steps.countingDays(until: end) == nil)
        #expect(abs((chart(steps, calendar, range).bars?.mean.value ?? 0) - 3600) < 1e-9)
    }

    @Test("What is only recorded when it happens has days of 0, and what is worn has not")
    func whatMissingDaysMean() {
        let occasions = Metric.catalogue.filter { $0.missingDays == .zero }.map(\.id)
        #expect(
            Set(occasions) == [
                .flights, .exerciseTime, .workouts, .route, .mindfulTime, .swimmingStrokes, .falls,
                .inhalerUses,
            ])
        // A day of 0 has a meaning only in a total.
        #expect(
            Metric.catalogue.allSatisfy {
                $0.missingDays == .unknown || $0.aggregation == .sum || $0.id == .workouts
            })
    }

    @Test("The average of small whole numbers has a decimal") func decimals() throws {
        let (flights, calendar) = try year(.flights, on: [0, 1, 2])
        let format = chart(flights, calendar, flights.extent).format
        let texts = [4.3, 4.04, 99.96, 100.3, 8_172.4].map { format.average($0).text }
        #expect(texts == ["4.3", "4", "100", "100", "8,172"])
        #expect(format.figure(4.3).text == "4")
    }

    @Test("A month without a record is a month of 0, until the last day of all data")
    func emptyMonths() throws {
        let (data, calendar) = try year(.workouts, on: [31, 200])
        let end = calendar.start(of: CivilDate(year: 2025, month: 9, day: 11))
        let filled = try #require(data.countingDays(until: end))
        let range = calendar.span(of: .year, containing: data.extent.min)
        let metricChart = chart(filled, calendar, range)
        let bars = try #require(metricChart.bars)
        // From February to September; the last one is not over.
        #expect(bars.mark.bars.count == 8)
        #expect(bars.mark.bars.map { $0.color == 1 } == [Bool](repeating: false, count: 7) + [true])
        // 28 + 31 + 30 + 31 + 30 + 31 + 31 days and ten more.
        #expect(abs(bars.mean.value - 7200 / 222.0) < 1e-9)
        let may = try #require(
            metricChart.reading(at: calendar.start(of: CivilDate(year: 2025, month: 5, day: 9))))
        #expect(may.value == 0 && may.rows.last?.figure.text == "0 of 31")
        #expect(metricChart.latest.text == metricChart.format.figure(3600).text)
    }

    @Test("The model counts days up to the last one of any metric") func allMetrics() throws {
        let (workouts, calendar) = try year(.workouts, on: [10, 20])
        let (steps, _) = try year(.steps, on: [0, 99])
        let model = ViewerModel(
            calendar: calendar, locale: locale, theme: .light, metric: .workouts, period: .all)
        model.appearance.reducesMotion = true
        func show(_ metrics: [MetricData]) {
            var snapshot = ImportSnapshot()
            snapshot.metrics = metrics
            snapshot.report = ImportReport()
            model.show(snapshot, at: 0)
        }
        func end() -> Double? { model.metricCharts[.workouts]?.data.extent.max }
        model.beginReading()
        show([workouts])
        #expect(end() == workouts.extent.max)
        show([workouts, steps])
        #expect(end() == steps.extent.max)
        // A shorter file takes the days away again.
        show([workouts])
        #expect(end() == workouts.extent.max)
    }

    // MARK: Nights

    @Test("The line of nights is among the nights that it is about") func nights() throws {
        for seed in 0..<60 {
            var dice = Dice(state: UInt64(seed))
            let calendar = CivilCalendar(zone: try ZoneRules.named("Europe/Berlin"))
            let first = CivilDate(year: 2024, month: 1, day: 1)
            var columns = SampleColumns()
            var asleep: [Double] = []
            for night in 0..<dice.number(60...500) where dice.part() < 0.7 {
                let start = calendar.start(of: first.adding(days: night)) + 1800
                let length = Double(dice.number(10_000...30_000))
                if dice.part() < 0.3 {
                    columns.append(
                        start: start, end: start + length + 3600,
                        value: Double(SleepStage.inBed.rawValue), source: 0)
                    continue
                }
                let deep = (length * dice.part()).rounded()
                columns.append(
                    start: start, end: start + deep, value: Double(SleepStage.deep.rawValue),
                    source: 0)
                columns.append(
                    start: start + deep, end: start + length,
                    value: Double(SleepStage.core.rawValue), source: 0)
                asleep.append(length)
            }
            let data = MetricData(
                MetricSamples(metric: try #require(Metric(.sleep)), columns: columns),
                calendar: calendar)
            let range = data.extent.expanded(by: 40 * 86_400)
            let metricChart = chart(data, calendar, range)
            // Bars from bedtime to waking have no line.
            metricChart.show(.hours)
            settle(metricChart, range)
            let bars = try #require(metricChart.bars)
            guard bars.unit > .day, bars.mean.value.isFinite, !asleep.isEmpty else { continue }
            #expect(
                abs(bars.mean.value - asleep.reduce(0, +) / Double(asleep.count)) < 1e-6,
                "\(seed)")
            let marks = metricChart.chart.marks.compactMap { $0 as? TotalsMark }
            // Only bars with sleep, which the mark without the time in bed has too.
            let inner = try #require(marks.dropFirst().first)
            let tops = marks[0].bars.filter { bar in inner.bars.contains { $0.start == bar.start } }
                .map(\.value)
            #expect(bars.mean.value >= (tops.min() ?? .infinity) - 1e-6, "\(seed)")
            #expect(bars.mean.value <= (tops.max() ?? -.infinity) + 1e-6, "\(seed)")
            // A bar with sleep is as high as its parts; the time in bed of other nights is not
            // added.
            for bar in inner.bars {
                let whole = try #require(marks[0].bars.first { $0.start == bar.start })
                #expect(abs(whole.value - bar.value) < 1e-6, "\(seed)")
            }
        }
    }

    // MARK: Whole bars

    @Test("All time begins and ends with whole bars, in every plot") func wholeBars() throws {
        for seed in 0..<300 {
            var dice = Dice(state: UInt64(seed) &+ 77)
            let calendar = CivilCalendar(
                zone: try ZoneRules.named("Europe/Berlin"),
                firstWeekday: dice.part() < 0.5 ? .monday : .sunday)
            let first = CivilDate(year: 2010, month: 1, day: 1).adding(days: dice.number(0...900))
            let most = [50, 300, 1_400, 5_000][dice.number(0...3)]
            let days = dice.number(1...most)
            let domain = Extent(
                min: calendar.start(of: first), max: calendar.start(of: first.adding(days: days)))
            let page = UnitChoice.wholeBars(domain, in: calendar)
            #expect(page.contains(domain))
            let whole = [CalendarUnit.day, .week, .month, .quarter, .year].filter { unit in
                [page.min, page.max].allSatisfy {
                    calendar.start(of: unit, containing: $0) == $0
                }
            }
            for width in [250.0, 400, 780, 1_600] {
                let unit = UnitChoice(units: whole).unit(for: page, width: width, current: nil)
                let slots = (page.length / unit.meanLength).rounded()
                #expect(width / slots >= UnitChoice.leastSlot || unit == .year, "\(seed)")
                #expect(slots >= 3 || days < 30, "\(days) days in \(slots) bars")
            }
        }
    }
}
