import ChartCore
import Charts
import HealthData
import Localization
import Testing

@testable import Viewer

/// The numbers of a chart: their decimals, their differences, and what is left out of them.
@Suite @MainActor struct NumberTruthTests {
    private let calendar = CivilCalendar(zone: .utc)
    private let locale = LocaleFormat(identifier: "C")

    private func format(_ id: MetricID, decimals: Int? = nil) throws -> MetricFormat {
        var format = MetricFormat(try #require(Metric(id)), locale: locale)
        format.decimals = decimals
        return format
    }

    private func readings(_ id: MetricID, _ values: [(Double, Double)]) throws -> MetricData {
        var columns = SampleColumns()
        for (time, value) in values {
            columns.append(start: time, end: time, value: value, source: 0)
        }
        return MetricData(
            MetricSamples(metric: try #require(Metric(id)), columns: columns), calendar: calendar)
    }

    // MARK: Decimals

    @Test func readingsHaveTheDecimalsOfTheData() throws {
        let whole = try readings(.oxygen, [(0, 93), (60, 100), (120, 97)])
        #expect(whole.decimals == 0)
        let tenths = try readings(.oxygen, [(0, 93), (60, 97.5)])
        #expect(tenths.decimals == 1)
        let format = try format(.oxygen, decimals: whole.decimals)
        #expect(format.reading(93).text == "93\u{A0}%")
        #expect(format.range(93, 100).text == "93 – 100\u{A0}%")
        #expect(format.figure(96.4).text == "96.4\u{A0}%", "a mean has more")
        #expect(try self.format(.oxygen, decimals: 1).reading(93).text == "93.0\u{A0}%")
    }

    @Test func amountsHaveThreeDigits() throws {
        let distance = try format(.distance)
        let texts: [(Double, String)] = [
            (5_230, "5.23"), (9_994, "9.99"), (9_996, "10.0"), (52_340, "52.3"),
            (254_690, "255"), (2_913_900, "2,914"), (0, "0.00"),
        ]
        for (value, text) in texts {
            #expect(distance.figure(value).text == text + "\u{A0}km")
        }
        #expect(try format(.weight).figure(105.44).text == "105.4\u{A0}kg")
    }

    // MARK: Differences

    /// The difference that is shown is that of the numbers that are shown.
    @Test func differencesAgreeWithWhatIsShown() throws {
        var random = SystemRandomNumberGenerator()
        func number(_ figure: Figure) throws -> Double {
            try #require(
                Double(
                    figure.number.replacing("\u{2212}", with: "-").replacing(",", with: "")
                        .replacing("+", with: "")))
        }
        for (id, values) in [
            (MetricID.weight, 60.0...80), (.distance, 0...200_000), (.heartRate, 40...180),
            (.oxygen, 90...100), (.glucose, 60...300),
        ] {
            let format = try format(id)
            for _ in 0..<200 {
                let a = Double.random(in: values, using: &random)
                let b = Double.random(in: values, using: &random)
                let digits = min(format.digits(of: a), format.digits(of: b))
                let shown = [a, b].map { format.figure($0, digits: digits) }
                let difference = try number(format.difference(a, less: b, digits: digits))
                let expected = try number(shown[0]) - number(shown[1])
                #expect(abs(difference - expected) < 1e-6, "\(id) \(a) \(b)")
            }
        }
        let sleep = try format(.exerciseTime)
        // 5 h 54 min 29 s and 6 h 13 min 31 s: shown as 5 h 54 and 6 h 14, 19 min 2 s apart.
        let (a, b) = (5.0 * 3600 + 54 * 60 + 29, 6.0 * 3600 + 13 * 60 + 31)
        #expect(sleep.figure(a).number == "5\u{A0}h 54\u{A0}min")
        #expect(sleep.figure(b).number == "6\u{A0}h 14\u{A0}min")
        #expect(sleep.difference(a, less: b, digits: 0).number == "\u{2212}20\u{A0}min")
    }

    /// In each row of the panel the third number is the first less the second.
    @Test(arguments: [MetricID.weight, .temperature, .oxygen, .heartRate])
    func theRowsOfASpanAgree(id: MetricID) throws {
        var random = SplitMix64(seed: 5)
        func number(_ text: String) throws -> Double {
            let written = text.replacing("\u{2212}", with: "-").prefix { $0 != "\u{A0}" }
            let digits = String(written.filter { $0 != "," && $0 != "+" })
            let number: Double? = Double(digits)
            return try #require(number, "\(text)")
        }
        for round in 0..<40 {
            let values = (0..<12).map { day in
                (Double(day) * 86_400, Double.random(in: 36...96, using: &random))
            }
            var preferences = Preferences()
            if round % 2 == 0 { preferences.units[.temperature] = .fahrenheit }
            let data = try readings(id, values)
            let chart = MetricChart.make(
                data, x: Dimension(id: "x", kind: .time(calendar), direction: .horizontal),
                calendar: calendar, locale: locale, theme: .light)
            chart.follow(preferences)
            func summary(_ span: Extent) -> SpanSummary {
                data.summary(over: span, isClosed: true, unit: nil, calendar: calendar)
            }
            let before = Extent(min: 0, max: 5 * 86_400)
            let now = Extent(min: 6 * 86_400, max: 11 * 86_400)
            let report = SpanReport(
                SpanFigures(
                    span: now, summary: summary(now), spanBefore: before, before: summary(before)),
                chart, calendar: calendar)
            for name in ["Average", "Lowest", "Highest", "First to last"] {
                let row = try #require(report.rows.first { $0.name == name })
                let expected = try number(row.value) - number(row.before)
                #expect(abs(try number(row.difference) - expected) < 1e-6, "\(row)")
            }
        }
    }

    @Test func aPageIsComparedWithThePageBefore() throws {
        func day(_ year: Int, _ month: Int, _ day: Int) -> Double {
            calendar.start(of: CivilDate(year: year, month: month, day: day))
        }
        let data = try readings(.weight, [(0, 70)])
        func before(_ from: Double, _ to: Double) -> Extent {
            data.span(before: Extent(min: from, max: to), unit: .day, calendar: calendar)
        }
        let november = (day(2019, 11, 1), day(2019, 12, 1))
        #expect(before(november.0, november.1) == Extent(min: day(2019, 10, 1), max: november.0))
        #expect(
            before(day(2020, 3, 1), day(2020, 4, 1))
                == Extent(min: day(2020, 2, 1), max: day(2020, 3, 1)))
        #expect(
            before(day(2020, 1, 1), day(2021, 1, 1))
                == Extent(min: day(2019, 1, 1), max: day(2020, 1, 1)))
        #expect(
            before(day(2019, 2, 1), day(2019, 8, 1))
                == Extent(min: day(2018, 8, 1), max: day(2019, 2, 1)))
        // Ten days are no page.
        #expect(
            before(day(2019, 11, 5), day(2019, 11, 15))
                == Extent(min: day(2019, 10, 26), max: day(2019, 11, 5)))
    }

    // MARK: Means and shares

    @Test func aMeanOverTooLittleIsHollow() throws {
        // An hour of one night in February, then a reading each five minutes of March.
        let february = calendar.start(of: CivilDate(year: 2016, month: 2, day: 29))
        let march = calendar.start(of: CivilDate(year: 2016, month: 3, day: 1))
        let night = (0..<12).map { february + Double($0) * 300 }
        let times = night + (0..<31 * 288).map { march + Double($0) * 300 }
        let data = try readings(.heartRate, times.map { ($0, 60) })
        guard case .readings(let readings) = data.content else {
            Issue.record("heart rate has readings")
            return
        }
        let picture = MeansPicture(unit: .month)
        #expect(picture.adapt(readings, calendar, to: data.extent))
        let both = Extent(min: february - 86_400 * 40, max: march + 86_400 * 40)
        #expect(picture.hollow.nearest(to: february, within: both)?.x ?? 0 < march)
        #expect(try #require(picture.line.nearest(to: february, within: both)?.x) > march)
        let spans = [february, march].map { calendar.span(of: .month, containing: $0) }
        let coverages = spans.map { ReadingCoverage(of: $0, .month, by: readings, calendar) }
        #expect(coverages.map(\.covered) == [1, 31])
        #expect(coverages.map(\.whole) == [29, 31])
        #expect(coverages.map(\.isTooLittle) == [true, false])
    }

    /// Readings that are rare as a rule make no hollow means.
    @Test func rareReadingsAreEnough() throws {
        let times = (0..<200).map { Double($0) * 7 * 86_400 }
        let data = try readings(.restingHeartRate, times.map { ($0, 60) })
        guard case .readings(let readings) = data.content else {
            Issue.record("heart rate has readings")
            return
        }
        for month in calendar.spans(of: .month, over: data.extent).dropFirst().dropLast() {
            #expect(!ReadingCoverage(of: month, .month, by: readings, calendar).isTooLittle)
        }
    }

    @Test func aShareEndsAtAHundred() throws {
        let top = ReadingsMarks.headroom(Extent(min: 92, max: 100), upTo: 100)
        #expect(top.max == 100 && top.min < 92)
        #expect(ReadingsMarks.headroom(Extent(min: 92, max: 100)).max > 100)
        #expect(try #require(Metric(.oxygen)).ceiling == 100)
        #expect(try #require(Metric(.bodyFat)).ceiling == 100)
        #expect(try #require(Metric(.weight)).ceiling == nil)
        #expect(try #require(Metric(.temperature)).ceiling == nil)
    }

    // MARK: What is left out

    @Test func theReportAsksAboutWhatLooksWrong() throws {
        let files = try TestFiles()
        let path = try files.write(
            "date,weight (kg)\n2024-11-20,77.2\n2024-11-21,7700\n2024-11-22,77\n", "weight.csv")
        let report = Importer(files: [path], options: ImportOptions(zone: .utc)).run().report
        let entry = try #require(QuestionRows.open(report).first)
        #expect(
            QuestionRows.title(entry.question, locale: locale)
                == "1 value looks wrong: 7,700\u{A0}kg on 21 Nov 2024. Leave it out?")
        let rows = QuestionRows.rows(entry, locale: locale, units: UnitPreferences())
        #expect(rows.dropFirst().map(\.leading) == ["Leave it out", "It is right"])
        #expect(
            rows.dropFirst().map { $0.actions.map(\.title) }
                == [["Leave it out"], ["It is right"]])
    }

    @Test func whatIsLeftOutIsFlagged() throws {
        var columns = SampleColumns()
        columns.append(start: 0, end: 0, value: 7_700, source: 0, marks: .impossible)
        columns.append(start: 60, end: 60, value: 71, source: 0, marks: .future)
        let values = LeftOutValue.all(columns, of: try #require(Metric(.weight)))
        #expect(values.map(\.value) == [7_700, 71])
        #expect(values.map(\.isFuture) == [false, true])
        var data = try readings(.weight, [(0, 70), (86_400, 71)])
        data.leftOut = values
        let chart = MetricChart.make(
            data, x: Dimension(id: "x", kind: .time(calendar), direction: .horizontal),
            calendar: calendar, locale: locale, theme: .light)
        let flags = try #require(chart.context.flags)
        #expect(flags.flags.map(\.value) == [7_700, 71])
        #expect(chart.chart.foreground.contains { $0 === flags })
        // The axis is that of the other values.
        let extent = chart.chart.marks.reduce(Extent.nothing) {
            $0.union($1.values(over: Extent(min: -1e6, max: 1e6)))
        }
        #expect(extent.max <= 71)
        data.leftOut = []
        chart.show(data)
        #expect(!chart.chart.foreground.contains { $0 === flags })
    }
}
