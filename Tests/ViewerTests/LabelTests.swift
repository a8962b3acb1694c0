import ChartCore
import Charts
import Geometry
import HealthData
import Localization
import Testing
import Text

@testable import Viewer

/// The labels at the axes of the viewer's charts, and the figures above them.
@MainActor @Suite struct LabelTests {
    private static let day = 86_400.0

    /// A chart laid out in a frame, with readings of a metric every six hours for some years.
    private func labels(
        _ metric: MetricID = .weight, over range: Extent, width: Double, height: Double = 400,
        locale: String = "C", value: (Int) -> Double = { 70 + Double($0 % 40) / 10 }
    ) throws -> (x: [ReportedLabel], y: [ReportedLabel], plot: Rect) {
        let calendar = CivilCalendar(zone: .utc)
        var columns = SampleColumns()
        let first = Int((range.min - 3 * range.length) / 21_600)
        let last = Int((range.max + 3 * range.length) / 21_600)
        for index in first..<last {
            let time = Double(index) * 21_600
            columns.append(
                start: time, end: time + 3600, value: value(index - first), source: 0)
        }
        let data = MetricData(
            MetricSamples(metric: try #require(Metric(metric)), columns: columns),
            calendar: calendar)
        let x = Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        x.updater.setSource(range, update: true)
        let metricChart = MetricChart.make(
            data, x: x, calendar: calendar, locale: LocaleFormat(identifier: locale),
            theme: .light)
        metricChart.show(NightView.hours)
        let fonts = try FontLibrary()
        let typesetter = Typesetter(fonts: fonts)
        let frame = Rect(x: 0, y: 0, width: width, height: height)
        for _ in 0..<2 {
            let moment = PictureMoment(time: 0, isSettled: true, duration: 0)
            _ = metricChart.rangeDidChange(range, at: moment)
            metricChart.chart.fitValues(over: range, at: 0, animated: false)
            metricChart.chart.prepare(
                in: frame, deviceScale: 1, typesetter: typesetter)
        }
        let placed = metricChart.chart.placedLabels(typesetter)
        return (placed.x, placed.y, metricChart.chart.plot)
    }

    /// The instant at which a day of 2026 begins in universal time.
    private func date(_ month: Int, _ day: Int, _ year: Int = 2026) -> Double {
        CivilCalendar(zone: .utc).start(of: CivilDate(year: year, month: month, day: day))
    }

    private func days(_ from: Double, _ count: Double) -> Extent {
        Extent(min: from, max: from + count * Self.day)
    }

    // MARK: Time

    @Test func aWeekHasWeekdaysAndMoreThanAWeekHasDates() throws {
        let week = try labels(over: days(date(10, 12), 7), width: 800).x
        #expect(week.map(\.text) == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        let more = try labels(over: days(date(9, 24), 12), width: 900).x
        #expect(
            more.map(\.text) == [
                "Thu 24", "Fri 25", "Sat 26", "Sun 27", "Mon 28", "Tue 29", "Wed 30", "1 Oct",
                "Fri 2", "Sat 3", "Sun 4", "Mon 5",
            ])
        // With a few days, weekdays alone would make the reader count.
        let few = try labels(over: days(date(10, 13), 3), width: 360).x
        #expect(few.map(\.text) == ["Tue 13", "Wed 14", "Thu 15"])
        let year = try labels(over: days(date(12, 28), 10), width: 900).x
        #expect(year.map(\.text).contains("1 Jan 2027"))
        for count in stride(from: 7.4, to: 40, by: 0.7) {
            for width in [360.0, 700, 1500] {
                for locale in ["C", "de_DE.UTF-8"] {
                    let found = try labels(
                        over: days(date(2, 20), count), width: width, locale: locale
                    ).x
                    let texts = found.map(\.text)
                    #expect(Set(texts).count == texts.count, "\(texts)")
                    // In a narrow window no step between every day and every Monday has room, and
                    // the month's pill shows the month of the only label left.
                    #expect(texts.count >= (width < 500 ? 1 : 3), "\(texts)")
                    #expect(
                        width < 500
                            || texts.allSatisfy { $0.contains { ("0"..."9").contains($0) } },
                        "\(texts)")
                }
            }
        }
    }

    @Test(arguments: ["C", "de_DE.UTF-8"], [MetricID.weight, .steps])
    func aYearHasTwelveMonths(locale: String, metric: MetricID) throws {
        for year in [2026, 2028] {
            let range = Extent(min: date(1, 1, year), max: date(1, 1, year + 1))
            for width in [520.0, 700, 1100, 1900] {
                let texts = try labels(metric, over: range, width: width, locale: locale).x
                    .map(\.text)
                #expect(texts.count == 12, "\(texts) at \(width)")
            }
            // In a narrow window there are evenly fewer.
            let few = try labels(metric, over: range, width: 336, locale: locale).x
            #expect(few.count == 6, "\(few.map(\.text))")
        }
    }

    @Test func monthsOfSeveralYearsNameTheYear() throws {
        let range = Extent(min: date(11, 1, 2024), max: date(5, 1))
        for width in [360.0, 700, 1300] {
            let texts = try labels(over: range, width: width).x.map(\.text)
            #expect(texts.contains { $0.contains("2025") }, "\(texts)")
            #expect(texts.contains { $0.contains("2026") }, "\(texts)")
        }
    }

    @Test func labelsKeepTheirDistanceFromAnHourToTwentyYears() throws {
        for locale in ["C", "de_DE.UTF-8"] {
            for length in [
                1 / 24.0, 0.2, 1, 1.3, 2, 3, 4.5, 9, 14, 20, 45, 80, 150, 300, 365, 800, 3000, 7300,
            ] {
                for width in [336.0, 776, 1600] {
                    let found = try labels(
                        .weight, over: days(date(3, 28) + 7 * 3600, length), width: width,
                        locale: locale, value: { 70 + Double($0 % 40) / 10 }
                    ).x
                    let texts = found.map(\.text)
                    // Nine days in a narrow plot have labels by the week, and one whole Monday.
                    let least = length == 9 && width == 336 ? 1 : 2
                    #expect(found.count >= least, "\(texts) at \(width)")
                    for (left, right) in zip(found, found.dropFirst()) {
                        #expect(right.rect.minX - left.rect.maxX >= 9.9, "\(texts) at \(width)")
                    }
                }
            }
        }
    }

    // MARK: Values

    @Test func sleepIsCountedInHours() throws {
        let range = days(date(10, 5), 7)
        // Four hours a day.
        let stage = Double(SleepStage.core.rawValue)
        let texts = try labels(.sleep, over: range, width: 800, value: { _ in stage }).y.map {
            $0.text.replacing("\u{A0}", with: " ")
        }
        #expect(texts == ["0 h", "1 h", "2 h", "3 h", "4 h"])
        let short = try labels(.exerciseTime, over: range, width: 800, value: { _ in 420 }).y.map {
            $0.text.replacing("\u{A0}", with: " ")
        }
        #expect(short == ["0 min", "10 min", "20 min", "30 min"])
    }

    @Test func valuesHaveThreeToSixTicksInEveryPlot() throws {
        for height in [150.0, 200, 260, 400, 600, 740] {
            for width in [336.0, 1100] {
                for metric in [MetricID.weight, .steps, .sleep, .heartRate] {
                    let found = try labels(
                        metric, over: days(date(10, 5), 7), width: width, height: height)
                    let ys = found.y.map(\.rect.midY).sorted()
                    #expect((3...6).contains(ys.count), "\(found.y.map(\.text)) at \(height)")
                    let span = (ys.last ?? 0) - (ys.first ?? 0)
                    // An axis ends on a tick, or half a step beyond it.
                    let steps = Double(ys.count - 1)
                    let beyond = (found.plot.height - span) / (span / steps)
                    #expect(beyond < 1.01 && abs(2 * beyond - (2 * beyond).rounded()) < 0.02)
                    #expect(found.y.allSatisfy { $0.rect.maxX <= width - 8 })
                }
            }
        }
    }

    // MARK: Figures

    @Test func aRangeOfNegativesHasEvenDigitsAndAWord() throws {
        let metric = try #require(Metric(.column("depth")))
        func text(_ low: Double, _ high: Double, _ locale: String = "C") -> String {
            MetricFormat(metric, locale: LocaleFormat(identifier: locale)).range(low, high).text
        }
        #expect(text(-1.3, -1.13) == "\u{2212}1.30 to \u{2212}1.13")
        #expect(text(-1.3, -1.13, "de_DE.UTF-8") == "\u{2212}1,30 bis \u{2212}1,13")
        #expect(text(-2, 3) == "\u{2212}2 to 3")
        #expect(text(1, 2.5) == "1.0 – 2.5")
        #expect(text(0.004, 7) == "0 – 7")
        let weight = try #require(Metric(.weight))
        let format = MetricFormat(weight, locale: LocaleFormat(identifier: "C"))
        #expect(format.range(70.6, 75).number == "70.6 – 75.0")
    }

    @Test func aNarrowHeadlineKeepsItsFiguresByMakingThemSmaller() throws {
        let resources = PaneResources(
            fonts: try FontLibrary(), locale: LocaleFormat(identifier: "C"))
        let pane = Pane<HeadlineModel>()
        func figures(_ width: Double) -> [Rect] {
            let model = HeadlineModel(
                frame: Rect(x: 12, y: 60, width: width, height: 108), title: "Blood pressure",
                range: "October 2026",
                figures: ["Morning", "Evening", "Average"].map {
                    CaptionedFigure(caption: $0, figure: Figure("127/82", unit: "mmHg"))
                }, isStacked: true)
            pane.update(
                model, PaneStyle(theme: .light, scale: 1), resources, record: HeadlinePane.record)
            return pane.nodes.flatMap(\.flattened).filter { $0.id.hasPrefix("figure.") }
                .map(\.frame)
        }
        for width in [500.0, 400, 340] {
            let rects = figures(width)
            #expect(rects.count == 3, "at \(width)")
            #expect(rects.allSatisfy { $0.minX >= 12 && $0.maxX <= 12 + width })
            for (a, b) in zip(rects, rects.dropFirst()) { #expect(b.minX - a.maxX >= 15.9) }
        }
        // Nothing becomes too small to be read.
        #expect(figures(200).count < 3)
    }

    /// A chip is left out before anything else, with fewer words before that, and never one of a pair.
    @Test(arguments: [true, false]) func chipsMakeRoomFirstAndPairsStayTogether(
        _ isStacked: Bool
    ) throws {
        let resources = PaneResources(
            fonts: try FontLibrary(), locale: LocaleFormat(identifier: "C"))
        let pane = Pane<HeadlineModel>()
        let words = "Hypertension range (diastolic 87)"
        var figures = ["Morning", "Evening"].map {
            CaptionedFigure(caption: $0, figure: Figure("127/82")).grouped("halves")
        }
        figures.append(
            CaptionedFigure(caption: "Average", figure: Figure("127/82", unit: "mmHg")).judged(
                FigureChip(.high, words, short: "Hypertension range")))
        for index in figures.indices { figures[index].change = "3/2 lower than September" }
        func nodes(_ width: Double, _ height: Double) -> [SemanticNode] {
            pane.update(
                HeadlineModel(
                    frame: Rect(x: 12, y: 60, width: width, height: height),
                    title: "Blood pressure", range: "October 2026", figures: figures,
                    isStacked: isStacked), PaneStyle(theme: .light, scale: 1), resources,
                record: HeadlinePane.record)
            return pane.nodes.flatMap(\.flattened)
        }
        var seen: Set<String> = []
        for width in stride(from: 1_000.0, through: 170, by: -10) {
            for height in isStacked ? [120.0, 140] : [72, 92] {
                let nodes = nodes(width, height)
                let shown = nodes.filter { $0.id.hasPrefix("figure.") }
                let names = shown.map(\.name)
                #expect(
                    names == ["Morning", "Evening", "Average"] || names == ["Average"],
                    "at \(width)")
                #expect(shown.last?.value.hasSuffix("mmHg, " + words) == true)
                let chips = nodes.filter { $0.id.hasPrefix("figure-chip.") }
                let changes = nodes.filter { $0.id.hasPrefix("figure-change.") }
                seen.formUnion(chips.map(\.name))
                for chip in chips {
                    #expect(
                        chip.frame.minX >= 12 && chip.frame.maxX <= 12.5 + width
                            && chip.frame.maxY <= 60 + height + 8, "at \(width) × \(height)")
                    // In a row of its own, or where no change is.
                    if chip.frame.minY < shown[0].frame.minY + 60 {
                        #expect(changes.allSatisfy { $0.frame.intersection(chip.frame).isEmpty })
                    }
                }
                if names.count == 3, changes.count == 3, height == (isStacked ? 140 : 92) {
                    #expect(chips.count == 1, "at \(width)")
                }
            }
        }
        #expect(seen == [words, "Hypertension range"])
    }

    @Test(arguments: [true, false]) func aLongFigureIsSmallerAndNotCut(_ isStacked: Bool) throws {
        let resources = PaneResources(
            fonts: try FontLibrary(), locale: LocaleFormat(identifier: "C"))
        let pane = Pane<HeadlineModel>()
        func width(_ number: String, in room: Double) throws -> Double {
            let model = HeadlineModel(
                frame: Rect(x: 12, y: 60, width: room, height: 108), title: "Energy",
                range: "2026",
                figures: [
                    CaptionedFigure(caption: "Average", figure: Figure("5", unit: "kcal")),
                    CaptionedFigure(caption: "Total", figure: Figure(number, unit: "kcal")),
                ], isStacked: isStacked)
            pane.update(
                model, PaneStyle(theme: .light, scale: 1), resources, record: HeadlinePane.record)
            let rects = pane.nodes.flatMap(\.flattened).filter { $0.id.hasPrefix("figure.") }
                .map(\.frame)
            #expect(rects.allSatisfy { $0.minX >= 12 && $0.maxX <= 12.5 + room })
            return try #require(rects.last).width
        }
        let typesetter = resources.typesetter
        let room = isStacked ? 336.0 : 520
        for digits in [9, 18, 24, 27] {
            let number = String(repeating: "8", count: digits)
            let needed =
                typesetter.measure(number, TypeStyle.labelStrong).width
                + typesetter.measure("kcal", TypeStyle.text).width
            #expect(try width(number, in: room) >= needed, "\(digits) digits are all there")
        }
        #expect(try width(String(repeating: "8", count: 90), in: room) <= room)
    }
}
